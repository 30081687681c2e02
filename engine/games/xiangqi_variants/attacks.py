"""Where pieces of the variants go and who attacks a point, on xiangqi's sets of points.

Rooks, cannons and the ordinary move of the horse are xiangqi's; the rest is read from ``geometry``.
"""

from __future__ import annotations

import numpy as np

from engine.core.bits import lsb
from engine.core.jit import inline_leaf, leaf
from engine.games.xiangqi.attacks import (
    BIT_OF,
    EDGE,
    FILE_OF,
    HORSE_RING,
    LEG_OF,
    RANK_LINE,
    U0,
    U1,
    U10,
    high_bit,
    horse_set,
    line_set,
    low_bit,
    rank_entry,
    slider_lines,
    window,
)
from engine.games.xiangqi.attacks import cannon_set as cannon_set
from engine.games.xiangqi.attacks import rook_set as rook_set
from engine.games.xiangqi.state import (
    ADVISOR,
    BISHOP,
    CANNON,
    COLOR_BIT,
    HALF,
    KING,
    KNIGHT,
    PAWN,
    ROOK,
)
from engine.games.xiangqi_variants.geometry import (
    BANNED,
    CENTRES,
    CORNER_SETS,
    ELEPHANTS,
    HALVES_AT,
    JUMPS,
    OPPOSITE,
    ORIGIN_SETS,
    STEP_SETS,
)
from engine.games.xiangqi_variants.state import POINTS, SHENGSHI

_BANK = np.array([5, 4], dtype=np.int64)  #: the rank on which pawns of a color slide


@inline_leaf
def has_point(lo, hi, point):
    """Whether ``point`` (int64, 0..89) is in the set."""
    return ((hi if point >= HALF else lo) >> BIT_OF[point]) & U1 != U0


# --- own ways of moving -------------------------------------------------------------------------------------------------


@leaf
def elephant_set(variant, color, point, lo, hi):
    """The points that an elephant on ``point`` reaches under the occupancy ``lo, hi``, own pieces included."""
    to_lo, to_hi = U0, U0
    for n in range(8):
        target = np.int64(ELEPHANTS[variant, color, point, n, 0])
        if target < 0:
            break
        if has_point(lo, hi, np.int64(ELEPHANTS[variant, color, point, n, 1])):
            continue
        second = np.int64(ELEPHANTS[variant, color, point, n, 2])
        if second >= 0 and has_point(lo, hi, second):
            continue
        to_lo |= low_bit(target)
        to_hi |= high_bit(target)
    return to_lo, to_hi


@leaf
def slide_set(color, point, lo, hi):
    """The empty points beside a pawn that slides along the enemy's bank line; the empty set elsewhere."""
    if point // 9 != _BANK[color]:
        return U0, U0
    word = lo if point < HALF else hi
    file = FILE_OF[point]
    line = (rank_entry(word, file, BIT_OF[point] - file) & RANK_LINE) << (BIT_OF[point] - file)
    if point < HALF:
        return line & ~lo, U0
    return U0, line & ~hi


@leaf
def chain_set(point, lo, hi, banned_lo, banned_hi):
    """The ends of chains of two or more jumps of a horse on ``point``; ``lo, hi``: occupied, ``banned``: no landing there.

    Jumps can be taken back, so the points that are reached from one first landing without the start form a part of the board
    that no other first landing reaches unless it lies in the part itself: a first landing is the end of a longer chain exactly
    if its part has another one.
    """
    lo &= ~low_bit(point)
    hi &= ~high_bit(point)
    shut_lo, shut_hi = lo | banned_lo | low_bit(point), hi | banned_hi | high_bit(point)
    all_lo, all_hi = U0, U0
    first_lo, first_hi = U0, U0
    for n in range(4):
        over, land = np.int64(JUMPS[point, n, 0]), np.int64(JUMPS[point, n, 1])
        if land >= 0 and has_point(lo, hi, over) and not has_point(shut_lo, shut_hi, land):
            first_lo |= low_bit(land)
            first_hi |= high_bit(land)
    left_lo, left_hi = first_lo, first_hi
    while left_lo | left_hi != U0:
        part_lo = left_lo & (~left_lo + U1)
        part_hi = U0 if left_lo != U0 else left_hi & (~left_hi + U1)
        todo_lo, todo_hi = part_lo, part_hi
        while todo_lo | todo_hi != U0:
            if todo_lo != U0:
                here = lsb(todo_lo)
                todo_lo &= todo_lo - U1
            else:
                here = lsb(todo_hi) + HALF
                todo_hi &= todo_hi - U1
            for n in range(4):
                over, land = np.int64(JUMPS[here, n, 0]), np.int64(JUMPS[here, n, 1])
                if land < 0 or not has_point(lo, hi, over) or has_point(shut_lo | part_lo, shut_hi | part_hi, land):
                    continue
                part_lo |= low_bit(land)
                part_hi |= high_bit(land)
                todo_lo |= low_bit(land)
                todo_hi |= high_bit(land)
        starts_lo, starts_hi = part_lo & first_lo, part_hi & first_hi
        left_lo &= ~part_lo
        left_hi &= ~part_hi
        alone = (starts_lo & (starts_lo - U1)) | (starts_hi & (starts_hi - U1)) == U0 and (starts_lo == U0 or starts_hi == U0)
        all_lo |= part_lo & ~starts_lo if alone else part_lo
        all_hi |= part_hi & ~starts_hi if alone else part_hi
    return all_lo, all_hi


