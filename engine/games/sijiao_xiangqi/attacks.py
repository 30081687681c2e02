"""Whether a general could be taken: the ways of moving, read backwards from its point."""

from __future__ import annotations

import numpy as np

from engine.core.jit import inline_leaf, leaf
from engine.games.cross.attacks import guards_attack, horse_on
from engine.games.cross.lines import kind_of, next_piece, owner_of, team_of
from engine.games.sijiao_xiangqi import state as s
from engine.games.sijiao_xiangqi.geometry import DIAGONAL, ELEPHANT, FORWARD, HORSE_FROM, HORSE_FROM_LEG, LAND, NEXT, PALACE


@inline_leaf
def pawn_goes(variant, kind, seat, origin, direction):
    """Whether a pawn of ``seat`` on ``origin`` may step in ``direction``."""
    forward = np.int64(FORWARD[variant, kind - s.PAWN, seat])
    return direction == forward or (LAND[variant, origin] != seat and direction != (forward + 2) & 3)


@leaf
def attacked(board, variant, target, enemies, gone, come):
    """Whether a piece of the seats ``enemies`` could take a general on ``target``.

    gone, come : a piece of another seat is thought to have moved from the one to the other cell (-1: none has).
    """
    for direction in range(4):
        line = NEXT[variant, direction]
        point = next_piece(board, line, target, gone, come)
        if point < 0:
            continue
        if point != come:
            code = np.int64(board[point])
            owner, kind = owner_of(code), kind_of(code)
            if (enemies >> owner) & 1:
                if kind == s.CHARIOT or kind == s.KING:
                    return True
                if kind >= s.PAWN and line[target] == point:
                    if pawn_goes(variant, kind, owner, point, (direction + 2) & 3):
                        return True
        point = next_piece(board, line, point, gone, come)
        if point >= 0 and point != come:
            code = np.int64(board[point])
            if kind_of(code) == s.CANNON and (enemies >> owner_of(code)) & 1:
                return True
    for leap in range(8):
        origin, leg = np.int64(HORSE_FROM[variant, leap, target]), np.int64(HORSE_FROM_LEG[variant, leap, target])
        if horse_on(board, origin, leg, enemies, gone, come):
            return True
    seat = np.int64(LAND[variant, target])
    if seat >= 0 and (enemies >> seat) & 1:  # a general that is away from home
        return guards_attack(board, DIAGONAL[variant], ELEPHANT[variant], PALACE[variant], seat, target, gone, come)
    return False


@leaf
def is_checked(state, seat):
    """Whether the general of ``seat`` is attacked."""
    king, none = np.int64(state["king"][seat]), np.int64(-1)
    if king < 0:
        return False
    enemies = np.int64(state["alive"]) & ~team_of(seat)
    return attacked(state["board"], np.int64(state["variant"]), king, enemies, none, none)
