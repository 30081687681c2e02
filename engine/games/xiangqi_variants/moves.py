"""Generation of legal moves: a piece's targets, then the safety of the king, tried only where the move can touch it."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.bits import lsb
from engine.core.contract import MOVER_SHIFT, ORIGIN_SHIFT, VICTIM_SHIFT
from engine.core.jit import inline_leaf, kernel, leaf
from engine.games.xiangqi.attacks import ALL, BIT_OF, U0, U1, WORD_OF
from engine.games.xiangqi.state import ADVISOR, HALF, KING
from engine.games.xiangqi_variants.attacks import is_check, leaves_king_safe, targets
from engine.games.xiangqi_variants.geometry import NEAR
from engine.games.xiangqi_variants.state import CELLS, POINTS, rows

#: Bounds on the legal moves of any position that ``FreeSetup`` allows. Each of n own pieces has at most 17 moves by its way of
#: moving (a rook), each of the other 90 - n points is the target of at most 8 moves along lines, of 8 horses and of 8 elephants:
#: both meet below n = 53, 53 * 17 = 901. Chains: n horses to 90 - n points each, at most 45 * 45 = 2025 more.
MAX_MOVES = 1024
MAX_CHAIN_MOVES = 3072


@inline_leaf
def _is_allowed(state, color, king, check, kind, origin, to):
    """Whether a move by the way of moving is legal."""
    if not check and kind != KING and NEAR[king, origin] == 0 and NEAR[king, to] == 0:
        return True
    return leaves_king_safe(state, color, kind, origin, to)


@leaf
def _generate(state, accept_lo, accept_hi, halves, most, moves):
    """Write the legal moves to points of ``accept`` and, where ``halves`` is 1, to half-points; stop after ``most`` of them."""
    color = np.int64(state["player"])
    king = np.int64(state["king"][color])
    board = state["board"]
    own_lo, own_hi = state["colors"][2 * color], state["colors"][2 * color + 1]
    on_halves = np.uint64(state["halves"]) & (np.uint64(15) if color == 0 else np.uint64(240))
    check = is_check(state, color)
    n = np.int64(0)
    while own_lo | own_hi | on_halves != U0:
        if own_lo != U0:
            origin = lsb(own_lo)
            own_lo &= own_lo - U1
        elif own_hi != U0:
            origin = lsb(own_hi) + HALF
            own_hi &= own_hi - U1
        else:
            origin = lsb(on_halves) + POINTS
            on_halves &= on_halves - U1
        kind = np.int64(board[origin]) & 7
        to_lo, to_hi, into = targets(state, kind, origin, color)
        to_lo &= accept_lo
        to_hi &= accept_hi
        extra = np.uint64(into) if halves == 1 else U0
        base = (origin << ORIGIN_SHIFT) | (kind << MOVER_SHIFT)
        while to_lo | to_hi | extra != U0:
            if to_lo != U0:
                to = lsb(to_lo)
                to_lo &= to_lo - U1
            elif to_hi != U0:
                to = lsb(to_hi) + HALF
                to_hi &= to_hi - U1
            else:
                to = lsb(extra) + POINTS
                extra &= extra - U1
            if _is_allowed(state, color, king, check, kind, origin, to):
                moves[n] = base | to | ((np.int64(board[to]) & 7) << VICTIM_SHIFT)
                n += 1
                if n == most:
                    return n
    return n


@kernel(contract.GEN_MOVES)
def gen_noisy(memory, ply, moves):
    """Write the legal captures at ``ply``, by origin, by target."""
    state = rows(memory)[ply]
    them = 2 - 2 * np.int64(state["player"])
    return _generate(state, state["colors"][them], state["colors"][them + 1], np.int64(0), np.int64(moves.size), moves)


@kernel(contract.GEN_MOVES)
def gen_quiet(memory, ply, moves):
    """Write the legal moves at ``ply`` that capture nothing, by origin, by target."""
    state = rows(memory)[ply]
    colors = state["colors"]
    empty_lo, empty_hi = ALL & ~(colors[0] | colors[2]), ALL & ~(colors[1] | colors[3])
    return _generate(state, empty_lo, empty_hi, np.int64(1), np.int64(moves.size), moves)


@kernel(contract.GEN_MOVES)
def gen_moves(memory, ply, moves):
    """Write every legal move at ``ply``: by origin, by target, half-points last. Source: RULES.md, moves."""
    return _generate(rows(memory)[ply], ALL, ALL, np.int64(1), np.int64(moves.size), moves)


@leaf
def count_moves(state):
    """The number of legal moves."""
    moves = np.empty(MAX_CHAIN_MOVES, dtype=np.int64)
    return _generate(state, ALL, ALL, np.int64(1), np.int64(MAX_CHAIN_MOVES), moves)


@leaf
def has_moves(state):
    """1 if there is a legal move, else 0."""
    return _generate(state, ALL, ALL, np.int64(1), np.int64(1), np.empty(1, dtype=np.int64))


@kernel(contract.IS_LEGAL)
def is_legal(memory, ply, move):
    """Whether ``move``, any int64, is a legal move at ``ply``."""
    if move <= 0 or move >> 28:
        return np.int64(0)
    state = rows(memory)[ply]
    color = np.int64(state["player"])
    to, origin, kind = move & 511, (move >> ORIGIN_SHIFT) & 511, (move >> MOVER_SHIFT) & 31
    if to >= CELLS or origin >= CELLS or kind == 0 or np.int64(state["board"][origin]) != kind + 8 * color:
        return np.int64(0)
    if np.int64(state["board"][to]) & 7 != move >> VICTIM_SHIFT:
        return np.int64(0)
    to_lo, to_hi, into = targets(state, kind, origin, color)
    if to >= POINTS:
        found = kind == ADVISOR and (into >> (to - POINTS)) & 1 == 1
    else:
        found = ((to_hi if WORD_OF[to] else to_lo) >> BIT_OF[to]) & U1 != U0
    if not found:
        return np.int64(0)
    king = np.int64(state["king"][color])
    return np.int64(_is_allowed(state, color, king, is_check(state, color), kind, origin, to))
