"""The static evaluation: what is known for certain, else the points of each class by their weights; and ``see``."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.contract import move_victim
from engine.core.jit import kernel
from engine.core.score import EVAL_LIMIT
from engine.games.gomoku.patterns import C_FIVE, C_OPEN, CLASSES
from engine.games.gomoku.state import FOUR, rows
from engine.games.gomoku.weights import BLOCK, ENEMY, MOVE, OWN

#: Estimates of positions in which one side wins in one, two or three of its moves.
WINS_IN_ONE, WINS_IN_TWO = 15_000, 12_000
_LIMIT = 10_000  #: of every other estimate
LONGEST_RUN = 4  #: fours in a row that quiescence follows


@kernel(contract.EVALUATE)
def evaluate(memory, ply, weights, scratch):
    """See ``contract.EVALUATE``."""
    state = rows(memory)[ply]
    counts = state["counts"]
    own = np.int64(state["player"])
    other = 1 - own
    if state["outcome"] != 0:
        return np.int64(0)
    if counts[own, C_FIVE] > 0:
        return np.int64(WINS_IN_ONE)
    if counts[other, C_FIVE] > 1:
        return np.int64(-WINS_IN_TWO)
    if counts[other, C_FIVE] == 0 and counts[own, C_OPEN] > 0:
        return np.int64(WINS_IN_TWO)
    block = BLOCK * np.int64(state["rule"])
    score = np.int64(weights[block + MOVE])
    for name in range(CLASSES):
        score += np.int64(weights[block + OWN + name]) * np.int64(counts[own, name])
        score -= np.int64(weights[block + ENEMY + name]) * np.int64(counts[other, name])
    return min(max(score, -_LIMIT), _LIMIT)


@kernel(contract.SEE)
def see(memory, ply, move, threshold):
    """Placements exchange nothing: what is below 0 is won, 0 by wins, blocks and fours in a run that is not too long.

    Quiescence asks for 0, so this is what keeps it to fours.
    """
    if threshold != 0:
        return np.int64(threshold < 0)
    state = rows(memory)[ply]
    victim = move_victim(move)
    return np.int64(
        victim > FOUR or (victim == FOUR and np.int64(state["run"]) >> (8 * np.int64(state["player"])) & 255 < LONGEST_RUN)
    )


assert EVAL_LIMIT > WINS_IN_ONE
