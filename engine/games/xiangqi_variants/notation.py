"""Position strings and coordinate moves of the xiangqi variants; WXF and Chinese move text is in ``manual.py``."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import numpy as np

from engine.core.jit import compile_kernel
from engine.errors import IllegalMoveError, PositionError
from engine.games.xiangqi.notation import (
    LETTERS,
    NAMES,
    SIDES,
    board_text,
    check_numbers,
    read_board,
    read_counter,
    read_fields,
    write_options,
)
from engine.games.xiangqi.state import ADVISOR, BISHOP, BLACK, CANNON, COLOR_BIT, KING, RED
from engine.games.xiangqi_variants import manual
from engine.games.xiangqi_variants.adjudication import must_change as must_change_kernel
from engine.games.xiangqi_variants.geometry import CORNERS, ELEPHANTS, STEPS, in_palace, point_of
from engine.games.xiangqi_variants.manual import cell_name, wire
from engine.games.xiangqi_variants.play import place_all
from engine.games.xiangqi_variants.returns import lone_screen, step_between
from engine.games.xiangqi_variants.state import CELLS, HALF_NAMES, POINTS, SHENGSHI, STATE, VARIANTS

_MOVE = re.compile(r"\[?([a-k])([0-9])-?([a-k])([0-9])\]?")
_FAIRY = re.compile(r"([a-k])(10|[1-9])([a-k])(10|[1-9])")
_HALF = re.compile(r"([A-Za-z])([jk][0178])")
_RIGHT = re.compile("([a-i][0-9])([a-i][0-9])([a-i][0-9])")
_CELLS = {cell_name(cell): cell for cell in range(CELLS)}
Right = tuple[int, int, int]
NO_RIGHT: Right = (-1, -1, -1)


# --- reading ------------------------------------------------------------------------------------------------------------


def _read_halves(text: str, board: list[int], options: dict[str, Any], faults: list[str]) -> None:
    """Put the advisors of the third field on their half-points."""
    if text == "-":
        return
    words = _HALF.findall(text)
    if "".join(letter + name for letter, name in words) != text:
        faults.append(f"field 3 {text[:40]!r} is neither '-' nor a list of advisors on half-points")
        return
    if not options["HalfPoints"]:
        faults.append("half-points are switched off (option HalfPoints)")
    for letter, name in words:
        half = HALF_NAMES.index(name)
        if letter not in "Aa":
            faults.append(f"{letter!r} on half-point {name} is no advisor")
        elif (letter == "A") != (half < 4):
            faults.append(f"{SIDES[letter == 'a']}'s advisor cannot stand on {name}")
        elif board[POINTS + half]:
            faults.append(f"two advisors on half-point {name}")
        else:
            board[POINTS + half] = ADVISOR + (COLOR_BIT if letter == "a" else 0)
    for half in range(8):
        for corner in CORNERS[half] if board[POINTS + half] else ():
            if board[corner]:
                faults.append(f"a piece on {cell_name(int(corner))}, a corner of the occupied half-point {HALF_NAMES[half]}")


def _read_right(text: str, board: list[int], color: int, fresh: bool, faults: list[str]) -> Right:
    """One half of the fourth field; ``fresh``: the right of the side that has just captured."""
    if text == "-":
        return NO_RIGHT
    match = _RIGHT.fullmatch(text)
    if match is None:
        faults.append(f"cannon return {text[:20]!r} is not '-' or three points")
        return NO_RIGHT
    cannon, origin, screen = (point_of(name) for name in match.groups())
    step = int(step_between(origin, cannon))
    if step == 0 or (screen - origin) % step or not 0 < (screen - origin) // step < (cannon - origin) // step:
        faults.append(f"cannon return {text!r}: {match[3]} is not between {match[2]} and {match[1]} on one line")
    elif board[cannon] != CANNON + COLOR_BIT * color:
        faults.append(f"cannon return {text!r}: no cannon of {SIDES[color]} on {match[1]}")
    elif fresh and board[origin]:
        faults.append(f"cannon return {text!r}: {match[2]} is not empty")
    elif fresh and lone_screen(np.array(board, dtype=np.int8), origin, cannon) != screen:
        faults.append(f"cannon return {text!r}: {match[3]} is not the only piece between")
    return cannon, origin, screen


def _read_rights(text: str, board: list[int], player: int, faults: list[str]) -> list[Right]:
    """Both halves of the fourth field."""
    if text == "-":
        return [NO_RIGHT, NO_RIGHT]
    words = text.split("/")
    if len(words) != 2:
        faults.append(f"field 4 {text[:40]!r} is neither '-' nor two cannon returns")
        return [NO_RIGHT, NO_RIGHT]
    return [_read_right(words[0], board, player, False, faults), _read_right(words[1], board, 1 - player, True, faults)]


def _may_stand(variant: int, kind: int, color: int, point: int) -> bool:
    """Whether a piece of the kind may be on the point at all."""
    if kind == KING or kind == ADVISOR and variant == SHENGSHI:
        return in_palace(point, color)
    if kind == ADVISOR:
        return bool(STEPS[variant, kind + COLOR_BIT * color, point, 0] >= 0)
    if kind == BISHOP and variant == SHENGSHI:
        return bool(ELEPHANTS[variant, color, point, 0, 0] >= 0)
    return True


def _check_pieces(variant: int, board: list[int], options: dict[str, Any], faults: list[str]) -> None:
    for color in (RED, BLACK):
        counts = [0] * 8
        for cell, code in enumerate(board):
            if not code or code >> 3 != color:
                continue
            counts[code & 7] += 1
            if cell < POINTS and not _may_stand(variant, code & 7, color, cell):
                faults.append(f"{SIDES[color]}'s {NAMES[code & 7]} cannot stand on {cell_name(cell)}")
        check_numbers(SIDES[color], counts, options, faults)


class Notation:
    """The text side of one of the variants; the methods are those of ``core.spec.Notation``."""

    def __init__(self, game_id: str) -> None:
        self.variant = VARIANTS.index(game_id)

    def read_position(self, text: str, options: dict[str, Any], memory: np.ndarray) -> list[str]:
        """Write row 0 from a position string; notes say which cannon return was dropped.

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
        board += [0] * (CELLS - POINTS)
        player = BLACK if fields[1] == "b" else RED
        if self.variant == SHENGSHI:
            _read_halves(fields[2], board, options, faults)
        elif fields[2] != "-":
            faults.append(f"field 3 is {fields[2][:20]!r} instead of '-'")
        rights = _read_rights(fields[3], board, player, faults) if readable else []
        halfmove, fullmove = read_counter(fields[4], "halfmove", faults), read_counter(fields[5], "fullmove", faults)
        if readable:
            _check_pieces(self.variant, board, options, faults)
        notes: list[str] = []
        if not faults:
            if not options["CannonReturn"] and rights != [NO_RIGHT, NO_RIGHT]:
                rights = [NO_RIGHT, NO_RIGHT]
                notes.append("cannon returns are switched off and were dropped (option CannonReturn)")
            memory[: STATE.itemsize] = 0
            state = memory.view(STATE)[0]
            state["board"][:] = board
            state["player"] = player
            state["halfmove"], state["fullmove"] = halfmove, max(fullmove, 1)
            state["right"][:] = rights[0] + rights[1]
            self._write_options(state, options)
            compile_kernel(place_all)
            found = int(place_all(memory, 0))
            if found & 1:
                faults.append(f"{SIDES[1 - player]}'s king can be captured")
            if found & 2:
                notes.append(f"the cannon return {fields[3].partition('/')[0]} is no longer possible and was dropped")
        if faults:
            raise PositionError(f"bad position: {'; '.join(faults)}: {text[:200]!r}")
        return notes

    def _write_options(self, state: np.void, options: dict[str, Any]) -> None:
        write_options(state, options)
        state["variant"] = self.variant
        state["cannon_return"] = options["CannonReturn"]
        if self.variant == SHENGSHI:
            state["half_points"], state["horse_chain"] = options["HalfPoints"], options["HorseChain"]
            state["flying"], state["both_centres"] = options["FlyingGeneral"], options["BothCentres"] == "legal"

    def write_position(self, memory: np.ndarray, ply: int, options: dict[str, Any]) -> str:
        """The canonical position string of row ``ply``."""
        state = memory.view(STATE)[ply]
        board = state["board"]
        halves = "".join(LETTERS[board[POINTS + n]] + HALF_NAMES[n] for n in range(8) if board[POINTS + n]) or "-"
        right = [int(point) for point in state["right"]]
        words = ["".join(cell_name(point) for point in three) if three[0] >= 0 else "-" for three in (right[:3], right[3:])]
        returns = "-" if words == ["-", "-"] else "/".join(words)
        return f"{board_text(state)} {halves} {returns} {state['halfmove']} {state['fullmove']}"

    def must_change(self, memory: np.ndarray, ply: int, options: dict[str, Any]) -> int | None:
        """The seat that loses if the present repetition goes on, None if nobody does."""
        compile_kernel(must_change_kernel)
        seat = int(must_change_kernel(memory, ply))
        return None if seat < 0 else seat

    # --- moves ---

    def parse_move(self, memory: np.ndarray, ply: int, text: str, legal: np.ndarray, options: dict[str, Any]) -> int:
        """The legal move that ``text`` means: wire, ICCS, Fairy-Stockfish with a rank 10, WXF or Chinese.

        Raises
        ------
        MoveSyntaxError, IllegalMoveError, AmbiguousMoveError
        """
        match, base = _MOVE.fullmatch(text.lower()), 0
        if match is None:
            match, base = _FAIRY.fullmatch(text.lower()), 1
        if match is None:
            state = memory.view(STATE)[ply]
            return manual.parse_manual(state["board"], int(state["player"]), legal, text, self.variant)
        cells = tuple(_CELLS.get(f"{match[n]}{int(match[n + 1]) - base}") for n in (1, 3))
        for move in legal:
            if (int(move) >> 9 & 511, int(move) & 511) == cells:
                return int(move)
        raise IllegalMoveError(f"illegal move {text!r} in {self.write_position(memory, ply, options)}")

    def format_move(
        self, memory: np.ndarray, ply: int, move: int, legal: np.ndarray, notation: str, options: dict[str, Any]
    ) -> str:
        """``move`` as ``wire``, ``iccs``, ``fairy``, ``wxf``, ``chinese`` or ``traditional`` (in traditional characters)."""
        if notation in ("wxf", "chinese", "traditional"):
            state = memory.view(STATE)[ply]
            write = manual.format_wxf
            if notation != "wxf":
                write = partial(manual.format_chinese, traditional=notation == "traditional")
            return write(state["board"], int(state["player"]), move, self.variant)
        origin, to = move >> 9 & 511, move & 511
        if notation == "fairy":
            return "".join(f"{name[0]}{int(name[1]) + 1}" for name in (cell_name(origin), cell_name(to)))
        if notation == "iccs":
            return f"{cell_name(origin)}-{cell_name(to)}".upper()
        return wire(origin, to)
