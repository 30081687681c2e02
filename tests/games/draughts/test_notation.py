"""Move text: what is written, what is read, and the three errors (rule text, section 7)."""

from __future__ import annotations

import random

import pytest

import engine
from engine.games.draughts.notation import hub_text, read_hub
from engine.games.draughts.rules import SETTINGS

#: (game, position, Hub form, PDN) of the rule text's section 10.3.
WHOLE_PATHS = [
    ("checkers", "W:WK11,17,22:B3,K6,K7,8,K12,K14,15,K21,27", "11x4x6x7x8x14x15", "11x2x9x18x11x4"),
    ("checkers", "W:WK11,17,22:B3,K6,K7,8,K12,K14,15,K21,27", "11x4x8", "11x4"),
    ("checkers", "W:WK17,19,20,31:BK7,8,K11,14,15,K16,K29", "19x3x7x15", "19x10x3"),
    ("checkers", "W:WK17,19,20,31:BK7,8,K11,14,15,K16,K29", "19x3x8x16", "19x12x3"),
    ("checkers-flying", "B:W10,11,17,K23,24:B15,K20,K22,K29", "20x21x10x11x17", "20x7x14x21"),
    ("checkers-flying", "B:W10,11,17,K23,24:B15,K20,K22,K29", "20x21x17x23x24", "20x27x14x21"),
    ("checkers-flying", "W:WK1,13,18,29:B4,6,7,14,K26,K27,K30", "1x3x6x7", "1x10x3"),
    ("checkers-flying", "W:WK1,13,18,29:B4,6,7,14,K26,K27,K30", "1x3x6x7x14x26x27", "1x24x31x17x10x3"),
    ("draughts", "W:W15,K25,35,41,42,47,49:B1,12,14,K21,22,32,34,37,40", "25x30x14x22x32x34", "25x9x27x43x30"),
    ("draughts", "W:W15,K25,35,41,42,47,49:B1,12,14,K21,22,32,34,37,40", "25x25x14x22x32x34", "25x9x27x43x25"),
    ("draughts", "W:W15,K25,35,41,42,47,49:B1,12,14,K21,22,32,34,37,40", "25x30x12x14x22x34", "25x3x17x39x30"),
    ("draughts", "W:W15,K25,35,41,42,47,49:B1,12,14,K21,22,32,34,37,40", "25x25x12x14x22x34", "25x3x17x39x25"),
    ("draughts", "W:W15,K25,35,41,42,47,49:B1,12,14,K21,22,32,34,37,40", "25x20x12x14x22x34", "25x39x17x3x20"),
    ("draughts", "W:W15,K25,35,41,42,47,49:B1,12,14,K21,22,32,34,37,40", "25x20x14x22x32x34", "25x43x27x9x20"),
    ("draughts", "W:W15,K25,35,41,42,47,49:B1,12,14,K21,22,32,34,37,40", "25x7x12x22x32x34", "25x7"),
    ("draughts64", "B:W10,11,12,21,22,23,K27,30:B2,K9,K17", "17x17x10x11x22x23", "17x7x16x26x17"),
    ("draughts64", "B:W10,11,12,21,22,23,K27,30:B2,K9,K17", "17x13x10x11x22x23", "17x7x16x26x13"),
    ("draughts64", "B:W10,11,12,21,22,23,K27,30:B2,K9,K17", "17x17x10x11x22x27", "17x7x20x31x17"),
    ("draughts64", "B:W10,11,12,21,22,23,K27,30:B2,K9,K17", "17x13x10x11x22x27", "17x7x20x31x13"),
    ("draughts64", "B:W10,11,12,21,22,23,K27,30:B2,K9,K17", "17x14x10x11x22x23", "17x26x16x7x14"),
    ("draughts64", "B:W10,11,12,21,22,23,K27,30:B2,K9,K17", "17x14x10x11x22x27", "17x31x20x7x14"),
    ("draughts64", "W:WK2,12:BK1,K4,6,K7,14,K15,19,24,K25,K32", "2x2x6x7x14x15", "2x9x18x11x2"),
    ("draughts64", "W:WK2,12:BK1,K4,6,K7,14,K15,19,24,K25,K32", "2x2x6x7x14x19", "2x9x23x16x2"),
    ("draughts64", "W:WK2,12:BK1,K4,6,K7,14,K15,19,24,K25,K32", "2x2x6x7x14x24", "2x9x27x20x2"),
    ("draughts64", "W:WK2,12:BK1,K4,6,K7,14,K15,19,24,K25,K32", "2x10x7x14x19x25", "2x10"),
    ("russian", "W:WK2,19,21,K27:B7,9,17,18,25", "2x29x9x17x25", "2x13x22x29"),
    ("russian", "W:WK2,19,21,K27:B7,9,17,18,25", "2x29x7x18x25", "2x11x22x29"),
    ("russian", "B:W17,K18,19,26,27:BK3,8,K12,24,K29", "24x13x17x18x19", "24x15x22x13"),
    ("russian", "B:W17,K18,19,26,27:BK3,8,K12,24,K29", "24x13x17x26x27", "24x31x22x13"),
    ("pool", "B:W10,11,17,K23,24:B15,K20,K22,K29", "20x21x10x11x17", "20x7x14x21"),
    ("pool", "B:W10,K11,K17,K19,20,27:B1,3,5,24,K30,K32", "32x21x10x11x17x19x27", "32x23x16x7x14x21"),
    ("pool", "B:W10,K11,K17,K19,20,27:B1,3,5,24,K30,K32", "32x21x17x27", "32x14x21"),
]


