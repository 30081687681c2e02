"""Static exchange evaluation on one point; the two alliances take in turn, each with its least valuable piece."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.jit import kernel, leaf
from engine.games.cross.attacks import horse_on
from engine.games.cross.exchange import first_capture, guards_of, one_of, swap_wins
from engine.games.cross.geometry import DIAGONAL, ELEPHANT, HORSE_FROM, HORSE_FROM_LEG, LAND, NEXT, PALACE
from engine.games.cross.lines import NONE, kind_of, next_piece, owner_of, team_of
from engine.games.siren_xiangqi import state as s
from engine.games.siren_xiangqi.attacks import is_barred, pawn_reaches
from engine.games.siren_xiangqi.state import PIECE_VALUES, rows

_VALUES = np.array((*PIECE_VALUES, *(0,) * 6), np.int64)
_VALUES.flags.writeable = False
#: Kinds in the order in which they take; one is counted in four bits of a word.
_ORDER = np.array([s.PAWN, s.ADVISER, s.ELEPHANT, s.HORSE, s.CANNON, s.CROWNED, s.CHARIOT, s.KING], np.int64)
_ORDER.flags.writeable = False


@leaf
def takers(board, target, barred, gone, seats):
    """The pieces of ``seats`` that could take on ``target``, by kind, four bits each.

    ``gone`` is empty. A chariot or king behind one that takes counts too; what stands behind other pieces is not looked at.
    """
    found = np.int64(0)
    for direction in range(4):
        line = NEXT[direction]
        point = next_piece(board, line, target, gone, NONE)
        screens = 0
        while point >= 0 and screens < 2:
            code = np.int64(board[point])
            kind = kind_of(code)
            if (seats >> owner_of(code)) & 1:
                hit = kind == s.CHARIOT and not barred or kind == s.CANNON and screens == 1 and not barred
                if screens == 0 and not hit:
                    if kind == s.KING or kind == s.CROWNED:
                        hit = line[target] == point and PALACE[point] == PALACE[target]
                    elif kind == s.PAWN:
                        hit = pawn_reaches(owner_of(code), point, (direction + 2) & 3, target)
                if hit:
                    found += one_of(kind)
            screens += 1
            point = next_piece(board, line, point, gone, NONE)
    if not barred:
        for leap in range(8):
            if horse_on(board, np.int64(HORSE_FROM[leap, target]), np.int64(HORSE_FROM_LEG[leap, target]), seats, gone, NONE):
                found += one_of(s.HORSE)
    seat = np.int64(LAND[target])
    if (seats >> seat) & 1:
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
    friends, barred = team_of(np.int64(state["player"])), is_barred(np.int64(state["wall"]), to)
    theirs = takers(board, to, barred, origin, 15 & ~friends)
    if theirs == 0:
        return np.int64(1)
    return np.int64(swap_wins(balance, takers(board, to, barred, origin, friends), theirs, _VALUES, _ORDER))
