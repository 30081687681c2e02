"""The kernels that others call by address; :func:`bind` must run before any record is made."""

from __future__ import annotations

from functools import cache

from numba import types

from engine.core import contract
from engine.core.jit import compile_kernel, kernel
from engine.core.raw import kernel_address
from engine.games.gomoku.forbidden import FORBIDDEN_SHAPE, examine
from engine.games.gomoku.moves import SELECT, select
from engine.games.gomoku.play import make_move
from engine.games.gomoku.tables import CALLED, addresses

_ADDRESSES = types.Array(types.int64, 1, "C")


@kernel(types.FunctionType(types.void(_ADDRESSES, FORBIDDEN_SHAPE, SELECT, contract.MAKE_MOVE)))
def _write(out, first, second, third):
    out[0] = kernel_address(first)
    out[1] = kernel_address(second)
    out[2] = kernel_address(third)


CALLED_KERNELS = (examine, select, make_move)


@cache
def bind() -> None:
    """Compile the called kernels and write their addresses into the directory."""
    for function in (*CALLED_KERNELS, _write):
        compile_kernel(function)
    _write(addresses[CALLED:], *CALLED_KERNELS)
