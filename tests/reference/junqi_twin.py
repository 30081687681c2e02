"""Army chess for two and for four seats in plain Python, written from the rule texts alone: slow, and right by being obvious.

Points are names; nothing is shared with the engine, neither tables nor the numbering of points.
"""

from __future__ import annotations

from dataclasses import dataclass, field

SET = {"a": 1, "b": 1, "c": 2, "d": 2, "e": 2, "f": 2, "g": 3, "h": 3, "i": 3, "j": 3, "k": 2, "l": 1}
CAMPS = {(2, 2), (2, 4), (3, 3), (4, 2), (4, 4)}


class Graph:
    """Neighbours by name, and the lines that ordinary pieces run along."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.home: dict[str, tuple[int, int, int]] = {}
        for seat in range(seats):
            for row in range(1, 7):
                for column in range(1, 6):
                    self.home[self.spot(seat, row, column)] = (seat, row, column)
        self.near: dict[str, set[str]] = {name: set() for name in self.home}
        self.rail: dict[str, set[str]] = {name: set() for name in self.home}
        self.lines: list[list[str]] = []
        for seat in range(seats):
            self._ground(seat)
        if seats == 2:
            for file in "ace":
                self._join(f"{file}6", f"{file}7")
            self.lines += [[f"{f}{r}" for f in "abcde"] for r in (2, 6, 7, 11)]
            self.lines += [[f"{f}{r}" for r in range(2, 12)] for f in "ae"] + [["c6", "c7"]]
        else:
            self._centre()
        for line in self.lines:
            for a, b in zip(line, line[1:], strict=False):
                assert b in self.near[a], (a, b)
                self.rail[a].add(b)
                self.rail[b].add(a)

    def spot(self, seat: int, row: int, column: int) -> str:
        if self.seats == 2:
            return "abcde"[column - 1] + str(7 - row) if seat == 0 else "abcde"[5 - column] + str(6 + row)
        file, rank = [
            (5 + column, 7 - row), (10 + row, 6 + column), (11 - column, 11 + row), (6 - row, 12 - column)
        ][seat]  # fmt: skip
        return "abcdefghijklmnopq"[file] + str(rank)

    def _join(self, a: str, b: str) -> None:
        self.near.setdefault(a, set()).add(b)
        self.near.setdefault(b, set()).add(a)

    def _ground(self, seat: int) -> None:
        for row in range(1, 7):
            for column in range(1, 6):
                here = self.spot(seat, row, column)
                for r, c in ((row, column + 1), (row + 1, column)):
                    if r <= 6 and c <= 5:
                        self._join(here, self.spot(seat, r, c))
                if (row, column) in CAMPS:
                    for r in (row - 1, row + 1):
                        for c in (column - 1, column + 1):
                            self._join(here, self.spot(seat, r, c))

    def _centre(self) -> None:
        centre = [f + r for f in "gik" for r in ("7", "9", "11")]
        for name in centre:
            self.rail.setdefault(name, set())
        for a, b in zip("gi", "ik", strict=True):
            for r in ("7", "9", "11"):
                self._join(a + r, b + r)
        for f in "gik":
            self._join(f + "7", f + "9")
            self._join(f + "9", f + "11")
        for pair in (
            "g6-g7 i6-i7 k6-k7 l7-k7 l9-k9 l11-k11 k12-k11 i12-i11 g12-g11 f11-g11 f9-g9 f7-g7 g6-f7 k6-l7 l11-k12 g12-f11"
        ).split():
            self._join(*pair.split("-"))
        text = """g2 g3 g4 g5 g6 g7 g9 g11 g12 g13 g14 g15 g16
