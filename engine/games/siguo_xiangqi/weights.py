"""The numbers of the evaluation, in score units (100 about a pawn of xiangqi): one ``int32`` vector."""

from __future__ import annotations

import numpy as np

from engine.games.cross.geometry import SIDE
from engine.games.siguo_xiangqi.state import CANNON, CHARIOT, ELEPHANT, HORSE, KINDS, KING, PAWN, PIECE_VALUES, SHIELD

#: name -> words
LAYOUT = {
    "value": KINDS + 1,  # by kind; that of a general is what a living seat is worth beside its army
    "mobility": KINDS + 1,  # a point that a chariot, shield, cannon or frame pawn could slide to
    "forward": (KINDS + 1) * SIDE,  # [kind, distance from the own back rank]
    "frame": KINDS + 1,  # standing inside the frame
    "abroad": KINDS + 1,  # standing in an enemy's land
    "rank": 1,  # free for all: a point of the final score that is already sure
    "turn": 1,
}
OFFSETS: dict[str, int] = {}
_next = 0
for _name, _words in LAYOUT.items():
    OFFSETS[_name] = _next
    _next += _words
SIZE = _next


def first_guess() -> np.ndarray:
    """Weights made by thought."""
    vector = np.zeros(SIZE, np.int32)
    value, frame, abroad = OFFSETS["value"], OFFSETS["frame"], OFFSETS["abroad"]
    vector[value : value + KINDS + 1] = PIECE_VALUES
    vector[value + KING] = 600
    vector[value + PAWN] = 140
    for kind, worth in ((CHARIOT, 4), (CANNON, 2), (SHIELD, 4), (PAWN, 3)):
        vector[OFFSETS["mobility"] + kind] = worth
    for kind, worth in ((PAWN, 180), (HORSE, 70), (CANNON, 0), (CHARIOT, 10)):
        vector[frame + kind] = worth
    for kind, worth in ((PAWN, 20), (HORSE, 25), (CANNON, 10), (CHARIOT, 30)):
        vector[abroad + kind] = worth
    for rank in range(SIDE):
        vector[OFFSETS["forward"] + PAWN * SIDE + rank] = 35 if rank == 4 else 0  # one step before the frame
        vector[OFFSETS["forward"] + HORSE * SIDE + rank] = min(8 * rank, 24)
    vector[OFFSETS["forward"] + ELEPHANT * SIDE] = -8
    vector[OFFSETS["rank"]] = 700
    vector[OFFSETS["turn"]] = 16
    return vector


WEIGHTS = first_guess()
