"""The compiled rules against the slow twin under every option: moves, strings, results along random games that like to take."""

from __future__ import annotations

import random

import pytest

import engine
from tests.games.four_armies import play
from tests.reference.cross_twin import Options
from tests.reference.siren_twin import Siren

#: Options of the game and of the twin, games, plies.
CASES = [
    ({}, Options(), 3, 140),
    ({"CheckRule": "mate"}, Options(mate=True), 2, 30),
    ({"NoCaptureLimit": "6", "MoveLimit": "70"}, Options(quiet_limit=6, ply_limit=70), 2, 90),
]
#: Middles of games in which the palace is open, so that crowns are taken.
OPEN = (
    "x5,4,yK,4,x5/x5,9,x5/x5,7,yR,1,x5/x5,9,x5/x5,3,yP,5,x5/19/19/10,rN,8/8,nT,1,nT,8/1,bK,5,bP,1,bW,3,gR,3,gK,1/"
    "8,nT,1,nT,gP,7/9,rP,9/1,bR,17/19/x5,9,x5/x5,9,x5/x5,rR,8,x5/x5,9,x5/x5,4,rK,4,x5 r 1111 j10 0 40"
)


@pytest.mark.parametrize("number", range(len(CASES)))
def test_random_games(number):
    options, twin_options, games, plies = CASES[number]
    rng = random.Random(number)
    game = engine.load("siren-xiangqi", options)
    seen = set()

    def look(_, twin):
        seen.update((twin.result().split()[-1], twin.alive.count("1"), twin.extra != "-"))

    for one in range(games):
        position = game.position(OPEN if one % 2 else "startpos")
        twin = Siren.read(position.text(), twin_options)
        play(
            position, twin, plies, rng, lambda _, at: seen.update((at.result().split()[-1], at.alive.count("1"), at.extra != "-"))
        )
    assert {True, False} <= seen and "ongoing" in seen
    if number == 0:
        assert {3, 4} <= seen
    if number == 2:
        assert {"no-capture", "move-limit"} <= seen
