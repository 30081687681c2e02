"""The one place in memory where compiled rules find the solved positions that were opened: ``CELLS`` numbers, one for each rules.

Kernels have fixed arguments and come from a cache, so no address can be compiled into them. The code refers to the symbol
``SYMBOL`` instead, which is bound to an array of this process before any of it is loaded. A cell holds the address of a
directory, int64[2]: the address of a hash table and the number of its words less 1; 0 where nothing is known.
"""

from __future__ import annotations

from typing import Any

import llvmlite.binding as llvm
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from engine.core.jit import JIT_DISABLED

CELLS = 128
SYMBOL = "qiji_quadro_known"

cells = np.zeros(CELLS, dtype=np.int64)
llvm.add_symbol(SYMBOL, cells.ctypes.data)


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
        """0: code that is not compiled knows no solved positions."""
        return 0

else:
    cells_address = _cells_address
