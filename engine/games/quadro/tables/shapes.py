"""Where each position's bit is: the occupied sets of the pyramid, and the words that each of them has.

A *pyramid* is a set of occupied cells; 141,120 are possible, 141,119 without the top ball. Its positions are the ways to colour
it; only the set of the side that has just moved, *mine*, is written, so that White and Black need not be told apart. Six cells of
the ground floor, :data:`LOW`, choose the bit of a word (0 where the cell is empty), the other occupied cells, in their order, the
word.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from engine.games.quadro.geometry import GROUND, TOP

#: The middle of the ground floor and two cells of an edge: nearly always occupied where there are many positions.
LOW_CELLS = (1, 2, 5, 6, 9, 10)
LOW = sum(1 << cell for cell in LOW_CELLS)


def _opened(occupied: int, level: int) -> list[int]:
    """The cells of ``level`` (from 0) that have full support."""
    if level == 0:
        return [cell for cell in range(16) if GROUND >> cell & 1]
    n = 4 - level
    cells = [16 * level + 4 * rank + file for rank in range(n) for file in range(n)]
    return [cell for cell in cells if all(occupied >> cell - 16 + step & 1 for step in (0, 1, 4, 5))]


@cache
def pyramids() -> np.ndarray:
    """``uint64``: all occupied sets without the top ball, the fullest first, among equals the highest first.

    A turn without take-backs leads to an earlier one.
    """
    found = [0]
    for level in range(3):
        grown = []
        for below in found:
            cells = _opened(below, level)
            subsets = [below]
            for cell in cells:
                subsets += [one | 1 << cell for one in subsets]
            grown += subsets
        found = grown
    assert not any(one >> TOP & 1 for one in found)
    height = {one: sum((cell >> 4) for cell in range(48) if one >> cell & 1) for one in found}
    found.sort(key=lambda one: (-one.bit_count(), -height[one], one))
    array = np.array(found, dtype=np.uint64)
    return array


@cache
def offsets() -> np.ndarray:
    """``int64``: the first word of each pyramid, and the number of all words."""
    words = [1 << (int(one) & ~LOW).bit_count() for one in pyramids()]
    array = np.concatenate([[0], np.cumsum(words)]).astype(np.int64)
    return array


TABLE_BITS = 19
MULTIPLIER = 0x9E3779B97F4A7C15


@cache
def places() -> np.ndarray:
    """``int32[2**TABLE_BITS]``: a hash table of pyramid numbers, -1 where empty; linear probing."""
    table = np.full(1 << TABLE_BITS, -1, dtype=np.int32)
    mask = (1 << TABLE_BITS) - 1
    for number, one in enumerate(pyramids()):
        place = (int(one) * MULTIPLIER & (1 << 64) - 1) >> 64 - TABLE_BITS
        while table[place] >= 0:
            place = place + 1 & mask
        table[place] = number
    return table
