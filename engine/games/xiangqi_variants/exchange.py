"""Static exchange evaluation of the variants: what a sequence of captures on one point is worth."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.bits import lsb
from engine.core.contract import MOVER_SHIFT, ORIGIN_SHIFT, VICTIM_SHIFT
from engine.core.jit import kernel, leaf
from engine.games.xiangqi.attacks import U0, high_bit, low_bit
from engine.games.xiangqi.state import HALF, KING
from engine.games.xiangqi_variants.attacks import attackers
from engine.games.xiangqi_variants.state import POINTS, rows
from engine.games.xiangqi_variants.weights import PIECE_VALUES

VALUES = np.array(PIECE_VALUES, dtype=np.int64)
_BY_VALUE = np.array([sorted(range(1, 8), key=lambda kind: values[kind]) for values in PIECE_VALUES], dtype=np.int64)
for _table in (VALUES, _BY_VALUE):
    _table.flags.writeable = False


@leaf
def least_attacker(state, point, color, lo, hi):
    """``(origin, kind)`` of the least valuable piece of ``color`` inside the occupancy that attacks ``point``; kind 0: none."""
    variant = np.int64(state["variant"])
    own_lo, own_hi = state["colors"][2 * color] & lo, state["colors"][2 * color + 1] & hi
    for n in range(7):
        kind = _BY_VALUE[variant, n]
        from_lo, from_hi = attackers(state, kind, point, color, lo, hi, own_lo, own_hi)
        if from_lo != U0:
            return lsb(from_lo), kind
        if from_hi != U0:
            return lsb(from_hi) + HALF, kind
    return np.int64(-1), np.int64(0)


@kernel(contract.SEE)
def see(memory, ply, move, threshold):
    """Whether the captures that ``move`` starts on its target win at least ``threshold`` for the mover.

    Both sides take with the least valuable piece and may stop; a king does not take a protected piece. Pins are not looked at.
    """
    state = rows(memory)[ply]
    point, origin = move & 511, (move >> ORIGIN_SHIFT) & 511
    kind, victim = (move >> MOVER_SHIFT) & 31, (move >> VICTIM_SHIFT) & 31
    values = VALUES[np.int64(state["variant"])]
    balance = values[victim] - threshold
    if balance < 0:
        return np.int64(0)
    if point >= POINTS:
        return np.int64(1)  # nothing is taken on a half-point
    balance = values[kind] - balance
    if balance <= 0:
        return np.int64(1)
    colors = state["colors"]
    lo, hi = colors[0] | colors[2] | low_bit(point), colors[1] | colors[3] | high_bit(point)
    color, wins = np.int64(state["player"]), True
    while True:
        if origin < POINTS:
            lo &= ~low_bit(origin)
            hi &= ~high_bit(origin)
        color = 1 - color
        origin, kind = least_attacker(state, point, color, lo & ~low_bit(point), hi & ~high_bit(point))
        if kind == 0:
            break
        if kind == KING:
            left_lo, left_hi = lo & ~low_bit(point) & ~low_bit(origin), hi & ~high_bit(point) & ~high_bit(origin)
            if least_attacker(state, point, 1 - color, left_lo, left_hi)[1]:
                break
        wins = not wins
        balance = values[kind] - balance
        if balance < (1 if wins else 0):
            break
    return np.int64(wins)
