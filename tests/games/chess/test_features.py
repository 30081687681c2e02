"""The network's inputs against python-chess: which piece stands where, in each player's view."""

from __future__ import annotations

import random

import chess
import numpy as np
import pytest

import engine
from tests.games.chess.positions import random_games, scattered_boards

INPUTS = 768


def expected(board: chess.Board, view: int) -> set[int]:
    """The inputs by the definition: own pieces first, kinds pawn to king, cells from the own side, king on files a to d."""
    own = chess.WHITE if view == 0 else chess.BLACK
    king = board.king(own)
    mirrored = king is not None and chess.square_file(king) >= 4
    found = set()
    for square, piece in board.piece_map().items():
        file, rank = chess.square_file(square), chess.square_rank(square)
        if view == 1:
            rank = 7 - rank
        if mirrored:
            file = 7 - file
        plane = (0 if piece.color == own else 6) + piece.piece_type - 1
        found.add(plane * 64 + 8 * rank + file)
    return found


def active(game: engine.Game, memory: np.ndarray, ply: int, view: int) -> set[int]:
    out = np.full(80, -1, dtype=np.int64)
    n = game.kernel("features")(memory, ply, view, out)
    assert (out[n:] == -1).all()
    found = set(out[:n].tolist())
    assert len(found) == n and (not found or 0 <= min(found) <= max(found) < INPUTS)
    return found


def changes(game: engine.Game, memory: np.ndarray, before: int, after: int, view: int) -> list[int] | None:
    out = np.full(160, 1 << 40, dtype=np.int64)
    n = game.kernel("feature_changes")(memory, before, after, view, out)
    return None if n < 0 else out[:n].tolist()


@pytest.mark.parametrize("chess960", [False, True])
def test_inputs_of_random_games(chess960):
    for position, board in random_games(12, 150, 7 + chess960, chess960):
        for view in (0, 1):
            assert active(position.game, position.memory, position.ply, view) == expected(board, view), board.fen()


def test_inputs_of_scattered_boards():
    game = engine.load("chess")
    for board in scattered_boards(200, 5):
        position = game.position(board.fen())
        for view in (0, 1):
            assert active(game, position.memory, 0, view) == expected(board, view), board.fen()


def test_changes_between_any_two_rows():
    rng = random.Random(3)
    boards: list[chess.Board] = []
    mirrored = plain = 0
    for position, board in random_games(10, 160, 21, True):
        if position.ply == 0:
            boards = []
        boards.append(board.copy())
        for before in (max(position.ply - 1, 0), rng.randrange(position.ply + 1)):
            for view in (0, 1):
                old, new = expected(boards[before], view), expected(board, view)
                ways = ((before, position.ply, old - new, new - old), (position.ply, before, new - old, old - new))
                for a, b, gone, come in ways:
                    found = changes(position.game, position.memory, a, b, view)
                    color = chess.WHITE if view == 0 else chess.BLACK
                    files = [chess.square_file(one.king(color)) >= 4 for one in (boards[before], board)]
                    if files[0] != files[1]:
                        assert found is None
                        mirrored += 1
                        continue
                    assert found is not None and len(found) == len(set(found))
                    assert {i for i in found if i >= 0} == come and {~i for i in found if i < 0} == gone
                    plain += 1
    assert mirrored > 100 and plain > 1000


def test_null_move_changes_nothing():
    game = engine.load("chess")
    position = game.position("r3k2r/pppq1ppp/8/8/8/8/PPPQ1PPP/R3K2R w KQkq - 0 1")
    game.kernel("make_move")(position.memory, 0, 0)
    for view in (0, 1):
        assert changes(game, position.memory, 0, 1, view) == []


def test_a_taken_king_leaves_no_frame():
    game = engine.load("chess", {"win_by": "king-capture"})
    position = game.position("6k1/6Q1/8/8/8/8/8/6K1 w - - 0 1", ["g7g8"])
    assert active(game, position.memory, 1, 1) == expected(chess.Board(position.text(), chess960=True), 1)
