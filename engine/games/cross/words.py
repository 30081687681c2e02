"""Move text of the games of four armies: wire, PGN4 style and Chinese; plain Python."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.core.contract import FLAG_IN_CHECK
from engine.core.jit import compile_kernel
from engine.errors import IllegalMoveError, MoveSyntaxError
from engine.games.cross.geometry import NAMES
from engine.games.cross.text import quoted

_MOVE = re.compile(r"([A-Z]|[^\x00-\x7f]{2})?([a-s]1?[0-9])([-x吃]?)([A-Z]?)([a-s]1?[0-9])(=W|称王)?[+#]?")


def ends_of(move: int) -> tuple[int, int]:
    """The origin and the target of a packed move."""
    return move >> 9 & 511, move & 511


@dataclass(frozen=True)
class MoveWords:
    """How moves on a board are spelled; in PGN4 style ``kinds`` that are a blank have no letter."""

    kinds: str
    """PGN4 letters of the kinds; index 0 is unused."""
    chinese: str
    """Chinese names of the kinds; index 0 is unused."""
    seats: str = "红蓝黄绿"
    names: tuple[str, ...] = NAMES
    examples: str = "j4j7, Cg3-g10 or 红车f1-f5"

    def wire(self, move: int) -> str:
        """A move on the wire."""
        origin, to = ends_of(move)
        return self.names[origin] + self.names[to]

    def pgn4(self, board: Sequence[int], move: int) -> str:
        """A move in PGN4 style without what follows its second point."""
        origin, to = ends_of(move)
        piece, victim = self.kinds[board[origin] & 15].strip(), self.kinds[board[to] & 15].strip()
        return f"{piece}{self.names[origin]}{'x' if board[to] else '-'}{victim if board[to] else ''}{self.names[to]}"

    def chinese_text(self, board: Sequence[int], move: int) -> str:
        """A move in Chinese."""
        origin, to = ends_of(move)
        code = int(board[origin])
        sign = "吃" if board[to] else "-"
        return f"{self.seats[code >> 4]}{self.chinese[code & 15]}{self.names[origin]}{sign}{self.names[to]}"

    def find(self, text: str, legal: Sequence[int], board: Sequence[int]) -> int:
        """The legal move that ``text`` means; letters of pieces must be right where they stand, ``#`` and ``+`` may be left out.

        Raises
        ------
        MoveSyntaxError, IllegalMoveError
        """
        match = _MOVE.fullmatch(text)
        if not match or match[2] not in self.names or match[5] not in self.names:
            raise MoveSyntaxError(f"{quoted(text)} is no move like {self.examples}")
        for move in legal:
            wire = self.wire(int(move))
            if wire != match[2] + match[5]:
                continue
            core = text.rstrip("+#").removesuffix("=W").removesuffix("称王")
            if core.replace("-", "") == wire or core in (self.pgn4(board, move), self.chinese_text(board, move)):
                return int(move)
            raise IllegalMoveError(f"{quoted(text)} names other pieces than those of the move {self.pgn4(board, move)}")
        raise IllegalMoveError(f"{quoted(text)} is no legal move")


def check_mark(memory: np.ndarray, ply: int, move: int, dtype: np.dtype, make_move: Any) -> str:
    """``#`` if ``move`` decides the game, ``+`` if who acts after it is in check, else nothing."""
    size = dtype.itemsize
    stack = np.zeros(2 * size, np.uint8)
    stack[:size] = memory[ply * size : (ply + 1) * size]
    compile_kernel(make_move)
    make_move(stack, 0, move)
    after = stack.view(dtype)[1]
    return "#" if after["over"] else "+" if int(after["flags"]) & FLAG_IN_CHECK else ""
