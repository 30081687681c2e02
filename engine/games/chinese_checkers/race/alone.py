"""The shortest way home of an army alone on the board: iterative deepening over its own moves, down to the race tables.

``ways(...)`` works in the army's own view. Sets whose pieces are all in the table are looked up; elsewhere every piece outside
the goal needs a move of its own at least, which is the bound that prunes. A hash table remembers from which sets the goal was
not reached in so many moves. So a result is the true least number of moves (the tables' own step back included, see
``build.py``).
"""

from __future__ import annotations

import numpy as np
from numba import types

from engine.core.bits import U0, popcount
from engine.core.jit import kernel, leaf
from engine.core.keys import mix64
from engine.core.raw import load_i64, loader
from engine.games.chinese_checkers.geometry import BOARD, FOREIGN, GOALS, TARGETS
from engine.games.chinese_checkers.hops import destinations, first_hole, high_bit, holds, low_bit
from engine.games.chinese_checkers.race.known import cells_of
from engine.games.chinese_checkers.race.region import KEPT, number_of

DEEPEST = 40
SLOTS = 1 << 16
_WORDS = types.Array(types.uint64, 1, "C")
_NUMBERS = types.Array(types.int64, 1, "C")
_load_byte = loader(types.uint8)
_MORE = np.uint64(0x9E3779B97F4A7C15)

#: Words of ``work``: nodes left, address of the table, count of pieces, wide, distant, closed, leave, address of a stop
#: cell or 0, stop=any.
LEFT, TABLE, COUNT, WIDE, DISTANT, CLOSED_CORNERS, LEAVE, STOP, ANYWHERE = range(9)


@leaf
def known_moves(low, high, work):
    """The number of moves by the table, -1 if a piece is not in it."""
    mask = cells_of(low, high, np.int64(0))
    if mask >> np.uint64(KEPT) != U0:
        return np.int64(-1)
    return np.int64(_load_byte(work[TABLE], number_of(mask)))


@leaf
def _reach(low, high, start, work):
    """Where the piece on ``start`` may go, two words."""
    free_low, free_high = np.uint64(BOARD[0]) & ~low, np.uint64(BOARD[1]) & ~high
    if work[CLOSED_CORNERS] != 0:
        free_low &= ~FOREIGN[0, 0]
        free_high &= ~FOREIGN[0, 1]
    rest_low, rest_high = low & ~low_bit(start), high & ~high_bit(start)
    to_low, to_high = destinations(start, rest_low, rest_high, free_low, free_high, work[DISTANT])
    if work[ANYWHERE] == 0:
        to_low &= ~FOREIGN[0, 0]
        to_high &= ~FOREIGN[0, 1]
    if work[LEAVE] == 0 and holds(TARGETS[0, 0], TARGETS[0, 1], start):
        to_low &= TARGETS[0, 0]
        to_high &= TARGETS[0, 1]
    return to_low, to_high


@leaf
def _within(low, high, moves, work, keys, failed):
    """Whether the goal can be filled in ``moves`` moves; meaningless once ``work[LEFT]`` is below 0."""
    work[LEFT] -= 1
    if work[LEFT] < 0:
        return False
    if work[STOP] != 0 and work[LEFT] & 255 == 0 and load_i64(work[STOP], np.int64(0)) != 0:
        work[LEFT] = -1
        return False
    exact = known_moves(low, high, work)
    if exact >= 0:
        return exact <= moves
    wide = work[WIDE]
    home = popcount(low & GOALS[wide, 0, 0]) + popcount(high & GOALS[wide, 0, 1])
    if work[COUNT] - home > moves:
        return False
    key = mix64(low * _MORE + mix64(high))
    slot = np.int64(key & np.uint64(SLOTS - 1))
    if keys[slot] == key and failed[slot] >= moves:
        return False
    left_low, left_high = low, high
    while left_low | left_high != U0:
        start = first_hole(left_low, left_high)
        left_low &= ~low_bit(start)
        left_high &= ~high_bit(start)
        to_low, to_high = _reach(low, high, start, work)
        while to_low | to_high != U0:
            end = first_hole(to_low, to_high)
            to_low &= ~low_bit(end)
            to_high &= ~high_bit(end)
            next_low, next_high = low & ~low_bit(start) | low_bit(end), high & ~high_bit(start) | high_bit(end)
            if _within(next_low, next_high, moves - 1, work, keys, failed):
                return True
            if work[LEFT] < 0:
                return False
    keys[slot], failed[slot] = key, moves
    return False


_WAYS = types.FunctionType(types.int64(types.uint64, types.uint64, _NUMBERS, _WORDS, _NUMBERS, _NUMBERS))


@kernel(_WAYS)
def ways(low, high, work, keys, failed, best):
    """The least moves from a set, -1 if the nodes did not suffice; the moves that begin a shortest way as ``start << 8 | end``.

    low, high : the set in own view. work int64[9], see ``LEFT`` and following; ``work[LEFT]`` is what is left of the nodes. keys
    uint64[SLOTS], failed int64[SLOTS] : zeroed. best : int64, the first moves from index 1 on, their number at index 0.
    """
    best[0] = 0
    wide = work[WIDE]
    home = popcount(low & GOALS[wide, 0, 0]) + popcount(high & GOALS[wide, 0, 1])
    moves = work[COUNT] - home
    exact = known_moves(low, high, work)
    if exact >= 0:
        moves = exact
    elif moves == 0:
        return np.int64(-1)
    while not _within(low, high, moves, work, keys, failed):
        moves += 1
        if work[LEFT] < 0 or moves > DEEPEST:
            return np.int64(-1)
    left_low, left_high = low, high
    while left_low | left_high != U0 and moves > 0:
        start = first_hole(left_low, left_high)
        left_low &= ~low_bit(start)
        left_high &= ~high_bit(start)
        to_low, to_high = _reach(low, high, start, work)
        while to_low | to_high != U0:
            end = first_hole(to_low, to_high)
            to_low &= ~low_bit(end)
            to_high &= ~high_bit(end)
            next_low, next_high = low & ~low_bit(start) | low_bit(end), high & ~high_bit(start) | high_bit(end)
            if _within(next_low, next_high, moves - 1, work, keys, failed):
                best[0] += 1
                best[best[0]] = start << 8 | end
            if work[LEFT] < 0:
                best[0] = 0
                return np.int64(-1)
    return moves
