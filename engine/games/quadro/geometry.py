"""The pyramid as bit sets: cells, what rests on what, shapes and symmetries.

A *cell* is a bit of a 64-bit set: ``16 * (level - 1) + 4 * rank + file``, ranks and files from 0. All levels keep rows of four
cells, so one formula serves all of them: the site above the square whose lowest corner is ``c`` is ``c + 16``.

::

    level 1          level 2         level 3      level 4
    12 13 14 15
     8  9 10 11      24 25 26
     4  5  6  7      20 21 22        36 37
     0  1  2  3      16 17 18        32 33        48

A *site* is the number of a cell among the 30 real ones, 0..29, in the same order. Pure Python and NumPy, nothing is compiled.
"""

from __future__ import annotations

import numpy as np

LEVELS = 4
SITES = 30
BALLS = 15  #: of a side
#: site -> cell
CELLS = tuple(16 * level + 4 * rank + file for level in range(4) for rank in range(4 - level) for file in range(4 - level))
#: cell -> site
SITE_OF = {cell: site for site, cell in enumerate(CELLS)}
TOP = CELLS[-1]


def _set(cells) -> int:
    return sum(1 << cell for cell in cells)


ALL = _set(CELLS)
GROUND = 0xFFFF
#: Lowest corners of the squares that carry a site.
CORNERS = _set(cell - 16 for cell in CELLS if cell >= 16)
#: First cells of rows and columns that count with ``lines``: of four on level 1, of three on level 2.
ROWS_4, COLUMNS_4 = _set((0, 4, 8, 12)), _set((0, 1, 2, 3))
ROWS_3, COLUMNS_3 = _set((16, 20, 24)), _set((16, 17, 18))
#: The main diagonals that count with ``diagonals``.
DIAGONALS = tuple(_set(cells) for cells in ((0, 5, 10, 15), (3, 6, 9, 12), (16, 21, 26), (18, 21, 24)))


def level_of(cell: int) -> int:
    """The level of a cell from 0."""
    return cell >> 4


def name_of(cell: int) -> str:
    """The cell in text: level, file letter, rank, all from 1 (``2b3``)."""
    return f"{(cell >> 4) + 1}{'abcd'[cell & 3]}{(cell >> 2 & 3) + 1}"


#: text -> cell
NAMES = {name_of(cell): cell for cell in CELLS}


def turned(cell: int, symmetry: int) -> int:
    """Where one of the eight symmetries of the square takes a cell: bit 0 mirrors files, bit 1 ranks, bit 2 swaps them then."""
    level, rank, file = cell >> 4, cell >> 2 & 3, cell & 3
    last = 3 - level
    if symmetry & 1:
        file = last - file
    if symmetry & 2:
        rank = last - rank
    if symmetry & 4:
        rank, file = file, rank
    return 16 * level + 4 * rank + file


def shapes(lines: bool, diagonals: bool) -> list[int]:
    """The sets of cells that are shapes: squares, with ``lines`` rows and columns, with ``diagonals`` too the diagonals."""
    found = [0b110011 << corner for corner in range(48) if CORNERS >> corner & 1]
    if lines:
        found += [0b1111 << cell for cell in range(16) if ROWS_4 >> cell & 1]
        found += [0x1111 << cell for cell in range(4)]
        found += [0b111 << cell for cell in range(16, 32) if ROWS_3 >> cell & 1]
        found += [0x111 << cell for cell in (16, 17, 18)]
        if diagonals:
            found += DIAGONALS
    return found


def _read_only(array: np.ndarray) -> np.ndarray:
    array.flags.writeable = False
    return array


#: cell -> site + 1, 0 where there is none; ``int64[64]``.
NUMBER_OF = _read_only(np.array([SITE_OF.get(cell, -1) + 1 for cell in range(64)], dtype=np.int64))
#: site + 1 -> set of its cell, 0 for 0; ``uint64[32]``.
SET_OF = _read_only(np.array([0] + [1 << cell for cell in CELLS] + [0], dtype=np.uint64))
#: level from 0 -> sites of strictly higher levels; ``uint64[4]``.
ABOVE = _read_only(np.array([_set(c for c in CELLS if c >> 4 > level) for level in range(4)], dtype=np.uint64))
