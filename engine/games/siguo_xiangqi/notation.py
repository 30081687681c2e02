"""Position strings and move text of the war of the four kingdoms (rule text, sections 4 and 7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from engine.core.jit import compile_kernel
from engine.errors import IllegalMoveError
from engine.games.cross import text as cross
from engine.games.cross.ending import is_decided
from engine.games.cross.geometry import CENTRE, LAND, NAMES, PALACE, SEATS
from engine.games.cross.words import MoveWords, check_mark
from engine.games.siguo_xiangqi import state as s
from engine.games.siguo_xiangqi.ending import POINT, payoff
from engine.games.siguo_xiangqi.play import make_move, place_all
from engine.games.siguo_xiangqi.state import STATE

BOARD = cross.BoardText(s.LETTERS, "d", s.LETTERS.strip())
MOVES = MoveWords(s.LETTERS.replace("P", " "), s.CHINESE)
judges_last = True  #: results are those of the last position of a list of moves, whatever stood before


# --- positions ----------------------------------------------------------------------------------------------------------


def _read_fallen(text: str, alive: int, faults: list[str]) -> int:
    """The order of falling as the record keeps it; seats that are not named have fallen before the named ones, in seat order."""
    named = [] if text == "-" else [BOARD.seat_letters.find(letter) for letter in text]
    if -1 in named or not text:
        faults.append(f"fallen is {cross.quoted(text)}, neither letters of r, b, y, g nor -")
        return 0
    if len(set(named)) < len(named):
        faults.append(f"fallen names a seat twice: {text}")
    faults += [f"{BOARD.seat_names[seat]} lives and is among the fallen" for seat in named if alive >> seat & 1]
    order = [seat for seat in range(SEATS) if not alive >> seat & 1 and seat not in named] + named
    return sum(seat + 1 << 3 * rank for rank, seat in enumerate(order[:SEATS]))


def _order_of(fallen: int) -> list[int]:
    return [(fallen >> 3 * rank & 7) - 1 for rank in range(SEATS) if fallen >> 3 * rank & 7]


def read_position(text: str, options: dict[str, Any], memory: np.ndarray) -> list[str]:
    """Write row 0 from a position string of six fields; a note if a seat without a legal move falls at once.

    Raises
    ------
    PositionError
    """
    fields = cross.fields_of(text, "board turn alive fallen quiet ply")
    faults: list[str] = []
    board = BOARD.read(fields[0], faults)
    readable = not faults
    player, alive = BOARD.read_seat(fields[1], faults), cross.read_alive(fields[2], faults)
    fallen = _read_fallen(fields[3], alive, faults)
    quiet, plies = cross.read_counter(fields[4], "quiet", faults), cross.read_counter(fields[5], "ply", faults)
    ffa = options["Teams"] == "ffa"
    if readable:
        BOARD.check_armies(board, alive, faults)
        for cell, code in enumerate(board):
            if code >> 4 == s.NOBODY:
                continue
            if code & 15 == s.KING and not 0 <= PALACE[cell] < SEATS:
                faults.append(f"K on {NAMES[cell]}, outside every palace")
            elif code & 15 == s.SHIELD and LAND[cell] != CENTRE:
                faults.append(f"D on {NAMES[cell]}, outside the frame")
    if not alive >> player & 1 and not is_decided(alive, int(ffa)):
        faults.append(f"{BOARD.seat_names[player]} has the turn and has fallen")
    cross.refuse(faults, text)
    state = cross.blank_row(memory, STATE, board, options)
    state["player"], state["alive"], state["fallen"], state["quiet"], state["plies"] = player, alive, fallen, quiet, plies
    state["mate"], state["ffa"] = options["CheckRule"] != "capture", ffa
    state["stay"], state["links"] = options["DeadPieces"] == "stay", options["CornerLinks"]
    compile_kernel(place_all)
    place_all(memory, 0)
    if int(state["alive"]) != alive:
        return [f"{BOARD.seat_names[player]} has no legal move and falls; read as {write_position(memory, 0, options)}"]
    return []


def write_position(memory: np.ndarray, ply: int, options: dict[str, Any]) -> str:
    """The canonical position string of row ``ply``."""
    state = memory.view(STATE)[ply]
    fallen = "".join(BOARD.seat_letters[seat] for seat in _order_of(int(state["fallen"])))
    return BOARD.position(state, fallen or "-")


def result_string(memory: np.ndarray, ply: int, winners: Sequence[int], options: dict[str, Any]) -> str:
    """``1-0``, ``0-1``, ``1/2-1/2``; free for all the points of each seat, ``2.5,1,2.5,0``."""
    if options["Teams"] != "ffa":
        return cross.team_result(winners)
    compile_kernel(payoff)
    out = np.zeros(8, np.int64)
    payoff(memory, ply, out)
    return ",".join(f"{int(points) / POINT:g}" for points in out[:SEATS])


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
    board = memory.view(STATE)[ply]["board"].tolist()
    if notation == "chinese":
        return MOVES.chinese_text(board, move)
    return MOVES.pgn4(board, move) + check_mark(memory, ply, move, STATE, make_move)
