"""Bit set formulas: what is open, what is free, what a ball completes. All sets uint64, layout in ``geometry``."""

from __future__ import annotations

import numpy as np

from engine.core.bits import U0, U1, lsb, popcount
from engine.core.jit import inline_leaf, leaf
from engine.games.quadro import geometry
from engine.games.quadro.rules import BONUS, DIAGONALS, LINES

ALL, GROUND, CORNERS = np.uint64(geometry.ALL), np.uint64(geometry.GROUND), np.uint64(geometry.CORNERS)
ROWS_4, COLUMNS_4 = np.uint64(geometry.ROWS_4), np.uint64(geometry.COLUMNS_4)
ROWS_3, COLUMNS_3 = np.uint64(geometry.ROWS_3), np.uint64(geometry.COLUMNS_3)
DIAGONAL_1, DIAGONAL_2, DIAGONAL_3, DIAGONAL_4 = (np.uint64(cells) for cells in geometry.DIAGONALS)
TOP = np.uint64(1 << geometry.TOP)
BALLS, ABOVE = geometry.BALLS, geometry.ABOVE
_ONE, _TWO, _THREE, _FOUR, _FIVE, _EIGHT, _TWELVE, _UP = (np.uint64(n) for n in (1, 2, 3, 4, 5, 8, 12, 16))


@inline_leaf
def squares(balls):
    """Lowest corners of the full squares of a set, wherever a site rests on them."""
    pairs = balls & (balls >> _ONE)
    return pairs & (pairs >> _FOUR) & CORNERS


@inline_leaf
def spread(corners):
    """The cells of the squares with these lowest corners."""
    pairs = corners | (corners << _ONE)
    return pairs | (pairs << _FOUR)


@inline_leaf
def open_sites(occupied):
    """Empty sites with full support."""
    return ((squares(occupied) << _UP) | GROUND) & ~occupied


@inline_leaf
def free_balls(balls, occupied):
    """Those of ``balls`` on which no ball rests."""
    return balls & ~spread(occupied >> _UP)


@inline_leaf
def raise_targets(origin, opened):
    """The sites of ``opened`` (open with the ball in place) to which the free ball at ``origin`` (a set of one) may be raised.

    Lifting it opens no site of a higher level, and closes those of the next level that would rest on it.
    """
    below = origin | (origin >> _ONE)
    below |= below >> _FOUR
    return opened & ABOVE[lsb(origin) >> 4] & ~(below << _UP)


@leaf
def completes(own, ball, rules):
    """Whether ``ball``, one of ``own`` and just moved there, belongs to a shape of ``own``."""
    if spread(squares(own)) & ball != U0:
        return True
    if rules & LINES == 0:
        return False
    pairs = own & (own >> _ONE)
    fours = pairs & (pairs >> _TWO) & ROWS_4
    line = fours | (fours << _ONE)
    line |= line << _TWO
    threes = pairs & (own >> _TWO) & ROWS_3
    line |= threes | (threes << _ONE) | (threes << _TWO)
    pairs = own & (own >> _FOUR)
    fours = pairs & (pairs >> _EIGHT) & COLUMNS_4
    column = fours | (fours << _FOUR)
    line |= column | (column << _EIGHT)
    threes = pairs & (own >> _EIGHT) & COLUMNS_3
    line |= threes | (threes << _FOUR) | (threes << _EIGHT)
    if line & ball != U0:
        return True
    if rules & DIAGONALS == 0:
        return False
    if own & DIAGONAL_1 == DIAGONAL_1:
        line |= DIAGONAL_1
    if own & DIAGONAL_2 == DIAGONAL_2:
        line |= DIAGONAL_2
    if own & DIAGONAL_3 == DIAGONAL_3:
        line |= DIAGONAL_3
    if own & DIAGONAL_4 == DIAGONAL_4:
        line |= DIAGONAL_4
    return line & ball != U0


@leaf
def completing_sites(own, rules):
    """The cells that would complete a shape of ``own`` with a ball there; its own balls and closed sites may be among them."""
    if rules & BONUS == 0:
        return U0
    found = U0
    # A square lacks one corner: each of the four is tested by shifting the other three on to it.
    right, left, up, down = own >> _ONE, own << _ONE, own >> _FOUR, own << _FOUR
    base = CORNERS
    found |= right & up & (own >> _FIVE) & base
    found |= left & (own >> _THREE) & up & (base << _ONE)
    found |= right & down & (own << _THREE) & (base << _FOUR)
    found |= left & down & (own << _FIVE) & (base << _FIVE)
    if rules & LINES == 0:
        return found
    for place in range(4):
        shift = np.uint64(place)
        row, column = ROWS_4 << shift, COLUMNS_4 << (shift * _FOUR)
        found |= _lacks(own, _ONE, np.int64(place), np.int64(4)) & row
        found |= _lacks(own, _FOUR, np.int64(place), np.int64(4)) & column
    for place in range(3):
        shift = np.uint64(place)
        row, column = ROWS_3 << shift, COLUMNS_3 << (shift * _FOUR)
        found |= _lacks(own, _ONE, np.int64(place), np.int64(3)) & row
        found |= _lacks(own, _FOUR, np.int64(place), np.int64(3)) & column
    if rules & DIAGONALS != 0:
        found |= _last(own, DIAGONAL_1) | _last(own, DIAGONAL_2) | _last(own, DIAGONAL_3) | _last(own, DIAGONAL_4)
    return found


@inline_leaf
def _lacks(own, step, place, length):
    """Cells such that all others of a line of ``length`` cells, ``step`` apart, in which they are number ``place``, are own."""
    found = ALL
    for other in range(length):
        if other < place:
            found &= own << (np.uint64(place - other) * step)
        elif other > place:
            found &= own >> (np.uint64(other - place) * step)
    return found


@inline_leaf
def _last(own, line):
    """The one cell of ``line`` that is not own, or nothing."""
    rest = line & ~own
    return rest if rest & (rest - U1) == U0 else U0


@inline_leaf
def reserve(balls):
    """How many balls a side still has."""
    return BALLS - popcount(balls)


@leaf
def can_raise(own, occupied):
    """Whether one of ``own`` can be raised."""
    opened = open_sites(occupied) & ~GROUND
    movers = free_balls(own, occupied)
    while movers and opened:
        ball = movers & (~movers + U1)
        movers ^= ball
        if raise_targets(ball, opened) != U0:
            return True
    return False
