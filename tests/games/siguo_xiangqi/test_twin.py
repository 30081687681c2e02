"""The compiled rules against the slow twin under every option: moves, strings, results along random games that like to take."""

from __future__ import annotations

import random

import numpy as np
import pytest

import engine
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


def same(position, twin):
    assert position.text() == twin.text()
    wires = {position.format(int(move)) for move in position.legal_moves()}
    assert len(wires) == len(position.legal_moves()) and wires == set(twin.moves()), position.text()
    assert str(position.result()) == twin.result(), position.text()
    if not twin.reason:
        assert position.in_check == twin.is_attacked(twin.turn)
    if twin.options.ffa:
        out = np.zeros(8, np.int64)
        position.game.kernel("payoff")(position.memory, position.ply, out)
        assert [float(half) / 2 for half in out[:4]] == twin.points()
    return sorted(wires)


@pytest.mark.parametrize("number", range(len(CASES)))
def test_random_games(number):
    options, twin_options, games, plies = CASES[number]
    rng = random.Random(number)
    game = engine.load("siguo-xiangqi", options)
    seen = set()
    for _ in range(games):
        position = game.position()
        twin = Siguo.read(position.text(), twin_options)
        greed = rng.choice((0.3, 0.7))
        for _ in range(plies):
            wires = same(position, twin)
            seen |= {twin.result().split()[-1], twin.alive.count("1")}
            if not wires:
                break
            generals = [wire for wire in wires if int(position.parse(wire)) >> 23 & 31 == 1]
            taking = [wire for wire in wires if int(position.parse(wire)) >> 23 & 31]
            wire = rng.choice(generals or (taking if taking and rng.random() < greed else wires))
            position.push(wire)
            twin = twin.play(wire)
    assert "ongoing" in seen
    if "CheckRule" in options and "MoveLimit" not in options:
        assert {2, 3, 4} <= seen
    if "MoveLimit" in options:
        assert {"no-capture"} <= seen
