"""The kernels of the flip game against the slow twin: random games, all options, every ply."""

from __future__ import annotations

import random

import pytest

import engine
from tests.reference.flip_twin import start

OPTIONS = [
    {},
    {"ColourBy": "first-flip", "FlagCarrier": "any"},
    {"HQLock": "true", "NoProgressPlies": "14"},
    {"Repetition": "off", "NoProgressPlies": "0", "FlagCarrier": "any"},
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_random_games(options):
    game = engine.load("luzhanqi-flip", options)
    rng = random.Random(str(options))
    ends = set()
    for _ in range(6):
        position, twin = game.position(), start()
        twin.first_flip, twin.any_carrier = options.get("ColourBy") == "first-flip", options.get("FlagCarrier") == "any"
        twin.hq_lock, twin.repetition = "HQLock" in options, "Repetition" not in options
        twin.limit = int(options.get("NoProgressPlies", 70))
        for _ in range(450):
            assert str(position.result()) == twin.result(), position.text()
            moves = {position.format(move): move for move in position.legal_moves().tolist()}
            assert set(moves) == twin.legal(), position.text()
            if not moves:
                break
            attacks = [text for text, move in moves.items() if move >> 23 & 31]
            text = rng.choice(attacks) if attacks and rng.random() < 0.5 else rng.choice(sorted(moves))
            outcomes = position.outcomes(moves[text])
            if outcomes:
                text = position.format(rng.choices([m for m, _ in outcomes], [w for _, w in outcomes])[0])
            position.push(text)
            cut = next(n for n in (2, 3) if text[n].isalpha())
            to, letter = (text[:cut], text[-1]) if outcomes else (text[cut:], "")
            twin.play(text[:cut], to, letter)
        ends.add(str(position.result()))
    assert ends
