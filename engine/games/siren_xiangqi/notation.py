"""Position strings and move text of four-player xiangqi with palace and throne (rule text, sections 4 and 7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from engine.core.contract import FLAG_IN_CHECK
from engine.core.jit import compile_kernel
from engine.errors import IllegalMoveError
from engine.games.cross import text as cross
from engine.games.cross.ending import MOVE_DEFAULT, NO_CAPTURE_DEFAULT, is_decided
from engine.games.cross.geometry import CELL_OF, NAMES, PALACE, ROYAL, THRONE
from engine.games.siren_xiangqi import state as s
from engine.games.siren_xiangqi.play import make_move, place_all
from engine.games.siren_xiangqi.state import STATE

ALPHABET = cross.Alphabet(s.LETTERS, "n", "T")
judges_last = True  #: results are those of the last position of a list of moves, whatever stood before


# --- positions ----------------------------------------------------------------------------------------------------------


def _read_crown(text: str, board: list[int], faults: list[str]) -> int:
    bearers = [cell for cell, code in enumerate(board) if code & 15 == s.CROWNED]
    if text == "-":
        crown = -1
    elif text in CELL_OF:
        crown = CELL_OF[text]
        if board[crown] & 15 not in (s.CROWNED, s.KING):
            faults.append(f"the crown is on {text}, where no K or W stands")
    else:
        faults.append(f"the crown is {cross.quoted(text)}, neither a point nor -")
        return -1
    faults += [f"a W on {NAMES[cell]}, which is not the crown's point" for cell in bearers if cell != crown]
    return crown


def read_position(text: str, options: dict[str, Any], memory: np.ndarray) -> list[str]:
    """Write row 0 from a position string of six fields; a note if a seat without a legal move falls at once.

    Raises
    ------
    PositionError
    """
    fields = cross.fields_of(text, "board turn alive crown quiet ply")
    faults: list[str] = []
    board = cross.read_board(fields[0], ALPHABET, faults)
    readable = not faults
    player, alive = cross.read_seat(fields[1], faults), cross.read_alive(fields[2], faults)
    crown = _read_crown(fields[3], board, faults) if readable else -1
    quiet, plies = cross.read_counter(fields[4], "quiet", faults), cross.read_counter(fields[5], "ply", faults)
    if readable:
        cross.check_armies(board, alive, faults)
        for cell, code in enumerate(board):
            if code & 15 in (s.KING, s.CROWNED) and PALACE[cell] < 0:
                faults.append(f"{s.LETTERS[code & 15]} on {NAMES[cell]}, outside every palace")
            elif code == s.GARRISON_CODE and (PALACE[cell] != ROYAL or cell == THRONE):
                faults.append(f"T on {NAMES[cell]}, off the wall")
    if not alive >> player & 1 and not is_decided(alive, 0):
        faults.append(f"{cross.SEAT_NAMES[player]} has the turn and has fallen")
    cross.refuse(faults, text)
    memory[: STATE.itemsize] = 0
    state = memory.view(STATE)[0]
    state["board"][:] = board
    state["player"], state["alive"], state["crown"], state["quiet"], state["plies"] = player, alive, crown, quiet, plies
    state["quiet_limit"] = options["NoCaptureLimit"] or NO_CAPTURE_DEFAULT
    state["ply_limit"] = options["MoveLimit"] or MOVE_DEFAULT
    state["mate"] = options["CheckRule"] == "mate"
    compile_kernel(place_all)
    place_all(memory, 0)
    if int(state["alive"]) != alive:
        return [f"{cross.SEAT_NAMES[player]} has no legal move and falls; read as {write_position(memory, 0, options)}"]
    return []


def write_position(memory: np.ndarray, ply: int, options: dict[str, Any]) -> str:
    """The canonical position string of row ``ply``."""
    state = memory.view(STATE)[ply]
    crown = int(state["crown"])
    fields = (
        cross.write_board(state["board"].tolist(), ALPHABET),
        cross.SEAT_LETTERS[int(state["player"])],
        cross.write_alive(int(state["alive"])),
        NAMES[crown] if crown >= 0 else "-",
        str(int(state["quiet"])),
        str(int(state["plies"])),
    )
    return " ".join(fields)


def result_string(memory: np.ndarray, ply: int, winners: Sequence[int], options: dict[str, Any]) -> str:
    """``1-0``, ``0-1`` or ``1/2-1/2``."""
    return cross.team_result(winners)


# --- moves --------------------------------------------------------------------------------------------------------------


def parse_move(memory: np.ndarray, ply: int, text: str, legal: np.ndarray, options: dict[str, Any]) -> int:
    """The legal move that ``text`` means, in any of the three notations.

    Raises
    ------
    MoveSyntaxError, IllegalMoveError
    """
    state = memory.view(STATE)[ply]
    try:
        return cross.find_move(text, legal.tolist(), state["board"].tolist(), s.LETTERS, s.CHINESE)
    except IllegalMoveError as error:
        seat = cross.SEAT_NAMES[int(state["player"])]
        raise IllegalMoveError(f"{error} of {seat} at ply {int(state['plies'])}") from None


def _after(memory: np.ndarray, ply: int, move: int) -> np.void:
    """The record after a move."""
    size = STATE.itemsize
    stack = np.zeros(2 * size, np.uint8)
    stack[:size] = memory[ply * size : (ply + 1) * size]
    compile_kernel(make_move)
    make_move(stack, 0, move)
    return stack.view(STATE)[1]


def format_move(memory: np.ndarray, ply: int, move: int, legal: np.ndarray, notation: str, options: dict[str, Any]) -> str:
    """``move`` as ``wire``, ``pgn4`` or ``chinese``."""
    origin, to = move >> 9 & 511, move & 511
    if notation == "wire":
        return cross.wire(origin, to)
    state = memory.view(STATE)[ply]
    board, crown = state["board"].tolist(), int(state["crown"])
    takes_crown = crown != origin and (crown == to or crown < 0 and to == THRONE)
    if notation == "chinese":
        return cross.core_chinese(board, origin, to, s.CHINESE) + ("称王" if takes_crown else "")
    after = _after(memory, ply, move)
    mark = "#" if after["over"] else "+" if int(after["flags"]) & FLAG_IN_CHECK else ""
    crowned = "=W" if takes_crown and board[origin] & 15 != s.KING else ""
    return cross.core_pgn4(board, origin, to, s.LETTERS) + crowned + mark
