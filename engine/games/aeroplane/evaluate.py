"""The static evaluation: each seat's chance of winning by the softmax of learned scores, on a scale that is linear in the chance.

Linear, because expectimax takes means: 0 is an even chance among the seats in the game, ``UNIT`` a certain win. Where two
opposite seats have three planes or fewer that are not home yet between them, the exact chance stands in a table behind the
weights (``exact.py``); it is right for the usual options and where a roll is due.
"""

from __future__ import annotations

import math

import numpy as np

from engine.core import contract
from engine.core.jit import kernel, leaf
from engine.games.aeroplane.exact import SHIPPED, STEPS, TUPLES, offsets, tuple_index
from engine.games.aeroplane.features import MOST, SIZE, list_features
from engine.games.aeroplane.play import is_home
from engine.games.aeroplane.rules import PLANES, SEATS
from engine.games.aeroplane.state import UNIT, rows

LOGIT = 1000.0  #: weights are logits in units of this
SCRATCH_WORDS = 8
_BEGINS = offsets(SHIPPED)
_BEGINS.flags.writeable = False
_SIZES = np.array(TUPLES, dtype=np.int64)
_SIZES.flags.writeable = False
_OPPOSITE = (0b0101, 0b1010)


@leaf
def known_chance(state, weights):
    """The exact chance of the seat that rolls, negative where the table does not know it."""
    alive = np.int64(state["alive"])
    if weights.size == SIZE or (alive != _OPPOSITE[0] and alive != _OPPOSITE[1]):
        return -1.0
    if state["take_off"] != 0 or state["void"] != 0 or state["exact"] != 0 or state["together"] != 0 or state["optional"] != 0:
        return -1.0
    seat = np.int64(state["player"])
    mine, my_index = tuple_index(state["planes"], PLANES * seat)
    yours, your_index = tuple_index(state["planes"], PLANES * ((seat + 2) % SEATS))
    if mine < 1 or yours < 1 or mine + yours > 3:
        return -1.0
    place = SIZE + _BEGINS[mine, yours] + my_index * _SIZES[yours] + your_index
    return weights[place] / STEPS


@leaf
def seat_chances(state, weights, out):
    """The chance of each seat to win, float64[seats]."""
    index, amount = np.empty(MOST, np.int64), np.empty(MOST, np.float64)
    if state["over"] != 0:
        for seat in range(SEATS):
            out[seat] = 1.0 if is_home(state, seat) or (state["left"] != 0 and (state["alive"] >> seat) & 1) else 0.0
        return
    known = known_chance(state, weights)
    total, top = 0.0, -1e300
    for seat in range(SEATS):
        out[seat] = -1e300
        if (state["alive"] >> seat) & 1:
            score = 0.0
            if known >= 0.0:
                chance = known if seat == np.int64(state["player"]) else 1.0 - known
                score = LOGIT * math.log(max(chance, 1e-9))
            else:
                for place in range(list_features(state, seat, index, amount)):
                    score += weights[index[place]] * amount[place]
            out[seat] = score / LOGIT
            top = max(top, out[seat])
    for seat in range(SEATS):
        out[seat] = math.exp(out[seat] - top) if (state["alive"] >> seat) & 1 else 0.0
        total += out[seat]
    for seat in range(SEATS):
        out[seat] /= total


@leaf
def seats_in(state):
    """How many seats are in the game."""
    count = np.int64(0)
    for seat in range(SEATS):
        count += (np.int64(state["alive"]) >> seat) & 1
    return count


@leaf
def score_of(chance, seats):
    """A chance of winning among so many seats on the score scale."""
    if seats < 2:
        return np.int64(UNIT)
    return np.int64(round(UNIT * (seats * chance - 1.0) / (seats - 1.0)))


@kernel(contract.EVALUATE)
def evaluate(memory, ply, weights, scratch):
    """The score of the player to act (or to roll)."""
    state = rows(memory)[ply]
    out = np.empty(SEATS)
    seat_chances(state, weights, out)
    return score_of(out[np.int64(state["player"])], seats_in(state))


@kernel(contract.EVALUATE_SEATS)
def evaluate_seats(memory, ply, weights, scratch, out):
    """The score of every seat; the lowest one for seats that are not in the game."""
    state = rows(memory)[ply]
    found = np.empty(SEATS)
    seat_chances(state, weights, found)
    seats = seats_in(state)
    for seat in range(SEATS):
        out[seat] = score_of(found[seat], seats) if (state["alive"] >> seat) & 1 else -UNIT
