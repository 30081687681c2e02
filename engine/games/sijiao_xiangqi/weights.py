"""The numbers of the evaluation, one ``int32`` vector for each board; every number counts linearly."""

from __future__ import annotations

import numpy as np

from engine.games.sijiao_xiangqi.geometry import CORNERS, SIDE, SIDES
from engine.games.sijiao_xiangqi.state import CANNON, CHARIOT, HORSE, KINDS, PAWN, SIDE_PAWN

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
OFFSETS = {name: sum(list(_SIZES.values())[:n]) for n, name in enumerate(_SIZES)}
SIZE = sum(_SIZES.values())


def _start(board: int) -> np.ndarray:
    """Estimates: xiangqi's values, more for what moves freely on a wide board."""
    vector = np.zeros(SIZE, np.int32)

    def put(name: str, values: list[int]) -> None:
        vector[OFFSETS[name] : OFFSETS[name] + len(values)] = values

    put("value", [0, 0, 120, 120, 290, 600, 300, 60, 60])
    abroad = [0] * (KINDS + 1)
    abroad[HORSE], abroad[CHARIOT], abroad[CANNON] = 12, 10, 8
    abroad[PAWN] = abroad[SIDE_PAWN] = 35
    put("abroad", abroad)
    length = SIDE[board] - 1
    last = length - (3 if board == CORNERS else 4)
    put("pawn", [min(8 * n, 60) if n < last else 20 for n in range(STEPS)])
    put("near", [max(0, 36 - 6 * n) for n in range(NEAR)] + [max(0, 24 - 4 * n) for n in range(NEAR)] + [0] * NEAR)
    put("mobility", [5 * (n - 4) for n in range(20)] + [3 * (n - 7) for n in range(20)] + [(n - 6) for n in range(20)])
    put("zone", [14, 16, 10])
    put("bare", [30, 20])
    put("fallen", [-900 if board == SIDES else -600])
    put("turn", [20])
    return vector


WEIGHTS = (_start(CORNERS), _start(SIDES))
