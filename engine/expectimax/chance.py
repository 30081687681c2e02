"""Where the compiled searches find a game's chance: words at the end of the evaluation's scratch memory."""

from __future__ import annotations

import numpy as np
from numba import types

from engine.core import contract
from engine.core.jit import inline_leaf, kernel, leaf
from engine.core.raw import caller, kernel_address, load_i32, load_i64, store_i64
from engine.core.score import MAX_PLY

MOST_SEATS = 8
MOST_OUTCOMES = 32
CERTAIN = 1000  #: score of a certain win in games with dice, whose evaluations are linear in the chance of winning
#: Words behind the game's own scratch. FUNCTION : address of ``chance_outcomes``. REVEALS : 1 if chance shows what a move
#: reveals. PROBES : least depth of a node of chance that Star2 probes. SEATS_FUNCTION : address of ``evaluate_seats``, 0 for
#: none. SEATS : how many. VECTORS : the scores of all seats, for each ply.
FUNCTION, REVEALS, PROBES, SEATS_FUNCTION, SEATS, VECTORS = range(6)
WORDS = VECTORS + MOST_SEATS * (MAX_PLY + 8)

call_outcomes = caller(contract.CHANCE_OUTCOMES)
call_seats = caller(contract.EVALUATE_SEATS)


@kernel(types.FunctionType(types.int64(contract.CHANCE_OUTCOMES)))
def outcomes_address(function):
    """The address of a compiled ``chance_outcomes``."""
    return kernel_address(function)


@kernel(types.FunctionType(types.int64(contract.EVALUATE_SEATS)))
def seats_address(function):
    """The address of a compiled ``evaluate_seats``."""
    return kernel_address(function)


def write_tail(scratch: np.ndarray, outcomes: int, reveals: bool, probes: int, seats_function: int, seats: int) -> None:
    """Fill the first of the words at the end of ``scratch`` (modified)."""
    scratch[scratch.size - WORDS :][:VECTORS] = (outcomes, int(reveals), probes, seats_function, seats)


@inline_leaf
def tail_word(ctx, word):
    """A word behind the game's own scratch."""
    return load_i64(ctx["scratch"], ctx["scratch_size"] - WORDS + word)


@inline_leaf
def vector_of(ctx, ply):
    """The address of the scores that the search of ``ply`` found."""
    return ctx["scratch"] + 8 * (ctx["scratch_size"] - WORDS + VECTORS + MOST_SEATS * ply)


@leaf
def scores_at(ctx, row, out):
    """Write the score of each seat in ``row`` to the words at address ``out``."""
    function = tail_word(ctx, SEATS_FUNCTION)
    if function == 0:
        return
    call_seats(
        function,
        (
            ctx["memory"], ctx["memory_bytes"], row, ctx["weights"], ctx["weights_size"], ctx["scratch"],
            ctx["scratch_size"] - WORDS, out, tail_word(ctx, SEATS),
        ),
    )  # fmt: skip


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
