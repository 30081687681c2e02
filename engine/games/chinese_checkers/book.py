"""Opening knowledge: replies found by long searches over the engine's own games, for the start position of two seats.

``book.txt`` holds one position a line, ``board turn`` and the reply; positions that are mirror images of each other, or the
same with the seats exchanged, count as one.
"""

from __future__ import annotations

from typing import Any


def book_moves(position: Any) -> tuple[int, ...]:
    """The book's replies among the legal moves of ``position``; empty outside the book."""
    return ()
