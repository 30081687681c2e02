"""A fingerprint of a game's network inputs, so that a network that was trained on other inputs is refused."""

from __future__ import annotations

import hashlib

import numpy as np

from engine.core.jit import compile_kernel
from engine.core.keys import SplitMix64
from engine.core.spec import GameSpec

DIGEST_BYTES = 8
_GAMES, _PLIES, _SEED = 4, 120, 0x716E6574


def feature_digest(spec: GameSpec) -> bytes:
    """8 bytes over the inputs of all views along a few random games from the start position.

    Neither the order of the inputs nor that of the generated moves counts.
    """
    features, gen_moves, make_move = (spec.kernels[name] for name in ("features", "gen_moves", "make_move"))
    for function in (features, gen_moves, make_move):
        compile_kernel(function)
    digest = hashlib.blake2b(f"{spec.id} {spec.network_inputs}".encode(), digest_size=DIGEST_BYTES)
    memory = np.zeros((_PLIES + 2) * spec.state.itemsize, dtype=np.uint8)
    moves = np.zeros(spec.max_moves, dtype=np.int64)
    active = np.zeros(2 * 512, dtype=np.int64)
    options = {option.name: option.default for option in spec.entry.options if option.default is not None}
    random = SplitMix64(_SEED)
    for _ in range(_GAMES):
        spec.notation.read_position(spec.entry.start, options, memory)
        for ply in range(_PLIES):
            for view in range(len(spec.entry.seats)):
                found = np.sort(active[: features(memory, ply, view, active)])
                digest.update(found.astype("<u4").tobytes() + b"\xff\xff\xff\xff")
            count = int(gen_moves(memory, ply, moves))
            if count == 0:
                break
            make_move(memory, ply, np.sort(moves[:count])[random.below(count)])
    return digest.digest()
