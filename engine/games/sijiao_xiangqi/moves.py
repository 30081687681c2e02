"""Generators and ``is_legal``. Source: rule text, section 5."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.contract import FLAG_IN_CHECK, pack_move
from engine.core.jit import inline_leaf, kernel, leaf
from engine.games.cross.lines import first_on, is_seen_from, kind_of, next_cell, owner_of, team_of
from engine.games.cross.listing import ALL, ANY, NOISY, ONE_PIECE, QUIET_ONLY, holds, listing_of
from engine.games.sijiao_xiangqi import geometry as g
from engine.games.sijiao_xiangqi import state as s
from engine.games.sijiao_xiangqi.attacks import attacked, pawn_goes
from engine.games.sijiao_xiangqi.state import rows


@inline_leaf
def may_move(state, cell, seat):
    """Whether the player to act moves the piece of ``seat`` on ``cell``."""
    player = np.int64(state["player"])
    if seat == player:
        return True
    if seat != player ^ 2 or (np.int64(state["alive"]) >> seat) & 1 == 0:
        return False
    command = np.int64(state["command"])
    return command == s.UNIFIED or (command == s.SHARED and np.int64(g.LAND[state["variant"], cell]) != seat)


@leaf
def _keeps_safe(state, seat, origin, to):
    """Whether the general of ``seat`` is not attacked after a move."""
    king = np.int64(state["king"][seat])
    variant = np.int64(state["variant"])
    if king < 0:
        return True
    if origin == king:
        king = to
    elif state["flags"] & FLAG_IN_CHECK == 0:
        files, ranks = g.FILE[variant], g.RANK[variant]
        if not (is_seen_from(files, ranks, king, origin) or is_seen_from(files, ranks, king, to)):
            return True
    return not attacked(state["board"], variant, king, np.int64(state["alive"]) & ~team_of(seat), origin, to)


@leaf
def _is_safe(state, origin, to):
    """Whether the generals that the player to act answers for are not attacked after a move."""
    player = np.int64(state["player"])
    if not _keeps_safe(state, player, origin, to):
        return False
    return state["command"] != s.UNIFIED or _keeps_safe(state, player ^ 2, origin, to)


@leaf
def _add(state, moves, n, origin, to, part):
    """Write the move from ``origin`` to ``to``, empty or to be taken, if it is legal and of ``part``; the new count."""
    board = state["board"]
    code = np.int64(board[to])
    if part == NOISY and code == 0 or part == QUIET_ONLY and code != 0:
        return n
    if state["end_rule"] != s.CAPTURE_BOTH:
        if code != 0 and kind_of(code) == s.KING and owner_of(code) != s.INERT or not _is_safe(state, origin, to):
            return n
    moves[n] = pack_move(origin, to, kind_of(board[origin]), kind_of(code), np.int64(0))
    return n + 1


@inline_leaf
def _takes(code, seat):
    """Whether a piece of ``seat`` may end on a point with ``code``: empty, an enemy's, inert."""
    return code == 0 or owner_of(code) == s.INERT or (owner_of(code) ^ seat) & 1 == 1


@leaf
def piece_moves(state, origin, moves, n, part):
    """Write the moves of the piece on ``origin`` from index ``n`` on; the new count."""
    board, variant = state["board"], np.int64(state["variant"])
    code = np.int64(board[origin])
    kind, seat = kind_of(code), owner_of(code)
    if kind == s.CHARIOT or kind == s.CANNON:
        for direction in range(4):
            line = g.NEXT[variant, direction]
            point = np.int64(line[origin])
            while point >= 0 and board[point] == 0:
                if part != NOISY:
                    n = _add(state, moves, n, origin, point, part)
                point = np.int64(line[point])
            if point >= 0 and kind == s.CANNON:
                point = first_on(board, line, point)
            if point >= 0 and _takes(np.int64(board[point]), seat):
                n = _add(state, moves, n, origin, point, part)
    elif kind == s.HORSE:
        for leap in range(8):
            point, leg = np.int64(g.HORSE[variant, leap, origin]), np.int64(g.HORSE_LEG[variant, leap, origin])
            if point >= 0 and leg >= 0 and board[leg] == 0 and _takes(np.int64(board[point]), seat):
                n = _add(state, moves, n, origin, point, part)
    elif kind >= s.PAWN:
        for direction in range(4):
            point = np.int64(g.NEXT[variant, direction, origin])
            if point >= 0 and pawn_goes(variant, kind, seat, origin, direction) and _takes(np.int64(board[point]), seat):
                n = _add(state, moves, n, origin, point, part)
    elif kind == s.KING:
        for direction in range(4):
            line = g.NEXT[variant, direction]
            near = np.int64(line[origin])
            if near < 0:
                continue
            if g.PALACE[variant, near] == g.PALACE[variant, origin] and _takes(np.int64(board[near]), seat):
                n = _add(state, moves, n, origin, near, part)
                if board[near] != 0:
                    continue
            far = first_on(board, line, origin)
            if (
                far >= 0
                and kind_of(board[far]) == s.KING
                and owner_of(board[far]) != s.INERT
                and _takes(np.int64(board[far]), seat)
            ):
                n = _add(state, moves, n, origin, far, part)
    else:
        for side in range(4):
            point = np.int64(g.DIAGONAL[variant, side, origin])
            if kind == s.ELEPHANT:
                if point < 0 or board[point] != 0:
                    continue
                point = np.int64(g.ELEPHANT[variant, side, origin])
            if point < 0 or not _takes(np.int64(board[point]), seat):
                continue
            if g.LAND[variant, point] == seat if kind == s.ELEPHANT else g.ADVISER_POINT[variant, seat, point] != 0:
                n = _add(state, moves, n, origin, point, part)
    return n


@leaf
def generate(state, moves, part):
    """Write the moves of ``part`` from index 0 on, by owner and origin; how many."""
    n = np.int64(0)
    if state["over"] != 0:
        return n
    sets, player = state["sets"], np.int64(state["player"])
    for half in range(2):
        seat = player ^ (2 * half)
        cell = next_cell(sets, seat, np.int64(0))
        while cell >= 0:
            if may_move(state, cell, seat):
                n = piece_moves(state, cell, moves, n, part)
                if part == ANY and n != 0:
                    return n
            cell = next_cell(sets, seat, cell + 1)
    return n


can_move, gen_moves, gen_noisy, gen_quiet = listing_of(__name__, rows, generate)


@kernel(contract.IS_LEGAL)
def is_legal(memory, ply, move):
    """Whether ``move``, any 64-bit number, is a legal move."""
    state = rows(memory)[ply]
    origin = contract.move_origin(move)
    if move <= 0 or origin >= g.COUNT[state["variant"]] or state["over"] != 0:
        return np.int64(0)
    code = np.int64(state["board"][origin])
    if code == 0 or owner_of(code) == s.INERT or not may_move(state, origin, owner_of(code)):
        return np.int64(0)
    moves = np.empty(ONE_PIECE, np.int64)
    return holds(moves, piece_moves(state, origin, moves, np.int64(0), np.int64(ALL)), move)
