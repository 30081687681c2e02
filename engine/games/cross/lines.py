"""Leaves over boards of the cross: owners, piece sets, putting and taking pieces, first piece on a line.

A board is ``int8[CELLS]`` of codes ``kind | owner << 4``, a set of cells five words of 64 bits.
"""

from __future__ import annotations

import numpy as np

from engine.core.bits import U1
from engine.core.jit import inline_leaf, leaf
from engine.games.cross.geometry import CELLS, NEXT, PLACES

WORDS = (CELLS + 63) // 64
FILE = np.array([file for file, _ in PLACES], np.int8)
RANK = np.array([rank for _, rank in PLACES], np.int8)
for _table in (FILE, RANK):
    _table.flags.writeable = False


@inline_leaf
def kind_of(code):
    """The kind of a nonzero code."""
    return np.int64(code) & 15


@inline_leaf
def owner_of(code):
    """The owner of a nonzero code, 0..4."""
    return np.int64(code) >> 4


@inline_leaf
def flip(sets, owner, cell):
    """Put ``cell`` into or take it out of the set of ``owner``."""
    sets[owner * WORDS + (cell >> 6)] ^= U1 << np.uint64(cell & 63)


@leaf
def first_on(board, cell, direction):
    """The first point with a piece on the line from ``cell``, -1 if there is none."""
    point = np.int64(NEXT[direction, cell])
    while point >= 0 and board[point] == 0:
        point = np.int64(NEXT[direction, point])
    return point


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


# --- a board after a move that has not been made ---


@inline_leaf
def is_empty(board, cell, gone, come):
    """Whether ``cell`` is empty once a piece has moved from ``gone`` to ``come`` (-1: none has)."""
    return (board[cell] == 0 or cell == gone) and cell != come


@leaf
def next_piece(board, cell, direction, gone, come):
    """The first point with a piece after ``cell`` on a line, -1 if there is none; after a move as above."""
    point = np.int64(NEXT[direction, cell])
    while point >= 0 and is_empty(board, point, gone, come):
        point = np.int64(NEXT[direction, point])
    return point


@inline_leaf
def is_seen_from(king, cell):
    """Whether a piece that leaves or enters ``cell`` can change who attacks ``king``: its lines, legs and eyes."""
    files, ranks = abs(np.int64(FILE[cell]) - FILE[king]), abs(np.int64(RANK[cell]) - RANK[king])
    return files == 0 or ranks == 0 or (files == 1 and ranks == 1)
