"""Position strings and move text of the game for four (rule text, sections 2, 4 and 9)."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from engine.games.luzhanqi import tokens
from engine.games.luzhanqi.entry import INFO_MODES
from engine.games.luzhanqi.geometry import FOUR
from engine.games.luzhanqi.hooks import (
    choose_placement,
    format_move,
    incomplete,
    parse_move,
    piece_odds,
    uncounted,
    unlisted,
    view_token,
)
from engine.games.luzhanqi.reading import (
    begin_row,
    check_pieces,
    check_placing,
    finish,
    ranks_text,
    read_known,
    read_number,
    read_ranks,
    split_fields,
)
from engine.games.luzhanqi.state import FLAG, KIND, LETTERS, OWNER_SHIFT, SPECTATOR, STATE, TRUTH
from engine.games.luzhanqi.tokens import quoted

__all__ = [
    "read_position",
    "write_position",
    "view_position",
    "viewed_start",
    "result_word",
    "choose_placement",
    "format_move",
    "incomplete",
    "parse_move",
    "piece_odds",
    "uncounted",
    "unlisted",
    "view_token",
]

SIDES, OWNERS = "rpbg", "RPBG"
SEAT_NAMES = ("red", "purple", "blue", "green")
RANK_SIZES = (5, 5, 5, 5, 5, 5, 15, 12, 15, 12, 15, 5, 5, 5, 5, 5, 5)
VIEWS = {"*": TRUTH, "-": SPECTATOR, **{side: seat for seat, side in enumerate(SIDES)}}
_VIEW_TEXT = {value: name for name, value in VIEWS.items()}
EMPTY_BOARD = "/".join(map(str, RANK_SIZES))
_ITEM = re.compile(r"[0-9]+|[RPBG][a-lx]|.", re.DOTALL)


# --- position strings ---------------------------------------------------------------------------------------------------


def _piece_of(item: str) -> int:
    return LETTERS.index(item[1]) | OWNERS.index(item[0]) << OWNER_SHIFT if len(item) == 2 else 0


def _run_of(item: str) -> int | None:
    return min(int(item[:6]), 1000) if item.isascii() and item.isdigit() else None


def _read_out(text: str, faults: list[str]) -> int:
    bits = 0
    for side in "" if text == "-" else text:
        if side not in SIDES or bits >> SIDES.index(side) & 1:
            faults.append(f"the field out is {quoted(text)}, not seats of {SIDES}")
            return 0
        bits |= 1 << SIDES.index(side)
    return bits


def read_position(text: str, options: dict[str, Any], memory: np.ndarray) -> list[str]:
    """Write row 0 from a position string of seven fields.

    Raises
    ------
    PositionError
    """
    board, turn, view, out, known, quiet, ply = split_fields(text, "board turn view out known quiet ply")
    faults: list[str] = []
    row = begin_row(memory, FOUR, options)
    row["info_mode"], row["first_seat"] = INFO_MODES.index(options["InfoMode"]), options["FirstSeat"]
    read_ranks(board, RANK_SIZES, _ITEM.findall, _run_of, _piece_of, row["piece"][0], faults)
    if turn not in ("r", "p", "b", "g"):
        faults.append(f"the seat to move is {quoted(turn)}, not r, p, b or g")
    if view not in VIEWS:
        faults.append(f"the view is {quoted(view)}, not *, r, p, b, g or -")
    row["view"], row["player"] = VIEWS.get(view, TRUTH), max(0, SIDES.find(turn[:1]))
    row["out"] = gone = _read_out(out, faults)
    points = read_known(known, FOUR, faults)
    row["quiet"], row["ply"] = read_number("quiet", quiet, faults), read_number("ply", ply, faults)
    if not faults:
        check_pieces(row, points, SEAT_NAMES, faults)
        check_placing(row, SEAT_NAMES, faults)
        _check_seats(row, gone, faults)
    finish(memory, faults, text)
    return []


def _check_seats(row: np.ndarray, gone: int, faults: list[str]) -> None:
    """Seats that are out have no pieces and no turn; from ply 4 on the others have a flag."""
    state = row[0]
    flags, ply, view = 0, int(state["ply"]), int(state["view"])
    for piece in map(int, state["piece"]):
        owner = piece >> OWNER_SHIFT & 3
        if piece and gone >> owner & 1:
            faults.append(f"pieces of {SEAT_NAMES[owner]}, which is out")
        if piece & KIND == FLAG:
            flags |= 1 << owner
    over = gone & 5 == 5 or gone & 10 == 10
    player = int(state["player"])
    if gone >> player & 1 and not over:
        faults.append(f"it is the turn of {SEAT_NAMES[player]}, which is out")
    if ply < 4 and gone >> ply:
        faults.append("a seat is out before its turn to place")
    if ply >= 4 and view == TRUTH:
        faults += [f"no flag of {name}" for seat, name in enumerate(SEAT_NAMES) if not (gone | flags) >> seat & 1]


def _text_for(state: np.void, viewer: int) -> str:
    ranks = ranks_text(state, viewer, RANK_SIZES, lambda letter, owner: OWNERS[owner] + letter)
    out = "".join(side for seat, side in enumerate(SIDES) if int(state["out"]) >> seat & 1) or "-"
    fields = (SIDES[int(state["player"])], _VIEW_TEXT[viewer], out, tokens.known_text(state))
    return f"{ranks} {' '.join(fields)} {int(state['quiet'])} {int(state['ply'])}"


def write_position(memory: np.ndarray, ply: int, options: dict[str, Any]) -> str:
    """The canonical position string of row ``ply``."""
    state = memory.view(STATE)[ply]
    return _text_for(state, int(state["view"]))


# --- views --------------------------------------------------------------------------------------------------------------


def view_position(memory: np.ndarray, ply: int, seat: int, options: dict[str, Any]) -> str:
    """The string of what ``seat`` (-1: a spectator) sees of row ``ply``, a truth or already that view."""
    return _text_for(memory.view(STATE)[ply], seat)


def viewed_start(texts: list[str], options: dict[str, Any]) -> str | None:
    """The start string of a list of moves that hides a placement: the view of the seat to act after the list.

    Its own placement is in the list or still to come. A list that fits no seat is read as the view of the first such seat, so
    that the bad token in it is found.
    """
    first = texts[:4]
    if "@-" not in first:
        return None
    seats = [seat for seat in range(4) if seat >= len(first) or first[seat] != "@-"] or [0]
    chosen = seats[0]
    if len(seats) > 1:
        memory = np.zeros((len(texts) + 2) * STATE.itemsize, np.uint8)
        for seat in seats:
            read_position(_start_of(seat), options, memory)
            if tokens.play_tokens(memory, texts) == seat:
                chosen = seat
                break
    return _start_of(chosen)


def _start_of(seat: int) -> str:
    return f"{EMPTY_BOARD} r {SIDES[seat]} - - 0 0"


def result_word(winners: tuple[int, ...]) -> str:
    """The last word of a record."""
    return "rb" if 0 in winners else "pg" if 1 in winners else "1/2-1/2"
