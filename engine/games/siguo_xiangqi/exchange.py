"""Static exchange evaluation on one point; the player's team and all others take in turn, each with the least valuable piece."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.jit import kernel, leaf
from engine.games.cross.exchange import first_capture, guards_of, one_of, swap_wins
from engine.games.cross.geometry import DIAGONAL, ELEPHANT, HORSE_FROM, HORSE_FROM_LEG, LAND, NEXT, PALACE, SEATS
from engine.games.cross.lines import NONE, is_empty, kind_of, next_piece, owner_of
from engine.games.siguo_xiangqi import state as s
from engine.games.siguo_xiangqi.attacks import BIG_LEAP, FRAME, pawn_steps
from engine.games.siguo_xiangqi.moves import friends_of
from engine.games.siguo_xiangqi.state import PIECE_VALUES, rows

_VALUES = np.array((*PIECE_VALUES, *(0,) * 7), np.int64)
_ORDER = np.array([s.ADVISER, s.ELEPHANT, s.PAWN, s.HORSE, s.CANNON, s.SHIELD, s.CHARIOT, s.KING], np.int64)
for _table in (_VALUES, _ORDER):
    _table.flags.writeable = False


@leaf
def takers(board, target, seats, gone):
    """The pieces of ``seats`` that could take on ``target`` once ``gone`` is empty, by kind, four bits each.

    What stands behind another piece counts only for cannons.
    """
    found = np.int64(0)
    for direction in range(4):
        line = NEXT[direction]
        outside, inside = np.int64(0), np.int64(0)
        point = next_piece(board, line, target, gone, NONE)
        while point >= 0 and outside < 2:
            code = np.int64(board[point])
            kind = kind_of(code)
            if (seats >> owner_of(code)) & 1:
                hit = kind == s.CANNON and (outside == 1 or outside == 0 and inside > 0)
                if outside + inside == 0 and not hit:
                    if kind == s.PAWN:
                        hit = FRAME[point] != 0 and FRAME[target] != 0
                        if not hit and line[target] == point:
                            hit = pawn_steps(owner_of(code), point, (direction + 2) & 3)
                    elif kind == s.SHIELD:
                        hit = FRAME[target] != 0 and kind_of(board[target]) != s.SHIELD
                    elif kind == s.KING:
                        hit = line[target] == point and PALACE[point] == PALACE[target]
                    else:
                        hit = kind == s.CHARIOT
                if hit:
                    found += one_of(kind)
            if FRAME[point] != 0:
                inside += 1
            else:
                outside += 1
            point = next_piece(board, line, point, gone, NONE)
    for leap in range(8):
        origin, leg = np.int64(HORSE_FROM[leap, target]), np.int64(HORSE_FROM_LEG[leap, target])
        if origin >= 0 and leg >= 0 and origin != gone and (FRAME[leg] != 0 or is_empty(board, leg, gone, NONE)):
            code = np.int64(board[origin])
            if kind_of(code) == s.HORSE and (seats >> owner_of(code)) & 1:
                found += one_of(s.HORSE)
        origin = np.int64(BIG_LEAP[leap, target])  # the leaps from a point are those to it
        if origin >= 0 and origin != gone:
            code = np.int64(board[origin])
            if kind_of(code) == s.HORSE and (seats >> owner_of(code)) & 1:
                found += one_of(s.HORSE)
    seat = np.int64(LAND[target])
    if seat < SEATS and (seats >> seat) & 1:
        found += guards_of(board, DIAGONAL, ELEPHANT, PALACE, seat, target, gone)
    return found


@kernel(contract.SEE)
def see(memory, ply, move, threshold):
    """Whether the exchange on the target of ``move`` wins at least ``threshold``; a captured general ends it."""
    balance = first_capture(move, threshold, _VALUES)
    if balance >= 0:
        return balance
    state = rows(memory)[ply]
    board = state["board"]
    origin, to = contract.move_origin(move), contract.move_to(move)
    friends = friends_of(state, np.int64(state["player"]))
    theirs = takers(board, to, 15 & ~friends, origin)
    if theirs == 0:
        return np.int64(1)
    return np.int64(swap_wins(balance, takers(board, to, friends, origin), theirs, _VALUES, _ORDER))
