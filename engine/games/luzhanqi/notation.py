"""Position strings and move text of the game for two (rule text, sections 4, 5 and 9)."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.games.luzhanqi import tokens
from engine.games.luzhanqi.entry import NO_CONTACT_RESULTS
from engine.games.luzhanqi.geometry import TWO
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
    "choose_placement",
    "format_move",
    "incomplete",
    "parse_move",
    "piece_odds",
    "uncounted",
    "unlisted",
    "view_token",
]

SIDES, SEAT_NAMES = "wb", ("red", "black")
VIEWS = {"*": TRUTH, "-": SPECTATOR, "0": 0, "1": 1}
_VIEW_TEXT = {value: name for name, value in VIEWS.items()}
RANK_SIZES = (5,) * 12
EMPTY_BOARD = "/".join(map(str, RANK_SIZES))


# --- position strings ---------------------------------------------------------------------------------------------------


def _piece_of(letter: str) -> int:
    kind = LETTERS.find(letter.lower()) if letter.isascii() and letter.isalpha() else -1
    return kind | (0 if letter.isupper() else 1) << OWNER_SHIFT if kind >= 1 else 0


def _run_of(item: str) -> int | None:
    return int(item) if item in "12345" else None


def read_position(text: str, options: dict[str, Any], memory: np.ndarray) -> list[str]:
    """Write row 0 from a position string of six fields.

    Raises
    ------
    PositionError
    """
    board, turn, view, known, quiet, ply = split_fields(text, "board turn view known quiet ply")
    faults: list[str] = []
    row = begin_row(memory, TWO, options)
    row["mover_loses"] = NO_CONTACT_RESULTS.index(options["NoContactResult"])
    read_ranks(board, RANK_SIZES, list, _run_of, _piece_of, row["piece"][0], faults)
    side = "b" if turn == "b" else "w" if turn in ("w", "r") else ""
    if not side:
        faults.append(f"the side to move is {quoted(turn)}, not w or b")
    if view not in VIEWS:
        faults.append(f"the view is {quoted(view)}, not *, 0, 1 or -")
    row["view"], row["player"] = VIEWS.get(view, TRUTH), SIDES.find(side) if side else 0
    points = read_known(known, TWO, faults)
    row["quiet"], row["ply"] = read_number("quiet", quiet, faults), read_number("ply", ply, faults)
    if not faults:
        check_pieces(row, points, SEAT_NAMES, faults)
        check_placing(row, SEAT_NAMES, faults)
        if view == "*" and int(row["ply"][0]) >= 2 and not np.any(row["piece"][0] & KIND == FLAG):
            faults.append("no flag on the board")
    finish(memory, faults, text)
    return []


def _text_for(state: np.void, viewer: int) -> str:
    ranks = ranks_text(state, viewer, RANK_SIZES, lambda letter, owner: letter if owner else letter.upper())
    view, turn = _VIEW_TEXT[viewer], SIDES[int(state["player"])]
    return f"{ranks} {turn} {view} {tokens.known_text(state)} {int(state['quiet'])} {int(state['ply'])}"


def write_position(memory: np.ndarray, ply: int, options: dict[str, Any]) -> str:
    """The canonical position string of row ``ply``."""
    state = memory.view(STATE)[ply]
    return _text_for(state, int(state["view"]))


# --- views --------------------------------------------------------------------------------------------------------------


def view_position(memory: np.ndarray, ply: int, seat: int, options: dict[str, Any]) -> str:
    """The string of what ``seat`` (-1: a spectator) sees of row ``ply``, a truth or already that view."""
    return _text_for(memory.view(STATE)[ply], seat)


def viewed_start(texts: list[str], options: dict[str, Any]) -> str | None:
    """The start string of a list of moves that hides a placement: the view of the seat whose own is there or still to come."""
    if "@-" not in texts[:2]:
        return None
    return f"{EMPTY_BOARD} w {1 - texts.index('@-')} - 0 0"
