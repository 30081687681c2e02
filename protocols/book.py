"""Moves from an opening book: Polyglot (``.bin``) for chess, ``book_format`` for every other game."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from engine.errors import QijiError

if TYPE_CHECKING:
    from engine import Position


class BookError(QijiError):
    """A book that cannot be read."""


def book_moves(path: str, position: Position) -> list[tuple[int, int]]:
    """The book's moves for ``position`` that are legal, packed, with their weights, best first; none from a book of another game.

    Raises
    ------
    BookError
    """
    try:
        found = _polyglot(path, position) if position.game.entry.module == "chess" else _own(path, position)
    except OSError as error:
        raise BookError(f"book {path!r}: {error.strerror or error}") from None
    except ValueError as error:
        raise BookError(f"book {path!r}: {error}") from None
    return sorted(found, key=lambda item: -item[1])


def _polyglot(path: str, position: Position) -> list[tuple[int, int]]:
    import chess
    import chess.polyglot

    board = chess.Board(position.text(), chess960=True)
    found: list[tuple[int, int]] = []
    with chess.polyglot.open_reader(path) as reader:
        for entry in reader.find_all(board):
            text = entry.move.uci() if position.game.options.get("UCI_Chess960") else _standard(board, entry.move)
            try:
                found.append((position.parse(text), entry.weight))
            except QijiError:
                continue
    return found


def _own(path: str, position: Position) -> list[tuple[int, int]]:
    from protocols.book_format import OtherBookError, find

    found: list[tuple[int, int]] = []
    try:
        entries = find(path, position)
    except OtherBookError:
        return []  # a GUI keeps the file name when it changes to another game
    for entry in entries:
        try:
            found.append((position.parse(entry.move), entry.weight))
        except QijiError:
            continue
    return found


def _standard(board: Any, move: Any) -> str:
    """A move with castling as the king's two steps."""
    return board.uci(move, chess960=False)


def choose(moves: list[tuple[int, int]], chance: random.Random | None = None) -> int:
    """One of ``moves``, by weight; 0 if there is none."""
    if not moves:
        return 0
    weights = [max(1, weight) for _, weight in moves]
    return (chance or random.Random()).choices([move for move, _ in moves], weights)[0]
