"""The static evaluation near the limit of quiet plies."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.games.luzhanqi.weights import FADE

#: Red is a marshal ahead.
AHEAD = "1l1d1/5/5/5/5/5/5/5/5/5/A3D/1L1G1 {} * - {} 60"


def score(side, quiet, game_id="luzhanqi", **options):
    game = engine.load(game_id, options)
    position = game.position(AHEAD.format(side, quiet))
    return int(game.kernel("evaluate")(position.memory, 0, game.spec.weights, np.zeros(1, np.int64)))


@pytest.mark.parametrize("side", "wb")
def test_a_lead_fades_before_a_drawn_limit(side):
    scores = [abs(score(side, quiet)) for quiet in range(70 - FADE, 70)]
    assert all(later < before for before, later in zip(scores, scores[1:], strict=False))
    assert scores[-1] < scores[0] / 20
    assert score("w", 60) == -score("b", 60) > 0


def test_only_there():
    assert score("w", 0) == score("w", 70 - FADE)
    assert score("w", 0, NoContactPlies="0") == score("w", 5000, NoContactPlies="0")
    assert abs(score("w", 25, "luzhanqi-ccgc")) > score("w", 0) / 2, "there the limit is a loss, not a draw"
