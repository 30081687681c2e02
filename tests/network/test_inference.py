"""Compiled inference against the NumPy reference, bit for bit, on every way to a position."""

from __future__ import annotations

import platform
import random
import re

import numba
import numpy as np
import pytest

import engine
from engine.core import contract
from engine.core.score import EVAL_LIMIT
from engine.network.inference import evaluate_network
from engine.network.layout import SLOTS
from engine.network.load import network_evaluation
from tests.network.nets import expected_score, random_network

SHAPES = [(16, 1, "screlu"), (32, 8, "screlu"), (48, 5, "crelu"), (64, 32, "screlu"), (128, 8, "crelu"), (256, 2, "screlu")]


class Evaluator:
    """A network's kernel with its own scratch memory."""

    def __init__(self, game: engine.Game, network) -> None:
        self.game, self.network = game, network
        self.evaluation = network_evaluation(network, game.spec)
        self.scratch = np.zeros(self.evaluation.scratch_words, dtype=np.int64)
        game.kernel("evaluate")
        engine.core.jit.compile_kernel(evaluate_network)

    def __call__(self, memory: np.ndarray, row: int) -> int:
        return int(self.evaluation.kernel(memory, row, self.evaluation.weights, self.scratch))

    def check(self, memory: np.ndarray, row: int) -> int:
        value = self(memory, row)
        assert value == expected_score(self.network, self.game, memory, row)
        assert abs(value) < EVAL_LIMIT
        return value


@pytest.mark.parametrize("hidden, buckets, activation", SHAPES)
def test_random_games(game, hidden, buckets, activation):
    """Along games, evaluating only some rows, so that several plies lie between."""
    evaluator = Evaluator(game, random_network(game, hidden, buckets, hidden, activation))
    rng = random.Random(hidden)
    values = set()
    for _ in range(5):
        position = game.position()
        for _ in range(140):
            legal = position.legal_moves()
            if not len(legal):
                break
            position.push(rng.choice(list(legal)))
            if rng.random() < 0.5:
                values.add(evaluator.check(position.memory, position.ply))
    assert len(values) > 150


def test_trees(game):
    """Branches, null moves and rows that are overwritten, as a search leaves them; evaluation now and then only."""
    evaluator = Evaluator(game, random_network(game, 32))
    spec, rng = game.spec, random.Random(2)
    make_move, gen_moves = game.kernel("make_move"), game.kernel("gen_moves")
    moves = np.zeros(spec.max_moves, dtype=np.int64)
    count = 0

    def walk(memory: np.ndarray, row: int, depth: int) -> None:
        nonlocal count
        if rng.random() < 0.6:
            evaluator.check(memory, row)
            count += 1
        n = gen_moves(memory, row, moves)
        if depth == 0 or n == 0:
            return
        chosen = rng.sample(moves[:n].tolist(), min(n, 3))
        flags = int(memory.view(spec.state)[row]["flags"])
        if flags & contract.FLAG_NULL_OK and not flags & contract.FLAG_IN_CHECK:
            chosen.append(0)
        for move in chosen:
            make_move(memory, row, move)
            walk(memory, row + 1, depth - 1)

    position = game.position()
    memory = np.zeros(400 * spec.state.itemsize, dtype=np.uint8)
    for turn in range(30):
        memory[: (position.ply + 1) * spec.state.itemsize] = position.memory[: (position.ply + 1) * spec.state.itemsize]
        walk(memory, position.ply, 4)
        for _ in range(4):
            legal = position.legal_moves()
            if len(legal):
                position.push(rng.choice(list(legal)))
        if turn % 10 == 9:
            position = game.position()
    assert count > 1500


def test_one_scratch_for_many_games(game):
    """Rows of other games in the slots, positions on the same row, and back to the first game."""
    evaluator = Evaluator(game, random_network(game, 64))
    rng = random.Random(4)
    positions = []
    for _ in range(6):
        position = game.position()
        for _ in range(rng.randrange(20, 40)):
            position.push(rng.choice(list(position.legal_moves())))
        positions.append(position)
    for _ in range(400):
        position = rng.choice(positions)
        evaluator.check(position.memory, rng.randrange(position.ply + 1))


def test_rows_beyond_the_ring(game):
    """Long stacks: a row takes the slot of the row SLOTS before it."""
    evaluator = Evaluator(game, random_network(game, 16))
    rng = random.Random(6)
    position = game.position()
    while position.ply < 2 * SLOTS + 40:
        legal = [int(m) for m in position.legal_moves()]
        quiet = [m for m in legal if contract.move_victim.py_func(m) == 0]
        if not legal:
            position = game.position()
            continue
        position.push(rng.choice(quiet or legal))
    for _ in range(600):
        row = rng.randrange(position.ply + 1)
        evaluator.check(position.memory, row)
        other = row + SLOTS if row + SLOTS <= position.ply else row - SLOTS
        if other >= 0 and rng.random() < 0.5:
            evaluator.check(position.memory, other)


def test_extreme_weights_stay_in_range(game):
    """Scores stay strictly inside EVAL_LIMIT whatever the weights are."""
    network = random_network(game, 16, 1)
    network.out[:] = 127
    network.out_bias[:] = 2**31 - 1
    evaluator = Evaluator(game, network)
    position = game.position()
    assert evaluator.check(position.memory, 0) == EVAL_LIMIT - 1
    network.out_bias[:] = -(2**31)
    evaluator = Evaluator(game, network)
    assert evaluator.check(position.memory, 0) == 1 - EVAL_LIMIT


@pytest.mark.parametrize("activation", ["screlu", "crelu"])
def test_weights_at_their_limits(game, activation):
    """Accumulators up to the ends of int16 and sums up to the end of int32."""
    random_weights = np.random.default_rng(12)
    network = random_network(game, 128, 2, activation=activation)
    network.first[:] = random_weights.integers(-980, 981, network.first.shape)
    network.first_bias[:] = random_weights.integers(-980, 981, network.first_bias.shape)
    for sign in (1, -1):
        network.out[:] = sign * random_weights.choice([127, 127, 127, 127, 127, 127, 126, -127], network.out.shape)
        network.out_bias[:] = random_weights.integers(-60_000, 60_000, network.out_bias.shape)
        network.check()
        evaluator = Evaluator(game, network)
        rng = random.Random(sign)
        position = game.position()
        for _ in range(120):
            legal = position.legal_moves()
            if not len(legal):
                break
            position.push(rng.choice(list(legal)))
            evaluator.check(position.memory, position.ply)


@pytest.mark.skipif(platform.machine().lower() not in ("x86_64", "amd64"), reason="looks for instructions of x86-64")
def test_loops_are_vector_code():
    """Sums of accumulators and the output layer are packed int16 instructions, on registers of 128 bits or more."""
    fresh = numba.njit(nogil=True, error_model="numpy")(evaluate_network.py_func)
    fresh.compile(contract.EVALUATE.signature)
    (assembly,) = fresh.inspect_asm().values()
    # Machines with VNNI multiply, add neighbours and add to the sum in one instruction, pdpwssd.
    for name, least in (("paddw", 7), ("psubw", 4), ("pmaxsw", 4), ("pminsw", 4), ("pmullw", 2), ("(?:pmaddwd|pdpwssd)", 4)):
        found = re.findall(rf"\bv?{name}\b.*%[xyz]mm\d", assembly)
        assert len(found) >= least, f"{name}: {len(found)}"
    assert not re.findall(r"\bv?pextrw\b|\bv?pinsrw\b", assembly), "lanes are taken out one by one"
