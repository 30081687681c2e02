"""Generation of legal moves: captures, quiet moves, all of them, and their number.

Legality is decided before a move is written: the record holds where the king lets the other pieces go (``target``) and which own
pieces hold back an enemy piece (``tied``); each tied piece gets a mask of its own, the king's few moves are tried one by one.
"""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.bits import lsb, popcount
from engine.core.contract import MOVER_SHIFT, ORIGIN_SHIFT, VICTIM_SHIFT
from engine.core.jit import inline_leaf, kernel, leaf
from engine.games.xiangqi.attacks import (
    ADVISOR_POINTS,
    ALL,
    BISHOP_POINTS,
    FILE_A,
    FILE_I,
    U0,
    U1,
    U8,
    U9,
    U10,
    U36,
    cannon_set,
    high_bit,
    horse_targets,
    king_word,
    low_bit,
    piece_set,
    rook_set,
    window,
)
from engine.games.xiangqi.guards import guard, is_attacked
from engine.games.xiangqi.state import (
    ADVISOR,
    BISHOP,
    CANNON,
    HALF,
    KING,
    KNIGHT,
    PAWN,
    RED,
    ROOK,
    SQUARES,
    rows,
)

#: A bound on the legal moves of any position that ``FreeSetup`` allows. Each of n own pieces has at most 17 moves; each of the
#: other 90 - n squares is the target of at most 8 moves along lines (from each side the first piece and, over it, a cannon) and
#: of 8 horses; advisors and bishops add 4 each on 12 squares. Both bounds meet near n = 45: 45 * 17 = 765.
MAX_MOVES = 768


# --- writing moves ------------------------------------------------------------------------------------------------------


@inline_leaf
def _emit(board, origin, kind, lo, hi, moves, n):
    """Append the moves of the piece on ``origin`` to the squares of a set; returns the new count."""
    base = (np.int64(origin) << ORIGIN_SHIFT) | (np.int64(kind) << MOVER_SHIFT)
    while lo != U0:
        to = lsb(lo)
        lo &= lo - U1
        moves[n] = base | to | ((np.int64(board[to]) & 7) << VICTIM_SHIFT)
        n += 1
    while hi != U0:
        to = lsb(hi) + HALF
        hi &= hi - U1
        moves[n] = base | to | ((np.int64(board[to]) & 7) << VICTIM_SHIFT)
        n += 1
    return n


@inline_leaf
def _each(kind, state, color, occ_lo, occ_hi, pieces_lo, pieces_hi, accept_lo, accept_hi, moves, n):
    """Append the moves of all pieces of one kind in the set ``pieces`` to squares of the set ``accept``.

    ``kind`` is a typed int64: for a literal, numba would compile everything below once more for each kind.
    """
    kinds, board = state["kinds"], state["board"]
    lo, hi = kinds[2 * kind] & pieces_lo, kinds[2 * kind + 1] & pieces_hi
    while lo | hi != U0:
        if lo != U0:
            square = lsb(lo)
            lo &= lo - U1
        else:
            square = lsb(hi) + HALF
            hi &= hi - U1
        to_lo, to_hi = piece_set(kind, square, color, occ_lo, occ_hi)
        n = _emit(board, square, kind, to_lo & accept_lo, to_hi & accept_hi, moves, n)
    return n


@leaf
def _write(state, color, pieces_lo, pieces_hi, accept_lo, accept_hi, moves, n):
    """Append the moves of the non-king pieces of the set ``pieces`` to the squares of ``accept``; returns the new count."""
    colors = state["colors"]
    occ_lo, occ_hi = colors[0] | colors[2], colors[1] | colors[3]
    n = _each(np.int64(ROOK), state, color, occ_lo, occ_hi, pieces_lo, pieces_hi, accept_lo, accept_hi, moves, n)
    n = _each(np.int64(CANNON), state, color, occ_lo, occ_hi, pieces_lo, pieces_hi, accept_lo, accept_hi, moves, n)
    n = _each(np.int64(KNIGHT), state, color, occ_lo, occ_hi, pieces_lo, pieces_hi, accept_lo, accept_hi, moves, n)
    n = _each(np.int64(PAWN), state, color, occ_lo, occ_hi, pieces_lo, pieces_hi, accept_lo, accept_hi, moves, n)
    n = _each(np.int64(BISHOP), state, color, occ_lo, occ_hi, pieces_lo, pieces_hi, accept_lo, accept_hi, moves, n)
    return _each(np.int64(ADVISOR), state, color, occ_lo, occ_hi, pieces_lo, pieces_hi, accept_lo, accept_hi, moves, n)


