"""Information-set Monte Carlo tree search (ISMCTS) with one tree for the seat at the root.

Each iteration asks the game for one world (``determinize``), walks down the tree in it, adds a node, plays a short playout, and
evaluates its end. A node stands for what everybody has seen since the root: it is reached by moves and by what these showed, for
an edge leads to a node of its own for every public outcome (``structure_key`` of the row behind it). So statistics of all worlds
that look alike are shared, the seat at the root never acts on what it cannot know, and outcomes of attacks are averaged as often
as they occur. Which moves of a foreign seat exist differs from world to world; an edge
counts how often it was available since it was first taken; before that it is taken for always available.

Edges are chosen by PUCT, ``q + c * prior * sqrt(available) / (1 + n)``: attacks that win something in the world at hand have a
larger prior, those that lose a smaller one. Unvisited edges start with the value of their node.

Reference: Cowling, Powley, Whitehouse, *Information set Monte Carlo tree search*, IEEE TCIAIG 4(2), 2012.
"""

from __future__ import annotations

import math

import numpy as np
from numba import types

from engine.core import contract
from engine.core.contract import winners_of
from engine.core.jit import inline_leaf, kernel, leaf
from engine.core.keys import mix64, next_random

ROOM = 400  #: rows behind the root: the tree's plies and a playout
DEEPEST = 120  #: plies of the tree
#: Fields of ``numbers``, int64.
ROOT, STRIDE, SEAT, PLAYOUT, SCALE, CPUCT, GREEDY, LOSING, WINNING, ALLOWED = range(10)
NUMBERS = 10
#: Fields of ``state``, int64: nodes and edges in use, deepest ply, plies of playouts, plies in all.
NODES, EDGES, SELDEPTH, PLAYOUT_PLIES, PLIES, STATE_WORDS = range(6)

_I64 = types.int64
_INTS, _FLOATS, _BYTES, _WORDS = (types.Array(kind, 1, "C") for kind in (types.int64, types.float64, types.uint8, types.uint64))
_WEIGHTS = types.Array(types.int32, 1, "C")
#: See :func:`grow`.
_GROW = types.FunctionType(
    _I64(
        _BYTES, _INTS, _INTS, _INTS, _WORDS, _INTS, _INTS, _FLOATS, _INTS, _INTS, _INTS, _FLOATS, _INTS, _INTS, _INTS, _INTS,
        _INTS, _WEIGHTS, _INTS, _I64, contract.GEN_MOVES, contract.MAKE_MOVE, contract.RESULT, contract.ADJUDICATE, contract.SEE,
        contract.EVALUATE, contract.DETERMINIZE,
    )
)  # fmt: skip
_ONE = np.uint64(1)


# --- small things -------------------------------------------------------------------------------------------------------


@inline_leaf
def _pick(random, count):
    """A number in 0 .. count - 1."""
    return np.int64(((next_random(random) >> np.uint64(32)) * np.uint64(count)) >> np.uint64(32))


@inline_leaf
def _player(memory, row, stride):
    return np.int64(np.int8(memory[row * stride + contract.PLAYER_OFFSET]))


@inline_leaf
def _public(memory, row, stride):
    """``structure_key`` of a row."""
    key = np.uint64(0)
    for byte in range(8):
        key |= np.uint64(memory[row * stride + contract.STRUCTURE_KEY_OFFSET + byte]) << np.uint64(8 * byte)
    return key


@leaf
def _find(keys, entries, key):
    """The slot of ``key`` in the open hash table: its own, or the free one where it belongs (key 0 is free)."""
    mask = keys.size - 1
    slot = np.int64(key & np.uint64(mask))
    while keys[slot] != np.uint64(0) and keys[slot] != key:
        slot = (slot + 1) & mask
    return slot


@leaf
def _ended(code, teams):
    """The share of team 0 in a finished game."""
    winners = winners_of(code)
    if winners == 0:
        return 0.5
    for seat in range(teams.size):
        if (winners >> seat) & 1:
            return 1.0 if teams[seat] == 0 else 0.0
    return 0.5


