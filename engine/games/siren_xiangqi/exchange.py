"""Static exchange evaluation on one point; the two alliances take in turn, each with its least valuable piece."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.jit import kernel, leaf
from engine.games.cross.exchange import swap_wins
from engine.games.cross.geometry import DIAGONAL, ELEPHANT, HORSE_FROM, HORSE_FROM_LEG, LAND, NEXT, PALACE
from engine.games.cross.lines import kind_of, next_piece, owner_of
from engine.games.siren_xiangqi import state as s
from engine.games.siren_xiangqi.attacks import is_barred, pawn_reaches
from engine.games.siren_xiangqi.state import PIECE_VALUES, rows

_VALUES = np.array((*PIECE_VALUES, *(0,) * 6), np.int64)
_VALUES.flags.writeable = False
#: Kinds in the order in which they take; one is counted in four bits of a word.
_ORDER = np.array([s.PAWN, s.ADVISER, s.ELEPHANT, s.HORSE, s.CANNON, s.CROWNED, s.CHARIOT, s.KING], np.int64)
_ORDER.flags.writeable = False
_NONE = np.int64(-1)


@leaf
def takers(board, target, barred, gone, first_team):
    """The pieces of seats 0 and 2 (``first_team``) or 1 and 3 that could take on ``target``, by kind, four bits each.

    ``gone`` is empty. A chariot or king behind one that takes counts too; what stands behind other pieces is not looked at.
    """
    found = np.int64(0)
    mine = np.int64(0b0101) if first_team else np.int64(0b1010)
    for direction in range(4):
        point = next_piece(board, target, direction, gone, _NONE)
        screens = 0
        while point >= 0 and screens < 2:
            code = np.int64(board[point])
            kind = kind_of(code)
            if (mine >> owner_of(code)) & 1:
                hit = kind == s.CHARIOT and not barred or kind == s.CANNON and screens == 1 and not barred
                if screens == 0 and not hit:
                    if kind == s.KING or kind == s.CROWNED:
                        hit = NEXT[direction, target] == point and PALACE[point] == PALACE[target]
                    elif kind == s.PAWN:
                        hit = pawn_reaches(owner_of(code), point, (direction + 2) & 3, target)
                if hit:
                    found += np.int64(1) << (4 * kind)
            screens += 1
            point = next_piece(board, point, direction, gone, _NONE)
    if not barred:
        for leap in range(8):
            origin, leg = np.int64(HORSE_FROM[leap, target]), np.int64(HORSE_FROM_LEG[leap, target])
            if origin >= 0 and leg >= 0 and origin != gone and (board[leg] == 0 or leg == gone):
                code = np.int64(board[origin])
                if kind_of(code) == s.HORSE and (mine >> owner_of(code)) & 1:
                    found += np.int64(1) << (4 * s.HORSE)
    seat = np.int64(LAND[target])
    if (mine >> seat) & 1:
        for side in range(4):
            origin = np.int64(DIAGONAL[side, target])
            if origin < 0 or origin == gone:
                continue
            if board[origin] == s.ADVISER | seat << 4 and PALACE[origin] == PALACE[target]:
                found += np.int64(1) << (4 * s.ADVISER)
            eye = origin
            origin = np.int64(ELEPHANT[side, target])
            if origin >= 0 and origin != gone and board[origin] == s.ELEPHANT | seat << 4 and board[eye] == 0:
                found += np.int64(1) << (4 * s.ELEPHANT)
    return found


@kernel(contract.SEE)
def see(memory, ply, move, threshold):
    """Whether the exchange on the target of ``move`` wins at least ``threshold``; a captured general ends it."""
    state = rows(memory)[ply]
    board = state["board"]
    origin, to, victim = contract.move_origin(move), contract.move_to(move), contract.move_victim(move)
    balance = _VALUES[victim] - threshold
    if balance < 0:
        return np.int64(0)
    if victim == s.KING:
        return np.int64(1)
    balance -= _VALUES[contract.move_mover(move)]
    if balance >= 0:
        return np.int64(1)
    first = np.int64(state["player"]) & 1 == 0
    barred = is_barred(np.int64(state["wall"]), to)
    theirs = takers(board, to, barred, origin, not first)
    if theirs == 0:
        return np.int64(1)
    return np.int64(swap_wins(balance, takers(board, to, barred, origin, first), theirs, _VALUES, _ORDER))
