"""``features``: the inputs of a network of the form (768 -> N) x 2."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.jit import kernel
from engine.games.chess.state import KINDS, STATE

INPUTS = 2 * KINDS * 64  #: own pawns..king, then the other side's, 64 cells each


@kernel(contract.FEATURES)
def features(memory, ply, view, out):
    """Index ``((other side's ? 6 : 0) + kind - 1) * 64 + cell`` for each piece, by cell; Black's view mirrors the ranks."""
    state = memory.view(STATE)[ply]
    mirror = np.int64(56 if view else 0)
    n = np.int64(0)
    for cell in range(64):
        code = np.int64(state["board"][cell])
        if code:
            foreign = np.int64((code >> 3) != view)
            out[n] = (foreign * KINDS + (code & 7) - 1) * 64 + (cell ^ mirror)
            n += 1
    return n
