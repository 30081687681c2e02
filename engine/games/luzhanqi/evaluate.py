"""The static evaluation of a truth (or of a sample of one), and ``see``. Teams are the seats' parity on both boards."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.jit import kernel, leaf
from engine.games.luzhanqi.geometry import BOARDS, CAMP, HQ, HQ_PLACES, MOST_POINTS, NEIGHBOURS, OWN_ROW, POINTS
from engine.games.luzhanqi.play import fight
from engine.games.luzhanqi.state import BOTH, FLAG, KIND, LOSS, MINE, UNKNOWN, WIN, is_foe, owner_of, rows
from engine.games.luzhanqi.weights import NEAR_FLAG, PIECE_VALUES

_REACH = len(NEAR_FLAG)
_VALUES = np.array(PIECE_VALUES, np.int64)
#: Places of the numbers in ``weights``.
_NEAR, _CAMP_OWN, _CAMP_FOREIGN, _ADVANCE, _OUTRANKS, _PRESSURE, _FROM, _FADE = 14, 20, 21, 22, 23, 24, 25, 26


def _steps() -> np.ndarray:
    """STEPS[board, hq index, point]: steps to a headquarters (index 2 * seat + 0 or 1), at most _REACH."""
    table = np.full((2, 8, MOST_POINTS), _REACH, np.int8)
    for number, board in enumerate(BOARDS):
        for seat in range(board.seats):
            for side, place in enumerate(HQ_PLACES):
                start = board.ground[seat][place]
                ring, distance = {start}, 0
                seen = set(ring)
                while ring and distance < _REACH:
                    for point in ring:
                        table[number, 2 * seat + side, point] = distance
                    ring = {int(q) for p in ring for q in NEIGHBOURS[number, p] if q >= 0} - seen
                    seen |= ring
                    distance += 1
    table.flags.writeable = False
    return table


STEPS = _steps()
#: HQ_INDEX[board, point]: index of a headquarters in STEPS, -1 elsewhere.
HQ_INDEX = np.full((2, MOST_POINTS), -1, np.int8)
for _number, _board in enumerate(BOARDS):
    for _seat in range(_board.seats):
        for _side, _place in enumerate(HQ_PLACES):
            HQ_INDEX[_number, _board.ground[_seat][_place]] = 2 * _seat + _side
HQ_INDEX.flags.writeable = False


@leaf
def standing(state, weights):
    """The score of a row from the view of the even seats."""
    board = np.int64(state["board"])
    score = np.int64(0)
    best_even, best_odd = np.int64(UNKNOWN), np.int64(UNKNOWN)
    for point in range(POINTS[board]):
        piece = np.int64(state["piece"][point])
        if piece == 0:
            continue
        kind, owner = piece & KIND, owner_of(piece)
        odd = owner & 1
        value = np.int64(weights[kind])
        if odd == 0:
            best_even = min(best_even, kind)
        else:
            best_odd = min(best_odd, kind)
        if kind != MINE and kind != FLAG and HQ[board, point] == 0:
            row = OWN_ROW[board, owner, point]
            if CAMP[board, point] != 0:
                value += np.int64(weights[_CAMP_OWN]) if row > 0 else np.int64(weights[_CAMP_FOREIGN])
            value += np.int64(weights[_ADVANCE]) * (6 - row)
            for seat in range(np.int64(state["seats"])):
                flag = np.int64(state["flag_at"][seat])
                if flag >= 0 and is_foe(board, owner, np.int64(seat)):
                    steps = np.int64(STEPS[board, np.int64(HQ_INDEX[board, flag]), point])
                    if steps < _REACH:
                        value += np.int64(weights[_NEAR + steps])
        score += value if odd == 0 else -value
    if best_even < best_odd:
        score += np.int64(weights[_OUTRANKS])
    elif best_odd < best_even:
        score -= np.int64(weights[_OUTRANKS])
    return score


@kernel(contract.EVALUATE)
def evaluate(memory, ply, weights, scratch):
    """Material, camps, advance, attackers near a flag, the highest piece, and the limit of quiet plies.

    Where the limit is a draw, what a side is ahead by fades as it comes near: the leader must fight, and the other one need not.
    """
    state = rows(memory)[ply]
    score = standing(state, weights)
    player, limit = np.int64(state["player"]), np.int64(state["limit"])
    if player & 1:
        score = -score
    left = limit - np.int64(state["quiet"])
    if state["mover_loses"] == 0 and limit > 0 and left < weights[_FADE]:
        return np.int64(float(score) * max(0, left) / weights[_FADE])
    if state["mover_loses"] != 0 and limit > 0 and 0 < left <= weights[_FROM]:
        pressure = np.int64(weights[_PRESSURE]) * (np.int64(weights[_FROM]) + 1 - left)
        score += -pressure if left & 1 else pressure
    return score


@kernel(contract.SEE)
def see(memory, ply, move, threshold):
    """Whether what an attack removes is worth at least ``threshold`` more than what it costs; no exchange follows."""
    state = rows(memory)[ply]
    balance = np.int64(0)
    if contract.move_victim(move) != 0 and np.int64(state["ply"]) >= np.int64(state["seats"]):
        attacker = np.int64(state["piece"][contract.move_origin(move)]) & KIND
        defender = np.int64(state["piece"][contract.move_to(move)]) & KIND
        if attacker != UNKNOWN and defender != UNKNOWN:
            code = fight(attacker, defender, np.int64(state["mine_hit"]))
            if code == WIN or code == BOTH:
                balance += 1500 if defender == FLAG else np.int64(_VALUES[defender])
            if code == LOSS or code == BOTH:
                balance -= np.int64(_VALUES[attacker])
    return np.int64(balance >= threshold)
