"""Position strings of both boards, FEN4 cells in six fields, as plain Python: reading with all faults, writing."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.errors import PositionError
from engine.games.cross.text import quoted
from engine.games.sijiao_xiangqi import state as s
from engine.games.sijiao_xiangqi.geometry import ADVISER_POINT, CORNERS, FILES, INDEX, LAND, NAMES, PALACE, PLACES, SIDE

SEAT_LETTERS = "krbw"
SEAT_NAMES = ("Black", "Red", "Blue", "White")
_OWNERS = SEAT_LETTERS + "d"
_RUN = re.compile("(x?)([0-9]*)")
_MOST_FAULTS = 6


def _kinds(board: int) -> str:
    """The letters of the kinds that the board knows."""
    return s.LETTERS[1:] if board == CORNERS else s.LETTERS[1:-1]


def _exists(board: int, file: int, rank: int) -> bool:
    return (file, rank) in INDEX[board]


def _read_rank(board: int, text: str, rank: int, codes: list[int], faults: list[str]) -> None:
    """Put the pieces of one rank on the board."""
    file, side = 0, SIDE[board]
    for cell in text.split(","):
        run = _RUN.fullmatch(cell)
        if run and cell:
            missing, digits = bool(run[1]), run[2]
            count = 1 if not digits else int(digits) if len(digits) < 4 and digits[0] != "0" else 0
            if count == 0 or missing and board == CORNERS:
                faults.append(f"bad number {quoted(cell)} on rank {rank + 1}")
                return
            wrong = [n for n in range(file, min(file + count, side)) if _exists(board, n, rank) == missing]
            if wrong:
                name = f"{FILES[wrong[0]]}{rank + 1}"
                faults.append(f"{quoted(cell)} covers {name}, which {'is a point' if missing else 'does not exist'}")
            file += count
            continue
        if len(cell) != 2 or cell[0] not in _OWNERS or cell[1] not in _kinds(board):
            faults.append(f"unknown piece {quoted(cell)} on rank {rank + 1}")
        elif file < side and not _exists(board, file, rank):
            faults.append(f"{cell} stands on {FILES[file]}{rank + 1}, which does not exist")
        elif file < side:
            codes[INDEX[board][file, rank]] = s.LETTERS.index(cell[1]) | _OWNERS.index(cell[0]) << 4
        file += 1
    if file != side:
        faults.append(f"rank {rank + 1} has {file} cells instead of {side}")


def read_board(board: int, text: str, faults: list[str]) -> list[int]:
    """The codes of a board field; what is wrong with it is added to ``faults``."""
    codes = [0] * len(PLACES[board])
    ranks = text.split("/")
    if len(ranks) != SIDE[board]:
        faults.append(f"{len(ranks)} ranks instead of {SIDE[board]}")
        return codes
    for rank, row in zip(range(SIDE[board] - 1, -1, -1), ranks, strict=True):
        _read_rank(board, row, rank, codes, faults)
    return codes


def read_alive(text: str, mate_one: bool, faults: list[str]) -> int:
    """The bit set of the living seats of an alive field."""
    if not re.fullmatch("[01]{4}", text):
        faults.append(f"alive is {quoted(text)}, not four digits 0 or 1")
        return 15
    alive = sum(1 << seat for seat in range(4) if text[seat] == "1")
    whole = 1 if mate_one else 0
    if all(bin(alive & team).count("1") <= whole for team in (0b0101, 0b1010)):
        faults.append(f"by alive {text} both alliances have lost")
        return 15
    return alive


def check_pieces(board: int, codes: Sequence[int], alive: int, faults: list[str]) -> None:
    """Generals, advisers and elephants where they may stand; no living piece of a fallen colour."""
    names = NAMES[board]
    for seat in range(4):
        own = [(cell, code & 15) for cell, code in enumerate(codes) if code and code >> 4 == seat]
        name = SEAT_NAMES[seat]
        if not alive >> seat & 1:
            if own:
                faults.append(f"{name} has fallen and has a piece on {names[own[0][0]]}")
            continue
        kings = sum(kind == s.KING for _, kind in own)
        if kings != 1:
            faults.append(f"{name} has {kings} generals K instead of 1")
        for cell, kind in own:
            if kind == s.KING and PALACE[board, cell] < 0:
                faults.append(f"{name}'s K on {names[cell]}, outside every palace")
            elif kind == s.ADVISER and not ADVISER_POINT[board, seat, cell]:
                faults.append(f"{name}'s A on {names[cell]}, off the points of its palace")
            elif kind == s.ELEPHANT and LAND[board, cell] != seat:
                faults.append(f"{name}'s B on {names[cell]}, outside its land")


def read_turn(text: str, unified: bool, faults: list[str]) -> int:
    """The seat of a turn field."""
    letters = "kw" if unified else SEAT_LETTERS
    if len(text) == 1 and text in letters:
        return SEAT_LETTERS.index(text)
    faults.append(f"the turn is {quoted(text)}, none of {', '.join(letters)}")
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


def write_board(board: int, codes: Sequence[int]) -> str:
    """The board field, runs merged."""
    ranks, side = [], SIDE[board]
    for rank in range(side - 1, -1, -1):
        cells: list[str] = []
        run, missing = 0, False
        for file in range(side + 1):
            code, gap = 0, True
            if file < side and _exists(board, file, rank):
                code, gap = int(codes[INDEX[board][file, rank]]), False
            if run and (code or file == side or gap != missing):
                cells.append(f"{'x' if missing else ''}{run}")
                run = 0
            if code:
                cells.append(_OWNERS[code >> 4] + s.LETTERS[code & 15])
            else:
                run, missing = run + 1, gap
        ranks.append(",".join(cells))
    return "/".join(ranks)
