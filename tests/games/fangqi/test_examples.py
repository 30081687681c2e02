"""Every row of the rule text, section 9: counts, lines of turns, options."""

from __future__ import annotations

import pytest

import engine
from bench.perft import perft_file, read_rows
from tests.reference.fangqi_twin import Rules, Twin, perft, turns

ROWS = list(read_rows(perft_file("fangqi")))
POSITIONS = {row.name: row.position for row in ROWS}

#: id, position, turns, final position, result.
LINES = [
    ("F11", "6/6/6/1w1b2/1wwb2/3b2 w P - - 0", "c3+e5", "6/4w1/6/1wwb2/1wwb2/3b2 b P - Sb2 0", "ongoing"),
    ("F12", "6/1b2b1/b5/w2b2/1w4/6 w P - - 0", "c1+e4", "6/1b2b1/b3w1/w2b2/1w4/2w3 b P - Da3 0", "ongoing"),
    ("F13", "6/1b2b1/b5/wwb3/w5/2w1b1 w P - - 0", "b2+d2+e4", "6/1b2b1/b3w1/wwb3/ww1w2/2w1b1 b P - Da3,Sa2 0", "ongoing"),
    ("F14", "6/1b2b1/b3b1/wwb3/w1w3/1w1b2 w P - - 0", "b2+c1+d4+e3",
     "6/1b2b1/b2wb1/wwb1w1/www3/1wwb2 b P - Da3,Sa2,Sb1 0", "ongoing"),
    ("F15", "2bbb1/wwwwww/wwwwww/wwwwww/wwwwww/6 w P - - 0", "c1 b1 d1 e1 b6",
     "1bbbb1/wwwwww/wwwwww/wwwwww/wwwwww/1bwbb1 w C b Da3,Uc1 0", "ongoing"),
    ("F16", "6/6/6/ww4/b5/bbw3 w M - Da3 0", "b3b2", "6/6/6/w5/bw4/bbw3 b M - Da3 1", "win white blocked"),
    ("F17", "6/6/6/ww4/1w1b2/w1bb2 w M - - 0", "a1a2xd1", "6/6/6/ww4/ww1b2/2b3 b M - Sa2 0", "win white too-few"),
    ("F18", "6/6/6/ww4/1w1b2/w1bb2 w M - Sa2 0", "a1a2", "6/6/6/ww4/ww1b2/2bb2 b M - Sa2 1", "ongoing"),
    ("F19", "3bbb/2b3/6/6/w5/1wwwww w M - - 7", "a2a1xd6", "4bb/2b3/6/6/6/wwwwww b M - R1 0", "ongoing"),
    ("F21", "1bwbw1/wwbwbw/wwwwww/wbwwwb/bbwwwb/1bwwb1 w C b R4,Sa4,Sc1,Sc2,Sc3,Sd2,Sd3,Ua4,Uc1 0",
     "a5a6 a2a1 e6f6 e1f1 xa3 xa1 a4a3 b1a1",
     "wbwb1w/1wbwbw/1wwwww/wbwwwb/1bwwwb/b1ww1b w M - R4,Sa4,Sc1,Sc2,Sc3,Sd2,Sd3,Ua4,Uc1 2", "ongoing"),
    ("F22", "4bb/3b2/6/6/1ww3/1w4 w M - - 4", "b1a1 d5c5 a1b1 c5d5 b1a1 d5c5 a1b1 c5d5",
     "4bb/3b2/6/6/1ww3/1w4 w M - - 12", "draw repetition"),
    ("F23", "6/2b3/bb4/ww4/1w1b2/w2b2 w M - - 99", "a1a2", "6/2b3/bb4/ww4/ww1b2/3b2 w M1 - Sa2 100", "ongoing"),
]  # fmt: skip
LAST = "2bbb1/wwwwww/wwwwww/wwwwww/wwwwww/1bwbb1 b P - Da3,Uc1 0"
BOARD = "1bbbb1/wwwwww/wwwwww/wwwwww/wwwwww/1bwbb1"
#: options, the string after ``b6`` behind the board (or the position itself), counts of steps.
OPTIONS = [
    ({}, "w C b Da3,Uc1 0", (4, 12, 24)),
    ({"first": "last"}, "b C b Da3,Uc1 0", (4, 12, 24)),
    ({"keep": "no"}, "w C b - 0", (4, 12, 24)),
    ({"opening": "take"}, "b X w Da3,Uc1 0", (25, 175, 1434)),
    ({"opening": "take", "first": "last"}, "b X b Da3,Uc1 0", (25, 175, 854)),
    ({"opening": "free"}, "w M - Da3,Uc1 0", (4, 12, 75)),
    ({"opening": "free", "first": "last"}, "b M - Da3,Uc1 0", (4, 17, 80)),
    ({"steps": "king"}, "F5", (5, 29, 72)),
    ({"steps": "king"}, "F10", (6, 215, 1284)),
]
#: Counts of whole turns; they test the twin, which counts them.
TURNS = {"F1": 32, "F2": 20, "F3": 89, "F5": 3, "F6": 5460, "F7": 21, "F8": 11, "F9": 360, "F10": 2}


@pytest.fixture(scope="module")
def game():
    return engine.load("fangqi")


def test_rows_are_complete():
    assert len(ROWS) == 26 and list(POSITIONS) == [f"F{n}" for n in range(1, 11)]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.name}-{row.depth}")
def test_perft(game, row):
    position = game.position(row.position)
    assert position.text() == row.position and not position.notes
    assert position.perft(row.depth) == row.leaves
    if row.leaves < 1000:
        assert perft(Twin.read(row.position, Rules()), row.depth) == row.leaves


@pytest.mark.parametrize("name", TURNS)
def test_turns(name):
    assert len(turns(Twin.read(POSITIONS[name], Rules()))) == TURNS[name]


@pytest.mark.parametrize("line", LINES, ids=lambda line: line[0])
def test_lines(game, line):
    _, start, words, final, result = line
    position = game.position(start, words.split())
    assert position.text() == final and str(position.result()) == result
    steps = game.position(start, position.history())
    assert steps.text() == final and steps.key == position.key


def test_first_occurrence_is_the_start(game):
    start, words = next(line[1:3] for line in LINES if line[0] == "F22")
    played = game.position(start, words.split()[:-1])
    assert str(played.result()) == "ongoing"


def test_due_capture_comes_before_the_limit(game):
    start = next(line[1] for line in LINES if line[0] == "F23")
    position = game.position(start, ["a1a2", "xd1"])
    assert position.text().endswith(" 0") and str(position.result()) == "ongoing"
    assert str(game.position(start, ["a1b1"]).result()) == "draw quiet-limit"


@pytest.mark.parametrize(("options", "rest", "counts"), OPTIONS, ids=lambda value: str(value)[:40])
def test_options(options, rest, counts):
    game = engine.load("fangqi", options)
    if rest in POSITIONS:
        position = game.position(POSITIONS[rest])
    else:
        position = game.position(LAST, ["b6"])
        assert position.text() == f"{BOARD} {rest}"
    assert tuple(position.perft(depth) for depth in (1, 2, 3)) == counts


def test_list_of_moves(game):
    position = game.position("3bbb/2b3/6/6/w5/1wwwww w M - - 7")
    steps = {position.format(int(move)) for move in position.legal_moves()}
    assert steps == set("b1a1 b1b2 c1c2 d1d2 e1e2 f1f2 a2a1 a2b2 a2a3".split())
    found = {first for first, _ in turns(Twin.read(position.text(), Rules()))}
    assert found == steps and len(turns(Twin.read(position.text(), Rules()))) == 12
