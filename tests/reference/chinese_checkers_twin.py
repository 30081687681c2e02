"""Chinese checkers once more, slow and literal: dictionaries of hole names, the rule text sentence by sentence.

Shares nothing with the engine: camps, gates and goals are lists of names copied from the text, jumps walk along lines hole by
hole.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field

FIRST = (12, 11, 10, 9, 0, 1, 2, 3, 4, 3, 2, 1, 0, 9, 10, 11, 12)
LENGTHS = (1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1)
PLACE = {f"{'abcdefghijklmnopq'[r]}{n + 1}": (r, FIRST[r] + 2 * n) for r in range(17) for n in range(LENGTHS[r])}
NAME = {place: name for name, place in PLACE.items()}
WAYS = ((0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1))

CAMP = {
    "A": "a1 b1 b2 c1 c2 c3 d1 d2 d3 d4",
    "B": "e1 e2 e3 e4 f1 f2 f3 g1 g2 h1",
    "C": "m1 m2 m3 m4 l1 l2 l3 k1 k2 j1",
    "D": "n1 n2 n3 n4 o1 o2 o3 p1 p2 q1",
    "E": "m10 m11 m12 m13 l10 l11 l12 k10 k11 j10",
    "F": "e10 e11 e12 e13 f10 f11 f12 g10 g11 h10",
}
EXTRA = {
    "A": "e5 e6 e7 e8 e9",
    "B": "e5 f4 g3 h2 i1",
    "C": "i1 j2 k3 l4 m5",
    "D": "m5 m6 m7 m8 m9",
    "E": "i9 j9 k9 l9 m9",
    "F": "e9 f9 g9 h9 i9",
}
GATE = {
    "A": "e5 e6 e7 e8 e9 f4 f5 f6 f7 f8 f9",
    "B": "e5 f4 g3 h2 i1 e6 f5 g4 h3 i2 j2",
    "C": "i1 j2 k3 l4 m5 h2 i2 j3 k4 l5 m6",
    "D": "m5 m6 m7 m8 m9 l4 l5 l6 l7 l8 l9",
    "E": "i9 j9 k9 l9 m9 h9 i8 j8 k8 l8 m8",
    "F": "e9 f9 g9 h9 i9 e8 f8 g8 h8 i8 j9",
}
TARGET = {"A": "D", "B": "E", "C": "F", "D": "A", "E": "B", "F": "C"}
TIP = {"A": "q1", "B": "m13", "C": "e13", "D": "a1", "E": "e1", "F": "m1"}
IN_PLAY = {"2": "AD", "3": "ACE", "4": "ABDE", "6": "ABCDEF"}


def in_camp(hole: str, seat: str) -> bool:
    return hole in CAMP[seat].split()


def foreign(hole: str, seat: str) -> bool:
    """In a camp other than the seat's own and its target."""
    return any(in_camp(hole, other) for other in "ABCDEF" if other not in (seat, TARGET[seat]))


