"""Leaves over boards of four seats: owners, piece sets, putting and taking pieces, first piece on a line.

A board is ``int8[CELLS]`` of codes ``kind | owner << 4``, a set of cells five words of 64 bits. A line is ``int16[CELLS]``: the
next point in one direction, -1 where there is none (a row of ``NEXT``).
"""

from __future__ import annotations

import numpy as np

from engine.core.bits import U0, U1, lsb, popcount
from engine.core.jit import inline_leaf, leaf
from engine.games.cross.geometry import CELLS

WORDS = (CELLS + 63) // 64
NONE = np.int64(-1)


# --- seats and pieces ---------------------------------------------------------------------------------------------------


@inline_leaf
def kind_of(code):
    """The kind of a nonzero code."""
    return np.int64(code) & 15


@inline_leaf
def owner_of(code):
    """The owner of a nonzero code, 0..4."""
    return np.int64(code) >> 4


@inline_leaf
def team_of(seat):
    """The seats of the alliance of ``seat``, a bit set."""
    return np.int64(0b0101) << (seat & 1)


@inline_leaf
def next_living(alive, seat):
    """The next seat after ``seat`` whose bit is set; ``seat`` itself if it is the only one."""
    following = (seat + 1) & 3
    while (alive >> following) & 1 == 0 and following != seat:
        following = (following + 1) & 3
    return following


@inline_leaf
def head_count(alive):
    """How many seats live."""
    return (alive & 1) + ((alive >> 1) & 1) + ((alive >> 2) & 1) + ((alive >> 3) & 1)


# --- sets of cells ------------------------------------------------------------------------------------------------------


@inline_leaf
def flip(sets, owner, cell):
    """Put ``cell`` into or take it out of the set of ``owner``."""
    sets[owner * WORDS + (cell >> 6)] ^= U1 << np.uint64(cell & 63)


@inline_leaf
def next_cell(sets, owner, start):
    """The first cell of the set of ``owner`` that is not below ``start`` (0..320), -1 if there is none."""
    word = start >> 6
    if word >= WORDS:
        return NONE
    left = sets[owner * WORDS + word] & ~((U1 << np.uint64(start & 63)) - U1)
    while left == U0:
        word += 1
        if word >= WORDS:
            return NONE
        left = sets[owner * WORDS + word]
    return lsb(left) + 64 * word


@leaf
def set_size(sets, owner):
    """How many cells the set of ``owner`` has."""
    size = np.int64(0)
    for word in range(WORDS):
        size += popcount(sets[owner * WORDS + word])
    return size


# --- lines --------------------------------------------------------------------------------------------------------------


@inline_leaf
def first_on(board, line, cell):
    """The first point with a piece on the line from ``cell``, -1 if there is none."""
    point = np.int64(line[cell])
    while point >= 0 and board[point] == 0:
        point = np.int64(line[point])
    return point


# A board after a move that has not been made: a piece is thought to have moved from the cell ``gone`` to ``come``.


@inline_leaf
def is_empty(board, cell, gone, come):
    """Whether ``cell`` is empty once a piece has moved from ``gone`` to ``come`` (-1: none has)."""
    return (board[cell] == 0 or cell == gone) and cell != come


@inline_leaf
def next_piece(board, line, cell, gone, come):
    """The first point with a piece after ``cell`` on a line, -1 if there is none; after a move as above."""
    point = np.int64(line[cell])
    while point >= 0 and is_empty(board, point, gone, come):
        point = np.int64(line[point])
    return point


@inline_leaf
def is_seen_from(files, ranks, king, cell):
    """Whether a piece that leaves or enters ``cell`` can change who attacks ``king``: its lines, legs and eyes.

    files, ranks : int8[CELLS], the coordinates of each cell.
    """
    right, up = abs(np.int64(files[cell]) - files[king]), abs(np.int64(ranks[cell]) - ranks[king])
    return right == 0 or up == 0 or (right == 1 and up == 1)
