"""Figures and plays of the rule text, sections 6 and 9, by the engine and by the slow twin."""

from __future__ import annotations

import pytest

import engine
from protocols.boards import divide
from tests.reference.aeroplane_twin import Rules, Twin

FOUR = "H,H,H,H/H,H,H,H/H,H,H,H/H,H,H,H r - 0 0"
TWO = "H,H,H,H/-/H,H,H,H/- r - 0 0"
A = "H,0,8,13/H,H,32,44/H,H,53,F/H,H,5,5 r - 0 40"
B = "H,10,12,47/H,H,2,2/H,H,H,40/H,35,35,F r - 0 41"
B6 = B.replace("r - 0", "r 6 3")
LANES = "50,52,55,F/H,H,H,H/H,H,17,45/H,H,H,H r - 0 99"
C = "53,F,F,F/0,3,9,F/H,H,1,2/H,H,H,H r - 0 200"
STACKS = "H,3,3,F/H,H,30,44/-/H,6,6,40 r - 0 60"
#: position, options, perft 1, 2, ...
FIGURES = [
    (FOUR, {}, (6, 38, 242, 1554, 10246)),
    (TWO, {}, (6, 38, 252, 1748, 12926)),
    (A, {}, (20, 296, 3230)),
    (B, {}, (20, 208, 1994)),
    (LANES, {}, (18, 138, 1530)),
    (C, {}, (6, 78, 1062)),
    (B6, {}, (4, 84, 870)),
    (B6, {"Sixes": "void"}, (1, 8)),
    (A, {"TakeOff": "6"}, (19, 264)),
    (A, {"TakeOff": "even"}, (21, 330)),
    (A, {"Jump": "optional"}, (26, 482)),
    (A.replace("r - 0", "r - 2"), {}, (20, 296, 3230)),
    (A.replace("r - 0", "r - 2"), {"Sixes": "void"}, (17, 232, 2202)),
    (LANES, {"Finish": "exact"}, (11, 67)),
    (STACKS, {}, (8, 104, 1426)),
    (STACKS, {"StackMove": "together"}, (8, 98, 1336)),
]
#: position, options, tokens, what follows, result
PLAYS = [
    (A, {}, "r5 H", "0,0,8,13/H,H,32,44/H,H,53,F/H,H,5,5 y - 0 41", "ongoing"),
    (A, {}, "r6 H", "0,0,8,13/H,H,32,44/H,H,53,F/H,H,5,5 r - 1 41", "ongoing"),
    (A, {}, "r2 0", "H,6,8,13/H,H,32,44/H,H,53,F/H,H,5,5 y - 0 41", "ongoing"),
    (A, {}, "r6 8", "H,0,13,30/H,H,32,44/H,H,H,F/H,H,5,5 r - 1 41", "ongoing"),
    (A, {}, "r5 13", "H,0,8,34/H,H,32,44/H,H,H,F/H,H,5,5 y - 0 41", "ongoing"),
    (B, {}, "r2 12", "H,10,14,47/H,H,2,2/H,H,H,H/H,35,35,F y - 0 42", "ongoing"),
    (B, {}, "r3 12", "H,H,10,47/H,H,H,H/H,H,H,40/H,35,35,F y - 0 42", "ongoing"),
    (B, {}, "r5 12", "H,10,13,47/H,H,2,2/H,H,H,40/H,35,35,F y - 0 42", "ongoing"),
    (B, {}, "r6 10", "H,12,14,47/H,H,2,2/H,H,H,H/H,35,35,F r - 1 42", "ongoing"),
    (C, {}, "r3 53", "F,F,F,F/0,3,9,F/H,H,1,2/H,H,H,H y - 0 201", "win red home"),
    (C, {}, "r5 53", "54,F,F,F/0,3,9,F/H,H,1,2/H,H,H,H y - 0 201", "ongoing"),
    (A, {"Jump": "optional"}, "r2 0n", "H,2,8,13/H,H,32,44/H,H,53,F/H,H,5,5 y - 0 41", "ongoing"),
    (A, {"Jump": "optional"}, "r5 13n", "H,0,8,18/H,H,32,44/H,H,53,F/H,H,5,5 y - 0 41", "ongoing"),
    (A, {"Jump": "optional"}, "r6 8n", "H,0,13,14/H,H,32,44/H,H,53,F/H,H,5,5 r - 1 41", "ongoing"),
    (STACKS, {}, "r3 3", "H,3,10,F/H,H,30,44/-/H,6,6,40 y - 0 61", "ongoing"),
    (STACKS, {"StackMove": "together"}, "r3 3", "H,10,10,F/H,H,30,44/-/H,6,6,40 y - 0 61", "ongoing"),
    (C, {}, "r2 53 0000 r5 0000", "55,F,F,F/-/-/H,H,H,H g - 0 203", "ongoing"),
    (TWO, {}, "r4 - r6 0000", "H,H,H,H/-/-/- r - 0 2", "win red left"),
    (B6, {"Sixes": "void"}, "-", B.replace("r - 0 41", "y - 0 42"), "ongoing"),
    (TWO, {}, "r6 H r1 0 r5 H r4 1 r2 0 r2 5 r5 6 r2 7", "H,H,H,9/-/H,H,H,11/- b - 0 8", "ongoing"),
    ("50,F,F,F/H,H,H,H/-/- r - 0 3", {}, "r6 50", "F,F,F,F/H,H,H,H/-/- r - 1 4", "win red home"),
]
WORDS = {"6": "6", "even": "even", "void": True, "exact": True, "optional": True, "together": True}
NAMES = {"TakeOff": "take_off", "Sixes": "void", "Finish": "exact", "Jump": "optional", "StackMove": "together"}


