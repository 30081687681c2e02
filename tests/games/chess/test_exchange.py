"""Static exchange evaluation against the slow twin and on exchanges worked out by hand."""

from __future__ import annotations

import pytest

import engine
from engine.games.chess.exchange import EXCHANGE_VALUES
from tests.games.chess.positions import GAME, random_games, scattered_boards
from tests.reference.chess_exchange import VALUES, exchange_value

SEE = GAME.kernel("see")


def test_same_values_as_the_twin():
    assert [int(v) for v in EXCHANGE_VALUES[1:]] == list(VALUES.values())


def check(position: engine.Position, board) -> None:
    for move in position.legal_moves():
        twin = board.parse_uci(position.format(move))
        value = 0 if board.is_castling(twin) else exchange_value(board, twin)
        for threshold in (value, value + 1, value - 1, 0, 1, -100, 300):
            answer = SEE(position.memory, position.ply, move, threshold)
            assert answer == (value >= threshold), (board.fen(), twin.uci(), value, threshold)


def test_random_positions():
    for number, (position, board) in enumerate(random_games(6, 120, 41, False)):
        if number % 6 == 0:
            check(position, board)
    for board in scattered_boards(60, 42):
        check(GAME.position(board.fen()), board)


@pytest.mark.parametrize(
    ("fen", "move", "value"),
    [
        ("4k3/8/3p4/4p3/8/8/4R3/4K3 w - - 0 1", "e2e5", -400),  # rook takes a guarded pawn
        ("4k3/8/8/4p3/8/8/4R3/4K3 w - - 0 1", "e2e5", 100),
        ("4k3/4r3/8/4p3/8/4R3/4R3/4K3 w - - 0 1", "e3e5", 100),  # the second rook stands behind the first
        ("4k3/4r3/4q3/4p3/8/4R3/4R3/4K3 w - - 0 1", "e3e5", 50),  # the queen is the cheaper taker, and is lost
        ("4k3/8/8/8/3pP3/8/8/4KB2 b - e3 0 1", "d4e3", 100),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 850),
        ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", 1350),
        ("r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7b8q", -100),
        ("4k3/8/8/2n5/4B3/8/8/4K2r w - - 0 1", "e4h1", 500),
        ("4k3/8/8/8/8/2r1r3/3P4/3K4 b - - 0 1", "e3d3", 0),  # the pawn before it attacks c3 and e3 only
    ],
)
def test_by_hand(fen, move, value):
    position = GAME.position(fen)
    packed = position.parse(move)
    assert SEE(position.memory, 0, packed, value) == 1 and SEE(position.memory, 0, packed, value + 1) == 0
