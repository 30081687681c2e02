"""Where a position stands in a table: its material, and the combinatorial ranks of its four groups of pieces.

A *material* is ``(own men, own kings, other men, other kings)``, own being those of the player to act. A position with Black to
act is turned by 180 degrees and the colours are exchanged, so tables know positions with White to act only. Its index is

    ((rank of own men * sets of own kings + rank of own kings) * sets of other men + ...) * sets of other kings + ...

where the rank of a set of k pieces on squares s1 < s2 < ... is C(s1, 1) + C(s2, 2) + ..., squares counted from 0 at the first one
where such pieces can stand. Groups are ranked as if the others were not there: indices at which two pieces would share a square
are *holes* (a quarter of them), which cost nothing in a compressed file, and no square has to be renumbered.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import comb

import numpy as np

from engine.core.bits import U1, bit_reverse, lsb, popcount
from engine.games.draughts.geometry import cell_of, constants
from engine.games.draughts.specialise import inline_part

SIDE, CELLS = constants(10)["SIDE"], constants(10)["CELLS"]

MOST = 6  #: pieces of a table in all; each side has at least one
RADIX = MOST  #: of the material's code; a group holds at most MOST - 1 pieces
CODES = RADIX**4
Material = tuple[int, int, int, int]


# --- materials ----------------------------------------------------------------------------------------------------------


def code_of(material: Material) -> int:
    """The number of a material, below ``CODES``."""
    a, b, c, d = material
    return ((a * RADIX + b) * RADIX + c) * RADIX + d


def reply_of(material: Material) -> Material:
    """The material after a move without capture and crowning."""
    return (*material[2:], *material[:2])


def materials(pieces: int) -> list[Material]:
    """Every material of ``pieces`` pieces with both colours, in an order in which crownings lead to earlier ones."""
    found = [
        (a, b, c, pieces - a - b - c)
        for a in range(pieces)
        for b in range(pieces - a)
        for c in range(pieces - a - b + 1)
        if a + b and pieces - a - b
    ]
    return sorted(found, key=lambda m: (m[0] + m[2], min(m, reply_of(m)), m))


def shape_of(material: Material, side: int) -> tuple[int, int, int, int]:
    """How many sets each of the four groups can form; the table has as many entries as their product."""
    squares, men = side * side // 2, side * (side - 1) // 2
    return comb(men, material[0]), comb(squares, material[1]), comb(men, material[2]), comb(squares, material[3])


@cache
def sets_of(count: int, side: int, group: int) -> np.ndarray:
    """``uint64``: the sets of ``count`` pieces by rank. ``group``: 0 own men, 1 and 3 kings, 2 other men."""
    row = side // 2
    squares = range(row if group == 0 else 0, side * row - (row if group == 2 else 0))
    sets = [sum(1 << cell_of(n + 1, side) for n in chosen) for chosen in combinations(squares, count)]
    return np.array(sorted(sets), dtype=np.uint64)  # ascending numbers are ascending ranks


# --- ranks --------------------------------------------------------------------------------------------------------------


def _set_places() -> np.ndarray:
    """``int64[2, 2, MOST, 64]``: [side is 10, own men, i, cell] -> C(square, i)."""
    places = np.zeros((2, 2, MOST, 64), dtype=np.int64)
    for board, side in enumerate((8, 10)):
        for square in range(side * side // 2):
            for i in range(MOST):
                places[board, 0, i, cell_of(square + 1, side)] = comb(square, i)
                places[board, 1, i, cell_of(square + 1, side)] = comb(max(square - side // 2, 0), i)
    places.flags.writeable = False
    return places


def _set_counts() -> np.ndarray:
    """``int64[2, 2, MOST]``: [side is 10, men, count] -> sets of so many pieces."""
    boards = [[[comb(side * (side - men) // 2, i) for i in range(MOST)] for men in (0, 1)] for side in (8, 10)]
    sizes = np.array(boards, dtype=np.int64)
    sizes.flags.writeable = False
    return sizes


SET_PLACES, SET_COUNTS = _set_places(), _set_counts()


@inline_part
def rank(word, own_men):
    """The rank of a set of kings or of the other side's men (0), or of own men (1)."""
    board, total, i = np.int64(SIDE == 10), np.int64(0), np.int64(1)
    while word:
        total += SET_PLACES[board, own_men, i, lsb(word)]
        word &= word - U1
        i += 1
    return total


@inline_part
def turned(word):
    """The set on the board turned by 180 degrees."""
    return bit_reverse(word) >> np.uint64(64 - CELLS)


@inline_part
def locate(own, enemy, kings, side):
    """``(code of the material, index)`` of a position with at most MOST pieces."""
    if side != 0:
        own, enemy, kings = turned(own), turned(enemy), turned(kings)
    own_men, own_kings, men, royal = own & ~kings, own & kings, enemy & ~kings, enemy & kings
    a, b, c, d = popcount(own_men), popcount(own_kings), popcount(men), popcount(royal)
    board = np.int64(SIDE == 10)
    index = rank(own_men, 1) * SET_COUNTS[board, 0, b] + rank(own_kings, 0)
    index = index * SET_COUNTS[board, 1, c] + rank(men, 0)
    return ((a * RADIX + b) * RADIX + c) * RADIX + d, index * SET_COUNTS[board, 0, d] + rank(royal, 0)
