"""The numbers of the evaluation, one ``int32`` vector for each board; every number counts linearly."""

from __future__ import annotations

from engine.games.cross.weights import offsets, vector
from engine.games.sijiao_xiangqi.state import KINDS

#: Score units of each kind (K A B N R C P S, index 0 unused) in exchanges and for move ordering.
PIECE_VALUES = (0, 5000, 130, 130, 290, 600, 300, 90, 90)
STEPS = 19  #: points that a pawn can have gone forward
NEAR = 10  #: distances to the nearest enemy general, the last one stands for all beyond
MOVES = 3 * 20  #: numbers of points that a horse, a chariot, a cannon may enter: 0 .. 19 and more

_SIZES = {
    "value": KINDS + 1,
    "abroad": KINDS + 1,  # outside the own land
    "pawn": STEPS,  # by the points that it has gone forward
    "near": 3 * NEAR,  # horses, chariots, cannons by distance to the nearest enemy general
    "mobility": MOVES,
    "zone": 3,  # a point beside an enemy general that horses, chariots, cannons hit
    "bare": 2,  # on a line with an enemy general: a cannon with nothing between, a chariot behind one piece
    "fallen": 1,  # a colour that has fallen
    "turn": 1,
}
OFFSETS = offsets(_SIZES)

#: The numbers of each board, fitted to the results of own games (``bench/results/sijiao-xiangqi.md``).
_NUMBERS: tuple[dict[str, tuple[int, ...]], ...] = (
    {  # sijiao-xiangqi
        "value": (0, 0, 109, 104, 267, 623, 299, 53, 57,),
        "abroad": (0, 0, 0, 0, 13, 17, 7, 33, 39,),
        "pawn": (0, 8, 16, 17, 26, 42, 18, 22, 21, 19, 20, 20, 20, 20, 20, 20, 20, 20, 20,),
        "near": (36, 30, 26, 17, 11, 3, -3, -10, -6, 0, 24, 23, 13, 19, 3, 8, 9, 5, 2, 0, 0, -1, 0, -6, 3, -2, 4, 2, -3, 1,),
        "mobility": (
            -19, -18, -10, -11, -2, 5, 3, 15, 14, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75, -20, -31, -10, -2, -8, -4, -1,
            0, 2, 6, 9, 13, 17, 19, 24, 28, 32, 33, 31, 36, -7, -6, -7, -6, 2, -8, 0, 0, 2, 1, 8, 6, 8, 6, 9, 10, 10, 12,
            14, 13,
        ),
        "zone": (5, 25, 9,),
        "bare": (31, 33,),
        "fallen": (-600,),
        "turn": (16,),
    },
    {  # sifang-xiangqi
        "value": (0, 0, 106, 115, 244, 631, 311, 24, 60,),
        "abroad": (0, 0, 0, 0, 26, 56, 1, 34, 35,),
        "pawn": (0, 8, 16, 1, 20, 32, 53, 48, 65, 61, 61, 62, 60, 60, 20, 20, 20, 20, 20,),
        "near": (
            36, 31, 25, 21, 14, 8, 1, -7, -13, -35, 24, 20, 29, 22, 16, 7, 6, 4, 12, -25, 0, -9, -7, -3, -5, -7, 17, 19, 2,
            5,
        ),
        "mobility": (
            -17, -17, -38, -14, -2, 6, -3, 17, 22, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75, -24, -42, -63, -13, 2, 2, -4,
            1, 4, 5, 5, 11, 14, 19, 30, 31, 33, 35, 41, 96, -6, -3, -12, -1, 3, -7, 5, 10, 1, -4, 2, 4, 8, 8, 3, 16, 13, 24,
            14, 3,
        ),
        "zone": (21, 69, 32,),
        "bare": (25, 29,),
        "fallen": (-900,),
        "turn": (38,),
    },
)  # fmt: skip

WEIGHTS = tuple(vector(_SIZES, numbers) for numbers in _NUMBERS)
