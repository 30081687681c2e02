"""Positions and moves of draughts as Hub and DXP write them, beside the PDN forms that the games themselves read.

A board string has one character a square, in number order: ``w`` and ``b`` men, ``W`` and ``B`` kings, ``e`` empty; DXP writes
``z`` and ``Z`` for Black. Hub puts the side to move in front: 51 characters on 10x10, 33 on 8x8.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from engine.errors import IllegalMoveError, MoveSyntaxError, PositionError

if TYPE_CHECKING:
    from engine import Position

_TO_DXP = str.maketrans("bB", "zZ")
_FROM_DXP = str.maketrans("zZ", "bB")
_MOVE = re.compile(r"(\d{1,2}|[a-h][1-8])([-x:])(\d{1,2}|[a-h][1-8])((?:[x:](?:\d{1,2}|[a-h][1-8]))*)", re.ASCII)
_SHOWN = 60


def squares_of(position: Position) -> int:
    """The number of squares of the game's board: 32 or 50."""
    return squares_on(position.game.entry.files)


def squares_on(files: int) -> int:
    """The number of playing squares of a board with ``files`` columns and as many rows."""
    return files * files // 2


# --- positions ----------------------------------------------------------------------------------------------------------


def fen_of_board(turn: str, board: str, squares: int) -> str:
    """The PDN FEN of a board string of ``squares`` characters in Hub's letters; ``turn`` is ``W`` or ``B``.

    Raises
    ------
    PositionError
        For a wrong length, side or letter. Whether the position can occur is for the game to say.
    """
    if turn not in ("W", "B"):
        raise PositionError(f"bad position: side {turn[:_SHOWN]!r} is neither W nor B")
    if len(board) != squares:
        raise PositionError(f"bad position: {len(board)} squares instead of {squares}")
    sides: dict[str, list[str]] = {"W": [], "B": []}
    for number, letter in enumerate(board, start=1):
        if letter == "e":
            continue
        if letter not in "wbWB":
            raise PositionError(f"bad position: unknown letter {letter!r} on square {number}")
        sides[letter.upper()].append(f"K{number}" if letter.isupper() else str(number))
    return f"{turn}:W{','.join(sides['W'])}:B{','.join(sides['B'])}"


def board_of_fen(fen: str, squares: int) -> tuple[str, str]:
    """Side to move and board string, in Hub's letters, of a canonical PDN FEN (numbers, no ranges)."""
    turn, *sides = fen.split(":")
    board = ["e"] * squares
    for side in sides:
        for item in filter(None, side[1:].split(",")):
            number = int(item.removeprefix("K"))
            board[number - 1] = side[0] if item.startswith("K") else side[0].lower()
    return turn, "".join(board)


def read_hub_position(text: str, squares: int) -> str:
    """The PDN FEN of a Hub position. A PDN FEN is handed on as it is.

    Raises
    ------
    PositionError
    """
    if ":" in text:
        return text
    if not text:
        raise PositionError("bad position: empty")
    return fen_of_board(text[0], text[1:], squares)


def hub_position(fen: str, squares: int) -> str:
    """The Hub position of a canonical PDN FEN."""
    turn, board = board_of_fen(fen, squares)
    return turn + board


def to_dxp(board: str) -> str:
    """A board string or a side in DXP's letters."""
    return board.translate(_TO_DXP)


def from_dxp(board: str) -> str:
    """A DXP board string in Hub's letters; a letter that DXP does not have stays one that Hub does not have."""
    return board.replace("b", "?").replace("B", "?").translate(_FROM_DXP)


# --- moves --------------------------------------------------------------------------------------------------------------


def _number(text: str) -> int:
    """The number of a square, given as number or, on 8x8, as ``c3``."""
    if text.isdigit():
        return int(text)
    row, column = 8 - int(text[1]), "abcdefgh".index(text[0])
    return 4 * row + column // 2 + 1 if (row + column) % 2 else 0


def canonical_move(text: str) -> str:
    """A Hub move in the one form that senders use: plain numbers, captured squares ascending, ``x``.

    Raises
    ------
    MoveSyntaxError
    """
    found = _MOVE.fullmatch(text)
    if found is None:
        raise MoveSyntaxError(f"{text[:_SHOWN]!r} is no move in Hub notation")
    origin, to = _number(found[1]), _number(found[3])
    captured = sorted(_number(word) for word in re.split("[x:]", found[4])[1:])
    if found[2] == "-" and captured:
        raise MoveSyntaxError(f"{text[:_SHOWN]!r} is no move in Hub notation")
    separator = "-" if found[2] == "-" else "x"
    return separator.join(map(str, (origin, to, *captured)))


def move_of(position: Position, origin: int, to: int, captured: list[int]) -> int:
    """The legal move from ``origin`` to ``to`` that captures just these squares, packed.

    Raises
    ------
    IllegalMoveError
    """
    separator = "x" if captured else "-"
    wanted = separator.join(map(str, (origin, to, *sorted(captured))))
    return _find(position, wanted, wanted)


def read_hub_move(position: Position, text: str) -> int:
    """The legal move that ``text`` names in Hub notation and in no other, packed.

    Raises
    ------
    MoveSyntaxError, IllegalMoveError
    """
    return _find(position, canonical_move(text), text)


def _find(position: Position, wanted: str, text: str) -> int:
    """The legal move with the wire text ``wanted``; where that names no captured square, the only capture that begins so."""
    begin = f"{wanted}x" if wanted.count("x") == 1 else "?"
    fitting = []
    for move in map(int, position.legal_moves()):
        wire = position.format(move)
        if wire == wanted:
            return move
        if wire.startswith(begin):
            fitting.append(move)
    if len(fitting) == 1:
        return fitting[0]
    what = "ambiguous" if fitting else "illegal"
    raise IllegalMoveError(f"{what} move {text[:_SHOWN]!r} in {position.text()}")


def squares_of_move(wire: str) -> tuple[int, int, list[int]]:
    """Origin, destination and captured squares of a move in wire (Hub) notation."""
    origin, to, *captured = map(int, re.split("[-x]", wire))
    return origin, to, captured
