"""The static evaluation: what both colours still have, face-up or face-down, and what stands under attack."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.jit import kernel, leaf
from engine.games.luzhanqi.geometry import CAMP, NEIGHBOURS, TWO
from engine.games.luzhanqi_flip.state import BLACK, BOMB, DOWN, ENGINEER, FLAG, KIND, MARSHAL, MINE, POINTS, colour_of, rows

_NEIGHBOURS, _CAMP = NEIGHBOURS[TWO, :POINTS].copy(), CAMP[TWO, :POINTS].copy()
_HIDDEN, _THREATENED, _IN_CAMP, _TEMPO, _BEATEN = 13, 14, 15, 16, 17


@leaf
def _worth(state, colour, kind, weights):
    """The value of a kind against what the other colour still has: each piece that beats it takes a share away."""
    value = np.int64(weights[kind])
    if MARSHAL < kind <= ENGINEER:
        above = np.int64(0)
        for other in range(MARSHAL, kind):
            above += np.int64(state["alive"][BLACK * (1 - colour) + other])
        value -= value * min(np.int64(weights[_BEATEN]) * above, 60) // 100
    elif kind == ENGINEER + 1 and state["alive"][BLACK * (1 - colour) + ENGINEER] == 0:
        value += value // 2  # no engineer is left to clear it
    return value


@leaf
def _takes(attacker, defender):
    """Whether an attack between ranked pieces, bombs and mines is good for the attacker."""
    if attacker > ENGINEER:
        return attacker == BOMB and MARSHAL <= defender <= MARSHAL + 3
    if defender == MINE:
        return attacker == ENGINEER
    return attacker < defender <= ENGINEER


@kernel(contract.EVALUATE)
def evaluate(memory, ply, weights, scratch):
    """From the view of the player to act; 0 while nobody has a colour."""
    state = rows(memory)[ply]
    own = colour_of(state)
    if own < 0:
        return np.int64(0)
    score = np.int64(weights[_TEMPO])
    for colour in range(2):
        sign = np.int64(1) if colour == own else np.int64(-1)
        for kind in range(MARSHAL, FLAG):
            code = BLACK * colour + kind
            if state["alive"][code] != 0:
                hidden = np.int64(state["pool"][code])
                shown = np.int64(state["alive"][code]) - hidden
                worth = _worth(state, np.int64(colour), np.int64(kind), weights)
                score += sign * (worth * shown + worth * hidden * np.int64(weights[_HIDDEN]) // 100)
    worst_own, worst_other = np.int64(0), np.int64(0)
    for point in range(POINTS):
        piece = np.int64(state["piece"][point])
        if piece == 0 or piece == DOWN:
            continue
        colour, kind = piece >> 4, piece & KIND
        if _CAMP[point] != 0:
            score += np.int64(weights[_IN_CAMP]) if colour == own else -np.int64(weights[_IN_CAMP])
            continue
        if kind == FLAG:
            continue
        for slot in range(_NEIGHBOURS.shape[1]):
            near = np.int64(_NEIGHBOURS[point, slot])
            if near < 0:
                break
            other = np.int64(state["piece"][near])
            if other != 0 and other != DOWN and (other >> 4) != colour and _takes(other & KIND, kind):
                value = np.int64(weights[kind])
                if colour == own:
                    worst_own = max(worst_own, value)
                else:
                    worst_other = max(worst_other, value)
                break
    share = np.int64(weights[_THREATENED])
    return score + worst_other * share // 100 - worst_own * (share // 3) // 100
