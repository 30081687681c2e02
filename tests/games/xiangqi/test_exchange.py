"""Static exchange evaluation against a slow twin on a dictionary board."""

from __future__ import annotations

import random

import pytest

from engine.games.xiangqi.exchange import VALUES
from tests.reference import xiangqi_twin as twin
from tests.reference.xiangqi_positions import generate, play_randomly, random_setups

ORDER = sorted("KABNRCP", key=lambda letter: int(VALUES["KABNRCP".index(letter) + 1]))


def worth(piece) -> int:
    return int(VALUES["KABNRCP".index(piece.kind) + 1])


def takers(board, side: int, target: int) -> list[int]:
    return [p for p, piece in board.items() if piece.side == side and p != target and target in twin.reached(board, p)]


def best_gain(board, side: int, target: int) -> int:
    """What ``side`` wins by taking on ``target`` with its least valuable piece, on the lowest square of equal ones, or 0."""
    attackers = takers(board, side, target)
    if not attackers:
        return 0
    taker = min(attackers, key=lambda p: (ORDER.index(board[p].kind), p))
    after = twin.moved(board, (taker, target))
    if board[taker].kind == "K" and takers(after, 1 - side, target):
        return 0
    return max(0, worth(board[target]) - best_gain(after, 1 - side, target))


def exchange_value(board, move) -> int:
    side, victim = board[move[0]].side, board.get(move[1])
    return (worth(victim) if victim else 0) - best_gain(twin.moved(board, move), 1 - side, move[1])


def check(position, rng) -> None:
    see = position.game.kernel("see")
    board, _, _ = twin.read_fen(position.text())
    for move in rng.sample(legal := generate(position, "gen_moves"), min(12, len(legal))):
        value = exchange_value(board, (move >> 9 & 511, move & 511))
        for threshold in (value - 1, value, value + 1, 0, 1, -100, 100):
            answer = see(position.memory, position.ply, move, threshold)
            assert answer == int(value >= threshold), (position.text(), position.format(move), value)


def test_against_the_twin_in_games(game):
    rng = random.Random(41)
    for position in play_randomly(game, seed=41, games=5):
        check(position, rng)


def test_against_the_twin_in_free_setups(free_game):
    rng = random.Random(42)
    for position in random_setups(free_game, seed=42, count=300, pieces=(20, 60)):
        check(position, rng)


@pytest.mark.parametrize(
    ("text", "move", "value"),
    [
        # The rook behind the first rook takes part.
        ("4k4/9/9/9/n8/9/9/R8/R8/3K5 w", "a2a5", "N"),
        ("r3k4/9/9/9/n8/9/9/R8/R8/3K5 w", "a2a5", "N"),
        ("r3k4/9/9/9/n8/9/9/9/R8/3K5 w", "a1a5", "N-R"),
        # The cannon gets its one screen by the rook's leaving.
        ("4k4/9/9/9/n4r3/9/9/R8/P8/C2K5 w", "a2a5", "N"),
    ],
)
def test_known_exchanges(game, text, move, value):
    position = game.position(text)
    packed = position.parse(move)
    pieces = {letter: int(VALUES["KABNRCP".index(letter) + 1]) for letter in "KABNRCP"}
    see = game.kernel("see")
    expected = eval(value, {}, pieces)
    assert see(position.memory, 0, packed, expected) == 1 and see(position.memory, 0, packed, expected + 1) == 0
