"""Opening knowledge for two seats with ten pieces and adjacent jumps: what long searches and own games like.

``book.txt`` holds one position a line, ``board reply points games``: the board as the player to act sees it (its own pieces are
A, its camp is at the bottom), the one of the two mirror images whose text is smaller; the reply in wire notation; points of the
games that were played with it. ``python -m bench chinese_checkers book`` makes it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from engine.core.contract import CELL_MASK, ORIGIN_SHIFT
from engine.games.chinese_checkers.geometry import MIRROR, NAMES, VIEW
from engine.games.chinese_checkers.notation import pieces_of
from engine.games.chinese_checkers.text import board_text

FILE = Path(__file__).with_name("book.txt")
LAST_MOVE = 8  #: own moves after which nobody looks into the book


def applies(options: dict[str, Any]) -> bool:
    """Whether the book was made for the game under these options."""
    return options["seats"] == "2" and options["pieces"] == "10" and options["jump"] == "adjacent"


def view_of(pieces: dict[int, str], seat: int) -> tuple[str, bool]:
    """The board as the book has it, and whether it is mirrored; ``seat`` : who acts, 0 or 3."""
    own = {int(VIEW[seat, hole]): "A" if letter == "AD"[seat // 3] else "D" for hole, letter in pieces.items()}
    plain, mirrored = board_text(own), board_text({int(MIRROR[hole]): letter for hole, letter in own.items()})
    return min(plain, mirrored), mirrored < plain


def name_in_view(move: int, seat: int, mirrored: bool) -> str:
    """A move of a piece in wire notation as the book has it."""
    holes = [int(VIEW[seat, hole]) for hole in (move >> ORIGIN_SHIFT & CELL_MASK, move & CELL_MASK)]
    return "".join(NAMES[int(MIRROR[hole]) if mirrored else hole] for hole in holes)


@cache
def replies() -> dict[str, str]:
    """Board -> reply."""
    if not FILE.is_file():
        return {}
    lines = (line.split() for line in FILE.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#"))
    return {fields[0]: fields[1] for fields in lines}


def book_moves(position: Any) -> tuple[int, ...]:
    """The book's replies among the legal moves of ``position``; empty outside the book."""
    state, seat = position.state, position.player
    if seat not in (0, 3) or int(state["moves"][seat]) >= LAST_MOVE or not applies(position.game.options):
        return ()
    board, mirrored = view_of(pieces_of(state), seat)
    wanted = replies().get(board)
    if wanted is None:
        return ()
    names = {
        name_in_view(move, seat, mirrored): move for move in position.legal_moves().tolist() if move & CELL_MASK < len(NAMES)
    }
    return (names[wanted],) if wanted in names else ()