@leaf
def halves_from_point(state, point, lo, hi):
    """The half-points, as a byte (int64), that an advisor on ``point`` may enter; the occupancy holds the advisor itself."""
    found = np.int64(0)
    lo &= ~low_bit(point)
    hi &= ~high_bit(point)
    for n in range(4):
        half = np.int64(HALVES_AT[point, n])
        if half < 0:
            break
        free = (lo & CORNER_SETS[half, 0]) | (hi & CORNER_SETS[half, 1]) == U0
        if free and (np.int64(state["halves"]) >> half) & 1 == 0:
            found |= np.int64(1) << half
    return found


@leaf
def from_half(state, half, lo, hi):
    """``(lo, hi, byte)``: the points and half-points that the advisor on ``half`` (0..7) may enter."""
    halves = np.int64(state["halves"])
    banned = halves & ~(np.int64(1) << half)
    to_lo, to_hi = CORNER_SETS[half, 0] & ~BANNED[banned, 0], CORNER_SETS[half, 1] & ~BANNED[banned, 1]
    other = np.int64(OPPOSITE[half])
    free = (lo & CORNER_SETS[other, 0]) | (hi & CORNER_SETS[other, 1]) == U0
    across = np.int64(1) << other if free and (halves >> other) & 1 == 0 else np.int64(0)
    return to_lo, to_hi, across


# --- all of them --------------------------------------------------------------------------------------------------------


@inline_leaf
def right_is_of(right, origin):
    """Whether the return ``right`` (int8[6], the first three) is that of the cannon on ``origin``."""
    return np.int64(right[0]) == origin


@leaf
def reach(state, kind, point, color, lo, hi):
    """``(lo, hi)``: the points that a piece attacks or may enter by its way of moving; own pieces and banned points included.

    Returns, chains, slides and half-points are not; see :func:`targets`.
    """
    if kind == ROOK:
        return rook_set(lo, hi, point)
    if kind == CANNON:
        return cannon_set(lo, hi, point)
    if kind == KNIGHT:
        return horse_set(lo, hi, point)
    variant = np.int64(state["variant"])
    if kind == BISHOP:
        return elephant_set(variant, color, point, lo, hi)
    code = kind + COLOR_BIT * color
    return STEP_SETS[variant, code, point, 0], STEP_SETS[variant, code, point, 1]


@leaf
def targets(state, kind, cell, color):
    """``(lo, hi, byte)``: where the piece of the side ``color`` to move on ``cell`` may go, the safety of its king aside."""
    colors = state["colors"]
    occ_lo, occ_hi = colors[0] | colors[2], colors[1] | colors[3]
    if cell >= POINTS:
        return from_half(state, cell - POINTS, occ_lo, occ_hi)
    to_lo, to_hi = reach(state, kind, cell, color, occ_lo, occ_hi)
    halves = np.int64(state["halves"])
    banned_lo, banned_hi = BANNED[halves, 0], BANNED[halves, 1]
    into = np.int64(0)
    if kind == CANNON:
        if right_is_of(state["right"], cell):
            to_lo |= low_bit(np.int64(state["right"][1]))
            to_hi |= high_bit(np.int64(state["right"][1]))
    elif state["variant"] == SHENGSHI:
        if kind == KNIGHT:
            if state["horse_chain"]:
                more_lo, more_hi = chain_set(cell, occ_lo, occ_hi, banned_lo, banned_hi)
                to_lo |= more_lo
                to_hi |= more_hi
        elif kind == PAWN:
            more_lo, more_hi = slide_set(color, cell, occ_lo, occ_hi)
            to_lo |= more_lo
            to_hi |= more_hi
        elif kind == ADVISOR and state["half_points"]:
            into = halves_from_point(state, cell, occ_lo, occ_hi)
    own_lo, own_hi = colors[2 * color], colors[2 * color + 1]
    return to_lo & ~(own_lo | banned_lo), to_hi & ~(own_hi | banned_hi), into


