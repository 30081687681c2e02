"""perft for games with a kernel ``generate(state, moves, part) -> count``: one code, compiled for each of them by ``adapt``."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from engine.core import contract
from engine.core.jit import kernel, leaf
from engine.games.adapt import adapted

#: Placeholders for what is the game's own.
MAX_MOVES, rows, generate, make_move = 0, None, None, None


@leaf
def _leaves(memory, ply, depth, moves, first):
    """Leaves ``depth`` plies below row ``ply``; ``moves[first:]`` is free."""
    n = generate(rows(memory)[ply], moves[first : first + MAX_MOVES], np.int64(0))
    if depth <= 1:
        return n
    total = np.int64(0)
    for index in range(first, first + n):
        make_move(memory, ply, moves[index])
        total += _leaves(memory, ply + 1, depth - 1, moves, first + n)
    return total


@kernel(contract.PERFT)
def perft(memory, ply, depth):
    """The leaves ``depth`` plies below row ``ply``; what ends a game without a look at its moves is not asked for."""
    if depth <= 0:
        return np.int64(1)
    moves = np.empty(MAX_MOVES * depth, dtype=np.int64)
    return _leaves(memory, ply, depth, moves, np.int64(0))


def perft_of(home: str, rows: Any, generate: Any, make_move: Any, most: int) -> Any:
    """The kernel ``perft`` of a game by its kernels; ``home``: the module (``__name__``) that has it, ``most``: ``MAX_MOVES``."""
    own = {"rows": rows, "generate": generate, "make_move": make_move, "MAX_MOVES": most}
    return adapted(sys.modules[__name__], home, ("_leaves", "perft"), own)["perft"]
