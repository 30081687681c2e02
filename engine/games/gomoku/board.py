"""Lines, shapes and classes of a record: built anew from stones, and brought up to date for one stone more.

``here`` is the address of a record: arrays are read and written by address, which is half the machine code of array views.
"""

from __future__ import annotations

import numpy as np
from numba import types

from engine.core.bits import lsb
from engine.core.contract import FLAG_IN_CHECK, FLAG_NULL_OK, FLAG_THREAT
from engine.core.jit import inline_leaf, leaf
from engine.core.keys import mix64
from engine.core.raw import load_i16, load_i32, load_i64, load_u64, store_i16, store_i64, storer
from engine.games.gomoku.patterns import C_FIVE, C_OPEN, C_THREE, CLASSES, REACH
from engine.games.gomoku.rules import RENJU, WHITE
from engine.games.gomoku.state import (
    COUNTS,
    EVERY_SET,
    LARGEST,
    MARKS,
    NEAR_DISTANCE,
    NEAR_ROWS,
    POINTS,
    SETS,
    SHAPES,
    SIDE_KEY,
    STONE_KEYS,
    STONES,
    state_at,
)
from engine.games.gomoku.tables import (
    CLASS_TABLES,
    FELT,
    GEOMETRY,
    LEFT,
    RIGHT,
    SET_TABLE,
    STEPS,
    copy_bytes,
    directory,
    load_u8,
    load_u32,
)

store_u8, store_u32 = storer(types.uint8), storer(types.uint32)
WHITE_HALF = 32  #: shift of White's half of a line
_WINDOW = 31 | 31 << WHITE_HALF  #: five points of both halves
_BESIDE = REACH + 1  #: from the shift of the points left of a place to that of the points right of it
_NEAR = (1 << 2 * NEAR_DISTANCE + 1) - 1

#: The counts of the classes from C_THREE on are whole words of four, three for each colour; a factor for each.
_COUNT_WORDS = 4
_FACTORS = np.array(
    [0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0xD6E8FEB86659FD93, 0xA0761D6478BD642F, 0xE7037ED1A0B428DB],
    dtype=np.uint64,
)
assert C_THREE == _COUNT_WORDS and CLASSES == 4 * _COUNT_WORDS


# --- reading ------------------------------------------------------------------------------------------------------------


@inline_leaf
def geometry_of(size):
    """The address of the geometry table of a size."""
    return load_i64(directory(), GEOMETRY + size)


@inline_leaf
def stone_at(here, size, point):
    """0: the point is empty, 1: a black stone, 2: a white one."""
    row = point // size
    word = load_i64(here + STONES, row) >> (point - row * size + REACH)
    return (word & 1) | (word >> WHITE_HALF & 1) << 1


@inline_leaf
def class_at(here, point, colour):
    """The class of an empty point for a colour."""
    return load_u8(here + MARKS, point) >> (4 * colour) & 15


@inline_leaf
def count_of(here, colour, name):
    """How many points have a class for a colour."""
    return load_i16(here + COUNTS, colour * CLASSES + name)


@inline_leaf
def open_near(here, row):
    """The columns of the empty points of a row within two points of a stone."""
    word = load_i64(here + STONES, row)
    return load_u32(here + NEAR_ROWS, row) & ~((word | word >> WHITE_HALF) >> REACH)


@inline_leaf
def _window(word, shift):
    """Five points of a line from a shift on: Black's bits, above them White's."""
    both = word >> shift & _WINDOW
    return (both | both >> (WHITE_HALF - REACH)) & 1023


@inline_leaf
def pair_at(base, pairs, word, place):
    """The pair of shapes at a place of the line ``word``; ``pairs``: the mode's table."""
    left = load_i32(load_i64(base, np.int64(LEFT)), _window(word, place))
    return load_u8(pairs, left + load_i32(load_i64(base, np.int64(RIGHT)), _window(word, place + _BESIDE)))


# --- writing ------------------------------------------------------------------------------------------------------------


@inline_leaf
def copy_row(to, source, size):
    """Copy what a board of ``size`` uses of a record."""
    copy_bytes(to, source, STONES + 8 * (6 * size - 2))
    copy_bytes(to + SHAPES, source + SHAPES, 4 * size * size)
    copy_bytes(to + MARKS, source + MARKS, size * size)


@inline_leaf
def _count_class(here, word, weight):
    """Add ``weight`` points with the classes ``word`` to the counts."""
    black, white = word & 15, CLASSES + (word >> 4)
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
    for index in range(1, _COUNT_WORDS):
        word += load_u64(here + COUNTS, np.int64(index)) * _FACTORS[index - 1]
        word += load_u64(here + COUNTS, np.int64(_COUNT_WORDS + index)) * _FACTORS[index + 2]
    state["structure_key"] = mix64(word)


@inline_leaf
def mark_near(here, size, row, column):
    """Note that a stone lies on a point."""
    columns = np.int64(_NEAR) << column >> NEAR_DISTANCE
    for other in range(max(row - NEAR_DISTANCE, 0), min(row + NEAR_DISTANCE + 1, size)):
        store_u32(here + NEAR_ROWS, other, load_u32(here + NEAR_ROWS, other) | columns)


