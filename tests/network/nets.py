"""Random networks and what they must say of a position."""

from __future__ import annotations

import numpy as np

import engine
from engine.core.score import EVAL_LIMIT
from engine.network.format import Network, quantise, reference_evaluate


def random_network(game: engine.Game, hidden: int = 32, buckets: int = 8, seed: int = 1, activation: str = "screlu") -> Network:
    """Weights as large as a trained network's: accumulators go below 0 and beyond 1, scores over some hundreds."""
    random = np.random.default_rng(seed)
    inputs = game.spec.network_inputs
    first, bias = random.normal(0, 0.12, (inputs, hidden)), random.normal(0.3, 0.2, hidden)
    out, out_bias = random.normal(0, 2.0 / np.sqrt(hidden), (buckets, 2, hidden)), random.normal(0, 0.3, buckets)
    return quantise(game.spec, first, bias, out, out_bias, activation)


def inputs_of(game: engine.Game, memory: np.ndarray, row: int, view: int) -> np.ndarray:
    """Active inputs by the game's ``features``."""
    found = np.zeros(512, dtype=np.int64)
    return found[: game.kernel("features")(memory, row, view, found)]


def expected_score(network: Network, game: engine.Game, memory: np.ndarray, row: int) -> int:
    """The NumPy reference, clamped, put right by ``ending``, clamped."""
    player = int(memory.view(game.spec.state)[row]["player"])
    score = reference_evaluate(network, inputs_of(game, memory, row, player), inputs_of(game, memory, row, 1 - player))
    score = max(min(score, EVAL_LIMIT - 1), 1 - EVAL_LIMIT)
    score = int(game.kernel("ending")(memory, row, score))
    return max(min(score, EVAL_LIMIT - 1), 1 - EVAL_LIMIT)
