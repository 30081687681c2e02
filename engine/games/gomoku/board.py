"""Lines, shapes and classes of a record: built anew from stones, and brought up to date for one stone more.

``here`` is the address of a record: arrays are read and written by address, which is half the machine code of array views.
"""

from __future__ import annotations

import numpy as np
from numba import types

from engine.core.contract import FLAG_IN_CHECK, FLAG_NULL_OK, FLAG_THREAT
from engine.core.jit import inline_leaf, leaf
from engine.core.keys import mix64
from engine.core.raw import load_i16, load_i64, store_i16, storer
from engine.games.gomoku.patterns import C_FIVE, C_OPEN, C_THREE, CLASSES, HALVES, REACH
from engine.games.gomoku.rules import BLACK, RENJU, WHITE
from engine.games.gomoku.state import (
    BLACK_LINES,
    COUNTS,
    LINES,
    MARKS,
    NEAR,
    NEAR_DISTANCE,
    POINTS,
    SHAPES,
    SIDE_KEY,
    STONE_KEYS,
    WHITE_LINES,
    state_at,
)
from engine.games.gomoku.tables import CLASS_TABLES, GEOMETRY, LEFT, RIGHT, STEPS, directory, load_u8, load_u16, load_u32

store_u16, store_u32 = storer(types.uint16), storer(types.uint32)
_HALF = 31  #: the bits of a half
_FULL = (1 << 32) - 1


# --- reading ------------------------------------------------------------------------------------------------------------


@inline_leaf
def geometry_of(size):
    """The address of the geometry table of a size."""
    return load_i64(directory(), GEOMETRY + size)


@inline_leaf
def stone_at(here, size, point):
    """0: the point is empty, 1: a black stone, 2: a white one."""
    row = point // size
    shift = point - row * size + REACH
    return (load_u32(here + BLACK_LINES, row) >> shift & 1) | (load_u32(here + WHITE_LINES, row) >> shift & 1) << 1


@inline_leaf
def class_at(here, point, colour):
    """The class of an empty point for a colour."""
    return load_u16(here + MARKS, point) >> (4 * colour) & 15


@inline_leaf
def count_of(here, colour, name):
    """How many points have a class for a colour."""
    return load_i16(here + COUNTS, colour * CLASSES + name)


@inline_leaf
def pair_at(base, pairs, black, white, place):
    """The pair of shapes at a place of the line with the words ``black`` and ``white``; ``pairs``: the mode's table."""
    black, white = black >> place, white >> place
    left = load_i16(load_i64(base, np.int64(LEFT)), (black & _HALF) | (white & _HALF) << 5)
    right = load_i16(load_i64(base, np.int64(RIGHT)), (black >> 6 & _HALF) | (white >> 6 & _HALF) << 5)
    return load_u8(pairs, left * HALVES + right)


@inline_leaf
def class_word(base, rule, shapes):
    """Both colours' classes of a point by its shapes."""
    black = load_u8(load_i64(base, CLASS_TABLES + np.int64(rule == RENJU)), shapes & 0xFFFF)
    return black | load_u8(load_i64(base, np.int64(CLASS_TABLES)), shapes >> 16) << 4


# --- writing ------------------------------------------------------------------------------------------------------------


@inline_leaf
def _count_class(here, word, weight):
    """Add ``weight`` points with the class word ``word`` to the counts."""
    black, white = word & 15, CLASSES + (word >> 4 & 15)
    store_i16(here + COUNTS, black, load_i16(here + COUNTS, black) + weight)
    store_i16(here + COUNTS, white, load_i16(here + COUNTS, white) + weight)


@leaf
def settle(here):
    """Set the header's flags and the structure key from the counts, the player and the outcome."""
    state = state_at(here)
    own = np.int64(state["player"])
    other = 1 - own
    flags = np.int64(0)
    if state["outcome"] == 0:
        if count_of(here, other, C_FIVE) > 0:
            flags = np.int64(FLAG_IN_CHECK)
        elif count_of(here, own, C_FIVE) == 0:
            if count_of(here, other, C_OPEN) > 0 and count_of(here, own, C_OPEN) == 0:
                flags = np.int64(FLAG_THREAT)
            elif state["stones"] > 0:
                flags = np.int64(FLAG_NULL_OK)
    state["flags"] = flags
    word = np.uint64(own)
    for index in range(C_THREE, 2 * CLASSES):
        if index & (CLASSES - 1) >= C_THREE:
            word = word * np.uint64(11) + np.uint64(load_i16(here + COUNTS, index))
    state["structure_key"] = mix64(word)


@leaf
def mark_near(here, size, point):
    """Note that a stone lies on a point, at the empty points around it."""
    row = point // size
    column = point - row * size
    left, right = max(column - NEAR_DISTANCE, 0), min(column + NEAR_DISTANCE + 1, size)
    for other in range(max(row - NEAR_DISTANCE, 0), min(row + NEAR_DISTANCE + 1, size)):
        stones = load_u32(here + BLACK_LINES, other) | load_u32(here + WHITE_LINES, other)
        for place in range(left, right):
            if stones >> (place + REACH) & 1 == 0:
                there = other * size + place
                store_u16(here + MARKS, there, load_u16(here + MARKS, there) | NEAR)


