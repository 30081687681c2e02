"""``is_legal`` on moves from elsewhere, on moves with flipped bits and on garbage."""

from __future__ import annotations

import random

import numpy as np
import pytest

import engine
from tests.games.chess.positions import random_games, scattered_boards

RULES = [{}, {"win_by": "king-capture"}, {"castle_rook_safe": "true"}]


def legal_set(position: engine.Position) -> set[int]:
    return {int(m) for m in position.legal_moves()}


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_is_legal_agrees_with_the_generator(rules):
    game = engine.load("chess", rules)
    is_legal = game.kernel("is_legal")
    rng = random.Random(5)
    pool: list[int] = []
    texts = [board.fen() for board in scattered_boards(250, 31)]
    texts += [board.fen() for number, (_, board) in enumerate(random_games(8, 120, 32, True)) if number % 4 == 0]
    for text in texts:
        position = game.position(text)
        legal = legal_set(position)
        strangers = {move ^ (1 << bit) for move in legal for bit in range(34)}
        strangers |= {move ^ rng.getrandbits(32) & rng.getrandbits(32) & rng.getrandbits(32) for move in legal}
        strangers |= set(rng.sample(pool, min(300, len(pool))))
        strangers |= {rng.getrandbits(64) - (1 << 63) for _ in range(20)} | {0, -1, 1, (1 << 63) - 1, -(1 << 63)}
        for move in strangers | legal:
            assert is_legal(position.memory, 0, np.int64(move)) == (move in legal), (text, hex(move))
        pool = (pool + list(legal))[-3000:]


def test_every_plain_move_word_of_a_few_positions():
    """All movers, victims and specials between all cells of the king's, a pawn's and a rook's origin."""
    game = engine.load("chess")
    is_legal = game.kernel("is_legal")
    for text in (
        "r3k2r/pPp2ppp/8/3pP3/8/5N2/PPP2PPP/R3K2R w KQkq d6 0 1",
        "4k3/4r3/8/8/8/8/4R3/R3K2R w KQ - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    ):
        position = game.position(text)
        legal = legal_set(position)
        for origin in {move >> 9 & 63 for move in legal}:
            for to in range(64):
                for special in range(16):
                    for mover in (1, 4, 6):
                        for victim in (0, 1, 2, 4):
                            move = to | origin << 9 | mover << 18 | victim << 23 | special << 28
                            assert is_legal(position.memory, 0, move) == (move in legal), (text, hex(move))
