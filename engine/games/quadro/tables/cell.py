"""Where compiled rules find the solved positions that were opened: ``CELLS`` numbers, one for each rules.

A cell holds the address of a directory, int64[2]: the address of a hash table and the number of its words less 1; 0 where nothing
is known.
"""

from __future__ import annotations

from engine.core.cells import named_cells

CELLS = 128

cells, cells_address = named_cells("qiji_quadro_known", CELLS)
