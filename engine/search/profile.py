"""What the kernels of a game cost, and how often the search calls them: the figures behind ``python -m bench speed``."""

from __future__ import annotations

import time

import numpy as np
from numba import types

from engine.core.jit import compile_kernel, kernel
from engine.core.raw import load_i64
from engine.search.context import (
    Workspace,
    call_adjudicate,
    call_evaluate,
    call_gen,
    call_legal,
    call_make,
    call_see,
    context_at,
    two_sides,
)
from engine.search.given import PositionLike

#: Kernel -> the counter of its calls in the context.
COUNTERS = {
    "gen_noisy": "count_noisy",
    "gen_quiet": "count_quiet",
    "make_move": "count_make",
    "adjudicate": "count_adjudicate",
    "is_legal": "count_legal",
    "see": "count_see",
    "evaluate": "count_evaluate",
}
_ORDER = tuple(COUNTERS)
_REPEAT = types.FunctionType(types.int64(types.int64, types.int64, types.int64, types.int64))


@kernel(_REPEAT)
def repeat(address, which, count, times):
    """Call one kernel ``times`` times at the root, over the ``count`` moves in the arena where it takes a move; a checksum."""
    ctx = context_at(address)
    memory, size, row, arena = ctx["memory"], ctx["memory_bytes"], ctx["root_row"], ctx["arena"]
    room, weights = arena + 8 * ctx["max_moves"], (ctx["weights"], ctx["weights_size"], ctx["scratch"], ctx["scratch_size"])
    total = np.int64(0)
    for turn in range(times):
        move = load_i64(arena, turn % count)
        if which == 0:
            total += call_gen(ctx["gen_noisy"], (memory, size, row, room, ctx["max_moves"]))
        elif which == 1:
            total += call_gen(ctx["gen_quiet"], (memory, size, row, room, ctx["max_moves"]))
        elif which == 2:
            call_make(ctx["make_move"], (memory, size, row, move))
        elif which == 3:
            total += call_adjudicate(ctx["adjudicate"], (memory, size, row, row))
        elif which == 4:
            total += call_legal(ctx["is_legal"], (memory, size, row, move))
        elif which == 5:
            total += call_see(ctx["see"], (memory, size, row, move, np.int64(0)))
        else:
            if ctx["scratch_size"] == 0:
                total += call_evaluate(ctx["evaluate"], (memory, size, row, *weights))
            else:
                call_make(ctx["make_move"], (memory, size, row, move))
                total += call_evaluate(ctx["evaluate"], (memory, size, row + 1, *weights))
    return total


def kernel_costs(space: Workspace, position: PositionLike, times: int = 20_000) -> dict[str, float]:
    """Nanoseconds of processor time per call of each kernel at ``position`` (caches warm, so a lower bound).

    Evaluations that keep caches in their scratch memory are timed over the positions after each move, less the moves.
    """
    compile_kernel(repeat)
    legal = position.legal_moves()
    space.load(position.memory, position.ply, position.moves, two_sides(space.spec.entry.teams))
    space.arrays["arena"][: len(legal)] = legal
    costs = {}
    for which, name in enumerate(_ORDER):
        best = float("inf")
        for _ in range(3):
            begin = time.thread_time()
            repeat(space.address, which, len(legal), times)
            best = min(best, (time.thread_time() - begin) / times * 1e9)
        costs[name] = best
    if space.evaluation.scratch_words:
        costs["evaluate"] = max(costs["evaluate"] - costs["make_move"], 0.0)
    return costs


def call_counts(space: Workspace) -> dict[str, int]:
    """Calls of each kernel since :func:`clear_counts`."""
    return {name: int(space.ctx[counter]) for name, counter in COUNTERS.items()}


def clear_counts(space: Workspace) -> None:
    """Start counting anew."""
    for counter in COUNTERS.values():
        space.ctx[counter] = 0
