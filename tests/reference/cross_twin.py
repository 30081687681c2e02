"""Four armies on the cross, slow and literal: what both four-seat games have in common. Shares nothing with the engine.

A board is a dictionary: name of a point -> two letters, owner and kind. A game is a :class:`Twin`; ``play`` gives another one.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

FILES = "abcdefghijklmnopqrs"
SEATS = "rbyg"
STEPS = {"up": (0, 1), "right": (1, 0), "down": (0, -1), "left": (-1, 0)}
FORWARD = {"r": "up", "b": "right", "y": "down", "g": "left"}
BACK = {"r": "down", "b": "left", "y": "up", "g": "right"}
NAMES = {"r": "red", "b": "blue", "y": "yellow", "g": "green"}


def at(file: int, rank: int) -> str | None:
    """The point on ``file`` (0..18) and ``rank`` (1..19), None if there is none."""
    if not (0 <= file < 19 and 1 <= rank <= 19):
        return None
    return f"{FILES[file]}{rank}" if FILES[file] in "fghijklmn" or 6 <= rank <= 14 else None


POINTS = [point for rank in range(1, 20) for file in range(19) if (point := at(file, rank))]


def where(point: str) -> tuple[int, int]:
    """File and rank of a point."""
    return FILES.index(point[0]), int(point[1:])


def moved(point: str, right: int, up: int) -> str | None:
    """The point so far away."""
    file, rank = where(point)
    return at(file + right, rank + up)


def line(point: str, direction: str) -> list[str]:
    """The points from ``point`` on in a direction, without it."""
    found: list[str] = []
    after = moved(point, *STEPS[direction])
    while after:
        found.append(after)
        after = moved(after, *STEPS[direction])
    return found


def land(point: str) -> str:
    """The seat whose land it is, ``-`` in the centre."""
    file, rank = where(point)
    if rank <= 5 or rank >= 15:
        return "r" if rank <= 5 else "y"
    return "b" if file <= 4 else "g" if file >= 14 else "-"


#: Seat (or ``-`` for the royal palace) -> centre of the palace.
PALACES = {"r": "j2", "b": "b10", "y": "j18", "g": "r10", "-": "j10"}


def palace(point: str) -> str | None:
    """Whose palace a point is in."""
    file, rank = where(point)
    for owner, centre in PALACES.items():
        x, y = where(centre)
        if abs(file - x) <= 1 and abs(rank - y) <= 1:
            return owner
    return None


def is_adviser_point(point: str, seat: str) -> bool:
    """Centre and corners of a seat's palace."""
    (x, y), (file, rank) = where(PALACES[seat]), where(point)
    return palace(point) == seat and (file == x) == (rank == y)


def read_board(text: str) -> dict[str, str]:
    """The pieces of a good board field."""
    board: dict[str, str] = {}
    for rank, row in zip(range(19, 0, -1), text.split("/"), strict=True):
        file = 0
        for cell in row.split(","):
            if cell[0] == "x" or cell.isdigit():
                file += int(cell.removeprefix("x") or 1)
            else:
                point = at(file, rank)
                assert point
                board[point] = cell
                file += 1
        assert file == 19
    return board


def write_board(board: dict[str, str]) -> str:
    """The canonical board field."""
    rows = []
    for rank in range(19, 0, -1):
        cells = ["x" if not (point := at(file, rank)) else board.get(point, ".") for file in range(19)]
        row: list[str] = []
        for cell in cells:
            if row and cell in "x." and row[-1][0] == cell:
                row[-1] = cell + str(int(row[-1][1:]) + 1)
            else:
                row.append(cell + "1" if cell in "x." else cell)
        rows.append(",".join(cell.removeprefix(".") for cell in row))
    return "/".join(rows)


@dataclass(frozen=True)
class Options:
    """The options of both games."""

    mate: bool = False
    ffa: bool = False
    stay: bool = False
    links: bool = True
    quiet_limit: int = 240
    ply_limit: int = 1000


