"""How likely each kind is for each piece that a view does not know, from samples of the chain of ``beliefs``."""

from __future__ import annotations

import numpy as np

from engine.core.jit import compile_kernel
from engine.games.luzhanqi.beliefs import determinize
from engine.games.luzhanqi.evidence import WORDS
from engine.games.luzhanqi.geometry import BOARDS
from engine.games.luzhanqi.state import FLAG, KIND, LETTERS, OWNER_SHIFT, STATE, UNKNOWN


def piece_odds(memory: np.ndarray, ply: int, samples: int, seed: int) -> list[tuple[str, int, dict[str, float]]]:
    """``(point, seat, letter -> probability)`` of each piece whose kind row ``ply``, a view, does not show; reading order."""
    state = memory.view(STATE)[ply]
    points = [point for point in range(state["piece"].size) if int(state["piece"][point]) & KIND == UNKNOWN]
    if not points:
        return []
    compile_kernel(determinize)
    stack, chain = memory.copy(), np.zeros(WORDS, np.int64)
    chain[0] = seed
    counts = np.zeros((len(points), FLAG + 1), np.int64)
    places, viewer = np.array(points), int(state["view"])
    pieces = stack.view(STATE)[ply]["piece"]
    for _ in range(samples):
        determinize(stack, ply, viewer, chain)
        counts[np.arange(len(points)), pieces[places] & KIND] += 1
    names = BOARDS[int(state["board"])].names
    return [
        (
            names[point],
            int(state["piece"][point]) >> OWNER_SHIFT & 3,
            {LETTERS[kind]: float(counts[row, kind]) / samples for kind in range(1, FLAG + 1) if counts[row, kind]},
        )
        for row, point in enumerate(points)
    ]
