"""Five in a row, slowly and literally: the sentences of the rule text, sections 5.1 to 5.3, on a dictionary of stones.

Points are ``(column, row)`` from 0; stones are ``"b"`` and ``"w"``. No table, nothing incremental.
"""

from __future__ import annotations

import re

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
Point = tuple[int, int]


class Board:
    """A board of ``size`` points; everything else is outside."""

    def __init__(self, size: int, stones: dict[Point, str]) -> None:
        self.size, self.stones = size, stones

    @classmethod
    def read(cls, text: str) -> Board:
        """The board of a position string."""
        rows = text.split()[0].split("/")
        stones = {}
        for number, row in enumerate(rows):
            column = 0
            for word in re.findall(r"\d+|[bw]", row):
                if word in "bw":
                    stones[column, len(rows) - 1 - number] = word
                    column += 1
                else:
                    column += int(word)
        return cls(len(rows), stones)

    def inside(self, point: Point) -> bool:
        return 0 <= point[0] < self.size and 0 <= point[1] < self.size

    def empty(self, point: Point) -> bool:
        return self.inside(point) and point not in self.stones

    def points(self) -> list[Point]:
        return [(x, y) for y in range(self.size) for x in range(self.size)]

    def with_stone(self, point: Point, colour: str) -> Board:
        return Board(self.size, self.stones | {point: colour})

    def row(self, point: Point, step: Point) -> list[Point]:
        """The maximal row of one colour through a stone, in the order of the line."""
        colour, found = self.stones[point], [point]
        for sign in (-1, 1):
            there = point[0] + sign * step[0], point[1] + sign * step[1]
            while self.stones.get(there) == colour:
                found.append(there)
                there = there[0] + sign * step[0], there[1] + sign * step[1]
        return sorted(found)

    def line(self, point: Point, step: Point) -> list[Point]:
        """All points of the line through a point."""
        reach = range(-self.size, self.size + 1)
        return [p for p in ((point[0] + k * step[0], point[1] + k * step[1]) for k in reach) if self.inside(p)]


def name(point: Point) -> str:
    """``h8`` for (7, 7)."""
    return f"{chr(97 + point[0])}{point[1] + 1}"


def wins(board: Board, point: Point, mode: str) -> bool:
    """Whether the stone that was just put on ``point`` wins (5.2)."""
    colour = board.stones[point]
    other = "w" if colour == "b" else "b"
    for step in DIRECTIONS:
        row = board.row(point, step)
        ends = [(row[0][0] - step[0], row[0][1] - step[1]), (row[-1][0] + step[0], row[-1][1] + step[1])]
        shut = all(board.stones.get(end) == other for end in ends)
        length = len(row)
        if mode == "freestyle" or (mode == "renju" and colour == "w"):
            won = length >= 5
        elif mode in ("standard", "renju"):
            won = length == 5
        elif mode == "caro":
            won = (length == 5 and not shut) or length >= 6
        else:
            won = length == 5 and not shut
        if won:
            return True
    return False


def _fives_on(board: Board, point: Point, step: Point) -> list[tuple[Point, frozenset[Point]]]:
    """The empty points of the line where a black stone makes a row of exactly five through ``point``, with the four others."""
    found = []
    for extra in board.line(point, step):
        if board.empty(extra):
            row = board.with_stone(extra, "b").row(extra, step)
            if len(row) == 5 and point in row:
                found.append((extra, frozenset(row) - {extra}))
    return found


def _is_straight_four(board: Board, point: Point, step: Point) -> bool:
    """Whether the row through ``point`` is a straight four (definition 4)."""
    row = board.row(point, step)
    if len(row) != 4:
        return False
    ends = [(row[0][0] - step[0], row[0][1] - step[1]), (row[-1][0] + step[0], row[-1][1] + step[1])]
    return all(board.empty(end) and len(board.with_stone(end, "b").row(end, step)) == 5 for end in ends)


def shape_of(board: Board, point: Point) -> str:
    """``five``, a forbidden shape or nothing: what a black stone on the empty ``point`` makes under renju (5.3)."""
    board = board.with_stone(point, "b")
    lengths = [len(board.row(point, step)) for step in DIRECTIONS]
    if 5 in lengths:
        return "five"
    if max(lengths) >= 6:
        return "overline"
    fours = {(step, four) for step in DIRECTIONS for _, four in _fives_on(board, point, step)}
    if len(fours) >= 2:
        return "double-four"
    with_four = {step for step, _ in fours}
    if sum(_has_real_three(board, point, step) for step in DIRECTIONS if step not in with_four) >= 2:
        return "double-three"
    return ""


def _has_real_three(board: Board, point: Point, step: Point) -> bool:
    """Definitions 5 and 6 on one line through ``point``, which has its stone."""
    for q in board.line(point, step):
        if not board.empty(q):
            continue
        after = board.with_stone(q, "b")
        if point in after.row(q, step) and _is_straight_four(after, q, step) and shape_of(board, q) == "":
            return True
    return False


def forbidden_points(board: Board) -> dict[str, str]:
    """Black's forbidden points by name."""
    shapes = {name(point): shape_of(board, point) for point in board.points() if board.empty(point)}
    return {point: shape for point, shape in shapes.items() if shape not in ("", "five")}


def perft(board: Board, colour: str, mode: str, depth: int) -> int:
    """Leaves at ``depth``, forbidden moves being illegal."""
    total = 0
    for point in board.points():
        if not board.empty(point) or (mode == "renju" and colour == "b" and shape_of(board, point) not in ("", "five")):
            continue
        after = board.with_stone(point, colour)
        if depth == 1:
            total += 1
        elif not wins(after, point, mode):
            total += perft(after, "w" if colour == "b" else "b", mode, depth - 1)
    return total