@dataclass(frozen=True)
class Twin:
    """A position with its history; the games are subclasses."""

    board: dict[str, str]
    turn: str
    alive: str
    extra: str
    """The fourth field: the crown, or the fallen seats."""
    quiet: int
    ply: int
    options: Options
    reason: str = ""
    """Why the game is decided."""
    history: tuple[tuple, ...] = field(default=())
    """Board, turn and alive field (and crown) of every position so far, this one included."""

    FACING = "K"  #: what a general takes along an open line

    # --- what a game adds ---

    def piece_moves(self, origin: str) -> list[str]:
        """Where the piece on ``origin`` may go, checks apart."""
        raise NotImplementedError

    def may_end(self, to: str | None, seat: str) -> bool:
        """Whether a piece of ``seat`` may move to a point: it exists, and is empty or to be taken."""
        raise NotImplementedError

    def movers(self) -> str:
        """The seats whose pieces the seat to act moves."""
        return self.turn

    def place(self, origin: str, to: str) -> Twin:
        """The position after the piece has been moved, before anybody falls."""
        raise NotImplementedError

    # --- pieces that move alike ---

    def moves_K(self, origin, seat):
        found = []
        for direction, step in STEPS.items():
            near = moved(origin, *step)
            if near and palace(near) == palace(origin) and self.may_end(near, seat):
                found.append(near)
            first = next((point for point in line(origin, direction) if point in self.board), None)
            faced = first is not None and self.board[first][1] in self.FACING and self.is_enemy(self.board[first][0], seat)
            if faced and first not in found:
                found.append(first)
        return found

    def moves_A(self, origin, seat):
        near = [moved(origin, right, up) for right in (1, -1) for up in (1, -1)]
        return [to for to in near if to and is_adviser_point(to, seat) and self.may_end(to, seat)]

    def moves_B(self, origin, seat):
        found = []
        for right in (1, -1):
            for up in (1, -1):
                eye, to = moved(origin, right, up), moved(origin, 2 * right, 2 * up)
                if to and eye and eye not in self.board and land(to) == seat and self.may_end(to, seat):
                    found.append(to)
        return found

    def without(self, seat: str) -> Twin:
        """The position after the fall of a seat."""
        raise NotImplementedError

    # --- common ---

    @classmethod
    def read(cls, text: str, options: Options):
        """A position string; a seat without a move falls at once."""
        board, turn, alive, extra, quiet, ply = text.split()
        one = cls(read_board(board), turn, alive, extra, int(quiet), int(ply), options)
        if one.is_decided():
            one = replace(one, reason="fallen")
        return one.settled().recorded()

    def text(self) -> str:
        """The canonical position string."""
        return f"{write_board(self.board)} {self.turn} {self.alive} {self.extra} {self.quiet} {self.ply}"

    def lives(self, seat: str) -> bool:
        """Whether a seat is in the game."""
        return seat in SEATS and self.alive[SEATS.index(seat)] == "1"

    def friends(self, seat: str) -> str:
        """The seat and its ally."""
        return seat if self.options.ffa else "ry" if seat in "ry" else "bg"

    def is_enemy(self, owner: str, seat: str) -> bool:
        """Whether pieces of ``owner`` are those of a living enemy of ``seat``."""
        return owner in SEATS and owner not in self.friends(seat)

    def is_decided(self) -> bool:
        """Whether one team (or seat) is all that lives."""
        living = [seat for seat in SEATS if self.lives(seat)]
        return len(living) == 1 if self.options.ffa else all(seat in self.friends(living[0]) for seat in living)

    def general(self, seat: str) -> str:
        """Where the K of a living seat stands."""
        return next(point for point, piece in self.board.items() if piece == seat + "K")

    def is_attacked(self, seat: str) -> bool:
        """Whether an enemy piece could move to the K of ``seat``."""
        target = self.general(seat)
        return any(target in self.piece_moves(point) for point, piece in self.board.items() if self.is_enemy(piece[0], seat))

    def moves(self) -> list[str]:
        """All legal moves."""
        if self.reason:
            return []
        found = []
        for origin, piece in self.board.items():
            if piece[0] not in self.movers():
                continue
            for to in self.piece_moves(origin):
                if self.options.mate:
                    taken = self.board.get(to, "")
                    if taken[1:] == "K" and taken[0] in SEATS or self.place(origin, to).is_attacked(self.turn):
                        continue
                found.append(origin + to)
        return found

    def after(self, seat: str) -> str:
        """The next living seat."""
        number = SEATS.index(seat)
        return next(SEATS[(number + n) % 4] for n in range(1, 5) if self.lives(SEATS[(number + n) % 4]))

    def settled(self) -> Twin:
        """Steps 2 and 3 of section 6 for the seat to act."""
        one = self
        while not one.reason and not one.moves():
            mated = one.is_attacked(one.turn)
            one = one.without(one.turn)
            if one.is_decided():
                return replace(one, reason="checkmate" if mated else "stalemate")
            one = replace(one, turn=one.after(one.turn))
        return one

    def recorded(self) -> Twin:
        """The position with itself in its history."""
        crown = self.extra if self.extra in POINTS else "-"
        return replace(self, history=(*self.history, (tuple(sorted(self.board.items())), self.turn, self.alive, crown)))

    def play(self, move: str) -> Twin:
        """The position after a legal wire move."""
        cut = next(n for n in (2, 3) if move[:n] in POINTS and move[n:] in POINTS)
        origin, to = move[:cut], move[cut:]
        taken = self.board.get(to)
        one = replace(self.place(origin, to), quiet=0 if taken else self.quiet + 1, ply=self.ply + 1)
        if taken and taken[1] == "K" and taken[0] in SEATS:
            one = one.without(taken[0])
            if one.is_decided():
                return replace(one, reason="capture").recorded()
        return replace(one, turn=one.after(one.turn)).settled().recorded()

    def result(self) -> str:
        """What ``qiji result`` prints."""
        living = [seat for seat in SEATS if self.lives(seat)]
        if self.reason:
            winners = self.friends(living[0])
            return f"win {','.join(NAMES[seat] for seat in SEATS if seat in winners)} {self.reason}"
        if self.history.count(self.history[-1]) >= 3:
            return "draw repetition"
        if self.quiet >= self.options.quiet_limit:
            return "draw no-capture"
        if self.ply >= self.options.ply_limit:
            first, second = (sum(seat in team for seat in living) for team in ("ry", "bg"))
            if self.options.ffa or first == second:
                return "draw move-limit"
            return f"win {'red,yellow' if first > second else 'blue,green'} move-limit"
        return "ongoing"


def perft(twin: Twin, depth: int) -> int:
    """Leaves so many plies below."""
    moves = twin.moves()
    return len(moves) if depth == 1 else sum(perft(twin.play(move), depth - 1) for move in moves)
