"""Points, regions and their tables. Plain integers and read-only arrays; nothing here is compiled.

Point ``6 * (rank - 1) + file`` counts from a1, so a set of points is 36 bits of a ``uint64``::

    6  30 31 32 33 34 35
    5  24 25 26 27 28 29
    4  18 19 20 21 22 23
    3  12 13 14 15 16 17
    2   6  7  8  9 10 11
    1   0  1  2  3  4  5
        a  b  c  d  e  f

A set of regions is a ``uint64`` too: a square is the bit of its lower left point (0..28), lines and diagonals are bits 36..61. So
the squares of such a set are a set of points, and shifts of the balls find all squares at once.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

SIDE = 6
POINTS = SIDE * SIDE
FIRST_LINE = POINTS  #: bit of the first region that is no square
SQUARE, LINE, DIAGONAL = "方", "批", "斜"
_NUMERALS = "〇一二三四五六"


def point_name(point: int) -> str:
    """``a1`` .. ``f6``."""
    return "abcdef"[point % SIDE] + str(point // SIDE + 1)


def point_of(name: str) -> int:
    """The inverse of :func:`point_name`; the name must be one."""
    return "abcdef".index(name[0]) + SIDE * (int(name[1]) - 1)


@dataclass(frozen=True)
class Region:
    """A place where a shape can be made."""

    bit: int
    """Its number in a set of regions."""
    name: str
    sort: str
    """``SQUARE``, ``LINE`` or ``DIAGONAL``."""
    points: tuple[int, ...]
    value: int
    """Bonus balls or captures."""

    @property
    def mask(self) -> int:
        """Its points as a set."""
        return sum(1 << point for point in self.points)

    @property
    def chinese(self) -> str:
        """The shape as players say it."""
        return _NUMERALS[len(self.points)] + self.sort if self.sort == DIAGONAL else self.sort

    @property
    def english(self) -> str:
        """The same in English."""
        return {SQUARE: "square", LINE: "line"}.get(self.sort, f"diagonal of {len(self.points)}")


def _regions() -> tuple[Region, ...]:
    found = []
    for rank in range(SIDE - 1):
        for file in range(SIDE - 1):
            low = SIDE * rank + file
            found.append(Region(low, f"S{point_name(low)}", SQUARE, (low, low + 1, low + SIDE, low + SIDE + 1), 1))
    bit = FIRST_LINE
    for file in range(SIDE):
        found.append(Region(bit, f"C{'abcdef'[file]}", LINE, tuple(file + SIDE * rank for rank in range(SIDE)), 1))
        bit += 1
    for rank in range(SIDE):
        found.append(Region(bit, f"R{rank + 1}", LINE, tuple(SIDE * rank + file for file in range(SIDE)), 1))
        bit += 1
    for letter, step, starts in (
        ("U", SIDE + 1, ("a4", "a3", "a2", "a1", "b1", "c1", "d1")),
        ("D", 1 - SIDE, ("a3", "a4", "a5", "a6", "b6", "c6", "d6")),
    ):
        for start in starts:
            first = point_of(start)
            up = SIDE - 1 - first // SIDE if letter == "U" else first // SIDE
            length = min(SIDE - first % SIDE, up + 1)
            points = tuple(first + step * n for n in range(length))
            found.append(Region(bit, letter + start, DIAGONAL, points, length - 2))
            bit += 1
    return tuple(found)


REGIONS = _regions()
BY_NAME = {region.name: region for region in REGIONS}
BY_BIT = {region.bit: region for region in REGIONS}
CORNER_POINTS = (0, SIDE - 1, POINTS - SIDE, POINTS - 1)


def _set(points) -> np.uint64:
    return np.uint64(sum(1 << point for point in points))


def _table(rows: list[list[int]], width: int, fill: int, dtype) -> np.ndarray:
    table = np.full((len(rows), width), fill, dtype=dtype)
    for row, values in enumerate(rows):
        table[row, : len(values)] = values
    table.flags.writeable = False
    return table


BOARD = _set(range(POINTS))
CORNERS = _set(CORNER_POINTS)
PLACES = BOARD ^ CORNERS  #: where balls are placed
FILE_A, FILE_F = _set(range(0, POINTS, SIDE)), _set(range(SIDE - 1, POINTS, SIDE))
SQUARES = _set(region.bit for region in REGIONS if region.sort == SQUARE)  #: lower left points of all squares
CORNER_SQUARES = _set(region.bit for region in REGIONS if region.sort == SQUARE and set(region.points) & set(CORNER_POINTS))
ALL_REGIONS = _set(region.bit for region in REGIONS)
#: VALUED[v]: the regions of value v.
VALUED = np.array([int(_set(r.bit for r in REGIONS if r.value == v)) for v in range(5)], dtype=np.uint64)
MOST_VALUE = sum(region.value for region in REGIONS)

#: AT_COUNT[point]: how many regions it lies in; AT_BITS, AT_MASKS[point, i]: their numbers and points.
_AT = [[region for region in REGIONS if point in region.points] for point in range(POINTS)]
AT_WIDTH = max(map(len, _AT))
AT_COUNT = np.array([len(regions) for regions in _AT], dtype=np.int64)
AT_BITS = _table([[region.bit for region in regions] for regions in _AT], AT_WIDTH, 0, np.int64)
AT_MASKS = _table([[region.mask for region in regions] for regions in _AT], AT_WIDTH, 0, np.uint64)
AT_VALUES = _table([[region.value for region in regions] for regions in _AT], AT_WIDTH, 0, np.int64)
MOST_GAIN = max(sum(region.value for region in regions) for regions in _AT)  #: of one ball


def _neighbours(king: bool) -> np.ndarray:
    sets = []
    for point in range(POINTS):
        file, rank = point % SIDE, point // SIDE
        near = [
            SIDE * (rank + up) + file + right
            for up in (-1, 0, 1)
            for right in (-1, 0, 1)
            if (abs(up) + abs(right) == 1 or (king and up and right)) and 0 <= rank + up < SIDE and 0 <= file + right < SIDE
        ]
        sets.append(int(_set(near)))
    return np.array(sets, dtype=np.uint64)


#: NEIGHBOURS[king, point]: where a ball can step, without and with diagonals.
NEIGHBOURS = np.stack([_neighbours(False), _neighbours(True)])

#: Regions that are no squares, in the order of their bits, and the class of each that the evaluation tells apart.
LONG_MASKS = np.array([region.mask for region in REGIONS if region.sort != SQUARE], dtype=np.uint64)
LONG_VALUES = np.array([region.value for region in REGIONS if region.sort != SQUARE], dtype=np.int64)
for _array in (VALUED, AT_COUNT, NEIGHBOURS, LONG_MASKS, LONG_VALUES):
    _array.flags.writeable = False
