"""Which players meet, in which game, on which opening: a pure function of the game's number."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from engine.errors import QijiError

#: ``table``: all players sit in every game, one for each team of a game of several teams.
TOURNAMENTS = ("roundrobin", "gauntlet", "table")


class ScheduleError(QijiError):
    """A tournament that cannot be played."""


@dataclass(frozen=True)
class Plan:
    """The form of a tournament."""

    players: int
    rounds: int = 1
    games: int = 2
    """Games of each pairing in a round."""
    tournament: str = "roundrobin"
    seeds: int = 1
    """Gauntlet: so many players, from the first on, meet all others."""
    repeat: bool = True
    """Whether the games of a pairing in a round are played on one opening."""
    swap: bool = True
    """Whether the players change seats from game to game."""
    reverse: bool = False
    """Whether the second player of a pairing has the first seat in the first game."""

    def __post_init__(self) -> None:
        if self.players < 2:
            raise ScheduleError("a match needs two players or more")
        if self.tournament not in TOURNAMENTS:
            raise ScheduleError(f"there is no tournament {self.tournament!r}; known: {', '.join(TOURNAMENTS)}")
        if not 0 < self.seeds < self.players:
            raise ScheduleError(f"{self.seeds} seeds of {self.players} players")

    @property
    def pairings(self) -> list[tuple[int, ...]]:
        """The players that meet in each round, by index: pairs, or everybody at one table."""
        everybody = range(self.players)
        if self.tournament == "table":
            return [tuple(everybody)]
        if self.tournament == "gauntlet":
            return [(a, b) for a in range(self.seeds) for b in everybody[self.seeds :]]
        return [(a, b) for a in everybody for b in everybody[a + 1 :]]

    @property
    def total(self) -> int:
        """All games."""
        return self.rounds * len(self.pairings) * self.games

    @property
    def openings(self) -> int:
        """How many openings the match wants."""
        return self.rounds * (1 if self.repeat else self.games)

    @property
    def paired(self) -> bool:
        """Whether two games running are one pair of the pentanomial statistics."""
        return self.repeat and self.swap and self.games == 2 and self.tournament != "table"


@dataclass(frozen=True)
class Task:
    """One game to be played."""

    number: int
    round: int
    pairing: tuple[int, ...]
    """Player indices, in the order in which results are counted."""
    game: int
    """0, 1, ... within its round and pairing."""
    first: int
    """The player of the first team."""
    second: int
    opening: int
    order: tuple[int, ...] = ()
    """The player of each team at a table of more than two; empty: first and second take turns."""

    def seats(self, teams: Sequence[int]) -> list[int]:
        """The player of each seat: teams are shared out in turn; a seat that does not play (team -1) has the first player's
        number.

        An odd number of teams is turned on with every second game, so that each player has had every seat after twice as many
        games.
        """
        order = sorted({team for team in teams if team >= 0})
        if self.order:
            return [self.order[0] if team < 0 else self.order[order.index(team)] for team in teams]
        turn = self.game // 2 % len(order) if len(order) % 2 else 0
        places = [0 if team < 0 else (order.index(team) + turn) % len(order) for team in teams]
        return [(self.first, self.second)[place % 2] for place in places]


def _seated(players: int, number: int) -> tuple[int, ...]:
    """Who sits where in game ``number`` of a table: everybody has every seat in turn, in each order of neighbours."""
    orders = [(0, *rest) for rest in itertools.permutations(range(1, players))]
    order, turn = orders[number // players % len(orders)], number % players
    return tuple(order[(seat - turn) % players] for seat in range(players))


def task(plan: Plan, number: int) -> Task:
    """Game ``number``, from 0 to ``plan.total - 1``."""
    pairings = plan.pairings
    block, game = divmod(number, plan.games)
    round_number, index = divmod(block, len(pairings))
    if plan.tournament == "table":
        order = _seated(plan.players, round_number * plan.games + game if plan.swap else 0)
        opening = round_number if plan.repeat else round_number * plan.games + game
        return Task(number, round_number, pairings[index], game, order[0], order[1], opening, order)
    a, b = pairings[index]
    swapped = plan.reverse != (plan.swap and game % 2 == 1)
    if plan.swap and plan.games % 2 == 1:
        # With an odd number of games the seats are shared over the rounds.
        swapped ^= round_number % 2 == 1
    first, second = (b, a) if swapped else (a, b)
    opening = round_number if plan.repeat else round_number * plan.games + game
    return Task(number, round_number, (a, b), game, first, second, opening)
