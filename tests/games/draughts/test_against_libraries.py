"""Legal moves in random positions against pydraughts, py-draughts, dame-rs and OpenSpiel, each in a process of its own.

The libraries are installed apart from each other on first use, for two of them are called ``draughts``. QIJI_POSITIONS sets how
many positions each of them gets (bench/results/draughts.md tells of a long run).
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

import engine
from bench.side_packages import folder
from tests.games.draughts.test_twin import made_up

SCRIPT = Path(__file__).resolve().parents[2] / "reference" / "draughts_library.py"
POSITIONS = int(os.environ.get("QIJI_POSITIONS", "400"))
PACKAGES = {
    "pydraughts": "pydraughts==0.6.7",
    "py-draughts": "py-draughts==1.10.1",
    "dame": "dame-rs==0.2.0",
    "open-spiel": "open-spiel==2.0.2",
}
#: (library, game, options of ours); py-draughts lets American captures be refused.
PAIRS = [
    ("pydraughts", "checkers", {}),
    ("pydraughts", "draughts", {}),
    ("pydraughts", "draughts64", {}),
    ("pydraughts", "russian", {}),
    ("py-draughts", "checkers", {"MustCapture": "false"}),
    ("py-draughts", "draughts", {}),
    ("py-draughts", "draughts64", {}),
    ("py-draughts", "russian", {}),
    ("dame", "draughts", {}),
]

pytestmark = [pytest.mark.slow, pytest.mark.client]


def folder_of(library):
    """The folder where a library is installed."""
    try:
        return folder(PACKAGES[library])
    except RuntimeError as error:
        pytest.skip(str(error))


def ask(library, *words, lines=()):
    """What the library's process prints."""
    environment = os.environ | {"PYTHONPATH": str(folder_of(library)), "PYTHONWARNINGS": "ignore"}
    done = subprocess.run(
        [sys.executable, str(SCRIPT), library, *map(str, words)],
        input="".join(f"{line}\n" for line in lines), env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.splitlines()


def from_play(game, rng, count):
    """Positions of random games, made-up ones between them."""
    texts = []
    while len(texts) < count:
        position = game.position() if rng.random() < 0.5 else game.position(made_up(rng, game.entry.files, 18))
        for _ in range(80):
            legal = position.legal_moves()
            if not len(legal) or len(texts) >= count:
                break
            texts.append(position.text())
            position.push(int(rng.choice(list(legal))))
    return texts


@pytest.mark.parametrize(("library", "game_id", "options"), PAIRS, ids=[f"{library}-{game_id}" for library, game_id, _ in PAIRS])
def test_legal_moves(library, game_id, options):
    game = engine.load(game_id, options)
    texts = from_play(game, random.Random(f"{library}{game_id}"), POSITIONS)
    answers = ask(library, game_id, lines=texts)
    assert len(answers) == len(texts)
    different = []
    for text, answer in zip(texts, answers, strict=True):
        position = game.position(text)
        ours = sorted(position.format(int(move)) for move in position.legal_moves())
        if ours != answer.split():
            different.append((text, sorted(set(ours) ^ set(answer.split()))))
    assert not different, (len(different), different[:5])


def test_open_spiel():
    game = engine.load("checkers")
    lines = ask("open-spiel", "checkers", max(4, POSITIONS // 60), 1)
    assert len(lines) >= POSITIONS // 4
    for line in lines:
        text, _, moves = line.partition("|")
        position = game.position(text)
        assert sorted(position.format(int(move)) for move in position.legal_moves()) == moves.split(), text
