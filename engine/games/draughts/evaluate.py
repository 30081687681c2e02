"""The static evaluation, by hand: material, advancement, runners, first row, centre, support, freedom, endings that are drawn.

It is asked only where the player to act has no capture, so it looks at nothing that hangs. Each term has two weights
(``weights.py``), mixed by the number of pieces on the board.
"""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.bits import U0, U1, popcount
from engine.core.score import EVAL_LIMIT
from engine.games.draughts.geometry import constants
from engine.games.draughts.rules import RULE_FLYING
from engine.games.draughts.sets import king_quiet_count, men_targets
from engine.games.draughts.specialise import entry_point, inline_part, part
from engine.games.draughts.state import rows
from engine.games.draughts.tables.probe import informed
from engine.games.draughts.weights import OFFSETS

_BOARD = constants(10)
BOARD, ROAD, TOP_ROW, LAST_ROW = _BOARD["BOARD"], _BOARD["ROAD"], _BOARD["TOP_ROW"], _BOARD["LAST_ROW"]
W, W1, SIDE, ROWS = _BOARD["W"], _BOARD["W1"], _BOARD["SIDE"], _BOARD["ROWS"]
CENTRE, EDGES, MEN = _BOARD["CENTRE"], _BOARD["EDGES"], _BOARD["MEN"]
TOP_BRIDGE, LAST_BRIDGE = _BOARD["TOP_BRIDGE"], _BOARD["LAST_BRIDGE"]

_MAN, _KING, _RANK, _RUNNER = OFFSETS["man"], OFFSETS["king"], OFFSETS["rank"], OFFSETS["runner"]
_GUARD, _BRIDGE, _CENTRE, _EDGE = OFFSETS["guard"], OFFSETS["bridge"], OFFSETS["centre"], OFFSETS["edge"]
_BACKED, _STEPS, _KING_STEPS = OFFSETS["backed"], OFFSETS["steps"], OFFSETS["king_steps"]
_KING_CENTRE, _KING_ROAD, _LEAD, _TURN = OFFSETS["king_centre"], OFFSETS["king_road"], OFFSETS["lead"], OFFSETS["turn"]
_HALF = 32  #: opening in the low, ending in the high half of a packed pair
_DRAWISH = 8  #: divisor of the score of an ending that is hardly ever won


@inline_part
def pair(weights, index):
    """The pair of weights at ``index`` as one number; sums and small multiples of such numbers stay pairs."""
    return np.int64(weights[index]) + (np.int64(weights[index + 1]) << _HALF)


@inline_part
def ahead(word, side):
    """The cells from which a man of ``side`` could still meet a piece on ``word``: everything behind it, spreading diagonally."""
    reached = word
    for _ in range(SIDE - 1):
        if side == 0:
            reached |= (reached << W) | (reached << W1)
        else:
            reached |= (reached >> W) | (reached >> W1)
        reached &= BOARD
    return reached


@inline_part
def working(men, kings, enemy_men, empty, side, rules, weights):
    """Bridge, freedom and support of one side's pieces as a pair: what no table of single squares holds."""
    value = np.int64(0)
    if enemy_men:
        bridge = LAST_BRIDGE if side == 0 else TOP_BRIDGE
        if men & bridge == bridge:
            value += pair(weights, _BRIDGE)
    near, far = men_targets(men, empty, side)
    value += (popcount(near) + popcount(far)) * pair(weights, _STEPS)
    own = men | kings
    if side == 0:
        backed = men & ((own | ~BOARD) >> W) & ((own | ~BOARD) >> W1)
    else:
        backed = men & (((own | ~BOARD) << W) | TOP_ROW) & (((own | ~BOARD) << W1) | TOP_ROW | (U1 << W))
    value += popcount(backed) * pair(weights, _BACKED)
    if kings:
        value += king_quiet_count(kings, empty, rules) * pair(weights, _KING_STEPS)
    return value


@inline_part
def _side(men, kings, enemy, enemy_men, empty, side, rules, weights):
    """The terms of one side as a pair."""
    value = popcount(men) * pair(weights, _MAN) + popcount(kings) * pair(weights, _KING)
    runners = men & ~ahead(enemy, side)
    for rank in range(SIDE - 1):
        row = ROWS[SIDE - 1 - rank if side == 0 else rank]
        value += popcount(men & row) * pair(weights, _RANK + 2 * rank)
        if runners:
            value += popcount(runners & row) * pair(weights, _RUNNER + 2 * rank)
    if enemy_men:
        value += popcount(men & (LAST_ROW if side == 0 else TOP_ROW)) * pair(weights, _GUARD)
    value += popcount(men & CENTRE) * pair(weights, _CENTRE) + popcount(men & EDGES) * pair(weights, _EDGE)
    if kings:
        value += popcount(kings & CENTRE) * pair(weights, _KING_CENTRE) + popcount(kings & ROAD) * pair(weights, _KING_ROAD)
    return value + working(men, kings, enemy_men, empty, side, rules, weights)


@part
def is_drawish(strong, weak, kings, rules):
    """Whether ``weak`` with its flying king should hold against ``strong``."""
    if rules & RULE_FLYING == 0 or weak & kings == U0:
        return False
    count = popcount(strong)
    if SIDE == 10:
        return count <= 3 or (count == 4 and weak & kings & ROAD != U0)
    return count <= 2 or (count <= 3 and weak & kings & ROAD != U0 and strong & ROAD == U0)


@inline_part
def settled(state, opening, ending, weights):
    """The score for the player to act from both halves of the sum of the terms: the lead in men is added to them, they are mixed,
    and what is known of the ending is heard."""
    white, black, kings, rules = state["pieces"][0], state["pieces"][1], state["kings"], np.int64(state["rules"])
    mine, theirs = (white, black) if state["player"] == 0 else (black, white)
    pieces = popcount(white | black)
    lead = popcount(mine) - popcount(theirs)
    opening += np.int64(weights[_LEAD]) * lead // pieces
    ending += np.int64(weights[_LEAD + 1]) * lead // pieces
    full = min(pieces, np.int64(2 * MEN))
    score = (opening * full + ending * (2 * MEN - full)) // (2 * MEN)
    if pieces <= 8 and (
        (score > 0 and is_drawish(mine, theirs, kings, rules)) or (score < 0 and is_drawish(theirs, mine, kings, rules))
    ):
        score //= _DRAWISH
    score = max(min(score, np.int64(EVAL_LIMIT - 1)), np.int64(1 - EVAL_LIMIT))
    return informed(state, score)


@entry_point(contract.EVALUATE)
def evaluate(memory, ply, weights, scratch):
    """The static evaluation from the view of the player to act; ``weights`` as ``weights.weights_of`` makes them."""
    state = rows(memory)[ply]
    white, black, kings, rules = state["pieces"][0], state["pieces"][1], state["kings"], np.int64(state["rules"])
    empty = BOARD & ~(white | black)
    value = _side(white & ~kings, white & kings, black, black & ~kings, empty, np.int64(0), rules, weights)
    value -= _side(black & ~kings, black & kings, white, white & ~kings, empty, np.int64(1), rules, weights)
    value *= 1 - 2 * np.int64(state["player"])  # before any division, which rounds down
    ending = (value + (1 << (_HALF - 1))) >> _HALF
    opening = value - (ending << _HALF)
    return settled(state, opening + np.int64(weights[_TURN]), ending + np.int64(weights[_TURN + 1]), weights)
