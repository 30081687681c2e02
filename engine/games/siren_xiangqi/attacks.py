"""Whether a piece could be taken: the ways of moving, read backwards from the target."""

from __future__ import annotations

import numpy as np

from engine.core.jit import inline_leaf, leaf
from engine.games.cross.attacks import guards_attack, horse_on
from engine.games.cross.geometry import (
    CELLS,
    DIAGONAL,
    ELEPHANT,
    HORSE_FROM,
    HORSE_FROM_LEG,
    LAND,
    NEXT,
    PALACE,
    PLACES,
    ROYAL,
    SEATS,
    turned,
)
from engine.games.cross.lines import kind_of, next_piece, owner_of
from engine.games.siren_xiangqi import state as s

#: [seat, cell]: 1 where a pawn of that seat starts.
PAWN_START = np.array(
    [[int(PLACES[turned(seat, cell)] in {(f, 3) for f in (5, 7, 9, 11, 13)}) for cell in range(CELLS)] for seat in range(SEATS)],
    np.int8,
)
PAWN_START.flags.writeable = False
FIRST_STEP = 3  #: points that a pawn may go forward from its start


@inline_leaf
def is_barred(wall, cell):
    """Whether the whole wall keeps chariots, horses and cannons from ``cell``."""
    return wall == s.WHOLE and PALACE[cell] == ROYAL


@inline_leaf
def starts_on(seat, cell):
    """Whether ``cell`` is a start point of a pawn of ``seat``."""
    return PAWN_START[seat, cell] != 0


@leaf
def pawn_reaches(seat, origin, direction, target):
    """Whether a pawn of ``seat`` on ``origin``, the first piece on its line to ``target``, may move there."""
    if LAND[origin] != seat:
        return NEXT[direction, origin] == target
    if direction != seat:
        return False
    point = origin
    for _ in range(FIRST_STEP if starts_on(seat, origin) else 1):
        point = np.int64(NEXT[direction, point])
        if point == target:
            return True
    return False


@leaf
def attacked(board, target, enemies, barred, royal, gone, come):
    """Whether a piece of the seats ``enemies`` could take on ``target``.

    barred : the breach rule keeps R, N and C away. royal : K or W stands there, so that K and W take it along a line. gone, come
    : a piece of another seat is thought to have moved from the one to the other cell (-1: none has).
    """
    for direction in range(4):
        line = NEXT[direction]
        point = next_piece(board, line, target, gone, come)
        if point < 0:
            continue
        if point != come:
            code = np.int64(board[point])
            if (enemies >> owner_of(code)) & 1:
                kind = kind_of(code)
                if kind == s.CHARIOT:
                    if not barred:
                        return True
                elif kind == s.KING or kind == s.CROWNED:
                    if royal or (line[target] == point and PALACE[point] == PALACE[target]):
                        return True
                elif kind == s.PAWN and pawn_reaches(owner_of(code), point, (direction + 2) & 3, target):
                    return True
        if barred:
            continue
        point = next_piece(board, line, point, gone, come)
        if point >= 0 and point != come:
            code = np.int64(board[point])
            if kind_of(code) == s.CANNON and (enemies >> owner_of(code)) & 1:
                return True
    if not barred:
        for leap in range(8):
            if horse_on(board, np.int64(HORSE_FROM[leap, target]), np.int64(HORSE_FROM_LEG[leap, target]), enemies, gone, come):
                return True
    seat = np.int64(LAND[target])
    if seat < SEATS and (enemies >> seat) & 1:
        return guards_attack(board, DIAGONAL, ELEPHANT, PALACE, seat, target, gone, come)
    return False
