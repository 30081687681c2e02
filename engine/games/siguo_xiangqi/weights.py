"""The numbers of the evaluation, in score units (100 about a pawn of xiangqi), fitted to own games of two teams
(``bench/results/four-armies.md``).
"""

from __future__ import annotations

from engine.games.cross.geometry import SIDE
from engine.games.cross.weights import offsets, vector
from engine.games.siguo_xiangqi.state import KINDS

#: name -> words
_SIZES = {
    "value": KINDS + 1,  # by kind; that of a general is what a living seat is worth beside its army
    "mobility": KINDS + 1,  # a point that a chariot, shield, cannon or frame pawn could slide to
    "forward": (KINDS + 1) * SIDE,  # [kind, distance from the own back rank]
    "frame": KINDS + 1,  # standing inside the frame
    "abroad": KINDS + 1,  # standing in an enemy's land
    "rank": 1,  # free for all: a point of the final score that is already sure
    "turn": 1,
}
OFFSETS = offsets(_SIZES)

_NUMBERS: dict[str, tuple[int, ...]] = {
    "value": (0, 600, 116, 140, 368, 664, 445, 157, 448,),
    "mobility": (0, 0, 0, 0, 0, 5, 2, 0, -5,),
    "forward": (
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  # -
        17, -12, -6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  # K
        -30, 12, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  # A
        -10, 0, 15, 0, -3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  # B
        -30, 12, 16, 28, 22, 22, 22, 24, 24, 24, 23, 23, 23, 23, 24, 24, 24, 24, 24,  # N
        4, -6, 8, 2, 2, -2, -4, 6, -4, 4, -3, 3, 2, 5, 0, 0, -1, 0, 0,  # R
        1, 3, 2, 2, -3, 6, -16, 6, -2, 14, 1, 4, -9, 3, -1, 1, -2, 0, 4,  # C
        0, 0, 0, 18, 40, 0, -1, -2, -2, -2, 0, 0, 0, 0, 0, 0, 0, 0, 0,  # P
        0, 0, 0, 0, 0, 10, -1, -3, -2, -2, -3, -2, -1, 2, 0, 0, 0, 0, 0,  # D
    ),
    "frame": (0, 0, 0, 0, 61, 2, 6, 182, -2,),
    "abroad": (0, 0, 0, 0, 26, 45, 11, 12, 0,),
    "rank": (700,),
    "turn": (16,),
}  # fmt: skip

WEIGHTS = vector(_SIZES, _NUMBERS)
