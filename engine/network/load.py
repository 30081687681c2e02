"""Networks ready for a search: what it binds in place of the hand-made evaluation."""

from __future__ import annotations

import hashlib
import os
from dataclasses import replace

import numpy as np

from engine.core.contract import DEFAULTS
from engine.core.jit import compile_kernel
from engine.core.spec import Evaluation, GameSpec
from engine.errors import NetworkError
from engine.network.format import Network, read_network
from engine.network.inference import evaluate_network
from engine.network.layout import bind_game, pack, scratch_words
from engine.network.patterns import is_patterns_file, patterns_evaluation
from engine.network.weights import is_weights_file, read_weights

HAND_MADE = "hand-made"  #: in place of a path: the game's own evaluation


def network_evaluation(network: Network, spec: GameSpec, name: str = "network") -> Evaluation:
    """``network`` as an evaluation of the game ``spec``."""
    if len(spec.entry.seats) != 2:
        raise NetworkError(f"{spec.id} has {len(spec.entry.seats)} seats, networks are for two")
    helpers = tuple(spec.kernels.get(kernel) or DEFAULTS[kernel] for kernel in ("features", "feature_changes", "ending"))
    for function in (bind_game, *helpers):
        compile_kernel(function)
    addresses = np.zeros(3, dtype=np.int64)
    bind_game(*helpers, addresses)
    weights = pack(network, spec.state.itemsize, addresses)
    return Evaluation(name, evaluate_network, weights, scratch_words(network.hidden), helpers)


def choose_evaluation(spec: GameSpec, eval_file: str = "") -> Evaluation:
    """The evaluation that the option ``EvalFile`` asks for.

    ``eval_file`` is the path of a network, of pattern tables or of a file of weights for the hand-made evaluation, ``hand-made``,
    or empty for the network or the tables that ship with the game, else hand-made.

    Raises
    ------
    NetworkError
        If the file holds no network or weights for this game.
    """
    if eval_file.strip().lower() == HAND_MADE:
        return spec.hand_made()
    path = eval_file or spec.network_file
    if not path:
        return spec.hand_made()
    if is_weights_file(path):
        weights = read_weights(path, spec)
        identity = hashlib.blake2b(weights.tobytes(), digest_size=4).hexdigest()
        return replace(spec.hand_made(), name=f"{os.path.basename(path)} {identity}", weights=weights)
    if is_patterns_file(path):
        return patterns_evaluation(path, spec)
    if not spec.network_inputs:
        if not os.path.isfile(path):
            raise NetworkError(f"no file {eval_file!r}")
        raise NetworkError(f"{eval_file!r} holds no weights, and {spec.id} has no network evaluation")
    network = read_network(path, spec, trusted=not eval_file)
    return network_evaluation(network, spec, f"{os.path.basename(path)} {network.identity}")
