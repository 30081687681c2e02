"""Position strings: PDN FEN in every form of the rule text, section 4."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from engine.errors import OptionError, PositionError
from engine.games.draughts.geometry import cell_of, column_of, row_of, square_at, square_of
from engine.games.draughts.rules import (
    BLACK,
    DRAW_RULES,
    RULE_BACKWARD,
    RULE_FLYING,
    RULE_MOST,
    RULE_OPTIONAL,
    RULE_THROUGH,
    WHITE,
    Setting,
)
from engine.games.draughts.state import STATE

COLOURS = "WB"
_ITEM = re.compile(r"(K?)(\d{1,3}|[A-H][1-8])(?:-(K?)(\d{1,3}|[A-H][1-8]))?")
_COUNTER = re.compile(r"([HF])(\d{1,6})")


def quoted(text: str) -> str:
    """``text`` for a message, in quotes, cut where it is long."""
    return repr(text if len(text) <= 100 else text[:97] + "...")


# --- squares as text ----------------------------------------------------------------------------------------------------


def square_name(square: int) -> str:
    """The algebraic name of a square of the 8x8 board: ``a1`` for 29."""
    return "abcdefgh"[column_of(square, 8)] + str(8 - row_of(square, 8))


def named_square(text: str, side: int) -> int:
    """The square that a number or (8x8) an algebraic name stands for; 0 if there is no such dark square."""
    if text.isascii() and text.isdigit():
        number = int(text)
        return number if 1 <= number <= side * side // 2 else 0
    if side != 8 or len(text) != 2 or text[0].lower() not in "abcdefgh" or text[1] not in "12345678":
        return 0
    return square_at(8 - int(text[1]), "abcdefgh".index(text[0].lower()), 8)


# --- options ------------------------------------------------------------------------------------------------------------


def rules_of(setting: Setting, options: dict[str, Any]) -> int:
    """The ``rules`` bits of a record."""
    return (
        setting.rules & RULE_BACKWARD
        | RULE_FLYING * (options["KingRange"] == "flying")
        | RULE_MOST * (options["CaptureRule"] == "most")
        | RULE_THROUGH * (options["Promotion"] == "through")
        | RULE_OPTIONAL * (not options["MustCapture"])
    )


def _check_options(options: dict[str, Any]) -> None:
    if options["Repetition"] == 1:
        raise OptionError("option Repetition: every position occurs once; 0 or 2 to 100")


# --- reading ------------------------------------------------------------------------------------------------------------


class _Board:
    """What the sides of a string put on the board, and what was wrong with them."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.pieces: dict[int, tuple[int, bool]] = {}
        """Square -> (colour, is king)."""
        self.faults: list[str] = []

    def add_side(self, colour: int, text: str) -> None:
        """Read the items of one side, without its letter."""
        for item in text.split(",") if text else ():
            words = _ITEM.fullmatch(item)
            if words is None or (words[3] and not words[1]):
                self.faults.append(f"{quoted(item)} names no piece")
                continue
            first, last = self._square(words[2]), self._square(words[4] or words[2])
            if not first or not last:
                continue
            if last < first:
                self.faults.append(f"range {item} falls")
                continue
            for square in range(first, last + 1):
                self._add(square, colour, bool(words[1]))

    def _square(self, text: str) -> int:
        square = named_square(text, self.setting.side)
        if not square:
            self.faults.append(f"{text.lower()} is no dark square")
        return square

    def _add(self, square: int, colour: int, king: bool) -> None:
        side = self.setting.side
        if square in self.pieces:
            self.faults.append(f"square {square} is used twice")
        elif not king and row_of(square, side) == (0 if colour == WHITE else side - 1):
            self.faults.append(f"a {('white', 'black')[colour]} man on its crown row on {square}")
        else:
            self.pieces[square] = colour, king


def _read(text: str, setting: Setting) -> tuple[int, dict[int, tuple[int, bool]]]:
    """Player to act and pieces.

    Raises
    ------
    PositionError
    """
    plain = re.sub(r"\s", "", text).strip("\"'").upper()
    plain = plain.removesuffix(".")
    fields = plain.split(":")
    board = _Board(setting)
    turn = COLOURS.find(fields[0]) if len(fields[0]) == 1 else -1
    if turn < 0:
        board.faults.append(f"the string must begin with W: or B:, not {quoted(fields[0])}")
    seen: set[int] = set()
    for field in fields[1:]:
        if field[:1] in ("W", "B"):
            colour = COLOURS.index(field[0])
            if colour in seen:
                board.faults.append(f"two fields for {('White', 'Black')[colour]}")
            seen.add(colour)
            board.add_side(colour, field[1:])
        elif len(seen) < 2 or not _COUNTER.fullmatch(field):
            board.faults.append(f"unknown field {quoted(field)}")
    if turn >= 0 and len(seen) < 2 and not board.faults:
        board.faults.append("a field for each side is needed")
    if turn >= 0 and not board.faults and not any(colour != turn for colour, _ in board.pieces.values()):
        board.faults.append("the side that is not to move has no piece")
    if board.faults:
        told = board.faults if len(board.faults) < 6 else [*board.faults[:5], f"and {len(board.faults) - 5} more"]
        raise PositionError(f"bad position: {'; '.join(told)} in {quoted(text)}")
    return turn, board.pieces


def read_row(text: str, setting: Setting, options: dict[str, Any], memory: np.ndarray) -> None:
    """Write the pieces, the player and the options of row 0 from ``text``; all else is 0.

    Raises
    ------
    PositionError, OptionError
    """
    turn, pieces = _read(text, setting)
    _check_options(options)
    row = memory.view(STATE)[0:1]
    row[:] = np.zeros(1, dtype=STATE)
    sets = [0, 0, 0]
    for square, (colour, king) in pieces.items():
        bit = 1 << cell_of(square, setting.side)
        sets[colour] |= bit
        sets[2] |= bit * king
    row["pieces"][0] = np.array(sets[:2], dtype=np.uint64)
    row["kings"] = np.uint64(sets[2])
    row["player"] = turn
    row["rules"] = rules_of(setting, options)
    row["draws"] = DRAW_RULES.index(options["DrawRules"])
    row["quiet_limit"] = 2 * options["KingMovesLimit"]
    row["repetition"] = options["Repetition"]


# --- writing ------------------------------------------------------------------------------------------------------------


def pieces_of(state: np.void, side: int) -> dict[int, tuple[int, bool]]:
    """Square -> (colour, is king) of a state record, ascending."""
    white, black, kings = int(state["pieces"][WHITE]), int(state["pieces"][BLACK]), int(state["kings"])
    cells = [cell for cell in range(64) if (white | black) >> cell & 1]
    return {square_of(cell, side): (black >> cell & 1, bool(kings >> cell & 1)) for cell in cells}


def write_row(state: np.void, side: int) -> str:
    """The canonical position string of a state record."""
    sides: tuple[list[str], list[str]] = ([], [])
    for square, (colour, king) in pieces_of(state, side).items():
        sides[colour].append(f"{'K' if king else ''}{square}")
    return f"{COLOURS[int(state['player'])]}:W{','.join(sides[WHITE])}:B{','.join(sides[BLACK])}"
