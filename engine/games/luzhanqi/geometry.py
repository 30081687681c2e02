"""The two boards as tables: points, roads, railways, camps, headquarters. Plain Python; nothing here is compiled.

Both boards are made of equal armies' ground: 6 rows of 5 points in the owner's own view (row 1 is the front). Two of them face
each other over three crossings (``TWO``, 60 points), or four lie around a centre of nine points (``FOUR``, 129 points). Points
are numbered in the reading order of the position strings. Tables have the board as their first index, so that one set of kernels
plays both.

A run of an ordinary piece follows one line. All runs from a point are a tree in preorder: ``RUN_POINTS[board, point, i]`` is the
point at node ``i``, ``RUN_JUMPS[board, point, i]`` the node that follows where ``i`` is occupied. So a point that two lines share
is met once.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

ROWS, COLUMNS = 6, 5
ARMY = 25  #: pieces, and points that are no camps, of one ground
CAMP_PLACES = ((2, 2), (2, 4), (3, 3), (4, 2), (4, 4))
HQ_PLACES = ((6, 2), (6, 4))
#: The (row, column) of each of the 25 places of a placement token, in its order.
SLOTS = tuple((r, c) for r in range(1, ROWS + 1) for c in range(1, COLUMNS + 1) if (r, c) not in CAMP_PLACES)
TWO, FOUR = 0, 1


@dataclass
class Board:
    """One board. Points are numbers, edges are pairs of them."""

    seats: int
    files: int
    ranks: int
    names: list[str]
    """Point -> file letter and rank."""
    ground: list[dict[tuple[int, int], int]]
    """Seat -> (row, column) of its own view -> point."""
    lines: list[list[int]]
    """The railway lines that an ordinary piece follows."""
    roads: set[frozenset[int]] = field(default_factory=set)
    rails: set[frozenset[int]] = field(default_factory=set)

    @property
    def points(self) -> int:
        """How many points there are."""
        return len(self.names)

    @property
    def edges(self) -> set[frozenset[int]]:
        """All pairs of adjacent points."""
        return self.roads | self.rails


def _inner_edges(ground: dict[tuple[int, int], int]) -> set[frozenset[int]]:
    """The edges inside one ground: orthogonal neighbours, and the diagonals of camps."""
    found = set()
    for (row, column), point in ground.items():
        for down, right in ((0, 1), (1, 0)):
            if (row + down, column + right) in ground:
                found.add(frozenset((point, ground[row + down, column + right])))
    for row, column in CAMP_PLACES:
        for down in (-1, 1):
            for right in (-1, 1):
                found.add(frozenset((ground[row, column], ground[row + down, column + right])))
    return found


def _finish(board: Board, links: list[tuple[int, int]]) -> Board:
    """Fill in the edges: those of the grounds, ``links`` between them; steps along a line are railway."""
    board.rails = {frozenset(pair) for line in board.lines for pair in zip(line, line[1:], strict=False)}
    every = {frozenset(pair) for pair in links} | board.rails
    for ground in board.ground:
        every |= _inner_edges(ground)
    board.roads = every - board.rails
    return board


def _two() -> Board:
    names = ["abcde"[file] + str(rank) for rank in range(12, 0, -1) for file in range(5)]
    at = {name: point for point, name in enumerate(names)}
    places = [(r, c) for r in range(1, 7) for c in range(1, 6)]
    red = {(r, c): at["abcde"[c - 1] + str(7 - r)] for r, c in places}
    black = {(r, c): at["abcde"[5 - c] + str(6 + r)] for r, c in places}
    lines = [[at[f"{file}{rank}"] for file in "abcde"] for rank in (2, 6, 7, 11)]
    lines += [[at[f"{file}{rank}"] for rank in range(2, 12)] for file in "ae"]
    lines.append([at["c6"], at["c7"]])
    return _finish(Board(2, 5, 12, names, [red, black], lines), [])


_CENTRE = ("g", "i", "k")


def _four() -> Board:
    files = "abcdefghijklmnopq"
    places = [(r, c) for r in range(1, 7) for c in range(1, 6)]
    spots = [
        {(r, c): (5 + c, 7 - r) for r, c in places},
        {(r, c): (10 + r, 6 + c) for r, c in places},
        {(r, c): (11 - c, 11 + r) for r, c in places},
        {(r, c): (6 - r, 12 - c) for r, c in places},
    ]
    existing = {spot for ground in spots for spot in ground.values()}
    existing |= {(files.index(file), rank) for file in _CENTRE for rank in (7, 9, 11)}
    names = [files[file] + str(rank) for rank in range(17, 0, -1) for file in range(17) if (file, rank) in existing]
    at = {name: point for point, name in enumerate(names)}
    ground = [{place: at[files[f] + str(r)] for place, (f, r) in spot.items()} for spot in spots]

    def file_line(file: str, ranks) -> list[int]:
        return [at[f"{file}{rank}"] for rank in ranks]

    def rank_line(letters: str, rank: int) -> list[int]:
        return [at[f"{letter}{rank}"] for letter in letters]

    through = (2, 3, 4, 5, 6, 7, 9, 11, 12, 13, 14, 15, 16)
    lines = [file_line("g", through), file_line("k", through), file_line("i", (6, 7, 9, 11, 12))]
    lines += [rank_line("bcdefgiklmnop", 7), rank_line("bcdefgiklmnop", 11), rank_line("fgikl", 9)]
    for rank in (6, 2, 12, 16):
        lines.append(rank_line("ghijk", rank))
    for file in "lpfb":
        lines.append(file_line(file, (7, 8, 9, 10, 11)))
    lines.append(file_line("g", range(2, 7)) + rank_line("fedcb", 7))
    lines.append(file_line("k", range(2, 7)) + rank_line("lmnop", 7))
    lines.append(rank_line("ponml", 11) + file_line("k", range(12, 17)))
    lines.append(file_line("g", range(16, 11, -1)) + rank_line("fedcb", 11))
    return _finish(Board(4, 17, 17, names, ground, lines), [])


BOARDS = (_two(), _four())
MOST_POINTS = max(board.points for board in BOARDS)
INDEX = tuple({name: point for point, name in enumerate(board.names)} for board in BOARDS)  #: name -> point of each board


def _runs(board: Board, point: int) -> tuple[list[int], list[int]]:
    """The tree of ordinary runs from ``point``: points in preorder, and where to go on behind an occupied one."""
    rays: list[list[int]] = []
    for line in board.lines:
        if point in line:
            place = line.index(point)
            rays += [line[place + 1 :], line[:place][::-1]]
    points: list[int] = []
    jumps: list[int] = []

    def grow(branches: list[list[int]]) -> None:
        for head in dict.fromkeys(ray[0] for ray in branches if ray):
            node = len(points)
            points.append(head)
            jumps.append(0)
            grow([ray[1:] for ray in branches if ray and ray[0] == head])
            jumps[node] = len(points)

    grow(rays)
    return points, jumps


def _table(rows: list[list[list[int]]], fill: int = -1) -> np.ndarray:
    """``rows[board][point]`` as a read-only int16 table."""
    width = max(len(row) for board in rows for row in board)
    table = np.full((len(BOARDS), MOST_POINTS, width), fill, np.int16)
    for number, board in enumerate(rows):
        for point, row in enumerate(board):
            table[number, point, : len(row)] = row
    table.flags.writeable = False
    return table


def _neighbours(board: Board, edges: set[frozenset[int]]) -> list[list[int]]:
    return [sorted(other for edge in edges if point in edge for other in edge if other != point) for point in range(board.points)]


def _flags(sets: list[set[int]]) -> np.ndarray:
    table = np.zeros((len(BOARDS), MOST_POINTS), np.int64)
    for number, points in enumerate(sets):
        table[number, sorted(points)] = 1
    table.flags.writeable = False
    return table


def _per_seat(width: int, fill: int, value) -> np.ndarray:
    table = np.full((len(BOARDS), 4, width), fill, np.int64)
    for number, board in enumerate(BOARDS):
        for seat in range(board.seats):
            for key, entry in value(board, seat):
                table[number, seat, key] = entry
    table.flags.writeable = False
    return table


_RUNS = [[_runs(board, point) for point in range(board.points)] for board in BOARDS]
RUN_POINTS = _table([[run[0] for run in board] for board in _RUNS])
RUN_JUMPS = _table([[run[1] for run in board] for board in _RUNS])
RUN_COUNT = np.array([[len(board[p][0]) if p < len(board) else 0 for p in range(MOST_POINTS)] for board in _RUNS], np.int64)
#: Neighbours by road, by rail and by either, -1 behind the last one.
ROADS = _table([_neighbours(board, board.roads) for board in BOARDS])
RAILS = _table([_neighbours(board, board.rails) for board in BOARDS])
NEIGHBOURS = _table([_neighbours(board, board.edges) for board in BOARDS])
CAMP = _flags([{ground[place] for ground in board.ground for place in CAMP_PLACES} for board in BOARDS])
HQ = _flags([{ground[place] for ground in board.ground for place in HQ_PLACES} for board in BOARDS])
#: SLOT_POINT[board, seat, slot]: the point of a place of the placement token.
SLOT_POINT = _per_seat(ARMY, -1, lambda board, seat: ((n, board.ground[seat][place]) for n, place in enumerate(SLOTS)))
#: OWN_ROW[board, seat, point]: the row in the seat's own view, 0 outside its ground.
OWN_ROW = _per_seat(MOST_POINTS, 0, lambda board, seat: ((p, place[0]) for place, p in board.ground[seat].items()))
#: SLOT_OF[board, seat, point]: the inverse of SLOT_POINT, -1 for camps and foreign ground.
SLOT_OF = _per_seat(MOST_POINTS, -1, lambda board, seat: ((board.ground[seat][place], n) for n, place in enumerate(SLOTS)))
SLOT_ROW = np.array([row for row, _ in SLOTS], np.int64)
SLOT_HQ = np.array([int(place in HQ_PLACES) for place in SLOTS], np.int64)
POINTS = np.array([board.points for board in BOARDS], np.int64)
SEATS = np.array([board.seats for board in BOARDS], np.int64)
for _array in (RUN_COUNT, SLOT_ROW, SLOT_HQ, POINTS, SEATS):
    _array.flags.writeable = False
