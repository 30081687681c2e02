"""The compiled rules against the slow twin under every option: steps, strings, results, along random games that like shapes."""

from __future__ import annotations

import random

import pytest

import engine
from engine.core.contract import move_is_noisy
from tests.reference.fangqi_twin import Rules, Twin

OPTIONS = [
    {},
    {"opening": "take", "first": "last"},
    {"opening": "take", "balls": "29", "scope": "player"},
    {"opening": "free", "first": "last", "steps": "king"},
    {"scope": "player", "keep": "no", "steps": "king"},
    {"scope": "player", "first": "last", "minimum": "1"},
    {"keep": "no", "balls": "16", "quiet_limit": "9", "repetition": "2"},
    {"opening": "free", "quiet_limit": "0", "repetition": "0", "minimum": "2", "balls": "20"},
]
GAMES, PLIES = 5, 240


def rules_of(options):
    words = {"yes": True, "no": False}
    return Rules(**{name: words.get(text, int(text) if text.isdigit() else text) for name, text in options.items()})


def same(position, twin):
    assert position.text() == twin.text()
    wires = {position.format(int(move)): int(move) for move in position.legal_moves()}
    assert len(wires) == len(position.legal_moves()) and sorted(wires) == sorted(twin.moves()), position.text()
    for wire, move in wires.items():
        after = twin.play(wire)
        if after.phase == twin.phase or after.rules.keep:
            assert bool(move_is_noisy(move)) == (len(after.spent) > len(twin.spent)), (position.text(), wire)
    return wires


@pytest.mark.parametrize("number", range(len(OPTIONS)))
def test_random_games(number):
    options = OPTIONS[number]
    rng = random.Random(number)
    game = engine.load("fangqi", options)
    ends, phases = set(), set()
    for one in range(GAMES):
        position, twin = game.position(), Twin(rules_of(options))
        greed = rng.choice((0.0, 0.5, 0.9))
        for ply in range(PLIES):
            if ply % 3 == one % 3 or ply > 40:
                wires = same(position, twin)
            else:
                wires = {position.format(int(move)): int(move) for move in position.legal_moves()}
            phases.add(twin.phase)
            result = twin.result()
            assert str(game.position(position.text()).result()) == (result if result != "draw repetition" else "ongoing")
            if result != "ongoing":
                assert str(position.result()) == result
                ends.add(result.split()[-1])
                break
            shaping = [wire for wire, move in wires.items() if move_is_noisy(move)]
            wire = rng.choice(sorted(shaping) if shaping and rng.random() < greed else sorted(wires))
            twin = twin.play(wire)
            position.push(wire)
        else:
            assert str(position.result()) == "ongoing"
    assert "M" in phases and ends, (phases, ends)
    if options.get("opening", "corners") == "corners":
        assert {"C", "K"} & phases
    elif options["opening"] == "take":
        assert {"X", "Y"} <= phases
