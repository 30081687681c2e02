"""Sets of up to 64 cells in a ``uint64``: population count, lowest bit, shifts and bit extract.

Set arithmetic uses ``uint64`` only: numba turns ``uint64 + int64`` into a float, and ``uint8 - uint8`` does not wrap as in NumPy.
"""

from __future__ import annotations

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from engine.core.jit import HAS_BMI2, JIT_DISABLED, inline_leaf

U0 = np.uint64(0)
U1 = np.uint64(1)
FULL = np.uint64(0xFFFFFFFFFFFFFFFF)


def _unary(name: str, extra: tuple[ir.Constant, ...] = ()):
    """An intrinsic ``uint64 -> uint64`` that calls the LLVM function ``name``."""

    def typed(typingctx, word):
        if not isinstance(word, types.Integer):
            return None

        def codegen(context, builder, signature, arguments):
            i64 = ir.IntType(64)
            kinds = [i64] + [constant.type for constant in extra]
            function = builder.module.declare_intrinsic(name, (i64,), ir.FunctionType(i64, kinds))
            return builder.call(function, [arguments[0], *extra])

        return types.uint64(types.uint64), codegen

    return intrinsic(typed)


def _binary_x86(name: str):
    """An intrinsic ``(uint64, uint64) -> uint64`` that calls an x86 instruction."""

    def typed(typingctx, word, mask):
        def codegen(context, builder, signature, arguments):
            i64 = ir.IntType(64)
            kind = ir.FunctionType(i64, [i64, i64])
            module = builder.module
            function = module.globals.get(name) or ir.Function(module, kind, name)
            return builder.call(function, arguments)

        return types.uint64(types.uint64, types.uint64), codegen

    return intrinsic(typed)


if JIT_DISABLED:

    def popcount(word):
        """How many bits of ``word`` are set, as int64."""
        return np.int64(int(word).bit_count())

    def lsb(word):
        """The index of the lowest set bit of ``word`` as int64; undefined for 0."""
        word = int(word)
        return np.int64((word & -word).bit_length() - 1)

    def msb(word):
        """The index of the highest set bit of ``word`` as int64; undefined for 0."""
        return np.int64(int(word).bit_length() - 1)

    def byte_swap(word):
        """``word`` with its eight bytes in reverse order."""
        return np.uint64(int.from_bytes(int(word).to_bytes(8, "little"), "big"))

    def bit_reverse(word):
        """``word`` with its 64 bits in reverse order."""
        return np.uint64(int(f"{int(word):064b}"[::-1], 2))

else:
    _ctpop = _unary("llvm.ctpop")
    _cttz = _unary("llvm.cttz", (ir.Constant(ir.IntType(1), 1),))
    _ctlz = _unary("llvm.ctlz", (ir.Constant(ir.IntType(1), 1),))
    byte_swap = _unary("llvm.bswap")
    bit_reverse = _unary("llvm.bitreverse")

    @inline_leaf
    def popcount(word):
        """How many bits of ``word`` are set, as int64."""
        return np.int64(_ctpop(np.uint64(word)))

    @inline_leaf
    def lsb(word):
        """The index of the lowest set bit of ``word`` as int64; undefined for 0."""
        return np.int64(_cttz(np.uint64(word)))

    @inline_leaf
    def msb(word):
        """The index of the highest set bit of ``word`` as int64; undefined for 0."""
        return np.int64(63) - np.int64(_ctlz(np.uint64(word)))


if HAS_BMI2 and not JIT_DISABLED:
    pext = _binary_x86("llvm.x86.bmi.pext.64")
    pdep = _binary_x86("llvm.x86.bmi.pdep.64")
else:

    @inline_leaf
    def pext(word, mask):
        """The bits of ``word`` at the set bits of ``mask``, packed to the low end. A loop: hot code takes another path."""
        out, position = U0, U0
        while mask:
            low = mask & (~mask + U1)
            if word & low:
                out |= U1 << position
            position += U1
            mask ^= low
        return out

    @inline_leaf
    def pdep(word, mask):
        """The low bits of ``word`` spread to the set bits of ``mask``. A loop: hot code takes another path."""
        out, position = U0, U0
        while mask:
            low = mask & (~mask + U1)
            if (word >> position) & U1:
                out |= low
            position += U1
            mask ^= low
        return out


@inline_leaf
def bit(index):
    """The set that holds the one cell ``index`` (0..63)."""
    return U1 << np.uint64(index)


@inline_leaf
def has(word, index):
    """Whether cell ``index`` is in the set ``word``."""
    return (word >> np.uint64(index)) & U1 != U0
