"""Boards and routes from position text alone: for people, for notation, and independent of the compiled rules."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from engine.games.chinese_checkers.geometry import FOREIGN_SETS, HOLES, LENGTHS, LETTERS, LINE, LONGEST, ROWS, SIDES


@dataclass(frozen=True)
class Board:
    """The parts of a canonical position string."""

    pieces: dict[int, str]
    """Hole -> seat letter."""
    turn: str
    seats: str
    moves: tuple[str, ...]
    """One entry a seat: the number, with ``=`` or ``x`` behind it."""
    penalties: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> Board:
        """The parts of ``text``."""
        board, turn, seats, moves, *rest = text.split()
        pieces, hole = {}, HOLES
        for row, line in zip(range(ROWS - 1, -1, -1), board.split("/"), strict=True):
            hole -= LENGTHS[row]
            column = 0
            for item in items_of(line):
                if isinstance(item, int):
                    column += item
                else:
                    pieces[hole + column] = item
                    column += 1
        return cls(pieces, turn, seats, tuple(moves.split(",")), tuple(rest[0].split(",")) if rest else ())


def items_of(line: str) -> list[int | str]:
    """A row of the board as letters and runs of empty holes."""
    items: list[int | str] = []
    digits = ""
    for letter in line + "/":
        if letter in "0123456789":
            digits += letter
            continue
        if digits:
            items.append(int(digits) if len(digits) < 4 else 9999)
            digits = ""
        items.append(letter)
    return items[:-1]


def board_text(pieces: dict[int, str]) -> str:
    """The first field of a position string."""
    rows, hole = [], HOLES
    for row in range(ROWS - 1, -1, -1):
        hole -= LENGTHS[row]
        line, run = "", 0
        for letter in (pieces.get(hole + column, "") for column in range(LENGTHS[row])):
            if letter:
                line, run = line + (str(run) if run else "") + letter, 0
            else:
                run += 1
        rows.append(line + (str(run) if run else ""))
    return "/".join(rows)


@cache
def _lines(hole: int) -> tuple[tuple[int, ...], ...]:
    """The holes from ``hole`` on in each direction."""
    return tuple(tuple(int(h) for h in LINE[hole, d] if h >= 0) for d in range(SIDES))


def jumps_from(hole: int, taken: set[int], distant: bool) -> list[int]:
    """The holes that one jump from ``hole`` reaches; ``taken`` does not hold the jumping piece."""
    found = []
    for line in _lines(hole):
        first = next((k for k, other in enumerate(line) if other in taken), LONGEST)
        land = 2 * first + 1
        if land < len(line) and (distant or first == 0) and not any(other in taken for other in line[first + 1 : land + 1]):
            found.append(line[land])
    return found


def route(pieces: dict[int, str], start: int, end: int, distant: bool, closed: bool) -> list[int]:
    """The holes that the piece on ``start`` touches on the shortest way to ``end``, both among them: a step, or fewest jumps.

    ``closed`` : camps of others are no landing holes. The move must be legal.
    """
    if any(line[:1] == (end,) for line in _lines(start)):
        return [start, end]
    taken = set(pieces) - {start}
    barred = FOREIGN_SETS[LETTERS.index(pieces[start])] if closed else frozenset()
    came, level = {start: start}, [start]
    while level and end not in came:
        reached = []
        for hole in level:
            for land in jumps_from(hole, taken, distant):
                if land not in came and land not in barred:
                    came[land] = hole
                    reached.append(land)
        level = reached
    way = [end]
    while way[-1] != start:
        way.append(came[way[-1]])
    return way[::-1]
