"""Whether a piece could be taken: the ways of moving, read backwards from the target."""

from __future__ import annotations

import numpy as np

from engine.core.jit import inline_leaf, leaf
from engine.games.cross.geometry import (
    DIAGONAL,
    ELEPHANT,
    HORSE_FROM,
    HORSE_FROM_LEG,
    LAND,
    NEXT,
    PALACE,
    ROYAL,
    SEATS,
    THRONE,
    exists,
    turned,
)
from engine.games.cross.geometry import CELLS, PLACES
from engine.games.cross.lines import kind_of, owner_of
from engine.games.siren_xiangqi import state as s

assert exists(9, 9) and PALACE[THRONE] == ROYAL
FILE = np.array([file for file, _ in PLACES], np.int8)
RANK = np.array([rank for _, rank in PLACES], np.int8)
#: [seat, cell]: 1 where a pawn of that seat starts.
PAWN_START = np.array(
    [[int(PLACES[turned(seat, cell)] in {(f, 3) for f in (5, 7, 9, 11, 13)}) for cell in range(CELLS)] for seat in range(SEATS)],
    np.int8,
)
for _table in (FILE, RANK, PAWN_START):
    _table.flags.writeable = False
FIRST_STEP = 3  #: points that a pawn may go forward from its start


@inline_leaf
def is_seen_from(king, cell):
    """Whether a piece that leaves or enters ``cell`` can change who attacks ``king``: its lines, legs and eyes."""
    files, ranks = abs(np.int64(FILE[cell]) - FILE[king]), abs(np.int64(RANK[cell]) - RANK[king])
    return files == 0 or ranks == 0 or (files == 1 and ranks == 1)


@inline_leaf
def is_barred(wall, cell):
    """Whether the whole wall keeps chariots, horses and cannons from ``cell``."""
    return wall == s.WHOLE and PALACE[cell] == ROYAL


@inline_leaf
def _is_empty(board, cell, gone, come):
    return (board[cell] == 0 or cell == gone) and cell != come


@leaf
def _next_piece(board, cell, direction, gone, come):
    """The first point with a piece after ``cell`` on a line, -1 if there is none."""
    point = np.int64(NEXT[direction, cell])
    while point >= 0 and _is_empty(board, point, gone, come):
        point = np.int64(NEXT[direction, point])
    return point


@leaf
def _pawn_reaches(seat, origin, direction, target):
    """Whether a pawn of ``seat`` on ``origin``, the first piece on its line to ``target``, may move there."""
    if LAND[origin] != seat:
        return NEXT[direction, origin] == target
    if direction != seat:
        return False
    point = origin
    for _ in range(FIRST_STEP if s_start(seat, origin) else 1):
        point = np.int64(NEXT[direction, point])
        if point == target:
            return True
    return False


@inline_leaf
def s_start(seat, cell):
    """Whether ``cell`` is a start point of a pawn of ``seat``."""
    return PAWN_START[seat, cell] != 0


@leaf
def attacked(board, target, enemies, barred, royal, gone, come):
    """Whether a piece of the seats ``enemies`` could take on ``target``.

    barred : the breach rule keeps R, N and C away. royal : K or W stands there, so that K and W take it along a line. gone, come : a
    piece of another seat is thought to have moved from the one to the other cell (-1: none has).
    """
    for direction in range(4):
        point = _next_piece(board, target, direction, gone, come)
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
                    if royal or (NEXT[direction, target] == point and PALACE[point] == PALACE[target]):
                        return True
                elif kind == s.PAWN and _pawn_reaches(owner_of(code), point, (direction + 2) & 3, target):
                    return True
        if barred:
            continue
        point = _next_piece(board, point, direction, gone, come)
        if point >= 0 and point != come:
            code = np.int64(board[point])
            if kind_of(code) == s.CANNON and (enemies >> owner_of(code)) & 1:
                return True
    if not barred:
        for leap in range(8):
            origin, leg = np.int64(HORSE_FROM[leap, target]), np.int64(HORSE_FROM_LEG[leap, target])
            if origin < 0 or leg < 0 or origin == come or not _is_empty(board, leg, gone, come):
                continue
            code = np.int64(board[origin])
            if kind_of(code) == s.HORSE and (enemies >> owner_of(code)) & 1:
                return True
    seat = np.int64(LAND[target])
    if seat < SEATS and (enemies >> seat) & 1:
        for side in range(4):
            origin = np.int64(DIAGONAL[side, target])
            if origin >= 0 and origin != come and board[origin] == s.ADVISER | seat << 4 and PALACE[origin] == PALACE[target]:
                return True
            eye = origin
            origin = np.int64(ELEPHANT[side, target])
            if origin >= 0 and origin != come and board[origin] == s.ELEPHANT | seat << 4 and _is_empty(board, eye, gone, come):
                return True
    return False
