"""The flip game of army chess in plain Python, written from the rule text alone: slow, and right by being obvious."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.reference.junqi_twin import GRAPHS, SET

GRAPH = GRAPHS[2]
RANKED = "abcdefghi"


@dataclass
class FlipTwin:
    """``pieces``: point -> letter (upper case red) or ``?``; ``pool``: letter -> face-down pieces."""

    pieces: dict[str, str]
    pool: dict[str, int]
    seat: int = 0
    red_seat: int | None = None
    quiet: int = 0
    first_flip: bool = False
    any_carrier: bool = False
    hq_lock: bool = False
    limit: int = 70
    repetition: bool = True
    past: list = field(default_factory=list)

    def colour(self) -> str | None:
        if self.red_seat is None:
            return None
        return "red" if self.seat == self.red_seat else "black"

    def owned(self, letter: str, colour: str) -> bool:
        return letter != "?" and letter.isupper() == (colour == "red")

    def living(self, colour: str) -> list[str]:
        found = [letter for letter in self.pieces.values() if self.owned(letter, colour)]
        for letter, count in self.pool.items():
            if self.owned(letter, colour):
                found += [letter] * count
        return [letter.lower() for letter in found]

    def flips(self) -> set[str]:
        return {point for point, letter in self.pieces.items() if letter == "?"}

    def steps(self) -> set[tuple[str, str]]:
        colour = self.colour()
        if colour is None:
            return set()
        other = "black" if colour == "red" else "red"
        found = set()
        blocked = {point: (0, letter) for point, letter in self.pieces.items()}
        for point, letter in self.pieces.items():
            kind = letter.lower()
            if not self.owned(letter, colour) or kind in "jl" or (self.hq_lock and GRAPH.is_hq(point)):
                continue
            for to in GRAPH.targets(blocked, point, kind):
                there = self.pieces.get(to)
                if there is None:
                    found.add((point, to))
                elif (
                    there != "?" and self.owned(there, other) and not GRAPH.is_camp(to) and self.may(kind, there.lower(), colour)
                ):
                    found.add((point, to))
        return found

    def may(self, kind: str, victim: str, colour: str) -> bool:
        other = "black" if colour == "red" else "red"
        if victim == "l":
            if kind == "k" or "j" in self.living(other):
                return False
            return self.any_carrier or kind == max(k for k in self.living(colour) if k in RANKED)
        return victim != "j" or kind in "ik"

    def result(self) -> str:
        if self.red_seat is None:
            return "ongoing"
        for loser, winner in (("red", "black"), ("black", "red")):
            if "l" not in self.living(loser):
                return f"win {winner} flag"
        still = {colour: not [k for k in self.living(colour) if k not in "jl"] for colour in ("red", "black")}
        if all(still.values()):
            return "draw wipeout"
        for loser, winner in (("red", "black"), ("black", "red")):
            if still[loser]:
                return f"win {winner} wipeout"
        if not self.flips() and not self.steps():
            return f"win {'black' if self.colour() == 'red' else 'red'} no-moves"
        if self.limit and self.quiet >= self.limit:
            return "draw no-progress"
        if self.repetition and self.past.count(self.stand()) >= 2:
            return "draw repetition"
        return "ongoing"

    def stand(self) -> tuple:
        return (tuple(sorted(self.pieces.items())), self.seat)

    def legal(self) -> set[str]:
        if self.result() != "ongoing":
            return set()
        return {point + point for point in self.flips()} | {a + b for a, b in self.steps()}

    def play(self, start: str, to: str, letter: str = "") -> None:
        before = self.stand()
        if start == to:
            self.pieces[start] = letter
            self.pool[letter] -= 1
            if self.red_seat is None and (self.first_flip or letter in "Ii"):
                self.red_seat = self.seat if letter.isupper() else 1 - self.seat
            self.quiet, self.past = 0, []
        elif to in self.pieces:
            mover, victim = self.pieces.pop(start), self.pieces[to]
            a, b = mover.lower(), victim.lower()
            if "k" in (a, b) or a == b:
                del self.pieces[to]
            elif b in "jl" or a < b:
                self.pieces[to] = mover
            self.quiet, self.past = 0, []
        else:
            self.pieces[to] = self.pieces.pop(start)
            self.quiet += 1
            self.past.append(before)
        self.seat = 1 - self.seat


def start() -> FlipTwin:
    pool = {letter: count for kind, count in SET.items() for letter in (kind, kind.upper())}
    points = {point: "?" for point in GRAPH.near if not GRAPH.is_camp(point)}
    return FlipTwin(points, pool)
