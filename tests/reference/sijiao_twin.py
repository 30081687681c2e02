"""A slow, plain twin of sijiao-xiangqi and sifang-xiangqi, straight from the rule text, to be read beside it.

A board is a dictionary from (file, rank), both from 1, to two letters: colour and piece; ``d`` is an inert piece.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

COLOURS = "krbw"
SEATS = ("black", "red", "blue", "white")
FILES = "abcdefghijklmnopqrs"
STRAIGHT = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL = ((1, 1), (1, -1), (-1, -1), (-1, 1))
DEFAULTS = {
    "Command": "auto", "EndRule": "auto", "DeadPieces": "remove", "PerpetualCheck": "loss", "NoCaptureLimit": 0, "MoveLimit": 0,
}  # fmt: skip
Point = tuple[int, int]
Board = dict[Point, str]
Move = tuple[Point, Point]


def name(point: Point) -> str:
    return f"{FILES[point[0] - 1]}{point[1]}"


def point_of(text: str) -> Point:
    return FILES.index(text[0]) + 1, int(text[1:])


def wire(move: Move) -> str:
    return name(move[0]) + name(move[1])


class Twin:
    """A game; positions are kept as (board, turn, alive, in check)."""

    def __init__(self, variant: str, text: str, moves: Iterable[str] = (), **options: object) -> None:
        self.corner = variant == "sijiao-xiangqi"
        self.options = {**DEFAULTS, **options}
        command, end = self.options["Command"], self.options["EndRule"]
        self.command = ("unified" if self.corner else "shared") if command == "auto" else command
        self.end = ("mate-one" if self.corner else "mate-both") if end == "auto" else end
        fields = text.split()
        self.board = self.read_board(fields[0])
        self.turn = COLOURS.index(fields[1])
        self.alive = [digit == "1" for digit in fields[2]]
        self.quiet, self.ply = int(fields[4]), int(fields[5])
        self.over: tuple[int, str] | None = None  # (alliance that has lost, reason)
        if (loser := self.lost_alliance()) is not None:
            self.over = loser, "fallen"
        else:
            self.find_mover()
        self.history = [self.row()]
        for move in moves:
            self.push(move)

    # --- the board ---

    def exists(self, point: Point) -> bool:
        file, rank = point
        if self.corner:
            return 1 <= file <= 10 and 1 <= rank <= 10
        return 1 <= file <= 19 and 1 <= rank <= 19 and (6 <= file <= 14 or 6 <= rank <= 14)

    def read_board(self, text: str) -> Board:
        board: Board = {}
        size = 10 if self.corner else 19
        for rank, row in zip(range(size, 0, -1), text.split("/"), strict=True):
            file = 1
            for cell in row.split(","):
                run = re.fullmatch("x?([0-9]*)", cell)
                if run:
                    file += int(run[1] or 1)
                else:
                    board[file, rank] = cell
                    file += 1
        return board

    def text(self) -> str:
        size, ranks = 10 if self.corner else 19, []
        for rank in range(size, 0, -1):
            cells = []
            for file in range(1, size + 1):
                point = file, rank
                cells.append(self.board.get(point, "." if self.exists(point) else "x"))
            row = ",".join(cells)
            row = re.sub(r"\.(,\.)*", lambda run: str(run[0].count(".")), row)
            ranks.append(re.sub("x(,x)*", lambda run: f"x{run[0].count('x')}", row))
        alive = "".join("1" if one else "0" for one in self.alive)
        return f"{'/'.join(ranks)} {COLOURS[self.turn]} {alive} - {self.quiet} {self.ply}"

    def land(self, point: Point) -> int | None:
        """The colour whose land it is."""
        file, rank = point
        if self.corner:
            return {(True, True): 0, (True, False): 1, (False, False): 2, (False, True): 3}[file <= 5, rank <= 5]
        if rank <= 5 or rank >= 15:
            return 0 if rank <= 5 else 2
        if file <= 5 or file >= 15:
            return 1 if file <= 5 else 3
        return None

    def palace(self, point: Point) -> int | None:
        """The colour whose palace it is."""
        centres = ("b2", "b9", "i9", "i2") if self.corner else ("j2", "b10", "j18", "r10")
        for colour, centre in enumerate(centres):
            file, rank = point_of(centre)
            if abs(point[0] - file) <= 1 and abs(point[1] - rank) <= 1:
                return colour
        return None

    def adviser_points(self, colour: int) -> list[Point]:
        centre = ("b2", "b9", "i9", "i2") if self.corner else ("j2", "b10", "j18", "r10")
        file, rank = point_of(centre[colour])
        return [(file, rank), *((file + x, rank + y) for x, y in DIAGONAL)]

    def forward(self, colour: int, piece: str) -> Point:
        if not self.corner:
            return STRAIGHT[colour]
        up, right, down, left = STRAIGHT
        return {"P": (up, down, down, up), "S": (right, right, left, left)}[piece][colour]

    def ray(self, point: Point, step: Point) -> Iterator[Point]:
        here = point[0] + step[0], point[1] + step[1]
        while self.exists(here):
            yield here
            here = here[0] + step[0], here[1] + step[1]

    # --- moves ---

    def enemies(self, one: str, other: str) -> bool:
        """Whether a piece may take another one."""
        if other[0] == "d":
            return True
        return (COLOURS.index(one[0]) - COLOURS.index(other[0])) % 2 == 1

    def targets(self, board: Board, origin: Point) -> Iterator[Point]:
        """Where the piece on ``origin`` goes by the table of section 5, own pieces excluded."""
        piece = board[origin]
        for point in self.ways(board, origin, COLOURS.index(piece[0]), piece[1]):
            if point not in board or self.enemies(piece, board[point]):
                yield point

    def ways(self, board: Board, origin: Point, colour: int, kind: str) -> Iterator[Point]:
        near = [(origin[0] + x, origin[1] + y) for x, y in STRAIGHT]
        slant = [(origin[0] + x, origin[1] + y) for x, y in DIAGONAL]
        if kind == "K":
            steps = [point for point in near if self.palace(point) is not None and self.palace(point) == self.palace(origin)]
            yield from steps
            for step in STRAIGHT:
                first = next((point for point in self.ray(origin, step) if point in board), None)
                if first is not None and first not in steps and board[first][1] == "K" and board[first][0] != "d":
                    yield first
        elif kind == "A":
            yield from (point for point in slant if point in self.adviser_points(colour))
        elif kind == "B":
            for (x, y), eye in zip(DIAGONAL, slant, strict=True):
                target = origin[0] + 2 * x, origin[1] + 2 * y
                if self.exists(target) and self.land(target) == colour and eye not in board:
                    yield target
        elif kind == "N":
            for (x, y), leg in zip(STRAIGHT, near, strict=True):
                if self.exists(leg) and leg not in board:
                    for side in (1, -1):
                        target = leg[0] + x + side * y, leg[1] + y + side * x
                        if self.exists(target):
                            yield target
        elif kind in "RC":
            for step in STRAIGHT:
                met = 0
                for point in self.ray(origin, step):
                    if point in board:
                        met += 1
                        if met == (1 if kind == "R" else 2):
                            yield point
                            break
                    elif met == 0:
                        yield point
        else:
            forward = self.forward(colour, kind)
            for x, y in STRAIGHT:
                if (x, y) == forward or (self.land(origin) != colour and (x, y) != (-forward[0], -forward[1])):
                    point = origin[0] + x, origin[1] + y
                    if self.exists(point):
                        yield point

    def general(self, board: Board, colour: int) -> Point | None:
        return next((point for point, piece in board.items() if piece == f"{COLOURS[colour]}K"), None)

    def attacked(self, board: Board, colour: int) -> bool:
        general = self.general(board, colour)
        return general is not None and any(
            general in self.targets(board, point)
            for point, piece in board.items()
            if piece[0] != "d" and (COLOURS.index(piece[0]) - colour) % 2 == 1
        )

    def movable(self, point: Point, piece: str) -> bool:
        if piece[0] == "d":
            return False
        colour = COLOURS.index(piece[0])
        if colour == self.turn:
            return True
        if (colour - self.turn) % 4 != 2 or not self.alive[colour]:
            return False
        return self.command == "unified" or self.command == "shared" and self.land(point) != colour

    def guarded(self) -> list[int]:
        """The colours whose generals the one to move answers for."""
        if self.end == "capture-both":
            return []
        return [self.turn, (self.turn + 2) % 4] if self.command == "unified" else [self.turn]

    def legal(self) -> list[Move]:
        if self.over:
            return []
        found = []
        for origin, piece in self.board.items():
            if not self.movable(origin, piece):
                continue
            for target in self.targets(self.board, origin):
                taken = self.board.get(target, "")
                if self.end != "capture-both" and taken[1:] == "K" and taken[0] != "d":
                    continue
                after = dict(self.board)
                after[target] = after.pop(origin)
                if not any(self.attacked(after, colour) for colour in self.guarded()):
                    found.append((origin, target))
        return found

    @property
    def in_check(self) -> bool:
        colours = [self.turn, (self.turn + 2) % 4] if self.command == "unified" else [self.turn]
        return any(self.attacked(self.board, colour) for colour in colours)

    # --- turns ---

    def lost_alliance(self) -> int | None:
        """The alliance that has lost by its fallen colours."""
        for alliance in (0, 1):
            fallen = [not self.alive[alliance], not self.alive[alliance + 2]]
            if any(fallen) if self.end == "mate-one" else all(fallen):
                return alliance
        return None

    def fall(self, colour: int, reason: str) -> None:
        self.alive[colour] = False
        for point, piece in list(self.board.items()):
            if piece[0] == COLOURS[colour]:
                del self.board[point]
                if self.options["DeadPieces"] == "stay":
                    self.board[point] = "d" + piece[1]
        if (loser := self.lost_alliance()) is not None:
            self.over = loser, reason

    def find_mover(self) -> None:
        """Step 3 for the colour or side whose turn it is."""
        while not self.over and not self.legal():
            reason = "checkmate" if self.in_check else "stalemate"
            if self.command == "unified":
                self.over = self.turn % 2, reason
                return
            self.fall(self.turn, reason)
            if not self.over:
                self.turn = self.next_colour()

    def next_colour(self) -> int:
        return next(colour % 4 for colour in range(self.turn + 1, self.turn + 5) if self.alive[colour % 4])

    def row(self) -> tuple:
        return frozenset(self.board.items()), self.turn, tuple(self.alive), not self.over and self.in_check

    def push(self, text: str) -> None:
        """Play a legal move in wire notation."""
        match = re.fullmatch("([a-s][0-9]+)([a-s][0-9]+)", text)
        assert match
        move = point_of(match[1]), point_of(match[2])
        assert move in self.legal(), text
        taken = self.board.get(move[1])
        self.board[move[1]] = self.board.pop(move[0])
        self.quiet = 0 if taken else self.quiet + 1
        self.ply += 1
        if taken and taken[1] == "K" and taken[0] != "d":
            self.fall(COLOURS.index(taken[0]), "capture")
        if not self.over:
            self.turn = 3 - self.turn if self.command == "unified" else self.next_colour()
            self.find_mover()
        self.history.append(self.row())

    # --- the end ---

    def loses(self, alliance: int, reason: str) -> str:
        winners = [SEATS[colour] for colour in range(4) if colour % 2 != alliance]
        return f"win {','.join(winners)} {reason}"

    def result(self) -> str:
        if self.over:
            return self.loses(*self.over)
        same = [n for n, row in enumerate(self.history) if row[:3] == self.history[-1][:3]]
        if len(same) >= 3:
            if self.command == "unified" and self.options["PerpetualCheck"] == "loss":
                plies = self.history[same[-3] + 1 :]
                always = [all(row[3] for row in plies if row[1] % 2 != alliance) for alliance in (0, 1)]
                if always[0] != always[1]:
                    return self.loses(always.index(True), "perpetual-check")
            return "draw repetition"
        if self.quiet >= (int(str(self.options["NoCaptureLimit"])) or (120 if self.command == "unified" else 240)):
            return "draw no-capture"
        if self.ply >= (int(str(self.options["MoveLimit"])) or (500 if self.command == "unified" else 1000)):
            living = [sum(self.alive[colour] for colour in (alliance, alliance + 2)) for alliance in (0, 1)]
            return "draw move-limit" if living[0] == living[1] else self.loses(living.index(min(living)), "move-limit")
        return "ongoing"
