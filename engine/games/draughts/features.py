"""``features``: the inputs of a network that sees both sides' men and kings on every cell."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.bits import U1, lsb
from engine.games.draughts.geometry import constants
from engine.games.draughts.specialise import entry_point
from engine.games.draughts.state import rows

CELLS = constants(10)["CELLS"]


@entry_point(contract.FEATURES)
def features(memory, ply, view, out):
    """Index ``(2 * (other side's) + is king) * CELLS + cell`` for each piece; Black's view turns the board by 180 degrees."""
    state = rows(memory)[ply]
    n = np.int64(0)
    for colour in range(2):
        left = state["pieces"][colour]
        while left:
            piece = left & (~left + U1)
            left ^= piece
            cell = lsb(piece)
            if view != 0:
                cell = CELLS - 1 - cell
            plane = 2 * np.int64(colour != view) + np.int64(piece & state["kings"] != 0)
            out[n] = plane * CELLS + cell
            n += 1
    return n
