"""The flip game of army chess: every figure and worked example of the rule text."""

from __future__ import annotations

import pytest

import engine
from engine.chance import ARMY_SET, deal

SECOND = (
    "?a?G?/?1?1?/??1??/?1?1?/?b?f?/?????/?C?D?/?????/?1?1?/??1??/?1?1?/????? - A1B1C1D1E2F2G2H3I3J3K2L1c2d2e2f1g3h3i3j3k2l1 0 7"
)
THIRD = "2l2/1a3/J1I1k/1B1d1/2h2/i3C/j3K/2?2/1g1D1/2?2/1h3/1L1c1 w F1j1 0 60"
FOURTH = "1l3/G4/1H3/5/5/2?2/5/3d1/5/1c3/5/3L1 w h1 5 90"
FIFTH = "1l3/I4/j1H2/5/5/2?2/5/3d1/5/1c3/5/3L1 w h1 5 90"
SIXTH = "1l1j1/j4/5/5/5/d4/D4/5/5/5/J3J/1L3 w - 0 120"
CARRY = "Gl3/1H3/5/5/5/2?2/5/3d1/5/1c3/5/3L1 w h1 5 90"
LOCKED = "1A1l1/5/2b2/5/5/5/5/5/5/2a2/5/1L1D1 w - 0 130"
SHUFFLE = "1l3/4b/5/5/5/5/5/5/4C/5/5/1L3 w - 0 10"
ROUND = "e4e5 e11e10 e5e4 e10e11 e4e5 e11e10 e5e4 e10e11".split()


def load(**options):
    return engine.load("luzhanqi-flip", {name: str(value) for name, value in options.items()})


PERFT = [
    ({}, "startpos", 50, (1200, 1396500), (2500, 6002500)),
    ({"ColourBy": "first-flip"}, "startpos", 50, (1200, 1396500), (2500, 6002500)),
    ({}, SECOND, 44, (968, 902680), (1936, 3580252)),
    ({}, THIRD, 31, (33, 1534, 50361), (33, 1534, 50361)),
    ({}, FOURTH, 22, (22, 381, 7014), (22, 381, 7014)),
    ({}, FIFTH, 37, (37, 636, 21229), (37, 636, 21229)),
    ({}, SIXTH, 9, (9, 93), (9, 93)),
    ({"FlagCarrier": "any"}, FOURTH, 22, (22, 381), (22, 381)),
    ({"FlagCarrier": "any"}, CARRY, 9, (9, 126, 1565), (9, 126, 1565)),
    ({}, CARRY, 8, (8, 126, 1456), (8, 126, 1456)),
    ({"HQLock": "true"}, LOCKED, 0, (0, 0), (0, 0)),
    ({}, LOCKED, 6, (6, 48, 298), (6, 48, 298)),
]


@pytest.mark.parametrize(("options", "text", "moves", "kinds", "weighted"), PERFT)
def test_perft(options, text, moves, kinds, weighted):
    position = load(**options).position(text)
    assert len(position.legal_moves()) == moves
    assert tuple(position.perft(depth + 1) for depth in range(len(kinds))) == kinds
    assert tuple(position.perft(depth + 1, ["weighted"]) for depth in range(len(weighted))) == weighted
    if text != "startpos":
        assert position.text() == text


def test_perft_of_a_deal():
    letters = "djKeChJgdkhgBgGGjGLIjhHiHkCFaKJDJcfAHEFfiDbilEIIce"
    assert deal(ARMY_SET, 1) == letters
    position = load().position()
    assert [position.perft(depth, ["deal", letters]) for depth in (1, 2)] == [50, 2450]
    for words in (["deal"], ["deal", letters[:-1]], ["deal", letters[:-1] + "A"], ["all"]):
        with pytest.raises(engine.errors.QijiError):
            position.perft(1, words)


def texts(position):
    return sorted(position.format(move) for move in position.legal_moves().tolist())


def test_moves_of_the_fourth_position():
    wanted = ["c7c7"] + [f"a11{p}" for p in "a12 b11 c11 d11 e11 a10 a9 a8 a7 a6 a5 a4 a3 a2".split()]
    wanted += [f"b10{p}" for p in "b11 c11 a10 c10 a9 b9 c9".split()]
    assert texts(load().position(FOURTH)) == sorted(wanted)


def test_moves_of_the_third_position():
    wanted = ["c5c5", "c3c3"] + ["c10" + p for p in "c11 b10 d10 c9".split()] + ["b9" + p for p in "b10 a9 c9 b8".split()]
    wanted += ["e7" + p for p in "e10 e9 e8 d8 d7 c7 b7 a7".split()] + ["e6" + p for p in "d6 c6 b6 a6 d5 e5 e4 e3 e2".split()]
    wanted += ["d4" + p for p in "d5 c4 e4 d3".split()]
    assert texts(load().position(THIRD)) == sorted(wanted)


