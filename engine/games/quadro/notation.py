"""Position strings and move text of the pyramid (rule text, sections 3 and 6), pure Python."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from engine.core.jit import compile_kernel
from engine.errors import IllegalMoveError, MoveSyntaxError, OptionError, PositionError
from engine.games.quadro.geometry import BALLS, CELLS, NAMES, SITE_OF, TOP, level_of, name_of
from engine.games.quadro.play import finish_row
from engine.games.quadro.rules import rules_of
from engine.games.quadro.state import FILLED, FIRST, MORE, ORIGIN, PASS, SECOND, SITE_MASK, STATE

SIDES = "wb"
_SITE = r"[1-4][a-d][1-4]"
_TURN = re.compile(rf"({_SITE})(?:-({_SITE}))?((?:x{_SITE}(?:-{_SITE})?)*)")
_STEP = re.compile(rf"x({_SITE})(?:-({_SITE}))?")
_SUPPORT = {cell: tuple(cell - 16 + step for step in (0, 1, 4, 5)) for cell in CELLS if cell >= 16}
#: Cell -> the cells that rest on it.
_RESTING = {cell: tuple(above for above, below in _SUPPORT.items() if cell in below) for cell in CELLS}


def _quoted(text: str) -> str:
    return repr(text if len(text) <= 100 else text[:97] + "...")


# --- position strings ---------------------------------------------------------------------------------------------------


def _rank(text: str, length: int, where: str, faults: list[str]) -> list[str]:
    """The sites of one rank as ``w``, ``b`` or ``""``."""
    sites: list[str] = []
    for letter in text:
        if letter in SIDES:
            sites.append(letter)
        elif letter in "1234":
            sites += [""] * int(letter)
        else:
            faults.append(f"{where} has {letter!r}")
            return [""] * length
    if len(sites) != length:
        faults.append(f"{where} has {len(sites)} sites, not {length}")
        return [""] * length
    return sites


def _read(text: str) -> tuple[list[int], int]:
    """The sets of cells of both sides and the side to move.

    Raises
    ------
    PositionError
    """
    faults: list[str] = []
    words = text.split()
    board = words[0] if words else ""
    side = SIDES.find(words[1]) if len(words) == 2 and len(words[1]) == 1 else -1
    if side < 0:
        faults.append("a pyramid and then w or b are needed")
    levels = board.split("|")
    if len(levels) != 4:
        faults.append(f"{len(levels)} levels, not 4")
    sets = [0, 0]
    for level, part in enumerate(levels[:4]):
        length = 4 - level
        ranks = part.split("/")
        if len(ranks) != length:
            faults.append(f"level {level + 1} has {len(ranks)} ranks, not {length}")
            continue
        for rank, row in zip(range(length - 1, -1, -1), ranks, strict=True):
            for file, letter in enumerate(_rank(row, length, f"rank {rank + 1} of level {level + 1}", faults)):
                if letter:
                    sets[SIDES.index(letter)] |= 1 << (16 * level + 4 * rank + file)
    occupied = sets[0] | sets[1]
    hanging = [cell for cell, below in _SUPPORT.items() if occupied >> cell & 1 and not all(occupied >> b & 1 for b in below)]
    if not faults:
        faults += [f"{name_of(cell)} has no full square below" for cell in hanging]
        for colour, balls in zip(("white", "black"), sets, strict=True):
            if balls.bit_count() > BALLS:
                faults.append(f"{balls.bit_count()} {colour} balls, at most {BALLS}")
    if faults:
        told = faults if len(faults) < 6 else [*faults[:5], f"and {len(faults) - 5} more"]
        raise PositionError(f"bad position: {'; '.join(told)} in {_quoted(text)}")
    return sets, side


def read_position(text: str, options: dict[str, Any], memory: np.ndarray) -> list[str]:
    """Write row 0 from a position string; see ``spec.Notation``."""
    if options["repetition"] not in (0, 3):
        raise OptionError(f"option repetition: {options['repetition']} is neither 0 nor 3")
    sets, side = _read(text)
    row = memory.view(STATE)[0:1]
    row[:] = np.zeros(1, dtype=STATE)
    row["balls"][0] = np.array(sets, dtype=np.uint64)
    row["player"] = side
    row["rules"] = rules_of(options)
    row["repetition"] = options["repetition"]
    compile_kernel(finish_row)
    finish_row(memory, 0)
    return []


def write_position(memory: np.ndarray, ply: int, options: dict[str, Any]) -> str:
    """The canonical position string of row ``ply``."""
    state = memory.view(STATE)[ply]
    white, black = int(state["balls"][0]), int(state["balls"][1])
    levels = []
    for level in range(4):
        ranks = []
        for rank in range(3 - level, -1, -1):
            cells = [16 * level + 4 * rank + file for file in range(4 - level)]
            letters = "".join("w" if white >> cell & 1 else "b" if black >> cell & 1 else " " for cell in cells)
            ranks.append(re.sub(" +", lambda run: str(len(run[0])), letters))
        levels.append("/".join(ranks))
    return f"{'|'.join(levels)} {SIDES[int(state['player'])]}"


# --- move text ----------------------------------------------------------------------------------------------------------


def _cell(move: int, shift: int) -> int:
    """The cell in a field of a move, -1 for none."""
    number = move >> shift & SITE_MASK
    return CELLS[number - 1] if number else -1


def _after_main(own: int, enemy: int, move: int) -> tuple[int, int]:
    """``(own, occupied)`` after the main action."""
    own = (own & ~(1 << _cell(move, ORIGIN))) | 1 << _cell(move, 0)
    return own, own | enemy


def _is_free(occupied: int, cell: int) -> bool:
    return not any(occupied >> above & 1 for above in _RESTING[cell])


def _is_open(occupied: int, cell: int) -> bool:
    return not occupied >> cell & 1 and all(occupied >> below & 1 for below in _SUPPORT.get(cell, ()))


def _ways(own: int, occupied: int, emptied: int, filled: int) -> Iterator[str]:
    """The bonus texts without detours: the balls ``emptied`` go one by one, some of them on to the sites ``filled``."""
    if not emptied:
        if not filled:
            yield ""
        return
    if occupied >> TOP & 1:
        return
    for cell in CELLS:
        if not emptied >> cell & 1 or not _is_free(occupied, cell):
            continue
        bit = 1 << cell
        if filled.bit_count() < emptied.bit_count():
            for text in _ways(own & ~bit, occupied & ~bit, emptied & ~bit, filled):
                yield f"x{name_of(cell)}{text}"
        for goal in CELLS:
            if filled >> goal & 1 and level_of(goal) > level_of(cell) and _is_open(occupied & ~bit, goal):
                spot = 1 << goal
                for text in _ways(own & ~bit | spot, occupied & ~bit | spot, emptied & ~bit, filled & ~spot):
                    yield f"x{name_of(cell)}-{name_of(goal)}{text}"


def _sets_of(memory: np.ndarray, ply: int) -> tuple[int, int]:
    """``(own, enemy)`` of row ``ply``."""
    state = memory.view(STATE)[ply]
    side = int(state["player"])
    return int(state["balls"][side]), int(state["balls"][1 - side])


def format_move(memory: np.ndarray, ply: int, move: int, legal: np.ndarray, notation: str, options: dict[str, Any]) -> str:
    """The shortest and then least text of a turn."""
    move = int(move)
    if move == PASS:
        return "pass"
    own, enemy = _sets_of(memory, ply)
    to, origin = _cell(move, 0), _cell(move, ORIGIN)
    main = name_of(to) if to == origin else f"{name_of(origin)}-{name_of(to)}"
    emptied = sum(1 << cell for cell in (_cell(move, FIRST), _cell(move, SECOND)) if cell >= 0)
    filled = sum(1 << cell for cell in (_cell(move, FILLED), _cell(move, MORE)) if cell >= 0)
    own, occupied = _after_main(own, enemy, move)
    return main + min(_ways(own, occupied, emptied, filled), key=lambda text: (len(text), text))


def _end(own: int, occupied: int, bonus: str) -> int | None:
    """The mover's balls after the take-backs of ``bonus``, None where a step is impossible."""
    stacked = 0
    for step in _STEP.finditer(bonus):
        cell = NAMES.get(step[1], -1)
        if cell < 0 or occupied >> TOP & 1 or not own >> cell & 1 or stacked >> cell & 1 or not _is_free(occupied, cell):
            return None
        own, occupied = own & ~(1 << cell), occupied & ~(1 << cell)
        if step[2]:
            goal = NAMES.get(step[2], -1)
            if goal < 0 or level_of(goal) <= level_of(cell) or not _is_open(occupied, goal):
                return None
            own, occupied, stacked = own | 1 << goal, occupied | 1 << goal, stacked | 1 << goal
    return own


