"""Monte Carlo tree search with an evaluation, for any number of teams: PUCT over value vectors (MCTS-max^n), one compiled loop.

Each iteration walks down from the root, in every node to the child with the largest ``q + c * p * sqrt(N) / (1 + n)``: ``q`` the
mean outcome of the team that acts there, ``p`` a prior from move shapes, ``N`` and ``n`` visits of node and child; unvisited
children start a little below the value of their parent. A new leaf is not played out at random: captures that win material are
followed for a few plies, then the scores of all seats become chances of winning by a logistic curve.

The children of a node of chance, where dice fall or a piece is turned up, are its outcomes. A walk goes to the one that is most
behind its share of the visits, which is random enough and wastes no walks on luck; the values of such a node are so the mean over
its outcomes by their weights.

References: Kocsis and Szepesvari, ECML 2006; Rosin, *Multi-armed bandits with episode context*, 2011; Sturtevant, *An analysis
of UCT in multi-player games*, ICGA 2008; Nijssen and Winands on MCTS-max^n.
"""

from __future__ import annotations

import math

import numpy as np
from numba import types

from engine.core import contract
from engine.core.contract import FLAG_CHANCE, move_is_noisy, move_victim
from engine.core.jit import kernel, leaf
from engine.mcts import outcome

UNKNOWN = -1  #: ``first`` of a node whose children have not been made
CHANCE = -1  #: ``acting`` of a node of chance
DEEPEST = 200  #: plies of the tree below the root
FOLLOWED = 8  #: captures played after a leaf
ROOM = DEEPEST + FOLLOWED + 8  #: rows that an iteration writes behind the root
FIRST_PLAY = 0.08  #: an unvisited child is taken for so much worse than its parent
SCALE = 220.0  #: score units for odds of e to 1

#: Words of ``numbers``: root row, bytes of a row, seats, whether moves are packed.
ROOT, STRIDE, SEATS, PACKED = range(4)

_I64 = types.int64
_INTS, _FLOATS, _BYTES = (types.Array(kind, 1, "C") for kind in (types.int64, types.float64, types.uint8))
_WEIGHTS = types.Array(types.int32, 1, "C")
#: See :func:`grow`.
_GROW = types.FunctionType(
    _I64(
        _BYTES, _INTS, _INTS, _INTS, _INTS, _INTS, _INTS, _INTS, _FLOATS, types.Array(types.float64, 2, "C"), _INTS, _INTS, _INTS,
        _WEIGHTS, _INTS, _INTS, types.float64, _I64, contract.GEN_MOVES, contract.GEN_MOVES, contract.MAKE_MOVE, contract.RESULT,
        contract.ADJUDICATE, contract.DESCRIBE, contract.SEE, contract.EVALUATE_SEATS, contract.CHANCE_OUTCOMES,
    )
)  # fmt: skip


@leaf
def is_chance(memory, row, stride):
    """Whether a row waits for a die or for what a flip reveals."""
    return memory[row * stride + contract.FLAGS_OFFSET] & FLAG_CHANCE != 0


@leaf
def chances(scores, teams, out):
    """Chances of winning of each team from the scores of the seats, int64; ``out`` float64[teams], sum 1."""
    total = 0.0
    for team in range(out.size):
        out[team] = 0.0
    for seat in range(teams.size):
        team = teams[seat]
        if team >= 0:
            out[team] = max(out[team], 1.0 / (1.0 + math.exp(-min(max(scores[seat], -6000), 6000) / SCALE)))
    for team in range(out.size):
        total += out[team]
    for team in range(out.size):
        out[team] = out[team] / total if total > 0.0 else 1.0 / out.size


@leaf
def _make_children(
    memory, row, node, moves, first, count, visits, acting, prior, values, state, lists, values_of_kinds, teams, numbers,
    gen_moves, make_move, describe, see,
):  # fmt: skip
    """Add the children of ``node`` with their priors; False if there is no room."""
    found = gen_moves(memory, row, lists)
    start = state[0]
    if start + found > moves.size:
        return False
    total = 0.0
    for index in range(found):
        child, move = start + index, lists[index]
        shape = move if numbers[PACKED] != 0 else describe(memory, row, move)
        weight = 1.0
        if move_is_noisy(shape):
            gain = values_of_kinds[move_victim(shape)]
            weight = 3.0 + 0.02 * gain if see(memory, row, move, np.int64(0)) != 0 else 0.6
        elif see(memory, row, move, np.int64(-50)) == 0:
            weight = 0.25
        moves[child], first[child], count[child], visits[child], prior[child] = move, UNKNOWN, 0, 0, weight
        values[child, :] = 0.0
        total += weight
    for child in range(start, start + found):
        prior[child] /= total
    first[node], count[node] = start, found
    acting[node] = teams[np.int64(np.int8(memory[row * numbers[STRIDE] + contract.PLAYER_OFFSET]))]
    state[0] = start + found
    return True


