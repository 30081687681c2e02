"""Weights of the evaluation from games that it plays with itself: temporal differences on the chance of each seat to win.

A position is judged where a roll is due. The seats' scores are sums of weights, their chances the softmax of the scores; after
each turn the chances are moved towards those of the next such position, at the end towards the result (Sutton 1988; Tesauro
1995). Seats choose the decision with the best chance for themselves and now and then any other.
"""

from __future__ import annotations

import math

import numpy as np
from numba import types

from engine.core.jit import kernel, leaf
from engine.core.keys import next_random
from engine.games.aeroplane.features import MOST, list_features
from engine.games.aeroplane.moves import generate, token
from engine.games.aeroplane.play import is_home, make_move
from engine.games.aeroplane.rules import SEATS
from engine.games.aeroplane.state import MAX_MOVES, ROLL, rows

_FLOATS, _BYTES, _INTS = (types.Array(kind, 1, "C") for kind in (types.float64, types.uint8, types.int64))
TRAIN = types.FunctionType(types.int64(_BYTES, _FLOATS, types.int64, types.float64, types.float64, types.float64, _INTS, _BYTES))


@leaf
def chances(state, weights, index, amount, counts, out):
    """Features of every seat (rows of ``MOST``) and the softmax of their scores, float64[seats]; 0 for seats not in the game."""
    total, top = 0.0, -1e300
    for seat in range(SEATS):
        counts[seat], out[seat] = 0, -1e300
        if (state["alive"] >> seat) & 1:
            begin = seat * MOST
            counts[seat] = list_features(state, seat, index[begin : begin + MOST], amount[begin : begin + MOST])
            score = 0.0
            for place in range(begin, begin + counts[seat]):
                score += weights[index[place]] * amount[place]
            out[seat] = score
            top = max(top, score)
    for seat in range(SEATS):
        out[seat] = math.exp(out[seat] - top) if (state["alive"] >> seat) & 1 else 0.0
        total += out[seat]
    for seat in range(SEATS):
        out[seat] /= total


@leaf
def result_chances(state, out):
    """1 for the seat that has won, 0 for the others."""
    for seat in range(SEATS):
        out[seat] = 1.0 if is_home(state, seat) else 0.0


@kernel(TRAIN)
def train(memory, weights, games, rate, decay, random_share, random, starts):
    """Play ``games`` games and learn (``weights`` is modified); the number of turns.

    memory : three rows to work on, then the start positions, whose rows ``starts`` (uint8) chooses among. rate : step size,
    divided by ``1 + decay * game``. random_share : of decisions. random int64[1].
    """
    index, amount = np.empty(SEATS * MOST, np.int64), np.empty(SEATS * MOST, np.float64)
    index2, amount2 = np.empty(SEATS * MOST, np.int64), np.empty(SEATS * MOST, np.float64)
    counts, counts2 = np.empty(SEATS, np.int64), np.empty(SEATS, np.int64)
    now, after, trial = np.empty(SEATS), np.empty(SEATS), np.empty(SEATS)
    moves = np.empty(MAX_MOVES, np.int64)
    states = rows(memory)
    turns = np.int64(0)
    for game in range(games):
        step = rate / (1.0 + decay * game)
        states[0] = states[np.int64(starts[np.int64(next_random(random) % np.uint64(starts.size))])]
        chances(states[0], weights, index, amount, counts, now)
        while states[0]["over"] == 0:
            turns += 1
            seat = np.int64(states[0]["player"])
            make_move(memory, np.int64(0), token(ROLL, np.int64(next_random(random) % np.uint64(6)) + 1))
            found = generate(states[1], moves)
            best, best_value = moves[0], -1.0
            if found > 1:
                if (next_random(random) >> np.uint64(11)) * (1.0 / (1 << 53)) < random_share:
                    best = moves[np.int64(next_random(random) % np.uint64(found))]
                else:
                    for number in range(found):
                        make_move(memory, np.int64(1), moves[number])
                        if states[2]["over"] != 0:
                            result_chances(states[2], trial)
                        else:
                            chances(states[2], weights, index2, amount2, counts2, trial)
                        if trial[seat] > best_value:
                            best, best_value = moves[number], trial[seat]
            make_move(memory, np.int64(1), best)
            if states[2]["over"] != 0:
                result_chances(states[2], after)
            else:
                chances(states[2], weights, index2, amount2, counts2, after)
            for seat in range(SEATS):
                error = step * (after[seat] - now[seat])
                begin = seat * MOST
                for place in range(begin, begin + counts[seat]):
                    weights[index[place]] += error * amount[place]
            states[0] = states[2]
            if states[0]["over"] == 0:
                chances(states[0], weights, index, amount, counts, now)
    return turns


#: Step size and share of the games of each stage of :func:`learned`.
STAGES = ((0.02, 0.04), (0.01, 0.1), (0.005, 0.16), (0.002, 0.3), (0.0007, 0.4))
RANDOM_SHARE = 0.03
#: Players of the games; two seats have weights of their own, so they are played as often as both other numbers.
MIXTURE = "223344"
#: What a plane that is home is worth at first, against one in the hangar.
_FIRST_GUESS = 1.2


def first_guess() -> np.ndarray:
    """Weights made by thought alone: progress counts, the more the fewer planes are left."""
    from engine.games.aeroplane.features import OFFSETS, ONE, SIZE
    from engine.games.aeroplane.rules import CENTRE, PLANES

    weights = np.zeros(SIZE)
    for begin in (0, ONE):
        for left in range(PLANES):
            place = begin + OFFSETS["place"] + (CENTRE + 2) * left
            weights[place : place + CENTRE + 2] = _FIRST_GUESS * np.arange(CENTRE + 2) / (CENTRE + 1)
        weights[begin + OFFSETS["home"] :][: PLANES + 1] = _FIRST_GUESS * np.arange(PLANES + 1)
    return weights


def learned(games: int, seed: int) -> np.ndarray:
    """Weights in logits, learned from so many games; float64[features.SIZE]."""
    from engine.core.jit import compile_kernel
    from engine.games.aeroplane.rules import HANGAR, PLANES, SEATING
    from engine.games.aeroplane.state import NO_PLANE, STATE

    compile_kernel(train)
    memory = np.zeros((3 + len(MIXTURE)) * STATE.itemsize, np.uint8)
    states = memory.view(STATE)
    for row, players in enumerate(MIXTURE, start=3):
        teams = SEATING[players]
        for seat, team in enumerate(teams):
            states[row]["planes"][PLANES * seat : PLANES * (seat + 1)] = HANGAR if team >= 0 else NO_PLANE
        states[row]["alive"] = sum(1 << seat for seat, team in enumerate(teams) if team >= 0)
    weights = first_guess()
    starts = np.arange(3, 3 + len(MIXTURE)).astype(np.uint8)
    random = np.array([seed], np.int64)
    for rate, share in STAGES:
        train(memory, weights, round(games * share), rate, 0.0, RANDOM_SHARE, random, starts)
    return weights
