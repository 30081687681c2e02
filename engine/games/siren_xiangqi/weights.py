"""The numbers of the evaluation, in score units (100 about a pawn): one ``int32`` vector."""

from __future__ import annotations

import numpy as np

from engine.games.cross.geometry import SIDE
from engine.games.siren_xiangqi.state import CANNON, CHARIOT, CROWNED, ELEPHANT, HORSE, KINDS, KING, PAWN, PIECE_VALUES

#: name -> words
LAYOUT = {
    "value": KINDS + 1,  # by kind; that of a general is what a living seat is worth beside its army
    "mobility": KINDS + 1,  # a point that a chariot, cannon or horse could move to
    "forward": (KINDS + 1) * SIDE,  # [kind, distance from the own back rank]
    "middle": KINDS + 1,  # nearness to the throne, 0..9
    "command": 1,  # the king moves its ally's pieces too
    "danger": 1,  # an enemy chariot, cannon, horse or pawn in the land of a general
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
    value = OFFSETS["value"]
    vector[value : value + KINDS + 1] = PIECE_VALUES
    vector[value + KING] = 600
    for kind, worth in ((CHARIOT, 4), (CANNON, 2), (HORSE, 9)):
        vector[OFFSETS["mobility"] + kind] = worth
    for rank in range(SIDE):
        # A pawn is worth most in the middle and near a general, less once it stands on a far back rank.
        vector[OFFSETS["forward"] + PAWN * SIDE + rank] = 0 if rank < 4 else min(8 * (rank - 3), 48)
        vector[OFFSETS["forward"] + HORSE * SIDE + rank] = min(6 * rank, 24)
        vector[OFFSETS["forward"] + CHARIOT * SIDE + rank] = min(4 * rank, 16)
    for kind, worth in ((PAWN, 3), (HORSE, 3), (CHARIOT, 1)):
        vector[OFFSETS["middle"] + kind] = worth
    vector[OFFSETS["forward"] + ELEPHANT * SIDE] = -10
    vector[value + CROWNED] = 250
    vector[OFFSETS["command"]] = 350
    vector[OFFSETS["danger"]] = 12
    vector[OFFSETS["turn"]] = 16
    return vector


WEIGHTS = first_guess()
