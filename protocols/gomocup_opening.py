"""Opening rules of five in a row, move by move: whose decision is next, what it may be, and what a good one is.

Events are the lines between ``OPENING rule`` and ``DONE``: stones ``x,y``, ``SWAP``, ``STAY``, ``N n``, ``OFFER x,y x,y ..`` and
``PICK x,y``.
The rules are those of the rule text, section 6. Swap2 has a command of its own.
"""

from __future__ import annotations

import random
import re
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass

from protocols.gomocup_board import BLACK, WHITE, Board, BoardError, Point, read_point, shown, write_point

#: Kinds of decisions. ``BRANCH``: swap or stay, or offer fifth moves instead (Taraguchi).
STONE, SWAP, NUMBER, OFFER, PICK, BRANCH = "stone", "swap", "number", "offer", "pick", "branch"
_ANYWHERE = 99
_NAME = re.compile(r"(swap|rif|centre|none)|(soosyrv|taraguchi)-(\d{1,2})", re.ASCII)
_NUMBER = re.compile(r"\d{1,3}", re.ASCII)
_MOST_OFFERS = 50

#: Three stones (black, white, black) as steps from the centre, near enough to it for every size from 9 on.
#: Each is about even with White to move, so neither colour is worth more than the other.
EVEN_STARTS: tuple[tuple[Point, Point, Point], ...] = (
    ((0, 0), (1, 0), (-2, 3)),
    ((0, 0), (1, -1), (3, 2)),
    ((0, 0), (0, -1), (-3, 1)),
    ((0, 0), (1, -1), (-3, -2)),
)
_SMALLEST_SPREAD = 9


@dataclass(frozen=True)
class Step:
    """A decision that is due."""

    kind: str
    reach: int = _ANYWHERE
    """STONE: the greatest distance from the centre."""
    count: int = 0
    """NUMBER: the greatest n; OFFER, BRANCH: how many fifth moves are offered; SWAP: so many are going to be, if any."""
    even: bool = False
    """STONE: the other player may swap afterwards, so an even position is best."""


Course = Generator[Step, str, None]


def _none() -> Course:
    yield from ()


def _swap() -> Course:
    for _ in range(3):
        yield Step(STONE, even=True)
    yield Step(SWAP)


def _centre() -> Course:
    yield Step(STONE, reach=0)


def _fifth(count: int) -> Course:
    yield Step(OFFER, count=count)
    yield Step(PICK)


def _placed() -> Course:
    """One of the 26 openings."""
    for reach in range(3):
        yield Step(STONE, reach, even=True)
    yield Step(SWAP)


def _rif() -> Course:
    yield from _placed()
    yield Step(STONE)
    yield from _fifth(2)


def _soosyrv(most: int) -> Course:
    yield from _placed()
    yield Step(STONE, even=True)
    count = int((yield Step(NUMBER, count=most)).split()[1])
    yield Step(SWAP, count=count)
    yield from _fifth(count)


def _taraguchi(count: int) -> Course:
    for reach in range(4):
        yield Step(STONE, reach, even=True)
        if reach < 3:
            yield Step(SWAP)
    if (yield Step(BRANCH, count=count)).startswith("OFFER"):
        yield Step(PICK)
        return
    yield Step(STONE, reach=4, even=True)
    yield Step(SWAP)


def course_of(name: str) -> Course:
    """The course of the opening rule ``name``.

    Raises
    ------
    BoardError
    """
    found = _NAME.fullmatch(name.lower())
    if name.lower() == "swap2":
        raise BoardError("swap2 is played by SWAP2BOARD")
    if found is None or (found[3] and not 1 <= int(found[3]) <= _MOST_OFFERS):
        raise BoardError(f"unknown opening rule {shown(name)!r}")
    if found[2]:
        return (_soosyrv if found[2] == "soosyrv" else _taraguchi)(int(found[3]))
    return {"swap": _swap, "rif": _rif, "centre": _centre, "none": _none}[found[1]]()


@dataclass(frozen=True)
class Due:
    """The state of an opening."""

    board: Board
    step: Step
    offers: tuple[Point, ...] = ()
    """What was offered, for PICK."""


def follow(name: str, events: Iterable[str], size: int) -> Due:
    """Where the opening stands after ``events``.

    Raises
    ------
    BoardError
        For a bad event, and where the opening is over.
    """
    board, course = Board(size), course_of(name)
    offers: tuple[Point, ...] = ()
    step: Step | None = next(course, None)
    for event in events:
        words = event.split(None, 1)
        text = " ".join([words[0].upper(), *words[1:]]) if words else ""
        if step is None:
            raise BoardError(f"the opening is over before {shown(event)!r}")
        offers = _obey(board, step, text, offers)
        try:
            step = course.send(text)
        except StopIteration:
            step = None
    if step is None:
        raise BoardError("the opening is over")
    return Due(board, step, offers)


