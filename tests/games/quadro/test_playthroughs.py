"""Whole recorded games, replayed by the engine and by the twin."""

from __future__ import annotations

from pathlib import Path

import pytest

import engine
from tests.reference.quadro_twin import Twin, read

GAMES = [
    [field.strip() for field in line.split(" ; ")]
    for line in (Path(__file__).parent / "playthroughs.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]


def test_every_rule_set_has_one():
    assert {fields[0] for fields in GAMES} == {"quadro", "pylos", "pylos-expert", "pylos-child"}


@pytest.mark.parametrize("fields", GAMES, ids=lambda fields: f"{fields[0]} {fields[1]}")
def test_replay(fields):
    game_id, options, turns, final, result = fields
    game = engine.load(game_id, dict(option.split("=") for option in options.split()))
    position = game.position("startpos", turns.split())
    assert position.text() == final and str(position.result()) == result and position.history() == turns.split()
    board, side = {}, "w"
    for turn in turns.split():
        board = Twin(board, side, game.options).turns()[turn]
        side = "b" if side == "w" else "w"
    assert (board, side) == read(final)
