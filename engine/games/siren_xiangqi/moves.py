"""Generators and ``is_legal``. Source: rule text, section 5."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.contract import FLAG_IN_CHECK, pack_move
from engine.core.jit import inline_leaf, kernel, leaf
from engine.games.cross import geometry as g
from engine.games.cross.lines import first_on, is_seen_from, kind_of, next_cell, owner_of, team_of
from engine.games.cross.listing import ALL, ANY, NOISY, ONE_PIECE, QUIET_ONLY, holds, listing_of
from engine.games.siren_xiangqi import state as s
from engine.games.siren_xiangqi.attacks import FIRST_STEP, attacked, is_barred, starts_on
from engine.games.siren_xiangqi.state import rows

_CROWNING = contract.NOISY_BIT >> contract.SPECIAL_SHIFT


@inline_leaf
def commands(state):
    """The seats whose pieces the player to act moves, a bit set."""
    player = np.int64(state["player"])
    crown = np.int64(state["crown"])
    if crown >= 0 and owner_of(state["board"][crown]) == player:
        return team_of(player) & np.int64(state["alive"])
    return np.int64(1) << player


@leaf
def is_safe(state, origin, to):
    """Under ``CheckRule mate``: whether the general of the seat to move is not attacked after a move."""
    player = np.int64(state["player"])
    board = state["board"]
    king = np.int64(state["king"][player])
    wall = np.int64(state["wall"]) - (board[to] == s.GARRISON_CODE)
    if origin == king:
        king = to
    elif state["flags"] & FLAG_IN_CHECK == 0 and wall == np.int64(state["wall"]):
        if not (is_seen_from(g.FILE, g.RANK, king, origin) or is_seen_from(g.FILE, g.RANK, king, to)):
            return True
    return not attacked(board, king, 15 & ~team_of(player), is_barred(wall, king), True, origin, to)


@leaf
def _add(state, moves, n, origin, to, part):
    """Write the move of the piece on ``origin`` to ``to``, empty or an enemy's, if it is legal and of ``part``; the new count."""
    board = state["board"]
    code = np.int64(board[to])
    special = np.int64(0)
    if code == 0 and to == g.THRONE and state["crown"] < 0:
        special = np.int64(_CROWNING)
    if part == NOISY and code == 0 and special == 0 or part == QUIET_ONLY and (code != 0 or special != 0):
        return n
    if state["mate"] != 0 and (kind_of(code) == s.KING or not is_safe(state, origin, to)):
        return n
    moves[n] = pack_move(origin, to, kind_of(board[origin]), kind_of(code), special)
    return n + 1


@inline_leaf
def _takes(code, enemies):
    """Whether a piece other than a pawn may end on a point with ``code``."""
    return code == 0 or (enemies >> owner_of(code)) & 1


@leaf
def piece_moves(state, origin, moves, n, part):
    """Write the moves of the piece on ``origin`` from index ``n`` on; the new count."""
    board = state["board"]
    code = np.int64(board[origin])
    kind, seat = kind_of(code), owner_of(code)
    enemies = 15 & ~team_of(seat)
    wall = np.int64(state["wall"])
    if kind == s.CHARIOT or kind == s.CANNON:
        for direction in range(4):
            line = g.NEXT[direction]
            point = np.int64(line[origin])
            while point >= 0 and board[point] == 0:
                if part != NOISY or point == g.THRONE:
                    if not is_barred(wall, point):
                        n = _add(state, moves, n, origin, point, part)
                point = np.int64(line[point])
            if point >= 0 and kind == s.CANNON:
                point = first_on(board, line, point)
            if point >= 0 and part != QUIET_ONLY and (enemies >> owner_of(board[point])) & 1 and not is_barred(wall, point):
                n = _add(state, moves, n, origin, point, part)
    elif kind == s.HORSE:
        for leap in range(8):
            point, leg = np.int64(g.HORSE[leap, origin]), np.int64(g.HORSE_LEG[leap, origin])
            if point >= 0 and leg >= 0 and board[leg] == 0 and _takes(np.int64(board[point]), enemies):
                if not is_barred(wall, point):
                    n = _add(state, moves, n, origin, point, part)
    elif kind == s.PAWN:
        home = g.LAND[origin] == seat
        for direction in range(4):
            if home and direction != seat:
                continue
            point = origin
            for _ in range(FIRST_STEP if home and starts_on(seat, origin) else 1):
                point = np.int64(g.NEXT[direction, point])
                if point < 0:
                    break
                target = np.int64(board[point])
                if target == 0 or target == s.GARRISON_CODE or (enemies >> owner_of(target)) & 1:
                    n = _add(state, moves, n, origin, point, part)
                if target != 0:
                    break
    elif kind == s.KING or kind == s.CROWNED:
        for direction in range(4):
            line = g.NEXT[direction]
            near = np.int64(line[origin])
            if near >= 0 and g.PALACE[near] == g.PALACE[origin] and _takes(np.int64(board[near]), enemies):
                n = _add(state, moves, n, origin, near, part)
            far = first_on(board, line, origin)
            if far < 0 or (far == near and g.PALACE[near] == g.PALACE[origin]):
                continue
            target = np.int64(board[far])
            if (enemies >> owner_of(target)) & 1 and (kind_of(target) == s.KING or kind_of(target) == s.CROWNED):
                n = _add(state, moves, n, origin, far, part)
    else:
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
    """Write the moves of ``part`` from index 0 on, by owner and origin; how many."""
    n = np.int64(0)
    if state["over"] != 0:
        return n
    sets, seats = state["sets"], commands(state)
    for seat in range(4):
        if (seats >> seat) & 1 == 0:
            continue
        cell = next_cell(sets, np.int64(seat), np.int64(0))
        while cell >= 0:
            n = piece_moves(state, cell, moves, n, part)
            if part == ANY and n != 0:
                return n
            cell = next_cell(sets, np.int64(seat), cell + 1)
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
    if code == 0 or (commands(state) >> owner_of(code)) & 1 == 0:
        return np.int64(0)
    moves = np.empty(ONE_PIECE, np.int64)
    return holds(moves, piece_moves(state, origin, moves, np.int64(0), np.int64(ALL)), move)
