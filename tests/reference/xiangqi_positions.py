"""Ways to reach many different xiangqi positions."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np

import engine

ADVISOR_SQUARES = ((3, 5, 13, 21, 23), (84, 86, 76, 66, 68))
BISHOP_SQUARES = ((18, 2, 38, 22, 6, 42, 26), (63, 83, 47, 67, 87, 51, 71))


def play_randomly(game, seed: int, games: int, plies: int = 150) -> Iterator[engine.Position]:
    """The live position after each ply of random games that like captures and checks now and then."""
    rng = random.Random(seed)
    for _ in range(games):
        position = game.position()
        yield position
        for _ in range(plies):
            legal = position.legal_moves()
            if not len(legal):
                break
            captures = legal[(legal >> 23 & 31) != 0]
            choice = captures if len(captures) and rng.random() < 0.12 else legal
            position.push(int(rng.choice(list(choice))))
            yield position


def random_setup(rng: random.Random, pieces: int) -> str:
    """A position string with two kings and about ``pieces`` other pieces anywhere; it may be refused (a king to be captured)."""
    board = {rng.choice((3, 4, 5, 12, 13, 14, 21, 22, 23)): "K", rng.choice((66, 67, 68, 75, 76, 77, 84, 85, 86)): "k"}
    for _ in range(pieces):
        letter, color = rng.choice("ABNNRRCCCPPP"), rng.randrange(2)
        squares = {"A": ADVISOR_SQUARES[color], "B": BISHOP_SQUARES[color]}.get(letter, range(90))
        square = rng.choice(squares)
        if square not in board:
            board[square] = letter.lower() if color else letter
    rows = ["".join(board.get(rank * 9 + file, "1") for file in range(9)) for rank in range(9, -1, -1)]
    return f"{'/'.join(rows)} {rng.choice('wb')} - - 0 1"


def random_setups(game, seed: int, count: int, pieces: tuple[int, int] = (3, 40)) -> Iterator[engine.Position]:
    """``count`` positions of :func:`random_setup` that the game accepts."""
    rng = random.Random(seed)
    while count:
        try:
            position = game.position(random_setup(rng, rng.randrange(*pieces)))
        except engine.PositionError:
            continue
        count -= 1
        yield position


def wire_moves(position) -> set[str]:
    return {position.format(int(move)) for move in position.legal_moves()}


def generate(position, name: str) -> list[int]:
    """The moves that the kernel ``name`` writes."""
    moves = np.zeros(position.game.spec.max_moves, dtype=np.int64)
    return moves[: position.game.kernel(name)(position.memory, position.ply, moves)].tolist()
