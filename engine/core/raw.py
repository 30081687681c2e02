"""Memory by address, for the compiled search and the network's accumulators.

A recursive kernel that passes fifteen NumPy arrays and a dozen functions moves over a hundred machine words for every node (numba
hands an array over as seven words and counts references to it). The search passes one address instead: that of its
``Context`` record, in which the addresses of all tables and of the game's kernels stand. This file holds the few intrinsics that
this needs. Addresses are int64, indices count elements, nothing is checked.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.base import BaseContext
from numba.extending import intrinsic

from engine.core.jit import JIT_DISABLED

I64 = types.int64


# --- scalars ------------------------------------------------------------------------------------------------------------


def _element(context: BaseContext, builder: ir.IRBuilder, kind: types.Type, address: ir.Value, index: ir.Value) -> ir.Value:
    pointer = builder.inttoptr(address, context.get_data_type(kind).as_pointer())
    return builder.gep(pointer, [index])


def loader(kind: types.Type) -> Any:
    """An intrinsic ``(address, index) -> int64`` that reads element ``index`` of an array of ``kind`` (uint64 stays uint64)."""
    result = kind if kind == types.uint64 else I64

    @intrinsic
    def load(typingctx, address, index):
        def codegen(context, builder, signature, arguments):
            value = builder.load(_element(context, builder, kind, *arguments))
            return context.cast(builder, value, kind, result)

        return result(I64, I64), codegen

    return load


def storer(kind: types.Type) -> Any:
    """An intrinsic ``(address, index, value)`` that writes element ``index`` of an array of ``kind``; ``value`` wraps."""
    argument = kind if kind == types.uint64 else I64

    @intrinsic
    def store(typingctx, address, index, value):
        def codegen(context, builder, signature, arguments):
            address, index, value = arguments
            builder.store(context.cast(builder, value, argument, kind), _element(context, builder, kind, address, index))
            return context.get_dummy_value()

        return types.void(I64, I64, argument), codegen

    return store


load_i64, store_i64 = loader(types.int64), storer(types.int64)
load_u64, store_u64 = loader(types.uint64), storer(types.uint64)
load_i32, store_i32 = loader(types.int32), storer(types.int32)
load_i16, store_i16 = loader(types.int16), storer(types.int16)


@intrinsic
def prefetch(typingctx, address):
    """Ask for the cache line at ``address``, which will be read and perhaps written soon."""

    def codegen(context, builder, signature, arguments):
        i32 = ir.IntType(32)
        pointer = builder.inttoptr(arguments[0], ir.IntType(8).as_pointer())
        kind = ir.FunctionType(ir.VoidType(), [pointer.type, i32, i32, i32])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        builder.call(function, [pointer, i32(0), i32(3), i32(1)])
        return context.get_dummy_value()

    return types.void(I64), codegen


@intrinsic
def array_address(typingctx, array):
    """The address of an array's first element, as int64."""

    def codegen(context, builder, signature, arguments):
        view = context.make_array(signature.args[0])(context, builder, value=arguments[0])
        return builder.ptrtoint(view.data, ir.IntType(64))

    return I64(array), codegen


# --- records ------------------------------------------------------------------------------------------------------------


def record_at(dtype: np.dtype) -> Any:
    """An intrinsic ``(address) -> record``: the record of ``dtype`` that stands at ``address``; fields read and write through."""
    record = numba.from_dtype(dtype)

    @intrinsic
    def at(typingctx, address):
        def codegen(context, builder, signature, arguments):
            return builder.inttoptr(arguments[0], context.get_value_type(record))

        return record(I64), codegen

    return at


def stack_of(dtype: np.dtype) -> Any:
    """A function ``(memory) -> rows``: the position stack, a ``uint8`` array, as an array of records of ``dtype``.

    It is ``memory.view(dtype)`` without its checks, a division and two reference counts, some 40 ns for each kernel call. Kernels
    only: the rows do not keep ``memory`` alive.
    """
    if JIT_DISABLED:
        return lambda memory: memory.view(dtype)
    record = numba.from_dtype(dtype)
    kind = types.Array(record, 1, "C")

    @intrinsic
    def rows(typingctx, memory):
        def codegen(context, builder, signature, arguments):
            source = context.make_array(signature.args[0])(context, builder, value=arguments[0])
            target = context.make_array(kind)(context, builder)
            size = context.get_constant(types.intp, dtype.itemsize)
            count = builder.sdiv(source.nitems, size)
            pointer = builder.bitcast(source.data, target.data.type)
            context.populate_array(target, data=pointer, shape=[count], strides=[size], itemsize=size, meminfo=None, parent=None)
            return target._getvalue()

        return kind(memory), codegen

    return rows


# --- kernels ------------------------------------------------------------------------------------------------------------


@intrinsic
def kernel_address(typingctx, function):
    """The address of the compiled function behind a typed function value, as int64; only for :func:`caller`."""

    def codegen(context, builder, signature, arguments):
        view = cgutils.create_struct_proxy(signature.args[0])(context, builder, value=arguments[0])
        return builder.ptrtoint(view.jit_addr, ir.IntType(64))

    return I64(function), codegen


def caller(function_type: types.FunctionType) -> Any:
    """An intrinsic ``(address, arguments) -> result`` that calls a kernel of ``function_type``.

    ``arguments`` is a tuple of int64 in the kernel's order, in which an array is two values: its address and its length in
    elements. An error status is dropped: kernels raise nothing.
    """
    kernel = function_type.signature
    words = sum(2 if isinstance(kind, types.Array) else 1 for kind in kernel.args)

    @intrinsic
    def call(typingctx, address, arguments):
        def codegen(context, builder, signature, values):
            address, packed = values
            given = [builder.extract_value(packed, i) for i in range(words)]
            passed = []
            for kind in kernel.args:
                if not isinstance(kind, types.Array):
                    passed.append(given.pop(0))
                    continue
                data, length = given.pop(0), given.pop(0)
                array = context.make_array(kind)(context, builder)
                size = context.get_constant(types.intp, context.get_abi_sizeof(context.get_data_type(kind.dtype)))
                pointer = builder.inttoptr(data, array.data.type)
                context.populate_array(
                    array, data=pointer, shape=[length], strides=[size], itemsize=size, meminfo=None, parent=None
                )
                passed.append(array._getvalue())
            callee = context.call_conv.get_function_type(kernel.return_type, kernel.args)
            pointer = builder.inttoptr(address, callee.as_pointer())
            _, result = context.call_conv.call_function(builder, pointer, kernel.return_type, kernel.args, passed)
            return result if kernel.return_type != types.void else context.get_dummy_value()

        return kernel.return_type(I64, types.UniTuple(I64, words)), codegen

    return call
