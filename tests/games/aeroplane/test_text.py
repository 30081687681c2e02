"""Position strings and tokens: what is read, what is written, what is refused."""

from __future__ import annotations

import random

import pytest

import engine
from engine.errors import IllegalMoveError, MoveSyntaxError, OptionError, PositionError
from tests.games.aeroplane.test_rules import B6, FIGURES, LANES, PLAYS, TWO, A

#: string, words that the error must hold
BAD = [
    ("H,H,H,H/H,H,H,H/H,H,H,H r - 0 0", "3 seats instead of 4"),
    ("H,H,H,H,H/H,H,H,H/H,H,H,H/H,H,H,H r - 0 0", "r has 5 planes, more than 4"),
    ("H,H,H,57/H,H,H,H/H,H,H,H/H,H,H,H r - 0 0", "'57', which is no place"),
    ("H,H,H,56/H,H,H,H/H,H,H,H/H,H,H,H r - 0 0", "'56', which is no place"),
    ("H,H,H,-1/H,H,H,H/H,H,H,H/H,H,H,H r - 0 0", "'-1', which is no place"),
    ("H,H,H,/H,H,H,H/H,H,H,H/H,H,H,H r - 0 0", "'', which is no place"),
    ("H,H,H,f/H,H,H,H/H,H,H,H/H,H,H,H r - 0 0", "'f', which is no place"),
    ("H,H,H,14/H,H,H,1/H,H,H,H/H,H,H,H r - 0 0", "r and y stand on one square"),
    ("-/H,H,H,H/H,H,H,H/H,H,H,H r - 0 0", "which is not in the game"),
    ("-/-/-/- r - 0 0", "which is not in the game"),
    ("H,H,H,H/H,H,H,H/H,H,H,H/H,H,H,H x - 0 0", "the turn is 'x'"),
    ("H,H,H,H/H,H,H,H/H,H,H,H/H,H,H,H r 7 0 0", "the die is '7'"),
    ("H,H,H,H/H,H,H,H/H,H,H,H/H,H,H,H r 0 0 0", "the die is '0'"),
    ("H,H,H,H/H,H,H,H/H,H,H,H/H,H,H,H r 6 0 0", "no six has been rolled"),
    ("H,H,H,H/H,H,H,H/H,H,H,H/H,H,H,H r - -1 0", "sixes '-1'"),
    ("H,H,H,H/H,H,H,H/H,H,H,H/H,H,H,H r - 0 -1", "plies '-1'"),
    ("H,H,H,H/H,H,H,H/H,H,H,H/H,H,H,H r - 0", "4 fields instead of 5"),
]


def test_round_trip():
    game = engine.load("aeroplane")
    for text in [row[0] for row in FIGURES] + [row[3] for row in PLAYS] + ["H/-/-/- r - 0 0", "-/-/0/F,F b 3 0 7"]:
        assert game.position(text).text() == text


def test_places_in_any_order():
    text = "F,8,0,H/H,H,32,44/53,H,F,H/5,H,5,H r - 0 40"
    assert engine.load("aeroplane").position(text).text() == "H,0,8,F/H,H,32,44/H,H,53,F/H,H,5,5 r - 0 40"


@pytest.mark.parametrize("row", range(len(BAD)))
def test_bad_strings(row):
    text, words = BAD[row]
    with pytest.raises(PositionError, match="^bad position: ") as caught:
        engine.load("aeroplane").position(text)
    assert words in str(caught.value) and "\n" not in str(caught.value)


def test_bad_tokens():
    game = engine.load("aeroplane")
    for tokens in ("H", "r7", "r1 H", "r5 -", "r5 0", "r1", "x", "r5 Hn", "r6 6", "56"):
        position = game.position()
        with pytest.raises((IllegalMoveError, MoveSyntaxError)):
            for token in tokens.split():
                position.push(token)
            position.push("r2")
    with pytest.raises(IllegalMoveError):
        game.position(A, ["r2", "0n"])
    with pytest.raises(MoveSyntaxError):
        game.position(A, ["r2", "00"])


def test_options():
    game = engine.load("aeroplane", {"takeoff": "EVEN", "players": "2"})
    assert game.options["TakeOff"] == "even" and game.position().text() == TWO
    for bad in ({"TakeOff": "5"}, {"Players": "5"}, {"Players": "1"}, {"Dice": "2"}):
        with pytest.raises(OptionError):
            engine.load("aeroplane", bad)


def test_spoken():
    game = engine.load("aeroplane")
    position = game.position(B6)
    assert [position.format(move, "spoken") for move in position.legal_moves().tolist()] == [
        "红 6 起飞",
        "红 6 走 10",
        "红 6 走 12",
        "红 6 走 47",
    ]
    for move in position.legal_moves().tolist():
        text = position.format(move, "spoken")
        assert position.parse(text) == position.parse(text.replace(" ", "")) == move
    with pytest.raises((IllegalMoveError, MoveSyntaxError)):
        position.parse("黄 6 起飞")
    with pytest.raises((IllegalMoveError, MoveSyntaxError)):
        position.parse("红 5 起飞")
    waiting = game.position(LANES)
    assert waiting.format(waiting.outcomes()[2][0], "spoken") == "红 掷 3" and waiting.parse("红掷3") == waiting.outcomes()[2][0]
    assert waiting.format(waiting.parse("0000"), "spoken") == "红 退出" and waiting.parse("红退出") == waiting.parse("0000")


def test_broken_strings_never_get_through():
    game, rng = engine.load("aeroplane"), random.Random(3)
    good = [row[0] for row in FIGURES]
    for _ in range(1500):
        text = list(rng.choice(good))
        for _ in range(rng.randrange(1, 4)):
            place = rng.randrange(len(text))
            text[place : place + rng.randrange(2)] = rng.choice(list("HF,/0159- rybgx"))
        try:
            position = game.position("".join(text))
        except PositionError as error:
            assert "\n" not in str(error)
            continue
        assert game.position(position.text()).text() == position.text()
