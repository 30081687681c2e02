"""Position strings and move text of Chinese checkers (rule text, sections 3 and 6)."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from engine.core.contract import CELL_MASK, ORIGIN_SHIFT
from engine.core.jit import compile_kernel
from engine.errors import IllegalMoveError, MoveSyntaxError, OptionError, PositionError
from engine.games.chinese_checkers.entry import (
    EXIT_LIMIT_TEAMS,
    JUMPS,
    SEATS_IN_PLAY,
    STOPS,
    TEAM_MODES,
    WALLS,
    seating_of,
)
from engine.games.chinese_checkers.geometry import (
    CAMP_SETS,
    FOREIGN_SETS,
    HOLES,
    LENGTHS,
    LETTERS,
    NAMES,
    ROWS,
    WIDE_SETS,
    hole_of,
    words,
)
from engine.games.chinese_checkers.play import finish_row
from engine.games.chinese_checkers.race.known import open_table
from engine.games.chinese_checkers.state import ABSENT, ELIMINATED, FINISHED, NO_HOLE, PASS, PLAYING, STATE
from engine.games.chinese_checkers.text import board_text, items_of, route

_MOST_MOVES = 1_000_000_000
_COUNT = re.compile("(0|[1-9][0-9]{0,9})([=x]?)")
_PENALTY = re.compile("([A-F])(?:(-)|([a-q][0-9]{1,2})([a-q][0-9]{1,2}))")
_WIRE = re.compile("([a-q][1-9][0-9]?)([a-q][1-9][0-9]?)")
_MARKS = {"": PLAYING, "=": FINISHED, "x": ELIMINATED}


def _quoted(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:57] + "...")


# --- options ------------------------------------------------------------------------------------------------------------


def complete_options(options: dict[str, Any], given: set[str]) -> None:
    """Defaults that depend on other options: the exit limit of doubles."""
    if options["teams"] != "none" and "exit_limit" not in given:
        options["exit_limit"] = EXIT_LIMIT_TEAMS


def own_options(text: str, options: dict[str, Any]) -> dict[str, str]:
    """The options that a position string brings with it: its number of seats."""
    fields = text.split()
    seats = {letters: str(number) for number, letters in SEATS_IN_PLAY.items()}.get(fields[2] if len(fields) > 2 else "")
    return {} if seats in (None, options["seats"]) else {"seats": str(seats)}


def _check_options(options: dict[str, Any], seats: int) -> None:
    """Refuse what does not go together with ``seats`` seats.

    Raises
    ------
    OptionError
    """
    teams = options["teams"]
    if options["pieces"] == "15" and seats > 3:
        raise OptionError(f"option pieces: 15 pieces need two or three seats, not {seats}")
    if teams != "none" and seats < 4:
        raise OptionError(f"option teams: {teams} needs four or six seats, not {seats}")
    if teams == "neighbour" and seats == 6:
        raise OptionError("option teams: neighbour needs four seats, not 6")
    if options["camp_penalty"] and teams == "none":
        raise OptionError("option camp_penalty: only with teams")
    if options["camp_penalty"] and options["stop"] != "own":
        raise OptionError(f"option camp_penalty: only with stop=own, not {options['stop']}")


def start_position(options: dict[str, Any]) -> str:
    """The start position under ``options``.

    Raises
    ------
    OptionError
        For options that do not go together.
    """
    seats = SEATS_IN_PLAY[int(options["seats"])]
    _check_options(options, len(seats))
    areas = WIDE_SETS if options["pieces"] == "15" else CAMP_SETS
    pieces = {hole: seat for seat in seats for hole in areas[LETTERS.index(seat)]}
    return f"{board_text(pieces)} A {seats} {','.join('0' * len(seats))}"


# --- reading ------------------------------------------------------------------------------------------------------------


def _read_board(text: str, faults: list[str]) -> dict[int, str]:
    """Hole -> letter."""
    pieces: dict[int, str] = {}
    lines = text.split("/")
    if len(lines) != ROWS:
        faults.append(f"{len(lines)} rows instead of {ROWS}")
        return pieces
    first = HOLES
    for row, line in zip(range(ROWS - 1, -1, -1), lines, strict=True):
        first -= LENGTHS[row]
        column, name = 0, chr(ord("a") + row)
        for item in items_of(line):
            if isinstance(item, int):
                column += item
                if item == 0:
                    faults.append(f"a run of 0 holes in row {name}")
            else:
                if item not in LETTERS:
                    faults.append(f"unknown letter {item!r} in row {name}")
                elif column < LENGTHS[row]:
                    pieces[first + column] = item
                column += 1
        if column != LENGTHS[row]:
            faults.append(f"row {name} has {column} holes instead of {LENGTHS[row]}")
    return pieces


def _read_penalties(text: str, row: np.ndarray, pieces: dict[int, str], seats: str, faults: list[str]) -> None:
    """The fifth field, into ``row``."""
    for item in text.split(","):
        match = _PENALTY.fullmatch(item)
        if match is None:
            faults.append(f"penalty {_quoted(item)} is neither a lost turn (D-) nor a duty (Af3f4)")
            continue
        seat = LETTERS.index(match[1])
        if match[1] not in seats or row["status"][0][seat] != PLAYING:
            faults.append(f"penalty {item}: {match[1]} does not play")
        elif match[2]:
            if row["lost"][0][seat]:
                faults.append(f"penalty {item} stands twice")
            row["lost"][0][seat] = 1
        else:
            at, home = hole_of(match[3]), hole_of(match[4])
            if row["duty_at"][0][seat] != NO_HOLE:
                faults.append(f"penalty {item}: {match[1]} has two duties")
            elif at < 0 or home < 0:
                faults.append(f"penalty {item}: {match[3] if at < 0 else match[4]} is no hole")
            elif at == home or pieces.get(at) != match[1] or at not in FOREIGN_SETS[seat]:
                faults.append(f"penalty {item}: {match[3]} holds no piece of {match[1]} that has to leave a foreign camp")
            else:
                row["duty_at"][0][seat], row["duty_from"][0][seat] = at, home


def read_position(text: str, options: dict[str, Any], memory: np.ndarray) -> list[str]:
    """Write row 0 from a position string of four or five fields.

    Raises
    ------
    PositionError, OptionError
        OptionError where the options do not allow so many seats.
    """
    fields = text.split()
    if not 4 <= len(fields) <= 5:
        raise PositionError(
            f"bad position: {len(fields)} fields instead of 4 or 5 (board turn seats moves penalties) in {_quoted(text)}"
        )
    board, turn, seats, counts = fields[:4]
    faults: list[str] = []
    pieces = _read_board(board, faults)
    memory.view(STATE)[0] = np.zeros(1, STATE)[0]
    row = memory.view(STATE)[0:1]
    row["status"][0][:], row["team"][0][:], row["duty_at"][0][:], row["duty_from"][0][:] = ABSENT, -1, NO_HOLE, NO_HOLE
    if seats not in SEATS_IN_PLAY.values():
        faults.append(f"seats {_quoted(seats)} are none of {', '.join(SEATS_IN_PLAY.values())}")
        seats = LETTERS
    elif len(turn) != 1 or turn not in seats:
        faults.append(f"the seat to move is {_quoted(turn)}, none of {seats}")
    elif len(counts.split(",")) != len(seats):
        faults.append(f"{len(counts.split(','))} numbers of moves instead of {len(seats)}")
    for seat, item in zip(seats, counts.split(","), strict=False):
        match = _COUNT.fullmatch(item)
        if match is None or int(match[1]) > _MOST_MOVES:
            faults.append(f"moves {_quoted(item)} are no number from 0 to {_MOST_MOVES}, with = or x behind it or nothing")
            continue
        row["moves"][0][LETTERS.index(seat)] = int(match[1])
        row["status"][0][LETTERS.index(seat)] = _MARKS[match[2]]
    for seat in LETTERS:
        found = [hole for hole, letter in pieces.items() if letter == seat]
        row["low"][0][LETTERS.index(seat)], row["high"][0][LETTERS.index(seat)] = words(set(found))
        if found and seat not in seats:
            faults.append(f"pieces of {seat}, which is not in play")
        elif found and row["status"][0][LETTERS.index(seat)] == ELIMINATED:
            faults.append(f"pieces of {seat}, which is eliminated")
    if not pieces and not faults and any(status in (PLAYING, FINISHED) for status in row["status"][0]):
        faults.append("no piece on the board; only a seat that is eliminated has lost all")
    if len(fields) == 5 and not options["camp_penalty"]:
        faults.append("a fifth field without camp_penalty=yes")
    elif len(fields) == 5:
        _read_penalties(fields[4], row, pieces, seats, faults)
    if faults:
        told = faults if len(faults) < 6 else [*faults[:5], f"and {len(faults) - 5} more"]
        raise PositionError(f"bad position: {'; '.join(told)} in {_quoted(text)}")
    _check_options(options, len(seats))
    row["player"] = LETTERS.index(turn)
    _write_options(row, options, seats)
    open_table(options)
    compile_kernel(finish_row)
    if finish_row(memory, 0):
        return [f"{turn} does not play any more; read as {write_position(memory, 0, options)}"]
    return []


def _write_options(row: np.ndarray, options: dict[str, Any], seats: str) -> None:
    row["team"][0][:] = seating_of(seats, options["teams"])
    row["count"], row["sides"] = len(seats), len(set(row["team"][0].tolist()) - {-1})
    row["teamed"], row["team_mode"] = options["teams"] != "none", TEAM_MODES.index(options["team_mode"])
    row["wide"], row["distant"] = options["pieces"] == "15", JUMPS.index(options["jump"])
    row["stop"], row["leave"], row["wall"] = STOPS.index(options["stop"]), options["leave"], WALLS.index(options["wall"])
    row["exit_limit"], row["max_rounds"] = options["exit_limit"], options["max_rounds"]
    row["equal_turns"], row["camp_penalty"] = options["equal_turns"], options["camp_penalty"]


# --- writing ------------------------------------------------------------------------------------------------------------


def pieces_of(state: np.void) -> dict[int, str]:
    """Hole -> seat letter of a row."""
    sets = [int(state["low"][seat]) | int(state["high"][seat]) << 64 for seat in range(len(LETTERS))]
    return {hole: LETTERS[seat] for seat, holes in enumerate(sets) for hole in range(HOLES) if holes >> hole & 1}


def write_position(memory: np.ndarray, ply: int, options: dict[str, Any]) -> str:
    """The canonical position string of row ``ply``."""
    state = memory.view(STATE)[ply]
    marks = {status: mark for mark, status in _MARKS.items()}
    seats = [seat for seat in range(len(LETTERS)) if state["status"][seat] != ABSENT]
    fields = [
        board_text(pieces_of(state)),
        LETTERS[int(state["player"])],
        "".join(LETTERS[seat] for seat in seats),
        ",".join(f"{int(state['moves'][seat])}{marks[int(state['status'][seat])]}" for seat in seats),
    ]
    open_ones = []
    for seat in seats:
        if state["duty_at"][seat] != NO_HOLE:
            open_ones.append(LETTERS[seat] + NAMES[int(state["duty_at"][seat])] + NAMES[int(state["duty_from"][seat])])
        if state["lost"][seat]:
            open_ones.append(LETTERS[seat] + "-")
    return " ".join([*fields, ",".join(open_ones)] if open_ones else fields)


# --- moves --------------------------------------------------------------------------------------------------------------


def _holes_of(text: str) -> tuple[int, int] | None:
    """Start and end of a move of a piece; None if the text is none."""
    match = _WIRE.fullmatch(text)
    names = [match[1], match[2]] if match else text.split("-")
    holes = [hole_of(name) for name in names]
    return (holes[0], holes[-1]) if len(holes) > 1 and min(holes) >= 0 else None


def parse_move(memory: np.ndarray, ply: int, text: str, legal: np.ndarray, options: dict[str, Any]) -> int:
    """The move that ``text`` means: start and end, ``d1e5`` or ``d1-e5``, or a route of which start and end count, or ``pass``.

    Raises
    ------
    MoveSyntaxError, IllegalMoveError
    """
    if text == "pass":
        if PASS in legal or (options["timeout_wait"] and len(legal)):
            return PASS
        raise IllegalMoveError(f"'pass' is no legal move in {write_position(memory, ply, options)}")
    holes = _holes_of(text)
    if holes is None:
        raise MoveSyntaxError(f"{_quoted(text)} is no move from hole to hole (d1e5), no route (b2-d2-f4) and not pass")
    for move in legal:
        if (int(move) >> ORIGIN_SHIFT & CELL_MASK, int(move) & CELL_MASK) == holes:
            return int(move)
    raise IllegalMoveError(f"{_quoted(text)} is no legal move in {write_position(memory, ply, options)}")


def format_move(memory: np.ndarray, ply: int, move: int, legal: np.ndarray, notation: str, options: dict[str, Any]) -> str:
    """``move`` in wire notation, or the route with hyphens."""
    start, end = move >> ORIGIN_SHIFT & CELL_MASK, move & CELL_MASK
    if move == PASS:
        return "pass"
    if notation == "wire":
        return NAMES[start] + NAMES[end]
    pieces = pieces_of(memory.view(STATE)[ply])
    way = route(pieces, start, end, options["jump"] == "distant", options["stop"] == "closed")
    return "-".join(NAMES[hole] for hole in way)
