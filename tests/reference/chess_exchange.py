"""A slow twin of the static exchange evaluation: full minimax over the captures on one cell, on a python-chess board."""

from __future__ import annotations

import chess

VALUES = {chess.PAWN: 100, chess.KNIGHT: 320, chess.BISHOP: 330, chess.ROOK: 500, chess.QUEEN: 950, chess.KING: 0}


def _best_gain(board: chess.Board, cell: int, side: bool) -> int:
    """What ``side`` wins at best if it may take on ``cell`` with its cheapest piece, or stop."""
    attackers = board.attackers(side, cell)
    if not attackers:
        return 0
    taker = min(attackers, key=lambda square: (board.piece_type_at(square) or 0, square))
    kind = board.piece_type_at(taker)
    if kind == chess.KING and board.attackers(not side, cell):
        return 0
    victim = board.piece_type_at(cell)
    assert kind and victim
    after = board.copy(stack=False)
    after.remove_piece_at(taker)
    after.set_piece_at(cell, chess.Piece(kind, side))
    return max(0, VALUES[victim] - _best_gain(after, cell, not side))


def exchange_value(board: chess.Board, move: chess.Move) -> int:
    """The value for the mover of ``move`` (legal, no castling) and the captures that follow on its target; pins are ignored."""
    kind = board.piece_type_at(move.from_square)
    assert kind
    after = board.copy(stack=False)
    gain = 0
    if board.is_en_passant(move):
        after.remove_piece_at(chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square)))
        gain = VALUES[chess.PAWN]
    elif (victim := board.piece_type_at(move.to_square)) is not None:
        gain = VALUES[victim]
    if move.promotion:
        gain += VALUES[move.promotion] - VALUES[chess.PAWN]
        kind = move.promotion
    after.remove_piece_at(move.from_square)
    after.set_piece_at(move.to_square, chess.Piece(kind, board.turn))
    return gain - _best_gain(after, move.to_square, not board.turn)
