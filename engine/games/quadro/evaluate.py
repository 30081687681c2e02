"""The static evaluation: reserves first, then what can be raised, completed and freed (weights in ``weights``)."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.bits import U0, popcount
from engine.core.jit import inline_leaf, kernel
from engine.core.score import EVAL_LIMIT
from engine.games.quadro.sets import GROUND, completing_sites, free_balls, open_sites, reserve
from engine.games.quadro.state import BALL_VALUE, FILLED, FIRST, MORE, SECOND, SITE_MASK, rows
from engine.games.quadro.weights import OFFSETS

RESERVE, FREE, LEVEL_2, LEVEL_3, THREAT, OPEN_THREAT, STACK, TURN = (
    OFFSETS[name] for name in ("reserve", "free", "level2", "level3", "threat", "open_threat", "stack", "turn")
)
_LEVEL_2 = np.uint64(0xFFFF0000)
_LEVEL_3 = np.uint64(0xFFFF00000000)


@inline_leaf
def _side(own, occupied, opened, rules, weights):
    """The terms of one side."""
    free = free_balls(own, occupied)
    completing = completing_sites(own, rules) & ~occupied
    score = weights[RESERVE] * reserve(own) + weights[FREE] * popcount(free)
    score += weights[LEVEL_2] * popcount(own & _LEVEL_2) + weights[LEVEL_3] * popcount(own & _LEVEL_3)
    score += weights[THREAT] * popcount(completing) + weights[OPEN_THREAT] * popcount(completing & opened)
    if opened & ~GROUND & ~_LEVEL_3 != U0:
        score += weights[STACK] * popcount(free & GROUND)
    return score


@kernel(contract.EVALUATE)
def evaluate(memory, ply, weights, scratch):
    """The score of row ``ply`` from the view of the player to act."""
    state = rows(memory)[ply]
    side = np.int64(state["player"])
    own, enemy, rules = state["balls"][side], state["balls"][1 - side], np.int64(state["rules"])
    occupied = own | enemy
    opened = open_sites(occupied)
    score = _side(own, occupied, opened, rules, weights) - _side(enemy, occupied, opened, rules, weights) + weights[TURN]
    return np.int64(max(min(score, EVAL_LIMIT - 1), 1 - EVAL_LIMIT))


@kernel(contract.SEE)
def see(memory, ply, move, threshold):
    """Whether ``move`` brings balls worth ``threshold`` back to the reserve; there are no exchanges in this game."""
    taken = np.int64((move >> FIRST) & SITE_MASK != 0) + np.int64((move >> SECOND) & SITE_MASK != 0)
    stacked = np.int64((move >> FILLED) & SITE_MASK != 0) + np.int64((move >> MORE) & SITE_MASK != 0)
    return np.int64(BALL_VALUE * (taken - stacked) >= threshold)
