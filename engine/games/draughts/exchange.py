"""``see``: what the forced captures after a move come to."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.bits import popcount
from engine.games.draughts.sets import unpack
from engine.games.draughts.specialise import entry_point
from engine.games.draughts.state import KING_WORTH, MAN_VALUE, STATE


@entry_point(contract.SEE)
def see(memory, ply, move, threshold):
    """Whether what ``move`` captures itself is worth at least ``threshold``; whatever follows is left to the search."""
    state = memory.view(STATE)[ply]
    captured = unpack(move)
    worth = popcount(captured) + (KING_WORTH - 1) * popcount(captured & state["kings"])
    return np.int64(min(MAN_VALUE * worth, 1900) >= threshold)
