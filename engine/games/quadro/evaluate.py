"""The static evaluation: a linear function of counts, its weights between those of an empty and those of a full pyramid."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.bits import U0, U1, popcount
from engine.core.jit import inline_leaf, kernel
from engine.core.score import EVAL_LIMIT
from engine.games.quadro.geometry import SITES
from engine.games.quadro.sets import GROUND, completing_sites, free_balls, open_sites, raise_targets, reserve, spread
from engine.games.quadro.state import BALL_VALUE, FILLED, FIRST, MORE, SECOND, SITE_MASK, rows
from engine.games.quadro.weights import TERMS

_LEVEL_2, _LEVEL_3 = GROUND << np.uint64(16), GROUND << np.uint64(32)
_UP = np.uint64(16)
_FULL = SITES - 1
(RESERVE, FREE_1, FREE_2, LEVEL_2, LEVEL_3, RAISER, THREAT, OPEN_THREAT, COVER, TURN) = range(len(TERMS))


@inline_leaf
def _raisers(free, opened):
    """How many of the free balls can be raised to the open sites above the ground."""
    movers = free & ~_LEVEL_3
    count = np.int64(0)
    while movers and opened:
        ball = movers & (~movers + U1)
        movers ^= ball
        if raise_targets(ball, opened) != U0:
            count += 1
    return count


@inline_leaf
def _pair(weights, term, count, opening, ending):
    return opening + weights[2 * term] * count, ending + weights[2 * term + 1] * count


@inline_leaf
def _side(own, enemy, opened, rules, weights):
    """The terms of one side, as (empty pyramid, full pyramid)."""
    occupied = own | enemy
    free = free_balls(own, occupied)
    a, b = np.int64(0), np.int64(0)
    a, b = _pair(weights, RESERVE, reserve(own), a, b)
    a, b = _pair(weights, FREE_1, popcount(free & GROUND), a, b)
    a, b = _pair(weights, FREE_2, popcount(free & _LEVEL_2), a, b)
    a, b = _pair(weights, LEVEL_2, popcount(own & _LEVEL_2), a, b)
    a, b = _pair(weights, LEVEL_3, popcount(own & _LEVEL_3), a, b)
    a, b = _pair(weights, RAISER, _raisers(free, opened & ~GROUND), a, b)
    a, b = _pair(weights, COVER, popcount(spread(own >> _UP) & enemy), a, b)
    completing = completing_sites(own, rules) & ~occupied
    if completing:
        a, b = _pair(weights, THREAT, popcount(completing), a, b)
        a, b = _pair(weights, OPEN_THREAT, popcount(completing & opened), a, b)
    return a, b


@kernel(contract.EVALUATE)
def evaluate(memory, ply, weights, scratch):
    """The score of row ``ply`` from the view of the player to act."""
    state = rows(memory)[ply]
    side = np.int64(state["player"])
    own, enemy, rules = state["balls"][side], state["balls"][1 - side], np.int64(state["rules"])
    opened = open_sites(own | enemy)
    a, b = _side(own, enemy, opened, rules, weights)
    c, d = _side(enemy, own, opened, rules, weights)
    opening, ending = _pair(weights, TURN, np.int64(1), a - c, b - d)
    balls = popcount(own | enemy)
    score = (opening * (_FULL - balls) + ending * balls) // _FULL
    return np.int64(max(min(score, EVAL_LIMIT - 1), 1 - EVAL_LIMIT))


@kernel(contract.SEE)
def see(memory, ply, move, threshold):
    """Whether ``move`` brings balls worth ``threshold`` back to the reserve; there are no exchanges in this game."""
    taken = np.int64((move >> FIRST) & SITE_MASK != 0) + np.int64((move >> SECOND) & SITE_MASK != 0)
    stacked = np.int64((move >> FILLED) & SITE_MASK != 0) + np.int64((move >> MORE) & SITE_MASK != 0)
    return np.int64(BALL_VALUE * (taken - stacked) >= threshold)
