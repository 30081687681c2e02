"""Every row of the rule text, section 9: counts, full move lists, lines with their final positions and results."""

from __future__ import annotations

from pathlib import Path

import pytest

import engine
from bench.perft import perft_file, read_rows
from engine.core import contract
from tests.reference.chinese_checkers_twin import Rules, Twin, perft

FOLDER = Path(__file__).parent
ROWS = list(read_rows(perft_file("chinese-checkers")))


def fields_of(name: str) -> list[list[str]]:
    lines = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    return [[part.strip() for part in line.split(" ; ")] for line in lines if line and not line.startswith("#")]


LINES, LISTS = fields_of("lines.txt"), fields_of("lists.txt")


def options_of(words: str) -> dict[str, str]:
    return dict(word.split("=") for word in words.split())


def test_rows_are_complete():
    assert len(ROWS) == 44 and [row.name.split()[0] for row in ROWS if row.depth == 1] == [f"C{n}" for n in range(1, 19)]
    assert [fields[0] for fields in LISTS] == ["C19", "C20", "C21", "C28", "C29", "C30"]
    assert len(LINES) == 27


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.name}-{row.depth}")
def test_perft(row):
    options = options_of(row.name.partition(" ")[2])
    position = engine.load("chinese-checkers", options).position(row.position)
    assert position.text() == row.position and not position.notes
    assert position.perft(row.depth) == row.leaves
    if row.leaves < 1000:
        assert perft(Twin.read(row.position, Rules.of(options)), row.depth) == row.leaves


@pytest.mark.parametrize("fields", LISTS, ids=lambda fields: fields[0])
def test_lists_of_moves(fields):
    _, words, text, moves = fields
    position = engine.load("chinese-checkers", options_of(words)).position(text)
    assert sorted(position.format(int(move)) for move in position.legal_moves()) == sorted(moves.split())
    assert sorted(Twin.read(text, Rules.of(options_of(words))).moves()) == sorted(moves.split())


@pytest.mark.parametrize("fields", LINES, ids=lambda fields: f"{fields[0]} {fields[1]} {fields[3]}")
def test_lines(fields):
    _, words, start, moves, final, result = fields
    game = engine.load("chinese-checkers", options_of(words))
    position = game.position(start, moves.split())
    assert position.text() == final and str(position.result()) == result
    assert str(game.position(final).result()) == result, "the string says everything"
    twin = Twin.read(start, Rules.of(options_of(words)))
    for move in moves.split():
        assert twin.result() == "ongoing"
        twin = twin.play(move)
    assert twin.text() == final and twin.result() == result
    if result != "ongoing" and not result.endswith("move-limit"):
        assert position.perft(1) == 0 == len(position.legal_moves())


def test_duty_of_the_casual_camp_rule():
    fields = next(fields for fields in LINES if fields[3] == "f4f3 k5j4 pass i7i8")
    position = engine.load("chinese-checkers", options_of(fields[1])).position(fields[2], fields[3].split()[:2])
    assert [position.format(int(move)) for move in position.legal_moves()] == ["pass"], "the partner has lost its turn"
    position.push("pass")
    position.push("i7i8")
    assert {position.format(int(move)) for move in position.legal_moves()} == {"f3f4", "f3g3"}


@pytest.mark.parametrize("seats", ["2", "3", "4", "6"])
@pytest.mark.parametrize("pieces", ["10", "15"])
def test_start_positions(seats, pieces):
    if pieces == "15" and seats in "46":
        with pytest.raises(engine.OptionError, match=f"two or three seats, not {seats}$"):
            engine.load("chinese-checkers", {"seats": seats, "pieces": pieces}).position()
        return
    game = engine.load("chinese-checkers", {"seats": seats, "pieces": pieces})
    assert game.position().text() == Twin.start(seats, Rules(pieces=pieces)).text()
    assert sum(team >= 0 for team in game.teams) == int(seats)


def test_start_texts():
    texts = {row.name.partition(" ")[0]: row.position for row in ROWS}
    three = "1/2/3/4/CCCC5EEEE/CCC6EEE/CC7EE/C8E/9/10/11/12/13/AAAA/AAA/AA/A A ACE 0,0,0"
    for options, text in [
        ({}, texts["C1"]),
        ({"seats": "3"}, three),
        ({"seats": "4"}, texts["C2"]),
        ({"seats": "6"}, texts["C3"]),
        ({"pieces": "15"}, texts["C5"]),
    ]:
        assert engine.load("chinese-checkers", options).position().text() == text


def test_a_pass_is_a_move():
    fields = next(fields for fields in LISTS if fields[0] == "C28")
    position = engine.load("chinese-checkers").position(fields[2], ["pass"])
    assert position.text().endswith(" D AD 6,5")
    assert contract.move_mover(position.moves[0]) == 2
