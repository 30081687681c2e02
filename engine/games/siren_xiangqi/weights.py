"""The numbers of the evaluation, in score units (100 about a pawn), fitted to own games (``bench/results/four-armies.md``)."""

from __future__ import annotations

from engine.games.cross.geometry import SIDE
from engine.games.cross.weights import offsets, vector
from engine.games.siren_xiangqi.state import KINDS

#: name -> words
_SIZES = {
    "value": KINDS + 1,  # by kind; that of a general is what a living seat is worth beside its army
    "mobility": KINDS + 1,  # a point that a chariot, cannon or horse could move to
    "forward": (KINDS + 1) * SIDE,  # [kind, distance from the own back rank]
    "middle": KINDS + 1,  # nearness to the throne, 0..9
    "command": 1,  # the king moves its ally's pieces too
    "danger": 1,  # an enemy chariot, cannon, horse or pawn in the land of a general
    "turn": 1,
}
OFFSETS = offsets(_SIZES)

_NUMBERS: dict[str, tuple[int, ...]] = {
    "value": (0, 602, 119, 103, 317, 645, 338, 84, 0, 254,),
    "mobility": (0, 0, 0, 0, -2, 4, 1, 0, 0, 0,),
    "forward": (
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  # -
        10, -7, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  # K
        13, -12, -2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  # A
        -29, 0, 8, 0, -7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  # B
        2, 11, -5, 9, 25, 20, 25, 29, 26, 28, 26, 26, 26, 25, 24, 24, 24, 24, 24,  # N
        4, -1, -5, 14, 13, 22, 21, 16, 16, 17, 20, 12, 16, 10, 17, 16, 18, 18, 16,  # R
        -1, -2, 1, 1, -6, 1, -9, 7, 1, 7, 2, 5, -9, -5, -2, 8, 5, -2, 4,  # C
        0, 0, 0, -6, 0, -8, 10, 49, 51, 55, 49, 49, 48, 48, 48, 48, 48, 48, 48,  # P
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  # T
        0, 0, 0, 0, 0, 0, 0, 0, -2, 7, -1, 0, 0, 0, 0, 0, 0, 0, 0,  # W
    ),
    "middle": (0, -4, -16, -12, 11, 4, 18, 6, 0, 40,),
    "command": (360,),
    "danger": (11,),
    "turn": (6,),
}  # fmt: skip

WEIGHTS = vector(_SIZES, _NUMBERS)
