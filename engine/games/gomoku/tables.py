"""Where compiled rules find what cannot be compiled in: pattern tables, board geometry, and each other.

Kernels come from a cache, so the code refers to the symbol ``SYMBOL``: an array of addresses. It holds the table of shape pairs
of each mode, the classes for everybody and for Black in renju, the halves, the sets and urgencies of classes, where a stone of a
mode is felt, the geometry of each size, and the kernels that others call by address (linking them would compile them again in
every caller); ``kernels.bind`` fills those in.
"""

from __future__ import annotations

from typing import Any

import llvmlite.binding as llvm
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from engine.core.raw import load_i16, load_i64, loader
from engine.games.gomoku.patterns import (
    C_FIVE,
    C_FOUR,
    C_FOUR_THREE,
    C_OPEN,
    C_OPEN_THREE,
    C_RISKY,
    C_THREES,
    C_TWO,
    classes,
    felt_of_bits,
    half_of_bits,
    shape_pairs,
)
from engine.games.gomoku.rules import LARGEST, MODES, SMALLEST
from engine.games.gomoku.state import DECISIVE, FOUR, HOT_BLACK, HOT_WHITE, STRONG, WINNING, WORTH

SYMBOL = "qiji_five_in_a_row"
CLASS_TABLES = len(MODES)  #: then the one of Black in renju
LEFT, RIGHT, SET_TABLE, URGENCY, FELT = range(CLASS_TABLES + 2, CLASS_TABLES + 7)  #: FELT: plus the mode
GEOMETRY = FELT + len(MODES) - SMALLEST  #: plus the size
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


def set_table() -> np.ndarray:
    """int64[256]: the sets (``state.EVERY_SET``) that a point belongs to by its classes, for column 0."""
    both = np.arange(256, dtype=np.int64)
    black, white = both & 15, both >> 4
    hot = (black >= C_OPEN_THREE) * (1 << HOT_BLACK) | (white >= C_OPEN_THREE) * (1 << HOT_WHITE)
    return hot | (np.maximum(black, white) >= C_TWO) * (1 << WORTH)


def urgency(own: int, enemy: int) -> int:
    """What a stone on a point of these classes threatens or parries: the victim field of the move, 0 for a quiet one."""
    if C_FIVE in (own, enemy):
        return DECISIVE
    if own >= C_RISKY:
        return 0
    if own >= C_FOUR_THREE:
        return WINNING
    if own >= C_FOUR:
        return FOUR
    return STRONG if own == C_THREES or enemy in (C_OPEN, C_FOUR_THREE) else 0


def urgency_table() -> np.ndarray:
    """uint8[512]: :func:`urgency` by the classes of a point, those of White's moves behind those of Black's."""
    black = [urgency(both & 15, both >> 4) for both in range(256)]
    white = [urgency(both >> 4, both & 15) for both in range(256)]
    return np.array(black + white, dtype=np.uint8)


_tables = [shape_pairs(mode) for mode in range(len(MODES))] + [classes(False), classes(True), *half_of_bits()]
_tables += [set_table(), urgency_table()] + [felt_of_bits(mode) for mode in range(len(MODES))]
_tables += [geometry(size) for size in range(SMALLEST, LARGEST + 1)]
addresses = np.array([table.ctypes.data for table in _tables] + [0] * 8, dtype=np.int64)
llvm.add_symbol(SYMBOL, addresses.ctypes.data)

load_u8, load_u32 = loader(types.uint8), loader(types.uint32)


@intrinsic
def copy_bytes(typingctx: Any, to: Any, source: Any, count: Any):
    """Copy ``count`` bytes from one address to another; the two places do not overlap."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = ir.IntType(8).as_pointer()
        to, source, count = arguments
        cgutils.raw_memcpy(builder, builder.inttoptr(to, kind), builder.inttoptr(source, kind), count, 1)
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), codegen


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
