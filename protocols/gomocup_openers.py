"""Decisions in the openings of five in a row: which search each of them needs, and which event its result means."""

from __future__ import annotations

import random

from engine.search.limits import Info, SearchResult
from protocols.gomocup_board import Point, write_point
from protocols.gomocup_opening import NUMBER, OFFER, PICK, STONE, SWAP, Due, allowed_points, even_start, first_different
from protocols.gomocup_output import point_of

#: An opening player is content with a position that is worth so little to either side.
_EVEN_SCORE = 20
#: Lines that are searched for each fifth move that is offered: alike ones are dropped.
_LINES_AN_OFFER, _MOST_LINES = 3, 48


class Opener:
    """One decision. With :attr:`at_once` there is nothing to search; else :meth:`event` reads the result of a search.

    The search is that of the player to move on ``due.board``, who decides in all cases but NUMBER and PICK.
    """

    def __init__(self, due: Due, chance: random.Random) -> None:
        self._due, self._chance = due, chance
        kind, count = due.kind, due.count
        self.at_once = ""
        self.points: list[Point] | None = None
        """The only moves to be searched."""
        self.lines = 1
        if kind == STONE:
            self._prepare_stone()
        elif kind == OFFER or due.may_offer:
            self.lines = min(_LINES_AN_OFFER * count, _MOST_LINES)
        elif kind in (NUMBER, SWAP):
            self.lines = max(count, 1)
        elif kind == PICK:
            self.points, self.lines = list(due.offers), len(due.offers)

    def _prepare_stone(self) -> None:
        due = self._due
        placed, size = list(due.board.stones), due.board.size
        self.points = allowed_points(due)
        if len(self.points) == 1:
            self.at_once = write_point(self.points[0])
        elif not placed:
            self.at_once = write_point(even_start(size, self._chance)[0])
        elif len(placed) < 3 and due.even:
            # Few stones say little: any of the places will do, a random one surprises most.
            near = [p for p in self.points if max(abs(p[0] - placed[0][0]), abs(p[1] - placed[0][1])) <= len(placed)]
            self.at_once = write_point(self._chance.choice(near or self.points))
        elif due.even:
            self.lines = min(len(self.points), _MOST_LINES)

    def event(self, result: SearchResult | None) -> str:
        """The event line."""
        due = self._due
        lines = [line for line in result.lines if line.pv] if result else []
        if due.kind == STONE:
            return self._stone(lines)
        if due.kind == NUMBER:
            best = min(range(1, due.count + 1), key=lambda n: abs(_score(lines, n)))
            return f"N {best}"
        if due.kind == PICK:
            return f"PICK {write_point(self._point(lines[-1]) if lines else due.offers[0])}"
        if due.kind == SWAP and not due.may_offer:
            return "SWAP" if _score(lines, due.count or 1) < 0 else "STAY"
        good = first_different(due.board, map(self._point, lines), due.count)
        if due.kind == SWAP:
            worst = next((line.score for line in lines if good and self._point(line) == good[-1]), 0)
            if len(good) < due.count or worst < _EVEN_SCORE:
                return "SWAP" if _score(lines, 1) < 0 else "STAY"
        offers = first_different(due.board, [*good, *due.board.empty_points()], due.count)
        return "OFFER " + " ".join(map(write_point, offers))

    def _stone(self, lines: list[Info]) -> str:
        assert self.points
        if not lines:
            return write_point(self.points[0])
        chosen = min(lines, key=lambda line: abs(line.score)) if self._due.even else lines[0]
        return write_point(self._point(chosen))

    def _point(self, line: Info) -> Point:
        return point_of(line.pv[0], self._due.board.size)


def _score(lines: list[Info], number: int) -> int:
    """The score of the line ``number`` or of the last one; 0 without lines."""
    return lines[min(number, len(lines)) - 1].score if lines else 0