def parse_move(memory: np.ndarray, ply: int, text: str, legal: np.ndarray, options: dict[str, Any]) -> int:
    """The legal turn that ``text`` means; take-backs in any order in which every step is possible."""
    plain = text.strip().lower()
    if plain == "pass":
        if PASS in legal:
            return PASS
        raise IllegalMoveError(f"no pass in {write_position(memory, ply, options)}")
    words = _TURN.fullmatch(plain)
    if words is None:
        raise MoveSyntaxError(f"{_quoted(text)} is no turn such as 1d4, 1a1-2b2 or 1b3x1a4-2a2x1b4")
    for name in re.findall(_SITE, plain):
        if name not in NAMES:
            raise MoveSyntaxError(f"{_quoted(text)}: the pyramid has no site {name}")
    origin, to = words[1], words[2] or words[1]
    if words[2] != origin and plain.count("x") <= 2:
        main = SITE_OF[NAMES[to]] + 1 | SITE_OF[NAMES[origin]] + 1 << ORIGIN
        own, enemy = _sets_of(memory, ply)
        wanted = _end(*_after_main(own, enemy, main), words[3])
        bonus = (1 << FIRST) - 1
        for move in map(int, legal):
            if move & bonus == main and wanted is not None and _end_of(own, move) == wanted:
                return move
    raise IllegalMoveError(f"{_quoted(text)} is no legal turn in {write_position(memory, ply, options)}")


def _end_of(own: int, move: int) -> int:
    """The mover's balls after a legal turn."""
    own = own & ~(1 << _cell(move, ORIGIN)) | 1 << _cell(move, 0)
    for shift in (FIRST, SECOND):
        if _cell(move, shift) >= 0:
            own &= ~(1 << _cell(move, shift))
    for shift in (FILLED, MORE):
        if _cell(move, shift) >= 0:
            own |= 1 << _cell(move, shift)
    return own