@pytest.mark.parametrize(("game_id", "text", "hub", "pdn"), WHOLE_PATHS)
def test_numeric(game_id, text, hub, pdn):
    position = engine.load(game_id).position(text)
    move = position.parse(hub)
    assert position.format(move) == hub and position.format(move, "numeric") == pdn
    assert position.parse(pdn) == move


def test_notations():
    position = engine.load("russian").position("W:WK2,12,13,31:B6,7,K8,14,15,26")
    move = position.parse("2x4x6x8x14x15")
    written = {name: position.format(move, name) for name in position.game.entry.notations}
    assert written == {
        "hub": "2x4x6x8x14x15",
        "numeric": "2x9x18x11x4",
        "full": "2x9x18x11x4",
        "uci": "0209181104",
        "algebraic": "d8xb6xd4xf6xh8",
    }
    quiet = engine.load("russian").position()
    assert quiet.format(quiet.parse("22-18"), "algebraic") == "c3-d4" and quiet.format(quiet.parse("c3d4"), "uci") == "2218"
    assert "algebraic" not in engine.load("draughts").entry.notations


@pytest.mark.parametrize("text", ["32-28", "32x28", "32X28", "32×28", "32:28", "3228", " 32 - 28 ", "32-28!", "032-28"[1:]])
def test_quiet_separators(text):
    position = engine.load("draughts").position()
    assert position.format(position.parse(text)) == "32-28"


@pytest.mark.parametrize("text", ["04-08", "4-8"])
def test_leading_zero(text):
    position = engine.load("draughts").position("B:W48:B4")
    if "8" in text:
        with pytest.raises(engine.IllegalMoveError):
            position.parse(text)
    assert position.parse("04-09") == position.parse("4-9") == position.parse("0409")


@pytest.mark.parametrize("text", ["c3-d4", "c3d4", "C3-D4", "c3:d4", "22-18", "c3-18", "2218"])
def test_letters(text):
    position = engine.load("draughts64").position()
    assert position.format(position.parse(text)) == "22-18"


