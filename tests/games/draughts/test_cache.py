"""The copies of the kernels are told apart in the cache, and a second process loads what the first one compiled."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import engine
from engine.core.jit import JIT_DISABLED

ROOT = Path(__file__).resolve().parents[3]
NAMES = ("gen_moves", "make_move", "perft")
CODE = """
import engine
game = engine.load({game_id!r})
position = game.position()
position.push(int(position.legal_moves()[0]))
print(position.perft(5))
for name in {names!r}:
    stats = game.spec.kernels[name].stats
    print(sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))
"""


@pytest.mark.skipif(JIT_DISABLED, reason="nothing is compiled")
@pytest.mark.parametrize("game_id", ["draughts", "checkers", "russian"])
def test_second_process_loads(game_id):
    position = engine.load(game_id).position()
    position.push(int(position.legal_moves()[0]))
    leaves = position.perft(5)
    done = subprocess.run(
        [sys.executable, "-c", CODE.format(game_id=game_id, names=NAMES)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    counted, *stats = done.stdout.split("\n")[:4]
    assert int(counted) == leaves
    assert all(int(line.split()[0]) >= 1 and line.split()[1] == "0" for line in stats), done.stdout
