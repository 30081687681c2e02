"""The static evaluation."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.jit import kernel
from engine.games.chinese_checkers.geometry import SEATS
from engine.games.chinese_checkers.state import rows


@kernel(contract.EVALUATE)
def evaluate(memory, ply, weights, scratch):
    """The static evaluation from the view of the player to act."""
    state = rows(memory)[ply]
    seat = np.int64(state["player"])
    own = np.int64(state["distance"][seat])
    others, count = np.int64(0), np.int64(0)
    for other in range(SEATS):
        if state["team"][other] >= 0 and state["team"][other] != state["team"][seat]:
            others += np.int64(state["distance"][other])
            count += 1
    return (others // max(count, 1) - own) * 10
