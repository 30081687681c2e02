"""The compiled rules against the slow twin: moves, positions and results along random games and in made-up positions."""

from __future__ import annotations

import random

import pytest

import engine
from engine.games.draughts.rules import SETTINGS
from tests.reference.draughts_twin import Board, Game, perft, with_options

OPTIONS = [
    {},
    {"MustCapture": "false"},
    {"KingRange": "short", "CaptureRule": "most"},
    {"KingRange": "flying", "Promotion": "through", "CaptureRule": "free"},
    {"Promotion": "end", "CaptureRule": "most", "DrawRules": "fmjd", "KingMovesLimit": "3"},
    {"DrawRules": "fmjd64", "Repetition": "2", "KingMovesLimit": "0"},
    {"DrawRules": "flying", "Promotion": "through", "KingRange": "short"},
    {"DrawRules": "repetition", "Repetition": "4"},
]
CASES = [(game_id, options) for game_id in SETTINGS for options in OPTIONS]
IDS = [f"{game_id}-{number}" for game_id in SETTINGS for number in range(len(OPTIONS))]


def twin_rules(game_id, options):
    words = {"true": True, "false": False}
    return with_options(game_id, **{n: words.get(v, int(v) if v.isdigit() else v) for n, v in options.items()})


def made_up(rng, side, pieces=14):
    """A position string with up to ``pieces`` pieces, kings among them, anywhere."""
    squares = rng.sample(range(1, side * side // 2 + 1), rng.randrange(2, pieces))
    listed = {"W": [], "B": []}
    for square in sorted(squares):
        colour = rng.choice("WB")
        crown = range(1, side // 2 + 1) if colour == "W" else range(side * side // 2 - side // 2 + 1, side * side // 2 + 1)
        king = square in crown or rng.random() < 0.35
        listed[colour].append(("K" if king else "") + str(square))
    turn = rng.choice([c for c in "WB" if listed["WB".replace(c, "")]])
    return f"{turn}:W{','.join(listed['W'])}:B{','.join(listed['B'])}"


def same_end(position, game):
    """Whether both sides agree how the game stands."""
    verdict = game.result()
    result = position.result()
    if verdict == "ongoing":
        return not result.over
    if verdict == "draw":
        return result.over and not result.winners
    return result.over and result.winners == ({"W": ("black",), "B": ("white",)}[game.boards[-1].turn])


@pytest.mark.parametrize(("game_id", "options"), CASES, ids=IDS)
def test_random_games(game_id, options):
    rng = random.Random(f"{game_id}{options}")
    rules = twin_rules(game_id, options)
    loaded = engine.load(game_id, options)
    ends = 0
    for number in range(14):
        text = loaded.position().text() if number % 4 == 0 else made_up(rng, rules.side, 9 if number % 2 else 16)
        position, game = loaded.position(text), Game(Board.read(rules, text))
        for _ in range(120):
            board = game.boards[-1]
            assert position.text() == board.text()
            legal = {board.wire(move): move for move in board.legal()}
            ours = [position.format(int(move)) for move in position.legal_moves()]
            assert len(set(ours)) == len(ours) and set(ours) == set(legal), position.text()
            assert same_end(position, game), (position.text(), str(position.result()), position.history())
            if position.result().over:
                ends += 1
                break
            name = rng.choice(sorted(legal))
            position.push(name)
            game.play(legal[name])
    assert ends > 5


@pytest.mark.parametrize("game_id", SETTINGS)
def test_capture_storms(game_id):
    """Positions with many pieces and kings to capture."""
    rng = random.Random(f"storm{game_id}")
    rules = twin_rules(game_id, {})
    loaded = engine.load(game_id)
    longest = 0
    for _ in range(1500):
        text = made_up(rng, rules.side, 20 if rules.side == 8 else 28)
        position, board = loaded.position(text), Board.read(rules, text)
        assert {position.format(int(move)) for move in position.legal_moves()} == {board.wire(move) for move in board.legal()}, (
            text
        )
        longest = max([longest, *(len(move[2]) for move in board.legal())])
    assert longest >= 5


@pytest.mark.parametrize("game_id", SETTINGS)
def test_all_orders(game_id):
    """The other count of the rule text, which the engine does not offer: the twin meets it, so it is the same set of rules."""
    rows = {
        "checkers": ("W:WK2,12,13,31:B6,7,K8,14,15,26", (6, 38, 93), (5, 34, 86)),
        "checkers-flying": ("W:WK2,12,13,31:B6,7,K8,14,15,26", (8, 64, 258), (7, 55, 235)),
        "draughts": ("B:WK1,11,22,K33,34,K41,43,44:BK5,30,31,38", (3, 47, 139), (2, 24, 70)),
        "draughts64": ("W:WK2,12:BK1,K4,6,K7,14,K15,19,24,K25,K32", (7, 176, 1020), (4, 98, 525)),
        "russian": ("W:WK2,12,13,31:B6,7,K8,14,15,26", (11, 74, 276), (10, 65, 255)),
        "pool": ("W:WK2,12,13,31:B6,7,K8,14,15,26", (10, 70, 230), (9, 61, 209)),
    }
    text, orders, distinct = rows[game_id]
    board = Board.read(twin_rules(game_id, {}), text)
    assert tuple(perft(board, depth, True) for depth in (1, 2, 3)) == orders
    assert tuple(perft(board, depth) for depth in (1, 2, 3)) == distinct
