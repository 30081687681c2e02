"""The holes of the race tables and the numbers of their sets.

The *region* of a seat, in its own view, is its target and the three rows before it (10 + 5 + 6 + 7 holes); cells are numbered
0..27 upwards, so the target is 18..27. A table holds the sets that leave the first row of the region empty, cells 7..27: that
row is there so that a piece may step back while the table is made. A set of n cells c1 < c2 < ... of that kind, each counted
from its first cell on, has the number sum of C(ci, i): the combinatorial number system, which counts all sets without a gap.
"""

from __future__ import annotations

from math import comb

import numpy as np

from engine.core.bits import U0, U1, lsb
from engine.core.jit import leaf
from engine.games.chinese_checkers.geometry import CAMP_OF, HOLES, PLACES

CELLS, BEHIND = 28, 7
KEPT = CELLS - BEHIND  #: cells of a table
TARGET_FIRST, GOAL_FIRST = 18, (18, 13)  #: first cell of the target, and of the goal by ``wide``
_FIRST_ROW = 10

#: The hole (own view) of each cell, and the cell of each hole, -1 outside.
HOLE_OF_CELL = tuple(h for h in range(HOLES) if PLACES[h][0] >= _FIRST_ROW and CAMP_OF[h] in (-1, 3))
CELL_OF_HOLE = np.full(HOLES, -1, np.int8)
CELL_OF_HOLE[list(HOLE_OF_CELL)] = range(CELLS)
CELL_OF_HOLE.flags.writeable = False
assert len(HOLE_OF_CELL) == CELLS

COMB = np.array([[comb(n, k) for k in range(CELLS + 1)] for n in range(CELLS + 1)], np.int64)
COMB.flags.writeable = False


@leaf
def number_of(cells):
    """The number of a set of cells, a ``uint64`` mask, among the sets of its size."""
    number, count = np.int64(0), np.int64(0)
    while cells != U0:
        count += 1
        number += COMB[lsb(cells), count]
        cells &= cells - U1
    return number


@leaf
def set_of(number, count):
    """The inverse of :func:`number_of` for sets of ``count`` cells."""
    cells = U0
    top = np.int64(CELLS - 1)
    while count > 0:
        while COMB[top, count] > number:
            top -= 1
        number -= COMB[top, count]
        cells |= U1 << np.uint64(top)
        count -= 1
        top -= 1
    return cells
