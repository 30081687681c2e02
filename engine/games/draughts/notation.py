"""Move text of the draughts family (rule text, section 7); position text is in ``fen``.

``hub``: start, end and every captured square, ``28x19x23``; the wire form. ``numeric``: PDN, ``28x19``, with all landing squares
where two legal moves share start and end. ``full``: always all landing squares. ``uci``: as numeric, two digits a square and
nothing between them. ``algebraic`` (8x8): as numeric with letters, ``c3-d4``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import numpy as np

from engine.core.jit import compile_kernel
from engine.errors import AmbiguousMoveError, IllegalMoveError, MoveSyntaxError, PositionError
from engine.games.draughts.fen import named_square, pieces_of, quoted, read_row, square_name, write_row
from engine.games.draughts.paths import Ways
from engine.games.draughts.rules import Setting
from engine.games.draughts.state import MAX_CAPTURES, MAX_MOVES, STATE, parts_of

_SEPARATORS = "-xX×:"
_TEXT = re.compile(rf"(?:\d{{1,2}}|[a-hA-H][1-8])(?:\s*[{_SEPARATORS}]\s*(?:\d{{1,2}}|[a-hA-H][1-8]))+")
_LETTERS = re.compile(r"(?:[a-hA-H][1-8]){2,}")
_DIGITS = re.compile(r"(?:\d\d){2,}")
_TOO_MANY = f"{MAX_CAPTURES:,} captures or more are too many"
_SQUARE = re.compile(r"[a-hA-H][1-8]|\d{1,2}")


# --- Hub form -----------------------------------------------------------------------------------------------------------


def hub_text(move: int, side: int) -> str:
    """A move on a board of ``side`` squares in Hub form: ``32-28``, ``28x19x23`` with the captured squares ascending."""
    start, end, captured = parts_of(move, side)
    return "x".join(map(str, (start, end, *captured))) if captured else f"{start}-{end}"


def read_hub(text: str, legal: Iterable[int], side: int) -> int:
    """The move of ``legal`` that ``text`` means in Hub form: captured squares in any order, no landing squares.

    Raises
    ------
    MoveSyntaxError, IllegalMoveError
    """
    squares = _squares(text, side)
    wanted = squares[0], squares[1], tuple(sorted(squares[2:]))
    for move in legal:
        if parts_of(int(move), side) == wanted:
            return int(move)
    raise IllegalMoveError(f"{quoted(text)} is no legal move")


def _squares(text: str, side: int) -> tuple[int, ...]:
    """The squares that a move text lists, at least two.

    Raises
    ------
    MoveSyntaxError
    """
    plain = text.strip().rstrip("!?*")
    if _DIGITS.fullmatch(plain):
        words = [plain[place : place + 2] for place in range(0, len(plain), 2)]
    elif _TEXT.fullmatch(plain) or _LETTERS.fullmatch(plain):
        words = _SQUARE.findall(plain)
    else:
        raise MoveSyntaxError(f"{quoted(text)} is no move in numbers{' or letters' if side == 8 else ''}")
    squares = tuple(named_square(word, side) for word in words)
    if not all(squares):
        raise MoveSyntaxError(f"{quoted(text)}: {words[squares.index(0)]} is no dark square of this board")
    return squares


def _check_whole(legal: np.ndarray) -> None:
    """Refuse a list that may have been cut off.

    Raises
    ------
    IllegalMoveError
    """
    if len(legal) >= MAX_CAPTURES:
        raise IllegalMoveError(_TOO_MANY)


# --- notation -----------------------------------------------------------------------------------------------------------


class Notation:
    """The text side of one game; see ``spec.Notation`` for the methods."""

    def __init__(self, setting: Setting, finish_row: Any, gen_noisy: Any) -> None:
        self.setting, self._finish_row, self._captures = setting, finish_row, gen_noisy

    def read_position(self, text: str, options: dict[str, Any], memory: np.ndarray) -> list[str]:
        """Write row 0 from a PDN FEN."""
        read_row(text, self.setting, options, memory)
        for kernel in (self._finish_row, self._captures):
            compile_kernel(kernel)
        self._finish_row(memory, 0)
        if self._captures(memory, 0, np.zeros(MAX_MOVES, np.int64)) >= MAX_CAPTURES:
            raise PositionError(f"bad position: {_TOO_MANY} in {quoted(text)}")
        return []

    def write_position(self, memory: np.ndarray, ply: int, options: dict[str, Any]) -> str:
        """The canonical PDN FEN of row ``ply``."""
        return write_row(memory.view(STATE)[ply], self.setting.side)

    def landings(self, memory: np.ndarray, ply: int, move: int) -> tuple[int, ...]:
        """The landing squares of a legal move, the end last: the smallest list of those that describe it."""
        start, end, captured = parts_of(move, self.setting.side)
        return self._ways(memory, ply, move).shortest_list() if captured else (end,)

    def _ways(self, memory: np.ndarray, ply: int, move: int) -> Ways:
        state, side = memory.view(STATE)[ply], self.setting.side
        start, end, captured = parts_of(move, side)
        pieces = pieces_of(state, side)
        colour, king = pieces.pop(start)
        return Ways(side, int(state["rules"]), colour, king, frozenset(pieces), start, end, frozenset(captured))

    # --- writing ---

    def format_move(
        self, memory: np.ndarray, ply: int, move: int, legal: np.ndarray, notation: str, options: dict[str, Any]
    ) -> str:
        """``move`` in ``hub``, ``numeric``, ``full``, ``uci`` or ``algebraic``."""
        _check_whole(legal)
        side = self.setting.side
        if notation == "hub":
            return hub_text(move, side)
        start, end, captured = parts_of(move, side)
        listed: tuple[int, ...] = (end,)
        if captured:
            rivals = sum(parts_of(int(other), side)[:2] == (start, end) for other in legal)
            if notation == "full" or rivals > 1:
                listed = self.landings(memory, ply, move)
        squares = (start, *listed)
        if notation == "uci":
            return "".join(f"{square:02}" for square in squares)
        return ("x" if captured else "-").join(map(square_name if notation == "algebraic" else str, squares))

    # --- reading ---

    def parse_move(self, memory: np.ndarray, ply: int, text: str, legal: np.ndarray, options: dict[str, Any]) -> int:
        """The legal move that ``text`` means in any of the notations."""
        _check_whole(legal)
        squares = _squares(text, self.setting.side)
        found = self._fitting(memory, ply, squares, [int(move) for move in legal])
        if len(found) > 1 and len(squares) == 2:
            takes = not text.strip()[len(str(squares[0])) :].lstrip("0123456789 ").startswith("-")
            found = [move for move in found if len(parts_of(move, self.setting.side)[2]) == int(takes)] or found
        if len(found) == 1:
            return found[0]
        where = self.write_position(memory, ply, options)
        if found:
            shown = ", ".join(self.format_move(memory, ply, move, legal, "hub", options) for move in found[:6])
            raise AmbiguousMoveError(f"{quoted(text)} fits {shown}{', ...' if len(found) > 6 else ''} in {where}")
        raise IllegalMoveError(f"{quoted(text)} is no legal move in {where}")

    def _fitting(self, memory: np.ndarray, ply: int, squares: tuple[int, ...], legal: list[int]) -> list[int]:
        """The moves that a list of squares fits: whole readings, and where there is none, lists with landing squares left out."""
        side = self.setting.side
        parts = {move: parts_of(move, side) for move in legal}
        if len(squares) == 2:
            return [move for move, (start, end, _) in parts.items() if (start, end) == squares]
        hub = squares[0], squares[1], tuple(sorted(squares[2:]))
        ends = [move for move, (start, end, taken) in parts.items() if taken and (start, end) == (squares[0], squares[-1])]
        inner = squares[1:-1]
        found = [
            move for move in legal if parts[move] == hub or (move in ends and self._ways(memory, ply, move).fits(inner, True))
        ]
        return found or [move for move in ends if self._ways(memory, ply, move).fits(inner, False)]
