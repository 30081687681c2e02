"""Fangqi once more, slow and literal: sets of point names, the rule text sentence by sentence. Shares nothing with the engine."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

FILES, RANKS = "abcdef", "123456"
POINTS = [file + rank for rank in RANKS for file in FILES]
CORNERS = {"a1", "a6", "f1", "f6"}


def shifted(point: str, right: int, up: int) -> str | None:
    """The point so far away, None outside the board."""
    file, rank = FILES.index(point[0]) + right, RANKS.index(point[1]) + up
    return FILES[file] + RANKS[rank] if 0 <= file < 6 and 0 <= rank < 6 else None


def ray(point: str, right: int, up: int) -> list[str]:
    """The points from ``point`` on to the border."""
    found = [point]
    while (after := shifted(found[-1], right, up)) is not None:
        found.append(after)
    return found


def all_regions() -> dict[str, tuple[frozenset[str], int]]:
    """Name -> points and value (rule text, section 2)."""
    regions = {}
    for point in POINTS:
        square = [point, shifted(point, 1, 0), shifted(point, 0, 1), shifted(point, 1, 1)]
        if None not in square:
            regions["S" + point] = frozenset(square), 1
        for letter, up in (("U", 1), ("D", -1)):
            starts_outside = shifted(point, -1, -up) is None
            length = len(ray(point, 1, up))
            if starts_outside and length > 2:
                regions[letter + point] = frozenset(ray(point, 1, up)), {3: 1, 4: 2, 5: 3, 6: 4}[length]
    for file in FILES:
        regions["C" + file] = frozenset(file + rank for rank in RANKS), 1
    for rank in RANKS:
        regions["R" + rank] = frozenset(file + rank for file in FILES), 1
    return regions


REGIONS = all_regions()


@dataclass(frozen=True)
class Rules:
    """The options."""

    opening: str = "corners"
    first: str = "other"
    scope: str = "place"
    keep: bool = True
    steps: str = "orthogonal"
    quiet_limit: int = 100
    repetition: int = 3
    balls: int = 25
    minimum: int = 3


@dataclass
class Twin:
    """A position; :meth:`play` gives the next one."""

    rules: Rules = field(default_factory=Rules)
    board: dict[str, str] = field(default_factory=dict)
    side: str = "w"
    phase: str = "P"
    due: int = 0
    mark: str = "-"
    spent: set[str] = field(default_factory=set)
    quiet: int = 0
    before: list[str] = field(default_factory=list)
    """Texts without the quiet field of all earlier positions."""

    @classmethod
    def read(cls, text: str, rules: Rules) -> Twin:
        """The position of a well-formed string that asks nothing impossible."""
        board, side, phase, mark, spent, quiet = text.split()
        balls = {}
        for rank, row in zip(reversed(RANKS), board.split("/"), strict=True):
            file = 0
            for letter in row:
                if letter.isdigit():
                    file += int(letter)
                else:
                    balls[FILES[file] + rank] = letter
                    file += 1
        names = set() if spent == "-" else set(spent.split(","))
        return cls(rules, balls, side, phase[0], int(phase[1:] or 0), mark, names, int(quiet))

    def text(self) -> str:
        """The position string."""
        return f"{self.same()} {self.quiet}"

    def same(self) -> str:
        """What has to be equal for a repetition."""
        ranks = []
        for rank in reversed(RANKS):
            row = "".join(self.board.get(file + rank, ".") for file in FILES)
            for length in range(6, 0, -1):
                row = row.replace("." * length, str(length))
            ranks.append(row)
        due = str(self.due) if self.due else ""
        return f"{'/'.join(ranks)} {self.side} {self.phase}{due} {self.mark} {','.join(sorted(self.spent)) or '-'}"

    # --- helpers ---

    def of(self, side: str) -> list[str]:
        return [point for point in POINTS if self.board.get(point) == side]

    def steps(self, side: str) -> list[str]:
        """Every step of a ball of ``side`` to a neighbouring empty point."""
        ways = [(0, 1), (0, -1), (1, 0), (-1, 0)]
        if self.rules.steps == "king":
            ways += [(1, 1), (1, -1), (-1, 1), (-1, -1)]
        ends = [(point, shifted(point, *way)) for point in self.of(side) for way in ways]
        return [start + end for start, end in ends if end is not None and end not in self.board]

    def corner_steps(self, side: str) -> list[str]:
        return [step for step in self.steps(side) if step[2:] in CORNERS]

    def too_few(self) -> bool:
        return self.phase != "P" and min(len(self.of("w")), len(self.of("b"))) < self.rules.minimum

    # --- rules ---

    def moves(self) -> list[str]:
        """The steps of the side to act."""
        enemy = other(self.side)
        if self.too_few():
            return []
        if self.phase == "P":
            return [point for point in POINTS if point not in self.board and point not in CORNERS]
        if self.phase in "XY" or self.due:
            return ["x" + point for point in self.of(enemy)]
        return self.corner_steps(self.side) if self.phase in "CK" else self.steps(self.side)

    def result(self) -> str:
        """The last words of ``qiji result``."""
        names = {"w": "white", "b": "black"}
        if self.too_few():
            return f"win {names['w' if len(self.of('b')) < self.rules.minimum else 'b']} too-few"
        if self.phase != "M" or self.due:
            return "ongoing"
        if not self.steps(self.side):
            return f"win {names[other(self.side)]} blocked"
        if self.rules.repetition and self.before.count(self.same()) + 1 >= self.rules.repetition:
            return "draw repetition"
        if self.rules.quiet_limit and self.quiet >= self.rules.quiet_limit:
            return "draw quiet-limit"
        return "ongoing"

    def play(self, move: str) -> Twin:
        """The position after ``move``, one of :meth:`moves`."""
        now = replace(self, board=dict(self.board), spent=set(self.spent), before=[*self.before, self.same()])
        if move.startswith("x"):
            now.capture(move[1:])
        elif len(move) == 2:
            now.place(move)
        else:
            now.step(move[:2], move[2:])
        return now

    def worth_of(self, point: str) -> int:
        """The value of what the ball on ``point`` makes; those regions are spent."""
        tail = self.side if self.rules.scope == "player" else ""
        total = 0
        for name, (points, value) in REGIONS.items():
            if point in points and name + tail not in self.spent and all(self.board.get(p) == self.side for p in points):
                self.spent.add(name + tail)
                total += value
        return total

    def place(self, point: str) -> None:
        self.board[point] = self.side
        self.due = max(self.due - 1, 0) + self.worth_of(point)
        if len(self.board) == 32:
            self.open_moving()
        elif len(self.of(self.side)) == self.rules.balls:
            self.due, self.side = 0, other(self.side)
        elif self.due == 0 and len(self.of(other(self.side))) < self.rules.balls:
            self.side = other(self.side)

    def open_moving(self) -> None:
        last, self.due = self.side, 0
        opener = last if self.rules.first == "last" else other(last)
        if not self.rules.keep:
            self.spent = set()
        if self.rules.opening == "corners":
            self.phase, self.mark = "C", last
            self.side = opener if self.corner_steps(opener) else other(opener)
        elif self.rules.opening == "take":
            self.phase, self.mark, self.side = "X", opener, last
        else:
            self.phase, self.mark, self.side = "M", "-", opener

    def step(self, start: str, end: str) -> None:
        del self.board[start]
        self.board[end] = self.side
        self.due = self.worth_of(end)
        if self.phase == "M":
            self.quiet += 1
        elif self.due:
            self.phase = "K"
        if not self.due:
            self.end_turn()

    def capture(self, point: str) -> None:
        del self.board[point]
        self.quiet = 0
        if self.too_few():
            self.side, self.due = other(self.side), 0
        elif self.phase == "X":
            self.phase, self.side = "Y", other(self.side)
        elif self.phase == "Y":
            self.phase, self.side, self.mark = "M", self.mark, "-"
        else:
            self.due -= 1
            if not self.due:
                self.end_turn()

    def end_turn(self) -> None:
        enemy = other(self.side)
        if self.phase == "M" or self.corner_steps(enemy):
            self.side = enemy
        elif not self.corner_steps(self.side):
            if self.phase == "K":
                self.phase, self.mark, self.side = "M", "-", enemy
            else:
                self.phase, self.side, self.mark = "X", self.mark, enemy


def other(side: str) -> str:
    return "b" if side == "w" else "w"


def perft(twin: Twin, depth: int) -> int:
    """Sequences of ``depth`` steps."""
    return sum(perft(twin.play(move), depth - 1) for move in twin.moves()) if depth else 1


def turns(twin: Twin) -> set[tuple[str, str]]:
    """Whole turns of the side to act: first step and resulting position without the quiet field."""
    found = set()

    def walk(now: Twin, first: str) -> None:
        for move in now.moves():
            after = now.play(move)
            if after.due:
                walk(after, first or move)
            else:
                found.add((first or move, after.same()))

    walk(twin, "")
    return found