@leaf
def rebuild(here):
    """Set everything that depends on the stones; they stand in ``classes`` as 1 (black) and 2 (white).

    ``size``, ``rule`` and ``player`` are set, all else of the record is overwritten or stays.
    """
    state, base = state_at(here), directory()
    size, rule = np.int64(state["size"]), np.int64(state["rule"])
    shape = geometry_of(size)
    for line in range(LINES):
        store_u32(here + BLACK_LINES, line, np.int64(_FULL))
        store_u32(here + WHITE_LINES, line, np.int64(_FULL))
    key = np.uint64(0)
    stones = np.int64(0)
    for point in range(size * size):
        mark = load_u16(here + MARKS, point)
        for direction in range(4):
            both = load_i16(shape, direction * POINTS + point)
            keep = ~(np.int64(1) << ((both >> 8) + REACH))
            line = both & 255
            if mark != 1:
                store_u32(here + BLACK_LINES, line, load_u32(here + BLACK_LINES, line) & keep)
            if mark != 2:
                store_u32(here + WHITE_LINES, line, load_u32(here + WHITE_LINES, line) & keep)
        if mark:
            stones += 1
            key ^= STONE_KEYS[mark - 1, point]
    state["key"] = key ^ SIDE_KEY if state["player"] == WHITE else key
    state["stones"] = stones
    for index in range(2 * CLASSES):
        store_i16(here + COUNTS, index, np.int64(0))
    for point in range(POINTS):
        store_u32(here + SHAPES, point, np.int64(0))
        store_u16(here + MARKS, point, np.int64(0))
    pairs = load_i64(base, rule)
    for point in range(size * size):
        shapes, stone = np.int64(0), stone_at(here, size, point)
        for direction in range(4):
            both = load_i16(shape, direction * POINTS + point)
            line = both & 255
            pair = pair_at(base, pairs, load_u32(here + BLACK_LINES, line), load_u32(here + WHITE_LINES, line), both >> 8)
            shapes |= (pair & 15) << (4 * direction) | (pair >> 4) << (16 + 4 * direction)
        if stone == 0:
            word = class_word(base, rule, shapes)
            store_u32(here + SHAPES, point, shapes)
            store_u16(here + MARKS, point, word | (load_u16(here + MARKS, point) & NEAR))
            _count_class(here, word, np.int64(1))
        else:
            mark_near(here, size, point)


@leaf
def put_stone(here, point, colour):
    """Put a stone on an empty point: lines, shapes, classes, counts, key and ``stones``."""
    state, base = state_at(here), directory()
    size, rule = np.int64(state["size"]), np.int64(state["rule"])
    shape, pairs = geometry_of(size), load_i64(base, rule)
    state["key"] ^= STONE_KEYS[colour, point]
    state["stones"] += 1
    _count_class(here, load_u16(here + MARKS, point), np.int64(-1))
    store_u32(here + SHAPES, point, np.int64(0))
    store_u16(here + MARKS, point, np.int64(0))
    lines = here + BLACK_LINES if colour == BLACK else here + WHITE_LINES
    direction, sign = np.int64(0), np.int64(-1)
    while direction < 4:
        both = load_i16(shape, direction * POINTS + point)
        line, place = both & 255, both >> 8
        store_u32(lines, line, load_u32(lines, line) | np.int64(1) << (place + REACH))
        black, white = load_u32(here + BLACK_LINES, line), load_u32(here + WHITE_LINES, line)
        step = sign * load_i16(shape, STEPS + direction)
        keep = ~(np.int64(0x000F000F) << (4 * direction))
        other, there, seen = point, place, np.int64(0)
        for _ in range(REACH):
            other += step
            there += sign
            stones = (black >> (there + REACH) & 1) | (white >> (there + REACH) & 1) << 1
            if stones:
                # Behind a black and a white stone (and the edge) nothing of this one is seen.
                seen |= stones
                if seen == 3:
                    break
                continue
            pair = pair_at(base, pairs, black, white, there)
            old = load_u32(here + SHAPES, other)
            new = (old & keep) | (pair & 15) << (4 * direction) | (pair >> 4) << (16 + 4 * direction)
            if new != old:
                store_u32(here + SHAPES, other, new)
                before = load_u16(here + MARKS, other)
                after = class_word(base, rule, new)
                if after != before & 255:
                    _count_class(here, before, np.int64(-1))
                    _count_class(here, after, np.int64(1))
                    store_u16(here + MARKS, other, after | (before & NEAR))
        direction += np.int64(sign > 0)
        sign = -sign
    mark_near(here, size, point)
