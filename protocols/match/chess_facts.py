"""What a referee of chess asks python-chess: who can still win at all, and what endgame tables say."""

from __future__ import annotations

from pathlib import Path

import chess
import chess.syzygy

from engine import Position
from engine.errors import QijiError
from protocols.match.rules import TableRule


class TableError(QijiError):
    """Endgame tables that cannot be used."""


def is_chess(position: Position) -> bool:
    """Whether ``position`` is one of chess, won by mate."""
    return position.game.entry.module == "chess" and position.game.options.get("win_by", "mate") == "mate"


def board_of(position: Position) -> chess.Board:
    """The position for python-chess, without its history."""
    return chess.Board(position.text(), chess960=True)


def can_win(position: Position, seat: int, rule: str) -> bool:
    """Whether ``seat`` may still win, so that its opponent's flag counts; true outside of chess.

    rule : ``fide`` (mate is possible by some sequence of moves), ``bare-king`` (it has more than a king) or ``loss`` (always).
    """
    if rule == "loss" or not is_chess(position):
        return True
    board, color = board_of(position), seat == 0
    if rule == "bare-king":
        return chess.popcount(board.occupied_co[color]) > 1
    return not board.has_insufficient_material(color)


class EndgameTables:
    """Syzygy tables of one or more folders."""

    def __init__(self, rule: TableRule) -> None:
        self._tables = chess.syzygy.Tablebase()
        found = 0
        for path in rule.paths:
            if not Path(path).is_dir():
                raise TableError(f"no folder of endgame tables: {path!r}")
            found += self._tables.add_directory(path)
        if not found:
            raise TableError(f"no Syzygy tables in {', '.join(rule.paths)}")
        self._pieces = min(rule.pieces, max((len(name) - 1 for name in self._tables.wdl), default=0))

    def winner(self, position: Position, ignore_50: bool) -> int | None:
        """The seat that wins, -1 for a draw, None where no table knows.

        Without ``ignore_50`` only positions right after a capture or pawn move are looked up, and wins that the 50-move rule
        spoils are draws.
        """
        if not is_chess(position):
            return None
        text = position.text()
        if sum(letter.isalpha() for letter in text.split()[0]) > self._pieces:
            return None
        board = chess.Board(text, chess960=True)
        if board.castling_rights or (board.halfmove_clock and not ignore_50):
            return None
        value = self._tables.get_wdl(board)
        if value is None:
            return None
        if abs(value) == 1 and not ignore_50:
            value = 0
        return -1 if value == 0 else int(board.turn == (value < 0))

    def close(self) -> None:
        """Close the files."""
        self._tables.close()
