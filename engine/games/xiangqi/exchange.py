"""Static exchange evaluation: what a sequence of captures on one square is worth.

Cannons see the board through their screens, so the attackers are found anew after every capture.
"""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.bits import lsb
from engine.core.contract import MOVER_SHIFT, ORIGIN_SHIFT, VICTIM_SHIFT
from engine.core.jit import inline_leaf, kernel, leaf
from engine.games.xiangqi.attacks import (
    ADVISOR_POINTS,
    BISHOP_POINTS,
    BIT_OF,
    EDGE,
    HORSE_RING,
    LEG_OF,
    PALACE,
    U0,
    U1,
    U9,
    U10,
    U36,
    advisor_word,
    bishop_word,
    high_bit,
    king_word,
    line_set,
    low_bit,
    sides,
    slider_lines,
    window,
)
from engine.games.xiangqi.state import ADVISOR, BISHOP, BLACK, CANNON, HALF, KING, KNIGHT, PAWN, RED, ROOK, rows
from engine.games.xiangqi.weights import PIECE_VALUES

#: Score units of each kind in exchanges, index 0 unused: K A B N R C P.
VALUES = np.array(PIECE_VALUES, dtype=np.int64)
VALUES.flags.writeable = False

_BY_VALUE = np.array(sorted(range(1, 8), key=lambda kind: PIECE_VALUES[kind]), dtype=np.int64)
_BY_VALUE.flags.writeable = False


@inline_leaf
def _lowest(lo, hi):
    """The lowest square of a set, -1 for the empty set."""
    if lo != U0:
        return lsb(lo)
    return lsb(hi) + HALF if hi != U0 else np.int64(-1)


@leaf
def _horse_attacker(square, lo, hi, occ_lo, occ_hi):
    """A horse of the set ``lo, hi`` that attacks ``square``, -1 if none does."""
    horses = window(lo, hi, square) & HORSE_RING & EDGE[square]
    if horses == U0:
        return np.int64(-1)
    occupied = window(occ_lo, occ_hi, square)
    while horses != U0:
        bit = lsb(horses)
        if (occupied >> LEG_OF[bit]) & U1 == U0:
            return square + bit - 19
        horses &= horses - U1
    return np.int64(-1)


@inline_leaf
def _pawn_attackers(square, color):
    """The set of squares from which a pawn of ``color`` attacks ``square``."""
    lo, hi = low_bit(square), high_bit(square)
    if color == RED:
        return (lo >> U9) | ((hi << U36) & _RANK_4), (hi >> U9) | sides(hi)
    return (lo << U9 & _NOT_RANK_0) | sides(lo), (hi << U9 & _NOT_RANK_0) | (lo >> U36)


_RANK_4 = np.uint64(511 << 36)
_NOT_RANK_0 = np.uint64(((1 << HALF) - 1) & ~511)


@leaf
def least_attacker(state, square, color, occ_lo, occ_hi):
    """``(origin, kind)`` of the least valuable piece of ``color`` inside the occupancy that attacks ``square``; kind 0: none."""
    colors, kinds = state["colors"], state["kinds"]
    own_lo, own_hi = colors[2 * color] & occ_lo, colors[2 * color + 1] & occ_hi
    word = U1 << BIT_OF[square]
    at_home = (square < HALF) == (color == RED)
    by_file, by_rank = slider_lines(occ_lo, occ_hi, square)
    for i in range(7):
        kind = _BY_VALUE[i]
        lo, hi = own_lo & kinds[2 * kind], own_hi & kinds[2 * kind + 1]
        if lo | hi == U0:
            continue
        if kind == ROOK:
            reach_lo, reach_hi = line_set(by_file, by_rank, square)
        elif kind == CANNON:
            reach_lo, reach_hi = line_set(by_file >> U10, by_rank >> U10, square)
        elif kind == KNIGHT:
            origin = _horse_attacker(square, lo, hi, occ_lo, occ_hi)
            if origin >= 0:
                return origin, kind
            continue
        elif kind == PAWN:
            reach_lo, reach_hi = _pawn_attackers(square, color)
        else:
            if not at_home:
                continue
            reach = U0
            if kind == ADVISOR and word & ADVISOR_POINTS[color]:
                reach = advisor_word(word, color)
            elif kind == BISHOP and word & BISHOP_POINTS:
                reach = bishop_word(word, ~(occ_hi if color == BLACK else occ_lo))
            elif kind == KING and word & PALACE[color]:
                reach = king_word(word, color)
            reach_lo, reach_hi = (reach, U0) if color == RED else (U0, reach)
        origin = _lowest(reach_lo & lo, reach_hi & hi)
        if origin >= 0:
            return origin, kind
    return np.int64(-1), np.int64(0)


@kernel(contract.SEE)
def see(memory, ply, move, threshold):
    """Whether the captures that ``move`` starts on its target win at least ``threshold`` for the mover.

    Both sides take with the least valuable piece (of equal ones that on the lowest square) and may stop; a king does not take a
    protected piece. Pins are not looked at.
    """
    state = rows(memory)[ply]
    square, origin = move & 511, (move >> ORIGIN_SHIFT) & 511
    kind, victim = (move >> MOVER_SHIFT) & 31, (move >> VICTIM_SHIFT) & 31
    balance = VALUES[victim] - threshold
    if balance < 0:
        return np.int64(0)
    balance = VALUES[kind] - balance
    if balance <= 0:
        return np.int64(1)
    colors = state["colors"]
    occ_lo, occ_hi = colors[0] | colors[2] | low_bit(square), colors[1] | colors[3] | high_bit(square)
    color, wins = np.int64(state["player"]), True
    while True:
        occ_lo &= ~low_bit(origin)
        occ_hi &= ~high_bit(origin)
        color = 1 - color
        origin, kind = least_attacker(state, square, color, occ_lo, occ_hi)
        if kind == 0:
            break
        if kind == KING:
            left_lo, left_hi = occ_lo & ~low_bit(origin), occ_hi & ~high_bit(origin)
            if least_attacker(state, square, 1 - color, left_lo, left_hi)[1]:
                break
        wins = not wins
        balance = VALUES[kind] - balance
        if balance < (1 if wins else 0):
            break
    return np.int64(wins)
