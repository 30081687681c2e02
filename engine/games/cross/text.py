"""Position strings of the games of four armies: FEN4 cells in six fields, read with all faults, written; plain Python.

A board is a list of piece codes, ``kind | owner << 4``; 0 is an empty point and owner 4 belongs to no seat.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from engine.errors import PositionError
from engine.games.cross import geometry as g
from engine.games.cross.geometry import SEATS
from engine.games.cross.kinds import ADVISER, ELEPHANT, KING, NOBODY

NO_CAPTURE_DEFAULT, MOVE_DEFAULT = 240, 1000  #: what the option values 0 stand for
_COUNTER_LIMIT = 1_000_000_000
_RUN = re.compile(r"(x?)([0-9]*)")
_MOST_FAULTS = 6


def quoted(text: str) -> str:
    """``text`` for an error message, cut where it is long."""
    return repr(text if len(text) <= 60 else text[:57] + "...")


# --- boards -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class BoardText:
    """How a board is written, and where men may stand on it."""

    kinds: str
    """Letters of the kinds; index 0 is unused."""
    nobody: str
    """The owner letter of pieces that belong to no seat."""
    nobody_kinds: str
    """Letters that may follow it; if they are not all, no seat has those."""
    seat_letters: str = "rbyg"
    seat_names: tuple[str, ...] = ("Red", "Blue", "Yellow", "Green")
    side: int = g.SIDE
    """Files and ranks."""
    index: Mapping[tuple[int, int], int] = field(default_factory=lambda: g.INDEX)
    """(file, rank) -> cell, of all points that exist."""
    names: tuple[str, ...] = g.NAMES
    land: np.ndarray = field(default_factory=lambda: g.LAND)
    """int8[cells]: the seat that a point belongs to."""
    adviser_point: np.ndarray = field(default_factory=lambda: g.ADVISER_POINT)
    """int8[seat, cell]: 1 where that seat's advisers may stand."""

    @property
    def _gaps(self) -> bool:
        return len(self.index) < self.side**2

    def _read_cell(self, cell: str) -> int:
        """The piece code of a cell, -1 for what is none."""
        if len(cell) != 2 or cell[1] not in self.kinds or cell[1] == " ":
            return -1
        if cell[0] == self.nobody:
            return self.kinds.index(cell[1]) | NOBODY << 4 if cell[1] in self.nobody_kinds else -1
        if cell[0] not in self.seat_letters or cell[1] in self.nobody_kinds and self.nobody_kinds != self.kinds.strip():
            return -1
        return self.kinds.index(cell[1]) | self.seat_letters.index(cell[0]) << 4

    def _read_rank(self, text: str, rank: int, board: list[int], faults: list[str]) -> None:
        """Put the pieces of one rank on the board."""
        file = 0
        for cell in text.split(","):
            run = _RUN.fullmatch(cell)
            if run and cell:
                missing, digits = bool(run[1]), run[2]
                count = 1 if not digits else int(digits) if len(digits) < 4 and digits[0] != "0" else 0
                if count == 0 or missing and not self._gaps:
                    faults.append(f"bad number {quoted(cell)} on rank {rank + 1}")
                    return
                places = range(file, min(file + count, self.side))
                wrong = [place for place in places if ((place, rank) in self.index) == missing]
                if wrong:
                    name = f"{g.FILES[wrong[0]]}{rank + 1}"
                    faults.append(f"{quoted(cell)} covers {name}, which {'is a point' if missing else 'does not exist'}")
                file += count
                continue
            code = self._read_cell(cell)
            if code < 0:
                faults.append(f"unknown piece {quoted(cell)} on rank {rank + 1}")
            elif file < self.side and (file, rank) not in self.index:
                faults.append(f"{cell} stands on {g.FILES[file]}{rank + 1}, which does not exist")
            elif file < self.side:
                board[self.index[file, rank]] = code
            file += 1
        if file != self.side:
            faults.append(f"rank {rank + 1} has {file} cells instead of {self.side}")

    def read(self, text: str, faults: list[str]) -> list[int]:
        """The codes of a board field; what is wrong with it is added to ``faults``."""
        board = [0] * len(self.index)
        ranks = text.split("/")
        if len(ranks) != self.side:
            faults.append(f"{len(ranks)} ranks instead of {self.side}")
            return board
        for rank, row in zip(range(self.side - 1, -1, -1), ranks, strict=True):
            self._read_rank(row, rank, board, faults)
        return board

    def write(self, board: Sequence[int]) -> str:
        """The board field, runs merged."""
        owners = self.seat_letters + self.nobody
        ranks = []
        for rank in range(self.side - 1, -1, -1):
            cells: list[str] = []
            run, missing = 0, False
            for file in range(self.side + 1):
                code, gap = 0, True
                if (file, rank) in self.index:
                    code, gap = int(board[self.index[file, rank]]), False
                if run and (code or file == self.side or gap != missing):
                    cells.append(f"{'x' if missing else ''}{run}")
                    run = 0
                if code:
                    cells.append(owners[code >> 4] + self.kinds[code & 15])
                else:
                    run, missing = run + 1, gap
            ranks.append(",".join(cells))
        return "/".join(ranks)

    def read_seat(self, text: str, faults: list[str], letters: str = "") -> int:
        """The seat of a turn field, one of ``letters`` or of all."""
        letters = letters or self.seat_letters
        if len(text) == 1 and text in letters:
            return self.seat_letters.index(text)
        faults.append(f"the turn is {quoted(text)}, none of {', '.join(letters)}")
        return 0

    def check_armies(self, board: Sequence[int], alive: int, faults: list[str]) -> None:
        """Generals of living seats, pieces of fallen seats, advisers and elephants at home."""
        for seat, name in enumerate(self.seat_names):
            own = [(cell, code & 15) for cell, code in enumerate(board) if code and code >> 4 == seat]
            if not alive >> seat & 1:
                if own:
                    faults.append(f"{name} has fallen and has a piece on {self.names[own[0][0]]}")
                continue
            kings = sum(kind == KING for _, kind in own)
            if kings != 1:
                faults.append(f"{name} has {kings} generals K instead of 1")
            for cell, kind in own:
                if kind == ADVISER and not self.adviser_point[seat, cell]:
                    faults.append(f"{name}'s A on {self.names[cell]}, off the points of its palace")
                elif kind == ELEPHANT and self.land[cell] != seat:
                    faults.append(f"{name}'s B on {self.names[cell]}, outside its land")

    def position(self, state: np.void, extra: str) -> str:
        """The position string of a record whose fourth field is ``extra``."""
        board = self.write(state["board"].tolist())
        turn, alive = self.seat_letters[int(state["player"])], write_alive(int(state["alive"]))
        return f"{board} {turn} {alive} {extra} {int(state['quiet'])} {int(state['plies'])}"


