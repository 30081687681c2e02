"""``perft``."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.jit import kernel, leaf
from engine.games.chess.moves import gen_moves
from engine.games.chess.play import make_move
from engine.games.chess.state import MAX_MOVES


@leaf
def _leaves(memory, ply, depth, moves):
    count = gen_moves(memory, ply, moves[depth])
    if depth <= 1:
        return count
    total = np.int64(0)
    for n in range(count):
        make_move(memory, ply, moves[depth, n])
        total += _leaves(memory, ply + 1, depth - 1, moves)
    return total


@kernel(contract.PERFT)
def perft(memory, ply, depth):
    """The legal move sequences of ``depth`` plies from row ``ply``."""
    if depth <= 0:
        return np.int64(1)
    return _leaves(memory, ply, depth, np.empty((depth + 1, MAX_MOVES), dtype=np.int64))