@leaf
def _expected(score, scale):
    """The share of the side that a score favours."""
    return 1.0 / (1.0 + math.exp(-float(score) / scale))


# --- playouts -----------------------------------------------------------------------------------------------------------


@leaf
def _choose(memory, row, moves, count, random, greedy, see):
    """A move of a playout: an attack that wins something where chance finds one, else any that is not plainly bad."""
    attacks = np.int64(0)
    for index in range(count):
        if contract.move_is_noisy(moves[index]):
            moves[attacks], moves[index] = moves[index], moves[attacks]
            attacks += 1
    if attacks > 0 and _pick(random, np.int64(100)) < greedy:
        for _ in range(3):
            move = moves[_pick(random, attacks)]
            if see(memory, row, move, np.int64(1)) != 0:
                return move
    move = moves[_pick(random, count)]
    if contract.move_is_noisy(move) and see(memory, row, move, np.int64(0)) == 0:
        move = moves[_pick(random, count)]
    return move


@leaf
def _playout(memory, row, plies, teams, moves, random, numbers, state, weights, scratch, gen_moves, make_move, result, adjudicate,
             see, evaluate):  # fmt: skip
    """Play ``plies`` plies from ``row`` and evaluate; the share of team 0."""
    stride = numbers[STRIDE]
    for _ in range(plies):
        code = adjudicate(memory, row, row)
        if code != 0:
            return _ended(code, teams)
        count = gen_moves(memory, row, moves)
        if count == 0:
            return _ended(result(memory, row), teams)
        make_move(memory, row, _choose(memory, row, moves, count, random, numbers[GREEDY], see))
        row += 1
        state[PLAYOUT_PLIES] += 1
    code = adjudicate(memory, row, row)
    if code != 0:
        return _ended(code, teams)
    share = _expected(evaluate(memory, row, weights, scratch), float(numbers[SCALE]))
    return share if teams[_player(memory, row, stride)] == 0 else 1.0 - share


# --- the tree -----------------------------------------------------------------------------------------------------------


@inline_leaf
def _edge_key(node, move):
    """The key of the edge of ``move`` at ``node`` in the hash table."""
    return mix64(np.uint64(move) ^ mix64(np.uint64(node) + np.uint64(0x65646765))) | _ONE


@leaf
def _child_of(keys, entries, edge, public, state, node_visits, node_value):
    """The node behind ``edge`` where everybody sees ``public``, made if it is new; -1 if there is no room."""
    key = mix64(public ^ mix64(np.uint64(edge) + np.uint64(0x6E6F6465))) | _ONE
    slot = _find(keys, entries, key)
    if keys[slot] == key:
        return entries[slot]
    node = state[NODES]
    if node >= node_visits.size:
        return np.int64(-1)
    state[NODES] = node + 1
    keys[slot], entries[slot] = key, node
    node_visits[node], node_value[node] = 0, 0.0
    return node


