"""Steps and rays on sets of cells, and the questions that need no chain: can this side capture, where can its pieces move.

``own`` and ``enemy`` are the pieces of the player to act and of the other side, ``kings`` the kings of both, ``side`` the player.
Directions: 0 up right, 1 up left, 2 down left, 3 down right.
"""

from __future__ import annotations

import numpy as np

from engine.core.bits import U0, U1, pdep, pext, popcount
from engine.core.jit import HAS_BMI2
from engine.games.draughts.geometry import constants
from engine.games.draughts.rules import RULE_BACKWARD, RULE_FLYING
from engine.games.draughts.specialise import inline_part, part
from engine.games.draughts.state import CHECK_DROP, CHECK_FACTOR, CHECK_MASK, CHECK_SHIFT, END_SHIFT, START_SHIFT

_BOARD = constants(10)
BOARD, INTERIOR, TOP_ROW, LAST_ROW = _BOARD["BOARD"], _BOARD["INTERIOR"], _BOARD["TOP_ROW"], _BOARD["LAST_ROW"]
SECOND_ROW, LAST_BUT_ONE = _BOARD["SECOND_ROW"], _BOARD["LAST_BUT_ONE"]
SIDE, INNER_ROW, EIGHT = _BOARD["SIDE"], _BOARD["INNER_ROW"], False
W, W1, W2, W3 = _BOARD["W"], _BOARD["W1"], _BOARD["W2"], _BOARD["W3"]


# --- steps --------------------------------------------------------------------------------------------------------------


@inline_part
def step(word, direction):
    """The cells one step on in ``direction``; those outside the board are ghosts or gone."""
    if direction == 0:
        return word >> W
    if direction == 1:
        return word >> W1
    if direction == 2:
        return word << W
    return word << W1


@inline_part
def crown_row(side):
    """The cells where ``side`` crowns."""
    return TOP_ROW if side == 0 else LAST_ROW


@inline_part
def row_before_crown(side):
    """The cells of the row next to it."""
    return SECOND_ROW if side == 0 else LAST_BUT_ONE


@inline_part
def ray(word, direction, empty):
    """The empty cells that pieces on ``word`` reach in ``direction``, their own cells not included (occluded fill)."""
    if direction == 0:
        reached = word | (empty & (word >> W))
        free = empty & (empty >> W)
        reached |= free & (reached >> W2)
        free &= free >> W2
        reached |= free & (reached >> (W2 + W2))
        if not EIGHT:
            free &= free >> (W2 + W2)
            reached |= free & (reached >> (W2 + W2 + W2 + W2))
    elif direction == 1:
        reached = word | (empty & (word >> W1))
        free = empty & (empty >> W1)
        reached |= free & (reached >> W3)
        free &= free >> W3
        reached |= free & (reached >> (W3 + W3))
        if not EIGHT:
            free &= free >> (W3 + W3)
            reached |= free & (reached >> (W3 + W3 + W3 + W3))
    elif direction == 2:
        reached = word | (empty & (word << W))
        free = empty & (empty << W)
        reached |= free & (reached << W2)
        free &= free << W2
        reached |= free & (reached << (W2 + W2))
        if not EIGHT:
            free &= free << (W2 + W2)
            reached |= free & (reached << (W2 + W2 + W2 + W2))
    else:
        reached = word | (empty & (word << W1))
        free = empty & (empty << W1)
        reached |= free & (reached << W3)
        free &= free << W3
        reached |= free & (reached << (W3 + W3))
        if not EIGHT:
            free &= free << (W3 + W3)
            reached |= free & (reached << (W3 + W3 + W3 + W3))
    return reached & ~word


# --- captures -----------------------------------------------------------------------------------------------------------


@inline_part
def short_jumpers(pieces, enemy, empty, upward, downward):
    """Those of ``pieces`` that can jump over a neighbour of ``enemy``, upward and downward as the flags say."""
    found = U0
    if upward:
        found |= (enemy << W) & (empty << W2) | (enemy << W1) & (empty << W3)
    if downward:
        found |= (enemy >> W) & (empty >> W2) | (enemy >> W1) & (empty >> W3)
    return found & pieces


@inline_part
def men_jumpers(men, enemy, empty, side, rules):
    """The men that can capture."""
    backward = rules & RULE_BACKWARD != 0
    return short_jumpers(men, enemy, empty, backward or side == 0, backward or side != 0)


