"""Makes the race tables: backwards from the filled goal, breadth first, over all sets of cells.

Jumps can be played backwards, so the sets from which a set is reached are found by its own jumps; ``leave=no`` is looked at in
the direction of play. One piece at a time may step back into the row before the table; chains may pass anywhere. What more
freedom would change is counted in ``bench/results/chinese-checkers.md``.
"""

from __future__ import annotations

from math import comb

import numpy as np
from numba import types

from engine.core.bits import U0, U1, bit, lsb, popcount
from engine.core.jit import compile_kernel, kernel
from engine.games.chinese_checkers.geometry import BOARD, FOREIGN, GOAL_SIZES
from engine.games.chinese_checkers.hops import destinations, first_hole, high_bit, low_bit
from engine.games.chinese_checkers.race.region import (
    BEHIND,
    CELL_OF_HOLE,
    CELLS,
    GOAL_FIRST,
    HOLE_OF_CELL,
    KEPT,
    TARGET_FIRST,
    number_of,
    set_of,
)

UNKNOWN = 255
_HOLES = np.array(HOLE_OF_CELL, np.int64)
_GOALS = np.array(GOAL_FIRST, np.int64)
_BEHIND_CELLS = np.uint64((1 << BEHIND) - 1)
_BYTES = types.Array(types.uint8, 1, "C")
_NUMBERS = types.Array(types.int32, 1, "C")
_BUILD = types.FunctionType(types.int64(_BYTES, _NUMBERS, types.int64, types.int64, types.int64, types.int64))


@kernel(_BUILD)
def build(table, queue, wide, distant, closed, leave):
    """Write the moves that sets of the whole region need into ``table``, and return the most.

    Sets with more than one piece in the first row stay UNKNOWN. table : uint8[C(28, 10 or 15)]. queue : int32 of the same size,
    overwritten. The rest are options, 0 or 1.
    """
    table[:] = UNKNOWN
    count = np.int64(15 if wide != 0 else 10)
    goal = U0
    for cell in range(_GOALS[wide], CELLS):
        goal |= bit(cell)
    free_low, free_high = np.uint64(BOARD[0]), np.uint64(BOARD[1])
    if closed != 0:
        free_low &= ~FOREIGN[0, 0]
        free_high &= ~FOREIGN[0, 1]
    table[number_of(goal)], queue[0] = 0, number_of(goal)
    done, end = np.int64(0), np.int64(1)
    while done < end:
        number = np.int64(queue[done])
        done += 1
        cells = set_of(number, count)
        low, high = U0, U0
        left = cells
        while left != U0:
            low |= low_bit(_HOLES[lsb(left)])
            high |= high_bit(_HOLES[lsb(left)])
            left &= left - U1
        left = cells
        while left != U0:
            to = lsb(left)
            left &= left - U1
            hole = _HOLES[to]
            rest_low, rest_high = low & ~low_bit(hole), high & ~high_bit(hole)
            from_low, from_high = destinations(hole, rest_low, rest_high, free_low & ~low, free_high & ~high, distant)
            while from_low | from_high != U0:
                start = first_hole(from_low, from_high)
                from_low &= ~low_bit(start)
                from_high &= ~high_bit(start)
                cell = np.int64(CELL_OF_HOLE[start])
                if cell < 0 or (leave == 0 and cell >= TARGET_FIRST and to < TARGET_FIRST):
                    continue
                set_before = cells ^ bit(to) ^ bit(cell)
                if popcount(set_before & _BEHIND_CELLS) > 1:
                    continue
                before = number_of(set_before)
                if table[before] == UNKNOWN:
                    table[before] = table[number] + 1
                    queue[end] = before
                    end += 1
    return np.int64(table[queue[end - 1]])


_KEEP = types.FunctionType(types.void(_BYTES, _BYTES, types.int64))


@kernel(_KEEP)
def keep(whole, table, count):
    """Copy from the table of the whole region, ``whole``, the sets of ``count`` pieces without a piece in its first row."""
    for number in range(table.size):
        table[number] = whole[number_of(set_of(np.int64(number), count) << np.uint64(BEHIND))]


def make_table(variant: int) -> np.ndarray:
    """Compute the table of a variant (``known.variant_of``), uint8; a few seconds."""
    count = GOAL_SIZES[variant & 1]
    whole, queue = np.zeros(comb(CELLS, count), np.uint8), np.zeros(comb(CELLS, count), np.int32)
    table = np.zeros(comb(KEPT, count), np.uint8)
    for function in (build, keep):
        compile_kernel(function)
    build(whole, queue, variant & 1, variant >> 1 & 1, variant >> 2 & 1, variant >> 3 & 1)
    keep(whole, table, count)
    return table
