"""Fixed-node games between two settings of the search inside one process; ``spsa`` and ``ablation`` measure with it.

    python -m bench selfmatch chess --one lmr_base=40,lmr_pv=2000 --nodes 8000 --games 300 [--other NAME=VALUE,...] [--workers 2]

Each opening is played twice with colours swapped. With fixed nodes, one thread and empty memories at the start of each game a
result depends on nothing but the opening and the settings, so games can be spread over processes and done again at any time.
"""

from __future__ import annotations

import argparse
import multiprocessing
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Protocol

import engine
from bench import frame
from engine.games import find_entry
from engine.search.params import PARAMETERS, defaults_of
from protocols.match.elo import from_pairs
from protocols.match.openings import BOOKS

HASH_MB = 4
WIN_SCORE, WIN_PLIES = 700, 4  #: both sides agree for so many plies in a row that one of them is winning
DRAW_SCORE, DRAW_PLIES, DRAW_FROM = 8, 12, 70  #: both sides see nothing for so many plies, from this ply of the game on
LONGEST = 300  #: plies; a longer game counts as drawn

Params = dict[str, int]


class Side(Protocol):
    """A player: ``EngineSide`` here, or another program's."""

    def new_game(self) -> None:
        """Forget everything."""

    def choose(self, position: engine.Position) -> tuple[int, int]:
        """A legal move and its score, view of the player to act."""


class EngineSide:
    """The engine with changed search parameters, at a fixed number of nodes a move."""

    def __init__(self, game: engine.Game, nodes: int, params: Params | None = None) -> None:
        self.player = engine.Engine(game, hash_mb=HASH_MB)
        self.limits = engine.Limits(nodes=nodes)
        self._defaults = defaults_of(game.spec.search_params)
        self.set_params(params or {})

    def set_params(self, params: Params) -> None:
        """Play with the game's default parameters and these changes from now on."""
        self.player.set_params(self._defaults | params)

    def new_game(self) -> None:
        """Forget everything."""
        self.player.new_game()

    def choose(self, position: engine.Position) -> tuple[int, int]:
        """The move of a search."""
        self.player.set_position(position)
        result = self.player.go(self.limits)
        return result.best, result.score


@dataclass(frozen=True)
class Outcome:
    """Points of the first side (0, 0.5, 1) and the length of a game in plies."""

    points: float
    plies: int


@cache
def openings(game_id: str) -> list[list[str]]:
    """The balanced openings that come with the match runner: moves from the start position."""
    path = BOOKS / f"{game_id}.txt"
    if not path.exists():
        raise ValueError(f"no list of openings for {game_id}: {path.name} is missing (make one with 'python -m bench openings')")
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.partition(" moves ")[2].split() for line in lines if line and not line.startswith("#")]


def play(game: engine.Game, moves: list[str], first: Side, second: Side) -> Outcome:
    """One game from the position after ``moves``, where ``first`` acts with the team to move there."""
    position = game.position("startpos", moves)
    seats, teams = game.entry.seats, game.entry.teams
    first_team = teams[position.player]
    for side in (first, second):
        side.new_game()
    winning, quiet = 0, 0
    start = position.ply
    while True:
        result = position.result()
        if result.over:
            points = 0.5 if not result.winners else float(teams[seats.index(result.winners[0])] == first_team)
            return Outcome(points, position.ply)
        if position.ply - start >= LONGEST:
            return Outcome(0.5, position.ply)
        mine = teams[position.player] == first_team
        move, score = (first if mine else second).choose(position)
        position.push(move)
        score = score if mine else -score
        winning = (winning + 1 if winning >= 0 else 1) if score >= WIN_SCORE else (
            (winning - 1 if winning <= 0 else -1) if score <= -WIN_SCORE else 0
        )  # fmt: skip
        quiet = quiet + 1 if abs(score) <= DRAW_SCORE else 0
        if abs(winning) >= WIN_PLIES:
            return Outcome(float(winning > 0), position.ply)
        if quiet >= DRAW_PLIES and position.ply >= DRAW_FROM:
            return Outcome(0.5, position.ply)


