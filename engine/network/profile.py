"""What the parts of a network evaluation cost: the figures behind ``python -m bench speed --eval-file``."""

from __future__ import annotations

import time

import numpy as np
from numba import types

from engine.core import contract
from engine.core.jit import compile_kernel, kernel
from engine.core.spec import Evaluation, GameSpec

_MEMORY, _I64, _WEIGHTS, _SCRATCH = contract.EVALUATE.signature.args
#: ``(evaluate, make_move, memory, row, weights, scratch, moves, part, times) -> checksum``.
_REPEAT = types.FunctionType(
    _I64(contract.EVALUATE, contract.MAKE_MOVE, _MEMORY, _I64, _WEIGHTS, _SCRATCH, types.Array(_I64, 1, "C"), _I64, _I64)
)
_OUTPUT, _MOVES, _UPDATE = range(3)


@kernel(_REPEAT)
def repeat(evaluate, make_move, memory, row, weights, scratch, moves, part, times):
    """Do one part ``times`` times at ``row``: evaluate it again, make each of ``moves``, or make and evaluate them."""
    total = np.int64(0)
    for turn in range(times):
        if part == _OUTPUT:
            total += evaluate(memory, row, weights, scratch)
            continue
        make_move(memory, row, moves[turn % moves.size])
        if part == _UPDATE:
            total += evaluate(memory, row + 1, weights, scratch)
    return total


def part_costs(
    evaluation: Evaluation, spec: GameSpec, memory: np.ndarray, row: int, moves: np.ndarray, times: int = 20_000
) -> tuple[float, float]:
    """(output layer, update after a move) in nanoseconds of processor time per evaluation; ``memory`` has room above ``row``."""
    make_move = spec.kernels["make_move"]
    for function in (repeat, evaluation.kernel, make_move):
        compile_kernel(function)
    scratch = np.zeros(evaluation.scratch_words, dtype=np.int64)
    costs = []
    for part in (_OUTPUT, _MOVES, _UPDATE):
        best = float("inf")
        for _ in range(3):
            begin = time.thread_time()
            repeat(evaluation.kernel, make_move, memory, row, evaluation.weights, scratch, moves, part, times)
            best = min(best, (time.thread_time() - begin) / times * 1e9)
        costs.append(best)
    return costs[_OUTPUT], costs[_UPDATE] - costs[_MOVES] - costs[_OUTPUT]
