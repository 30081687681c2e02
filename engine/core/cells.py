"""Places in memory that compiled rules know by name: numbers that are set while the program runs, such as addresses of tables.

Kernels have fixed arguments and come from a cache, so no address can be compiled into them, and a position record is no place
for a pointer. The code refers to a symbol instead, which is bound to an array of this process before any of it is loaded.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import llvmlite.binding as llvm
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from engine.core.jit import JIT_DISABLED


def named_cells(symbol: str, count: int) -> tuple[np.ndarray, Callable[[], Any]]:
    """``(cells, cells_address)``: int64[count], all 0, under the name ``symbol``, and what compiled code calls for its address.

    Code that is not compiled gets the address 0.
    """
    cells = np.zeros(count, dtype=np.int64)
    llvm.add_symbol(symbol, cells.ctypes.data)
    if JIT_DISABLED:
        return cells, lambda: 0

    @intrinsic
    def cells_address(typingctx: Any):
        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            module, kind = builder.module, ir.IntType(64)
            place = module.globals.get(symbol) or ir.GlobalVariable(module, kind, symbol)
            place.linkage = "external"
            return builder.ptrtoint(place, kind)

        return types.int64(), codegen

    return cells, cells_address