@leaf
def _make_outcomes(memory, row, node, moves, first, count, visits, acting, prior, values, state, lists, shares, chance_outcomes):
    """Add the outcomes of a node of chance with their probabilities; False if there is no room."""
    found = chance_outcomes(memory, row, lists, shares)
    start = state[0]
    if start + found > moves.size:
        return False
    total = 0.0
    for index in range(found):
        child = start + index
        moves[child], first[child], count[child], visits[child], prior[child] = lists[index], UNKNOWN, 0, 0, shares[index]
        values[child, :] = 0.0
        total += shares[index]
    for child in range(start, start + found):
        prior[child] /= total
    first[node], count[node], acting[node] = start, found, CHANCE
    state[0] = start + found
    return True


@leaf
def _most_behind(node, first, count, visits, prior):
    """The outcome that has had the least of its share."""
    begin = first[node]
    best, most = begin, -1e300
    for child in range(begin, begin + count[node]):
        behind = prior[child] * (visits[node] + 1.0) - visits[child]
        if behind > most:
            best, most = child, behind
    return best


@leaf
def _choose(node, first, count, visits, values, acting, prior, exploration):
    """The child that the walk goes to."""
    begin, end = first[node], first[node] + count[node]
    team, best, best_score = acting[node], begin, -1e9
    width = exploration * math.sqrt(visits[node] + 1.0)
    fresh = values[node, team] / max(visits[node], 1) - FIRST_PLAY
    for child in range(begin, end):
        mean = values[child, team] / visits[child] if visits[child] > 0 else fresh
        score = mean + width * prior[child] / (1.0 + visits[child])
        if score > best_score:
            best, best_score = child, score
    return best


@leaf
def _judge(
    memory, row, root, teams, lists, scores, values_of_kinds, weights, scratch, numbers, out, gen_noisy, make_move, result,
    adjudicate, describe, see, evaluate_seats,
):  # fmt: skip
    """Write the chances of each team at a leaf: captures that win material are played first."""
    for _ in range(FOLLOWED):
        code = adjudicate(memory, row, root)
        if code != 0:
            outcome(code, teams, out)
            return
        found = gen_noisy(memory, row, lists)
        best, best_gain = np.int64(0), np.int64(0)
        for index in range(found):
            move = lists[index]
            shape = move if numbers[PACKED] != 0 else describe(memory, row, move)
            gain = values_of_kinds[move_victim(shape)]
            if gain > best_gain and see(memory, row, move, np.int64(1)) != 0:
                best, best_gain = move, gain
        if best == 0:
            break
        make_move(memory, row, best)
        row += 1
    code = result(memory, row)
    if code != 0:
        outcome(code, teams, out)
        return
    evaluate_seats(memory, row, weights, scratch, scores)
    chances(scores, teams, out)


@kernel(_GROW)
def grow(
    memory, numbers, teams, moves, first, count, visits, acting, prior, values, state, lists, values_of_kinds, weights, scratch,
    scores, exploration, iterations, gen_moves, gen_noisy, make_move, result, adjudicate, describe, see, evaluate_seats,
    chance_outcomes,
):  # fmt: skip
    """Do ``iterations`` iterations; the nodes in use then. A full tree grows no more, but its leaves go on being judged.

    memory : uint8, the stack, with ``ROOM`` rows behind the root. numbers : see ``ROOT`` and following. teams int64[seats].
    Nodes: moves, first, count, visits, acting (team) int64, prior float64, values float64[nodes, teams]; node 0 is the root.
    state int64[2]: nodes in use, deepest ply. lists : room for a list of moves or outcomes. values_of_kinds int64[32].
    weights, scratch : those of the evaluation. scores int64[8]. exploration : c.
    """
    path = np.empty(DEEPEST + 2, np.int64)
    out = np.empty(values.shape[1], np.float64)
    shares = np.empty(lists.size, np.int32)
    root, stride = numbers[ROOT], numbers[STRIDE]
    for _ in range(iterations):
        node, row, length = np.int64(0), root, np.int64(1)
        path[0] = node
        while True:
            due = is_chance(memory, row, stride)
            if first[node] == UNKNOWN:
                if length > DEEPEST or (node != 0 and (visits[node] == 0 or (not due and adjudicate(memory, row, root) != 0))):
                    break
                if due:
                    made = _make_outcomes(
                        memory, row, node, moves, first, count, visits, acting, prior, values, state, lists, shares,
                        chance_outcomes,
                    )  # fmt: skip
                else:
                    made = _make_children(
                        memory, row, node, moves, first, count, visits, acting, prior, values, state, lists, values_of_kinds,
                        teams, numbers, gen_moves, make_move, describe, see,
                    )  # fmt: skip
                if not made:
                    break  # no room: the node stays a leaf
            if count[node] == 0:
                break
            if due:
                node = _most_behind(node, first, count, visits, prior)
            else:
                node = _choose(node, first, count, visits, values, acting, prior, exploration)
            make_move(memory, row, moves[node])
            row += 1
            path[length] = node
            length += 1
        state[1] = max(state[1], length - 1)
        _judge(
            memory, row, root, teams, lists, scores, values_of_kinds, weights, scratch, numbers, out, gen_noisy, make_move,
            result, adjudicate, describe, see, evaluate_seats,
        )  # fmt: skip
        for index in range(length):
            visits[path[index]] += 1
            for team in range(out.size):
                values[path[index], team] += out[team]
    return state[0]
