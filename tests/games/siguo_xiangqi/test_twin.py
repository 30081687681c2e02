"""The compiled rules against the slow twin under every option: moves, strings, results along random games that like to take."""

from __future__ import annotations

import random

import numpy as np
import pytest

import engine
from tests.games.four_armies import play
from tests.reference.cross_twin import Options
from tests.reference.siguo_twin import Siguo

#: Options of the game and of the twin, games, plies.
CASES = [
    ({}, Options(mate=True), 1, 26),
    ({"CheckRule": "capture", "DeadPieces": "stay"}, Options(stay=True), 2, 150),
    ({"Teams": "ffa", "CheckRule": "capture", "CornerLinks": "false"}, Options(ffa=True, links=False), 2, 150),
    ({"Teams": "ffa", "DeadPieces": "stay"}, Options(mate=True, ffa=True, stay=True), 1, 26),
    ({"CheckRule": "capture", "NoCaptureLimit": "6", "MoveLimit": "50"}, Options(quiet_limit=6, ply_limit=50), 2, 70),
]


def check_points(position, twin):
    if twin.options.ffa:
        out = np.zeros(8, np.int64)
        position.game.kernel("payoff")(position.memory, position.ply, out)
        assert [float(half) / 2 for half in out[:4]] == twin.points()


@pytest.mark.parametrize("number", range(len(CASES)))
def test_random_games(number):
    options, twin_options, games, plies = CASES[number]
    rng = random.Random(number)
    game = engine.load("siguo-xiangqi", options)
    seen = set()

    def look(position, twin):
        check_points(position, twin)
        seen.update((twin.result().split()[-1], twin.alive.count("1")))

    for _ in range(games):
        position = game.position()
        play(position, Siguo.read(position.text(), twin_options), plies, rng, look, hunts=True)
    assert "ongoing" in seen
    if "CheckRule" in options and "MoveLimit" not in options:
        assert {2, 3, 4} <= seen
    if "MoveLimit" in options:
        assert {"no-capture"} <= seen
