"""Static evaluation of xiangqi: material and squares."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.jit import kernel
from engine.games.xiangqi.exchange import PIECE_VALUES
from engine.games.xiangqi.state import FILES, KINDS, PAWN, RANKS, SQUARES, STATE

SCRATCH_WORDS = 0
TEMPO = 20


def _square_value(kind: int, square: int) -> int:
    """Red's value of a kind on a square: crossed pawns and pieces in the middle of the board and in the enemy's half gain."""
    rank, file = divmod(square, FILES)
    middle = 4 - abs(file - 4)
    if kind == PAWN:
        return (60 + 15 * middle + (0 if rank == RANKS - 1 else 8 * (rank - 5))) if rank > 4 else 0
    if kind == 4:
        return 6 * middle + 6 * min(rank, 7)
    if kind in (5, 6):
        return 4 * middle + 2 * min(rank, 6)
    return 0


#: int32[8 * 90]: value of each kind on each square from Red's side.
WEIGHTS = np.array(
    [(PIECE_VALUES[kind] if 1 < kind else 0) + _square_value(kind, s) if kind else 0 for kind in range(KINDS + 1) for s in range(SQUARES)],
    dtype=np.int32,
)


@kernel(contract.EVALUATE)
def evaluate(memory, ply, weights, scratch):
    """Material and squares from the view of the player to act, in score units."""
    state = memory.view(STATE)[ply]
    board = state["board"]
    total = np.int64(0)
    for square in range(SQUARES):
        code = np.int64(board[square])
        if code:
            if code >> 3:
                total -= weights[(code & 7) * SQUARES + (RANKS - 1 - square // FILES) * FILES + square % FILES]
            else:
                total += weights[code * SQUARES + square]
    if state["player"]:
        total = -total
    return min(max(total + TEMPO, -15000), 15000)
