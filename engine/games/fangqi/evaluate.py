"""The static evaluation: regions that a side can still make, by how much of them is there, balls, what is due, freedom."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.bits import U0, U1, popcount
from engine.core.jit import inline_leaf, kernel, leaf
from engine.core.score import EVAL_LIMIT
from engine.games.fangqi.geometry import (
    BOARD,
    CORNER_SQUARES,
    FILE_A,
    FILE_F,
    FIRST_LINE,
    LONG_MASKS,
    LONG_VALUES,
    REGIONS,
    SIDE,
    SQUARE,
    SQUARES,
)
from engine.games.fangqi.moves import beside
from engine.games.fangqi.state import PLACING, rows
from engine.games.fangqi.weights import CLASSES, COUNTS, OFFSETS, STAGES, class_of

_LONG = len(LONG_MASKS)
_LONG_CLASSES = np.array([class_of(region) for region in REGIONS if region.sort != SQUARE], dtype=np.int64)
_LONG_CLASSES.flags.writeable = False
_SHAPE, _BALL, _DUE, _STEP = OFFSETS["shape"], OFFSETS["ball"], OFFSETS["due"], OFFSETS["step"]
_READY, _TURN = OFFSETS["ready"], OFFSETS["turn"]
_SIDE_WORDS = STAGES * CLASSES * COUNTS
_RIGHT, _UP, _UP_RIGHT = np.uint64(1), np.uint64(SIDE), np.uint64(SIDE + 1)
_HALF = 32  #: the first stage in the low, the second in the high half of a packed pair
_FULL = 32  #: balls when all points of the placing phase are taken


@inline_leaf
def pair(weights, index):
    """Two stages' weights at ``index`` as one number; sums and small multiples of such numbers stay pairs."""
    return np.int64(weights[index]) + (np.int64(weights[index + 1]) << _HALF)


@leaf
def shapes(own, enemy, spent, weights, base):
    """The regions of one side that hold no enemy ball, as a pair; ``base`` is the first word of that side and stage."""
    free = SQUARES & ~spent & ~(enemy | (enemy >> _RIGHT) | (enemy >> _UP) | (enemy >> _UP_RIGHT))
    right, up, far = own >> _RIGHT, own >> _UP, own >> _UP_RIGHT
    odd_low, both_low = own ^ right, own & right
    odd_high, both_high = up ^ far, up & far
    one = (odd_low ^ odd_high) & free  # one or three balls
    carry = odd_low & odd_high
    three = one & (both_low | both_high)
    two = (carry | (both_low ^ both_high)) & ~one & free
    one &= ~three
    total = np.int64(0)
    for kind in range(2):
        part = CORNER_SQUARES if kind == 1 else ~CORNER_SQUARES
        place = base + STAGES * COUNTS * kind
        total += popcount(one & part) * pair(weights, place + STAGES)
        total += popcount(two & part) * pair(weights, place + 2 * STAGES)
        total += popcount(three & part) * pair(weights, place + 3 * STAGES)
    lines = ~spent >> np.uint64(FIRST_LINE)
    for index in range(_LONG):
        mask = LONG_MASKS[index]
        if mask & enemy == U0 and mask & own != U0 and lines >> np.uint64(index) & U1 != U0:
            total += pair(weights, base + STAGES * (COUNTS * _LONG_CLASSES[index] + popcount(mask & own)))
    return total


@leaf
def ready(own, empty, spent, weights, base):
    """The regions that one step of this side would make, as a pair."""
    free = SQUARES & ~spent
    low, right, up, far = own, own >> _RIGHT, own >> _UP, own >> _UP_RIGHT
    left_of = (own & ~FILE_F) << _RIGHT
    right_of = (own & ~FILE_A) >> _RIGHT
    below, above = own << _UP, own >> _UP
    count = popcount(free & ~low & right & up & far & empty & (left_of | below))
    count += popcount(free & low & ~right & up & far & ((empty & (right_of | below)) >> _RIGHT))
    count += popcount(free & low & right & ~up & far & ((empty & (left_of | above)) >> _UP))
    count += popcount(free & low & right & up & ~far & ((empty & (right_of | above)) >> _UP_RIGHT))
    total = count * pair(weights, base + STAGES)
    lines = ~spent >> np.uint64(FIRST_LINE)
    for index in range(_LONG):
        mask = LONG_MASKS[index]
        missing = mask & ~own
        if missing & (missing - U1) == U0 and missing & empty != U0 and lines >> np.uint64(index) & U1 != U0:
            if beside(missing, np.int64(0)) & own & ~mask != U0:
                total += pair(weights, base + STAGES * LONG_VALUES[index])
    return total


@inline_leaf
def steps_of(own, empty):
    """How many orthogonal steps a side could make."""
    return (
        popcount(((own & ~FILE_F) << _RIGHT) & empty)
        + popcount(((own & ~FILE_A) >> _RIGHT) & empty)
        + popcount((own << _UP) & empty)
        + popcount((own >> _UP) & empty)
    )


@kernel(contract.EVALUATE)
def evaluate(memory, ply, weights, scratch):
    """The static evaluation from the view of the player to act; ``weights`` as in ``weights.py``."""
    state = rows(memory)[ply]
    player = np.int64(state["player"])
    own, enemy = state["balls"][player], state["balls"][1 - player]
    balls = popcount(own | enemy)
    placing = state["phase"] == PLACING
    first = np.int64(0 if placing else 2)
    total = shapes(own, enemy, state["spent"][player], weights, _SHAPE + first)
    total += shapes(enemy, own, state["spent"][1 - player], weights, _SHAPE + _SIDE_WORDS + first)
    total += (popcount(own) - popcount(enemy)) * pair(weights, _BALL + first)
    total += np.int64(state["due"]) * pair(weights, _DUE + first) + pair(weights, _TURN + first)
    if not placing:
        empty = BOARD & ~(own | enemy)
        total += steps_of(own, empty) * pair(weights, _STEP + first)
        total += steps_of(enemy, empty) * pair(weights, _STEP + STAGES + first)
        total += ready(own, empty, state["spent"][player], weights, _READY + first)
        total += ready(enemy, empty, state["spent"][1 - player], weights, _READY + 5 * STAGES + first)
    late = (total + (1 << (_HALF - 1))) >> _HALF
    early = total - (late << _HALF)
    share = balls if placing else _FULL - min(balls, _FULL)
    score = (early * (_FULL - share) + late * share) // _FULL
    return max(min(score, np.int64(EVAL_LIMIT - 1)), np.int64(1 - EVAL_LIMIT))
