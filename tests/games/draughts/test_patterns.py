"""The learned evaluation: regions, words and weights against slow twins written from squares; the tables that ship."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

import engine
from engine.core.score import EVAL_LIMIT
from engine.games import draughts
from engine.games.draughts import patterns
from engine.games.draughts.geometry import cell_of, constants, square_at
from engine.games.draughts.regions import ENTRIES, SHAPES
from engine.games.draughts.rules import SETTINGS
from engine.games.draughts.weights import SIZE
from tests.games.draughts.test_evaluate import turned
from tests.games.draughts.test_twin import made_up

GAMES = tuple(SETTINGS)


def positions(game, seed, count):
    rng = random.Random(f"{game.entry.id} {seed}")
    return [made_up(rng, game.entry.files, 20) for _ in range(count)]


def pieces_of(text):
    """``(white men, white kings, black men, black kings)`` as sets of squares, and whether White is to move."""
    turn, *sides = text.split(":")
    found = {}
    for side in sides:
        items = [item for item in side[1:].split(",") if item]
        found[side[0]] = ({int(i) for i in items if i[0] != "K"}, {int(i[1:]) for i in items if i[0] == "K"})
    return *found["W"], *found["B"], turn == "W"


def blocks(side):
    """Every region of both shapes as squares, row by row: the twin of ``regions``, from rows and columns."""
    for rows, places in SHAPES:
        for top in range(side - rows + 1):
            for left in range(side // 2 - places + 1):
                lines = [[square_at(top + r, c, side) for c in range(side)] for r in range(rows)]
                yield [n for line in lines for n in [n for n in line if n][left : left + places]]


def value(game, text, weights):
    position = game.position(text)
    return int(game.kernel("evaluate_patterns")(position.memory, position.ply, weights, np.zeros(1, np.int64)))


def words_of(game, text):
    position, out = game.position(text), np.zeros(512, np.int64)
    return out[: game.kernel("patterns")(position.memory, position.ply, out)].tolist()


@pytest.mark.parametrize("side", [8, 10])
def test_every_region_is_one_of_the_tables_or_its_turned_twin(side):
    board = constants(side)
    masks = [{cell for cell in range(64) if int(mask) >> cell & 1} for mask in board["REGIONS"].ravel()]
    expected = [{cell_of(n, side) for n in squares} for squares in blocks(side)]
    assert all(len(mask) == 8 for mask in masks)
    assert {frozenset(mask) for mask in masks} == {frozenset(region) for region in expected}
    assert len(masks) - len(expected) == (2 if side == 8 else 0), "only the middles of the small board are their own twins"


@pytest.mark.parametrize("game_id", GAMES)
def test_words_are_those_of_the_squares(game_id):
    game = engine.load(game_id)
    side = game.entry.files
    last = side * side // 2 + 1
    regions = [[n for n in range(1, last) if int(mask) >> cell_of(n, side) & 1] for mask in constants(side)["REGIONS"][0]]
    taught = 0
    for text in positions(game, 1, 60):
        men, kings, other_men, other_kings, white = pieces_of(text)
        if not white:  # the board as the player to act sees it
            men, kings, other_men, other_kings = ({last - n for n in s} for s in (other_men, other_kings, men, kings))
        words = words_of(game, text)
        if not words:
            continue
        taught += 1
        expected = [patterns.TURN_WORD]
        for number, region in enumerate(regions):
            first = patterns.TABLE_WORDS + number * ENTRIES
            expected.append(first + sum(3**i * (1 if n in men else 2 if n in other_men else 0) for i, n in enumerate(region)))
            mine, theirs = {last - n for n in other_men}, {last - n for n in men}
            expected.append(~(first + sum(3**i * (1 if n in mine else 2 if n in theirs else 0) for i, n in enumerate(region))))
        expected += [patterns.KING_WORDS + cell_of(n, side) for n in kings]
        expected += [~(patterns.KING_WORDS + cell_of(last - n, side)) for n in other_kings]
        turned_words = [word for word in words[3:] if word >= 0], [word for word in words[3:] if word < 0]
        assert sorted(turned_words[0] + turned_words[1]) == sorted(expected), text
        assert words[0] + words[1] == words[2] == 2 * SETTINGS[game_id].men
    assert taught > 30


@pytest.mark.parametrize("side", [8, 10])
def test_squares_without_bit_instructions(side, monkeypatch):
    """The portable way in plain Python; the compiled one is what ``test_words_are_those_of_the_squares`` saw."""
    board = constants(side)
    monkeypatch.setattr(patterns, "HAS_BMI2", False)
    for name in ("STARTS", "PLACES"):
        monkeypatch.setattr(patterns, name, board[name])
    rng = random.Random(side)
    for _ in range(50):
        word = rng.getrandbits(64) & int(board["BOARD"])
        for way in (0, 1):
            for number in range(board["TABLES"]):
                cells = [cell for cell in range(64) if int(board["REGIONS"][way, number]) >> cell & 1]
                expected = sum(1 << i for i, cell in enumerate(cells) if word >> cell & 1)
                assert patterns.squares_of(np.uint64(word), way, number) == expected


@pytest.mark.parametrize("game_id", GAMES)
def test_weights_add_up(game_id):
    """With and without random changes of words, the evaluations differ by what the words say; both sides count alike."""
    game = engine.load(game_id)
    start = np.array(game.spec.pattern_start, np.int64)
    rng = np.random.Generator(np.random.PCG64(5))
    halves = rng.integers(-40, 41, (start.size, 2))
    halves[:SIZE] = 0
    before, after = start.astype(np.int32), (start + halves[:, 0] + (halves[:, 1] << 16)).astype(np.int32)
    differences = set()
    for text in positions(game, 2, 150):
        found = value(game, text, after)
        assert found == value(game, turned(text, SETTINGS[game_id].squares), after), text
        words = words_of(game, text)
        if not words or abs(found) >= EVAL_LIMIT - 1:
            continue
        change = sum(halves[word] if word >= 0 else -halves[~word] for word in words[3:])
        expected = (change[0] * words[0] + change[1] * words[1]) / words[2]
        assert abs(found - value(game, text, before) - expected) <= 1, text
        differences.add(round(expected))
    assert len(differences) > 50


@pytest.mark.parametrize("game_id", GAMES)
def test_start_is_the_hand_made_evaluation(game_id):
    """Up to the rounding of the table entries, a half each at most."""
    game = engine.load(game_id)
    start = np.array(game.spec.pattern_start, np.int32)
    most = len(constants(game.entry.files)["REGIONS"].ravel()) / 2 + 1
    for text in positions(game, 3, 60):
        position = game.position(text)
        hand = int(game.kernel("evaluate")(position.memory, 0, game.spec.weights, np.zeros(1, np.int64)))
        men = pieces_of(text)
        guards = (
            {n for n in men[0] if n > game.entry.files**2 // 2 - game.entry.files // 2},
            {n for n in men[2] if n <= game.entry.files // 2},
        )
        if (guards[0] and not men[2]) or (guards[1] and not men[0]):
            continue  # the hand-made one counts a man on its first row only while the enemy has men
        assert abs(value(game, text, start) - hand) <= most, text


@pytest.mark.parametrize("game_id", GAMES)
def test_what_ships_is_used(game_id):
    """Tables that lie beside the game are what it is played with, others need no file."""
    game = engine.load(game_id)
    ships = (Path(draughts.__file__).parent / f"{game_id}.qpat").exists()
    name = engine.Engine(game, hash_mb=1).evaluation_name
    assert name.startswith(f"{game_id}.qpat ") if ships else name == "hand-made"
    assert engine.Engine(game, hash_mb=1, eval_file="hand-made").evaluation_name == "hand-made"
