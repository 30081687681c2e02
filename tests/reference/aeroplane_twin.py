"""Aeroplane chess once more, slow and literal: dictionaries of planes, the rule text sentence by sentence. Shares nothing with
the engine."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace

SEATS = "rybg"
NAMES = dict(zip(SEATS, ("red", "yellow", "blue", "green"), strict=True))


@dataclass(frozen=True)
class Rules:
    """The options."""

    take_off: str = "5-6"
    void: bool = False
    exact: bool = False
    optional: bool = False
    together: bool = False

    def brings_out(self, die: int) -> bool:
        """Whether a die lets a plane take off."""
        return die in {"5-6": (5, 6), "6": (6,), "even": (2, 4, 6)}[self.take_off]


def square(seat: int, place: int) -> int | None:
    """The ring square of a place; None for hangar, pad, lane and centre."""
    return (13 * seat + place - 1) % 52 if 1 <= place <= 50 else None


def name(place: int) -> str:
    """As in the position string."""
    return {-1: "H", 56: "F"}.get(place, str(place))


def place_of(word: str) -> int:
    """The inverse of :func:`name`."""
    return {"H": -1, "F": 56}[word] if word in "HF" else int(word)


@dataclass(frozen=True)
class Twin:
    """A position."""

    planes: tuple[tuple[int, ...] | None, ...]
    turn: int
    die: int | None
    sixes: int
    ply: int
    rules: Rules = field(default_factory=Rules)
    last_left: bool = False
    """Whether the last other seat has just left the game."""

    @classmethod
    def read(cls, text: str, rules: Rules) -> Twin:
        """From a position string that is known to be good."""
        seats, turn, die, sixes, ply = text.split()
        planes = []
        for words in seats.split("/"):
            planes.append(None if words == "-" else tuple(sorted(map(place_of, words.split(",")))))
        return cls(tuple(planes), SEATS.index(turn), None if die == "-" else int(die), int(sixes), int(ply), rules)

    def text(self) -> str:
        """The canonical string."""
        seats = "/".join("-" if places is None else ",".join(map(name, sorted(places))) for places in self.planes)
        return f"{seats} {SEATS[self.turn]} {self.die or '-'} {self.sixes} {self.ply}"

    # --- who stands where ---

    def _standing(self, spot: int | None) -> tuple[int | None, int]:
        """The seat on a ring square and how many of its planes."""
        for seat, places in enumerate(self.planes):
            count = 0 if spot is None else sum(square(seat, place) == spot for place in places or ())
            if count:
                return seat, count
        return None, 0

    def _enemy_stack(self, seat: int, place: int) -> bool:
        owner, count = self._standing(square(seat, place))
        return owner is not None and owner != seat and count >= 2

    # --- the way ---

    def _walk(self, place: int, die: int) -> tuple[int, bool] | None:
        """Where the steps end and whether the plane turned round; None if the roll is not playable."""
        seat, direction, turned = self.turn, 1, False
        for left in range(die - 1, -1, -1):
            place += direction
            if place == 0 and direction == -1:
                break
            if left == 0:
                break
            if place == 56:
                if self.rules.exact:
                    return None
                direction, turned = -1, True
            elif self._enemy_stack(seat, place):
                direction, turned = -direction, True
        return place, turned

    def _with(self, seat: int, change) -> Twin:
        planes = list(self.planes)
        planes[seat] = tuple(change(place) for place in planes[seat])
        return replace(self, planes=tuple(planes))

    def _touch(self, place: int) -> tuple[Twin, bool]:
        """After touching down there, and whether the lander survives."""
        spot = square(self.turn, place)
        owner, count = self._standing(spot)
        if owner is None or owner == self.turn:
            return self, True
        return self._with(owner, lambda p: -1 if square(owner, p) == spot else p), count == 1

    def _crossing(self) -> Twin | None:
        """After the flight has crossed the opposite lane; None if that is guarded."""
        opposite = (self.turn + 2) % 4
        guards = (self.planes[opposite] or ()).count(53)
        if guards >= 2:
            return None
        return self._with(opposite, lambda p: -1 if p == 53 else p) if guards else self

    def _clear(self, place: int) -> bool:
        return not any(self._enemy_stack(self.turn, between) for between in (place + 1, place + 2, place + 3))

    def _fly(self, place: int, declined: bool) -> tuple[Twin, int | None]:
        """Touch-down at the end of the steps, then jump and flight; the place or None if the plane went home."""
        now, alive = self._touch(place)
        if not alive:
            return now, None
        if declined or place not in range(2, 47, 4):
            return now, place
        if place == 18:
            crossed = now._crossing()
            if crossed is not None:
                now, alive = crossed._touch(30)
                if not alive:
                    return now, None
                if not now._clear(30):
                    return now, 30
                now, alive = now._touch(34)
                return now, 34 if alive else None
        if not now._clear(place):
            return now, place
        now, alive = now._touch(place + 4)
        if not alive:
            return now, None
        if place + 4 == 18:
            crossed = now._crossing()
            if crossed is not None:
                now, alive = crossed._touch(30)
                return now, 30 if alive else None
        return now, place + 4

    def _go(self, place: int, declined: bool) -> Twin | None:
        """The planes after the decision ``place``; None if the roll is not playable."""
        walked = self._walk(place, self.die)
        if walked is None:
            return None
        end, turned = walked
        own = list(self.planes[self.turn])
        count = own.count(place) if self.rules.together and 1 <= place <= 55 else 1
        for _ in range(count):
            own.remove(place)
        lifted = replace(self, planes=tuple(tuple(own) if seat == self.turn else p for seat, p in enumerate(self.planes)))
        if turned:
            landed, alive = lifted._touch(end)
            at = end if alive else None
        else:
            landed, at = lifted._fly(end, declined)
        planes = list(landed.planes)
        planes[self.turn] = tuple(sorted((*planes[self.turn], *[-1 if at is None else at] * count)))
        return replace(landed, planes=tuple(planes))

    # --- decisions ---

    def moves(self) -> list[str]:
        """The decisions for the die, or the rolls."""
        if self.result() != "ongoing":
            return []
        if self.die is None:
            return [f"r{die}" for die in range(1, 7)]
        if self.rules.void and self.die == 6 and self.sixes >= 3:
            return ["-"]
        found = []
        own = self.planes[self.turn]
        if self.rules.brings_out(self.die) and -1 in own:
            found.append("H")
        for place in sorted(set(own) - {-1, 56}):
            after = self._go(place, False)
            if after is None:
                continue
            found.append(str(place))
            if self.rules.optional:
                declined = self._go(place, True)
                if [Counter(p or ()) for p in declined.planes] != [Counter(p or ()) for p in after.planes]:
                    found.append(f"{place}n")
        return found or ["-"]

    def play(self, token: str) -> Twin:
        """After a roll, a decision or ``0000``."""
        if token.startswith("r"):
            die = int(token[1])
            return replace(self, die=die, sixes=self.sixes + (die == 6))
        if token == "0000":
            planes = tuple(None if seat == self.turn else p for seat, p in enumerate(self.planes))
            gone = replace(self, planes=planes)
            alone = sum(p is not None for p in planes) == 1
            return replace(gone, turn=gone._next(), die=None, sixes=0, ply=self.ply + 1, last_left=alone)
        after = self
        if token == "H":
            own = list(self.planes[self.turn])
            own[own.index(-1)] = 0
            after = replace(self, planes=tuple(tuple(sorted(own)) if s == self.turn else p for s, p in enumerate(self.planes)))
        elif token != "-":
            after = self._go(int(token.rstrip("n")), token.endswith("n"))
        again = self.die == 6 and not (self.rules.void and self.sixes >= 3)
        turn, sixes = (self.turn, self.sixes) if again else (after._next(), 0)
        return replace(after, turn=turn, sixes=sixes, die=None, ply=self.ply + 1)

    def _next(self) -> int:
        seat = self.turn
        while True:
            seat = (seat + 1) % 4
            if self.planes[seat] is not None:
                return seat

    def result(self) -> str:
        """What ``qiji result`` prints."""
        if self.last_left:
            return "win " + next(NAMES[SEATS[seat]] for seat, p in enumerate(self.planes) if p is not None) + " left"
        for seat, places in enumerate(self.planes):
            if places is not None and all(place == 56 for place in places):
                return f"win {NAMES[SEATS[seat]]} home"
        return "ongoing"

    def perft(self, depth: int) -> int:
        """Sequences of pairs of roll and decision."""
        if self.result() != "ongoing":
            return 0
        if depth == 0:
            return 1
        rolled = [self] if self.die else [self.play(roll) for roll in self.moves()]
        return sum(after.play(token).perft(depth - 1) if depth > 1 else 1 for after in rolled for token in after.moves())
