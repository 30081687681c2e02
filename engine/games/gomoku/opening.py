"""Opening rules with swaps and offers (rule text, section 6) as a machine of events. Pure Python; the kernels see ordinary moves.

P1 (1) puts the first stones and begins as Black, P2 (2) is the other player. Events are texts: a point (``h8``), ``SWAP``,
``STAY``, ``N n`` (so many fifth moves will be offered), ``OFFER p1 p2 ...``, ``PICK p``.

>>> opening = Opening("swap2")
>>> for event in ("h8", "i9", "k6", "SWAP"):
...     opening.play(event)
>>> opening.finished, opening.colours, opening.moves
(True, {1: 'white', 2: 'black'}, ('h8', 'i9', 'k6'))
"""

from __future__ import annotations

from collections.abc import Callable, Generator

from engine.errors import IllegalMoveError, MoveSyntaxError
from engine.games.gomoku.rules import OPENINGS

Point = tuple[int, int]
STONE, SWAP, STAY, NUMBER, OFFER, PICK = "stone", "SWAP", "STAY", "N", "OFFER", "PICK"
_SIDES: tuple[Callable[[Point], Point], ...] = (
    lambda p: (p[0], p[1]),
    lambda p: (-p[0], p[1]),
    lambda p: (p[0], -p[1]),
    lambda p: (-p[0], -p[1]),
    lambda p: (p[1], p[0]),
    lambda p: (-p[1], p[0]),
    lambda p: (p[1], -p[0]),
    lambda p: (-p[1], -p[0]),
)


# --- likeness of fifth moves --------------------------------------------------------------------------------------------


def symmetries(black: set[Point], white: set[Point]) -> list[Callable[[Point], Point]]:
    """The rotations and reflections with shifts that map black stones on black and white on white ones; edges do not count."""

    def shifted(turn: Callable[[Point], Point], dx: int, dy: int) -> Callable[[Point], Point]:
        return lambda p: (turn(p)[0] + dx, turn(p)[1] + dy)

    stones = black | white
    low = min(x for x, _ in stones), min(y for _, y in stones)
    found = []
    for turn in _SIDES:
        turned = [turn(p) for p in stones]
        mapped = shifted(turn, low[0] - min(x for x, _ in turned), low[1] - min(y for _, y in turned))
        if {mapped(p) for p in black} == black and {mapped(p) for p in white} == white:
            found.append(mapped)
    return found


# --- the machine --------------------------------------------------------------------------------------------------------


