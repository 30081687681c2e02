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


#: Learned from games of the engine with itself, beginning with :func:`first_guess`; commands in ``bench/results/fangqi.md``.
_LEARNED = """
0 0 0 0 19 9 12 5 40 26 51 17 51 49 48 24
0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
-12 -4 6 3 -5 -8 21 8 13 9 -5 16 0 0 0 0
0 0 0 0 0 0 0 0 0 0 0 0 8 3 0 0
14 9 5 3 18 16 12 9 28 27 23 15 41 41 21 20
0 0 0 0 0 0 0 0 -1 0 0 0 -4 -1 5 3
5 4 12 7 13 15 24 13 20 20 22 20 0 0 0 0
0 0 0 0 26 15 7 5 35 33 16 14 0 0 0 0
0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
19 8 5 3 41 36 21 17 67 67 32 33 0 0 0 0
0 0 0 0 0 0 0 0 0 0 0 0 9 9 5 3
25 25 17 14 64 62 35 32 115 115 47 57 0 0 0 0
0 0 0 0 0 0 0 0 7 3 3 3 15 13 13 13
29 28 30 30 53 51 57 53 83 83 83 83 0 0 0 0
0 0 0 0 -14 -2 -15 -5 -44 -19 -46 -21 -68 -61 -32 -29
0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
17 16 -7 -3 9 20 -14 -10 -11 -1 2 -17 0 0 0 0
0 0 0 0 0 0 0 0 0 0 0 0 -3 -3 -1 -1
-14 -10 -6 -4 -19 -16 -11 -10 -29 -27 -20 -16 -44 -44 -20 -23
0 0 0 0 0 0 0 0 7 8 -1 -1 2 6 -6 -4
-5 3 -12 -8 -14 -14 -13 -14 -21 -21 -26 -21 0 0 0 0
0 0 0 0 -19 -9 -8 -4 -45 -39 -13 -17 0 0 0 0
0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
-12 -6 -4 -4 -39 -32 -20 -17 -74 -74 -26 -36 0 0 0 0
0 0 0 0 0 0 0 0 0 0 0 0 -4 -8 -6 -4
-21 -23 -13 -15 -61 -58 -29 -33 -116 -115 -48 -58 0 0 0 0
0 0 0 0 0 0 0 0 -5 -3 -4 -4 -12 -10 -14 -14
-27 -27 -30 -30 -54 -52 -48 -54 -84 -84 -81 -84 0 0 0 0
65 105 59 132 75 63 166 129 0 0 4 7 0 0 -4 -9
0 0 0 0 0 0 84 66 0 0 122 120 0 0 176 180
0 0 240 240 0 0 0 0 0 0 -55 -43 0 0 -55 -62
0 0 -85 -90 0 0 -116 -120 36 33 6 10
"""

WEIGHTS = np.array(_LEARNED.split(), dtype=np.int32)
assert WEIGHTS.size == SIZE
