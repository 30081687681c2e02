"""The static evaluation: the progress of each seat, exact where its end is in the race tables, and who is ahead.

*Progress* is minus the moves that a seat is thought to need yet, 100 each. In a game of two seats whose armies have passed each
other and are both in the tables, the score is the outcome of the race itself: nothing can be blocked or helped any more.
"""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.bits import U0
from engine.core.jit import inline_leaf, kernel, leaf
from engine.core.score import EVAL_LIMIT
from engine.games.chinese_checkers.geometry import CAMPS, DISTANCE, GOALS, HOLES, JUMP_COUNT, JUMPS, PLACES, ROWS, SEATS, VIEW
from engine.games.chinese_checkers.hops import first_hole, high_bit, holds, low_bit
from engine.games.chinese_checkers.moves import occupied
from engine.games.chinese_checkers.race.known import moves_home
from engine.games.chinese_checkers.state import ALL_HOME, ELIMINATED, FINISHED, PLAYING, rows
from engine.games.chinese_checkers.weights import CLASS_OF, OFFSETS, STAGES

RACE = 9000  #: score of a race that is won, more for every move to spare
_MARGIN = 40
_CLEAR, _EASE = 400, 6
_OUT = -12_000  #: progress of an eliminated seat
_WORST = -4_000  #: what an opponent's progress counts at least
_WHOLE = 120  #: steps of an army of ten from start to goal
_HALF = 32  #: early in the low, late in the high half of a packed pair
_NEAR = 6  #: moves to spare at the exit limit, if every piece at home walks out step by step, that are safe
_CAMP_ROWS = 4
_PLACE, _LAST, _JUMP, _BRIDGE = OFFSETS["place"], OFFSETS["last"], OFFSETS["jump"], OFFSETS["bridge"]
_EXIT, _TURN = OFFSETS["exit"], OFFSETS["turn"]


def _build_forward() -> tuple[np.ndarray, np.ndarray]:
    count = np.zeros((SEATS, HOLES), np.int8)
    jumps = np.zeros((SEATS, HOLES, 3, 2), np.int8)
    for seat in range(SEATS):
        for hole in range(HOLES):
            for over, land in JUMPS[hole, : JUMP_COUNT[hole]]:
                if DISTANCE[seat, hole] - DISTANCE[seat, land] == 2 and count[seat, hole] < 3:
                    jumps[seat, hole, count[seat, hole]] = over, land
                    count[seat, hole] += 1
    return count, jumps


#: FORWARD[seat, hole, n]: the hole jumped over and the landing hole of each adjacent jump that gains two steps.
FORWARD_COUNT, FORWARD = _build_forward()
_ROW = np.array([row for row, _ in PLACES], np.int64)
#: [seat, hole]: row and class as the seat sees the hole.
ROW_OF, CLASS = _ROW[VIEW].astype(np.int8), CLASS_OF[VIEW].astype(np.int16)
for _table in (FORWARD_COUNT, FORWARD, ROW_OF, CLASS):
    _table.flags.writeable = False


@inline_leaf
def pair(weights, index):
    """The early and the late weight at ``index`` as one number; sums and small multiples of such numbers stay pairs."""
    return np.int64(weights[index]) + (np.int64(weights[index + 1]) << _HALF)


@leaf
def last_row(state, seat):
    """The row of the hindmost piece of ``seat`` in its own view; ``ROWS`` where it has none."""
    low, high = state["low"][seat], state["high"][seat]
    row = np.int64(ROWS)
    while low | high != U0:
        hole = first_hole(low, high)
        low &= ~low_bit(hole)
        high &= ~high_bit(hole)
        row = min(row, np.int64(ROW_OF[seat, hole]))
    return row


@inline_leaf
def lateness(state, seat, inside):
    """How much too near the exit limit is: n (n + 1) / 2 for n moves; ``inside`` : steps that take all pieces out of the camp."""
    if state["exit_limit"] == 0 or inside == 0:
        return np.int64(0)
    late_by = _NEAR - (np.int64(state["exit_limit"]) - np.int64(state["moves"][seat]) - inside)
    late_by = min(max(late_by, np.int64(0)), np.int64(3 * _NEAR))
    return late_by * (late_by + 1) // 2


@leaf
def way_out(state, seat):
    """The steps that take all pieces of a seat out of its camp."""
    low, high = state["low"][seat] & CAMPS[seat, 0], state["high"][seat] & CAMPS[seat, 1]
    inside = np.int64(0)
    while low | high != U0:
        hole = first_hole(low, high)
        low &= ~low_bit(hole)
        high &= ~high_bit(hole)
        inside += _CAMP_ROWS - np.int64(ROW_OF[seat, hole])
    return inside


@leaf
def estimate(state, seat, low, high, weights):
    """The progress of ``seat`` by its pieces; low, high : all pieces of the board."""
    own_low, own_high = state["low"][seat], state["high"][seat]
    left_low, left_high = own_low, own_high
    total, row = np.int64(0), np.int64(ROWS - 1)
    jumps, bridges, inside = np.int64(0), np.int64(0), np.int64(0)
    while left_low | left_high != U0:
        hole = first_hole(left_low, left_high)
        left_low &= ~low_bit(hole)
        left_high &= ~high_bit(hole)
        total += pair(weights, _PLACE + STAGES * np.int64(CLASS[seat, hole]))
        own_row = np.int64(ROW_OF[seat, hole])
        row = min(row, own_row)
        inside += max(_CAMP_ROWS - own_row, np.int64(0))
        for index in range(FORWARD_COUNT[seat, hole]):
            over, land = np.int64(FORWARD[seat, hole, index, 0]), np.int64(FORWARD[seat, hole, index, 1])
            if holds(low, high, over):
                jumps += not holds(low, high, land)
                bridges += holds(own_low, own_high, over)
    total += pair(weights, _LAST + STAGES * row) + jumps * pair(weights, _JUMP) + bridges * pair(weights, _BRIDGE)
    total += lateness(state, seat, inside) * pair(weights, _EXIT)
    late = (total + (1 << (_HALF - 1))) >> _HALF
    early = total - (late << _HALF)
    gone = min(max(140 - np.int64(state["distance"][seat]), 0), _WHOLE)
    return (early * (_WHOLE - gone) + late * gone) // _WHOLE


