"""Static exchange evaluation on one point; the two alliances take in turn, each with its least valuable piece."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.jit import kernel, leaf
from engine.games.cross.attacks import horse_on
from engine.games.cross.exchange import first_capture, guards_of, one_of, swap_wins
from engine.games.cross.lines import NONE, kind_of, next_piece, owner_of, team_of
from engine.games.sijiao_xiangqi import state as s
from engine.games.sijiao_xiangqi.attacks import pawn_goes
from engine.games.sijiao_xiangqi.geometry import DIAGONAL, ELEPHANT, HORSE_FROM, HORSE_FROM_LEG, LAND, NEXT, PALACE
from engine.games.sijiao_xiangqi.state import rows
from engine.games.sijiao_xiangqi.weights import PIECE_VALUES

_VALUES = np.array((*PIECE_VALUES, *(0,) * 7), np.int64)
#: Kinds in the order in which they take; one is counted in four bits of a word.
_ORDER = np.array([s.PAWN, s.SIDE_PAWN, s.ADVISER, s.ELEPHANT, s.HORSE, s.CANNON, s.CHARIOT, s.KING], np.int64)
_VALUES.flags.writeable = _ORDER.flags.writeable = False


@leaf
def takers(board, variant, target, gone, seats):
    """The pieces of ``seats`` that could take on ``target``, by kind, four bits each.

    ``gone`` is empty. A chariot behind one that takes counts too; what stands behind other pieces is not looked at.
    """
    found = np.int64(0)
    for direction in range(4):
        line = NEXT[variant, direction]
        point = next_piece(board, line, target, gone, NONE)
        for screens in range(2):
            if point < 0:
                break
            code = np.int64(board[point])
            kind, owner = kind_of(code), owner_of(code)
            if (seats >> owner) & 1:
                hit = kind == s.CHARIOT or kind == s.CANNON and screens == 1
                if screens == 0 and line[target] == point:
                    if kind == s.KING:
                        hit = PALACE[variant, point] == PALACE[variant, target]
                    elif kind >= s.PAWN:
                        hit = pawn_goes(variant, kind, owner, point, (direction + 2) & 3)
                if hit:
                    found += one_of(kind)
            point = next_piece(board, line, point, gone, NONE)
    for leap in range(8):
        origin, leg = np.int64(HORSE_FROM[variant, leap, target]), np.int64(HORSE_FROM_LEG[variant, leap, target])
        if horse_on(board, origin, leg, seats, gone, NONE):
            found += one_of(s.HORSE)
    seat = np.int64(LAND[variant, target])
    if seat >= 0 and (seats >> seat) & 1:
        found += guards_of(board, DIAGONAL[variant], ELEPHANT[variant], PALACE[variant], seat, target, gone)
    return found


@kernel(contract.SEE)
def see(memory, ply, move, threshold):
    """Whether the exchange on the target of ``move`` wins at least ``threshold``; a captured general ends it."""
    balance = first_capture(move, threshold, _VALUES)
    if balance >= 0:
        return balance
    state = rows(memory)[ply]
    board, variant = state["board"], np.int64(state["variant"])
    origin, to = contract.move_origin(move), contract.move_to(move)
    friends = team_of(np.int64(state["player"]))
    theirs = takers(board, variant, to, origin, 15 & ~friends)
    if theirs == 0:
        return np.int64(1)
    return np.int64(swap_wins(balance, takers(board, variant, to, origin, friends), theirs, _VALUES, _ORDER))
