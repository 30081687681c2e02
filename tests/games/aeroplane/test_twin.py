"""The compiled rules against the slow twin under every option, along random games of two to four seats."""

from __future__ import annotations

import random

import pytest

import engine
from tests.games.aeroplane.test_rules import rules_of

CASES = [
    {},
    {"TakeOff": "6", "Jump": "optional"},
    {"TakeOff": "even", "Sixes": "void"},
    {"Finish": "exact", "StackMove": "together"},
    {"Jump": "optional", "StackMove": "together", "Sixes": "void", "TakeOff": "even", "Finish": "exact"},
]
GAMES, PLIES = 4, 900


def start_of(rng):
    """A string with some seats and planes anywhere, crowded enough for stacks, guarded crossings and hits."""
    while True:
        seats, used = [], {}
        for seat in range(4):
            places = []
            for _ in range(rng.choice((0, 1, 3, 4, 4))):
                place = rng.choice((-1, 0, 53, 54, 56, *range(1, 51), 14, 18, 18, 34))
                if places and rng.random() < 0.3:
                    place = places[-1]
                square = (13 * seat + place - 1) % 52 if 1 <= place <= 50 else None
                if square is None or used.setdefault(square, seat) == seat:
                    places.append(place)
            seats.append(sorted(places))
        playing = [seat for seat, places in enumerate(seats) if places and not all(place == 56 for place in places)]
        if len(playing) > 1 and len(playing) == sum(map(bool, seats)):
            names = {-1: "H", 56: "F"}
            text = "/".join(",".join(names.get(place, str(place)) for place in places) or "-" for places in seats)
            return f"{text} {'rybg'[rng.choice(playing)]} - 0 0"


@pytest.mark.parametrize("number", range(len(CASES)))
def test_random_games(number):
    from tests.reference.aeroplane_twin import Twin

    options = CASES[number]
    game, rng = engine.load("aeroplane", options), random.Random(number)
    ends = set()
    for one in range(5 * GAMES):
        text = game.entry.start if one < GAMES else start_of(rng)
        position, twin = game.position(text), Twin.read(text, rules_of(options))
        for _ in range(PLIES if one < GAMES else 120):
            assert position.text() == twin.text()
            assert str(position.result()) == twin.result()
            if twin.result() != "ongoing":
                ends.add(twin.result().split()[-1])
                break
            legal = [position.format(move) for move in position.legal_moves().tolist()]
            rolls = [position.format(roll) for roll, _ in position.outcomes()]
            assert (legal or rolls) == twin.moves(), (position.text(), options)
            token = "0000" if rng.random() < 0.001 else rng.choice(legal or rolls)
            position.push(token)
            twin = twin.play(token)
            again = game.position(position.text())
            assert twin.last_left or again.key == position.key
    assert ends
