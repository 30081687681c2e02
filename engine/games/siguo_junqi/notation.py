"""Position strings and move text of the game for four (rule text, sections 2, 4 and 9)."""

from __future__ import annotations

import random
import re
from typing import Any

import numpy as np

from engine.core.jit import compile_kernel
from engine.errors import PositionError
from engine.games.luzhanqi import odds, tokens
from engine.games.luzhanqi.entry import INFO_MODES, MINE_HITS
from engine.games.luzhanqi.geometry import FOUR
from engine.games.luzhanqi.play import finish_row
from engine.games.luzhanqi.reading import check_pieces, check_placing, complain, hidden_kind, read_known, read_number
from engine.games.luzhanqi.setups import choose_setup
from engine.games.luzhanqi.state import FLAG, KIND, LETTERS, OWNER_SHIFT, SPECTATOR, STATE, TRUTH
from engine.games.luzhanqi.tokens import quoted

SIDES, OWNERS = "rpbg", "RPBG"
SEAT_NAMES = ("red", "purple", "blue", "green")
RANK_SIZES = (5, 5, 5, 5, 5, 5, 15, 12, 15, 12, 15, 5, 5, 5, 5, 5, 5)
VIEWS = {"*": TRUTH, "-": SPECTATOR, **{side: seat for seat, side in enumerate(SIDES)}}
_VIEW_TEXT = {value: name for name, value in VIEWS.items()}
EMPTY_BOARD = "/".join(map(str, RANK_SIZES))
_ITEM = re.compile(r"[0-9]+|[RPBG][a-lx]|.", re.DOTALL)


# --- position strings ---------------------------------------------------------------------------------------------------


def _read_board(text: str, pieces: np.ndarray, faults: list[str]) -> None:
    ranks = text.split("/")
    if len(ranks) != len(RANK_SIZES):
        faults.append(f"{len(ranks)} ranks instead of {len(RANK_SIZES)}")
        return
    first = 0
    for number, (row, size) in enumerate(zip(ranks, RANK_SIZES, strict=True)):
        place = 0
        for item in _ITEM.findall(row):
            if item.isascii() and item.isdigit():
                place += min(int(item[:6]), 1000)
                continue
            if len(item) != 2:
                faults.append(f"unknown letter {item!r} on rank {17 - number}")
            elif place < size:
                pieces[first + place] = LETTERS.index(item[1]) | OWNERS.index(item[0]) << OWNER_SHIFT
            place += 1
        if place != size:
            faults.append(f"rank {17 - number} has {place} points instead of {size}")
        first += size


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
    fields = text.split()
    if len(fields) != 7:
        raise PositionError(
            f"bad position: {len(fields)} fields instead of 7 (board turn view out known quiet ply) in {quoted(text)}"
        )
    board, turn, view, out, known, quiet, ply = fields
    faults: list[str] = []
    row = memory.view(STATE)[0:1]
    row[:] = np.zeros(1, STATE)
    row["board"], row["seats"] = FOUR, 4
    tokens.options_into(row, options, MINE_HITS)
    row["info_mode"], row["first_seat"] = INFO_MODES.index(options["InfoMode"]), options["FirstSeat"]
    pieces = row["piece"][0]
    _read_board(board, pieces, faults)
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
    complain(faults, text)
    compile_kernel(finish_row)
    finish_row(memory, 0)
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
    ranks, first = [], 0
    for size in RANK_SIZES:
        line, run = "", 0
        for point in range(first, first + size):
            piece = int(state["piece"][point])
            if not piece:
                run += 1
                continue
            line += (str(run) if run else "") + OWNERS[piece >> OWNER_SHIFT & 3] + LETTERS[hidden_kind(state, point, viewer)]
            run = 0
        ranks.append(line + (str(run) if run else ""))
        first += size
    out = "".join(side for seat, side in enumerate(SIDES) if int(state["out"]) >> seat & 1) or "-"
    fields = (SIDES[int(state["player"])], _VIEW_TEXT[viewer], out, tokens.known_text(state))
    return f"{'/'.join(ranks)} {' '.join(fields)} {int(state['quiet'])} {int(state['ply'])}"


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
    quiet = move & (tokens.PLACEMENT | tokens.HIDDEN_PLACEMENT) or move == tokens.LEAVE
    full = move if quiet else tokens.told(memory, ply, move)
    placed = now is None or int(memory.view(STATE)[now]["ply"]) >= int(state["seats"])
    return tokens.move_text(state, tokens.seat_move(state, full, seat, placed), False)


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
            if tokens.play_tokens(memory, texts, False, True) == seat:
                chosen = seat
                break
    return _start_of(chosen)


def _start_of(seat: int) -> str:
    return f"{EMPTY_BOARD} r {SIDES[seat]} - - 0 0"


def result_word(winners: tuple[int, ...]) -> str:
    """The last word of a record."""
    return "rb" if 0 in winners else "pg" if 1 in winners else "1/2-1/2"


def unlisted(memory: np.ndarray, ply: int) -> str | None:
    """Why the legal moves of row ``ply`` cannot be listed or counted, None if they can."""
    state = memory.view(STATE)[ply]
    if int(state["ply"]) < int(state["seats"]):
        return "the placements are too many to list: place with --moves @... @... @... @..."
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
    """The move that a token means: a placement, two points and what the referee announced, or ``0000``.

    Raises
    ------
    MoveSyntaxError, IllegalMoveError
    """
    return tokens.parse_move(memory, ply, text, legal, False, True)


def format_move(memory: np.ndarray, ply: int, move: int, legal: np.ndarray, notation: str, options: dict[str, Any]) -> str:
    """``move`` as a token, with announcements where it carries them."""
    return tokens.move_text(memory.view(STATE)[ply], int(move), False)