@leaf
def rebuild(here):
    """Set everything that depends on the stones; they stand in ``classes`` as 1 (black) and 2 (white).

    ``size``, ``rule`` and ``player`` are set, all else of the record is overwritten or stays.
    """
    state, base = state_at(here), directory()
    size, rule = np.int64(state["size"]), np.int64(state["rule"])
    shape = geometry_of(size)
    for line in range(6 * size - 2):
        store_i64(here + STONES, np.int64(line), np.int64(-1))
    for row in range(LARGEST):
        store_u32(here + NEAR_ROWS, np.int64(row), np.int64(0))
        store_i64(here + SETS, np.int64(row), np.int64(0))
    key = np.uint64(0)
    stones = np.int64(0)
    for point in range(size * size):
        mark = load_u8(here + MARKS, point)
        both = load_i16(shape, point)
        if mark:
            mark_near(here, size, both & 255, both >> 8)
            stones += 1
            key ^= STONE_KEYS[mark - 1, point]
        gone = np.int64(mark != 1) | np.int64(mark != 2) << WHITE_HALF
        for direction in range(4):
            both = load_i16(shape, direction * POINTS + point)
            line = both & 255
            store_i64(here + STONES, line, load_i64(here + STONES, line) & ~(gone << ((both >> 8) + REACH)))
    state["key"] = key ^ SIDE_KEY if state["player"] == WHITE else key
    state["stones"] = stones
    for index in range(2 * CLASSES):
        store_i16(here + COUNTS, index, np.int64(0))
    for point in range(POINTS):
        store_u32(here + SHAPES, point, np.int64(0))
        store_u8(here + MARKS, point, np.int64(0))
    pairs = load_i64(base, rule)
    black, white = load_i64(base, CLASS_TABLES + np.int64(rule == RENJU)), load_i64(base, np.int64(CLASS_TABLES))
    sets = load_i64(base, np.int64(SET_TABLE))
    for point in range(size * size):
        if stone_at(here, size, point) != 0:
            continue
        shapes = np.int64(0)
        for direction in range(4):
            both = load_i16(shape, direction * POINTS + point)
            pair = pair_at(base, pairs, load_i64(here + STONES, both & 255), both >> 8)
            shapes |= (pair & 15) << (4 * direction) | (pair >> 4) << (16 + 4 * direction)
        mark = load_u8(black, shapes & 0xFFFF) | load_u8(white, shapes >> 16) << 4
        store_u32(here + SHAPES, point, shapes)
        store_u8(here + MARKS, point, mark)
        _count_class(here, mark, np.int64(1))
        both = load_i16(shape, point)
        row = both & 255
        store_i64(here + SETS, row, load_i64(here + SETS, row) | load_i64(sets, mark) << (both >> 8))


@leaf
def put_stone(here, point, colour):
    """Put a stone on an empty point: lines, shapes, classes, counts, sets, key and ``stones``."""
    state, base = state_at(here), directory()
    size, rule = np.int64(state["size"]), np.int64(state["rule"])
    # Addresses of tables are read once: after a store the compiler would read them again.
    shape, pairs = geometry_of(size), load_i64(base, rule)
    left, right = load_i64(base, np.int64(LEFT)), load_i64(base, np.int64(RIGHT))
    felt_left = load_i64(base, FELT + rule) + 2048 * colour
    felt_right = felt_left + 1024
    black, white = load_i64(base, CLASS_TABLES + np.int64(rule == RENJU)), load_i64(base, np.int64(CLASS_TABLES))
    sets = load_i64(base, np.int64(SET_TABLE))
    state["key"] ^= STONE_KEYS[colour, point]
    state["stones"] += 1
    _count_class(here, load_u8(here + MARKS, point), np.int64(-1))
    store_u32(here + SHAPES, point, np.int64(0))
    store_u8(here + MARKS, point, np.int64(0))
    both = load_i16(shape, point)
    row, column = both & 255, both >> 8
    store_i64(here + SETS, row, load_i64(here + SETS, row) & ~(np.int64(EVERY_SET) << column))
    mark_near(here, size, row, column)
    for direction in range(4):
        both = load_i16(shape, direction * POINTS + point)
        line, place = here + STONES + 8 * (both & 255), both >> 8
        word = load_i64(line, np.int64(0)) | np.int64(1) << (place + REACH + WHITE_HALF * colour)
        store_i64(line, np.int64(0), word)
        step = load_i16(shape, STEPS + direction)
        row_step = np.int64(direction != 0) - 2 * np.int64(direction == 3)
        column_step = np.int64(direction != 1)
        shift = 4 * np.int64(direction)
        keep = ~(np.int64(0x000F000F) << shift)
        # Bit b: the empty point b - REACH places further on the line.
        felt = load_u8(felt_left, _window(word, place)) | load_u8(felt_right, _window(word, place + _BESIDE)) << _BESIDE
        while felt != 0:
            distance = lsb(felt) - REACH
            felt &= felt - 1
            there, other = place + distance, point + distance * step
            pair = load_u8(pairs, load_i32(left, _window(word, there)) + load_i32(right, _window(word, there + _BESIDE)))
            shapes = (load_u32(here + SHAPES, other) & keep) | (pair & 15) << shift | (pair >> 4) << (16 + shift)
            store_u32(here + SHAPES, other, shapes)
            before = load_u8(here + MARKS, other)
            after = load_u8(black, shapes & 0xFFFF) | load_u8(white, shapes >> 16) << 4
            if after != before:
                _count_class(here, before, np.int64(-1))
                _count_class(here, after, np.int64(1))
                store_u8(here + MARKS, other, after)
                at, bits = row + distance * row_step, column + distance * column_step
                old = load_i64(here + SETS, at) & ~(np.int64(EVERY_SET) << bits)
                store_i64(here + SETS, at, old | load_i64(sets, after) << bits)
