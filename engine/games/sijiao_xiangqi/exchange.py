"""Static exchange evaluation on one point; the two alliances take in turn, each with its least valuable piece."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.jit import kernel, leaf
from engine.games.cross.exchange import swap_wins
from engine.games.cross.lines import kind_of, owner_of
from engine.games.sijiao_xiangqi import state as s
from engine.games.sijiao_xiangqi.attacks import next_piece, pawn_goes
from engine.games.sijiao_xiangqi.geometry import (
    ADVISER_POINT,
    DIAGONAL,
    ELEPHANT,
    HORSE_FROM,
    HORSE_FROM_LEG,
    LAND,
    NEXT,
    PALACE,
)
from engine.games.sijiao_xiangqi.state import rows
from engine.games.sijiao_xiangqi.weights import PIECE_VALUES

_VALUES = np.array((*PIECE_VALUES, *(0,) * 7), np.int64)
#: Kinds in the order in which they take; one is counted in four bits of a word.
_ORDER = np.array([s.PAWN, s.SIDE_PAWN, s.ADVISER, s.ELEPHANT, s.HORSE, s.CANNON, s.CHARIOT, s.KING], np.int64)
_VALUES.flags.writeable = _ORDER.flags.writeable = False
_NONE = np.int64(-1)


@leaf
def takers(board, variant, target, gone, mine):
    """The pieces of the seats ``mine`` that could take on ``target``, by kind, four bits each.

    ``gone`` is empty. A chariot behind one that takes counts too; what stands behind other pieces is not looked at.
    """
    found = np.int64(0)
    for direction in range(4):
        point = next_piece(board, variant, target, direction, gone, _NONE)
        for screens in range(2):
            if point < 0:
                break
            code = np.int64(board[point])
            kind, owner = kind_of(code), owner_of(code)
            if (mine >> owner) & 1:
                hit = kind == s.CHARIOT or kind == s.CANNON and screens == 1
                if screens == 0 and NEXT[variant, direction, target] == point:
                    if kind == s.KING:
                        hit = PALACE[variant, point] == PALACE[variant, target]
                    elif kind >= s.PAWN:
                        hit = pawn_goes(variant, kind, owner, point, (direction + 2) & 3)
                if hit:
                    found += np.int64(1) << (4 * kind)
            point = next_piece(board, variant, point, direction, gone, _NONE)
    for leap in range(8):
        origin, leg = np.int64(HORSE_FROM[variant, leap, target]), np.int64(HORSE_FROM_LEG[variant, leap, target])
        if origin >= 0 and leg >= 0 and origin != gone and (board[leg] == 0 or leg == gone):
            code = np.int64(board[origin])
            if kind_of(code) == s.HORSE and (mine >> owner_of(code)) & 1:
                found += np.int64(1) << (4 * s.HORSE)
    seat = np.int64(LAND[variant, target])
    if seat >= 0 and (mine >> seat) & 1:
        for side in range(4):
            eye = np.int64(DIAGONAL[variant, side, target])
            if eye < 0:
                continue
            if eye != gone and board[eye] == s.ADVISER | seat << 4 and ADVISER_POINT[variant, seat, target]:
                found += np.int64(1) << (4 * s.ADVISER)
            origin = np.int64(ELEPHANT[variant, side, target])
            if origin >= 0 and origin != gone and board[origin] == s.ELEPHANT | seat << 4 and (board[eye] == 0 or eye == gone):
                found += np.int64(1) << (4 * s.ELEPHANT)
    return found


@kernel(contract.SEE)
def see(memory, ply, move, threshold):
    """Whether the exchange on the target of ``move`` wins at least ``threshold``; a captured general ends it."""
    state = rows(memory)[ply]
    board, variant = state["board"], np.int64(state["variant"])
    origin, to, victim = contract.move_origin(move), contract.move_to(move), contract.move_victim(move)
    balance = _VALUES[victim] - threshold
    if balance < 0:
        return np.int64(0)
    if victim == s.KING:
        return np.int64(1)
    balance -= _VALUES[contract.move_mover(move)]
    if balance >= 0:
        return np.int64(1)
    ours = np.int64(0b0101) << (np.int64(state["player"]) & 1)
    theirs = takers(board, variant, to, origin, 15 & ~ours)
    if theirs == 0:
        return np.int64(1)
    return np.int64(swap_wins(balance, takers(board, variant, to, origin, ours), theirs, _VALUES, _ORDER))