def play_pair(game: engine.Game, moves: list[str], one: Side, other: Side) -> int:
    """Half points of ``one`` (0 .. 4) from both games of an opening."""
    points = play(game, moves, one, other).points + 1 - play(game, moves, other, one).points
    return round(2 * points)


# --- in several processes ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Job:
    """A pair of games to play: ``number`` picks the opening, modulo the length of the list."""

    number: int
    one: Params
    other: Params


class Table:
    """Where the jobs of one process are played: the game and two engines, made once."""

    def __init__(self, game_id: str, nodes: int) -> None:
        self.game = engine.load(game_id)
        self.sides = EngineSide(self.game, nodes), EngineSide(self.game, nodes)

    def play(self, job: Job) -> int:
        """Half points (0 .. 4) of ``job.one``."""
        one, other = self.sides
        one.set_params(job.one)
        other.set_params(job.other)
        book = openings(self.game.entry.id)
        return play_pair(self.game, book[job.number % len(book)], one, other)


_table: Table | None = None


def _start_worker(game_id: str, nodes: int) -> None:
    global _table
    _table = Table(game_id, nodes)


def _work(job: Job) -> int:
    assert _table is not None
    return _table.play(job)


class Workers:
    """Plays jobs in ``count`` processes, in this one where ``count`` is 1. A context manager."""

    def __init__(self, game_id: str, nodes: int, count: int) -> None:
        self._here = Table(game_id, nodes) if count == 1 else None
        self._pool = None
        if count > 1:
            spawn = multiprocessing.get_context("spawn")
            engine.Engine(engine.load(game_id)).warm_up()  # else every process compiles
            self._pool = ProcessPoolExecutor(count, spawn, _start_worker, (game_id, nodes))

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *reason: object) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def results(self, jobs: Iterable[Job]) -> Iterator[int]:
        """The half points of each job, in order."""
        if self._here is not None:
            return map(self._here.play, jobs)
        assert self._pool is not None
        return self._pool.map(_work, jobs)


# --- as a program --------------------------------------------------------------------------------------------------------


def numbers(text: str) -> Params:
    """``NAME=VALUE,...`` as numbers of the search.

    Raises
    ------
    argparse.ArgumentTypeError
        For a word that is none, a name that no parameter has, and a value outside its range.
    """
    known = {parameter.name: parameter for parameter in PARAMETERS}
    found = {}
    for word in text.split(",") if text else ():
        name, _, value = word.partition("=")
        if name not in known or not value.lstrip("-").isdigit():
            raise argparse.ArgumentTypeError(f"{word!r} is not NAME=NUMBER with a number of the search")
        if not known[name].low <= int(value) <= known[name].high:
            raise argparse.ArgumentTypeError(f"{word!r} is outside {known[name].low}..{known[name].high}")
        found[name] = int(value)
    return found


@frame.program()
def main(words: list[str]) -> int:
    """Play the match; see the module's docstring."""
    parser = frame.parser(__name__, game=True)
    parser.add_argument("--one", type=numbers, default={}, metavar="NAME=VALUE,...", help="what the first side changes")
    parser.add_argument("--other", type=numbers, default={}, metavar="NAME=VALUE,...", help="what the second side changes")
    parser.add_argument("--nodes", type=frame.positive, default=8000, help="nodes a move")
    parser.add_argument("--games", type=frame.positive, default=300)
    parser.add_argument("--workers", type=frame.positive, default=1, help="processes")
    args = parser.parse_args(words)
    game_id = find_entry(args.game).id
    pairs = (args.games + 1) // 2
    # Openings of a list stand next to relatives; a stride spreads a short match over the whole list.
    book = len(openings(game_id))
    stride = next((step for step in (7, 11, 13) if book % step), 1)
    counts = [0] * 5
    with Workers(game_id, args.nodes, args.workers) as pool:
        jobs = [Job(number * stride, args.one, args.other) for number in range(pairs)]
        for played, points in enumerate(pool.results(jobs), start=1):
            counts[points] += 1
            if played % 25 == 0 or played == pairs:
                print(f"{2 * played} games, pairs {counts}: {from_pairs(counts)}", flush=True)
    return 0
