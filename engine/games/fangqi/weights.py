"""The numbers of the evaluation, in score units (100 a bonus ball or capture): one ``int32`` vector.

Every term has four weights: placing begins, placing ends, moving with all balls, moving with few, mixed in between.
Terms of shapes have one entry for each class of region, each number of own balls in a region without enemy balls, and for the
player to act and the other side.
"""

from __future__ import annotations

import numpy as np

from engine.games.fangqi.geometry import CORNER_POINTS, LINE, REGIONS, SIDE, SQUARE, Region

STAGES = 4
COUNTS = SIDE + 1  #: own balls in a region, 0..6
#: Classes of regions: 0 square, 1 square with a corner, 2 line, 3 line on the border, 4..7 diagonals of three to six points.
CLASSES = 8


def class_of(region: Region) -> int:
    """The class of a region."""
    if region.sort == SQUARE:
        return int(bool(set(region.points) & set(CORNER_POINTS)))
    if region.sort == LINE:
        return 2 + int(bool(set(region.points) & set(CORNER_POINTS)))
    return 1 + len(region.points)


#: name -> entries; each entry has STAGES words.
LAYOUT = {
    "shape": 2 * CLASSES * COUNTS,  # [other side, class, own balls]
    "ball": 1,  # difference of the balls on the board
    "due": 1,  # a bonus ball or capture that is still due
    "step": 2,  # a step that a side could make, moving
    "ready": 2 * 5,  # [other side, value]: a region that a step would make at once, moving
    "turn": 1,
}
OFFSETS: dict[str, int] = {}
_next = 0
for _name, _entries in LAYOUT.items():
    OFFSETS[_name] = _next
    _next += STAGES * _entries
SIZE = _next


def first_guess() -> np.ndarray:
    """Weights made by thought alone: a region is worth its value times the square of the part that is there."""
    vector = np.zeros(SIZE, dtype=np.int32)
    sizes = {class_of(region): (len(region.points), region.value) for region in REGIONS}
    for other in range(2):
        sign = -1 if other else 1
        for kind, (size, value) in sizes.items():
            for count in range(1, size):
                worth = sign * 60 * value * count * count // (size * size)
                place = OFFSETS["shape"] + STAGES * ((other * CLASSES + kind) * COUNTS + count)
                half = worth // 2 if kind in (1, 3, 7) else worth  # has a corner, where nothing is placed
                vector[place : place + STAGES] = (half, half, worth // 2, worth // 2)
        vector[OFFSETS["step"] + STAGES * other :][:STAGES] = (0, 0, 3 * sign, 5 * sign)
        for value in range(1, 5):
            worth = sign * (60 if other == 0 else 30) * value
            vector[OFFSETS["ready"] + STAGES * (5 * other + value) :][:STAGES] = (0, 0, worth, worth)
    vector[OFFSETS["ball"] :][:STAGES] = (30, 60, 100, 140)
    vector[OFFSETS["due"] :][:STAGES] = (100, 90, 100, 120)
    vector[OFFSETS["turn"] :][:STAGES] = (20, 10, 10, 10)
    return vector


WEIGHTS = first_guess()