@leaf
def king_targets(state, color, accept_lo, accept_hi):
    """The legal targets of the king of ``color`` among the squares of ``accept``, as bits of its own half."""
    colors = state["colors"]
    king = np.int64(state["king"][color])
    occ_lo, occ_hi = (colors[0] | colors[2]) & ~low_bit(king), (colors[1] | colors[3]) & ~high_bit(king)
    home = HALF * color
    todo = king_word(low_bit(king) | high_bit(king), color) & (accept_lo if color == RED else accept_hi)
    legal = U0
    while todo != U0:
        bit = todo & (~todo + U1)
        todo ^= bit
        if not is_attacked(state, lsb(bit) + home, color, occ_lo, occ_hi):
            legal |= bit
    return legal


@leaf
def _generate(state, accept_lo, accept_hi, moves):
    """Write the legal moves to squares of ``accept`` (which holds no own piece) from index 0 on; returns how many."""
    color = np.int64(state["player"])
    colors, kinds, target, tied = state["colors"], state["kinds"], state["target"], state["tied"]
    own_lo, own_hi = colors[2 * color], colors[2 * color + 1]
    tied_lo, tied_hi = tied[0], tied[1]
    free_lo, free_hi = own_lo & ~(tied_lo | kinds[2 * KING]), own_hi & ~(tied_hi | kinds[2 * KING + 1])
    n = np.int64(0)
    if (target[0] & accept_lo) | (target[1] & accept_hi) != U0:
        n = _write(state, color, free_lo, free_hi, accept_lo & target[0], accept_hi & target[1], moves, n)
    while tied_lo | tied_hi != U0:
        bit_lo = tied_lo & (~tied_lo + U1)
        bit_hi = U0 if tied_lo != U0 else tied_hi & (~tied_hi + U1)
        tied_lo ^= bit_lo
        tied_hi ^= bit_hi
        to_lo, to_hi, _, _, _ = guard(state, color, bit_lo, bit_hi)
        n = _write(state, color, bit_lo, bit_hi, accept_lo & to_lo, accept_hi & to_hi, moves, n)
    legal = king_targets(state, color, accept_lo, accept_hi)
    if color == RED:
        return _emit(state["board"], state["king"][0], np.int64(KING), legal, U0, moves, n)
    return _emit(state["board"], state["king"][1], np.int64(KING), U0, legal, moves, n)


@kernel(contract.GEN_MOVES)
def gen_noisy(memory, ply, moves):
    """Write the legal captures at ``ply``; by kind R C N P B A K, by origin, by target."""
    state = rows(memory)[ply]
    them = 2 - 2 * np.int64(state["player"])
    return _generate(state, state["colors"][them], state["colors"][them + 1], moves)


@kernel(contract.GEN_MOVES)
def gen_quiet(memory, ply, moves):
    """Write the legal moves at ``ply`` that capture nothing, in the order of :func:`gen_noisy`."""
    state = rows(memory)[ply]
    colors = state["colors"]
    return _generate(state, ALL & ~(colors[0] | colors[2]), ALL & ~(colors[1] | colors[3]), moves)


@kernel(contract.GEN_MOVES)
def gen_moves(memory, ply, moves):
    """Write every legal move at ``ply``: by kind R C N P B A K, by origin, by target. Source: RULES.md, moves."""
    state = rows(memory)[ply]
    us = 2 * np.int64(state["player"])
    return _generate(state, ALL & ~state["colors"][us], ALL & ~state["colors"][us + 1], moves)


# --- counting -----------------------------------------------------------------------------------------------------------


