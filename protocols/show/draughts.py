"""Boards of the draughts family: numbers on the dark squares, crowns on kings; last move and what it captured are marked."""

from __future__ import annotations

import re

from rich.text import Text

from engine.games.draughts.geometry import column_of, row_of, square_at
from protocols.show.strokes import strokes_from
from protocols.show.view import View

LIGHT, DARK, MARKED, TAKEN = "#ecd9b4", "#8a5a36", "#b0a03c", "#b5473c"
WHITE_MAN, BLACK_MAN, RIM, GOLD, NUMBER = "#f7f1e3", "#26211d", "#0f0c0a", "#d8a520", "#ecd9b4"
#: (colour, is king) -> symbol.
OUTLINED = {(0, False): "⛀", (0, True): "⛁", (1, False): "⛂", (1, True): "⛃"}
LETTERS = {(0, False): "w", (0, True): "W", (1, False): "b", (1, True): "B"}
_SQUARE, _EDGE = 45, 15


# --- reading the view ---------------------------------------------------------------------------------------------------


def _pieces(position: str) -> dict[int, tuple[int, bool]]:
    """Square -> (colour, is king) of a canonical position string."""
    found = {}
    for field in position.split(":")[1:]:
        colour = "WB".index(field[0])
        for item in filter(None, field[1:].split(",")):
            found[int(item.lstrip("K"))] = colour, item.startswith("K")
    return found


def _last_move(view: View) -> tuple[set[int], set[int]]:
    """The squares where the last move began and ended, and those that it captured on; the wire form lists all of them."""
    squares = [int(number) for number in re.findall(r"\d+", view.last_move or "")]
    return set(squares[:2]), set(squares[2:])


# --- text ---------------------------------------------------------------------------------------------------------------


def board_text(view: View, charset: str, colour: bool) -> Text:
    """The rows with the number of each row's first square on the left and of its last on the right.

    The last move stands in brackets, captured pieces are crosses; with colours squares are painted instead.
    """
    side, pieces = view.entry.files, _pieces(view.position)
    moved, taken = _last_move(view)
    symbols = OUTLINED if charset == "unicode" else LETTERS
    text = Text()
    for row in range(side):
        first = row * (side // 2) + 1
        text.append(f"{first:3} ")
        for column in range(side):
            square = square_at(row, column, side)
            piece = pieces.get(square)
            symbol = symbols[piece] if piece else "x" if square in taken else " " if not square or colour else "."
            if colour:
                ground = MARKED if square in moved else TAKEN if square in taken else DARK if square else LIGHT
                ink = WHITE_MAN if not piece or piece[0] == 0 else "#000000"
                solid = {"⛀": "⛂", "⛁": "⛃"}.get(symbol, symbol)
                text.append(f" {solid} ", f"bold {ink} on {ground}")
            else:
                text.append(f"[{symbol}]" if square in moved else f" {symbol} ")
        text.append(f" {first + side // 2 - 1:2}\n")
    text.append("    " + "".join(f" {name} " for name in "abcdefghij"[:side]))
    return text


# --- pictures -----------------------------------------------------------------------------------------------------------


def _man(colour: int, king: bool) -> str:
    """A piece around (0, 0): a disc with a groove, a crown on a king."""
    fill, line = (WHITE_MAN, RIM) if colour == 0 else (BLACK_MAN, "#8b8178")
    parts = [
        f'<circle r="16" fill="{fill}" stroke="{line}" stroke-width="1.5"/>',
        f'<circle r="11.5" fill="none" stroke="{line}" stroke-width="1"/>',
    ]
    if king:
        crown = "M-8.5 6 L-10 -5 L-4.5 0 L0 -7.5 L4.5 0 L10 -5 L8.5 6 Z"
        parts.append(f'<path d="{crown}" fill="{GOLD}" stroke="{RIM}" stroke-width="1" stroke-linejoin="round"/>')
    return "".join(parts)


def _corner(square: int, side: int, flipped: bool = False) -> tuple[float, float]:
    """The upper left corner of a square."""
    row, column = row_of(square, side), column_of(square, side)
    if flipped:
        row, column = side - 1 - row, side - 1 - column
    return _EDGE + _SQUARE * column, _EDGE + _SQUARE * row


def _ground(side: int, fills: dict[int, str], flipped: bool = False) -> str:
    """The empty board; ``fills``: colours of single squares."""
    size = side * _SQUARE
    parts = [
        f'<rect width="{size + 2 * _EDGE}" height="{size + 2 * _EDGE}" fill="#4a3222"/>',
        f'<rect x="{_EDGE}" y="{_EDGE}" width="{size}" height="{size}" fill="{LIGHT}"/>',
    ]
    for square in range(1, side * side // 2 + 1):
        x, y = _corner(square, side, flipped)
        parts.append(f'<rect x="{x}" y="{y}" width="{_SQUARE}" height="{_SQUARE}" fill="{fills.get(square, DARK)}"/>')
        parts.append(strokes_from(str(square), x + 2.5, y + 2.5, NUMBER, 0.85))
    return "".join(parts)


def board_svg(view: View, size: int) -> str:
    """The board with numbered squares; last move and captured squares in colours of their own, captured pieces as crosses."""
    side, pieces = view.entry.files, _pieces(view.position)
    moved, taken = _last_move(view)
    fills = dict.fromkeys(taken, TAKEN) | dict.fromkeys(moved, MARKED)
    parts = [_ground(side, fills)]
    half = _SQUARE / 2
    for square in sorted(taken - set(pieces)):
        x, y = _corner(square, side)
        parts.append(
            f'<path transform="translate({x + half} {y + half})" d="M-9 -9L9 9M9 -9L-9 9" stroke="{WHITE_MAN}" stroke-width="3"/>'
        )
    for square, (colour, king) in pieces.items():
        x, y = _corner(square, side)
        parts.append(f'<g transform="translate({x + half} {y + half})">{_man(colour, king)}</g>')
    extent = side * _SQUARE + 2 * _EDGE
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" viewBox="0 0 {extent} {extent}">'
    return f"{head}{''.join(parts)}</svg>"
