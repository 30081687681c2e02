"""The engines of Python packages that ``bench ladder`` plays against: legal moves in every game, and clocks kept."""

from __future__ import annotations

import pytest

import engine
from bench.draughts_engines import draughts_engine
from bench.py_draughts import share
from protocols.client import start_player
from protocols.client.clock import Clock, TimeControl

MUST_CAPTURE = "W:W21,30:B17,2,3"  #: 21x14x17 is the only legal move; the package's own board allows 30-25 and 30-26


def players(game, name):
    try:
        return start_player(draughts_engine(name), game)
    except RuntimeError as error:
        pytest.skip(str(error))


@pytest.mark.slow
@pytest.mark.client
@pytest.mark.parametrize(
    ("name", "game_id"),
    [("dame-rs", "draughts"), *(("py-draughts", game_id) for game_id in ("draughts", "draughts64", "russian", "checkers"))],
)
def test_plays_legal_moves(name, game_id):
    game = engine.load(game_id)
    clocks = [Clock(TimeControl(movetime_s=0.1, margin_s=60)) for _ in range(2)]
    player = players(game, name)
    try:
        position = game.position()
        player.start_game(position, [0, 1], clocks)
        for _ in range(12):
            position.push(player.play(position, clocks).move)
        if game_id == "checkers":
            position = game.position(MUST_CAPTURE)
            player.start_game(position, [0, 1], clocks)
            assert player.play(position, clocks).move == "21x14x17"
    finally:
        player.close()


@pytest.mark.parametrize(
    ("level", "least", "most"),
    [
        ({"move-time": "1"}, 0.9, 1.0),
        ({"time": "5", "inc": "0.05"}, 0.15, 0.5),
        ({"time": "0.1", "inc": "0.05"}, 0.001, 0.1),
        ({"time": "10", "moves": "1"}, 5.0, 9.95),
    ],
)
def test_share_of_the_clock(level, least, most):
    assert least <= share(level) <= most


def test_no_clock():
    assert share({"depth": "5"}) is None
