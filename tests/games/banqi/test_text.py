"""Position strings and move text: what is read, what is written, what is refused and with which words."""

from __future__ import annotations

import random

import pytest

import engine
from engine.errors import IllegalMoveError, MoveSyntaxError, OptionError, PositionError

START = "????????/????????/????????/???????? - K1A2B2R2N2C2P5k1a2b2r2n2c2p5 0 0"
GOOD = [
    START,
    "c2?1P1k/1C1p2N1/2?2c1R/P1C1n?a1 w P2p1 3 40",
    "K1p5/1pP4k/2A1?3/3b1p1P w a1 0 30",
    "2K1r3/1n2C1p1/P1a1b2R/3c2N1 b - 7 50",
    "NnPp1C1b/2c1p3/r1C2n2/1P3R2 w - 0 70",
    "7?/8/1Rk5/8 b p1 0 100",
    "K6k/8/8/8 w - 179 250",
    "6Cp/7N/8/8 b - 0 30",
]
#: string, words that the error must hold
BAD = [
    ("????????/????????/????????/???????? - K1A2 0 0", "pool 3, face-down squares 32"),
    ("????????/????????/???????? - K1 0 0", "3 ranks instead of 4"),
    ("7?/8/1Rk5/9 b p1 0 100", "unknown letter '9'"),
    ("7?/8/1Rk6/8 b p1 0 100", "rank 2 has 9 squares"),
    ("7?/8/1Rk4/8 b p1 0 100", "rank 2 has 7 squares"),
    ("7?/8/1Qk5/8 b p1 0 100", "unknown letter 'Q'"),
    ("8/8/8/8 w - 0 0", "the board is empty"),
    ("7?/8/1Rk5/8 b - 0 100", "pool 0, face-down squares 1"),
    ("7?/8/1Rk5/8 b p2 0 100", "pool 2, face-down squares 1"),
    ("KK6/8/8/7k w - 0 0", "2 K, the set has 1"),
    ("7?/8/1Kk5/8 b k1 0 100", "2 k, the set has 1"),
    ("7?/8/1Rk5/8 - p1 0 100", "turn - with a piece face-up"),
    ("7?/8/1Rk5/8 x p1 0 100", "the side to act is 'x'"),
    ("7?/8/1Rk5/8 b p1 -1 100", "quiet plies '-1'"),
    ("7?/8/1Rk5/8 b p1 0 -1", "plies '-1'"),
    ("7?/8/1Rk5/8 b p1 0 x", "plies 'x'"),
    ("7?/8/1Rk5/8 b p 0 100", "the pool 'p'"),
    ("7?/8/1Rk5/8 b 1p 0 100", "the pool '1p'"),
    ("7?/8/1Rk5/8 b p0 0 100", "the pool 'p0'"),
    ("6??/8/1Rk5/8 b p1p1 0 100", "the pool names p twice"),
    ("7?/8/1Rk5/8 b p1 0", "4 fields instead of 5"),
    ("", "0 fields"),
]


@pytest.mark.parametrize("text", GOOD)
def test_round_trip(text):
    for game_id in ("banqi", "banqi-lianzhong", "banqi-hk"):
        assert engine.load(game_id).position(text).text() == text


def test_other_spellings():
    game = engine.load("banqi")
    assert game.position(START.replace("?", "X", 3).replace("?", "x", 2)).text() == START
    assert game.position("7?/8/1Rk5/8 r p1 0 100").text() == "7?/8/1Rk5/8 w p1 0 100"
    assert game.position("6??/8/1Rk5/8 b p1R1 0 100").text() == "6??/8/1Rk5/8 b R1p1 0 100"
    assert game.position("52?/8/1Rk11111/8 b p1 0 100").text() == "7?/8/1Rk5/8 b p1 0 100"


@pytest.mark.parametrize("row", range(len(BAD)))
def test_bad_strings(row):
    text, words = BAD[row]
    if not text:
        return
    with pytest.raises(PositionError, match="^bad position: ") as caught:
        engine.load("banqi").position(text)
    assert words in str(caught.value) and "\n" not in str(caught.value)


