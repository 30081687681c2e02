"""The compiled rules against the slow twin under every table and option: actions, strings, results, along random games."""

from __future__ import annotations

import random

import pytest

import engine
from engine.core.contract import move_victim
from tests.reference.banqi_twin import Rules, Twin

CASES = [
    ("banqi", {}, {}),
    ("banqi", {"ColourBy": "seat", "NoProgressPlies": "20"}, {"by_seat": True, "no_progress": 20}),
    ("banqi", {"WipeoutEnds": "false", "Repetition": "off"}, {"wipeout": False, "repetition": False}),
    ("banqi-lianzhong", {}, {}),
    ("banqi-lianzhong", {"EqualCapture": "all", "NoProgressPlies": "0"}, {"equal_all": True, "no_progress": 0}),
    ("banqi-lianzhong", {"CannonTakesHorse": "true"}, {"cannon_takes_horse": True}),
    ("banqi-lianzhong", {"CannonTakesHorse": "true", "EqualCapture": "all"}, {"cannon_takes_horse": True, "equal_all": True}),
    ("banqi-hk", {}, {}),
]
GAMES, PLIES = 5, 320


def choice(position, rng, greed):
    """A token: captures preferred at times; what a flip reveals is drawn from the pool."""
    legal = position.legal_moves().tolist()
    takes = [move for move in legal if move_victim(move)]
    move = rng.choice(takes if takes and rng.random() < greed else legal)
    outcomes = position.outcomes(move)
    if outcomes:
        move = rng.choices([outcome for outcome, _ in outcomes], [weight for _, weight in outcomes])[0]
    return position.format(move)


@pytest.mark.parametrize("number", range(len(CASES)))
def test_random_games(number):
    game_id, options, rules = CASES[number]
    game, rng = engine.load(game_id, options), random.Random(number)
    for _ in range(GAMES):
        position = game.position()
        twin = Twin.read(position.text(), Rules(game_id, **rules))
        greed = rng.choice((0.0, 0.6, 1.0))
        for _ in range(PLIES):
            assert position.text() == twin.text()
            assert [position.format(move) for move in position.legal_moves().tolist()] == twin.moves(), position.text()
            assert str(position.result()) == twin.result()
            if twin.result() != "ongoing":
                break
            token = choice(position, rng, greed)
            position.push(token)
            twin = twin.play(token)
            total = len(twin.board) - sum(letter != "?" for letter in twin.board.values())
            assert sum(twin.pool.values()) == total


def test_every_end_is_met():
    """Small endgames played at random come to each of the four ends, in the twin and in the engine alike."""
    rng, seen = random.Random(5), set()
    starts = ("K6k/8/8/8 w - 0 10", "P5kk/8/8/8 w - 0 10", "7?/8/1Rk5/8 b p1 0 100", "6Cp/6PN/8/8 b - 0 30")
    starts = [start for start in starts if "kk" not in start]
    game = engine.load("banqi", {"NoProgressPlies": "30"})
    for number in range(120):
        position = game.position(starts[number % len(starts)])
        twin = Twin.read(position.text(), Rules(no_progress=30))
        while twin.result() == "ongoing":
            assert str(position.result()) == "ongoing"
            token = choice(position, rng, 0.7)
            position.push(token)
            twin = twin.play(token)
        assert str(position.result()) == twin.result() and not len(position.legal_moves())
        seen.add(twin.result().split()[-1])
    assert seen == {"wipeout", "no-moves", "no-progress", "repetition"}, seen
