"""Opening rules of five in a row as a Gomocup manager asks for them: ``OPENING rule``, the events so far, ``DONE``.

Events are those of ``engine.games.gomoku.opening`` with points ``x,y``: stones, ``SWAP``, ``STAY``, ``N n``, ``OFFER x,y x,y ..``
and ``PICK x,y``. Swap2 has a command of its own.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass

from engine.games.gomoku.opening import NUMBER, OFFER, PICK, STONE, SWAP, Opening, symmetries
from engine.games.gomoku.rules import OPENING_REACH, OPENINGS
from protocols.gomocup_board import BLACK, WHITE, Board, BoardError, Point, read_point, shown

#: Three stones (black, white, black) as steps from the centre, near enough to it for every size from 9 on. White to move is worth
#: within a third of a hundred either way (exactly five, 15x15, 60,000 nodes), so neither colour is the better choice.
EVEN_STARTS: tuple[tuple[Point, Point, Point], ...] = (
    ((0, 0), (3, -1), (-2, 3)),
    ((0, 0), (3, -2), (-4, 0)),
    ((0, 0), (2, -1), (-4, 2)),
    ((0, 0), (0, -2), (1, 4)),
    ((0, 0), (1, -3), (3, 4)),
    ((0, 0), (2, 0), (-3, 4)),
)
_SMALLEST_SPREAD = 9
_TURNS = ((1, 0, 0, 1), (-1, 0, 0, 1), (1, 0, 0, -1), (-1, 0, 0, -1), (0, 1, 1, 0), (0, -1, 1, 0), (0, 1, -1, 0), (0, -1, -1, 0))
_ANYWHERE = 99
#: Taraguchi: the fifth stone, where no fifth moves were offered.
_FIFTH_REACH = 4
#: Rules under which the other player may swap after a stone -> stones that this holds for.
_SWAPPED = {"swap": 3, "rif": 3, "soosyrv-8": 4, "taraguchi-10": 5}


@dataclass(frozen=True)
class Due:
    """The decision that is due in an opening."""

    board: Board
    kind: str
    """``STONE``, ``SWAP`` (or stay), ``NUMBER``, ``OFFER`` or ``PICK``."""
    may_offer: bool = False
    """SWAP: fifth moves may be offered instead (Taraguchi)."""
    reach: int = _ANYWHERE
    """STONE: the greatest distance from the centre."""
    even: bool = False
    """STONE: the other player may swap afterwards, so an even position is best."""
    count: int = 0
    """NUMBER: the greatest n. OFFER, and SWAP where an offer has been announced or is possible: so many fifth moves."""
    offers: tuple[Point, ...] = ()
    """PICK: what was offered."""


def follow(name: str, events: Iterable[str], size: int) -> Due:
    """Where an opening stands after ``events``.

    Raises
    ------
    BoardError, engine.errors.MoveSyntaxError, engine.errors.IllegalMoveError
        For an unknown rule, a bad event, and where the opening is over.
    """
    rule = name.lower()
    if rule == "swap2":
        raise BoardError("swap2 is played by SWAP2BOARD")
    if rule not in OPENINGS:
        raise BoardError(f"unknown opening rule {shown(name)!r}")
    opening, count = Opening(rule, size), 2 if rule == "rif" else int(rule.partition("-")[2] or 0)
    for event in events:
        text = _translated(event, size)
        opening.play(text)
        if text.startswith("N "):
            count = int(text.split()[1])
    if opening.finished:
        raise BoardError("the opening is over")
    board, placed = Board(size), len(opening.stones)
    for column, row in opening.stones:
        board.play((column, size - 1 - row))
    kind = opening.expected[0]
    if kind == SWAP and rule == "soosyrv-8" and placed < 4:
        count = 0
    reaches = (*OPENING_REACH.get(rule, ()), *([_FIFTH_REACH] if rule.startswith("taraguchi") else []))
    return Due(
        board,
        kind,
        may_offer=OFFER in opening.expected and kind != OFFER,
        reach=reaches[placed] if placed < len(reaches) else _ANYWHERE,
        even=placed < _SWAPPED.get(rule, 0),
        count=count if kind != SWAP or OFFER in opening.expected or rule == "soosyrv-8" else 0,
        offers=tuple((column, size - 1 - row) for column, row in opening.offered) if kind == PICK else (),
    )


def _translated(event: str, size: int) -> str:
    """An event with points as ``h8``.

    Raises
    ------
    BoardError
    """
    if not event.isascii():
        raise BoardError(f"bad event {shown(event)!r}")
    words = event.split()
    kind = words[0].upper() if words else ""
    if kind in ("SWAP", "STAY", "N"):
        return " ".join([kind, *words[1:]])
    head, points = ([kind], words[1:]) if kind in (OFFER, PICK) else ([], [event])
    named = [(x, size - y) for x, y in (read_point(text, size) for text in points)]
    return " ".join([*head, *(f"{chr(97 + x)}{row}" for x, row in named)])


def allowed_points(due: Due) -> list[Point]:
    """The points where a stone that is due may lie."""
    size = due.board.size
    middle = size // 2, size - 1 - size // 2
    return [p for p in due.board.empty_points() if max(abs(p[0] - middle[0]), abs(p[1] - middle[1])) <= due.reach]


def first_different(board: Board, points: Iterable[Point], count: int) -> list[Point]:
    """The first ``count`` points that are no two alike as fifth moves; fewer if there are not so many."""
    sides = [{point for point, colour in board.stones.items() if colour == side} for side in (BLACK, WHITE)]
    maps = symmetries(*sides)
    found: list[Point] = []
    seen: set[Point] = set()
    for point in points:
        if point not in seen:
            seen.update(mapped(point) for mapped in maps)
            found.append(point)
            if len(found) == count:
                break
    return found


def even_start(size: int, chance: random.Random) -> list[Point]:
    """Three stones (black, white, black) after which neither side is worth more, turned at random."""
    steps = chance.choice(EVEN_STARTS)
    a, b, c, d = chance.choice(_TURNS)
    middle = size // 2
    if size < _SMALLEST_SPREAD:
        return [(0, 0), (middle, middle), (size - 1, 0)]
    return [(middle + a * x + b * y, middle + c * x + d * y) for x, y in steps]


__all__ = ["NUMBER", "OFFER", "PICK", "STONE", "SWAP", "Due", "allowed_points", "even_start", "first_different", "follow"]
