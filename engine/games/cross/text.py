"""Position strings and move text that the games on the cross share: FEN4 cells, fields, PGN4 and Chinese moves; plain Python.

A board is a list of 261 piece codes, ``kind | owner << 4``; 0 is an empty point and owner 4 belongs to no seat.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engine.errors import IllegalMoveError, MoveSyntaxError, PositionError
from engine.games.cross.geometry import ADVISER_POINT, CELL_OF, CELLS, FILES, INDEX, LAND, NAMES, SEATS, SIDE, exists

SEAT_LETTERS = "rbyg"
SEAT_NAMES = ("Red", "Blue", "Yellow", "Green")
CHINESE_SEATS = "红蓝黄绿"
NOBODY = 4  #: owner of a piece that belongs to no seat
KING, ADVISER, ELEPHANT = 1, 2, 3  #: kinds that every game on the cross has, at these numbers
_COUNTER_LIMIT = 1_000_000_000
_RUN = re.compile(r"(x?)([0-9]*)")
_MOVE = re.compile(r"([A-Z]|[红蓝黄绿].)?([a-s]1?[0-9])([-x吃]?)([A-Z]?)([a-s]1?[0-9])(=W|称王)?[+#]?")
_MOST_FAULTS = 6


@dataclass(frozen=True)
class Alphabet:
    """What a game's cells may hold."""

    kinds: str
    """Letters of the kinds; index 0 is unused."""
    nobody: str
    """The owner letter of pieces that belong to no seat."""
    nobody_kinds: str
    """Letters that may follow it."""


def quoted(text: str) -> str:
    """``text`` for an error message, cut where it is long."""
    return repr(text if len(text) <= 60 else text[:57] + "...")


# --- reading ------------------------------------------------------------------------------------------------------------


def fields_of(text: str, names: str) -> list[str]:
    """The six fields of a position string.

    Raises
    ------
    PositionError
    """
    fields = text.split()
    if len(fields) != 6:
        raise PositionError(f"bad position: {len(fields)} fields instead of 6 ({names}) in {quoted(text)}")
    return fields


def _read_cell(cell: str, alphabet: Alphabet) -> int:
    """The piece code of a cell, -1 for what is none."""
    if len(cell) != 2 or cell[1] not in alphabet.kinds or cell[1] == " ":
        return -1
    if cell[0] == alphabet.nobody:
        return alphabet.kinds.index(cell[1]) | NOBODY << 4 if cell[1] in alphabet.nobody_kinds else -1
    if cell[0] not in SEAT_LETTERS or cell[1] in alphabet.nobody_kinds and alphabet.nobody_kinds != alphabet.kinds.strip():
        return -1
    return alphabet.kinds.index(cell[1]) | SEAT_LETTERS.index(cell[0]) << 4


def read_board(text: str, alphabet: Alphabet, faults: list[str]) -> list[int]:
    """The 261 codes of a board field; what is wrong with it is added to ``faults``."""
    board = [0] * CELLS
    ranks = text.split("/")
    if len(ranks) != SIDE:
        faults.append(f"{len(ranks)} ranks instead of {SIDE}")
        return board
    for rank, row in zip(range(SIDE - 1, -1, -1), ranks, strict=True):
        file = 0
        for cell in row.split(","):
            run = _RUN.fullmatch(cell)
            if run and cell:
                missing, digits = bool(run[1]), run[2]
                count = 1 if not digits else int(digits) if len(digits) < 4 and digits[0] != "0" else 0
                if count == 0:
                    faults.append(f"bad number {quoted(cell)} on rank {rank + 1}")
                    break
                wrong = [place for place in range(file, min(file + count, SIDE)) if exists(place, rank) == missing]
                if wrong:
                    name = f"{FILES[wrong[0]]}{rank + 1}"
                    faults.append(f"{quoted(cell)} covers {name}, which {'is a point' if missing else 'does not exist'}")
                file += count
                continue
            code = _read_cell(cell, alphabet)
            if code < 0:
                faults.append(f"unknown piece {quoted(cell)} on rank {rank + 1}")
            elif file < SIDE and not exists(file, rank):
                faults.append(f"{cell} stands on {FILES[file]}{rank + 1}, which does not exist")
            elif file < SIDE:
                board[INDEX[file, rank]] = code
            file += 1
        else:
            if file != SIDE:
                faults.append(f"rank {rank + 1} has {file} cells instead of {SIDE}")
    return board


def read_seat(text: str, faults: list[str]) -> int:
    """The seat of a turn field."""
    if len(text) == 1 and text in SEAT_LETTERS:
        return SEAT_LETTERS.index(text)
    faults.append(f"the turn is {quoted(text)}, none of r, b, y, g")
    return 0


def read_alive(text: str, faults: list[str]) -> int:
    """The bit set of the living seats of an alive field."""
    if not re.fullmatch("[01]{4}", text):
        faults.append(f"alive is {quoted(text)}, not four digits 0 or 1")
    elif text == "0000":
        faults.append("no seat is alive")
    else:
        return sum(1 << seat for seat in range(SEATS) if text[seat] == "1")
    return 15


