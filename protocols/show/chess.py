"""Chess boards; pictures are drawn by python-chess."""

from __future__ import annotations

import chess
import chess.svg
from rich.text import Text

from protocols.show.parts import BoardParts
from protocols.show.view import View

OUTLINED = dict(zip("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟", strict=True))
FILLED = dict(zip("kqrbnp", "♚♛♜♝♞♟", strict=True))

LIGHT, DARK, LIGHT_MARKED, DARK_MARKED, CHECKED = "#d9b88a", "#a9764c", "#cdd26a", "#aaa23b", "#d9534f"
WHITE_MAN, BLACK_MAN = "#ffffff", "#000000"


def _board(view: View) -> chess.Board:
    return chess.Board(view.position, chess960=bool(view.options.get("UCI_Chess960")))


def _marked(view: View) -> tuple[int, ...]:
    """The squares where the last move began and ended."""
    if view.last_move is None:
        return ()
    move = chess.Move.from_uci(view.last_move)
    return move.from_square, move.to_square


def _checked(view: View, board: chess.Board) -> int | None:
    return board.king(board.turn) if view.in_check else None


def board_text(view: View, charset: str, colour: bool) -> Text:
    """Eight ranks with coordinates; the last move in brackets, or painted where the terminal has colours."""
    board, marked = _board(view), _marked(view)
    framed = charset == "unicode" and not colour
    text = Text()
    if framed:
        text.append("   ┌" + "─" * 24 + "┐\n")
    for rank in range(7, -1, -1):
        text.append(f" {rank + 1} " + ("│" if framed else ""))
        for file in range(8):
            square = chess.square(file, rank)
            piece = board.piece_at(square)
            if colour:
                text.append(*_painted(piece, square, square in marked, square == _checked(view, board), charset))
            else:
                symbol = "." if charset != "unicode" else "·"
                if piece:
                    symbol = OUTLINED[piece.symbol()] if charset == "unicode" else piece.symbol()
                text.append(f"[{symbol}]" if square in marked else f" {symbol} ")
        text.append(f"{'│' if framed else ''}\n")
    if framed:
        text.append("   └" + "─" * 24 + "┘\n")
    text.append((" " if framed else "") + "   " + "".join(f" {name} " for name in "abcdefgh"))
    return text


def _painted(piece: chess.Piece | None, square: int, marked: bool, checked: bool, charset: str) -> tuple[str, str]:
    """Text and style of one square on a terminal with colours."""
    light = (square % 8 + square // 8) % 2 == 1
    ground = (LIGHT_MARKED if light else DARK_MARKED) if marked else (LIGHT if light else DARK)
    if checked:
        ground = CHECKED
    if piece is None:
        return "   ", f"on {ground}"
    symbol = FILLED[piece.symbol().lower()] if charset == "unicode" else piece.symbol()
    return f" {symbol} ", f"bold {WHITE_MAN if piece.color else BLACK_MAN} on {ground}"


def board_svg(view: View, size: int) -> str:
    """python-chess's picture: last move and check marked, coordinates around."""
    board = _board(view)
    last = chess.Move.from_uci(view.last_move) if view.last_move else None
    return chess.svg.board(board, lastmove=last, check=_checked(view, board), size=size)


_SQUARE, _EDGE = 45, 15


def board_parts() -> BoardParts:
    """python-chess's board and men."""
    size = 8 * _SQUARE + 2 * _EDGE
    boards = [chess.svg.board(None, orientation=color, size=size) for color in (chess.WHITE, chess.BLACK)]
    inner = [text[text.index(">") + 1 : text.rindex("</svg>")] for text in boards]
    centre = [_EDGE + _SQUARE * (n + 0.5) for n in range(8)]
    points = tuple((centre[n % 8], centre[n // 8]) for n in range(64))
    men = {
        letter: f'<g transform="translate({-_SQUARE / 2} {-_SQUARE / 2})">{drawing}</g>'
        for letter, drawing in chess.svg.PIECES.items()
    }
    return BoardParts(size, size, inner[0], inner[1], men, points, points[::-1], _SQUARE / 2)
