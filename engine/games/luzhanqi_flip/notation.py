"""Position strings and move text of the flip game (rule text, sections 3 and 6)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from engine.core.contract import CELL_MASK, KIND_MASK, MOVER_SHIFT, ORIGIN_SHIFT, VICTIM_SHIFT
from engine.core.jit import compile_kernel
from engine.errors import IllegalMoveError, MoveSyntaxError, PositionError, QijiError
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
TURNS = "wb"
PIECES = "ABCDEFGHIJKLabcdefghijkl"
_CODE = {letter: LETTERS.index(letter) for letter in PIECES}
_NAMES = BOARDS[TWO].names
_MOST = 1_000_000_000
_POOL = re.compile(r"(?:[A-La-l][1-9])+")
_POINT = r"[a-e](?:1[0-2]|[1-9])"
_MOVE = re.compile(rf"({_POINT})({_POINT})([A-La-l]?)")


def _quoted(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:57] + "...")


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


def _read_pool(text: str, faults: list[str]) -> list[int]:
    pool = [0] * 32
    if text == "-":
        return pool
    if not _POOL.fullmatch(text):
        faults.append(f"the pool {_quoted(text)} is no list of letters with their numbers")
        return pool
    for letter, number in zip(text[::2], text[1::2], strict=True):
        if pool[_CODE[letter]]:
            faults.append(f"the pool names {letter} twice")
        pool[_CODE[letter]] = int(number)
    return pool


def _number(text: str, name: str, faults: list[str]) -> int:
    if re.fullmatch("[0-9]{1,10}", text) and int(text) <= _MOST:
        return int(text)
    faults.append(f"{name} {_quoted(text)} is no number from 0 to {_MOST}")
    return 0


def read_position(text: str, options: dict[str, Any], memory: np.ndarray) -> list[str]:
    """Write row 0 from a position string of five fields.

    Raises
    ------
    PositionError
    """
    fields = text.split()
    if len(fields) != 5:
        raise PositionError(f"bad position: {len(fields)} fields instead of 5 (board turn pool quiet ply) in {_quoted(text)}")
    faults: list[str] = []
    cells, pool = _read_board(fields[0], faults), _read_pool(fields[2], faults)
    turn = "w" if fields[1] == "r" else fields[1]
    quiet, ply = _number(fields[3], "quiet plies", faults), _number(fields[4], "plies", faults)
    if turn not in ("w", "b", "-"):
        faults.append(f"the side to act is {_quoted(turn)}, not w, b or -")
    if not faults:
        _check(cells, pool, turn, options["ColourBy"] == "first-flip", faults)
    if faults:
        told = faults if len(faults) < 6 else [*faults[:5], f"and {len(faults) - 5} more"]
        raise PositionError(f"bad position: {'; '.join(told)}")
    row = memory.view(STATE)[0:1]
    row[:] = np.zeros(1, STATE)
    row["piece"][0, :POINTS], row["pool"][0] = cells, pool
    row["player"], row["quiet"], row["ply"] = ply % 2, quiet, ply
    row["red_seat"] = -1 if turn == "-" else ply % 2 ^ TURNS.index(turn)
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
    ranks = []
    for number in range(12):
        line, run = "", 0
        for cell in state["piece"][5 * number : 5 * number + 5].tolist():
            if not cell:
                run += 1
                continue
            line, run = line + (str(run) if run else "") + ("?" if cell == DOWN else LETTERS[cell]), 0
        ranks.append(line + (str(run) if run else ""))
    counts = state["pool"].tolist()
    pool = "".join(f"{letter}{counts[code]}" for letter, code in _CODE.items() if counts[code])
    colour = _colour(state, int(state["player"]))
    turn = "-" if colour < 0 else TURNS[colour]
    return f"{'/'.join(ranks)} {turn} {pool or '-'} {int(state['quiet'])} {int(state['ply'])}"


def _colour(state: np.void, seat: int) -> int:
    return -1 if state["red_seat"] < 0 else seat ^ int(state["red_seat"])


def seat_name(memory: np.ndarray, ply: int, seat: int) -> str:
    """The colour of a seat, ``first`` or ``second`` while nobody has one."""
    colour = _colour(memory.view(STATE)[ply], seat)
    return ("first", "second")[seat] if colour < 0 else COLOURS[colour]


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
        raise MoveSyntaxError(f"{_quoted(text)} is no flip (c7c7i) and no move (a6a11)")
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
            raise IllegalMoveError(f"{_quoted(text)}: the pool holds no {letter} in {write_position(memory, ply, options)}")
        return move | code << VICTIM_SHIFT
    raise IllegalMoveError(f"{_quoted(text)} is no legal action in {write_position(memory, ply, options)}")


# --- perft --------------------------------------------------------------------------------------------------------------


def perft_mode(memory: np.ndarray, ply: int, depth: int, words: Sequence[str]) -> int:
    """Perft as ``words`` say: ``kinds``, ``weighted`` or ``deal`` and 50 letters for the points that are no camps.

    Raises
    ------
    QijiError
        For other words, or a deal that is not what the pool holds.
    """
    from engine.games.luzhanqi_flip.counting import BY_DEAL, MODES, count

    if not words or words[0] not in MODES or len(words) != 1 + (words[0] == "deal"):
        raise QijiError(f"perft: kinds, weighted or deal and 50 letters are expected, not {_quoted(' '.join(words))}")
    deal = np.zeros(POINTS, np.uint8)
    mode = MODES.index(words[0])
    if mode == BY_DEAL:
        deal[:] = _read_deal(words[1], memory.view(STATE)[ply])
    compile_kernel(count)
    return int(count(memory, ply, depth, mode, deal)) if depth > 0 else 1


def _read_deal(text: str, state: np.void) -> list[int]:
    from engine.games.luzhanqi.geometry import CAMP

    places = [point for point in range(POINTS) if not CAMP[TWO, point]]
    if len(text) != len(places) or any(letter not in _CODE for letter in text):
        raise QijiError(f"perft: a deal is {len(places)} letters from A to L and a to l, not {_quoted(text)}")
    deal = [0] * POINTS
    for point, letter in zip(places, text, strict=True):
        deal[point] = _CODE[letter]
    dealt = [deal[point] for point in range(POINTS) if state["piece"][point] == DOWN]
    if any(dealt.count(code) != int(state["pool"][code]) for code in _CODE.values()):
        raise QijiError("perft: the face-down letters of the deal are not what the pool holds")
    return deal
