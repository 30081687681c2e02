"""Whether a general could be taken: the ways of moving, read backwards from its point."""

from __future__ import annotations

import numpy as np

from engine.core.jit import inline_leaf, leaf
from engine.games.cross.lines import is_empty, kind_of, owner_of
from engine.games.sijiao_xiangqi import state as s
from engine.games.sijiao_xiangqi.geometry import (
    ADVISER_POINT,
    DIAGONAL,
    ELEPHANT,
    FILE,
    FORWARD,
    HORSE_FROM,
    HORSE_FROM_LEG,
    LAND,
    NEXT,
    RANK,
)


@inline_leaf
def team_of(seat):
    """The seats of the alliance of ``seat``, a bit set."""
    return np.int64(0b0101) << (seat & 1)


@inline_leaf
def pawn_goes(variant, kind, seat, origin, direction):
    """Whether a pawn of ``seat`` on ``origin`` may step in ``direction``."""
    forward = np.int64(FORWARD[variant, kind - s.PAWN, seat])
    return direction == forward or (LAND[variant, origin] != seat and direction != (forward + 2) & 3)


@leaf
def next_piece(board, variant, cell, direction, gone, come):
    """The first point with a piece after ``cell`` on a line, -1 if there is none; a piece is thought to have moved as below."""
    point = np.int64(NEXT[variant, direction, cell])
    while point >= 0 and is_empty(board, point, gone, come):
        point = np.int64(NEXT[variant, direction, point])
    return point


@leaf
def attacked(board, variant, target, enemies, gone, come):
    """Whether a piece of the seats ``enemies`` could take a general on ``target``.

    gone, come : a piece of another seat is thought to have moved from the one to the other cell (-1: none has).
    """
    for direction in range(4):
        point = next_piece(board, variant, target, direction, gone, come)
        if point < 0:
            continue
        if point != come:
            code = np.int64(board[point])
            owner, kind = owner_of(code), kind_of(code)
            if (enemies >> owner) & 1:
                if kind == s.CHARIOT or kind == s.KING:
                    return True
                if kind >= s.PAWN and NEXT[variant, direction, target] == point:
                    if pawn_goes(variant, kind, owner, point, (direction + 2) & 3):
                        return True
        point = next_piece(board, variant, point, direction, gone, come)
        if point >= 0 and point != come:
            code = np.int64(board[point])
            if kind_of(code) == s.CANNON and (enemies >> owner_of(code)) & 1:
                return True
    for leap in range(8):
        origin, leg = np.int64(HORSE_FROM[variant, leap, target]), np.int64(HORSE_FROM_LEG[variant, leap, target])
        if origin < 0 or leg < 0 or origin == come or not is_empty(board, leg, gone, come):
            continue
        code = np.int64(board[origin])
        if kind_of(code) == s.HORSE and (enemies >> owner_of(code)) & 1:
            return True
    seat = np.int64(LAND[variant, target])
    if seat >= 0 and (enemies >> seat) & 1:  # a general that is away from home, by advisers and elephants
        for side in range(4):
            eye = np.int64(DIAGONAL[variant, side, target])
            if eye < 0:
                continue
            if eye != come and board[eye] == s.ADVISER | seat << 4 and ADVISER_POINT[variant, seat, target]:
                return True
            origin = np.int64(ELEPHANT[variant, side, target])
            if origin >= 0 and origin != come and board[origin] == s.ELEPHANT | seat << 4 and is_empty(board, eye, gone, come):
                return True
    return False


@inline_leaf
def is_seen_from(variant, king, cell):
    """Whether a piece that leaves or enters ``cell`` can change who attacks ``king``: its lines, legs and eyes."""
    files = abs(np.int64(FILE[variant, cell]) - FILE[variant, king])
    ranks = abs(np.int64(RANK[variant, cell]) - RANK[variant, king])
    return files == 0 or ranks == 0 or (files == 1 and ranks == 1)


@leaf
def is_checked(state, seat):
    """Whether the general of ``seat`` is attacked."""
    king, none = np.int64(state["king"][seat]), np.int64(-1)
    if king < 0:
        return False
    enemies = np.int64(state["alive"]) & ~team_of(seat)
    return attacked(state["board"], np.int64(state["variant"]), king, enemies, none, none)
