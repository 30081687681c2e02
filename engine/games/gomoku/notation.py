"""Position strings and move text (rule text, sections 3 and 7)."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from engine.core.jit import compile_kernel
from engine.errors import IllegalMoveError, MoveSyntaxError, PositionError
from engine.games.gomoku import play
from engine.games.gomoku.board import WHITE_HALF
from engine.games.gomoku.forbidden import examine
from engine.games.gomoku.kernels import bind
from engine.games.gomoku.moves import pack
from engine.games.gomoku.patterns import REACH
from engine.games.gomoku.rules import BLACK, FORBIDDEN, LARGEST, MODES, OPENINGS, REASONS, RENJU, SMALLEST
from engine.games.gomoku.state import PASS, POINT_OUT, ROW_BYTES, STATE

SIDES = "bw"
_ROWS = re.compile(r"[bw0-9/]+", re.IGNORECASE)
_RUN = re.compile(r"[bw]|\d+", re.IGNORECASE)
_POINT = re.compile(r"([a-t])([1-9]\d?)", re.IGNORECASE)
_GOMOCUP = re.compile(r"(-?\d{1,2})\s*,\s*(-?\d{1,2})")
PASS_TEXTS, CLAIM_TEXTS = ("--", "pass", "-1,-1"), ("claim",)


def quoted(text: str) -> str:
    """``text`` for a message, in quotes, cut where it is long."""
    return repr(text if len(text) <= 100 else text[:97] + "...")


def point_text(point: int, size: int) -> str:
    """The name of a point: letter and number."""
    return f"{chr(97 + point % size)}{point // size + 1}"


def read_point(text: str, size: int) -> int:
    """The point that ``h8`` or, counted from the top left, ``7,7`` names; -1 if it names none of this board."""
    named, counted = _POINT.fullmatch(text), _GOMOCUP.fullmatch(text)
    if named:
        column, row = ord(named[1].lower()) - 97, int(named[2]) - 1
    elif counted:
        column, row = int(counted[1]), size - 1 - int(counted[2])
    else:
        return -1
    return row * size + column if 0 <= column < size and 0 <= row < size else -1


# --- position strings ---------------------------------------------------------------------------------------------------


def start_position(options: dict[str, Any]) -> str:
    """What ``startpos`` stands for."""
    size = options["size"]
    return "/".join([str(size)] * size) + " b"


def _read_rows(text: str) -> tuple[int, list[int]]:
    """Size and stones (0 none, 1 black, 2 white) by point.

    Raises
    ------
    PositionError
    """
    lines = text.split("/")
    size = len(lines)
    faults: list[str] = []
    if not SMALLEST <= size <= LARGEST:
        raise PositionError(f"bad position: {size} rows, but boards have {SMALLEST} to {LARGEST} in {quoted(text)}")
    stones: list[int] = []
    for number, line in zip(range(size, 0, -1), lines, strict=True):
        row: list[int] = []
        for run in _RUN.findall(line):
            row += [0] * min(int(run), LARGEST + 1) if run.isdigit() else [1 + SIDES.index(run.lower())]
        if len(row) != size:
            faults.append(f"row {number} has {len(row)} points, not {size}")
        stones = row + stones
    if faults:
        raise PositionError(f"bad position: {'; '.join(faults[:5])} in {quoted(text)}")
    return size, stones


def read_position(text: str, options: dict[str, Any], memory: np.ndarray) -> list[str]:
    """See ``spec.Notation``. Further fields are the last moves (at most two): points of stones, ``--``, ``claim``.

    They say what the stones alone do not: that the game was won by the last one, that it was forbidden, that a player has passed.
    Without them every row on the board is an old one.
    """
    fields = text.split()
    if not fields or not _ROWS.fullmatch(fields[0]):
        raise PositionError(f"bad position: rows of b, w and numbers with / between them are needed, not {quoted(text)}")
    if not 1 < len(fields) < 5 or fields[1].lower() not in SIDES:
        raise PositionError(f"bad position: b or w must follow the rows, then at most two moves in {quoted(text)}")
    size, stones = _read_rows(fields[0])
    words = [field.lower() for field in fields[2:]]
    player = SIDES.index(fields[1].lower()) ^ len(words) & 1
    last = [PASS if w in PASS_TEXTS else POINT_OUT if w in CLAIM_TEXTS else read_point(w, size) for w in words]
    for number, point in enumerate(last):
        if point < PASS and (point < 0 or stones[point] != 1 + (player ^ number)):
            raise PositionError(f"bad position: the last move {quoted(words[number])} is no stone of its side in {quoted(text)}")
        if point >= 0 and point < PASS:
            stones[point] = 0
    row = memory.view(STATE)[0:1]
    row[:] = np.zeros(1, dtype=STATE)
    for name, value in {
        "size": size,
        "rule": MODES.index(options["rule"]),
        "forbidden": FORBIDDEN.index(options["forbidden"]),
        "opening": OPENINGS.index(options["opening"]),
        "may_pass": int(options["pass"]),
        "max_moves": options["max_moves"],
        "player": player,
    }.items():
        row[name] = value
    row["classes"][0, : size * size] = stones
    bind()
    compile_kernel(play.place_all)
    play.place_all(memory, 0)
    for word, point in zip(words, last, strict=True):
        _play_last(memory, point, word, text)
    return []


def _play_last(memory: np.ndarray, point: int, word: str, text: str) -> None:
    """Play one of the last moves in row 0.

    Raises
    ------
    PositionError
    """
    rows = memory.view(STATE)
    allowed = not rows[0]["outcome"]
    if point == PASS:
        allowed = allowed and bool(rows[0]["may_pass"])
    elif point == POINT_OUT:
        allowed = allowed and bool(rows[0]["shape"]) and FORBIDDEN[rows[0]["forbidden"]] == "claim"
    if not allowed:
        raise PositionError(f"bad position: {quoted(word)} cannot have been played in {quoted(text)}")
    play.make_move(memory, 0, pack(point, 0))
    rows[0] = rows[1]


def stones_of(state: np.void) -> list[int]:
    """0 (none), 1 (black) or 2 (white) by point, of a record."""
    size = int(state["size"])
    lines = [int(state["lines"][row]) >> REACH for row in range(size)]
    return [(line >> c & 1) + 2 * (line >> WHITE_HALF + c & 1) for line in lines for c in range(size)]


def write_position(memory: np.ndarray, ply: int, options: dict[str, Any]) -> str:
    """See ``spec.Notation``."""
    state = memory.view(STATE)[ply]
    size, stones = int(state["size"]), stones_of(state)
    lines = []
    for row in range(size - 1, -1, -1):
        words = "".join(".bw"[stone] for stone in stones[row * size : (row + 1) * size])
        lines.append(re.sub(r"\.+", lambda run: str(len(run[0])), words))
    last = ""
    if state["last"] >= 0 and (state["shape"] or state["outcome"]):
        last = " " + point_text(int(state["last"]), size) + (" claim" if state["passes"] < 0 else "")
    elif state["passes"]:
        last = " --" * int(state["passes"])
    return f"{'/'.join(lines)} {SIDES[int(state['player'])]}{last}"


# --- moves --------------------------------------------------------------------------------------------------------------


def parse_move(memory: np.ndarray, ply: int, text: str, legal: np.ndarray, options: dict[str, Any]) -> int:
    """See ``spec.Notation``: ``h8``, ``7,7`` counted from the top left, ``--``, ``claim``."""
    state = memory.view(STATE)[ply]
    size = int(state["size"])
    word = text.strip().lower()
    if word in PASS_TEXTS:
        point = PASS
    elif word in CLAIM_TEXTS:
        point = POINT_OUT
    else:
        point = read_point(word, size)
        if point < 0:
            if _POINT.fullmatch(word) or _GOMOCUP.fullmatch(word):
                raise IllegalMoveError(f"{quoted(text)} is not on this board of {size}x{size}")
            raise MoveSyntaxError(f"{quoted(text)} is no point such as h8")
    for move in legal:
        if int(move) & 511 == point:
            return int(move)
    raise IllegalMoveError(f"{quoted(text)} is not legal: {_why_not(memory, ply, state, point)}")


def _why_not(memory: np.ndarray, ply: int, state: np.void, point: int) -> str:
    """Why a move is not legal."""
    if state["outcome"]:
        return "the game is over"
    if point == PASS:
        return "passing is not allowed"
    if point == POINT_OUT:
        return "there is nothing to claim"
    if stones_of(state)[point]:
        return "there is a stone"
    shape = forbidden_at(memory, ply, point) if state["rule"] == RENJU and state["player"] == BLACK else ""
    return f"{shape} is forbidden" if shape else "the opening does not allow it"


def format_move(memory: np.ndarray, ply: int, move: int, legal: np.ndarray, notation: str, options: dict[str, Any]) -> str:
    """See ``spec.Notation``."""
    size, point = int(memory.view(STATE)[ply]["size"]), move & 511
    if point in (PASS, POINT_OUT):
        return ("--" if notation == "wire" else "-1,-1") if point == PASS else "claim"
    return point_text(point, size) if notation == "wire" else f"{point % size},{size - 1 - point // size}"


# --- forbidden points ---------------------------------------------------------------------------------------------------


def forbidden_at(memory: np.ndarray, ply: int, point: int) -> str:
    """Why Black may not play on an empty point of row ``ply``: a word of ``rules.REASONS``; empty if it may."""
    shape = int(examine(memory.ctypes.data + ply * ROW_BYTES, point))
    return REASONS[shape] if shape else ""


def forbidden_points(memory: np.ndarray, ply: int) -> dict[str, str]:
    """Black's forbidden points in row ``ply`` by name, with the shape; empty unless the rule is renju and Black is to move."""
    state = memory.view(STATE)[ply]
    if state["rule"] != RENJU or state["player"] != BLACK or state["outcome"]:
        return {}
    size, stones = int(state["size"]), stones_of(state)
    shapes = {point: forbidden_at(memory, ply, point) for point, stone in enumerate(stones) if not stone}
    return {point_text(point, size): shape for point, shape in shapes.items() if shape}