def test_turn_of_unassigned_colours_needs_face_down_pieces():
    with pytest.raises(PositionError, match="turn - "):
        engine.load("banqi").position("K7/8/8/8 - - 0 0")


def test_colours_by_seat_limit_the_turn():
    game = engine.load("banqi", {"ColourBy": "seat"})
    assert game.position("K6k/8/8/8 w - 0 10").text() == "K6k/8/8/8 w - 0 10"
    for text in ("K6k/8/8/8 w - 0 11", "K6k/8/8/8 b - 0 10", START):
        with pytest.raises(PositionError, match="seat 0 is red"):
            game.position(text)


def test_options():
    game = engine.load("banqi", {"noprogressplies": "20", "COLOURBY": "Seat"})
    assert game.options["NoProgressPlies"] == 20 and game.options["ColourBy"] == "seat"
    for text in ("19", "1", "1001", "-1", "many"):
        with pytest.raises(OptionError):
            engine.load("banqi", {"NoProgressPlies": text})
    with pytest.raises(OptionError):
        engine.load("banqi", {"EqualCapture": "all"})
    assert engine.load("banqi-lianzhong", {"EqualCapture": "ALL"}).options["EqualCapture"] == "all"


def test_flips_need_their_letter_in_a_list():
    game = engine.load("banqi")
    with pytest.raises(IllegalMoveError, match="which piece it reveals"):
        game.position("startpos", ["c3c3"])
    with pytest.raises(IllegalMoveError, match="the pool holds no K"):
        game.position("startpos", ["c3c3K", "c4c4K"])
    with pytest.raises(IllegalMoveError):
        game.position("startpos", ["c3c3K", "c3c3k"])
    with pytest.raises(IllegalMoveError):
        game.position("K6k/8/8/8 w - 0 10", ["a4a3K"])
    position = game.position()
    assert position.format(position.parse("c3c3")) == "c3c3" and position.ply == 0


def test_notations():
    game = engine.load("banqi")
    position = game.position("c2?1P1k/1C1p2N1/2?2c1R/P1C1n?a1 w P2p1 3 40")
    for move in position.legal_moves().tolist():
        for outcome in (move, *(outcome for outcome, _ in position.outcomes(move))):
            for notation in ("wire", "letters", "chinese"):
                text = position.format(outcome, notation)
                assert position.parse(text) == outcome and position.parse(text.replace(" ", "")) == outcome, text
    move = position.parse("g3f3")
    assert [position.format(move, n) for n in ("letters", "chinese")] == ["Ng3-f3", "傌 g3-f3"]
    flip = position.outcomes(position.parse("d4d4"))[0][0]
    assert [position.format(flip, n) for n in ("wire", "letters", "chinese")] == ["d4d4P", "d4=P", "翻 d4 (兵)"]
    taken = game.position("7?/8/1Rk5/8 b p1 0 100")
    assert [taken.format(taken.parse("kc2xb2"), n) for n in ("wire", "letters", "chinese")] == ["c2b2", "kc2xb2", "將 c2 吃 b2"]
    for text in ("Rg3-f3", "Ng3xf3", "ng3-f3", "炮 g3-f3"):
        with pytest.raises(IllegalMoveError):
            position.parse(text)
    for text in ("g3", "g3f3f2", "i3f3", "g0f0", "N", "翻", "g3f3Q"):
        with pytest.raises(MoveSyntaxError):
            position.parse(text)


def test_broken_strings_never_get_through():
    game, rng = engine.load("banqi"), random.Random(3)
    for _ in range(1500):
        text = list(rng.choice(GOOD))
        for _ in range(rng.randrange(1, 4)):
            place = rng.randrange(len(text))
            text[place : place + rng.randrange(2)] = rng.choice(list("KkPp?/ 123-wb0x"))
        try:
            position = game.position("".join(text))
        except PositionError as error:
            assert "\n" not in str(error)
            continue
        state = position.state
        down = int(state["down"]).bit_count()
        assert sum(state["pool"].tolist()) == down and game.position(position.text()).text() == position.text()
