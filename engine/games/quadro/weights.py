"""The numbers of the evaluation, in score units (100 a ball in reserve on the whole): pairs for an empty and for a full pyramid.

They are those of a logistic regression of the exact value, won or lost, of positions of the game's own play, on the differences
of the counts below (``bench/results/quadro.md``).
"""

from __future__ import annotations

import numpy as np

TERMS = (
    "reserve",
    "free1",  # own balls of level 1 on which none rests
    "free2",
    "level2",  # own balls of level 2
    "level3",
    "raiser",  # own balls that can be raised
    "threat",  # empty sites that would complete an own shape
    "open_threat",  # those that are open
    "cover",  # enemy balls on which an own one rests
    "turn",  # to move
)
# fmt: off
_CHILD = ((84, 116), (5, 35), (-25, 5), (5, 5), (2, 10), (16, 13), (0, 0), (0, 0), (-8, 4), (-18, -2))
_PYLOS = ((31, 169), (18, 57), (-5, 23), (-41, 11), (-70, 36), (50, -7), (90, 202), (-90, 26), (50, -8), (63, 22))
_BY_GAME = {"quadro": _PYLOS, "pylos": _PYLOS, "pylos-expert": _PYLOS, "pylos-child": _CHILD}
# fmt: on


def weights_of(game_id: str) -> np.ndarray:
    """The weights of a game: ``int32[2 * len(TERMS)]``, the pairs of ``TERMS`` one after the other."""
    return np.array(_BY_GAME[game_id], dtype=np.int32).reshape(-1)
