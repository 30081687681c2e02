"""Which shapes a step makes and what they earn, from position text alone: for people, and independent of the compiled rules."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.fangqi.geometry import BY_BIT, BY_NAME, CORNER_POINTS, POINTS, SIDE, Region, point_name, point_of


@dataclass(frozen=True)
class Board:
    """The parts of a canonical position string."""

    balls: dict[int, str]
    """Point -> ``w`` or ``b``."""
    side: str
    phase: str
    due: int
    mark: str
    spent: frozenset[str]
    """Names as they stand in the string."""

    @classmethod
    def of(cls, text: str) -> Board:
        """The parts of ``text``."""
        board, side, stage, mark, names, _ = text.split()
        balls = {}
        for rank, row in zip(range(SIDE - 1, -1, -1), board.split("/"), strict=True):
            file = 0
            for letter in row:
                if letter.isdigit():
                    file += int(letter)
                else:
                    balls[SIDE * rank + file] = letter
                    file += 1
        return cls(balls, side, stage[0], int(stage[1:] or 0), mark, frozenset(() if names == "-" else names.split(",")))

    @property
    def captures(self) -> bool:
        """Whether the side to act takes balls now."""
        return self.phase in "XY" or (self.phase != "P" and self.due > 0)

    def is_spent(self, region: Region) -> bool:
        """Whether the region earns the side to act nothing any more."""
        return region.name in self.spent or region.name + self.side in self.spent

    def made_by(self, origin: int, to: int) -> list[Region]:
        """The regions that a ball of the side to act makes on ``to``; ``origin`` is ``to`` for a placement."""
        own = {point for point, letter in self.balls.items() if letter == self.side} - {origin} | {to}
        return [r for r in BY_BIT.values() if to in r.points and own.issuperset(r.points) and not self.is_spent(r)]

    def steps(self, king: bool) -> list[tuple[int, int]]:
        """``(origin, to)`` of all placements or ball steps; none where captures are due."""
        if self.captures:
            return []
        empty = [point for point in range(POINTS) if point not in self.balls]
        if self.phase == "P":
            return [(point, point) for point in empty if point not in CORNER_POINTS]
        found = []
        for origin in sorted(point for point, letter in self.balls.items() if letter == self.side):
            for to in empty:
                right, up = abs(to % SIDE - origin % SIDE), abs(to // SIDE - origin // SIDE)
                near = max(right, up) == 1 if king else right + up == 1
                if near and (self.phase == "M" or to in CORNER_POINTS):
                    found.append((origin, to))
        return found

    def offers(self, king: bool) -> list[tuple[str, list[Region]]]:
        """The steps that make regions, the most valuable first."""
        found = []
        for origin, to in self.steps(king):
            made = self.made_by(origin, to)
            if made:
                found.append((point_name(to) if origin == to else point_name(origin) + point_name(to), made))
        return sorted(found, key=lambda offer: -sum(region.value for region in offer[1]))


def regions_of(text: str) -> list[Region]:
    """The spent regions of a position string, each once, in the order of the string."""
    names = [name if name in BY_NAME else name[:-1] for name in text.split()[4].split(",") if name != "-"]
    return [BY_NAME[name] for name in dict.fromkeys(names)]


def last_made(before: str, move: str) -> list[Region]:
    """The regions that the wire move ``move`` made in the position ``before``."""
    if move.startswith("x"):
        return []
    return Board.of(before).made_by(point_of(move[:2]), point_of(move[-2:]))
