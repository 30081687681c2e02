"""Position strings and move text of the game for two (rule text, sections 4, 5 and 9)."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from engine.core.jit import compile_kernel
from engine.errors import PositionError
from engine.games.luzhanqi import odds, tokens
from engine.games.luzhanqi.entry import MINE_HITS, NO_CONTACT_RESULTS
from engine.games.luzhanqi.geometry import TWO
from engine.games.luzhanqi.play import finish_row
from engine.games.luzhanqi.reading import check_pieces, check_placing, complain, hidden_kind, read_known, read_number
from engine.games.luzhanqi.setups import choose_setup
from engine.games.luzhanqi.state import FLAG, KIND, LETTERS, OWNER_SHIFT, SPECTATOR, STATE, TRUTH
from engine.games.luzhanqi.tokens import quoted

SIDES, SEAT_NAMES = "wb", ("red", "black")
VIEWS = {"*": TRUTH, "-": SPECTATOR, "0": 0, "1": 1}
_VIEW_TEXT = {value: name for name, value in VIEWS.items()}
EMPTY_BOARD = "/".join(["5"] * 12)


# --- position strings ---------------------------------------------------------------------------------------------------


def _read_board(text: str, pieces: np.ndarray, faults: list[str]) -> None:
    ranks = text.split("/")
    if len(ranks) != 12:
        faults.append(f"{len(ranks)} ranks instead of 12")
        return
    for number, row in enumerate(ranks):
        file = 0
        for letter in row:
            if letter in "12345":
                file += int(letter)
                continue
            kind = LETTERS.find(letter.lower()) if letter.isascii() and letter.isalpha() else -1
            if kind < 1:
                faults.append(f"unknown letter {letter!r} on rank {12 - number}")
            elif file < 5:
                pieces[5 * number + file] = kind | (0 if letter.isupper() else 1) << OWNER_SHIFT
            file += 1
        if file != 5:
            faults.append(f"rank {12 - number} has {file} points instead of 5")


def read_position(text: str, options: dict[str, Any], memory: np.ndarray) -> list[str]:
    """Write row 0 from a position string of six fields.

    Raises
    ------
    PositionError
    """
    fields = text.split()
    if len(fields) != 6:
        raise PositionError(
            f"bad position: {len(fields)} fields instead of 6 (board turn view known quiet ply) in {quoted(text)}"
        )
    board, turn, view, known, quiet, ply = fields
    faults: list[str] = []
    row = memory.view(STATE)[0:1]
    row[:] = np.zeros(1, STATE)
    row["board"], row["seats"] = TWO, 2
    tokens.options_into(row, options, MINE_HITS)
    row["mover_loses"] = NO_CONTACT_RESULTS.index(options["NoContactResult"])
    _read_board(board, row["piece"][0], faults)
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
    complain(faults, text)
    compile_kernel(finish_row)
    finish_row(memory, 0)
    return []


def _text_for(state: np.void, viewer: int) -> str:
    ranks = []
    for number in range(12):
        line, run = "", 0
        for point in range(5 * number, 5 * number + 5):
            piece = int(state["piece"][point])
            if not piece:
                run += 1
                continue
            letter = LETTERS[hidden_kind(state, point, viewer)]
            line += (str(run) if run else "") + (letter if piece >> OWNER_SHIFT & 3 else letter.upper())
            run = 0
        ranks.append(line + (str(run) if run else ""))
    view, turn = _VIEW_TEXT[viewer], SIDES[int(state["player"])]
    return f"{'/'.join(ranks)} {turn} {view} {tokens.known_text(state)} {int(state['quiet'])} {int(state['ply'])}"


def write_position(memory: np.ndarray, ply: int, options: dict[str, Any]) -> str:
    """The canonical position string of row ``ply``."""
    state = memory.view(STATE)[ply]
    return _text_for(state, int(state["view"]))


# --- views --------------------------------------------------------------------------------------------------------------


def view_position(memory: np.ndarray, ply: int, seat: int, options: dict[str, Any]) -> str:
    """The string of what ``seat`` (-1: a spectator) sees of row ``ply``, a truth or already that view."""
    return _text_for(memory.view(STATE)[ply], seat)


def view_token(memory: np.ndarray, ply: int, move: int, seat: int, options: dict[str, Any], now: int | None = None) -> str:
    """What ``seat`` (-1: a spectator) is sent of ``move``, which is legal in the truth of row ``ply``, when row ``now`` has come.

    Without ``now`` all seats have placed.
    """
    state = memory.view(STATE)[ply]
    full = move if move & (tokens.PLACEMENT | tokens.HIDDEN_PLACEMENT) else tokens.told(memory, ply, move)
    placed = now is None or int(memory.view(STATE)[now]["ply"]) >= int(state["seats"])
    return tokens.move_text(state, tokens.seat_move(state, full, seat, placed), True)


def viewed_start(texts: list[str], options: dict[str, Any]) -> str | None:
    """The start string of a list of moves that hides a placement: the view of the seat whose own is there or still to come."""
    if "@-" not in texts[:2]:
        return None
    return f"{EMPTY_BOARD} w {1 - texts.index('@-')} - 0 0"


def unlisted(memory: np.ndarray, ply: int) -> str | None:
    """Why the legal moves of row ``ply`` cannot be listed or counted, None if they can."""
    state = memory.view(STATE)[ply]
    if int(state["ply"]) < int(state["seats"]):
        return "the placements are too many to list: place with --moves @... @..."
    return None


def incomplete(memory: np.ndarray, ply: int, move: int) -> str | None:
    """What ``move`` of row ``ply`` lacks to be played in a list of moves; None if nothing."""
    return tokens.incomplete(memory.view(STATE)[ply], int(move))


def uncounted(memory: np.ndarray, ply: int) -> str | None:
    """Why row ``ply`` has no perft, None if it has one."""
    if int(memory.view(STATE)[ply]["view"]) != TRUTH:
        return "perft needs a position with view *: in this one some kinds are unknown"
    return unlisted(memory, ply)


def piece_odds(memory: np.ndarray, ply: int, samples: int, seed: int) -> list[tuple[str, int, dict[str, float]]]:
    """See :func:`engine.games.luzhanqi.odds.piece_odds`."""
    return odds.piece_odds(memory, ply, samples, seed)


def choose_placement(generator: random.Random) -> int:
    """A placement of the game's own book by its weights."""
    return choose_setup(generator)


# --- moves --------------------------------------------------------------------------------------------------------------


def parse_move(memory: np.ndarray, ply: int, text: str, legal: np.ndarray, options: dict[str, Any]) -> int:
    """The move that a token means: a placement, or two points and what the referee announced.

    Raises
    ------
    MoveSyntaxError, IllegalMoveError
    """
    return tokens.parse_move(memory, ply, text, legal, True, False)


def format_move(memory: np.ndarray, ply: int, move: int, legal: np.ndarray, notation: str, options: dict[str, Any]) -> str:
    """``move`` as a token, with announcements where it carries them."""
    return tokens.move_text(memory.view(STATE)[ply], int(move), True)
