"""Black's forbidden points in renju, by the definitions of the rule text (5.3), with its recursion."""

from __future__ import annotations

import numpy as np
from numba import types

from engine.core.jit import inline_leaf, kernel, leaf
from engine.core.raw import caller, load_i16, load_i64
from engine.games.gomoku.board import WHITE_HALF, class_at, geometry_of, pair_at
from engine.games.gomoku.patterns import C_RISKY, FIVE, FOUR, OPEN_THREE, OVER, REACH, STRAIGHT, TWIN_FOUR, WIDE_THREE
from engine.games.gomoku.rules import BLACK, DOUBLE_FOUR, DOUBLE_THREE, OVERLINE, RENJU
from engine.games.gomoku.state import POINTS, STONES, state_at
from engine.games.gomoku.tables import CALLED, STEPS, directory

WINS = -1  #: what :func:`_shape_at` says of a point that makes five
FORBIDDEN_SHAPE = types.FunctionType(types.int64(types.int64, types.int64))
_call = caller(FORBIDDEN_SHAPE)


@leaf
def _line_word(here, shape, line, direction, extra, count):
    """The word of a line, black stones on the points ``extra[:count]`` added."""
    word = load_i64(here + STONES, line)
    for index in range(count):
        both = load_i16(shape, direction * POINTS + extra[index])
        if both & 255 == line:
            word |= np.int64(1) << ((both >> 8) + REACH)
    return word


@leaf
def _shape_at(here, shape, point, extra, count):
    """WINS, 0 or the forbidden shape that a black stone on ``point`` makes.

    shape : address of the geometry table. extra : int64[POINTS], the first ``count`` are further black stones; the rest is
    overwritten.
    """
    base = directory()
    pairs = load_i64(base, np.int64(RENJU))
    fours, threes, real = np.int64(0), np.int64(0), np.int64(0)
    too_long = False
    for direction in range(4):
        both = load_i16(shape, direction * POINTS + point)
        line = both & 255
        made = pair_at(base, pairs, _line_word(here, shape, line, direction, extra, count), both >> 8) & 15
        if made == FIVE:
            return np.int64(WINS)
        if made == OVER:
            too_long = True
        elif made == TWIN_FOUR:
            fours += 2
        elif made == FOUR or made == STRAIGHT:
            fours += 1
        elif made == OPEN_THREE or made == WIDE_THREE:
            threes |= np.int64(1) << direction
    if too_long:
        return np.int64(OVERLINE)
    if fours > 1:
        return np.int64(DOUBLE_FOUR)
    if threes & (threes - 1) == 0:
        return np.int64(0)
    for direction in range(4):
        if threes >> direction & 1 == 0:
            continue
        extra[count] = point
        both = load_i16(shape, direction * POINTS + point)
        line = both & 255
        word = _line_word(here, shape, line, direction, extra, count + 1)
        white = word >> WHITE_HALF
        sign = np.int64(-1)
        # The stone that makes a straight four of the three lies on the first empty point to either side.
        while sign < 2:
            place, answer = both >> 8, point
            step = sign * load_i16(shape, STEPS + direction)
            while word >> (place + REACH) & 1 and not white >> (place + REACH) & 1:
                place += sign
                answer += step
            if not white >> (place + REACH) & 1 and pair_at(base, pairs, word, place) & 15 == STRAIGHT:
                extra[count] = point
                if _shape_at(here, shape, answer, extra, count + 1) == 0:
                    real += 1
                    break
            sign += 2
    return np.int64(DOUBLE_THREE if real > 1 else 0)


@kernel(FORBIDDEN_SHAPE)
def examine(here, point):
    """The forbidden shape that a black stone on an empty point of the record at ``here`` makes under renju, 0 if none."""
    extra = np.empty(POINTS, dtype=np.int64)
    return max(_shape_at(here, geometry_of(np.int64(state_at(here)["size"])), point, extra, np.int64(0)), 0)


@inline_leaf
def forbidden_shape(here, point, colour):
    """The forbidden shape (OVERLINE, DOUBLE_FOUR, DOUBLE_THREE) that a stone on an empty point makes, 0 if none."""
    if colour != BLACK or class_at(here, point, colour) < C_RISKY:
        return np.int64(0)
    return _call(load_i64(directory(), np.int64(CALLED)), (here, point))
