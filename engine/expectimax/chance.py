"""Where the compiled searches find a game's chance: words at the end of the evaluation's scratch memory."""

from __future__ import annotations

import numpy as np
from numba import types

from engine.core import contract
from engine.core.jit import inline_leaf, kernel, leaf
from engine.core.raw import caller, kernel_address, load_i32, load_i64, store_i64

#: Words behind the game's own scratch. FUNCTION : address of ``chance_outcomes``. REVEALS : 1 if chance shows what a move
#: reveals.
WORDS = 4
FUNCTION, REVEALS = 0, 1
MOST_OUTCOMES = 64

call_outcomes = caller(contract.CHANCE_OUTCOMES)


@kernel(types.FunctionType(types.int64(contract.CHANCE_OUTCOMES)))
def outcomes_address(function):
    """The address of a compiled ``chance_outcomes``."""
    return kernel_address(function)


def write_tail(scratch: np.ndarray, address: int, reveals: bool) -> None:
    """Fill the last words of ``scratch`` (modified)."""
    scratch[scratch.size - WORDS + FUNCTION] = address
    scratch[scratch.size - WORDS + REVEALS] = reveals


@inline_leaf
def tail_word(ctx, word):
    """A word behind the game's own scratch."""
    return load_i64(ctx["scratch"], ctx["scratch_size"] - WORDS + word)


@leaf
def list_outcomes(ctx, row, top):
    """The outcomes of the chance row ``row`` as int64 moves from address ``top``, their weights as int64 behind; how many.

    The weights begin at ``top + 8 * MOST_OUTCOMES``; the list ends at ``top + 16 * MOST_OUTCOMES``.
    """
    function = tail_word(ctx, FUNCTION)
    if function == 0:
        return np.int64(0)
    weights = top + 8 * MOST_OUTCOMES
    found = call_outcomes(
        function, (ctx["memory"], ctx["memory_bytes"], row, top, np.int64(MOST_OUTCOMES), weights, np.int64(MOST_OUTCOMES))
    )
    for index in range(found - 1, -1, -1):  # widen the int32 weights in place, from the end
        store_i64(weights, index, load_i32(weights, index))
    return found