def steps_between(one: str, other: str) -> int:
    (r, c), (s, d) = PLACE[one], PLACE[other]
    return abs(r - s) + max(0, (abs(c - d) - abs(r - s)) // 2)


@dataclass(frozen=True)
class Rules:
    """The options."""

    pieces: str = "10"
    jump: str = "adjacent"
    stop: str = "own"
    leave: bool = False
    exit_limit: int = 30
    wall: str = "offence"
    equal_turns: bool = True
    max_rounds: int = 200
    teams: str = "none"
    team_mode: str = "all"
    camp_penalty: bool = False

    @classmethod
    def of(cls, options: dict[str, str]) -> Rules:
        """From the words of options; the exit limit of doubles is 35."""
        words = {"yes": True, "no": False}
        given = {}
        for name, text in options.items():
            if name in ("seats", "timeout_wait"):
                continue
            number = name in ("exit_limit", "max_rounds")
            given[name] = int(text) if number else words.get(text, text)
        if given.get("teams", "none") != "none":
            given.setdefault("exit_limit", 35)
        return cls(**given)


@dataclass
class Twin:
    """A position; :meth:`play` gives the next one."""

    rules: Rules
    board: dict[str, str] = field(default_factory=dict)
    turn: str = "A"
    seats: str = "AD"
    moves_made: dict[str, int] = field(default_factory=dict)
    finished: set[str] = field(default_factory=set)
    eliminated: set[str] = field(default_factory=set)
    duty: dict[str, tuple[str, str]] = field(default_factory=dict)
    lost: set[str] = field(default_factory=set)

    @classmethod
    def start(cls, seats: str, rules: Rules) -> Twin:
        board = {}
        for seat in IN_PLAY[seats]:
            for hole in (CAMP[seat] + (" " + EXTRA[seat] if rules.pieces == "15" else "")).split():
                board[hole] = seat
        return cls(rules, board, "A", IN_PLAY[seats], dict.fromkeys(IN_PLAY[seats], 0))

    @classmethod
    def read(cls, text: str, rules: Rules) -> Twin:
        """The position of a well-formed string."""
        board, turn, seats, counts, *rest = text.split()
        now = cls(rules, {}, turn, seats)
        for letter, row in zip("qponmlkjihgfedcba", board.split("/"), strict=True):
            place, digits = 1, ""
            for sign in row + " ":
                if sign.isdigit():
                    digits += sign
                    continue
                place, digits = place + int(digits or 0), ""
                if sign != " ":
                    now.board[f"{letter}{place}"] = sign
                    place += 1
        for seat, count in zip(seats, counts.split(","), strict=True):
            now.moves_made[seat] = int(count.rstrip("=x"))
            if count.endswith("="):
                now.finished.add(seat)
            if count.endswith("x"):
                now.eliminated.add(seat)
        for item in rest[0].split(",") if rest else []:
            if item.endswith("-"):
                now.lost.add(item[0])
            else:
                cut = max(index for index, sign in enumerate(item) if sign.islower())
                now.duty[item[0]] = item[1:cut], item[cut:]
        return now

    def text(self) -> str:
        """The position string."""
        rows = []
        for row in range(16, -1, -1):
            line = "".join(self.board.get(f"{'abcdefghijklmnopq'[row]}{n + 1}", ".") for n in range(LENGTHS[row]))
            for length in range(13, 0, -1):
                line = line.replace("." * length, str(length))
            rows.append(line)
        counts = []
        for seat in self.seats:
            mark = "=" if seat in self.finished else "x" if seat in self.eliminated else ""
            counts.append(f"{self.moves_made[seat]}{mark}")
        open_ones = []
        for seat in self.seats:
            if seat in self.duty:
                open_ones.append(seat + "".join(self.duty[seat]))
            if seat in self.lost:
                open_ones.append(seat + "-")
        tail = [",".join(open_ones)] if open_ones else []
        return " ".join(["/".join(rows), self.turn, self.seats, ",".join(counts), *tail])

    # --- seats ---

    def playing(self) -> list[str]:
        return [seat for seat in self.seats if seat not in self.finished and seat not in self.eliminated]

    def team(self, seat: str) -> str:
        """The seats of the seat's team."""
        if self.rules.teams == "none":
            return seat
        if self.rules.teams == "neighbour":
            return "AB" if seat in "AB" else "DE"
        return "".join(sorted(seat + TARGET[seat]))

    def sides(self) -> list[str]:
        return sorted({self.team(seat) for seat in self.seats})

    def goal(self, seat: str) -> list[str]:
        other = TARGET[seat]
        return (CAMP[other] + (" " + EXTRA[other] if self.rules.pieces == "15" else "")).split()

    def of(self, seat: str) -> list[str]:
        return [hole for hole, owner in self.board.items() if owner == seat]

    def late(self, seat: str) -> bool:
        return bool(self.rules.exit_limit) and self.moves_made[seat] >= self.rules.exit_limit

    def has_camp_pieces(self, seat: str) -> bool:
        return any(in_camp(hole, seat) for hole in self.of(seat))

    def walled_in(self, seat: str) -> bool:
        return all(hole in self.board and self.board[hole] not in self.team(seat) for hole in GATE[seat].split())

    # --- moves ---

    def jumps(self, hole: str, start: str, seat: str) -> list[str]:
        """Where one jump from ``hole`` lands; the moving piece has left ``start``."""
        taken = set(self.board) - {start}
        found = []
        for up, right in WAYS:
            r, c = PLACE[hole]
            line = []
            while (r + up, c + right) in NAME:
                r, c = r + up, c + right
                line.append(NAME[r, c])
            for k in range(1, len(line) // 2 + 1):
                segment = line[: 2 * k]
                if [h for h in segment if h in taken] == [segment[k - 1]] and (k == 1 or self.rules.jump == "distant"):
                    land = segment[-1]
                    if self.rules.stop != "closed" or not foreign(land, seat):
                        found.append(land)
        return found

    def ends(self, start: str, seat: str) -> set[str]:
        """Every hole that the piece on ``start`` can be moved to by rules 1 to 5 of section 4, and by closed corners."""
        r, c = PLACE[start]
        found = {NAME[r + up, c + right] for up, right in WAYS if (r + up, c + right) in NAME} - set(self.board)
        if self.rules.stop == "closed":
            found = {hole for hole in found if not foreign(hole, seat)}
        reached, todo = {start}, [start]
        while todo:
            for land in self.jumps(todo.pop(), start, seat):
                if land not in reached:
                    reached.add(land)
                    todo.append(land)
        return (found | reached) - {start}

    def allowed(self, start: str, end: str, seat: str) -> bool:
        if self.rules.stop != "any" and not self.rules.camp_penalty and foreign(end, seat):
            return False
        if not self.rules.leave and in_camp(start, TARGET[seat]) and not in_camp(end, TARGET[seat]):
            return False
        return not (self.late(seat) and in_camp(end, seat))

    def moves(self) -> list[str]:
        seat = self.turn
        if self.over() or seat not in self.playing():
            return []
        found = []
        for start in self.of(seat) if seat not in self.lost else []:
            for end in self.ends(start, seat):
                if not self.allowed(start, end, seat):
                    continue
                if seat in self.duty and (start != self.duty[seat][0] or (foreign(end, seat) and end != self.duty[seat][1])):
                    continue
                found.append(start + end)
        return found or ["pass"]

    def play(self, move: str) -> Twin:
        """The position after ``move``."""
        now = deepcopy(self)
        seat = now.turn
        now.moves_made[seat] += 1
        if move == "pass":
            now.lost.discard(seat)
        else:
            cut = max(index for index, sign in enumerate(move) if sign.islower())
            start, end = move[:cut], move[cut:]
            del now.board[start]
            now.board[end] = seat
            if seat in now.duty:
                del now.duty[seat]
            elif now.rules.camp_penalty and foreign(end, seat):
                now.duty[seat] = end, start
                now.lost |= {partner for partner in now.team(seat) if partner != seat and partner in now.playing()}
        if all(now.board.get(hole) == seat for hole in now.goal(seat)):
            now.finished.add(seat)
        elif now.late(seat) and now.has_camp_pieces(seat) and not (now.rules.wall != "none" and now.walled_in(seat)):
            gone = now.team(seat) if len(now.sides()) > 2 else seat
            for one in gone:
                now.finished.discard(one)
                now.eliminated.add(one)
                now.board = {hole: owner for hole, owner in now.board.items() if owner != one}
        for one in now.finished | now.eliminated:
            now.duty.pop(one, None)
            now.lost.discard(one)
        order = "ABCDEF" * 2
        after = order[order.index(seat) + 1 : order.index(seat) + 6]
        now.turn = next((other for other in after if other in now.playing()), seat)
        return now

    # --- ends ---

    def over(self) -> str:
        """The result by rules 1 to 5, empty while there is none."""
        return self.by_wall() or self.by_exit() or self.by_goal()

    def result(self) -> str:
        """The last words of ``qiji result``."""
        found = self.over()
        if found:
            return found
        limit = self.rules.max_rounds
        if limit and all(self.moves_made[seat] >= limit for seat in self.playing()):
            return self.by_places("move-limit", True)
        return "ongoing"

    def by_wall(self) -> str:
        if self.rules.wall == "offence" and len(self.sides()) == 2:
            for seat in self.playing():
                if self.late(seat) and self.has_camp_pieces(seat) and self.walled_in(seat):
                    return f"win {','.join(self.team(seat))} wall"
        return ""

    def by_exit(self) -> str:
        standing = [side for side in self.sides() if not set(side) & self.eliminated]
        if len(standing) == 1:
            return f"win {','.join(standing[0])} exit-limit"
        return self.by_places("exit-limit", False) if not standing else ""

    def by_goal(self) -> str:
        if not self.finished:
            return ""
        if not self.rules.equal_turns:
            when = {seat: (self.moves_made[seat], self.seats.index(seat)) for seat in self.finished}
            if self.rules.team_mode == "all":
                done = {side: max(when[s] for s in side) for side in self.sides() if set(side) <= self.finished}
            else:
                done = {side: min(when[s] for s in side if s in when) for side in self.sides() if set(side) & self.finished}
            return f"win {','.join(min(done, key=lambda side: done[side]))} goal" if done else ""
        if any(self.moves_made[seat] < self.moves_made[home] for seat in self.playing() for home in self.finished):
            return ""
        if self.rules.teams == "none":
            complete = len(self.playing()) <= 1
        else:
            complete = self.rules.team_mode == "first" or any(set(side) <= self.finished for side in self.sides())
        return self.by_places("goal", False) if complete else ""

    def place(self, seat: str, at_limit: bool) -> tuple:
        """What places are compared by; smaller is better."""
        if seat in self.finished:
            return 0, self.moves_made[seat]
        if seat in self.eliminated:
            return 2, -self.moves_made[seat], -self.seats.index(seat)
        if not at_limit:
            return (1,)
        home = sum(self.board.get(hole) == seat for hole in self.goal(seat))
        return 1, -home, sum(steps_between(hole, TIP[seat]) for hole in self.of(seat))

    def by_places(self, reason: str, at_limit: bool) -> str:
        choose = max if self.rules.team_mode == "all" else min
        places = {side: choose(self.place(seat, at_limit) for seat in side) for side in self.sides()}
        best = [side for side in places if places[side] == min(places.values())]
        if len(best) == len(places) or (len(best) > 1 and self.rules.teams != "none"):
            return f"draw {reason}"
        return f"win {','.join(seat for seat in self.seats if any(seat in side for side in best))} {reason}"


def perft(twin: Twin, depth: int) -> int:
    """Sequences of ``depth`` plies."""
    return sum(perft(twin.play(move), depth - 1) for move in twin.moves()) if depth else 1
