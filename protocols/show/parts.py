"""A board in parts, for pages that draw many positions themselves: an empty board, one drawing of each man, and where men stand.

Cells are numbered in reading order as the first seat sees the board: from its upper left corner, row by row.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class BoardParts:
    """Fragments of SVG, to be put into one drawing of ``width`` by ``height``."""

    width: float
    height: float
    board: str
    """The empty board."""
    flipped: str
    """The empty board as the other side sees it."""
    men: dict[str, str]
    """Letter of the position string -> drawing around (0, 0)."""
    points: tuple[tuple[float, float], ...]
    """The middle of each cell."""
    flipped_points: tuple[tuple[float, float], ...]
    mark: float
    """Radius of a mark that shows where a move began or ended."""


def cells_of(position: str) -> list[str]:
    """The men of a position string whose first field is that of a FEN: a letter, or "" for an empty cell, in reading order.

    A ``?`` is a man too: one that lies face-down.
    """
    cells: list[str] = []
    number = ""
    for letter in position.split()[0] + "/":
        if letter.isdigit():
            number += letter
            continue
        if number:
            cells += [""] * int(number)
            number = ""
        if letter.isalpha() or letter == "?":
            cells.append(letter)
    return cells
