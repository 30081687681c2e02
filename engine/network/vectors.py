"""Sums and products of int16 rows, written as vector code, so that no compiler has to find out that a loop is one.

Rows are given by address, hold ``16 * blocks`` numbers and are aligned to 32 bytes. LLVM turns a vector of 16 into whatever the
machine has: one register, two, or sixteen scalars. All arithmetic wraps.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

LANES = 16  #: numbers in a block
ALIGNMENT = 2 * LANES
_I16, _I32, _I64 = ir.IntType(16), ir.IntType(32), ir.IntType(64)
_ROW = ir.VectorType(_I16, LANES)
_EVEN, _ODD = range(0, LANES, 2), range(1, LANES, 2)


def _splat(value: int) -> ir.Constant:
    return ir.Constant(_ROW, [value] * LANES)


def _select(builder: ir.IRBuilder, vector: ir.Value, lanes: range) -> ir.Value:
    mask = ir.Constant(ir.VectorType(_I32, len(lanes)), list(lanes))
    return builder.shuffle_vector(vector, ir.Constant(vector.type, ir.Undefined), mask)


def _block(builder: ir.IRBuilder, address: ir.Value, index: ir.Value) -> ir.Value:
    return builder.gep(builder.inttoptr(address, _ROW.as_pointer()), [index])


def combiner(plus: int, minus: int) -> Any:
    """An intrinsic ``(target, source, rows, blocks)``: ``target = source + the first plus rows - the other minus rows``.

    ``rows`` is a tuple of ``plus + minus`` addresses; ``target`` may be ``source``.
    """
    count = plus + minus
    addresses = types.UniTuple(types.int64, count) if count else types.Tuple(())

    @intrinsic
    def combine(typingctx, target, source, rows, blocks):
        def codegen(context, builder, signature, arguments):
            target, source, rows, blocks = arguments
            given = [builder.extract_value(rows, i) for i in range(count)]
            with cgutils.for_range(builder, blocks) as loop:
                total = builder.load(_block(builder, source, loop.index), align=ALIGNMENT)
                for number, row in enumerate(given):
                    change = builder.load(_block(builder, row, loop.index), align=ALIGNMENT)
                    total = builder.add(total, change) if number < plus else builder.sub(total, change)
                builder.store(total, _block(builder, target, loop.index), align=ALIGNMENT)
            return context.get_dummy_value()

        return types.void(types.int64, types.int64, addresses, types.int64), codegen

    return combine


def product(top: int, squared: bool) -> Any:
    """An intrinsic ``(row, weights, other, other_weights, blocks) -> int64``: the weighted sum of two activated rows, mod 2**32.

    A number is clamped to 0..top and, if ``squared``, multiplied by itself; ``top`` times a weight fits into int16.
    """

    def term(builder: ir.IRBuilder, row: ir.Value, weights: ir.Value, index: ir.Value) -> ir.Value:
        value = builder.load(_block(builder, row, index), align=ALIGNMENT)
        value = builder.select(builder.icmp_signed("<", value, _splat(0)), _splat(0), value)
        value = builder.select(builder.icmp_signed(">", value, _splat(top)), _splat(top), value)
        weight = builder.load(_block(builder, weights, index), align=ALIGNMENT)
        if squared:
            weight = builder.mul(value, weight)
        # Products of neighbours are added: one instruction (pmaddwd) on x86.
        wide = ir.VectorType(_I32, LANES)
        both = builder.mul(builder.sext(value, wide), builder.sext(weight, wide))
        return builder.add(_select(builder, both, _EVEN), _select(builder, both, _ODD))

    @intrinsic
    def multiply(typingctx, row, weights, other, other_weights, blocks):
        def codegen(context, builder, signature, arguments):
            row, weights, other, other_weights, blocks = arguments
            half = ir.VectorType(_I32, LANES // 2)
            sums = [cgutils.alloca_once_value(builder, ir.Constant(half, [0] * (LANES // 2))) for _ in range(2)]
            with cgutils.for_range(builder, blocks) as loop:
                for place, pair in zip(sums, ((row, weights), (other, other_weights)), strict=True):
                    builder.store(builder.add(builder.load(place), term(builder, *pair, loop.index)), place)
            total = builder.add(builder.load(sums[0]), builder.load(sums[1]))
            kind = ir.FunctionType(_I32, [half])
            reduce = cgutils.get_or_insert_function(builder.module, kind, f"llvm.vector.reduce.add.v{LANES // 2}i32")
            return builder.sext(builder.call(reduce, [total]), _I64)

        return types.int64(*[types.int64] * 5), codegen

    return multiply
