"""The ways of a capture over the board, for move text: landing squares, in Python.

A move is only its start, its end and the set of captured pieces; texts list landing squares. The searches here go over the jumps
that capture exactly that set.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.draughts.geometry import column_of, row_of, square_at
from engine.games.draughts.rules import RULE_BACKWARD, RULE_FLYING, RULE_THROUGH

STEPS = ((-1, 1), (-1, -1), (1, -1), (1, 1))


class Ways:
    """The ways of one capture.

    ``occupied`` : squares with a piece, the lifted one left out. ``captured`` : what the move captures. ``king`` : whether the
    piece is a king at the start.
    """

    def __init__(
        self,
        side: int,
        rules: int,
        colour: int,
        king: bool,
        occupied: frozenset[int],
        start: int,
        end: int,
        captured: frozenset[int],
    ) -> None:
        self._side, self._rules, self._colour, self._king = side, rules, colour, king
        self._occupied, self._start, self._end, self._captured = occupied, start, end, captured
        self._crown_row = 0 if colour == 0 else side - 1

    def shortest_list(self) -> tuple[int, ...]:
        """The landing squares, the last one the end: the smallest list of numbers that a text may give.

        Where the piece goes straight on it lands right behind the captured piece.
        """
        known: dict[tuple, tuple[int, ...] | None] = {}

        def best(square: int, king: bool, left: frozenset[int], came: int, near: bool) -> tuple[int, ...] | None:
            if not left:
                return () if square == self._end else None
            key = square, king, left, came, near
            if key not in known:
                found = [
                    (landing, *rest)
                    for direction, victim, landings in self._jumps(square, king, left)
                    if near or direction != came
                    for place, landing in enumerate(landings)
                    if (rest := best(landing, self._crowned(king, landing), left - {victim}, direction, place == 0)) is not None
                ]
                known[key] = min(found, default=None)
            return known[key]

        return best(self._start, self._king, self._captured, -1, True) or (self._end,)

    def fits(self, inner: tuple[int, ...], whole: bool) -> bool:
        """Whether the piece can land on ``inner`` in this order before it ends; ``whole``: and on nothing else."""
        known: dict[tuple, bool] = {}

        def can(square: int, king: bool, left: frozenset[int], place: int) -> bool:
            if not left:
                return square == self._end and place == len(inner)
            key = square, king, left, place
            if key not in known:
                known[key] = any(
                    can(landing, self._crowned(king, landing), left - {victim}, following)
                    for _, victim, landings in self._jumps(square, king, left)
                    for landing in landings
                    for following in self._following(inner, place, landing, whole, len(left) == 1)
                )
            return known[key]

        return can(self._start, self._king, self._captured, 0)

    @staticmethod
    def _following(inner: tuple[int, ...], place: int, landing: int, whole: bool, last: bool) -> Iterator[int]:
        """The places in ``inner`` after landing on ``landing``."""
        if last or not whole:
            yield place
        if not last and place < len(inner) and inner[place] == landing:
            yield place + 1

    def _crowned(self, king: bool, landing: int) -> bool:
        return king or bool(self._rules & RULE_THROUGH) and row_of(landing, self._side) == self._crown_row

    def _jumps(self, square: int, king: bool, left: frozenset[int]) -> Iterator[tuple[int, int, list[int]]]:
        """``(direction, captured, landings)`` of each single jump over one of ``left``; captured pieces stay and block."""
        row, column, side = row_of(square, self._side), column_of(square, self._side), self._side
        flying = king and self._rules & RULE_FLYING
        for direction, (down, right) in enumerate(STEPS):
            if not king and not self._rules & RULE_BACKWARD and (down < 0) != (self._colour == 0):
                continue
            distance = 1
            victim = square_at(row + down, column + right, side)
            while flying and victim and victim not in self._occupied:
                distance += 1
                victim = square_at(row + distance * down, column + distance * right, side)
            if victim not in left:
                continue
            landings: list[int] = []
            while True:
                distance += 1
                landing = square_at(row + distance * down, column + distance * right, side)
                if not landing or landing in self._occupied or (landings and not flying):
                    break
                landings.append(landing)
            if landings:
                yield direction, victim, landings
