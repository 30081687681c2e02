"""The hand-made evaluation, ``see`` and the features: symmetry between the sides, and what must be worth more than what."""

from __future__ import annotations

import random

import numpy as np
import pytest

import engine
from engine.core import contract
from engine.games.draughts.rules import SETTINGS
from engine.games.draughts.weights import LAYOUT, OFFSETS, SIZE, weights_of
from tests.games.draughts.test_twin import made_up


def turned(text, squares):
    """The position with the board turned and the colours exchanged."""
    turn, white, black = text.split(":")

    def other(side, letter):
        items = [(squares + 1 - int(item.lstrip("K")), item.startswith("K")) for item in side[1:].split(",") if item]
        return letter + ",".join(("K" if king else "") + str(square) for square, king in sorted(items))

    return f"{'B' if turn == 'W' else 'W'}:{other(black, 'W')}:{other(white, 'B')}"


def value(game, text):
    position = game.position(text)
    scratch = np.zeros(1, dtype=np.int64)
    return int(game.kernel("evaluate")(position.memory, position.ply, game.spec.weights, scratch))


@pytest.mark.parametrize("game_id", SETTINGS)
def test_sides_are_equal(game_id):
    game = engine.load(game_id)
    rng = random.Random(game_id)
    different = set()
    for _ in range(400):
        text = made_up(rng, game.entry.files, 20)
        mirror = turned(text, SETTINGS[game_id].squares)
        assert value(game, text) == value(game, mirror), text
        position, twin = game.position(text), game.position(mirror)
        assert len(position.legal_moves()) == len(twin.legal_moves())
        for view in (0, 1):
            out, back = np.zeros(64, dtype=np.int64), np.zeros(64, dtype=np.int64)
            count = game.kernel("features")(position.memory, 0, view, out)
            assert game.kernel("features")(twin.memory, 0, 1 - view, back) == count
            assert sorted(out[:count]) == sorted(back[:count])
        different.add(value(game, text))
    assert len(different) > 300


@pytest.mark.parametrize("game_id", SETTINGS)
def test_what_is_worth_more(game_id):
    game = engine.load(game_id)
    ten = game_id == "draughts"
    men = "31,32,33,34,35:B6,7,8,9,10" if ten else "21,22,23,24:B5,6,7,8"
    fewer = "31,32,33,34:B6,7,8,9,10" if ten else "21,22,23:B5,6,7,8"
    king = "31,32,33,34,K48:B6,7,8,9,10" if ten else "21,22,23,K31:B5,6,7,8"
    assert value(game, f"W:W{king}") > value(game, f"W:W{men}") + 20 > value(game, f"W:W{fewer}") + 100
    assert value(game, f"B:W{fewer}") > 0 > value(game, f"W:W{fewer}")
    runner, stopped = ("W:W11,50:B45,41", "W:W11,50:B1,41") if ten else ("W:W10,32:B21,26", "W:W10,32:B1,26")
    assert value(game, runner) > value(game, stopped)


def test_drawn_endings():
    assert (
        abs(value(engine.load("draughts"), "W:WK46,K47,K48:BK5"))
        < 150
        < value(engine.load("draughts"), "W:WK46,K47,K48,K49,K50:BK1")
    )
    assert abs(value(engine.load("russian"), "W:WK30,K31,K32:BK4")) < 150 < value(engine.load("russian"), "W:WK30,K31,K32:BK1")
    assert value(engine.load("checkers"), "W:WK30,K31:BK4") > 100


def test_weights():
    assert SIZE == sum(LAYOUT.values()) and list(OFFSETS) == list(LAYOUT)
    for setting in SETTINGS.values():
        vector = weights_of(setting)
        assert vector.dtype == np.int32 and vector.size == SIZE and engine.load(setting.id).spec.weights.size == SIZE
        assert vector[OFFSETS["king"]] > vector[OFFSETS["man"]]


# --- exchanges ----------------------------------------------------------------------------------------------------------


def wins(game, text, move, threshold):
    position = game.position(text)
    return int(game.kernel("see")(position.memory, 0, position.parse(move), threshold))


@pytest.mark.parametrize(
    ("game_id", "text", "move", "worth"),
    [
        ("draughts", "W:W28,32:B23", "28x19", 100),
        ("draughts", "W:W35:BK30,40", "35x24", 300),
        ("draughts", "W:W32,37,46:B21,1", "37-31", 0),
        ("draughts", "W:W32,39,44:B22,12", "32-28", 0),
        ("draughts", "W:W32,50:B23,12", "32-28", -100),
        ("checkers", "W:W22,26,30:B14,5", "22-18", 0),
        ("checkers", "W:W22,32:B14,5", "22-18", -100),
    ],
)
def test_see(game_id, text, move, worth):
    game = engine.load(game_id)
    assert wins(game, text, move, worth) == 1 and wins(game, text, move, worth + 1) == 0


@pytest.mark.parametrize("game_id", SETTINGS)
def test_see_against_play(game_id):
    """The exchange after a quiet move is what both sides get who take the best capture until there is none."""
    game = engine.load(game_id)
    rng = random.Random(f"see{game_id}")

    def settle(position, depth):
        moves = [int(move) for move in position.legal_moves()]
        if depth == 0 or not position.in_check:
            return 0
        best = -99
        for move in moves:
            captured = position.format(move).split("x")[2:]
            kings = {item[1:] for side in position.text().split(":")[1:] for item in side[1:].split(",") if item.startswith("K")}
            gain = sum(3 if square in kings else 1 for square in captured)
            position.push(move)
            best = max(best, gain - settle(position, depth - 1))
            position.pop()
        return best

    seen = set()
    for _ in range(150):
        position = game.position(made_up(rng, game.entry.files, 16))
        for move in map(int, position.legal_moves()):
            if "x" in position.format(move):
                continue
            before = position.copy()
            position.push(move)
            if not deeper(position, 3):
                expected = -100 * settle(position, 3)
                seen.add(expected)
                see = game.kernel("see")
                assert see(before.memory, 0, move, expected) == 1 and see(before.memory, 0, move, expected + 1) == 0
            position.pop()
    assert len(seen) > 3


def deeper(position, depth):
    """Whether a line of captures goes on after ``depth`` of them, or offers more of them than the kernel follows."""
    if not position.in_check:
        return False
    if depth == 0 or len(position.legal_moves()) > 6:
        return True
    for move in map(int, position.legal_moves()):
        position.push(move)
        found = deeper(position, depth - 1)
        position.pop()
        if found:
            return True
    return False


# --- moves as the search keeps them -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", SETTINGS)
def test_folded_moves_are_distinct(game_id):
    game = engine.load(game_id)
    rng = random.Random(f"fold{game_id}")
    most = 0
    for _ in range(1500):
        legal = [int(move) for move in game.position(made_up(rng, game.entry.files, 24)).legal_moves()]
        assert len({int(contract.fold(move)) for move in legal}) == len(legal)
        most = max(most, len(legal))
    assert most > 15
