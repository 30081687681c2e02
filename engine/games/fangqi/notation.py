"""Position strings and move text of fangqi (rule text, sections 3 and 6)."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from engine.core.contract import CELL_MASK, KIND_MASK, MOVER_SHIFT, ORIGIN_SHIFT
from engine.core.jit import compile_kernel
from engine.errors import IllegalMoveError, MoveSyntaxError, PositionError
from engine.games.fangqi.entry import FIRST, OPENINGS, SCOPES, STEPS
from engine.games.fangqi.geometry import BY_BIT, BY_NAME, CORNER_POINTS, MOST_VALUE, SIDE, point_name
from engine.games.fangqi.play import finish_row
from engine.games.fangqi.state import CAPTURE, PHASES, PLACE, STATE

SEATS = "wb"
_MOST_QUIET = 1_000_000_000
_PHASE = re.compile(rf"([{PHASES}])([1-9][0-9]{{0,3}})?")
_NUMBERED, _MARKED = "PKM", "CKXY"  #: phases with a number and with a mark
_STEP = re.compile(r"x[a-f][1-6]|[a-f][1-6]-?[a-f][1-6]|[a-f][1-6]")
_WORD = re.compile(rf"({_STEP.pattern})((?:\+?(?:x[a-f][1-6])|\+[a-f][1-6])*)")
_LATER = re.compile(r"\+?(x?[a-f][1-6])")


def _quoted(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:57] + "...")


# --- reading ------------------------------------------------------------------------------------------------------------


def _read_board(text: str, faults: list[str]) -> tuple[set[int], set[int]]:
    """The points of White and of Black."""
    found: tuple[set[int], set[int]] = (set(), set())
    ranks = text.split("/")
    if len(ranks) != SIDE:
        faults.append(f"{len(ranks)} ranks instead of {SIDE}")
        return found
    for rank, row in zip(range(SIDE - 1, -1, -1), ranks, strict=True):
        file = 0
        for letter in row:
            if letter in "123456":
                file += int(letter)
            elif letter in SEATS:
                if file < SIDE:
                    found[SEATS.index(letter)].add(SIDE * rank + file)
                file += 1
            else:
                faults.append(f"unknown letter {letter!r} on rank {rank + 1}")
                file += 1
        if file != SIDE:
            faults.append(f"rank {rank + 1} has {file} points instead of {SIDE}")
    return found


def _read_spent(text: str, per_player: bool, faults: list[str]) -> list[int]:
    """The sets of spent regions of both sides."""
    spent = [0, 0]
    for item in [] if text == "-" else text.split(","):
        name, sides = item, [0, 1]
        if per_player:
            name, last = item[:-1], item[-1:]
            sides = [SEATS.index(last)] if last and last in SEATS else []
        if name not in BY_NAME or not sides:
            faults.append(f"{_quoted(item)} names no region{' with its side' if per_player else ''}")
            continue
        bit = 1 << BY_NAME[name].bit
        if spent[sides[0]] & bit:
            faults.append(f"region {item} is named twice")
        for side in sides:
            spent[side] |= bit
    return spent


def read_position(text: str, options: dict[str, Any], memory: np.ndarray) -> list[str]:
    """Write row 0 from a position string of six fields.

    Raises
    ------
    PositionError
    """
    fields = text.split()
    if len(fields) != 6:
        raise PositionError(
            f"bad position: {len(fields)} fields instead of 6 (board side phase mark spent quiet) in {_quoted(text)}"
        )
    board, seat, stage, mark, names, quiet = fields
    faults: list[str] = []
    balls = _read_board(board, faults)
    if seat not in ("w", "b"):
        faults.append(f"the side to act is {_quoted(seat)}, not w or b")
    match = _PHASE.fullmatch(stage)
    letter, due = (match[1], int(match[2] or 0)) if match else ("", 0)
    if not match:
        faults.append(f"unknown phase {_quoted(stage)}")
    elif due and letter not in _NUMBERED:
        faults.append(f"a number after phase {letter}")
    elif due > MOST_VALUE:
        faults.append(f"{due} bonus balls or captures, more than all regions are worth ({MOST_VALUE})")
    if letter and (letter in _MARKED) != (mark in ("w", "b")):
        faults.append(f"the mark is {_quoted(mark)}, not {'w or b' if letter in _MARKED else '-'} in phase {letter}")
    elif not letter and mark not in ("w", "b", "-"):
        faults.append(f"the mark is {_quoted(mark)}")
    elif letter and letter not in _MARKED and mark != "-":
        faults.append(f"the mark is {_quoted(mark)}, not - in phase {letter}")
    spent = _read_spent(names, options["scope"] == "player", faults)
    if not re.fullmatch("[0-9]{1,10}", quiet) or int(quiet) > _MOST_QUIET:
        faults.append(f"quiet moves {_quoted(quiet)} are no number from 0 to {_MOST_QUIET}")
    for side, name in enumerate(("White", "Black")):
        if len(balls[side]) > options["balls"]:
            faults.append(f"{name} has {len(balls[side])} balls, more than {options['balls']}")
        if letter == "P":
            faults += [f"a ball on the corner {point_name(p)} in phase P" for p in CORNER_POINTS if p in balls[side]]
    if faults:
        told = faults if len(faults) < 6 else [*faults[:5], f"and {len(faults) - 5} more"]
        raise PositionError(f"bad position: {'; '.join(told)} in {_quoted(text)}")
    memory.view(STATE)[0] = np.zeros(1, STATE)[0]
    row = memory.view(STATE)[0:1]
    row["balls"][0] = np.array([sum(1 << p for p in side) for side in balls], np.uint64)
    row["spent"][0] = np.array(spent, np.uint64)
    row["player"], row["phase"], row["due"] = SEATS.index(seat), PHASES.index(letter), due
    row["mark"], row["quiet"] = SEATS.find(mark), int(quiet)
    _write_options(row, options)
    compile_kernel(finish_row)
    changed = finish_row(memory, 0)
    return [f"nobody could act as {seat} {stage} says; read as {write_position(memory, 0, options)}"] if changed else []


def _write_options(row: np.ndarray, options: dict[str, Any]) -> None:
    row["opening"], row["first"] = OPENINGS.index(options["opening"]), FIRST.index(options["first"])
    row["scope"], row["keep"] = SCOPES.index(options["scope"]), options["keep"]
    row["king"], row["quiet_limit"] = STEPS.index(options["steps"]), options["quiet_limit"]
    row["repetition"], row["limit"], row["minimum"] = options["repetition"], options["balls"], options["minimum"]


# --- writing ------------------------------------------------------------------------------------------------------------


def _board_text(white: int, black: int) -> str:
    ranks = []
    for rank in range(SIDE - 1, -1, -1):
        line, run = "", 0
        for point in range(SIDE * rank, SIDE * rank + SIDE):
            letter = "w" if white >> point & 1 else "b" if black >> point & 1 else ""
            if letter:
                line, run = line + (str(run) if run else "") + letter, 0
            else:
                run += 1
        ranks.append(line + (str(run) if run else ""))
    return "/".join(ranks)


def write_position(memory: np.ndarray, ply: int, options: dict[str, Any]) -> str:
    """The canonical position string of row ``ply``."""
    state = memory.view(STATE)[ply]
    spent = [int(state["spent"][side]) for side in range(2)]
    if options["scope"] == "player":
        names = [BY_BIT[bit].name + SEATS[side] for side in range(2) for bit in BY_BIT if spent[side] >> bit & 1]
    else:
        names = [region.name for bit, region in BY_BIT.items() if spent[0] >> bit & 1]
    mark, due = int(state["mark"]), int(state["due"])
    return " ".join(
        (
            _board_text(int(state["balls"][0]), int(state["balls"][1])),
            SEATS[int(state["player"])],
            PHASES[int(state["phase"])] + (str(due) if due else ""),
            SEATS[mark] if mark >= 0 else "-",
            ",".join(sorted(names)) or "-",
            str(int(state["quiet"])),
        )
    )


# --- moves --------------------------------------------------------------------------------------------------------------


def step_text(move: int) -> str:
    """A move as the wire has it: ``c3``, ``a2a1``, ``xd4``."""
    to, origin, mover = move & CELL_MASK, move >> ORIGIN_SHIFT & CELL_MASK, move >> MOVER_SHIFT & KIND_MASK
    if mover == CAPTURE:
        return "x" + point_name(to)
    return point_name(to) if mover == PLACE else point_name(origin) + point_name(to)


def split_turn(text: str) -> list[str]:
    """The steps of a word that may be a whole turn: ``c3+d4+e5``, ``a2-a1xd4xe5``; a word that is no such turn stays whole."""
    word = _WORD.fullmatch(text.strip())
    return [word[1], *_LATER.findall(word[2])] if word else [text]


def turn_goes_on(memory: np.ndarray, ply: int) -> bool:
    """Whether row ``ply`` lies inside a turn, so that a word may go on there."""
    return bool(memory.view(STATE)[ply]["due"])


def parse_move(memory: np.ndarray, ply: int, text: str, legal: np.ndarray, options: dict[str, Any]) -> int:
    """The legal step that ``text`` means; ball steps with a hyphen or without.

    Raises
    ------
    MoveSyntaxError, IllegalMoveError
    """
    if not _STEP.fullmatch(text):
        raise MoveSyntaxError(f"{_quoted(text)} is no placement (c3), no step (a2a1) and no capture (xd4)")
    wanted = text.replace("-", "")
    for move in legal:
        if step_text(int(move)) == wanted:
            return int(move)
    raise IllegalMoveError(f"{_quoted(text)} is no legal move in {write_position(memory, ply, options)}")


def format_move(memory: np.ndarray, ply: int, move: int, legal: np.ndarray, notation: str, options: dict[str, Any]) -> str:
    """``move`` in wire notation."""
    return step_text(int(move))
