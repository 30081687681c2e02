"""Generators and ``is_legal``. Source: rule text, section 5."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.contract import FLAG_IN_CHECK, pack_move
from engine.core.jit import inline_leaf, kernel, leaf
from engine.games.cross import geometry as g
from engine.games.cross.lines import first_on, is_seen_from, kind_of, next_cell, owner_of, team_of
from engine.games.cross.listing import ALL, ANY, NOISY, ONE_PIECE, QUIET_ONLY, holds, listing_of
from engine.games.siguo_xiangqi import state as s
from engine.games.siguo_xiangqi.attacks import BIG_LEAP, FRAME, LINK, attacked, pawn_steps
from engine.games.siguo_xiangqi.state import rows

_INERT = 1 << s.NOBODY


@inline_leaf
def friends_of(state, seat):
    """The seats that ``seat`` does not capture, a bit set with itself."""
    if state["ffa"] != 0:
        return np.int64(1) << seat
    return team_of(seat)


@leaf
def is_safe(state, origin, to):
    """Under ``CheckRule mate``: whether the general of the seat to move is not attacked after a move."""
    player = np.int64(state["player"])
    king = np.int64(state["king"][player])
    if origin == king:
        king = to
    elif state["flags"] & FLAG_IN_CHECK == 0 and not (
        is_seen_from(g.FILE, g.RANK, king, origin) or is_seen_from(g.FILE, g.RANK, king, to)
    ):
        return True
    return not attacked(state["board"], king, 15 & ~friends_of(state, player), origin, to)


@leaf
def _add(state, moves, n, origin, to, part):
    """Write the move of the piece on ``origin`` to ``to``, empty or takeable, if it is legal and of ``part``; the new count."""
    board = state["board"]
    code = np.int64(board[to])
    if part == NOISY and code == 0 or part == QUIET_ONLY and code != 0:
        return n
    if state["mate"] != 0:
        if kind_of(code) == s.KING and owner_of(code) != s.NOBODY or not is_safe(state, origin, to):
            return n
    moves[n] = pack_move(origin, to, kind_of(board[origin]), kind_of(code), np.int64(0))
    return n + 1


@inline_leaf
def _takes(code, enemies):
    """Whether a piece other than a shield may end on a point with ``code``."""
    return code == 0 or (enemies >> owner_of(code)) & 1


@leaf
def _line_moves(state, origin, kind, enemies, moves, n, part):
    """The moves of a chariot, a shield or of a pawn in the frame along it: nothing between; the latter two stay in the frame."""
    board = state["board"]
    for direction in range(4):
        line = g.NEXT[direction]
        point = np.int64(line[origin])
        while point >= 0 and (kind == s.CHARIOT or FRAME[point] != 0):
            code = np.int64(board[point])
            if _takes(code, enemies) and not (kind == s.SHIELD and kind_of(code) == s.SHIELD):
                n = _add(state, moves, n, origin, point, part)
            if code != 0:
                break
            point = np.int64(line[point])
    return n


@leaf
def _cannon_moves(state, origin, enemies, moves, n, part):
    """To empty points with nothing between; captures over one outside piece, or over frame pieces alone."""
    board = state["board"]
    for direction in range(4):
        line = g.NEXT[direction]
        point = np.int64(line[origin])
        while point >= 0 and board[point] == 0:
            if part != NOISY:
                n = _add(state, moves, n, origin, point, part)
            point = np.int64(line[point])
        outside, inside = np.int64(0), np.int64(0)
        while point >= 0 and outside < 2 and part != QUIET_ONLY:
            if (outside == 1 or outside == 0 and inside > 0) and (enemies >> owner_of(board[point])) & 1:
                n = _add(state, moves, n, origin, point, part)
            if FRAME[point] != 0:
                inside += 1
            else:
                outside += 1
            point = first_on(board, line, point)
    return n


@leaf
def _horse_moves(state, origin, enemies, moves, n, part):
    """Small leaps, whose leg only blocks outside the frame, and big leaps inside it."""
    board = state["board"]
    for leap in range(8):
        point, leg = np.int64(g.HORSE[leap, origin]), np.int64(g.HORSE_LEG[leap, origin])
        if point >= 0 and leg >= 0 and (FRAME[leg] != 0 or board[leg] == 0) and _takes(np.int64(board[point]), enemies):
            n = _add(state, moves, n, origin, point, part)
        point = np.int64(BIG_LEAP[leap, origin])
        if point >= 0 and _takes(np.int64(board[point]), enemies):
            n = _add(state, moves, n, origin, point, part)
    return n


@leaf
def piece_moves(state, origin, moves, n, part):
    """Write the moves of the piece on ``origin`` from index ``n`` on; the new count."""
    board = state["board"]
    code = np.int64(board[origin])
    kind, seat = kind_of(code), owner_of(code)
    enemies = (15 & ~friends_of(state, seat)) | _INERT
    if kind == s.CHARIOT or kind == s.SHIELD:
        return _line_moves(state, origin, kind, enemies, moves, n, part)
    if kind == s.CANNON:
        return _cannon_moves(state, origin, enemies, moves, n, part)
    if kind == s.HORSE:
        return _horse_moves(state, origin, enemies, moves, n, part)
    if kind == s.PAWN:
        if FRAME[origin] != 0:
            n = _line_moves(state, origin, kind, enemies, moves, n, part)
        for direction in range(4):
            if pawn_steps(seat, origin, direction):
                point = np.int64(g.NEXT[direction, origin])
                if _takes(np.int64(board[point]), enemies):
                    n = _add(state, moves, n, origin, point, part)
        point = np.int64(LINK[seat, origin])
        if point >= 0 and state["links"] != 0 and _takes(np.int64(board[point]), enemies):
            n = _add(state, moves, n, origin, point, part)
        return n
    if kind == s.KING:
        for direction in range(4):
            line = g.NEXT[direction]
            near = np.int64(line[origin])
            if near >= 0 and g.PALACE[near] == g.PALACE[origin] and _takes(np.int64(board[near]), enemies):
                n = _add(state, moves, n, origin, near, part)
            far = first_on(board, line, origin)
            if far < 0 or (far == near and g.PALACE[near] == g.PALACE[origin]):
                continue
            target = np.int64(board[far])
            if kind_of(target) == s.KING and (enemies & ~_INERT) >> owner_of(target) & 1:
                n = _add(state, moves, n, origin, far, part)
        return n
    for side in range(4):
        point = np.int64(g.DIAGONAL[side, origin])
        if kind == s.ELEPHANT:
            if point < 0 or board[point] != 0:
                continue
            point = np.int64(g.ELEPHANT[side, origin])
        if point < 0 or not _takes(np.int64(board[point]), enemies):
            continue
        if g.LAND[point] == seat if kind == s.ELEPHANT else g.PALACE[point] == seat:
            n = _add(state, moves, n, origin, point, part)
    return n


@leaf
def generate(state, moves, part):
    """Write the moves of ``part`` from index 0 on, by origin; how many."""
    n = np.int64(0)
    if state["over"] != 0:
        return n
    sets, player = state["sets"], np.int64(state["player"])
    cell = next_cell(sets, player, np.int64(0))
    while cell >= 0:
        n = piece_moves(state, cell, moves, n, part)
        if part == ANY and n != 0:
            return n
        cell = next_cell(sets, player, cell + 1)
    return n


can_move, gen_moves, gen_noisy, gen_quiet = listing_of(__name__, rows, generate)


@kernel(contract.IS_LEGAL)
def is_legal(memory, ply, move):
    """Whether ``move``, any 64-bit number, is a legal move."""
    state = rows(memory)[ply]
    origin = contract.move_origin(move)
    if move <= 0 or origin >= g.CELLS or state["over"] != 0:
        return np.int64(0)
    code = np.int64(state["board"][origin])
    if code == 0 or owner_of(code) != state["player"]:
        return np.int64(0)
    moves = np.empty(ONE_PIECE, np.int64)
    return holds(moves, piece_moves(state, origin, moves, np.int64(0), np.int64(ALL)), move)