ENDS = [
    ({}, FOURTH, "b10b11 d5d4 b11b12", "win red flag", "1H3/G4/5/5/5/2?2/5/5/3d1/1c3/5/3L1 b h1 0 93"),
    ({}, "5/5/5/5/5/d4/D4/5/5/5/J3J/1L1l1 w - 0 120", "a6a7", "draw wipeout", "5/5/5/5/5/5/5/5/5/5/J3J/1L1l1 b - 0 121"),
    ({}, "5/5/5/5/5/d4/C4/5/5/5/J3J/1L1l1 w - 0 120", "a6a7", "win red wipeout", None),
    ({}, "j1l2/5/5/5/5/5/5/5/5/5/Jh3/IL3 w - 0 120", "", "win black no-moves", None),
    ({}, SHUFFLE, " ".join(ROUND), "draw repetition", None),
    ({}, SHUFFLE, " ".join(ROUND[:7]), "ongoing", None),
    ({"Repetition": "off"}, SHUFFLE, " ".join(ROUND), "ongoing", None),
    ({}, SHUFFLE.replace("- 0 10", "- 69 100"), "e4e5", "draw no-progress", None),
    ({"NoProgressPlies": 0}, SHUFFLE.replace("- 0 10", "- 69 100"), "e4e5", "ongoing", None),
    ({}, "startpos", "a12a12E b12b12f", "ongoing", None),
    ({"HQLock": "true"}, LOCKED, "", "win black no-moves", None),
    ({}, SIXTH, "a6a7", "draw wipeout", None),
]


@pytest.mark.parametrize(("options", "text", "moves", "result", "after"), ENDS)
def test_ends(options, text, moves, result, after):
    position = load(**options).position(text, moves.split())
    assert str(position.result()) == result
    assert bool(len(position.legal_moves())) == (result == "ongoing")
    if after:
        assert position.text() == after


def test_colours():
    position = load().position("startpos", ["a12a12E", "b12b12f"])
    assert position.text().split()[1] == "-" and position.seat == "first"
    position = load(ColourBy="first-flip").position("startpos", ["a12a12E", "b12b12f"])
    assert position.text().split()[1] == "w" and position.seat == "red"
    position = load().position("startpos", ["a12a12E", "b12b12i"])
    assert position.text().split()[1] == "w" and position.player == 0


def test_protocol_example():
    position = load().position("startpos", "c6c6F c7c7H b6b6C d12d12e".split())
    assert position.text() == (
        "???e?/?????/?1?1?/??1??/?1?1?/??H??/?CF??/?1?1?/??1??/?1?1?/?????/????? - "
        "A1B1C1D2E2F1G3H2I3J3K2L1a1b1c2d2e1f2g3h3i3j3k2l1 0 4"
    )


BAD = [
    ("5/5/5/5/5/5/5/5/5/5/5 w - 0 0", "11 ranks"),
    ("5/5/5/5/5/5/5/5/5/5/5/5 w - 0 0", "empty"),
    ("1l3/5/5/5/5/5/5/5/5/5/5/4m w - 0 0", "unknown letter"),
    ("1l3/5/5/5/5/5/5/5/5/5/5/6 w - 0 0", "unknown letter"),
    ("1l3/5/5/5/5/5/5/5/5/5/5/4 w - 0 0", "4 points"),
    ("1l3/5/5/5/5/5/5/5/5/5/5/4? w - 0 0", "pool 0, face-down points 1"),
    ("1l3/5/5/5/5/5/5/5/5/5/5/4? w A1a1 0 0", "pool 2, face-down points 1"),
    ("1l3/5/5/5/5/5/5/5/5/5/5/3AA w - 0 0", "2 A, the set has 1"),
    ("1l3/5/5/5/5/5/5/5/5/5/A4/4? w A1 0 0", "2 A, the set has 1"),
    ("1l3/5/5/5/5/5/5/5/5/5/5/3I? - i1 0 0", "engineer face-up"),
    ("1l3/5/5/5/5/5/5/5/5/5/5/4? - A1 0 0", "without an engineer"),
    ("5/5/5/5/5/5/5/5/5/5/5/3Aa w - 0 0", "no flag left"),
    ("1l3/5/5/5/5/5/5/5/5/5/5/4L x - 0 0", "side to act"),
    ("1l3/5/5/5/5/5/5/5/5/5/5/4L w - -1 0", "quiet plies"),
    ("1l3/5/5/5/5/5/5/5/5/5/5/4L w - 0 z", "plies"),
    ("1l3/5/5/5/5/5/5/5/5/5/5/4L w - 0", "4 fields"),
    ("1l3/5/5/5/5/5/5/5/5/5/5/4? w A1A1 0 0", "twice"),
    ("1l3/5/5/5/5/5/5/5/5/5/5/4? w A0 0 0", "no list of letters"),
]


@pytest.mark.parametrize(("text", "words"), BAD)
def test_bad_positions(text, words):
    with pytest.raises(engine.PositionError, match=words):
        load().position(text)


def test_bad_positions_under_first_flip():
    with pytest.raises(engine.PositionError, match="piece face-up"):
        load(ColourBy="first-flip").position("1l3/5/5/5/5/5/5/5/5/5/5/4? - i1 0 0")


@pytest.mark.parametrize("move", ["c7c7", "c7c7X", "c7c8", "c4c4A", "b3b3A", "zz"])
def test_bad_moves(move):
    with pytest.raises(engine.errors.QijiError):
        load().position("startpos", [move])
    with pytest.raises(engine.errors.QijiError):
        load().position("startpos", ["a12a12L", "a1a1L"])
