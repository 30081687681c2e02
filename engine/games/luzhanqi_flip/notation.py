"""Position strings and move text of the flip game (rule text, sections 3 and 6)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from engine.core.contract import CELL_MASK, KIND_MASK, MOVER_SHIFT, ORIGIN_SHIFT, VICTIM_SHIFT
from engine.core.jit import compile_kernel
from engine.errors import IllegalMoveError, MoveSyntaxError
from engine.games.flips.text import Fields, quoted, read_deal, red_seat, write_fields
from engine.games.flips.text import perft_mode as perft_by_words
from engine.games.flips.text import seat_name as name_of_seat
from engine.games.luzhanqi.geometry import BOARDS, INDEX, TWO
from engine.games.luzhanqi_flip.entry import CARRIERS, COLOUR_BY, REPETITION
from engine.games.luzhanqi_flip.state import (
    BLACK,
    CODES,
    COLOURS,
    DOWN,
    ENGINEER,
    FLAG,
    FLIP,
    KIND,
    LETTERS,
    POINTS,
    SET,
    STATE,
)

REVEALS = True
"""A flip and what it reveals are one token of a game and one ply; see ``engine.game``."""
PIECES = "ABCDEFGHIJKLabcdefghijkl"
FILES = 5
_LETTERS = LETTERS[:DOWN] + "?" + LETTERS[DOWN + 1 :]
_CODE = {letter: LETTERS.index(letter) for letter in PIECES}
_NAMES = BOARDS[TWO].names
_POINT = r"[a-e](?:1[0-2]|[1-9])"
_MOVE = re.compile(rf"({_POINT})({_POINT})([A-La-l]?)")


# --- positions ----------------------------------------------------------------------------------------------------------


def _read_board(text: str, faults: list[str]) -> list[int]:
    cells: list[int] = []
    ranks = text.split("/")
    if len(ranks) != 12:
        faults.append(f"{len(ranks)} ranks instead of 12")
        return cells
    for number, row in enumerate(ranks):
        found: list[int] = []
        for letter in row:
            if letter in "12345":
                found += [0] * int(letter)
            elif letter == "?":
                found.append(DOWN)
            elif letter in _CODE:
                found.append(_CODE[letter])
            else:
                faults.append(f"unknown letter {letter!r} on rank {12 - number}")
                found.append(0)
        if len(found) != 5:
            faults.append(f"rank {12 - number} has {len(found)} points instead of 5")
        cells += found
    if not any(cells):
        faults.append("the board is empty")
    return cells


def read_position(text: str, options: dict[str, Any], memory: np.ndarray) -> list[str]:
    """Write row 0 from a position string of five fields.

    Raises
    ------
    PositionError
    """
    fields = Fields(text)
    cells, pool = _read_board(fields.board, fields.faults), fields.pool(_CODE, 32)
    quiet, ply = fields.counters()
    turn = fields.turn
    if not fields.faults:
        _check(cells, pool, turn, options["ColourBy"] == "first-flip", fields.faults)
    fields.check()
    row = memory.view(STATE)[0:1]
    row[:] = np.zeros(1, STATE)
    row["piece"][0, :POINTS], row["pool"][0] = cells, pool
    row["player"], row["quiet"], row["ply"] = ply % 2, quiet, ply
    row["red_seat"] = red_seat(turn, ply)
    row["first_flip"], row["any_carrier"] = COLOUR_BY.index(options["ColourBy"]), CARRIERS.index(options["FlagCarrier"])
    row["hq_lock"], row["no_progress"] = options["HQLock"], options["NoProgressPlies"]
    row["repetition"] = REPETITION.index(options["Repetition"]) == 0
    from engine.games.luzhanqi_flip.play import finish_row

    compile_kernel(finish_row)
    finish_row(memory, 0)
    return []


def _check(cells: list[int], pool: list[int], turn: str, first_flip: bool, faults: list[str]) -> None:
    """What the fields of a readable string say together."""
    down = cells.count(DOWN)
    if sum(pool) != down:
        faults.append(f"pool {sum(pool)}, face-down points {down}")
    for code in range(1, CODES):
        count, most = cells.count(code) + pool[code] if code != DOWN else 0, SET[code & KIND] if code & KIND <= FLAG else 0
        if count > most:
            faults.append(f"{count} {LETTERS[code]}, the set has {most}")
    if turn == "-":
        shown = [cell for cell in cells if cell not in (0, DOWN)]
        if first_flip and shown:
            faults.append("turn - with a piece face-up")
        elif any(cell & KIND == ENGINEER for cell in shown):
            faults.append("turn - with an engineer face-up")
        elif not first_flip and not (pool[ENGINEER] or pool[BLACK + ENGINEER]):
            faults.append("turn - without an engineer face-down")
        elif first_flip and not down:
            faults.append("turn - without a face-down piece")
    elif not any(pool[code] or code in cells for code in (FLAG, BLACK + FLAG)):
        faults.append("no flag left on either side")


def write_position(memory: np.ndarray, ply: int, options: dict[str, Any]) -> str:
    """The canonical position string of a row."""
    state = memory.view(STATE)[ply]
    return write_fields(state, state["piece"].tolist()[:POINTS], FILES, _LETTERS, _CODE)


def seat_name(memory: np.ndarray, ply: int, seat: int) -> str:
    """The colour of a seat, ``first`` or ``second`` while nobody has one."""
    return name_of_seat(memory.view(STATE)[ply], seat, COLOURS)


# --- moves --------------------------------------------------------------------------------------------------------------


def format_move(memory: np.ndarray, ply: int, move: int, legal: np.ndarray, notation: str, options: dict[str, Any]) -> str:
    """An action as a token; a flip with its piece if the move has it."""
    origin, to = int(move) >> ORIGIN_SHIFT & CELL_MASK, int(move) & CELL_MASK
    text = _NAMES[origin] + _NAMES[to]
    if int(move) >> MOVER_SHIFT & KIND_MASK == FLIP:
        code = int(move) >> VICTIM_SHIFT & KIND_MASK
        text += LETTERS[code] if code else ""
    return text


def parse_move(memory: np.ndarray, ply: int, text: str, legal: np.ndarray, options: dict[str, Any]) -> int:
    """The action that ``text`` means; a flip with a letter comes with its piece.

    Raises
    ------
    MoveSyntaxError, IllegalMoveError
    """
    match = _MOVE.fullmatch(text)
    if not match:
        raise MoveSyntaxError(f"{quoted(text)} is no flip (c7c7i) and no move (a6a11)")
    origin, to, letter = INDEX[TWO][match[1]], INDEX[TWO][match[2]], match[3]
    for move in legal.tolist():
        if (move >> ORIGIN_SHIFT & CELL_MASK, move & CELL_MASK) != (origin, to):
            continue
        if not letter:
            return move
        if move >> MOVER_SHIFT & KIND_MASK != FLIP:
            break
        code = _CODE[letter]
        if not memory.view(STATE)[ply]["pool"][code]:
            raise IllegalMoveError(f"{quoted(text)}: the pool holds no {letter} in {write_position(memory, ply, options)}")
        return move | code << VICTIM_SHIFT
    raise IllegalMoveError(f"{quoted(text)} is no legal action in {write_position(memory, ply, options)}")


# --- perft --------------------------------------------------------------------------------------------------------------


def perft_mode(memory: np.ndarray, ply: int, depth: int, words: Sequence[str]) -> int:
    """Perft as ``words`` say: ``kinds``, ``weighted`` or ``deal`` and 50 letters for the points that are no camps.

    Raises
    ------
    QijiError
        For other words, or a deal that is not what the pool holds.
    """
    from engine.games.luzhanqi.geometry import CAMP
    from engine.games.luzhanqi_flip.counting import count

    state = memory.view(STATE)[ply]
    places = [point for point in range(POINTS) if not CAMP[TWO, point]]

    def deal(letters: str) -> np.ndarray:
        return read_deal(letters, places, _CODE, state["piece"].tolist()[:POINTS], state["pool"].tolist(), DOWN, _flip)

    return perft_by_words(count, memory, ply, depth, words, len(places), deal)


def _flip(point: int, code: int) -> int:
    """The flip of a point with its piece."""
    return point | point << ORIGIN_SHIFT | FLIP << MOVER_SHIFT | code << VICTIM_SHIFT
