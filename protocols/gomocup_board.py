"""The board as a Gomocup manager describes it: stones in order of play, points ``x,y`` counted from 0 at the upper left."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.errors import QijiError
from engine.games.gomoku.rules import LARGEST, SMALLEST

#: Colours; ``BLOCKED`` points belong to nobody. The first two are the seats of the game.
BLACK, WHITE, BLOCKED = range(3)
#: Fields of a line of ``BOARD``.
OWN, OTHER, NEITHER = 1, 2, 3
Point = tuple[int, int]
PASS: Point = (-1, -1)

_POINT = re.compile(r"\s*(-?\d{1,4})\s*,\s*(-?\d{1,4})\s*", re.ASCII)
_STONE = re.compile(r"\s*(-?\d{1,4})\s*,\s*(-?\d{1,4})\s*,\s*(\d)\s*", re.ASCII)
_SIZE = re.compile(r"\s*(\d{1,4})(?:\s+(\d{1,4}))?\s*", re.ASCII)
_SHOWN = 60


class BoardError(QijiError):
    """A command that does not fit the board; the message is one line."""


def shown(text: str) -> str:
    """``text`` for a message: printable, cut where it is long."""
    words = " ".join(text.split())
    return words if len(words) <= _SHOWN else words[: _SHOWN - 3] + "..."


def write_point(point: Point) -> str:
    """``x,y``."""
    return f"{point[0]},{point[1]}"


def read_size(text: str) -> int:
    """The size that ``START n`` asks for; Yixin-Board sends it twice.

    Raises
    ------
    BoardError
    """
    found = _SIZE.fullmatch(text)
    if found is None or (found[2] and found[1] != found[2]):
        raise BoardError(f"bad size {shown(text)!r}")
    size = int(found[1])
    if not SMALLEST <= size <= LARGEST:
        raise BoardError(f"unsupported size {size}; boards have {SMALLEST} to {LARGEST} points a side")
    return size


def read_rectangle(text: str) -> int:
    """The size that ``RECTSTART w,h`` asks for; only squares are played.

    Raises
    ------
    BoardError
    """
    found = _POINT.fullmatch(text)
    if found is None:
        raise BoardError(f"bad size {shown(text)!r}")
    if found[1] != found[2]:
        raise BoardError("rectangular boards are not supported")
    return read_size(found[1])


def read_point(text: str, size: int) -> Point:
    """A point of the board.

    Raises
    ------
    BoardError
    """
    found = _POINT.fullmatch(text)
    if found is None:
        raise BoardError(f"bad point {shown(text)!r}")
    x, y = int(found[1]), int(found[2])
    if not (0 <= x < size and 0 <= y < size):
        raise BoardError(f"point {x},{y} is not on the board of {size}x{size}")
    return x, y


@dataclass
class Board:
    """Stones and who is to move."""

    size: int
    stones: dict[Point, int] = field(default_factory=dict)
    """Point -> colour, in order of play."""
    player: int = BLACK

    @property
    def full(self) -> bool:
        """Whether no point is empty."""
        return len(self.stones) >= self.size * self.size

    def empty_points(self) -> list[Point]:
        """The empty points, row by row from the top."""
        return [(x, y) for y in range(self.size) for x in range(self.size) if (x, y) not in self.stones]

    def require_empty(self, point: Point) -> Point:
        """``point``.

        Raises
        ------
        BoardError
            If there is a stone.
        """
        if point in self.stones:
            raise BoardError(f"point {write_point(point)} is not empty")
        return point

    def play(self, point: Point) -> None:
        """A stone of the player to move.

        Raises
        ------
        BoardError
        """
        self.stones[self.require_empty(point)] = self.player
        self.player = 1 - self.player

    def take_back(self, point: Point) -> None:
        """Remove a stone; its colour is to move then.

        Raises
        ------
        BoardError
        """
        if self.stones.get(point, BLOCKED) == BLOCKED:
            raise BoardError(f"there is no stone on {write_point(point)}")
        self.player = self.stones.pop(point)

    def before_last(self) -> tuple[Board, Point | None]:
        """The board without the last stone, and its point; None on a board without stones."""
        played = [point for point, colour in self.stones.items() if colour != BLOCKED]
        if not played:
            return self, None
        earlier = Board(self.size, dict(self.stones), self.player)
        earlier.take_back(played[-1])
        return earlier, played[-1]

    def text(self, blocked: int | None = None, player: int | None = None) -> str:
        """The position string.

        blocked : the colour that blocked points get; None: that of the player who is not to move, so that no five counts them
            as its own.
        player : who is to move instead.
        """
        mover = self.player if player is None else player
        letters = "bw" + "bw"[1 - mover if blocked is None else blocked]
        rows = []
        for y in range(self.size):
            row, run = "", 0
            for x in range(self.size):
                colour = self.stones.get((x, y))
                if colour is None:
                    run += 1
                    continue
                row += (str(run) if run else "") + letters[colour]
                run = 0
            rows.append(row + (str(run) if run else ""))
        return f"{'/'.join(rows)} {'bw'[mover]}"


def read_stones(lines: Iterable[str], size: int, renju: bool, passes: bool = False) -> Board:
    """The board that the lines ``x,y,field`` between ``BOARD`` and ``DONE`` describe; the engine is to move.

    passes : whether ``-1,-1,field`` stands for a pass.

    Raises
    ------
    BoardError
        For the first bad line.
    """
    owners: dict[Point, int] = {}
    counts = {OWN: 0, OTHER: 0, NEITHER: 0}
    first = OWN
    for line in lines:
        found = _STONE.fullmatch(line)
        if found is None or int(found[3]) not in counts:
            raise BoardError(f"bad line {shown(line)!r}; wanted: x,y,field with field 1, 2 or 3")
        x, y, owner = int(found[1]), int(found[2]), int(found[3])
        if owner != NEITHER and not any((counts[OWN], counts[OTHER])):
            first = owner
        counts[owner] += 1
        if passes and (x, y) == PASS:
            continue
        point = read_point(f"{x},{y}", size)
        if point in owners:
            raise BoardError(f"point {x},{y} is not empty")
        owners[point] = owner
    if counts[OWN] == counts[OTHER]:
        player = BLACK
    elif counts[OTHER] == counts[OWN] + 1:
        player = WHITE
    else:
        player = WHITE if renju and first == OTHER else BLACK
    colours = {OWN: player, OTHER: 1 - player, NEITHER: BLOCKED}
    return Board(size, {point: colours[owner] for point, owner in owners.items()}, player)


def read_points(lines: Iterable[str], size: int, stones: Iterable[Point] = ()) -> list[Point]:
    """Distinct points, one a line, none of them in ``stones``.

    Raises
    ------
    BoardError
    """
    taken = dict.fromkeys(stones)
    found: list[Point] = []
    for line in lines:
        point = read_point(line, size)
        if point in taken:
            raise BoardError(f"point {write_point(point)} is not empty")
        taken[point] = None
        found.append(point)
    return found
