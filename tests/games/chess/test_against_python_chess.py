"""Differential tests: everything that python-chess also knows must agree on thousands of random positions."""

from __future__ import annotations

import random

import chess
import numpy as np
import pytest

import engine
from engine.core import contract
from engine.core.jit import compile_kernel
from engine.games.chess.perft import perft_by_moves
from tests.games.chess.positions import GAME, random_games, scattered_boards

GEN = {name: GAME.kernel(name) for name in ("gen_moves", "gen_noisy", "gen_quiet")}


def listed(name: str, position: engine.Position) -> list[int]:
    moves = np.zeros(GAME.spec.max_moves, dtype=np.int64)
    return [int(m) for m in moves[: GEN[name](position.memory, position.ply, moves)]]


def check_moves(position: engine.Position, board: chess.Board) -> None:
    moves = listed("gen_moves", position)
    theirs = sorted(board.uci(m, chess960=True) for m in board.legal_moves)
    assert sorted(position.format(m) for m in moves) == theirs, board.fen()
    assert sorted(listed("gen_noisy", position) + listed("gen_quiet", position)) == sorted(moves)
    assert bool(position.state["flags"] & contract.FLAG_IN_CHECK) == board.is_check()
    assert int(position.state["checkers"]) == int(board.checkers())
    noisy = {position.format(m) for m in listed("gen_noisy", position)}
    for move in board.legal_moves:
        loud = board.is_capture(move) or move.promotion == chess.QUEEN
        assert (board.uci(move, chess960=True) in noisy) == loud, (board.fen(), move)


def check_result(position: engine.Position, board: chess.Board) -> None:
    found = position.result()
    if board.is_checkmate():
        expected = f"win {'black' if board.turn else 'white'} checkmate"
    elif board.is_stalemate():
        expected = "draw stalemate"
    elif board.is_insufficient_material():
        expected = "draw insufficient-material"
    elif board.is_seventyfive_moves():
        expected = "draw seventyfive-moves"
    elif board.is_fivefold_repetition():
        expected = "draw fivefold-repetition"
    else:
        expected = "ongoing"
    assert str(found) == expected, board.fen()
    if not found.over:
        claim = position.claimable()
        assert bool(claim) == (board.is_repetition(3) or board.halfmove_clock >= 100), board.fen()


@pytest.mark.parametrize("chess960", [False, True])
def test_random_games(chess960):
    for position, board in random_games(12, 160, 21, chess960):
        assert position.text() == board.fen(en_passant="legal")
        again = GAME.position(position.text())
        assert again.key == position.key and again.state["structure_key"] == position.state["structure_key"]
        check_moves(position, board)
        check_result(position, board)


def test_scattered_positions():
    for board in scattered_boards(2500, 4):
        position = GAME.position(board.fen())
        assert position.text() == board.fen(en_passant="legal")
        check_moves(position, board)
        if board.legal_moves:
            move = random.Random(board.fen()).choice(list(board.legal_moves))
            position.push(board.uci(move, chess960=True))
            board.push(move)
            assert position.text() == board.fen(en_passant="legal")
            assert GAME.position(position.text()).key == position.key
            check_moves(position, board)


def test_endings_by_few_men():
    """Short boards for the material rule."""
    rng = random.Random(9)
    for _ in range(400):
        board = chess.Board(None)
        cells = rng.sample(range(64), rng.randrange(2, 6))
        for index, cell in enumerate(cells):
            kind = chess.KING if index < 2 else rng.choice((chess.BISHOP, chess.BISHOP, chess.KNIGHT))
            board.set_piece_at(cell, chess.Piece(kind, index % 2 == 0))
        if board.is_valid():
            check_result(GAME.position(board.fen()), board)


def test_perft_of_scattered_positions_by_both_generators():
    compile_kernel(perft_by_moves)
    for board in scattered_boards(150, 8):
        position = GAME.position(board.fen())
        position._grow(6)
        assert position.perft(1) == board.legal_moves.count()
        depth = 3 if position.perft(1) < 60 else 2
        assert position.perft(depth) == perft_by_moves(position.memory, 0, depth), board.fen()
