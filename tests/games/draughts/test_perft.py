"""Move counts of the rule text in all six games; the deeper rows are counted by ``python -m bench perft GAME --all``."""

from __future__ import annotations

from pathlib import Path

import pytest

import engine
from bench.perft import perft_file, read_rows
from engine.games.draughts.rules import SETTINGS

FAST_LEAVES = 1_100_000
ROWS = [(game_id, row) for game_id in SETTINGS for row in read_rows(perft_file(game_id))]
FAST = [(game_id, row) for game_id, row in ROWS if row.leaves <= FAST_LEAVES]


@pytest.mark.parametrize(("game_id", "row"), FAST, ids=[f"{game_id}-{row.name}-{row.depth}" for game_id, row in FAST])
def test_perft(game_id, row):
    assert engine.load(game_id).position(row.position).perft(row.depth) == row.leaves


def test_files_are_complete():
    counts = {game_id: sum(name == game_id for name, _ in ROWS) for game_id in SETTINGS}
    assert counts == {"checkers": 53, "checkers-flying": 40, "draughts": 103, "draughts64": 57, "russian": 46, "pool": 50}
    assert all(Path(perft_file(game_id)).parent == Path(__file__).parent for game_id in SETTINGS)


@pytest.mark.parametrize(
    ("game_id", "leaves"),
    [("checkers", (7, 49, 379, 2872, 23582, 189143)), ("checkers-flying", (7, 49, 379, 2872, 23582, 189143))],
)
def test_optional_captures(game_id, leaves):
    position = engine.load(game_id, {"MustCapture": "false"}).position()
    assert tuple(position.perft(depth) for depth in range(1, 7)) == leaves