@pytest.mark.parametrize("text", ["28x19", "28-19", "28x19x23", "28:19", "28×19", "2819"])
def test_single_capture(text):
    position = engine.load("draughts").position("W:W28,32:B23")
    assert position.format(position.parse(text)) == "28x19x23"


@pytest.mark.parametrize(
    ("text", "written", "given", "wrong"),
    [
        (
            "W:WK44:B9,18,33",
            "44x22x13x4",
            ["44x4", "44x22x4", "44x13x4", "44x4x33x9x18"],
            ["44x28x4", "44x28x22x4", "44x13x22x4"],
        ),
        ("W:WK46:B37,19", "46x32x14", ["46x14", "46x28x14", "46x23x14", "46x14x19x37"], ["46x10x14", "46x32x28x14", "46x41x14"]),
    ],
)
def test_landing_squares(text, written, given, wrong):
    """A king may land on any square between two captured pieces; lists may leave squares out while one move fits."""
    position = engine.load("draughts").position(text)
    move = position.parse(written)
    assert position.format(move, "full") == written
    assert all(position.parse(form) == move for form in given)
    for form in wrong:
        with pytest.raises(engine.IllegalMoveError):
            position.parse(form)


def test_two_numbers_mean_the_single_jump():
    position = engine.load("checkers").position("W:WK11,17,22:B3,K6,K7,8,K12,K14,15,K21,27")
    assert position.format(position.parse("11x4")) == "11x4x8"
    several = engine.load("checkers").position("W:WK17,19,20,31:BK7,8,K11,14,15,K16,K29")
    with pytest.raises(engine.AmbiguousMoveError) as caught:
        several.parse("19x3")
    assert "19x3x7x15" in str(caught.value) and "19x3x8x16" in str(caught.value)


def test_dash_and_cross_under_optional_captures():
    position = engine.load("checkers", {"MustCapture": "false"}).position("W:WK18,30:B14,7,8,16")
    assert position.format(position.parse("18-15")) == "18-15" and position.format(position.parse("18x9")) == "18x9x14"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", engine.MoveSyntaxError),
        ("32", engine.MoveSyntaxError),
        ("32-", engine.MoveSyntaxError),
        ("32-28-", engine.MoveSyntaxError),
        ("32--28", engine.MoveSyntaxError),
        ("32_28", engine.MoveSyntaxError),
        ("32-51", engine.MoveSyntaxError),
        ("0-28", engine.MoveSyntaxError),
        ("e2e4", engine.MoveSyntaxError),
        ("32228", engine.MoveSyntaxError),
        ("32-27x3", engine.IllegalMoveError),
        ("32-23", engine.IllegalMoveError),
        ("20-25", engine.IllegalMoveError),
    ],
)
def test_errors(text, error):
    position = engine.load("draughts").position()
    with pytest.raises(error) as caught:
        position.parse(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("game_id", SETTINGS)
def test_every_form_of_every_move(game_id):
    """In positions with many kings every move is read back from every form, and from its captured squares in any order."""
    game = engine.load(game_id)
    rng = random.Random(game_id)
    side = game.entry.files
    checked = 0
    for _ in range(150):
        squares = rng.sample(range(side // 2 + 1, side * side // 2 - side // 2 + 1), rng.randrange(8, 15))
        kings = [("K" if rng.random() < 0.4 else "") + str(square) for square in squares]
        cut = rng.randrange(2, 5)
        position = game.position(f"W:W{','.join(kings[:cut])}:B{','.join(kings[cut:])}")
        for move in map(int, position.legal_moves()):
            for name in game.entry.notations:
                assert position.parse(position.format(move, name)) == move, (position.text(), position.format(move, name))
            start, end, *taken = position.format(move).replace("-", "x").split("x")
            rng.shuffle(taken)
            text = "x".join((start, end, *taken))
            assert read_hub(text, position.legal_moves(), side) == position.parse(text) == move
            assert hub_text(move, side) == position.format(move)
            checked += bool(taken)
    assert checked > 150
