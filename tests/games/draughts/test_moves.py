"""Legal moves of the worked positions of the rule text, sections 10.2 to 10.5."""

from __future__ import annotations

import pytest

import engine

FIVE_GAMES = "W:WK2,12,13,31:B6,7,K8,14,15,26"
RUSSIAN_TEN = (
    "12x1x6x7x8 12x17x7x8x14 12x21x7x8x14 12x30x7x8x15x26 2x2x6x7x14x15 2x30x6x14x26 2x30x7x26 2x4x6x8x14x15 2x4x7x8 31x22x26"
)
CHECKERS_FIVE = "12x3x8 2x2x6x7x14x15 2x4x6x8x14x15 2x4x7x8 31x22x26"
BLOCKED = "W:W6:BK1,K2,K18"

WORKED = [
    # 10.2
    ("checkers", FIVE_GAMES, CHECKERS_FIVE),
    ("checkers-flying", FIVE_GAMES, CHECKERS_FIVE + " 2x30x6x14x26 2x30x7x26"),
    ("draughts64", FIVE_GAMES, "2x2x6x7x14x15 2x4x6x8x14x15"),
    ("russian", FIVE_GAMES, RUSSIAN_TEN),
    (
        "pool",
        FIVE_GAMES,
        "12x1x6x7x8 12x17x7x8x14 12x19x7x8x15 2x2x6x7x14x15 2x30x6x14x26 2x30x7x26 2x4x6x8x14x15 2x4x7x8 31x22x26",
    ),
    # 10.3
    ("checkers", "W:WK11,17,22:B3,K6,K7,8,K12,K14,15,K21,27", "11x4x6x7x8x14x15 11x4x8 17x1x6x14"),
    ("checkers", "W:WK17,19,20,31:BK7,8,K11,14,15,K16,K29", "17x12x7x8x14 19x3x7x15 19x3x8x16"),
    ("checkers", "B:W8,9,10,18,20,25,K26,27,K32:B24,K29", "24x31x27 29x13x9x10x18x25 29x31x25x26"),
    (
        "checkers-flying",
        "B:W10,11,17,K23,24:B15,K20,K22,K29",
        "20x16x10x11x23x24 20x20x10x11x23x24 20x21x10x11x17 20x21x17x23x24 22x13x17",
    ),
    ("checkers-flying", "W:WK1,13,18,29:B4,6,7,14,K26,K27,K30", "18x2x6x14 1x2x6x7x14x26x27 1x3x6x7 1x3x6x7x14x26x27"),
    (
        "draughts",
        "W:W15,K25,35,41,42,47,49:B1,12,14,K21,22,32,34,37,40",
        "25x20x12x14x22x34 25x20x14x22x32x34 25x25x12x14x22x34 25x25x14x22x32x34 25x30x12x14x22x34 25x30x14x22x32x34 "
        "25x7x12x22x32x34",
    ),
    (
        "draughts",
        "B:WK2,9,10,14,19,K27,K29,32,41:B44,K47",
        "47x33x9x10x27x29x41 47x38x9x10x27x29x41 47x42x9x10x27x29x41 47x47x9x10x27x29x41",
    ),
    ("draughts", "W:WK1,15,25,31,41,48:BK9,10,12,20,27", "15x13x9x10 1x4x9x12 1x5x10x12 25x3x9x20 25x5x10x20"),
    ("draughts", "B:WK3,8,9,10,K20,29,31,39,41:B2,17,K24,26,30,40", "24x24x9x10x20x29x31x41"),
    (
        "draughts64",
        "B:W10,11,12,21,22,23,K27,30:B2,K9,K17",
        "17x13x10x11x22x23 17x13x10x11x22x27 17x14x10x11x22x23 17x14x10x11x22x27 17x17x10x11x22x23 17x17x10x11x22x27",
    ),
    ("draughts64", "W:WK2,12:BK1,K4,6,K7,14,K15,19,24,K25,K32", "2x10x7x14x19x25 2x2x6x7x14x15 2x2x6x7x14x19 2x2x6x7x14x24"),
    ("draughts64", "B:W12,17,K20,23,K25,K28:B8,13,14,K29,K32", "14x30x17x25 29x27x23x25"),
    ("draughts64", "W:W8,11,21,25:B6,7,12,13,14,15,17,23", "11x11x6x7x14x15 11x27x6x7x14x23"),
    (
        "russian",
        "W:WK2,19,21,K27:B7,9,17,18,25",
        "21x23x17x18 21x30x25 21x5x9x17 27x3x7x18 27x5x9x18 2x29x7x18x25 2x29x9x17x25 2x2x7x9x17x18 2x6x7x9x17x18",
    ),
    (
        "russian",
        "B:W17,K18,19,26,27:BK3,8,K12,24,K29",
        "12x21x17x18x19 12x30x19x26 12x32x19x27 24x13x17x18x19 24x13x17x26x27 24x20x18x19x26x27 24x24x18x19x26x27 "
        "24x28x18x19x26x27 29x11x18 29x15x18 3x21x17",
    ),
    (
        "pool",
        "B:W10,11,17,K23,24:B15,K20,K22,K29",
        "15x6x10 15x8x11 20x16x10x11x23x24 20x20x10x11x23x24 20x21x10x11x17 20x21x17x23x24 22x13x17",
    ),
    (
        "pool",
        "B:W10,K11,K17,K19,20,27:B1,3,5,24,K30,K32",
        "24x31x27 24x6x10x19 24x8x11x19 30x21x10x11x17x19 32x13x10x11x17x19x27 32x21x10x11x17x19x27 32x21x17x27 32x4x11x27 "
        "32x8x11x27",
    ),
    # 10.4
    ("draughts", "W:W28,32:B23", "28x19x23"),
    ("draughts", "W:WK46:B23", "46x5x23 46x10x23 46x14x23 46x19x23"),
    ("draughts", "W:W15:B9,10", "15x13x9x10"),
    ("draughts", "W:W35:B30,K40", "35x24x30 35x44x40"),
    ("draughts", "W:W26:B12,K21,31,32", "26x8x12x21 26x28x31x32"),
    ("draughts", "W:WK41,49:B9,10,12,19,38", "41x43x9x12x19x38"),
    ("draughts", "B:W27,28,38,39,42:BK25", "25x33x27x28x39x42"),
    ("draughts", "W:WK47:B9,12,33", "47x17x9x12x33 47x21x9x12x33 47x26x9x12x33"),
    *((game_id, BLOCKED, "") for game_id in ("checkers", "checkers-flying", "draughts64", "russian", "pool")),
    ("draughts", "W:W6:B1,13,K14", ""),
    # 10.5
    ("draughts", "W:W34:B29", "34x23x29"),
    ("draughts", "B:W23,32,41:B19", "19x46x23x32x41"),
    ("draughts", "B:W13,24,34,43:B8", "8x48x13x24x34x43"),
    ("draughts", "W:WK44:B18,33", "44x13x18x33 44x4x18x33 44x9x18x33"),
    ("draughts", "W:WK44:B4,9,18,33", "44x13x18x33"),
    ("draughts", "W:WK44:B9,18,33", "44x4x9x18x33"),
]


