"""Where one piece can go: steps, and the graph of jumps, walked on sets of two words so that no hole comes twice."""

from __future__ import annotations

import numpy as np

from engine.core.bits import U0, U1, bit, lsb, msb
from engine.core.jit import inline_leaf, leaf
from engine.games.chinese_checkers.geometry import BESIDE, JUMP_COUNT, JUMPS, LINE, LONGEST, RAY, SIDES

_WORD, _UP = 64, 3  #: holes in the low word; directions before this one go to higher holes


@inline_leaf
def holds(low, high, hole):
    """Whether a set holds a hole."""
    word = low if hole < _WORD else high
    return (word >> np.uint64(hole & (_WORD - 1))) & U1 != U0


@inline_leaf
def low_bit(hole):
    """The low word of the set of one hole."""
    return bit(hole) if hole < _WORD else U0


@inline_leaf
def high_bit(hole):
    """The high word of the set of one hole."""
    return U0 if hole < _WORD else bit(hole - _WORD)


@inline_leaf
def first_hole(low, high):
    """The lowest hole of a set that is not empty."""
    return lsb(low) if low != U0 else lsb(high) + _WORD


@leaf
def adjacent_jumps(start, low, high, free_low, free_high):
    """The holes that chains of adjacent jumps from ``start`` reach, as two words, ``start`` not among them.

    low, high : all other pieces. free_low, free_high : the holes that a jump may land on.
    """
    open_low, open_high = free_low & ~low_bit(start), free_high & ~high_bit(start)
    todo_low, todo_high = low_bit(start), high_bit(start)
    found_low, found_high = U0, U0
    while todo_low | todo_high:
        hole = first_hole(todo_low, todo_high)
        todo_low &= ~low_bit(hole)
        todo_high &= ~high_bit(hole)
        if (BESIDE[hole, 0] & low) | (BESIDE[hole, 1] & high) == U0:
            continue
        for index in range(JUMP_COUNT[hole]):
            over, land = np.int64(JUMPS[hole, index, 0]), np.int64(JUMPS[hole, index, 1])
            if holds(low, high, over) and holds(open_low, open_high, land):
                one_low, one_high = low_bit(land), high_bit(land)
                open_low ^= one_low
                open_high ^= one_high
                todo_low |= one_low
                todo_high |= one_high
                found_low |= one_low
                found_high |= one_high
    return found_low, found_high


@leaf
def distant_jumps(start, low, high, free_low, free_high):
    """As :func:`adjacent_jumps`, over the first piece of a line at any distance, with nothing on the same distance behind it."""
    open_low, open_high = free_low & ~low_bit(start), free_high & ~high_bit(start)
    todo_low, todo_high = low_bit(start), high_bit(start)
    found_low, found_high = U0, U0
    while todo_low | todo_high:
        hole = first_hole(todo_low, todo_high)
        todo_low &= ~low_bit(hole)
        todo_high &= ~high_bit(hole)
        for direction in range(SIDES):
            on_low, on_high = RAY[hole, direction, 0] & low, RAY[hole, direction, 1] & high
            if on_low | on_high == U0:
                continue
            if direction < _UP:
                over = first_hole(on_low, on_high)
            else:
                over = msb(on_high) + _WORD if on_high != U0 else msb(on_low)
            distance = np.int64(0)
            while LINE[hole, direction, distance] != over:
                distance += 1
            if 2 * distance + 1 >= LONGEST:
                continue
            land = np.int64(LINE[hole, direction, 2 * distance + 1])
            if land < 0 or not holds(open_low, open_high, land):
                continue
            way_low = RAY[over, direction, 0] & ~RAY[land, direction, 0]
            way_high = RAY[over, direction, 1] & ~RAY[land, direction, 1]
            if (way_low & low) | (way_high & high) != U0:
                continue
            one_low, one_high = low_bit(land), high_bit(land)
            open_low ^= one_low
            open_high ^= one_high
            todo_low |= one_low
            todo_high |= one_high
            found_low |= one_low
            found_high |= one_high
    return found_low, found_high


@leaf
def destinations(start, low, high, free_low, free_high, distant):
    """All holes that the piece on ``start`` reaches by a step or a chain of jumps; arguments as :func:`adjacent_jumps`.

    ``distant`` : 1 for equidistant jumps.
    """
    if distant != 0:
        found_low, found_high = distant_jumps(start, low, high, free_low, free_high)
    else:
        found_low, found_high = adjacent_jumps(start, low, high, free_low, free_high)
    return found_low | (BESIDE[start, 0] & free_low), found_high | (BESIDE[start, 1] & free_high)