@leaf
def progress(state, seat, low, high, latest, weights):
    """The progress of a seat in play, finished and eliminated ones included; ``latest`` : the most moves that a seat has made."""
    status = np.int64(state["status"][seat])
    if status == ELIMINATED:
        return np.int64(_OUT)
    if status == FINISHED:
        return 100 * (latest - np.int64(state["moves"][seat]))
    wide = np.int64(state["wide"])
    blocked_low = GOALS[wide, seat, 0] & low & ~state["low"][seat]
    blocked_high = GOALS[wide, seat, 1] & high & ~state["high"][seat]
    if blocked_low | blocked_high == U0:
        exact = moves_home(state, seat)
        if exact >= 0:
            return -100 * exact
    return max(estimate(state, seat, low, high, weights), np.int64(_OUT // 2))


@leaf
def race_score(state, seat, other):
    """The score of ``seat`` against ``other`` where nothing but the race is left and both ends are known; 0 and False else."""
    if state["count"] != 2 or last_row(state, seat) + last_row(state, other) <= ROWS - 1:
        return np.int64(0), False
    own, their = moves_home(state, seat), moves_home(state, other)
    if own < 0 or their < 0:
        return np.int64(0), False
    own += np.int64(state["moves"][seat])
    their += np.int64(state["moves"][other])
    if state["max_rounds"] != 0 and min(own, their) > state["max_rounds"]:
        return np.int64(0), False
    spare = their - own
    if spare == 0 and state["equal_turns"] == 0:
        return np.int64(RACE if seat < other else -RACE), True
    if spare == 0:
        return np.int64(0), True
    return (RACE if spare > 0 else -RACE) + _MARGIN * min(max(spare, np.int64(-100)), np.int64(100)), True


@leaf
def write_progress(state, weights, out):
    """Write the progress of each seat into ``out``, seats of a team what their team is worth; 0 for seats not in play."""
    low, high = occupied(state)
    latest = np.int64(0)
    for seat in range(SEATS):
        latest = max(latest, np.int64(state["moves"][seat]))
    for seat in range(SEATS):
        out[seat] = np.int64(0)
        if state["team"][seat] >= 0:
            out[seat] = progress(state, np.int64(seat), low, high, latest, weights)
            if seat == np.int64(state["player"]) and state["status"][seat] == PLAYING:
                out[seat] += np.int64(weights[_TURN])
    if state["teamed"] == 0:
        return
    for seat in range(SEATS):
        for other in range(seat + 1, SEATS):
            if state["team"][seat] >= 0 and state["team"][other] == state["team"][seat]:
                least, most = min(out[seat], out[other]), max(out[seat], out[other])
                worth = (3 * least + most) // 4 if state["team_mode"] == ALL_HOME else (least + 3 * most) // 4
                out[seat], out[other] = worth, worth


@leaf
def against_others(state, seat, values):
    """The score of ``seat`` by the progress of all: against the best of its rivals and their mean; who is eliminated is none."""
    best, total, count = np.int64(_WORST), np.int64(0), np.int64(0)
    for other in range(SEATS):
        team = state["team"][other]
        if team >= 0 and team != state["team"][seat] and state["status"][other] != ELIMINATED:
            value = max(values[other], np.int64(_WORST))
            best = max(best, value)
            total += value
            count += 1
    rest = best if count <= 1 or state["sides"] == 2 else (best + total // count) // 2
    return max(min(values[seat] - rest, np.int64(EVAL_LIMIT - 1)), np.int64(1 - EVAL_LIMIT))


@kernel(contract.EVALUATE)
def evaluate(memory, ply, weights, scratch):
    """The static evaluation from the view of the player to act; ``weights`` as in ``weights.py``."""
    state = rows(memory)[ply]
    seat = np.int64(state["player"])
    if state["count"] == 2:
        score, known = race_score(state, seat, 3 - seat)
        if known:
            return score
    write_progress(state, weights, scratch)
    return against_others(state, seat, scratch)


@inline_leaf
def eased(score):
    """A score whose part beyond :data:`_CLEAR` counts little: who is far ahead of all others still sees what a mistake costs."""
    if score > _CLEAR:
        return _CLEAR + (score - _CLEAR) // _EASE
    return -_CLEAR - (-score - _CLEAR) // _EASE if score < -_CLEAR else score


@kernel(contract.EVALUATE_SEATS)
def evaluate_seats(memory, ply, weights, scratch, out):
    """The score of each seat from its own view; 0 for seats that are not in play."""
    state = rows(memory)[ply]
    write_progress(state, weights, scratch)
    for seat in range(SEATS):
        out[seat] = np.int64(0)
        if state["team"][seat] >= 0:
            out[seat] = eased(against_others(state, np.int64(seat), scratch))
            if state["status"][seat] == PLAYING and state["teamed"] == 0:
                late = lateness(state, np.int64(seat), way_out(state, np.int64(seat)))
                out[seat] = max(out[seat] + late * np.int64(weights[_EXIT]), np.int64(1 - EVAL_LIMIT))
    if state["count"] == 2:
        score, known = race_score(state, np.int64(0), np.int64(3))
        if known:
            out[0], out[3] = score, -score
