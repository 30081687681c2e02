"""The score of a match: what every pairing and every player has, and the statistics of it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from protocols.match.elo import Estimate, Normalized, from_games, from_pairs, normalized_from_games, normalized_from_pairs


@dataclass
class Tally:
    """Results from one side's view."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: list[int] = field(default_factory=lambda: [0] * 5)
    """Pairs of games with 0, 1/2, 1, 3/2, 2 points."""
    win_loss_pairs: int = 0
    """Pairs of a win and a loss, among those with one point."""

    @property
    def games(self) -> int:
        """All games."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A win is one."""
        return self.wins + self.draws / 2

    @property
    def draw_rate(self) -> float:
        """Drawn games, 0..1."""
        return self.draws / self.games if self.games else 0.0

    def add(self, points: float) -> None:
        """Count one game."""
        if points == 0.5:
            self.draws += 1
        elif points > 0.5:
            self.wins += 1
        else:
            self.losses += 1

    def add_pair(self, first: float, second: float) -> None:
        """Count the two games of an opening, which :meth:`add` has counted, too."""
        self.pairs[round(2 * (first + second))] += 1
        self.win_loss_pairs += first + second == 1 and first != 0.5

    def merge(self, other: Tally, mirrored: bool = False) -> None:
        """Add another tally, seen from the other side if ``mirrored``."""
        self.wins += other.losses if mirrored else other.wins
        self.losses += other.wins if mirrored else other.losses
        self.draws += other.draws
        for index, count in enumerate(reversed(other.pairs) if mirrored else other.pairs):
            self.pairs[index] += count
        self.win_loss_pairs += other.win_loss_pairs

    @property
    def paired(self) -> bool:
        """Whether the statistics are those of pairs."""
        return sum(self.pairs) > 0

    @property
    def estimate(self) -> Estimate:
        """Score and Elo, by pairs where there are any."""
        return from_pairs(self.pairs) if self.paired else from_games(self.wins, self.draws, self.losses)

    @property
    def normalized(self) -> Normalized:
        """Normalised Elo, by pairs where there are any."""
        if self.paired:
            return normalized_from_pairs(self.pairs)
        return normalized_from_games(self.wins, self.draws, self.losses)

    def counts(self, by_pairs: bool) -> Sequence[int]:
        """What a sequential test counts: five kinds of pairs, or losses, draws, wins."""
        return tuple(self.pairs) if by_pairs else (self.losses, self.draws, self.wins)


@dataclass
class Shares:
    """Points of a player in games of more than two teams: its share of each game's points, 0..1."""

    shares: list[float] = field(default_factory=list)
    even: float = 0.0
    """What equal players would have, summed over the games."""

    @property
    def mean(self) -> float:
        """The mean share."""
        return sum(self.shares) / len(self.shares) if self.shares else 0.0

    @property
    def error(self) -> float:
        """Half the width of its 95 % interval; infinite for a single game."""
        games, mean = len(self.shares), self.mean
        if games < 2:
            return math.inf
        return 1.96 * math.sqrt(sum((share - mean) ** 2 for share in self.shares) / (games - 1) / games)


class Standings:
    """The results of a match, one record at a time; ``paired`` counts two games of a round as one pair."""

    def __init__(self, players: Sequence[str], paired: bool) -> None:
        self.players, self.paired = tuple(players), paired
        self.pairings: dict[tuple[int, int], Tally] = {}
        self.faults: list[Counter[str]] = [Counter() for _ in players]
        """For each player how often it lost by which fault."""
        self.ends: Counter[str] = Counter()
        self.first_seat = Tally()
        """Results of the players that had the first seat."""
        self.plies = 0
        self.tables: dict[int, Shares] = {}
        """Games of more than two teams: the points of each player."""
        self._finished = 0
        self._waiting: dict[tuple[tuple[int, int], int], float] = {}

    def add(self, entry: dict) -> None:
        """Count a finished game, as the journal has it."""
        self._finished += 1
        for player, share in zip(entry["pairing"], entry.get("shares", ()), strict=False):
            table = self.tables.setdefault(player, Shares())
            table.shares.append(share)
            table.even += 1 / len(entry["pairing"])
        if len(entry["pairing"]) != 2:
            self._count_end(entry)
            return
        a, b = entry["pairing"]
        points = entry["points"]
        tally = self.pairings.setdefault((a, b), Tally())
        tally.add(points)
        self.first_seat.add(points if entry["seats"][0] == a else 1 - points)
        self._count_end(entry)
        if self.paired:
            key = (a, b), entry["round"]
            other = self._waiting.pop(key, None)
            if other is None:
                self._waiting[key] = points
            else:
                tally.add_pair(other, points)

    def _count_end(self, entry: dict) -> None:
        self.ends[entry["reason"]] += 1
        self.plies += entry["plies"]
        if entry["fault"] is not None:
            self.faults[entry["fault"]][entry["reason"]] += 1

    @property
    def games(self) -> int:
        """Finished games."""
        return self._finished

    def total(self, player: int) -> Tally:
        """A player's results against all others."""
        found = Tally()
        for (a, b), tally in self.pairings.items():
            if player in (a, b):
                found.merge(tally, mirrored=player == b)
        return found

    def against(self, player: int, other: int) -> Tally:
        """A player's results against another."""
        found = Tally()
        if (player, other) in self.pairings:
            found.merge(self.pairings[player, other])
        if (other, player) in self.pairings:
            found.merge(self.pairings[other, player], mirrored=True)
        return found

    def ranking(self) -> list[int]:
        """The players by their share of points, the best first."""
        if self.tables:
            return sorted(range(len(self.players)), key=lambda player: (-self.tables.get(player, Shares()).mean, player))
        shares = []
        for player in range(len(self.players)):
            tally = self.total(player)
            shares.append((-(tally.points / tally.games if tally.games else 0.5), player))
        return [player for _, player in sorted(shares)]


def standings_of(players: Sequence[str], paired: bool, entries: Iterable[dict]) -> Standings:
    """The standings after all ``entries``."""
    found = Standings(players, paired)
    for entry in entries:
        found.add(entry)
    return found