@kernel(_GROW)
def grow(
    memory, numbers, teams, chain, keys, entries, node_visits, node_value, edge_move, edge_node, edge_visits, edge_value,
    edge_available, state, moves, allowed, path, weights, scratch, iterations, gen_moves, make_move, result, adjudicate, see,
    evaluate, determinize,
):  # fmt: skip
    """Do ``iterations`` iterations; how many were done, fewer if the tree is full.

    memory : the stack with ``ROOM`` rows behind the root; row ``numbers[ROOT]`` is rewritten with every world. numbers : see the
    constants. teams int64[seats], 0 or 1. chain : ``random`` of ``determinize``. keys uint64, entries int64 : hash table, a power
    of two, zeroed before a search. node_visits, node_value (share of team 0), edge_... : the tree, edges in the view of the team
    that acts. state : see the constants; zero but NODES = 1 before. moves int64 : room for a list. allowed : root moves that may
    be chosen, ``numbers[ALLOWED]`` of them, all if 0. path int64[2 * DEEPEST + 8].
    """
    root, stride, seat = numbers[ROOT], numbers[STRIDE], numbers[SEAT]
    exploration = float(numbers[CPUCT]) / 100.0
    prior = np.empty(moves.size, np.float64)
    edges = np.empty(moves.size, np.int64)
    for done in range(iterations):
        determinize(memory, root, seat, chain)
        node, row, length = np.int64(0), root, np.int64(0)
        share = 0.5
        full = False
        while True:
            code = result(memory, row)
            if code != 0:
                share = _ended(code, teams)
                break
            fresh = node_visits[node] == 0 and node != 0
            if fresh or full or length >= DEEPEST:
                share = _playout(
                    memory, row, numbers[PLAYOUT], teams, moves, chain, numbers, state, weights, scratch, gen_moves, make_move,
                    result, adjudicate, see, evaluate,
                )  # fmt: skip
                break
            count = gen_moves(memory, row, moves)
            if node == 0 and numbers[ALLOWED] > 0:
                count = numbers[ALLOWED]
                moves[:count] = allowed[:count]
            if count == 0:
                break
            team = teams[_player(memory, row, stride)]
            total = 0.0
            for index in range(count):
                weight = 100.0
                if contract.move_is_noisy(moves[index]):
                    if see(memory, row, moves[index], np.int64(1)) != 0:
                        weight = float(numbers[WINNING])
                    elif see(memory, row, moves[index], np.int64(0)) == 0:
                        weight = float(numbers[LOSING])
                prior[index] = weight
                total += weight
                slot = _find(keys, entries, _edge_key(node, moves[index]))
                edges[index] = entries[slot] if keys[slot] != np.uint64(0) else np.int64(-1)
                if edges[index] >= 0:
                    edge_available[edges[index]] += 1
            mean = node_value[node] / max(1, node_visits[node]) if node_visits[node] > 0 else 0.5
            start = (mean if team == 0 else 1.0 - mean) - 0.05
            best, best_score = np.int64(0), -1e18
            for index in range(count):
                edge = edges[index]
                visits = edge_visits[edge] if edge >= 0 else np.int64(0)
                available = edge_available[edge] if edge >= 0 else node_visits[node] + 1
                value = edge_value[edge] / visits if visits > 0 else start
                bonus = exploration * prior[index] / total * math.sqrt(float(available)) / (1.0 + visits)
                score = value + bonus + 1e-9 * float(_pick(chain, np.int64(1024)))
                if score > best_score:
                    best, best_score = index, score
            edge = edges[best]
            if edge < 0:
                edge = state[EDGES]
                if edge >= edge_move.size:
                    full = True
                    continue
                state[EDGES] = edge + 1
                key = _edge_key(node, moves[best])
                slot = _find(keys, entries, key)
                keys[slot], entries[slot] = key, edge
                edge_move[edge], edge_node[edge], edge_visits[edge], edge_value[edge] = moves[best], node, 0, 0.0
                edge_available[edge] = node_visits[node] + 1
            path[2 * length], path[2 * length + 1] = node, 2 * edge + team
            length += 1
            make_move(memory, row, moves[best])
            row += 1
            child = _child_of(keys, entries, edge, _public(memory, row, stride), state, node_visits, node_value)
            if child < 0:
                full = True
            else:
                node = child
        state[PLIES] += length
        state[SELDEPTH] = max(state[SELDEPTH], length)
        if not full and (length == 0 or path[2 * (length - 1)] != node):
            node_visits[node] += 1
            node_value[node] += share
        for step in range(length):
            passed, edge, team = path[2 * step], path[2 * step + 1] >> 1, path[2 * step + 1] & 1
            node_visits[passed] += 1
            node_value[passed] += share
            edge_visits[edge] += 1
            edge_value[edge] += share if team == 0 else 1.0 - share
        if full:
            return np.int64(done + 1)
    return np.int64(iterations)
