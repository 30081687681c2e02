"""What is known of endings, put over a network's score: material that wins little or nothing, a move counter that runs out."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.bits import popcount
from engine.core.jit import kernel, leaf
from engine.games.xiangqi.balance import FULL_SCALE, piece_counts, scale_left
from engine.games.xiangqi.evaluate import fade
from engine.games.xiangqi.scratch import WORDS
from engine.games.xiangqi.state import CANNON, KNIGHT, ROOK, rows
from engine.games.xiangqi.weights import ENTRIES, PAIR_COUNT, WEIGHTS


def _build_numbers() -> np.ndarray:
    """int64: the single numbers of the shipped weights where ``scratch`` has them; zeros elsewhere."""
    words = np.zeros(WORDS + ENTRIES, dtype=np.int64)
    words[WORDS + PAIR_COUNT :] = WEIGHTS[2 * PAIR_COUNT :]
    words.flags.writeable = False
    return words


_NUMBERS = _build_numbers()


@leaf
def _known_scale(state, color):
    """64ths that are left of the score of ``color``."""
    return scale_left(_NUMBERS, piece_counts(state), color)


@kernel(contract.ENDING)
def ending(memory, ply, score):
    """See ``contract.ENDING``; scales and the fading are those of ``evaluate``."""
    state = rows(memory)[ply]
    player = np.int64(state["player"])
    strong = player if score >= 0 else 1 - player
    colors, kinds = state["colors"], state["kinds"]
    low = (kinds[2 * KNIGHT] | kinds[2 * ROOK] | kinds[2 * CANNON]) & colors[2 * strong]
    high = (kinds[2 * KNIGHT + 1] | kinds[2 * ROOK + 1] | kinds[2 * CANNON + 1]) & colors[2 * strong + 1]
    pieces = popcount(low) + popcount(high)
    scale = _known_scale(state, strong) if pieces <= 1 else np.int64(FULL_SCALE)
    return score * scale * fade(np.int64(state["limit"]), np.int64(state["halfmove"])) // (FULL_SCALE * 256)
