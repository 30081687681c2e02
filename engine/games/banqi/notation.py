"""Position strings and move text of banqi (rule text, sections 3 and 6)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from engine.core.contract import CELL_MASK, KIND_MASK, MOVER_SHIFT, ORIGIN_SHIFT, SPECIAL_SHIFT, VICTIM_SHIFT
from engine.core.jit import compile_kernel
from engine.errors import IllegalMoveError, MoveSyntaxError
from engine.games.banqi.rules import COLOURS, FILES, LETTERS, RANKS, SET, SQUARES, table_of
from engine.games.banqi.state import DOWN, FLIP, STATE
from engine.games.flips.text import TURNS, Fields, quoted, read_deal, red_seat, write_fields
from engine.games.flips.text import perft_mode as perft_by_words
from engine.games.flips.text import seat_name as name_of_seat

CODE = {letter: code for code, letter in enumerate(LETTERS) if code}
CHINESE = ".帅仕相俥傌炮兵將士象車馬砲卒"
_SQUARE = r"[a-h][1-4]"
_WIRE = re.compile(rf"({_SQUARE})({_SQUARE})([KABRNCPkabrncp]?)")
_LETTERS_FLIP = re.compile(rf"({_SQUARE})=([KABRNCPkabrncp?])")
_LETTERS_MOVE = re.compile(rf"([KABRNCPkabrncp])({_SQUARE})([-x])({_SQUARE})")
_CHINESE_FLIP = re.compile(rf"翻({_SQUARE})(?:\(([{CHINESE[1:]}])\))?")
_CHINESE_MOVE = re.compile(rf"([{CHINESE[1:]}])({_SQUARE})(-|吃)({_SQUARE})")


def square_name(square: int) -> str:
    """``a4`` for 0 ... ``h1`` for 31."""
    return "abcdefgh"[square % FILES] + str(RANKS - square // FILES)


def square_of(name: str) -> int:
    """The inverse of :func:`square_name`."""
    return FILES * (RANKS - int(name[1])) + "abcdefgh".index(name[0])


class Notation:
    """The text side of one game id; the functions of this module but for the table that ``read_position`` writes."""

    REVEALS = True
    """A flip and what it reveals are one token of a game and one ply; see ``engine.game``."""

    def __init__(self, game_id: str) -> None:
        self.game_id = game_id
        self.start_position, self.write_position, self.seat_name = start_position, write_position, seat_name
        self.parse_move, self.format_move, self.perft_mode = parse_move, format_move, perft_mode

    def read_position(self, text: str, options: dict[str, Any], memory: np.ndarray) -> list[str]:
        """See :func:`read_position`."""
        return read_position(self.game_id, text, options, memory)


# --- positions ----------------------------------------------------------------------------------------------------------


def start_position(options: dict[str, Any]) -> str:
    """The start: colours are not assigned, or seat 0 is red."""
    turn = "w" if options["ColourBy"] == "seat" else "-"
    return f"????????/????????/????????/???????? {turn} K1A2B2R2N2C2P5k1a2b2r2n2c2p5 0 0"


def _read_board(text: str, faults: list[str]) -> list[int]:
    cells: list[int] = []
    ranks = text.split("/")
    if len(ranks) != RANKS:
        faults.append(f"{len(ranks)} ranks instead of {RANKS}")
    for number, row in zip(range(RANKS, 0, -1), ranks, strict=False):
        found: list[int] = []
        for letter in row:
            if letter in "12345678":
                found += [0] * int(letter)
            elif letter in "?Xx":
                found.append(DOWN)
            elif letter != "." and letter in LETTERS:
                found.append(LETTERS.index(letter))
            else:
                faults.append(f"unknown letter {letter!r} on rank {number}")
                found.append(0)
        if len(found) != FILES:
            faults.append(f"rank {number} has {len(found)} squares instead of {FILES}")
        cells += found
    if not any(cells):
        faults.append("the board is empty")
    return cells


def read_position(game_id: str, text: str, options: dict[str, Any], memory: np.ndarray) -> list[str]:
    """Write row 0 of the game ``game_id`` from a position string of five fields.

    Raises
    ------
    PositionError
    """
    fields = Fields(text)
    cells, pool = _read_board(fields.board, fields.faults), fields.pool(CODE, 16)
    quiet, ply = fields.counters()
    turn = fields.turn
    if not fields.faults:
        _check(cells, pool, turn, ply, options["ColourBy"] == "seat", fields.faults)
    fields.check()
    memory.view(STATE)[0] = np.zeros(1, STATE)[0]
    row = memory.view(STATE)[0:1]
    row["cells"][0], row["pool"][0] = cells, pool
    row["player"], row["quiet"], row["ply"] = ply % 2, quiet, ply
    row["red_seat"] = red_seat(turn, ply)
    row["table"] = table_of(game_id, options)
    row["by_seat"], row["wipeout"] = options["ColourBy"] == "seat", options["WipeoutEnds"]
    row["repetition"], row["no_progress"] = options["Repetition"] == "draw", options["NoProgressPlies"]
    from engine.games.banqi.play import finish_row

    compile_kernel(finish_row)
    finish_row(memory, 0, 0)
    return []


def _check(cells: list[int], pool: list[int], turn: str, ply: int, by_seat: bool, faults: list[str]) -> None:
    """What the fields of a readable string say together."""
    down = cells.count(DOWN)
    if sum(pool) != down:
        faults.append(f"pool {sum(pool)}, face-down squares {down}")
    for code in range(1, 15):
        count, most = cells.count(code) + pool[code], SET[(code - 1) % 7 + 1]
        if count > most:
            faults.append(f"{count} {LETTERS[code]}, the set has {most}")
    if turn == "-" and by_seat:
        faults.append("turn - although seat 0 is red")
    elif turn == "-" and any(0 < cell < DOWN for cell in cells):
        faults.append("turn - with a piece face-up")
    elif turn == "-" and not down:
        faults.append("turn - without a face-down piece")
    elif by_seat and turn != TURNS[ply % 2]:
        faults.append(f"turn {turn} at ply {ply} although seat 0 is red")


def write_position(memory: np.ndarray, ply: int, options: dict[str, Any]) -> str:
    """The canonical position string of a row."""
    state = memory.view(STATE)[ply]
    return write_fields(state, state["cells"].tolist(), FILES, LETTERS + "?", CODE)


def seat_name(memory: np.ndarray, ply: int, seat: int) -> str:
    """The colour of a seat, ``first`` or ``second`` while nobody has one."""
    return name_of_seat(memory.view(STATE)[ply], seat, COLOURS)


# --- moves --------------------------------------------------------------------------------------------------------------


def _parts(move: int) -> tuple[int, int, int, int, int]:
    return (
        move >> ORIGIN_SHIFT & CELL_MASK,
        move & CELL_MASK,
        move >> MOVER_SHIFT & KIND_MASK,
        move >> VICTIM_SHIFT & KIND_MASK,
        move >> SPECIAL_SHIFT & 15,
    )


def format_move(memory: np.ndarray, ply: int, move: int, legal: np.ndarray, notation: str, options: dict[str, Any]) -> str:
    """An action in ``notation``; a flip with its piece if the move has it."""
    origin, to, mover, victim, code = _parts(int(move))
    start, end = square_name(origin), square_name(to)
    if notation == "wire":
        return start + end + (LETTERS[code] if code else "")
    if mover == FLIP:
        if notation == "letters":
            return f"{end}={LETTERS[code] if code else '?'}"
        return f"翻 {end}" + (f" ({CHINESE[code]})" if code else "")
    cell = int(memory.view(STATE)[ply]["cells"][origin])
    if notation == "letters":
        return f"{LETTERS[cell]}{start}{'x' if victim else '-'}{end}"
    return f"{CHINESE[cell]} {start}{' 吃 ' if victim else '-'}{end}"


def _read(text: str) -> tuple[str, str, str, str, bool | None] | None:
    """Start, end, revealed letter, letter of the mover, whether it captures (None: not said)."""
    word = text.replace(" ", "")
    if match := _WIRE.fullmatch(word):
        return match[1], match[2], match[3], "", None
    if match := _LETTERS_FLIP.fullmatch(word):
        return match[1], match[1], match[2].replace("?", ""), "", None
    if match := _LETTERS_MOVE.fullmatch(word):
        return match[2], match[4], "", match[1], match[3] == "x"
    if match := _CHINESE_FLIP.fullmatch(word):
        return match[1], match[1], LETTERS[CHINESE.index(match[2])] if match[2] else "", "", None
    if match := _CHINESE_MOVE.fullmatch(word):
        return match[2], match[4], "", LETTERS[CHINESE.index(match[1])], match[3] == "吃"
    return None


def parse_move(memory: np.ndarray, ply: int, text: str, legal: np.ndarray, options: dict[str, Any]) -> int:
    """The action that ``text`` means; a flip with a letter comes with its piece.

    Raises
    ------
    MoveSyntaxError, IllegalMoveError
    """
    read = _read(text)
    if read is None:
        raise MoveSyntaxError(f"{quoted(text)} is no flip (c3c3N) and no move (a2a3)")
    start, end, letter, mover, takes = read
    state = memory.view(STATE)[ply]
    wanted = (square_of(start), square_of(end))
    for move in legal.tolist():
        origin, to, kind, victim, _ = _parts(move)
        if (origin, to) != wanted or (letter and kind != FLIP):
            continue
        if (mover and LETTERS[int(state["cells"][origin])] != mover) or (takes is not None and takes != bool(victim)):
            continue
        if not letter:
            return move
        code = LETTERS.index(letter)
        if not state["pool"][code]:
            raise IllegalMoveError(f"{quoted(text)}: the pool holds no {letter} in {write_position(memory, ply, options)}")
        return move | code << SPECIAL_SHIFT
    raise IllegalMoveError(f"{quoted(text)} is no legal action in {write_position(memory, ply, options)}")


# --- perft --------------------------------------------------------------------------------------------------------------


def perft_mode(memory: np.ndarray, ply: int, depth: int, words: Sequence[str]) -> int:
    """Perft as ``words`` say: ``kinds``, ``weighted`` or ``deal`` and 32 letters.

    Raises
    ------
    QijiError
        For other words, or a deal that is not what the pool holds.
    """
    from engine.games.banqi.counting import count

    state = memory.view(STATE)[ply]

    def deal(letters: str) -> np.ndarray:
        return read_deal(letters, range(SQUARES), CODE, state["cells"].tolist(), state["pool"].tolist(), DOWN, _flip)

    return perft_by_words(count, memory, ply, depth, words, SQUARES, deal)


def _flip(square: int, code: int) -> int:
    """The flip of a square with its piece."""
    return square | square << ORIGIN_SHIFT | FLIP << MOVER_SHIFT | code << SPECIAL_SHIFT
