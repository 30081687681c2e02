"""What ``ending`` does to a network's score: nothing in ordinary positions, what the game knows in endings."""

from __future__ import annotations

import random

import chess
import numpy as np
import pytest

import engine
from engine.games.xiangqi.balance import FULL_SCALE
from engine.games.xiangqi.evaluate import parts as xiangqi_parts
from engine.games.xiangqi.scratch import SCRATCH_WORDS
from engine.games.xiangqi.weights import WEIGHTS


def ended(game: engine.Game, text: str, score: int) -> int:
    position = game.position(text)
    return int(game.kernel("ending")(position.memory, 0, score))


def hand_made(game: engine.Game, text: str) -> int:
    position = game.position(text)
    scratch = np.zeros(game.spec.scratch_words, dtype=np.int64)
    return int(game.kernel("evaluate")(position.memory, 0, game.spec.weights, scratch))


@pytest.fixture(scope="module")
def chess_game():
    return engine.load("chess")


DRAWN = [
    "8/8/4k3/8/8/3NN3/4K3/8 w - - 0 1",  # two knights
    "8/8/4k3/8/8/3B4/4K3/8 b - - 0 1",
    "k7/8/P7/8/3B4/8/4K3/8 w - - 0 1",  # the bishop does not guard the corner
    "8/8/8/4k3/4P3/4K3/8/8 w - - 0 1",  # the side to move has not the opposition
    "k7/P7/1K6/8/8/8/8/8 b - - 0 1",
]
MATES = [
    "8/8/4k3/8/8/2B1N3/4K3/8 w - - 0 1",
    "8/8/4k3/8/8/2BB4/4K3/8 w - - 0 1",
    "8/8/4k3/8/8/8/4K3/R7 w - - 0 1",
    "8/8/4k3/8/8/8/4K3/Q7 b - - 0 1",
]


@pytest.mark.parametrize("text", DRAWN)
@pytest.mark.parametrize("score", [-700, -1, 0, 1, 900])
def test_dead_draws_of_chess(chess_game, text, score):
    assert ended(chess_game, text, score) == 0
    assert ended(chess_game, chess.Board(text).mirror().fen(), score) == 0


@pytest.mark.parametrize("text", MATES)
def test_mates_by_technique(chess_game, text):
    """The hand-made score, whatever the network says, for the right side."""
    for fen in (text, chess.Board(text).mirror().fen()):
        wanted = hand_made(chess_game, fen)
        assert abs(wanted) > 700
        for score in (-500, 0, 40, 3000):
            assert ended(chess_game, fen, score) == wanted


def test_material_that_cannot_win(chess_game):
    """A knight more without pawns is worth little; a won pawn ending is worth more than a network says."""
    assert abs(ended(chess_game, "8/8/5k2/3r4/8/3NR3/4K3/8 w - - 0 1", 300)) <= 75
    assert ended(chess_game, "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", 10) >= 200


def test_ordinary_positions_only_fade(chess_game):
    rng = random.Random(1)
    for text in (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - {} 40",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 b - - {} 40",
        "8/2p2pk1/1p4p1/p2Pn2p/P1P2B1P/1P4P1/5PK1/8 w - - {} 40",
    ):
        for clock in (0, 1, 37, 99):
            score = rng.randrange(-900, 900)
            assert abs(ended(chess_game, text.format(clock), score) - score * (200 - clock) / 200) < 1


def test_xiangqi_scales_as_the_hand_made_evaluation():
    game = engine.load("xiangqi")
    engine.core.jit.compile_kernel(xiangqi_parts)
    scratch, out = np.zeros(SCRATCH_WORDS, dtype=np.int64), np.zeros(4, dtype=np.int64)
    rng = random.Random(8)
    scaled = 0
    for text in [
        "4kab2/4a4/4b4/9/9/9/9/4B4/4A4/3AK1B2 w - - 0 1",
        "4kab2/4a4/4b4/9/4N4/9/9/4B4/4A4/3AK1B2 b - - 0 1",
        "3k1ab2/4a4/4b4/2P6/9/9/9/4BA3/4A4/4K1B2 w - - 0 1",
        "2bak4/4a4/4b4/4R4/9/9/9/4B4/r8/4KA3 w - - 0 1",
        "2bak4/4a4/4b4/4C4/9/9/9/4B4/9/4K4 w - - 0 1",
        "2bak4/4a4/4b4/4R4/9/9/9/4B4/9/4KA3 b - - 0 1",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    ]:
        position = game.position(text)
        xiangqi_parts(position.memory, 0, WEIGHTS, scratch, out)
        word, fading = int(out[2]), int(out[3])
        assert fading == 256
        for _ in range(20):
            score = rng.randrange(-1500, 1500)
            red = score if position.player == 0 else -score
            scale = (word >> (8 if red > 0 else 16)) & 255
            if red == 0:
                continue
            assert int(game.kernel("ending")(position.memory, 0, score)) == score * scale // FULL_SCALE, (text, score)
            scaled += scale < FULL_SCALE
    assert scaled > 60
