"""The one place in memory where compiled rules find the opened tables: ``CELLS`` numbers that the code knows by name.

Kernels have fixed arguments and come from a cache, so no address can be compiled into them, and a position record is no place
for a pointer. Instead the code refers to the symbol ``SYMBOL``, which is bound to an array of this process before any of it is
loaded.
Cell ``rules | 32 * (board is 8x8)`` holds the address of a directory or 0: a game under other rule options finds no tables.
Whatever has been opened stays mapped until the process ends, so a search that reads while tables change is safe.
"""

from __future__ import annotations

from typing import Any

import llvmlite.binding as llvm
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from engine.core.jit import JIT_DISABLED

CELLS = 64
EIGHT_BY_EIGHT = 32
SYMBOL = "qiji_draughts_tables"

cells = np.zeros(CELLS, dtype=np.int64)
llvm.add_symbol(SYMBOL, cells.ctypes.data)


def cell_of(rules: int, side: int) -> int:
    """The cell of a rule setting."""
    return rules | (EIGHT_BY_EIGHT if side == 8 else 0)


@intrinsic
def _cells_address(typingctx: Any):
    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        module, kind = builder.module, ir.IntType(64)
        place = module.globals.get(SYMBOL) or ir.GlobalVariable(module, kind, SYMBOL)
        place.linkage = "external"
        return builder.ptrtoint(place, kind)

    return types.int64(), codegen


if JIT_DISABLED:

    def cells_address():
        """0: code that is not compiled reads no tables."""
        return 0

else:
    cells_address = _cells_address
