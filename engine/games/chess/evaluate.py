"""A short evaluation, material and piece-square bonuses, that holds the place of the tapered one."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.bits import U1, lsb, popcount
from engine.core.jit import kernel
from engine.games.chess.attacks import DARK_CELLS
from engine.games.chess.state import KING, PAWN, STATE

PIECE_VALUES = (0, 100, 320, 330, 500, 950, 0)
SCRATCH_WORDS = 0
#: Score units of a step towards the middle for each kind, of a rank for pawns.
_MIDDLE = np.array([0, 2, 6, 4, 1, 1, -4], dtype=np.int64)
_MIDDLE.flags.writeable = False
WEIGHTS = np.array(PIECE_VALUES, dtype=np.int32)
WEIGHTS.flags.writeable = False


@kernel(contract.EVALUATE)
def evaluate(memory, ply, weights, scratch):
    """Material, centralisation, advanced pawns, the bishop pair; score units from the view of the player to act."""
    state = memory.view(STATE)[ply]
    total = np.int64(0)
    for side in range(2):
        score = np.int64(0)
        for kind in range(PAWN, KING + 1):
            pieces = state["kinds"][kind] & state["colours"][side]
            score += popcount(pieces) * np.int64(weights[kind])
            while pieces:
                cell = lsb(pieces)
                pieces &= pieces - U1
                file, rank = cell & 7, cell >> 3
                score += _MIDDLE[kind] * (min(file, 7 - file) + min(rank, 7 - rank))
                if kind == PAWN:
                    score += 5 * ((7 - rank) if side else rank)
        bishops = state["kinds"][3] & state["colours"][side]
        if popcount(bishops & DARK_CELLS) > 0 and popcount(bishops & ~DARK_CELLS) > 0:
            score += 30
        total += -score if side else score
    if total > 15000:
        total = np.int64(15000)
    if total < -15000:
        total = np.int64(-15000)
    return -total if state["player"] else total
