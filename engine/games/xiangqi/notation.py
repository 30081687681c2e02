"""Position strings and coordinate moves of xiangqi; WXF and Chinese move text is in ``manual.py``."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from engine.core.jit import compile_kernel
from engine.errors import IllegalMoveError, PositionError
from engine.games.xiangqi import manual
from engine.games.xiangqi.attacks import ADVISOR_POINTS, BISHOP_POINTS, PALACE
from engine.games.xiangqi.play import place_all
from engine.games.xiangqi.repetition import must_change as must_change_kernel
from engine.games.xiangqi.state import ADVISOR, BISHOP, BLACK, FILES, HALF, KING, PAWN, RANKS, RED, RULES, SQUARES, STATE

LETTERS = " KABNRCP kabnrcp"  #: index: piece code
SIDES = ("Red", "Black")
NAMES = ("", "king", "advisor", "bishop", "horse", "rook", "cannon", "pawn")
_CODES = {letter: code for code, letter in enumerate(LETTERS) if letter != " "} | {"E": 3, "H": 4, "e": 11, "h": 12}
_NORMAL = (0, 1, 2, 2, 2, 2, 2, 5)
_COUNTER_LIMIT = 1_000_000_000
_WIRE = re.compile(r"([a-i])([0-9])-?([a-i])([0-9])")
_FAIRY = re.compile(r"([a-i])(10|[1-9])([a-i])(10|[1-9])")


# --- positions ----------------------------------------------------------------------------------------------------------


def square_name(square: int) -> str:
    """``a0`` .. ``i9``."""
    return "abcdefghi"[square % FILES] + str(square // FILES)


def read_fields(text: str, faults: list[str]) -> list[str]:
    """The six fields of a position string, those that are left out with their defaults.

    Raises
    ------
    PositionError
        For an empty one.
    """
    fields = text.split()
    if not fields:
        raise PositionError("bad position: empty")
    if len(fields) > 6:
        faults.append(f"{len(fields)} fields instead of at most 6")
    fields += ["w", "-", "-", "0", "1"][len(fields) - 1 :]
    if fields[1] not in ("w", "b", "r"):
        faults.append(f"side {fields[1][:20]!r} is none of w, b, r")
    return fields


def read_board(text: str, faults: list[str]) -> list[int]:
    """The 90 piece codes of the first field; appends what is wrong with it to ``faults``."""
    board = [0] * SQUARES
    ranks = text.split("/")
    if len(ranks) != RANKS:
        faults.append(f"{len(ranks)} ranks instead of {RANKS}")
    for rank, row in zip(range(RANKS - 1, -1, -1), ranks, strict=False):
        file = 0
        for letter in row:
            if letter in "123456789":
                file += int(letter)
            elif letter in _CODES:
                if file < FILES:
                    board[rank * FILES + file] = _CODES[letter]
                file += 1
            else:
                faults.append(f"unknown letter {letter!r} on rank {rank}")
                file += 1
        if file != FILES:
            faults.append(f"rank {rank} has {file} points instead of {FILES}")
    return board


def read_counter(text: str, name: str, faults: list[str]) -> int:
    if re.fullmatch("[0-9]+", text) and int(text[-40:]) <= _COUNTER_LIMIT and len(text) <= 40:
        return int(text)
    faults.append(f"{name} {text[:20]!r} is no number from 0 to {_COUNTER_LIMIT}")
    return 0


def _bits(word: int) -> set[int]:
    return {bit for bit in range(HALF) if word >> bit & 1}


def check_numbers(side: str, counts: list[int], options: dict[str, Any], faults: list[str]) -> None:
    """Look at the numbers of pieces of each kind (index 0 unused) of a side."""
    if counts[KING] != 1:
        faults.append(f"{side} has {counts[KING]} kings")
    if not options.get("FreeSetup"):
        for kind in range(ADVISOR, PAWN + 1):
            if counts[kind] > _NORMAL[kind]:
                faults.append(f"{side} has {counts[kind]} {NAMES[kind]}s, more than {_NORMAL[kind]} (option FreeSetup)")


def _check_pieces(board: list[int], options: dict[str, Any], faults: list[str]) -> None:
    for color in (RED, BLACK):
        places: dict[int, list[int]] = {kind: [] for kind in range(8)}
        for square, code in enumerate(board):
            if code and code >> 3 == color:
                places[code & 7].append(square)
        side, home = SIDES[color], HALF * color
        for kind, points in ((KING, PALACE[color]), (ADVISOR, ADVISOR_POINTS[color]), (BISHOP, BISHOP_POINTS)):
            allowed = {bit + home for bit in _bits(int(points))}
            for square in places[kind]:
                if square not in allowed:
                    faults.append(f"{side}'s {NAMES[kind]} cannot stand on {square_name(square)}")
        check_numbers(side, [len(squares) for squares in places.values()], options, faults)


def write_options(state: np.void, options: dict[str, Any]) -> None:
    state["rule"] = RULES.index(options["Repetition Rule"])
    state["fold"] = options["Repetition Fold"]
    state["grace"] = options["Repetition Grace"]
    state["threat_depth"] = options["Mate Threat Depth"]
    state["three_checks"] = options["Three Checks"]
    state["free_checks"] = options["Rule60 Free Checks"]
    state["limit"] = options["Rule60MaxPly"] if options["Sixty Move Rule"] else 0


def read_position(text: str, options: dict[str, Any], memory: np.ndarray) -> list[str]:
    """Write row 0 from a FEN; nothing is ever dropped or repaired, so the list of notes is empty.

    Raises
    ------
    PositionError
        With all faults of the string.
    """
    faults: list[str] = []
    fields = read_fields(text, faults)
    so_far = len(faults)
    board = read_board(fields[0], faults)
    readable = len(faults) == so_far
    for number in (2, 3):
        if fields[number] != "-":
            faults.append(f"field {number + 1} is {fields[number][:20]!r} instead of '-'")
    halfmove, fullmove = read_counter(fields[4], "halfmove", faults), read_counter(fields[5], "fullmove", faults)
    if readable:
        _check_pieces(board, options, faults)
    if not faults:
        states = memory.view(STATE)
        memory[: STATE.itemsize] = 0
        state = states[0]
        state["board"][:] = board
        state["player"] = BLACK if fields[1] == "b" else RED
        state["halfmove"], state["fullmove"] = halfmove, max(fullmove, 1)
        write_options(state, options)
        compile_kernel(place_all)
        if place_all(memory, 0):
            faults.append(f"{SIDES[1 - int(state['player'])]}'s king can be captured")
    if faults:
        raise PositionError(f"bad position: {'; '.join(faults)}: {text[:200]!r}")
    return []


def board_text(state: np.void) -> str:
    """The first two fields of a row: the pieces on the points, the side to move."""
    ranks = []
    for rank in range(RANKS - 1, -1, -1):
        row = "".join(LETTERS[code] for code in state["board"][rank * FILES : rank * FILES + FILES])
        ranks.append(re.sub(" +", lambda run: str(len(run.group())), row))
    return f"{'/'.join(ranks)} {'b' if state['player'] else 'w'}"


def write_position(memory: np.ndarray, ply: int, options: dict[str, Any]) -> str:
    """The canonical FEN of row ``ply``."""
    state = memory.view(STATE)[ply]
    return f"{board_text(state)} - - {state['halfmove']} {state['fullmove']}"


def must_change(memory: np.ndarray, ply: int, options: dict[str, Any]) -> int | None:
    """The seat that loses if the present repetition goes on, None if nobody does."""
    compile_kernel(must_change_kernel)
    seat = int(must_change_kernel(memory, ply))
    return None if seat < 0 else seat


# --- moves --------------------------------------------------------------------------------------------------------------


def _coordinates(text: str) -> tuple[int, int] | None:
    """Origin and target of a move in wire, ICCS or Fairy-Stockfish coordinates; None for other text.

    Ranks count from 1 only where one of them is 10; a protocol that talks to a one-based GUI translates before.
    """
    word = text.lower()
    match, base = _WIRE.fullmatch(word), 0
    if match is None:
        match, base = _FAIRY.fullmatch(word), 1
    if match is None:
        return None
    files = "abcdefghi"
    return (int(match[2]) - base) * FILES + files.index(match[1]), (int(match[4]) - base) * FILES + files.index(match[3])


def parse_move(memory: np.ndarray, ply: int, text: str, legal: np.ndarray, options: dict[str, Any]) -> int:
    """The legal move that ``text`` means: wire, ICCS, Fairy-Stockfish with a rank 10, WXF or Chinese.

    Raises
    ------
    MoveSyntaxError, IllegalMoveError, AmbiguousMoveError
    """
    squares = _coordinates(text)
    if squares is None:
        state = memory.view(STATE)[ply]
        return manual.parse_manual(state["board"], int(state["player"]), legal, text)
    for move in legal:
        if (int(move) >> 9 & 511, int(move) & 511) == squares:
            return int(move)
    raise IllegalMoveError(f"illegal move {text!r} in {write_position(memory, ply, options)}")


def format_move(memory: np.ndarray, ply: int, move: int, legal: np.ndarray, notation: str, options: dict[str, Any]) -> str:
    """``move`` as ``wire``, ``iccs``, ``fairy``, ``wxf``, ``chinese`` or ``traditional`` (Chinese in traditional characters)."""
    if notation in ("wxf", "chinese", "traditional"):
        state = memory.view(STATE)[ply]
        board, player = state["board"], int(state["player"])
        return (
            manual.format_wxf(board, player, move)
            if notation == "wxf"
            else manual.format_chinese(board, player, move, traditional=notation == "traditional")
        )
    origin, to = move >> 9 & 511, move & 511
    if notation == "fairy":
        return "".join(f"{'abcdefghi'[square % FILES]}{square // FILES + 1}" for square in (origin, to))
    if notation == "iccs":
        return f"{square_name(origin)}-{square_name(to)}".upper()
    return square_name(origin) + square_name(to)
