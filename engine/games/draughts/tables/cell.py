"""Where compiled rules find the opened tables.

Cell ``rules | 32 * (board is 8x8)`` holds the address of a directory or 0: a game under other rule options finds no tables.
Whatever has been opened stays mapped until the process ends, so a search that reads while tables change is safe.
"""

from __future__ import annotations

from engine.core.cells import named_cells

CELLS = 64
EIGHT_BY_EIGHT = 32

cells, cells_address = named_cells("qiji_draughts_tables", CELLS)


def cell_of(rules: int, side: int) -> int:
    """The cell of a rule setting."""
    return rules | (EIGHT_BY_EIGHT if side == 8 else 0)