def legal(game_id, text, **options):
    position = engine.load(game_id, options).position(text)
    return sorted(position.format(int(move)) for move in position.legal_moves())


@pytest.mark.parametrize(("game_id", "text", "moves"), WORKED)
def test_worked_position(game_id, text, moves):
    assert legal(game_id, text) == sorted(moves.split())


@pytest.mark.parametrize(
    ("game_id", "text", "options", "moves"),
    [
        ("checkers-flying", FIVE_GAMES, {"Promotion": "through"}, RUSSIAN_TEN),
        ("checkers", FIVE_GAMES, {"MustCapture": "false"}, CHECKERS_FIVE + " 13-9 31-27"),
        ("draughts", "W:WK28:B22,12", {"KingRange": "short"}, "28x8x12x22"),
        ("draughts64", FIVE_GAMES, {"CaptureRule": "free", "Promotion": "through"}, RUSSIAN_TEN),
    ],
)
def test_options(game_id, text, options, moves):
    assert legal(game_id, text, **options) == sorted(moves.split())


def test_crowning():
    """A man is crowned where its move ends on the crown row, in Russian draughts where it touched it, else not."""
    for game_id, text, move, after in [
        ("draughts", "W:W15,K49:B1,9,10", "15x13", "B:W13,K49:B1"),
        ("draughts", "W:W6:B2", "6-1", "B:WK1:B2"),
        ("russian", FIVE_GAMES, "12x1x6x7x8", "B:WK1,K2,13,31:B14,15,26"),
        ("russian", FIVE_GAMES, "12x17x7x8x14", "B:WK2,13,K17,31:B6,15,26"),
        ("pool", FIVE_GAMES, "12x17x7x8x14", "B:WK2,13,17,31:B6,15,26"),
        ("checkers", FIVE_GAMES, "12x3", "B:WK2,K3,13,31:B6,7,14,15,26"),
    ]:
        position = engine.load(game_id).position(text, [move])
        assert position.text() == after
