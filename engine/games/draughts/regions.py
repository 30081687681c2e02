"""The board regions of the pattern tables: overlapping blocks of eight dark squares, each seen by White and, turned, by Black.

Every block of four rows and two neighbouring squares a row is a region, and every block of two rows and four squares a row.
Turning the board by 180 degrees and exchanging colours maps regions to regions, so half of them have a table and the other half
use it with the sign changed. The men on a region are a number in base 3, the lowest cell first: 0 nothing (or a king), 1 a man
of the table's owner, 2 one of the other side. A turned region is read from its highest cell down.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

SHAPES = ((4, 2), (2, 4))  #: rows, squares a row
SQUARES = 8  #: of a region
ENTRIES = 3**SQUARES


def regions_of(side: int) -> Iterator[tuple[tuple[int, int], ...]]:
    """The regions that have a table, each as ``(first cell, squares)`` of its rows, from the top."""
    width = side // 2
    for rows, places in SHAPES:
        for top in range(side - rows + 1):
            for left in range(width - places + 1):
                turned = (side - rows - top, width - places - left)
                if (top, left) <= turned:
                    yield tuple((_cell(row, left, side), places) for row in range(top, top + rows))


def _cell(row: int, place: int, side: int) -> int:
    """The cell of the ``place``-th dark square of a row (``geometry.cell_of``)."""
    number = row * (side // 2) + place
    return number + number // side


def _digits(highest_first: bool) -> np.ndarray:
    """``int64[256]``: a set of the squares of a region as the sum of their places in base 3."""
    powers = [3**i for i in range(SQUARES)]
    if highest_first:
        powers.reverse()
    table = np.array([sum(powers[i] for i in range(SQUARES) if word >> i & 1) for word in range(1 << SQUARES)], dtype=np.int64)
    table.flags.writeable = False
    return table


def region_constants(side: int) -> dict[str, Any]:
    """Name -> value of what the kernels in ``patterns`` are made with.

    REGIONS : ``uint64[2, n]``, the cells of each region and of its turned twin. STARTS : ``int64[2, n, 4]``, the first cells of
    its rows, -1 where there are fewer than four. PLACES : ``int64[n]``, squares a row. UPWARD, DOWNWARD : digits for a region and
    for a turned one.
    """
    regions = list(regions_of(side))
    last = _cell(side - 1, side // 2 - 1, side)
    masks = np.zeros((2, len(regions)), dtype=np.uint64)
    starts = np.full((2, len(regions), 4), -1, dtype=np.int64)
    for number, rows in enumerate(regions):
        places = rows[0][1]
        turned = sorted(last - (first + places - 1) for first, _ in rows)
        for way, firsts in enumerate(([first for first, _ in rows], turned)):
            starts[way, number, : len(firsts)] = firsts
            masks[way, number] = sum(((1 << places) - 1) << first for first in firsts)
    values = {
        "REGIONS": masks,
        "STARTS": starts,
        "PLACES": np.array([rows[0][1] for rows in regions], dtype=np.int64),
    }
    for array in values.values():
        array.flags.writeable = False
    return values | {"TABLES": len(regions), "UPWARD": _digits(False), "DOWNWARD": _digits(True)}