k2 k3 k4 k5 k6 k7 k9 k11 k12 k13 k14 k15 k16
i6 i7 i9 i11 i12
b7 c7 d7 e7 f7 g7 i7 k7 l7 m7 n7 o7 p7
b11 c11 d11 e11 f11 g11 i11 k11 l11 m11 n11 o11 p11
f9 g9 i9 k9 l9
g6 h6 i6 j6 k6
g2 h2 i2 j2 k2
g12 h12 i12 j12 k12
g16 h16 i16 j16 k16
l7 l8 l9 l10 l11
p7 p8 p9 p10 p11
f7 f8 f9 f10 f11
b7 b8 b9 b10 b11
g2 g3 g4 g5 g6 f7 e7 d7 c7 b7
k2 k3 k4 k5 k6 l7 m7 n7 o7 p7
p11 o11 n11 m11 l11 k12 k13 k14 k15 k16
g16 g15 g14 g13 g12 f11 e11 d11 c11 b11"""
        self.lines += [line.split() for line in text.splitlines()]

    def is_camp(self, name: str) -> bool:
        return name in self.home and self.home[name][1:] in CAMPS

    def is_hq(self, name: str) -> bool:
        return name in self.home and self.home[name][1:] in ((6, 2), (6, 4))

    def targets(self, pieces: dict[str, tuple[int, str]], start: str, kind: str) -> set[str]:
        """Where a piece of ``kind`` comes to if it may end on any point."""
        found = set(self.near[start])
        if kind == "i":
            todo, seen = [start], {start}
            while todo:
                for other in self.rail[todo.pop()]:
                    if other not in seen:
                        seen.add(other)
                        found.add(other)
                        if other not in pieces:
                            todo.append(other)
        else:
            for line in self.lines:
                if start in line:
                    place = line.index(start)
                    for run in (line[place + 1 :], line[:place][::-1]):
                        for other in run:
                            found.add(other)
                            if other in pieces:
                                break
        return found - {start}


GRAPHS = {2: Graph(2), 4: Graph(4)}


@dataclass
class Twin:
    """A truth. ``pieces``: point -> (seat, letter)."""

    seats: int
    pieces: dict[str, tuple[int, str]]
    turn: int
    quiet: int = 0
    known: set[str] = field(default_factory=set)
    out: set[int] = field(default_factory=set)
    mine_hit: str = "bounce"
    scout: bool = False
    reveal: bool = True
    limit: int = 70
    mover_loses: bool = False

    def copy(self) -> Twin:
        return Twin(
            self.seats, dict(self.pieces), self.turn, self.quiet, set(self.known), set(self.out), self.mine_hit, self.scout,
            self.reveal, self.limit, self.mover_loses,
        )  # fmt: skip

    def foe(self, a: int, b: int) -> bool:
        return a % 2 != b % 2

    def steps(self, seat: int) -> set[tuple[str, str]]:
        """Everything that the pieces of a seat can do."""
        graph, found = GRAPHS[self.seats], set()
        for point, (owner, kind) in self.pieces.items():
            if owner != seat or kind in "jl" or graph.is_hq(point):
                continue
            for to in graph.targets(self.pieces, point, kind):
                there = self.pieces.get(to)
                if there is None or (self.foe(seat, there[0]) and not graph.is_camp(to)):
                    found.add((point, to))
        return found

    def flag_of(self, seat: int) -> str | None:
        return next((point for point, piece in self.pieces.items() if piece == (seat, "l")), None)

    def result(self) -> str:
        names = ("red", "black") if self.seats == 2 else ("red", "purple", "blue", "green")
        if self.seats == 4:
            if {0, 2} <= self.out:
                return "win purple,green eliminated"
            if {1, 3} <= self.out:
                return "win red,blue eliminated"
        else:
            for seat in (0, 1):
                if self.flag_of(seat) is None:
                    return f"win {names[1 - seat]} flag"
            if not self.steps(self.turn):
                return f"win {names[1 - self.turn]} no-moves" if self.steps(1 - self.turn) else "draw no-moves"
        if self.limit and self.quiet >= self.limit:
            return f"win {names[self.turn]} no-contact" if self.mover_loses else "draw no-contact"
        return "ongoing"

    def legal(self) -> set[str]:
        if self.result() != "ongoing":
            return set()
        moves = {a + b for a, b in self.steps(self.turn)}
        return moves or ({"0000"} if self.seats == 4 else set())

    def _remove_seat(self, seat: int) -> None:
        self.out.add(seat)
        for point in [p for p, piece in self.pieces.items() if piece[0] == seat]:
            del self.pieces[point]
            self.known.discard(point)

    def _pass_turn(self) -> None:
        for _ in range(self.seats):
            self.turn = (self.turn + 1) % self.seats
            if self.turn not in self.out:
                return

    def play(self, move: str) -> str:
        """Play a legal move; the token that the referee sends."""
        if move == "0000":
            self._remove_seat(self.turn)
            self.quiet = 0
            self._pass_turn()
            return move
        cut = 2 if len(move) == 4 or not move[2].isdigit() else 3
        start, to = move[:cut], move[cut:]
        seat, kind = self.pieces[start]
        there = self.pieces.get(to)
        if there is None:
            self._shift(start, to)
            self.quiet += 1
            self._pass_turn()
            return move
        enemy, other = there
        dead: list[tuple[int, str]] = []
        if "k" in (kind, other):
            code, dead = "=", [(seat, kind), there]
        elif other == "l" or (other == "j" and kind == "i"):
            code, dead = "x", [there]
        elif other == "j" and self.mine_hit == "bounce":
            code = "~"
        elif other == "j" and self.mine_hit == "attacker-dies":
            code, dead = "o", [(seat, kind)]
        elif other in ("j", kind):
            code, dead = "=", [(seat, kind), there]
        elif kind < other:
            code, dead = "x", [there]
        else:
            code, dead = "o", [(seat, kind)]
        flags = [self.flag_of(owner) for owner, letter in dead if letter == "a"] if self.reveal else []
        token = move + code + ("#" if (enemy, "l") in dead else "")
        if code == "~":
            self.known.add(to)
            self.quiet += 1
        else:
            self.quiet = 0
            if there in dead:
                del self.pieces[to]
                self.known.discard(to)
            if (seat, kind) in dead:
                del self.pieces[start]
                self.known.discard(start)
            else:
                self._shift(start, to)
        if "#" in token and self.seats == 4:
            self._remove_seat(enemy)
        for flag in flags:
            if flag in self.pieces:
                token += "!" + flag
                self.known.add(flag)
        if self.scout and code in "xo" and "i" in [letter for _, letter in dead]:
            owner, letter = self.pieces[to]
            token += "?" + (letter.upper() if self.seats == 2 and owner == 0 else letter)
            self.known.add(to)
        self._pass_turn()
        return token

    def _shift(self, start: str, to: str) -> None:
        self.pieces[to] = self.pieces.pop(start)
        self.known.discard(to)
        if start in self.known:
            self.known.discard(start)
            self.known.add(to)

    def perft(self, depth: int) -> int:
        if depth == 0:
            return 1
        total = 0
        for move in self.legal():
            after = self.copy()
            after.play(move)
            total += after.perft(depth - 1)
        return total
