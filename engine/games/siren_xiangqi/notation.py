"""Position strings and move text of four-player xiangqi with palace and throne (rule text, sections 4 and 7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from engine.core.jit import compile_kernel
from engine.errors import IllegalMoveError
from engine.games.cross import text as cross
from engine.games.cross.ending import is_decided
from engine.games.cross.geometry import CELL_OF, NAMES, PALACE, ROYAL, THRONE
from engine.games.cross.words import MoveWords, check_mark, ends_of
from engine.games.siren_xiangqi import state as s
from engine.games.siren_xiangqi.play import make_move, place_all
from engine.games.siren_xiangqi.state import STATE

BOARD = cross.BoardText(s.LETTERS, "n", "T")
MOVES = MoveWords(s.LETTERS.replace("P", " "), s.CHINESE)
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
    board = BOARD.read(fields[0], faults)
    readable = not faults
    player, alive = BOARD.read_seat(fields[1], faults), cross.read_alive(fields[2], faults)
    crown = _read_crown(fields[3], board, faults) if readable else -1
    quiet, plies = cross.read_counter(fields[4], "quiet", faults), cross.read_counter(fields[5], "ply", faults)
    if readable:
        BOARD.check_armies(board, alive, faults)
        for cell, code in enumerate(board):
            if code & 15 in (s.KING, s.CROWNED) and PALACE[cell] < 0:
                faults.append(f"{s.LETTERS[code & 15]} on {NAMES[cell]}, outside every palace")
            elif code == s.GARRISON_CODE and (PALACE[cell] != ROYAL or cell == THRONE):
                faults.append(f"T on {NAMES[cell]}, off the wall")
    if not alive >> player & 1 and not is_decided(alive, 0):
        faults.append(f"{BOARD.seat_names[player]} has the turn and has fallen")
    cross.refuse(faults, text)
    state = cross.blank_row(memory, STATE, board, options)
    state["player"], state["alive"], state["crown"], state["quiet"], state["plies"] = player, alive, crown, quiet, plies
    state["mate"] = options["CheckRule"] == "mate"
    compile_kernel(place_all)
    place_all(memory, 0)
    if int(state["alive"]) != alive:
        return [f"{BOARD.seat_names[player]} has no legal move and falls; read as {write_position(memory, 0, options)}"]
    return []


def write_position(memory: np.ndarray, ply: int, options: dict[str, Any]) -> str:
    """The canonical position string of row ``ply``."""
    state = memory.view(STATE)[ply]
    crown = int(state["crown"])
    return BOARD.position(state, NAMES[crown] if crown >= 0 else "-")


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
        return MOVES.find(text, legal.tolist(), state["board"].tolist())
    except IllegalMoveError as error:
        raise IllegalMoveError(f"{error} of {BOARD.seat_names[int(state['player'])]} at ply {int(state['plies'])}") from None


def format_move(memory: np.ndarray, ply: int, move: int, legal: np.ndarray, notation: str, options: dict[str, Any]) -> str:
    """``move`` as ``wire``, ``pgn4`` or ``chinese``."""
    if notation == "wire":
        return MOVES.wire(move)
    state = memory.view(STATE)[ply]
    board, crown = state["board"].tolist(), int(state["crown"])
    origin, to = ends_of(move)
    takes_crown = crown != origin and (crown == to or crown < 0 and to == THRONE)
    if notation == "chinese":
        return MOVES.chinese_text(board, move) + ("称王" if takes_crown else "")
    crowned = "=W" if takes_crown and board[origin] & 15 != s.KING else ""
    return MOVES.pgn4(board, move) + crowned + check_mark(memory, ply, move, STATE, make_move)