class Opening:
    """An opening in progress under one of the rules of ``rules.OPENINGS``."""

    def __init__(self, rule: str, size: int = 15) -> None:
        if rule not in OPENINGS:
            raise MoveSyntaxError(f"{rule!r} is no opening rule; known: {', '.join(OPENINGS)}")
        self.rule, self.size = rule, size
        self.stones: list[Point] = []
        """(column, row) from 0, in the order of play."""
        self.black_player = 1
        self.offered: list[Point] = []
        self._offers = 0
        self._course = _COURSES[rule.partition("-")[0]](self)
        self.player = 0
        self.expected: tuple[str, ...] = ()
        self._reach = 0
        self.finished = False
        self._advance(None)

    # --- what is so ---

    @property
    def colours(self) -> dict[int, str]:
        """``black`` or ``white`` for each player, as things stand."""
        return {self.black_player: "black", 3 - self.black_player: "white"}

    @property
    def moves(self) -> tuple[str, ...]:
        """The stones as move texts, Black first."""
        return tuple(self._name(point) for point in self.stones)

    def player_of(self, colour: str) -> int:
        """The player who has a colour now."""
        return self.black_player if colour == "black" else 3 - self.black_player

    def _name(self, point: Point) -> str:
        return f"{chr(97 + point[0])}{point[1] + 1}"

    # --- events ---

    def play(self, event: str) -> None:
        """Play the next event of the player ``self.player``; ``self.expected`` names what it may be.

        Raises
        ------
        MoveSyntaxError, IllegalMoveError
        """
        words = event.split()
        if not words:
            raise MoveSyntaxError("an opening event is missing")
        word = words[0].upper()
        kind = word if word in (SWAP, STAY, NUMBER, OFFER, PICK) else STONE
        if self.finished:
            raise IllegalMoveError(f"{event!r}: the opening is over")
        if kind not in self.expected:
            raise IllegalMoveError(f"{event!r}: now comes {' or '.join(self.expected)}")
        arguments = words if kind == STONE else words[1:]
        if kind == NUMBER:
            self._offers = self._number(event, arguments)
        elif kind in (SWAP, STAY):
            if arguments:
                raise MoveSyntaxError(f"{event!r}: nothing may follow {kind}")
        else:
            points = [self._point(text) for text in arguments]
            if kind == OFFER:
                self._offer(points)
            elif len(points) != 1:
                raise MoveSyntaxError(f"{event!r} is not one point")
            elif kind == PICK and points[0] not in self.offered:
                raise IllegalMoveError(f"{event!r} was not offered")
            elif max(abs(points[0][0] - self.size // 2), abs(points[0][1] - self.size // 2)) > self._reach:
                raise IllegalMoveError(
                    f"{event!r} is outside the {2 * self._reach + 1}x{2 * self._reach + 1} points around the centre"
                )
            else:
                self.stones.append(points[0])
        if kind == SWAP:
            self.black_player = 3 - self.black_player
        self._advance(kind)

    def _advance(self, kind: str | None) -> None:
        try:
            self.player, self.expected, self._reach = self._course.send(kind) if kind else next(self._course)
        except StopIteration:
            self.player, self.expected, self.finished = 0, (), True

    def _number(self, event: str, words: list[str]) -> int:
        most = int(self.rule.partition("-")[2])
        if len(words) != 1 or not (words[0].isascii() and words[0].isdigit()) or not 1 <= int(words[0]) <= most:
            raise MoveSyntaxError(f"{event!r}: N and a number from 1 to {most} is needed")
        return int(words[0])

    def _point(self, text: str) -> Point:
        """An empty point.

        Raises
        ------
        MoveSyntaxError, IllegalMoveError
        """
        column, row = ord(text[0].lower()) - 97, int(text[1:]) - 1 if text[1:].isdigit() else -1
        if not (0 <= column < self.size and 0 <= row < self.size):
            raise MoveSyntaxError(f"{text!r} is no point of this board")
        if (column, row) in self.stones:
            raise IllegalMoveError(f"{text!r}: there is a stone")
        return column, row

    def _offer(self, points: list[Point]) -> None:
        if len(points) != self._offers:
            raise IllegalMoveError(f"{len(points)} points are offered, not {self._offers}")
        like = symmetries(set(self.stones[::2]), set(self.stones[1::2]))
        for number, point in enumerate(points):
            images = {mapped(point) for mapped in like}
            twin = next((other for other in points[:number] if other in images), None)
            if twin is not None:
                raise IllegalMoveError(f"{self._name(twin)} and {self._name(point)} are alike")
        self.offered = points

    def different_points(self) -> list[Point]:
        """One empty point of each class of points that are alike, for offers."""
        like = symmetries(set(self.stones[::2]), set(self.stones[1::2]))
        seen: set[Point] = set()
        kept = []
        for point in ((x, y) for y in range(self.size) for x in range(self.size)):
            if point not in self.stones and point not in seen:
                kept.append(point)
                seen.update(mapped(point) for mapped in like)
        return kept


# --- courses ------------------------------------------------------------------------------------------------------------

#: What is due: the player, the kinds of events, how far from the centre a stone may lie. A course is sent the kind played.
_Due = tuple[int, tuple[str, ...], int]
_Course = Generator[_Due, str, None]
_ANYWHERE = 99


def _black(opening: Opening) -> int:
    return opening.black_player


def _white(opening: Opening) -> int:
    return 3 - opening.black_player


def _fifth(opening: Opening) -> _Course:
    """Black offers, White picks."""
    yield _black(opening), (OFFER,), _ANYWHERE
    yield _white(opening), (PICK,), _ANYWHERE


def _none(opening: Opening) -> _Course:
    yield from ()


def _centre(opening: Opening) -> _Course:
    yield 1, (STONE,), 0


def _swap(opening: Opening) -> _Course:
    for _ in range(3):
        yield 1, (STONE,), _ANYWHERE
    yield 2, (SWAP, STAY), 0


def _swap2(opening: Opening) -> _Course:
    for _ in range(3):
        yield 1, (STONE,), _ANYWHERE
    choice = yield 2, (SWAP, STAY, STONE), _ANYWHERE
    if choice == STONE:
        yield 2, (STONE,), _ANYWHERE
        yield 1, (SWAP, STAY), 0


def _rif(opening: Opening) -> _Course:
    for reach in range(3):
        yield 1, (STONE,), reach
    yield 2, (SWAP, STAY), 0
    yield _white(opening), (STONE,), _ANYWHERE
    opening._offers = 2
    yield from _fifth(opening)


def _soosyrv(opening: Opening) -> _Course:
    for reach in range(3):
        yield 1, (STONE,), reach
    yield 2, (SWAP, STAY), 0
    yield _white(opening), (STONE,), _ANYWHERE
    yield _white(opening), (NUMBER,), 0
    yield _black(opening), (SWAP, STAY), 0
    yield from _fifth(opening)


def _taraguchi(opening: Opening) -> _Course:
    for reach in range(4):
        yield (_white if reach & 1 else _black)(opening), (STONE,), reach
        if reach < 3:
            yield (_black if reach & 1 else _white)(opening), (SWAP, STAY), 0
    opening._offers = int(opening.rule.partition("-")[2])
    choice = yield _black(opening), (SWAP, STAY, OFFER), _ANYWHERE
    if choice == OFFER:
        yield _white(opening), (PICK,), _ANYWHERE
    else:
        yield _black(opening), (STONE,), 4
        yield _white(opening), (SWAP, STAY), 0


_COURSES: dict[str, Callable[[Opening], _Course]] = {
    "none": _none,
    "centre": _centre,
    "swap": _swap,
    "swap2": _swap2,
    "rif": _rif,
    "soosyrv": _soosyrv,
    "taraguchi": _taraguchi,
}
