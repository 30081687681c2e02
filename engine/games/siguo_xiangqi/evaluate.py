"""The static evaluation: armies, where they stand, how freely they move; with teams for a side, free for all for every seat."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.bits import U0, U1, lsb
from engine.core.jit import kernel, leaf
from engine.core.score import EVAL_LIMIT
from engine.games.cross.geometry import FORWARD_RANK, LAND, NEXT, SEATS, SIDE
from engine.games.cross.lines import WORDS, head_count, kind_of
from engine.games.siguo_xiangqi import state as s
from engine.games.siguo_xiangqi.attacks import FRAME
from engine.games.siguo_xiangqi.moves import friends_of
from engine.games.siguo_xiangqi.state import rows
from engine.games.siguo_xiangqi.weights import OFFSETS

_VALUE, _MOBILITY, _FORWARD, _IN_FRAME, _ABROAD = (OFFSETS[name] for name in ("value", "mobility", "forward", "frame", "abroad"))
_RANK, _TURN = OFFSETS["rank"], OFFSETS["turn"]
#: Free for all: the score of a seat that has fallen first, and what each point of its rank is worth; below all that live.
_FALLEN, _POINT = -19_000, 3_000
_LIVING = 9_000  #: the scores of living seats stay within this


@leaf
def _freedom(board, cell, kind):
    """Empty points that a piece could slide to."""
    count = np.int64(0)
    for direction in range(4):
        point = np.int64(NEXT[direction, cell])
        while point >= 0 and board[point] == 0 and (FRAME[point] != 0 or (kind != s.PAWN and kind != s.SHIELD)):
            count += 1
            point = np.int64(NEXT[direction, point])
    return count


@leaf
def army(state, seat, weights):
    """What the pieces of a living seat are worth."""
    board = state["board"]
    friends = friends_of(state, seat)
    total = np.int64(0)
    for word in range(WORDS):
        left = state["sets"][seat * WORDS + word]
        while left != U0:
            cell = lsb(left) + 64 * word
            left &= left - U1
            kind = kind_of(board[cell])
            total += weights[_VALUE + kind] + weights[_FORWARD + kind * SIDE + FORWARD_RANK[seat, cell]]
            inside = FRAME[cell] != 0
            if inside:
                total += weights[_IN_FRAME + kind]
            elif (friends >> np.int64(LAND[cell])) & 1 == 0:
                total += weights[_ABROAD + kind]
            if kind == s.CHARIOT or kind == s.CANNON or kind == s.SHIELD or (kind == s.PAWN and inside):
                total += weights[_MOBILITY + kind] * _freedom(board, cell, kind)
    return total


@leaf
def _bounded(score, limit):
    return max(min(score, np.int64(limit)), np.int64(-limit))


@leaf
def score_seats(state, weights, out):
    """Write the score of each seat from its own view."""
    alive = np.int64(state["alive"])
    player = np.int64(state["player"])
    total = np.int64(0)
    for seat in range(SEATS):
        out[seat] = army(state, seat, weights) if (alive >> seat) & 1 else np.int64(0)
        if seat == player:
            out[seat] += weights[_TURN]
        total += out[seat]
    if state["ffa"] == 0:
        first = out[0] + out[2]
        score = _bounded(2 * first - total, EVAL_LIMIT - 1)
        for seat in range(SEATS):
            out[seat] = score if seat & 1 == 0 else -score
        return
    fallen = SEATS - head_count(alive)
    for seat in range(SEATS):
        # A rival counts a third, so that the scores of four living seats add up to 0.
        own = out[seat] - (total - out[seat]) // (SEATS - 1) + fallen * weights[_RANK]
        out[seat] = _bounded(own, _LIVING)
    if fallen != 0:
        order = np.int64(state["fallen"])
        for rank in range(fallen):
            out[((order >> (3 * rank)) & 7) - 1] = _FALLEN + _POINT * rank


@kernel(contract.EVALUATE_SEATS)
def evaluate_seats(memory, ply, weights, scratch, out):
    """The score of each seat; free for all: its army against a third of all others, and a low rank once it has fallen."""
    score_seats(rows(memory)[ply], weights, out)


@kernel(contract.EVALUATE)
def evaluate(memory, ply, weights, scratch):
    """The static evaluation from the view of the player to act; ``weights`` as in ``weights.py``."""
    state = rows(memory)[ply]
    out = np.empty(SEATS, np.int64)
    score_seats(state, weights, out)
    return out[state["player"]]
