"""Where compiled rules find what cannot be compiled in: pattern tables, board geometry, and each other.

Kernels come from a cache, so the code refers to the symbol ``SYMBOL``: an array of addresses. It holds the table of shape pairs
of each mode, the classes for everybody and for Black in renju, the halves, the geometry of each size, and the kernels that others
call by address (linking them would compile them again in every caller); ``kernels.bind`` fills those in.
"""

from __future__ import annotations

from typing import Any

import llvmlite.binding as llvm
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from engine.core.raw import load_i16, load_i64, loader
from engine.games.gomoku.patterns import classes, half_of_bits, shape_pairs
from engine.games.gomoku.rules import LARGEST, MODES, SMALLEST

SYMBOL = "qiji_five_in_a_row"
CLASS_TABLES = len(MODES)  #: then the one of Black in renju
LEFT, RIGHT = CLASS_TABLES + 2, CLASS_TABLES + 3
GEOMETRY = RIGHT + 1 - SMALLEST  #: plus the size
CALLED = GEOMETRY + LARGEST + 1  #: the first kernel

STEPS = 4 * LARGEST * LARGEST  #: where in a geometry table the steps of the directions begin


def geometry(size: int) -> np.ndarray:
    """int16[STEPS + 4]: ``line | place << 8`` by ``direction * LARGEST**2 + point``, then the step of each direction."""
    table = np.zeros(STEPS + 4, dtype=np.int16)
    for row in range(size):
        for column in range(size):
            lines = row, size + column, 3 * size - 1 + column - row, 4 * size - 1 + row + column
            for direction, line in enumerate(lines):
                place = row if direction == 1 else column
                table[direction * LARGEST * LARGEST + row * size + column] = line | place << 8
    table[STEPS:] = 1, size, size + 1, 1 - size
    return table


_tables = [shape_pairs(mode) for mode in range(len(MODES))] + [classes(False), classes(True), *half_of_bits()]
_tables += [geometry(size) for size in range(SMALLEST, LARGEST + 1)]
addresses = np.array([table.ctypes.data for table in _tables] + [0] * 8, dtype=np.int64)
llvm.add_symbol(SYMBOL, addresses.ctypes.data)

load_u8, load_u16, load_u32 = loader(types.uint8), loader(types.uint16), loader(types.uint32)


@intrinsic
def directory(typingctx: Any):
    """The address of :data:`addresses`."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        module, kind = builder.module, ir.IntType(64)
        place = module.globals.get(SYMBOL) or ir.GlobalVariable(module, kind, SYMBOL)
        place.linkage = "external"
        return builder.ptrtoint(place, kind)

    return types.int64(), codegen


assert load_i16 and load_i64
