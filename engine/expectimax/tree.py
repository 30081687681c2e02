"""Monte Carlo tree search with nodes of chance: that of ``engine.multiseat.tree`` where dice fall and pieces are turned up.

The children of a chance node are its outcomes. A walk goes to the one that is most behind its share of the visits, which is
random enough and wastes no walks on luck; the values of a chance node are so the mean over its outcomes by their weights.
"""

from __future__ import annotations

import numpy as np
from numba import types

from engine.core import contract
from engine.core.contract import FLAG_CHANCE
from engine.core.jit import kernel, leaf
from engine.multiseat.tree import DEEPEST, PACKED, ROOT, STRIDE, UNKNOWN
from engine.multiseat.tree import _choose as choose
from engine.multiseat.tree import _judge as judge
from engine.multiseat.tree import _make_children as make_children

CHANCE = -1  #: ``acting`` of a chance node

_I64 = types.int64
_INTS, _FLOATS, _BYTES = (types.Array(kind, 1, "C") for kind in (types.int64, types.float64, types.uint8))
_SHORTS = types.Array(types.int32, 1, "C")
#: See :func:`grow`.
_GROW = types.FunctionType(
    _I64(
        _BYTES, _INTS, _INTS, _INTS, _INTS, _INTS, _INTS, _INTS, _FLOATS, types.Array(types.float64, 2, "C"), _INTS, _INTS, _INTS,
        _SHORTS, _INTS, _INTS, types.float64, _I64, contract.GEN_MOVES, contract.GEN_MOVES, contract.MAKE_MOVE, contract.RESULT,
        contract.ADJUDICATE, contract.DESCRIBE, contract.SEE, contract.EVALUATE_SEATS, contract.CHANCE_OUTCOMES,
    )
)  # fmt: skip


@leaf
def is_chance(memory, row, stride):
    """Whether a row waits for a die or for what a flip reveals."""
    return memory[row * stride + contract.FLAGS_OFFSET] & FLAG_CHANCE != 0


@leaf
def make_outcomes(memory, row, node, moves, first, count, visits, acting, prior, values, state, lists, weights, chance_outcomes):
    """Add the outcomes of a chance node with their probabilities; False if there is no room."""
    found = chance_outcomes(memory, row, lists, weights)
    start = state[0]
    if start + found > moves.size:
        return False
    total = 0.0
    for index in range(found):
        child = start + index
        moves[child], first[child], count[child], visits[child], prior[child] = lists[index], UNKNOWN, 0, 0, weights[index]
        values[child, :] = 0.0
        total += weights[index]
    for child in range(start, start + found):
        prior[child] /= total
    first[node], count[node], acting[node] = start, found, CHANCE
    state[0] = start + found
    return True


@leaf
def most_behind(node, first, count, visits, prior):
    """The outcome that has had the least of its share."""
    begin = first[node]
    best, most = begin, -1e300
    for child in range(begin, begin + count[node]):
        behind = prior[child] * (visits[node] + 1.0) - visits[child]
        if behind > most:
            best, most = child, behind
    return best


@kernel(_GROW)
def grow_with_chance(
    memory, numbers, teams, moves, first, count, visits, acting, prior, values, state, lists, values_of_kinds, weights, scratch,
    scores, exploration, iterations, gen_moves, gen_noisy, make_move, result, adjudicate, describe, see, evaluate_seats,
    chance_outcomes,
):  # fmt: skip
    """Do ``iterations`` iterations; how many were done. Arguments as in ``engine.multiseat.tree.grow``."""
    path = np.empty(DEEPEST + 2, np.int64)
    out = np.empty(values.shape[1], np.float64)
    shares = np.empty(lists.size, np.int32)
    root, stride = numbers[ROOT], numbers[STRIDE]
    for done in range(iterations):
        node, row, length = np.int64(0), root, np.int64(1)
        path[0] = node
        full = False
        while True:
            due = is_chance(memory, row, stride)
            if first[node] == UNKNOWN:
                if length > DEEPEST or (node != 0 and (visits[node] == 0 or (not due and adjudicate(memory, row, root) != 0))):
                    break
                if due:
                    made = make_outcomes(
                        memory,
                        row,
                        node,
                        moves,
                        first,
                        count,
                        visits,
                        acting,
                        prior,
                        values,
                        state,
                        lists,
                        shares,
                        chance_outcomes,
                    )
                else:
                    made = make_children(
                        memory,
                        row,
                        node,
                        moves,
                        first,
                        count,
                        visits,
                        acting,
                        prior,
                        values,
                        state,
                        lists,
                        values_of_kinds,
                        teams,
                        numbers,
                        gen_moves,
                        make_move,
                        describe,
                        see,
                    )
                if not made:
                    full = True
                    break
            if count[node] == 0:
                break
            if due:
                node = most_behind(node, first, count, visits, prior)
            else:
                node = choose(node, first, count, visits, values, acting, prior, exploration)
            make_move(memory, row, moves[node])
            row += 1
            path[length] = node
            length += 1
        state[1] = max(state[1], length - 1)
        judge(
            memory,
            row,
            root,
            teams,
            lists,
            scores,
            values_of_kinds,
            weights,
            scratch,
            numbers,
            out,
            gen_noisy,
            make_move,
            result,
            adjudicate,
            describe,
            see,
            evaluate_seats,
        )
        for index in range(length):
            visits[path[index]] += 1
            for team in range(out.size):
                values[path[index], team] += out[team]
        if full:
            return np.int64(done + 1)
    return np.int64(iterations)


assert PACKED == 3  # ``make_children`` reads it