@leaf
def _count(state, color, pieces_lo, pieces_hi, accept_lo, accept_hi):
    """How many moves the non-king pieces of the set ``pieces`` have to squares of ``accept``."""
    colors, kinds = state["colors"], state["kinds"]
    occ_lo, occ_hi = colors[0] | colors[2], colors[1] | colors[3]
    n = np.int64(0)
    lo, hi = kinds[2 * ROOK] & pieces_lo, kinds[2 * ROOK + 1] & pieces_hi
    while lo | hi != U0:
        if lo != U0:
            square = lsb(lo)
            lo &= lo - U1
        else:
            square = lsb(hi) + HALF
            hi &= hi - U1
        to_lo, to_hi = rook_set(occ_lo, occ_hi, square)
        n += popcount(to_lo & accept_lo) + popcount(to_hi & accept_hi)
    lo, hi = kinds[2 * CANNON] & pieces_lo, kinds[2 * CANNON + 1] & pieces_hi
    while lo | hi != U0:
        if lo != U0:
            square = lsb(lo)
            lo &= lo - U1
        else:
            square = lsb(hi) + HALF
            hi &= hi - U1
        to_lo, to_hi = cannon_set(occ_lo, occ_hi, square)
        n += popcount(to_lo & accept_lo) + popcount(to_hi & accept_hi)
    lo, hi = kinds[2 * KNIGHT] & pieces_lo, kinds[2 * KNIGHT + 1] & pieces_hi
    while lo | hi != U0:
        if lo != U0:
            square = lsb(lo)
            lo &= lo - U1
        else:
            square = lsb(hi) + HALF
            hi &= hi - U1
        n += popcount(horse_targets(window(occ_lo, occ_hi, square), square) & window(accept_lo, accept_hi, square))

    pawn_lo, pawn_hi = kinds[2 * PAWN] & pieces_lo, kinds[2 * PAWN + 1] & pieces_hi
    if color == RED:
        n += popcount((pawn_lo << U9) & accept_lo) + popcount(((pawn_hi << U9) | (pawn_lo >> U36)) & accept_hi)
        n += popcount((pawn_hi & ~FILE_A) & (accept_hi << U1)) + popcount((pawn_hi & ~FILE_I) & (accept_hi >> U1))
        bishops, advisors = kinds[2 * BISHOP] & pieces_lo, kinds[2 * ADVISOR] & pieces_lo
        accept, empty = accept_lo, ~occ_lo
    else:
        n += popcount((pawn_hi >> U9) & accept_hi) + popcount(((pawn_lo >> U9) | (pawn_hi << U36)) & accept_lo)
        n += popcount((pawn_lo & ~FILE_A) & (accept_lo << U1)) + popcount((pawn_lo & ~FILE_I) & (accept_lo >> U1))
        bishops, advisors = kinds[2 * BISHOP + 1] & pieces_hi, kinds[2 * ADVISOR + 1] & pieces_hi
        accept, empty = accept_hi, ~occ_hi
    points = accept & BISHOP_POINTS
    n += popcount((((bishops << U8) & empty) << U8) & points) + popcount((((bishops << U10) & empty) << U10) & points)
    n += popcount((((bishops >> U8) & empty) >> U8) & points) + popcount((((bishops >> U10) & empty) >> U10) & points)
    points = accept & ADVISOR_POINTS[color]
    n += popcount((advisors << U8) & points) + popcount((advisors << U10) & points)
    return n + popcount((advisors >> U8) & points) + popcount((advisors >> U10) & points)


@leaf
def count_moves(state):
    """The number of legal moves."""
    color = np.int64(state["player"])
    colors, kinds, target, tied = state["colors"], state["kinds"], state["target"], state["tied"]
    own_lo, own_hi = colors[2 * color], colors[2 * color + 1]
    tied_lo, tied_hi = tied[0], tied[1]
    accept_lo, accept_hi = ALL & ~own_lo, ALL & ~own_hi
    free_lo, free_hi = own_lo & ~(tied_lo | kinds[2 * KING]), own_hi & ~(tied_hi | kinds[2 * KING + 1])
    n = _count(state, color, free_lo, free_hi, accept_lo & target[0], accept_hi & target[1])
    while tied_lo | tied_hi != U0:
        bit_lo = tied_lo & (~tied_lo + U1)
        bit_hi = U0 if tied_lo != U0 else tied_hi & (~tied_hi + U1)
        tied_lo ^= bit_lo
        tied_hi ^= bit_hi
        to_lo, to_hi, _, _, _ = guard(state, color, bit_lo, bit_hi)
        n += _count(state, color, bit_lo, bit_hi, accept_lo & to_lo, accept_hi & to_hi)
    return n + popcount(king_targets(state, color, accept_lo, accept_hi))


# --- one move -----------------------------------------------------------------------------------------------------------


@kernel(contract.IS_LEGAL)
def is_legal(memory, ply, move):
    """Whether ``move``, any int64, is a legal move at ``ply``."""
    if move <= 0 or move >> 28:
        return 0
    state = rows(memory)[ply]
    color = np.int64(state["player"])
    to, origin, kind = move & 511, (move >> ORIGIN_SHIFT) & 511, (move >> MOVER_SHIFT) & 31
    if to >= SQUARES or origin >= SQUARES or kind == 0 or np.int64(state["board"][origin]) != kind + 8 * color:
        return 0
    victim = np.int64(state["board"][to])
    if (victim & 7) != (move >> VICTIM_SHIFT) or (victim and (victim >> 3) == color):
        return 0
    colors, target, tied = state["colors"], state["target"], state["tied"]
    occ_lo, occ_hi = colors[0] | colors[2], colors[1] | colors[3]
    to_lo, to_hi = low_bit(to), high_bit(to)
    reach_lo, reach_hi = piece_set(kind, origin, color, occ_lo, occ_hi)
    if (reach_lo & to_lo) | (reach_hi & to_hi) == U0:
        return 0
    from_lo, from_hi = low_bit(origin), high_bit(origin)
    if kind == KING:
        return np.int64(not is_attacked(state, to, color, occ_lo & ~from_lo, occ_hi & ~from_hi))
    allowed_lo, allowed_hi = target[0], target[1]
    if (tied[0] & from_lo) | (tied[1] & from_hi) != U0:
        allowed_lo, allowed_hi, _, _, _ = guard(state, color, from_lo, from_hi)
    return np.int64((allowed_lo & to_lo) | (allowed_hi & to_hi) != U0)


@inline_leaf
def has_legal_move(memory, ply):
    """Whether the player to move has a legal move."""
    return count_moves(rows(memory)[ply]) != 0
