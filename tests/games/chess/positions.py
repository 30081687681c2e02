"""Random chess positions with their twin in python-chess."""

from __future__ import annotations

import random
from collections.abc import Iterator

import chess

import engine

GAME = engine.load("chess", {"UCI_Chess960": "true", "claims": "player"})


def random_games(count: int, plies: int, seed: int, chess960: bool) -> Iterator[tuple[engine.Position, chess.Board]]:
    """Both boards after each ply of ``count`` random games; captures and checks are a little preferred to shorten the games."""
    rng = random.Random(seed)
    for _ in range(count):
        board = chess.Board.from_chess960_pos(rng.randrange(960)) if chess960 else chess.Board()
        board = chess.Board(board.fen(), chess960=True)
        position = GAME.position(board.fen())
        yield position, board
        for _ in range(plies):
            moves = list(board.legal_moves)
            if not moves:
                break
            move = rng.choice(moves)
            if rng.random() < 0.2:
                move = next((m for m in moves if board.is_capture(m) or board.is_castling(m)), move)
            position.push(board.uci(move, chess960=True))
            board.push(move)
            yield position, board


def scattered_boards(count: int, seed: int) -> Iterator[chess.Board]:
    """Boards with men thrown on them at random: many pins, checks, double checks, promotions and rooks that may castle."""
    rng = random.Random(seed)
    made = 0
    while made < count:
        board = chess.Board(None, chess960=True)
        cells = rng.sample(range(64), rng.randrange(2, 28))
        for index, cell in enumerate(cells):
            kind = chess.KING if index < 2 else rng.choice((1, 1, 1, 2, 3, 4, 5))
            if kind == chess.PAWN and cell // 8 in (0, 7):
                continue
            color = bool(index % 2) if index < 2 else rng.random() < 0.5
            board.set_piece_at(cell, chess.Piece(kind, color))
        board.turn = rng.random() < 0.5
        for color, back in ((chess.WHITE, chess.BB_RANK_1), (chess.BLACK, chess.BB_RANK_8)):
            king = board.king(color)
            rooks = list(chess.SquareSet(board.rooks & board.occupied_co[color] & back))
            if king is None or not chess.BB_SQUARES[king] & back:
                continue
            for flank in ([r for r in rooks if r > king], [r for r in rooks if r < king]):
                if flank and rng.random() < 0.8:
                    board.castling_rights |= chess.BB_SQUARES[rng.choice(flank)]
        if rng.random() < 0.5:
            _mark_en_passant(board, rng)
        if board.king(True) is None or board.king(False) is None or board.was_into_check():
            continue
        made += 1
        yield board


def _mark_en_passant(board: chess.Board, rng: random.Random) -> None:
    """Let the side that is not to move have made a double step, if some pawn can have made one."""
    rank, forward = (4, 8) if board.turn else (3, -8)
    pawns = board.pieces(chess.PAWN, not board.turn) & chess.BB_RANKS[rank]
    found = [p for p in pawns if not board.piece_at(p + forward) and not board.piece_at(p + 2 * forward)]
    if found:
        board.ep_square = rng.choice(found) + forward