@leaf
def attackers(state, kind, point, color, lo, hi, among_lo, among_hi):
    """The pieces of one kind and ``color`` in the set ``among`` that attack ``point`` under the occupancy ``lo, hi``.

    Facing kings do not count.
    """
    kinds = state["kinds"]
    own_lo, own_hi = kinds[2 * kind] & among_lo, kinds[2 * kind + 1] & among_hi
    if own_lo | own_hi == U0:
        return U0, U0
    if kind == ROOK or kind == CANNON:
        by_file, by_rank = slider_lines(lo, hi, point)
        if kind == CANNON:
            by_file, by_rank = by_file >> U10, by_rank >> U10
        to_lo, to_hi = line_set(by_file, by_rank, point)
        return to_lo & own_lo, to_hi & own_hi
    if kind == KNIGHT:
        horses = window(own_lo, own_hi, point) & HORSE_RING & EDGE[point]
        to_lo, to_hi = U0, U0
        if horses != U0:
            occupied = window(lo, hi, point)
            while horses != U0:
                bit = lsb(horses)
                horses &= horses - U1
                if (occupied >> LEG_OF[bit]) & U1 == U0:
                    origin = point + bit - 19
                    to_lo |= low_bit(origin)
                    to_hi |= high_bit(origin)
        return to_lo, to_hi
    variant = np.int64(state["variant"])
    if kind == BISHOP:
        to_lo, to_hi = elephant_set(variant, color, point, lo, hi)
    else:
        code = kind + COLOR_BIT * color
        to_lo, to_hi = ORIGIN_SETS[variant, code, point, 0], ORIGIN_SETS[variant, code, point, 1]
    return to_lo & own_lo, to_hi & own_hi


# --- the king -----------------------------------------------------------------------------------------------------------


@inline_leaf
def facing_counts(flying, both_centres, own_on_centre, other_on_centre):
    """Whether a king is attacked by the other one that it faces. A king on the centre flies at one that is not."""
    if flying == 0 or not own_on_centre:
        return True
    return other_on_centre and both_centres == 0


@leaf
def king_is_hit(state, color, king, lo, hi, enemy_lo, enemy_hi):
    """Whether the king of ``color``, standing on ``king``, is attacked by the pieces of the set ``enemy``.

    ``lo, hi``: the occupancy; a piece that has just been taken is in it (its taker) and not in ``enemy``.
    """
    other = 1 - color
    by_file, by_rank = slider_lines(lo, hi, king)
    kinds = state["kinds"]
    to_lo, to_hi = line_set(by_file, by_rank, king)
    hits = (to_lo & kinds[2 * ROOK] & enemy_lo) | (to_hi & kinds[2 * ROOK + 1] & enemy_hi)
    facing = np.int64(state["king"][other])
    if FILE_OF[facing] == FILE_OF[king] and has_point(to_lo, to_hi, facing):
        if facing_counts(state["flying"], state["both_centres"], king == CENTRES[color], facing == CENTRES[other]):
            return True
    to_lo, to_hi = line_set(by_file >> U10, by_rank >> U10, king)
    hits |= (to_lo & lo & kinds[2 * CANNON] & enemy_lo) | (to_hi & hi & kinds[2 * CANNON + 1] & enemy_hi)
    code = PAWN + COLOR_BIT * other
    variant = np.int64(state["variant"])
    hits |= ORIGIN_SETS[variant, code, king, 0] & kinds[2 * PAWN] & enemy_lo
    hits |= ORIGIN_SETS[variant, code, king, 1] & kinds[2 * PAWN + 1] & enemy_hi
    if hits != U0:
        return True
    to_lo, to_hi = attackers(state, np.int64(KNIGHT), king, other, lo, hi, enemy_lo, enemy_hi)
    if to_lo | to_hi != U0:
        return True
    if variant == SHENGSHI:
        return False  # elephants never reach the other half
    to_lo, to_hi = attackers(state, np.int64(BISHOP), king, other, lo, hi, enemy_lo, enemy_hi)
    return to_lo | to_hi != U0


@leaf
def is_check(state, color):
    """Whether the king of ``color`` is attacked."""
    colors = state["colors"]
    other = 2 - 2 * color
    lo, hi = colors[0] | colors[2], colors[1] | colors[3]
    return king_is_hit(state, color, np.int64(state["king"][color]), lo, hi, colors[other], colors[other + 1])


@leaf
def leaves_king_safe(state, color, kind, origin, to):
    """Whether the king of ``color`` is not attacked after a move from cell ``origin`` to cell ``to``."""
    colors = state["colors"]
    lo, hi = colors[0] | colors[2], colors[1] | colors[3]
    other = 2 - 2 * color
    enemy_lo, enemy_hi = colors[other], colors[other + 1]
    if origin < POINTS:
        lo &= ~low_bit(origin)
        hi &= ~high_bit(origin)
    if to < POINTS:
        lo |= low_bit(to)
        hi |= high_bit(to)
        enemy_lo &= ~low_bit(to)
        enemy_hi &= ~high_bit(to)
    king = to if kind == KING else np.int64(state["king"][color])
    return not king_is_hit(state, color, king, lo, hi, enemy_lo, enemy_hi)