def read_counter(text: str, name: str, faults: list[str]) -> int:
    """A whole number >= 0."""
    if re.fullmatch("[0-9]{1,40}", text) and int(text) <= _COUNTER_LIMIT:
        return int(text)
    faults.append(f"{name} is {quoted(text)}, no whole number from 0 to {_COUNTER_LIMIT}")
    return 0


def check_armies(board: Sequence[int], alive: int, faults: list[str]) -> None:
    """Kings of living seats, pieces of fallen seats, advisers and elephants at home."""
    for seat in range(SEATS):
        own = [(cell, code & 15) for cell, code in enumerate(board) if code and code >> 4 == seat]
        name = SEAT_NAMES[seat]
        if not alive >> seat & 1:
            if own:
                faults.append(f"{name} has fallen and has a piece on {NAMES[own[0][0]]}")
            continue
        kings = sum(kind == KING for _, kind in own)
        if kings != 1:
            faults.append(f"{name} has {kings} generals K instead of 1")
        for cell, kind in own:
            if kind == ADVISER and not ADVISER_POINT[seat, cell]:
                faults.append(f"{name}'s A on {NAMES[cell]}, off the points of its palace")
            elif kind == ELEPHANT and LAND[cell] != seat:
                faults.append(f"{name}'s B on {NAMES[cell]}, outside its land")


def refuse(faults: list[str], text: str) -> None:
    """Raise if there are faults.

    Raises
    ------
    PositionError
    """
    if faults:
        told = faults if len(faults) <= _MOST_FAULTS else [*faults[:_MOST_FAULTS], f"and {len(faults) - _MOST_FAULTS} more"]
        raise PositionError(f"bad position: {'; '.join(told)} in {quoted(text)}")


# --- writing ------------------------------------------------------------------------------------------------------------


def write_board(board: Sequence[int], alphabet: Alphabet) -> str:
    """The board field, runs merged."""
    owners = SEAT_LETTERS + alphabet.nobody
    ranks = []
    for rank in range(SIDE - 1, -1, -1):
        cells: list[str] = []
        run, missing = 0, False
        for file in range(SIDE + 1):
            code, gap = 0, True
            if file < SIDE and exists(file, rank):
                code, gap = int(board[INDEX[file, rank]]), False
            if run and (code or file == SIDE or gap != missing):
                cells.append(f"{'x' if missing else ''}{run}")
                run = 0
            if code:
                cells.append(owners[code >> 4] + alphabet.kinds[code & 15])
            else:
                run, missing = run + 1, gap
        ranks.append(",".join(cells))
    return "/".join(ranks)


def write_alive(alive: int) -> str:
    """The alive field."""
    return "".join(str(alive >> seat & 1) for seat in range(SEATS))


def team_result(winners: Sequence[int]) -> str:
    """The result of a game of two teams by the seats that have won."""
    return "1/2-1/2" if not winners else "1-0" if 0 in winners else "0-1"


# --- moves --------------------------------------------------------------------------------------------------------------


def wire(origin: int, to: int) -> str:
    """A move on the wire."""
    return NAMES[origin] + NAMES[to]


def core_pgn4(board: Sequence[int], origin: int, to: int, kinds: str) -> str:
    """A move in PGN4 style without what follows its second point; pawns have no letter."""
    letters = "".join(letter if letter != "P" else " " for letter in kinds)
    piece, victim = letters[board[origin] & 15].strip(), letters[board[to] & 15].strip()
    return f"{piece}{NAMES[origin]}{'x' if board[to] else '-'}{victim if board[to] else ''}{NAMES[to]}"


def core_chinese(board: Sequence[int], origin: int, to: int, words: str) -> str:
    """A move in Chinese; ``words`` names the kinds, index 0 unused."""
    code = int(board[origin])
    return f"{CHINESE_SEATS[code >> 4]}{words[code & 15]}{NAMES[origin]}{'吃' if board[to] else '-'}{NAMES[to]}"


def find_move(text: str, legal: Sequence[int], board: Sequence[int], kinds: str, words: str) -> int:
    """The legal move that a wire, PGN4 or Chinese move means; letters of pieces must be right where they stand, ``#`` and ``+``
    may be left out.

    Raises
    ------
    MoveSyntaxError, IllegalMoveError
    """
    match = _MOVE.fullmatch(text)
    if not match or match[2] not in CELL_OF or match[5] not in CELL_OF:
        raise MoveSyntaxError(f"{quoted(text)} is no move like j4j7, Cg3-g10 or {CHINESE_SEATS[0]}{words[5]}f1-f5")
    origin, to = CELL_OF[match[2]], CELL_OF[match[5]]
    for move in legal:
        if (int(move) >> 9 & 511, int(move) & 511) == (origin, to):
            core = text.rstrip("+#").removesuffix("=W").removesuffix("称王")
            known = wire(origin, to), core_pgn4(board, origin, to, kinds), core_chinese(board, origin, to, words)
            if core in known or core.replace("-", "") == known[0]:
                return int(move)
            raise IllegalMoveError(f"{quoted(text)} names other pieces than those of the move {known[1]}")
    raise IllegalMoveError(f"{quoted(text)} is no legal move")
