"""One recorded game of every catalogued game (``python -m bench playthrough``), replayed ply by ply."""

from __future__ import annotations

from pathlib import Path

import pytest

import engine
from engine.games import CATALOGUE

FOLDER = Path(__file__).with_name("playthroughs")


@pytest.mark.parametrize("game_id", [entry.id for entry in CATALOGUE])
def test_replay(game_id):
    lines = (FOLDER / f"{game_id}.txt").read_text(encoding="utf-8").splitlines()
    assert lines[1].startswith("start ") and lines[-1].startswith("result ")
    game = engine.load(game_id)
    position = game.position(lines[1].removeprefix("start "))
    assert position.text() == game.position().text()
    plies = [line.split(" ", 2) for line in lines[2:-1]]
    for count, move, text in plies:
        assert str(position.result()) == "ongoing"
        assert len(position.legal_moves()) == int(count), (position.text(), move)
        position.push(move)
        assert position.text() == text
    assert str(position.result()) == lines[-1].removeprefix("result ") != "ongoing"
    assert position.history() == [move for _, move, _ in plies]


def test_no_file_is_left_over():
    assert {path.stem for path in FOLDER.glob("*.txt")} == {entry.id for entry in CATALOGUE}
