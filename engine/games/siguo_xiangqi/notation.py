"""Position strings and move text of the war of the four kingdoms (rule text, sections 4 and 7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from engine.core.contract import FLAG_IN_CHECK
from engine.core.jit import compile_kernel
from engine.errors import IllegalMoveError
from engine.games.cross import text as cross
from engine.games.cross.ending import MOVE_DEFAULT, NO_CAPTURE_DEFAULT, is_decided
from engine.games.cross.geometry import CENTRE, LAND, NAMES, PALACE, SEATS
from engine.games.siguo_xiangqi import state as s
from engine.games.siguo_xiangqi.ending import POINT, payoff
from engine.games.siguo_xiangqi.play import make_move, place_all
from engine.games.siguo_xiangqi.state import STATE

ALPHABET = cross.Alphabet(s.LETTERS, "d", s.LETTERS.strip())
judges_last = True  #: results are those of the last position of a list of moves, whatever stood before


# --- positions ----------------------------------------------------------------------------------------------------------


def _read_fallen(text: str, alive: int, faults: list[str]) -> int:
    """The order of falling as the record keeps it; seats that are not named have fallen before the named ones, in seat order."""
    named = [] if text == "-" else [cross.SEAT_LETTERS.find(letter) for letter in text]
    if -1 in named or not text:
        faults.append(f"fallen is {cross.quoted(text)}, neither letters of r, b, y, g nor -")
        return 0
    if len(set(named)) < len(named):
        faults.append(f"fallen names a seat twice: {text}")
    faults += [f"{cross.SEAT_NAMES[seat]} lives and is among the fallen" for seat in named if alive >> seat & 1]
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
    board = cross.read_board(fields[0], ALPHABET, faults)
    readable = not faults
    player, alive = cross.read_seat(fields[1], faults), cross.read_alive(fields[2], faults)
    fallen = _read_fallen(fields[3], alive, faults)
    quiet, plies = cross.read_counter(fields[4], "quiet", faults), cross.read_counter(fields[5], "ply", faults)
    ffa = options["Teams"] == "ffa"
    if readable:
        cross.check_armies(board, alive, faults)
        for cell, code in enumerate(board):
            if code >> 4 == s.NOBODY:
                continue
            if code & 15 == s.KING and not 0 <= PALACE[cell] < SEATS:
                faults.append(f"K on {NAMES[cell]}, outside every palace")
            elif code & 15 == s.SHIELD and LAND[cell] != CENTRE:
                faults.append(f"D on {NAMES[cell]}, outside the frame")
    if not alive >> player & 1 and not is_decided(alive, int(ffa)):
        faults.append(f"{cross.SEAT_NAMES[player]} has the turn and has fallen")
    cross.refuse(faults, text)
    memory[: STATE.itemsize] = 0
    state = memory.view(STATE)[0]
    state["board"][:] = board
    state["player"], state["alive"], state["fallen"], state["quiet"], state["plies"] = player, alive, fallen, quiet, plies
    state["quiet_limit"] = options["NoCaptureLimit"] or NO_CAPTURE_DEFAULT
    state["ply_limit"] = options["MoveLimit"] or MOVE_DEFAULT
    state["mate"], state["ffa"] = options["CheckRule"] != "capture", ffa
    state["stay"], state["links"] = options["DeadPieces"] == "stay", options["CornerLinks"]
    compile_kernel(place_all)
    place_all(memory, 0)
    if int(state["alive"]) != alive:
        return [f"{cross.SEAT_NAMES[player]} has no legal move and falls; read as {write_position(memory, 0, options)}"]
    return []


def write_position(memory: np.ndarray, ply: int, options: dict[str, Any]) -> str:
    """The canonical position string of row ``ply``."""
    state = memory.view(STATE)[ply]
    fields = (
        cross.write_board(state["board"].tolist(), ALPHABET),
        cross.SEAT_LETTERS[int(state["player"])],
        cross.write_alive(int(state["alive"])),
        "".join(cross.SEAT_LETTERS[seat] for seat in _order_of(int(state["fallen"]))) or "-",
        str(int(state["quiet"])),
        str(int(state["plies"])),
    )
    return " ".join(fields)


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
    board = memory.view(STATE)[ply]["board"].tolist()
    if notation == "chinese":
        return cross.core_chinese(board, origin, to, s.CHINESE)
    after = _after(memory, ply, move)
    mark = "#" if after["over"] else "+" if int(after["flags"]) & FLAG_IN_CHECK else ""
    return cross.core_pgn4(board, origin, to, s.LETTERS) + mark