def rules_of(options):
    return Rules(**{NAMES[name]: WORDS[text] for name, text in options.items()})


@pytest.mark.parametrize("row", range(len(FIGURES)))
def test_perft(row):
    text, options, counts = FIGURES[row]
    position = engine.load("aeroplane", options).position(text)
    assert tuple(position.perft(depth) for depth in range(1, len(counts) + 1)) == counts
    twin = Twin.read(text, rules_of(options))
    assert tuple(twin.perft(depth) for depth in range(1, min(3, len(counts)) + 1)) == counts[:3]
    lines = list(divide(position, 2, None))
    assert sum(count for _, count in lines) == counts[1]
    assert position.perft(0) == 1


def test_divide_has_a_line_a_pair():
    lines = dict(divide(engine.load("aeroplane").position(), 1, None))
    assert lines == {"r1 -": 1, "r2 -": 1, "r3 -": 1, "r4 -": 1, "r5 H": 1, "r6 H": 1}
    shown = dict(divide(engine.load("aeroplane").position(B6), 1, None))
    assert set(shown) == {"H", "10", "12", "47"}


@pytest.mark.parametrize("row", range(len(PLAYS)))
def test_plays(row):
    text, options, tokens, after, result = PLAYS[row]
    position = engine.load("aeroplane", options).position(text, tokens.split())
    assert position.text() == after and str(position.result()) == result
    assert position.history() == tokens.split()
    twin = Twin.read(text, rules_of(options))
    for token in tokens.split():
        twin = twin.play(token)
    assert twin.text() == after and twin.result() == result


def test_lists():
    def texts(text, tokens="", **options):
        position = engine.load("aeroplane", options).position(text, tokens.split())
        return [position.format(move) for move in position.legal_moves().tolist()]

    last = "54,F,F,F/H,H,H,H/H,H,H,H/H,H,H,H r - 0 10"
    assert texts(last, "r4") == ["54"] and texts(last, "r4", Finish="exact") == ["-"]
    assert engine.load("aeroplane").position(last, ["r4", "54"]).text().startswith("54,F,F,F/")
    assert texts(B, "r6") == ["H", "10", "12", "47"] and texts(A) == []
    assert texts(B6, Sixes="void") == ["-"]
    assert texts(A, "r2", Jump="optional") == ["0", "0n", "8", "8n", "13"]


def test_after_the_end_there_is_nothing():
    for tokens in ("r3 53", "r3 0000 r1 0000 r2 0000"):
        position = engine.load("aeroplane").position(C, tokens.split())
        assert position.result().over and not len(position.legal_moves()) and not position.outcomes() and not position.chance_due
        for token in ("r1", "H", "-", "0000", "53"):
            with pytest.raises(engine.IllegalMoveError):
                position.push(token)


def test_players_and_seats():
    assert engine.load("aeroplane").teams == (0, 1, 2, 3)
    game = engine.load("aeroplane", {"Players": "2"})
    assert game.teams == (0, -1, 1, -1) and game.position().text() == TWO
    three = engine.load("aeroplane", {"Players": "3"})
    assert three.teams == (0, 1, 2, -1) and three.position().text() == "H,H,H,H/H,H,H,H/H,H,H,H/- r - 0 0"
    turns = []
    position = three.position()
    for _ in range(6):
        turns.append(position.seat)
        position.push("r1")
        position.push("-")
    assert turns == ["red", "yellow", "blue"] * 2


def test_rolls():
    position = engine.load("aeroplane").position()
    assert position.chance_due and [weight for _, weight in position.outcomes()] == [1] * 6
    assert [position.format(roll) for roll, _ in position.outcomes()] == [f"r{die}" for die in range(1, 7)]
    position.push("r6")
    assert not position.chance_due and position.outcomes() == [] and position.text().split()[1:] == ["r", "6", "1", "0"]
    with pytest.raises(engine.IllegalMoveError, match="the die 6 waits"):
        position.push("r1")