@part
def flying_victims(pieces, enemy, empty):
    """The pieces of ``enemy`` that flying kings on ``pieces`` could capture by their first jump."""
    found = step(ray(pieces, 0, empty) | pieces, 0) & step(empty, 2)
    found |= step(ray(pieces, 1, empty) | pieces, 1) & step(empty, 3)
    found |= step(ray(pieces, 2, empty) | pieces, 2) & step(empty, 0)
    found |= step(ray(pieces, 3, empty) | pieces, 3) & step(empty, 1)
    return found & enemy


@inline_part
def flying_jumpers(kings, enemy, empty, direction):
    """Those of ``kings``, flying ones, that can capture in ``direction``: the first pieces that the victims see the other way."""
    victims = enemy & step(empty, direction ^ 2)
    return step(victims | ray(victims, direction ^ 2, empty), direction ^ 2) & kings


@inline_part
def kings_capture(kings, enemy, empty, rules):
    """Whether any of ``kings`` can capture."""
    if rules & RULE_FLYING != 0:
        return flying_victims(kings, enemy, empty) != U0
    return short_jumpers(kings, enemy, empty, True, True) != U0


@inline_part
def can_capture(own, enemy, kings, side, rules):
    """Whether the player to act has a capture."""
    empty = BOARD & ~(own | enemy)
    if men_jumpers(own & ~kings, enemy, empty, side, rules):
        return True
    mine = own & kings
    return mine != U0 and kings_capture(mine, enemy, empty, rules)


# --- quiet moves --------------------------------------------------------------------------------------------------------


@inline_part
def men_targets(men, empty, side):
    """The empty cells that men step on: those by a step of w and those by a step of w + 1."""
    if side == 0:
        return (men >> W) & empty, (men >> W1) & empty
    return (men << W) & empty, (men << W1) & empty


@part
def king_quiet_count(kings, empty, rules):
    """How many moves without capture ``kings`` have."""
    if rules & RULE_FLYING != 0:
        count = popcount(ray(kings, 0, empty)) + popcount(ray(kings, 1, empty))
        return count + popcount(ray(kings, 2, empty)) + popcount(ray(kings, 3, empty))
    count = popcount(step(kings, 0) & empty) + popcount(step(kings, 1) & empty)
    return count + popcount(step(kings, 2) & empty) + popcount(step(kings, 3) & empty)


@inline_part
def quiet_count(own, enemy, kings, side, rules):
    """How many moves without capture the player to act has."""
    empty = BOARD & ~(own | enemy)
    left, right = men_targets(own & ~kings, empty, side)
    count = popcount(left) + popcount(right)
    mine = own & kings
    if mine:
        count += king_quiet_count(mine, empty, rules)
    return count


@inline_part
def can_step(own, enemy, kings, side):
    """Whether the player to act has a move without capture."""
    empty = BOARD & ~(own | enemy)
    left, right = men_targets(own & ~kings, empty, side)
    mine = own & kings
    near = step(mine, 0) | step(mine, 1) | step(mine, 2) | step(mine, 3)
    return (left | right | (near & empty)) != U0


# --- parts of moves ------------------------------------------------------------------------------------------------------


@inline_part
def way(start, end):
    """The move from one cell to another that captures nothing (int64)."""
    check = ((((start << 6) | end) * CHECK_FACTOR) >> CHECK_DROP) & CHECK_MASK
    return (start << START_SHIFT) | (end << END_SHIFT) | (check << CHECK_SHIFT)


@inline_part
def pack(captured):
    """A set of cells that are not on the edge as the low bits of a move (uint64)."""
    if HAS_BMI2:
        return pext(captured, INTERIOR)
    packed = U0
    for row in range(1, SIDE - 1):
        first = row * (SIDE // 2) + row // 2 + row % 2
        packed |= ((captured >> np.uint64(first)) & ((U1 << INNER_ROW) - U1)) << (np.uint64(row - 1) * INNER_ROW)
    return packed


@inline_part
def unpack(move):
    """The set of the cells that a move captures on; the inverse of :func:`pack`."""
    packed = np.uint64(move) & np.uint64(0xFFFFFFFF)
    if HAS_BMI2:
        return pdep(packed, INTERIOR)
    captured = U0
    for row in range(1, SIDE - 1):
        first = row * (SIDE // 2) + row // 2 + row % 2
        captured |= ((packed >> (np.uint64(row - 1) * INNER_ROW)) & ((U1 << INNER_ROW) - U1)) << np.uint64(first)
    return captured