# --- other fields -------------------------------------------------------------------------------------------------------


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


def read_alive(text: str, faults: list[str], losing: int = 0) -> int:
    """The bit set of the living seats of an alive field, 15 if it is bad; an alliance of ``losing`` living seats has lost."""
    if not re.fullmatch("[01]{4}", text):
        faults.append(f"alive is {quoted(text)}, not four digits 0 or 1")
        return 15
    alive = sum(1 << seat for seat in range(SEATS) if text[seat] == "1")
    if all((alive & team).bit_count() <= losing for team in (0b0101, 0b1010)):
        faults.append(f"by alive {text} both alliances have lost" if losing else "no seat is alive")
        return 15
    return alive


def write_alive(alive: int) -> str:
    """The alive field."""
    return "".join(str(alive >> seat & 1) for seat in range(SEATS))


def read_counter(text: str, name: str, faults: list[str]) -> int:
    """A whole number >= 0."""
    if re.fullmatch("[0-9]{1,40}", text) and int(text) <= _COUNTER_LIMIT:
        return int(text)
    faults.append(f"{name} is {quoted(text)}, no whole number from 0 to {_COUNTER_LIMIT}")
    return 0


def refuse(faults: list[str], text: str) -> None:
    """Raise if there are faults.

    Raises
    ------
    PositionError
    """
    if faults:
        told = faults if len(faults) <= _MOST_FAULTS else [*faults[:_MOST_FAULTS], f"and {len(faults) - _MOST_FAULTS} more"]
        raise PositionError(f"bad position: {'; '.join(told)} in {quoted(text)}")


def blank_row(memory: np.ndarray, dtype: np.dtype, board: Sequence[int], options: dict[str, Any], halves: int = 1) -> np.void:
    """Row 0 with nothing but the board and the limits, whose defaults are divided by ``halves``."""
    memory[: dtype.itemsize] = 0
    state = memory.view(dtype)[0]
    state["board"][: len(board)] = board
    state["quiet_limit"] = options["NoCaptureLimit"] or NO_CAPTURE_DEFAULT // halves
    state["ply_limit"] = options["MoveLimit"] or MOVE_DEFAULT // halves
    return state


def team_result(winners: Sequence[int]) -> str:
    """The result of a game of two teams by the seats that have won."""
    return "1/2-1/2" if not winners else "1-0" if 0 in winners else "0-1"
