"""The static evaluation, by hand: material, and little else yet."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.bits import popcount
from engine.games.draughts.specialise import entry_point
from engine.games.draughts.state import STATE


@entry_point(contract.EVALUATE)
def evaluate(memory, ply, weights, scratch):
    """Score from the view of the player to act."""
    state = memory.view(STATE)[ply]
    side = np.int64(state["player"])
    own, enemy, kings = state["pieces"][side], state["pieces"][1 - side], state["kings"]
    score = 100 * (popcount(own & ~kings) - popcount(enemy & ~kings)) + 300 * (popcount(own & kings) - popcount(enemy & kings))
    return np.int64(score)
