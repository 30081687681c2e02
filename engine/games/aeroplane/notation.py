"""Position strings and tokens of aeroplane chess (rule text, sections 3 and 6)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from engine.core.contract import CELL_MASK, KIND_MASK, MOVER_SHIFT
from engine.core.jit import compile_kernel
from engine.errors import IllegalMoveError, MoveSyntaxError, PositionError
from engine.games.aeroplane.moves import token
from engine.games.aeroplane.rules import (
    CENTRE,
    FINISH,
    HANGAR,
    JUMPS,
    LAST_RING,
    LETTERS,
    PLANES,
    SEATING,
    SEATS,
    SIXES,
    STACK_MOVES,
    TAKE_OFF,
)
from engine.games.aeroplane.state import GO, LEAVE, LEAVE_CELL, NO_PLANE, OFF, PASS, ROLL, SQUARE, STATE, STAY

_MOST = 1_000_000_000
_TOKEN = re.compile(r"r[1-6]|H|(?:[0-9]|[1-4][0-9]|5[0-5])n?|-|0000")
_PLACE = re.compile(r"H|F|[0-9]|[1-4][0-9]|5[0-5]")
CHINESE_SEATS = ("红", "黄", "蓝", "绿")
_SPOKEN = re.compile(r"[红黄蓝绿]([1-6])(起飞|停|走([0-9]{1,2})(n?)|退出)|[红黄蓝绿]掷([1-6])|[红黄蓝绿]退出")


def _quoted(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:57] + "...")


# --- positions ----------------------------------------------------------------------------------------------------------


def start_position(options: dict[str, Any]) -> str:
    """All planes of the seats that play in their hangars, seat 0 to roll."""
    playing = SEATING[options["Players"]]
    return "/".join(",".join("H" * PLANES) if team >= 0 else "-" for team in playing) + " r - 0 0"


def _read_planes(text: str, name: str, faults: list[str]) -> list[int]:
    if text == "-":
        return []
    places = []
    for word in text.split(","):
        if not _PLACE.fullmatch(word):
            faults.append(f"{name} has a plane on {_quoted(word)}, which is no place")
            continue
        places.append(HANGAR if word == "H" else CENTRE if word == "F" else int(word))
    if len(places) > PLANES:
        faults.append(f"{name} has {len(places)} planes, more than {PLANES}")
    return sorted(places[:PLANES])


def _number(text: str, name: str, faults: list[str]) -> int:
    if re.fullmatch("[0-9]{1,10}", text) and int(text) <= _MOST:
        return int(text)
    faults.append(f"{name} {_quoted(text)} is no number from 0 to {_MOST}")
    return 0


def read_position(text: str, options: dict[str, Any], memory: np.ndarray) -> list[str]:
    """Write row 0 from a position string of five fields.

    Raises
    ------
    PositionError
    """
    fields = text.split()
    if len(fields) != 5:
        raise PositionError(f"bad position: {len(fields)} fields instead of 5 (seats turn die sixes ply) in {_quoted(text)}")
    faults: list[str] = []
    seats = fields[0].split("/")
    if len(seats) != SEATS:
        faults.append(f"{len(seats)} seats instead of {SEATS}")
    planes = [_read_planes(words, LETTERS[seat], faults) for seat, words in enumerate(seats[:SEATS])]
    owners: dict[int, int] = {}
    for seat, places in enumerate(planes):
        for place in places:
            square = int(SQUARE[seat, place]) if 0 < place <= LAST_RING else -1
            if square >= 0 and owners.setdefault(square, seat) != seat:
                other = LETTERS[owners[square]]
                faults.append(f"{other} and {LETTERS[seat]} stand on one square, place {place} of {LETTERS[seat]}")
    turn = LETTERS.find(fields[1]) if len(fields[1]) == 1 else -1
    if turn < 0:
        faults.append(f"the turn is {_quoted(fields[1])}, not one of {' '.join(LETTERS)}")
    elif turn < len(planes) and not planes[turn]:
        faults.append(f"the turn is that of {fields[1]}, which is not in the game")
    sixes, ply = _number(fields[3], "sixes", faults), _number(fields[4], "plies", faults)
    if fields[2] != "-" and not re.fullmatch("[1-6]", fields[2]):
        faults.append(f"the die is {_quoted(fields[2])}, not 1 to 6 or -")
    elif fields[2] == "6" and sixes == 0:
        faults.append("the die is 6, but no six has been rolled in this turn")
    if faults:
        told = faults if len(faults) < 6 else [*faults[:5], f"and {len(faults) - 5} more"]
        raise PositionError(f"bad position: {'; '.join(told)}")
    memory.view(STATE)[0] = np.zeros(1, STATE)[0]
    row = memory.view(STATE)[0:1]
    for seat, places in enumerate(planes):
        row["planes"][0, PLANES * seat : PLANES * (seat + 1)] = places + [NO_PLANE] * (PLANES - len(places))
    row["alive"] = sum(1 << seat for seat, places in enumerate(planes) if places)
    row["player"], row["die"] = turn, 0 if fields[2] == "-" else int(fields[2])
    row["sixes"], row["ply"] = sixes, ply
    _write_options(row, options)
    from engine.games.aeroplane.play import finish_row

    compile_kernel(finish_row)
    finish_row(memory, 0, 0)
    return []


def _write_options(row: np.ndarray, options: dict[str, Any]) -> None:
    row["take_off"], row["void"] = TAKE_OFF.index(options["TakeOff"]), SIXES.index(options["Sixes"])
    row["exact"], row["optional"] = FINISH.index(options["Finish"]), JUMPS.index(options["Jump"])
    row["together"] = STACK_MOVES.index(options["StackMove"])


def place_name(place: int) -> str:
    """``H``, ``0`` to ``55``, ``F``."""
    return "H" if place == HANGAR else "F" if place == CENTRE else str(place)


def write_position(memory: np.ndarray, ply: int, options: dict[str, Any]) -> str:
    """The canonical position string of a row."""
    state = memory.view(STATE)[ply]
    planes, alive = state["planes"].tolist(), int(state["alive"])
    words = []
    for seat in range(SEATS):
        own = [place for place in planes[PLANES * seat : PLANES * (seat + 1)] if place != NO_PLANE]
        words.append(",".join(map(place_name, own)) if alive >> seat & 1 else "-")
    die = str(int(state["die"])) if state["die"] else "-"
    return " ".join(("/".join(words), LETTERS[int(state["player"])], die, str(int(state["sixes"])), str(int(state["ply"]))))


# --- tokens -------------------------------------------------------------------------------------------------------------


def _wire(move: int) -> str:
    kind, cell = move >> MOVER_SHIFT & KIND_MASK, move & CELL_MASK
    if kind == ROLL:
        return f"r{cell}"
    words = {OFF: "H", GO: str(cell), STAY: f"{cell}n", PASS: "-", LEAVE: "0000"}
    return words[kind]


def format_move(memory: np.ndarray, ply: int, move: int, legal: np.ndarray, notation: str, options: dict[str, Any]) -> str:
    """A roll or decision; spoken: 红 6 起飞, 红 3 走 17."""
    word = _wire(int(move))
    if notation == "wire":
        return word
    state = memory.view(STATE)[ply]
    seat, die = CHINESE_SEATS[int(state["player"])], int(state["die"])
    if word == "0000":
        return f"{seat} 退出"
    if word.startswith("r"):
        return f"{seat} 掷 {word[1:]}"
    return f"{seat} {die} " + ("起飞" if word == "H" else "停" if word == "-" else f"走 {word}")


def parse_move(memory: np.ndarray, ply: int, text: str, legal: np.ndarray, options: dict[str, Any]) -> int:
    """The roll, decision or leaving that ``text`` means.

    Raises
    ------
    MoveSyntaxError, IllegalMoveError
    """
    state = memory.view(STATE)[ply]
    word = text
    if spoken := _SPOKEN.fullmatch(text.replace(" ", "")):
        word = _of_spoken(text.replace(" ", ""), spoken, state)
    if not _TOKEN.fullmatch(word):
        raise MoveSyntaxError(f"{_quoted(text)} is no roll (r3), no decision (H, 17, 17n, -) and no leaving (0000)")
    if word == "0000" and not state["over"]:
        return int(token(LEAVE, LEAVE_CELL))
    if word.startswith("r") and not state["over"]:
        if state["die"]:
            raise IllegalMoveError(
                f"{_quoted(text)}: the die {int(state['die'])} waits in {write_position(memory, ply, options)}"
            )
        return int(token(ROLL, int(word[1:])))
    for move in legal.tolist():
        if _wire(move) == word:
            return int(move)
    raise IllegalMoveError(f"{_quoted(text)} is no legal decision in {write_position(memory, ply, options)}")


def _of_spoken(text: str, match: re.Match[str], state: np.void) -> str:
    """The token of a spoken form, empty if it is not about this seat and die."""
    if CHINESE_SEATS.index(text[0]) != int(state["player"]):
        return ""
    if match[5]:
        return f"r{match[5]}"
    if text.endswith("退出"):
        return "0000"
    if int(match[1]) != int(state["die"]):
        return ""
    return {"起飞": "H", "停": "-"}.get(match[2]) or match[3] + match[4]


def seats_in(memory: np.ndarray, ply: int) -> list[int]:
    """The seats that are in the game, ascending."""
    alive = int(memory.view(STATE)[ply]["alive"])
    return [seat for seat in range(SEATS) if alive >> seat & 1]


def result_word(winners: Sequence[int]) -> str:
    """The last word of a record: the winner's letter."""
    return LETTERS[winners[0]] if winners else "1/2-1/2"
