"""Whether a general could be taken: the ways of moving, read backwards from the target. Source: rule text, section 5."""

from __future__ import annotations

import numpy as np

from engine.core.jit import inline_leaf, leaf
from engine.games.cross.attacks import guards_attack
from engine.games.cross.geometry import (
    CELL_OF,
    CELLS,
    CENTRE,
    DIAGONAL,
    ELEPHANT,
    HORSE_FROM,
    HORSE_FROM_LEG,
    INDEX,
    LAND,
    NEXT,
    PALACE,
    PLACES,
    SEATS,
)
from engine.games.cross.lines import is_empty, kind_of, next_piece, owner_of
from engine.games.siguo_xiangqi import state as s

FRAME = (LAND == CENTRE).astype(np.int8)  #: 1 inside the frame
_LEAPS = tuple((right, up) for a, b in ((2, 3), (3, 2)) for right in (a, -a) for up in (b, -b))


def _build_big_leaps() -> np.ndarray:
    """int16[8, CELLS]: targets of the big leap, -1 unless both ends lie in the frame."""
    table = np.full((8, CELLS), -1, np.int16)
    for cell, (file, rank) in enumerate(PLACES):
        for leap, (right, up) in enumerate(_LEAPS):
            to = INDEX.get((file + right, rank + up), -1)
            if to >= 0 and FRAME[cell] and FRAME[to]:
                table[leap, cell] = to
    return table


def _build_links() -> np.ndarray:
    """int16[SEATS, CELLS]: where a pawn of that seat gets from a front corner of its land along the corner link, -1 elsewhere."""
    table = np.full((SEATS, CELLS), -1, np.int16)
    for one, other in (("f5", "e6"), ("e14", "f15"), ("n15", "o14"), ("o6", "n5")):
        for origin, to in ((CELL_OF[one], CELL_OF[other]), (CELL_OF[other], CELL_OF[one])):
            table[LAND[origin], origin] = to
    return table


BIG_LEAP = _build_big_leaps()
LINK = _build_links()
for _table in (FRAME, BIG_LEAP, LINK):
    _table.flags.writeable = False


@inline_leaf
def pawn_steps(seat, origin, direction):
    """Whether a pawn of ``seat`` outside the frame on ``origin`` steps in ``direction``, or from inside it steps out that way."""
    to = np.int64(NEXT[direction, origin])
    if to < 0:
        return False
    land = np.int64(LAND[origin])
    if land == CENTRE:
        return LAND[to] != CENTRE and LAND[to] != seat
    if land == seat:
        return direction == seat
    # Towards the back rank of the foreign land, or sideways: never towards the frame.
    return direction != land and LAND[to] == land


@leaf
def attacked(board, target, enemies, gone, come):
    """Whether a piece of the seats ``enemies`` could take a general on ``target``.

    gone, come : a piece of another seat is thought to have moved from the one to the other cell (-1: none has).
    """
    for direction in range(4):
        line = NEXT[direction]
        outside, inside = np.int64(0), np.int64(0)
        point = next_piece(board, line, target, gone, come)
        while point >= 0 and outside < 2:
            if point != come:
                code = np.int64(board[point])
                if (enemies >> owner_of(code)) & 1:
                    kind = kind_of(code)
                    if outside + inside == 0:
                        if kind == s.CHARIOT or kind == s.KING:
                            return True
                        if kind == s.PAWN and line[target] == point:
                            if pawn_steps(owner_of(code), point, (direction + 2) & 3):
                                return True
                    elif kind == s.CANNON and (outside == 1 or outside == 0 and inside > 0):
                        return True
            if FRAME[point] != 0:
                inside += 1
            else:
                outside += 1
            point = next_piece(board, line, point, gone, come)
    for leap in range(8):
        origin, leg = np.int64(HORSE_FROM[leap, target]), np.int64(HORSE_FROM_LEG[leap, target])
        if origin < 0 or leg < 0 or origin == come or not (FRAME[leg] != 0 or is_empty(board, leg, gone, come)):
            continue
        code = np.int64(board[origin])
        if kind_of(code) == s.HORSE and (enemies >> owner_of(code)) & 1:
            return True
    seat = np.int64(LAND[target])
    if seat < SEATS and (enemies >> seat) & 1:
        return guards_attack(board, DIAGONAL, ELEPHANT, PALACE, seat, target, gone, come)
    return False