def _obey(board: Board, step: Step, text: str, offers: tuple[Point, ...]) -> tuple[Point, ...]:
    """Carry an event out; returns the points offered."""
    word, _, rest = text.partition(" ")
    if step.kind in (SWAP, BRANCH) and text in ("SWAP", "STAY"):
        return ()
    if step.kind in (OFFER, BRANCH) and word == "OFFER":
        points = [board.require_empty(read_point(part, board.size)) for part in rest.split()]
        if len(points) != step.count or not all_different(board, points):
            raise BoardError(f"wanted: {step.count} different fifth moves, not {shown(rest)!r}")
        return tuple(points)
    if step.kind == PICK and word == "PICK":
        point = read_point(rest, board.size)
        if point not in offers:
            raise BoardError(f"{write_point(point)} was not offered")
        board.play(point)
        return ()
    if step.kind == NUMBER and word == "N" and _NUMBER.fullmatch(rest) and 1 <= int(rest) <= step.count:
        return ()
    if step.kind == STONE:
        point = read_point(text, board.size)
        if not is_within(point, board.size, step.reach):
            raise BoardError(f"{write_point(point)} is too far from the centre")
        board.play(point)
        return ()
    raise BoardError(f"{shown(text)!r} is no {step.kind} event")


def is_within(point: Point, size: int, reach: int) -> bool:
    """Whether a point is at most ``reach`` lines away from the centre."""
    return max(abs(point[0] - size // 2), abs(point[1] - (size - 1 - size // 2))) <= reach


def allowed_points(due: Due) -> list[Point]:
    """The points where a stone that is due may lie."""
    return [point for point in due.board.empty_points() if is_within(point, due.board.size, due.step.reach)]


# --- different fifth moves ----------------------------------------------------------------------------------------------

_TURNS = tuple((a, b, c, d) for a, b, c, d in (
    (1, 0, 0, 1), (-1, 0, 0, 1), (1, 0, 0, -1), (-1, 0, 0, -1), (0, 1, 1, 0), (0, -1, 1, 0), (0, 1, -1, 0), (0, -1, -1, 0)
))  # fmt: skip


def symmetries(board: Board) -> list[tuple[int, int, int, int, int, int]]:
    """Rotations and reflections with a shift, ``(x, y) -> (ax + by + e, cx + dy + f)``, that map each colour on to itself."""
    sets = [{point for point, colour in board.stones.items() if colour == side} for side in (BLACK, WHITE)]
    every = sets[0] | sets[1]
    if not every:
        return [(*turn, 0, 0) for turn in _TURNS]
    left, top = min(x for x, _ in every), min(y for _, y in every)
    found = []
    for a, b, c, d in _TURNS:
        turned = [{(a * x + b * y, c * x + d * y) for x, y in side} for side in sets]
        e = left - min(x for x, _ in turned[0] | turned[1])
        f = top - min(y for _, y in turned[0] | turned[1])
        if [{(x + e, y + f) for x, y in side} for side in turned] == sets:
            found.append((a, b, c, d, e, f))
    return found


def class_of(point: Point, maps: Sequence[tuple[int, int, int, int, int, int]]) -> Point:
    """The least image of a point: alike points have the same."""
    x, y = point
    return min((a * x + b * y + e, c * x + d * y + f) for a, b, c, d, e, f in maps)


def all_different(board: Board, points: Sequence[Point]) -> bool:
    """Whether no two of the offered points are alike."""
    maps = symmetries(board)
    return len({class_of(point, maps) for point in points}) == len(points)


def first_different(board: Board, points: Iterable[Point], count: int) -> list[Point]:
    """The first ``count`` points that are no two alike; fewer if there are not so many."""
    maps = symmetries(board)
    found: dict[Point, Point] = {}
    for point in points:
        found.setdefault(class_of(point, maps), point)
        if len(found) == count:
            break
    return list(found.values())


# --- first stones -------------------------------------------------------------------------------------------------------


def even_start(size: int, chance: random.Random) -> list[Point]:
    """Three stones (black, white, black) after which neither side is worth more, turned at random."""
    steps = chance.choice(EVEN_STARTS)
    a, b, c, d = chance.choice(_TURNS)
    middle = size // 2
    points = [(middle + a * x + b * y, middle + c * x + d * y) for x, y in steps]
    if size < _SMALLEST_SPREAD:
        points = [(0, 0), (middle, middle), (size - 1, 0)]
    return points
