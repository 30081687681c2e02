"""The static evaluation: armies, where they stand, how freely they move, the crown, enemies near the generals."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.bits import U0, U1, lsb
from engine.core.jit import kernel, leaf
from engine.core.score import EVAL_LIMIT
from engine.games.cross.geometry import FORWARD_RANK, HORSE, HORSE_LEG, LAND, NEXT, PLACES, SEATS, SIDE
from engine.games.cross.lines import WORDS, kind_of, owner_of
from engine.games.siren_xiangqi import state as s
from engine.games.siren_xiangqi.state import rows
from engine.games.siren_xiangqi.weights import OFFSETS

_VALUE, _MOBILITY, _FORWARD, _MIDDLE = (OFFSETS[name] for name in ("value", "mobility", "forward", "middle"))
_COMMAND, _DANGER, _TURN = OFFSETS["command"], OFFSETS["danger"], OFFSETS["turn"]
_NEAR = np.array([9 - max(abs(file - 9), abs(rank - 9)) for file, rank in PLACES], np.int8)
_NEAR.flags.writeable = False


@leaf
def _freedom(board, cell, kind):
    """Empty points that a chariot or cannon reaches, points that a horse does."""
    count = np.int64(0)
    if kind == s.HORSE:
        for leap in range(8):
            leg = np.int64(HORSE_LEG[leap, cell])
            if leg >= 0 and board[leg] == 0 and HORSE[leap, cell] >= 0:
                count += 1
        return count
    for direction in range(4):
        point = np.int64(NEXT[direction, cell])
        while point >= 0 and board[point] == 0:
            count += 1
            point = np.int64(NEXT[direction, point])
    return count


@leaf
def army(state, seat, weights):
    """What the pieces of a living seat are worth."""
    board = state["board"]
    total = np.int64(0)
    for word in range(WORDS):
        left = state["sets"][seat * WORDS + word]
        while left != U0:
            cell = lsb(left) + 64 * word
            left &= left - U1
            kind = kind_of(board[cell])
            total += weights[_VALUE + kind] + weights[_FORWARD + kind * SIDE + FORWARD_RANK[seat, cell]]
            total += weights[_MIDDLE + kind] * np.int64(_NEAR[cell])
            if kind == s.CHARIOT or kind == s.CANNON or kind == s.HORSE:
                total += weights[_MOBILITY + kind] * _freedom(board, cell, kind)
            if kind >= s.HORSE and kind <= s.PAWN:
                land = np.int64(LAND[cell])
                if land < SEATS and (land ^ seat) & 1:
                    total += weights[_DANGER]
    return total


@kernel(contract.EVALUATE)
def evaluate(memory, ply, weights, scratch):
    """The static evaluation from the view of the alliance to act; ``weights`` as in ``weights.py``."""
    state = rows(memory)[ply]
    player = np.int64(state["player"])
    alive = np.int64(state["alive"])
    total = np.int64(weights[_TURN])
    for seat in range(SEATS):
        if (alive >> seat) & 1:
            worth = army(state, seat, weights)
            total += worth if (seat ^ player) & 1 == 0 else -worth
    crown = np.int64(state["crown"])
    if crown >= 0:
        owner = owner_of(state["board"][crown])
        worth = np.int64(weights[_COMMAND]) if (alive >> (owner ^ 2)) & 1 else np.int64(0)
        total += worth if (owner ^ player) & 1 == 0 else -worth
    return max(min(total, np.int64(EVAL_LIMIT - 1)), np.int64(1 - EVAL_LIMIT))
