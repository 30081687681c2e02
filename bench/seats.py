"""Games of three and more seats between two kinds of player: searches of the engine, plain tree search, greedy, random.

    python -m bench seats siguo-xiangqi --option Teams=ffa --one paranoid --other brs --games 48 --seconds 0.05

``--one`` and ``--other`` are names of searches of the game, or ``rollouts`` (``engine.mcts``), ``greedy`` (the move after which
the static evaluation is best), ``random``. Each opening, some random moves without a capture, is played with every fair share of
the seats: where there are teams both ways round, else all seatings in which either kind has half of the seats (``--alone``: one
seat for the first kind, the rest for the other). Searches get the nodes that they make in so many seconds of processor time,
measured at the start, plain tree search the time itself. A game's points are the shares of ``payoff`` where the game knows it,
else of the winners.
"""

from __future__ import annotations

import itertools
import math
import random
import time
from typing import Protocol

import numpy as np

import engine
from bench import frame
from engine.mcts import Mcts

HASH_MB = 16


class Kind(Protocol):
    """A player that may hold several seats."""

    def new_game(self) -> None:
        """Forget everything."""

    def choose(self, position: engine.Position) -> int:
        """A legal move."""


class Random:
    """Any move."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def new_game(self) -> None:
        """Nothing is kept."""

    def choose(self, position: engine.Position) -> int:
        """A random legal move."""
        return int(self._random.choice(position.legal_moves()))


class Greedy:
    """The move after which the static evaluation is best for its team; a win at once is taken."""

    def __init__(self, game: engine.Game) -> None:
        self._game, self._seats = game, "evaluate_seats" in game.spec.kernels
        self._kernel = game.kernel("evaluate_seats" if self._seats else "evaluate")
        self._scratch = np.zeros(max(1, game.spec.scratch_words), np.int64)
        self._weights = game.spec.hand_made().weights

    def new_game(self) -> None:
        """Nothing is kept."""

    def choose(self, position: engine.Position) -> int:
        """The best move by a look one ply ahead, the first of equal ones."""
        make, result, teams = self._game.kernel("make_move"), self._game.kernel("result"), self._game.teams
        seat = position.player
        stack, row = position.stack_copy(2), position.ply
        out = np.zeros(8, np.int64)
        best, best_score = 0, -math.inf
        for move in position.legal_moves():
            make(stack, row, move)
            code = int(result(stack, row + 1))
            winners = [s for s in range(len(teams)) if code >> 8 >> s & 1]
            if code:
                score = 0.0 if not winners else 1e9 if teams[seat] in [teams[s] for s in winners] else -1e9
            elif self._seats:
                self._kernel(stack, row + 1, self._weights, self._scratch, out)
                score = float(out[seat])
            else:
                value = int(self._kernel(stack, row + 1, self._weights, self._scratch))
                acting = int(stack.view(self._game.spec.state)[row + 1]["player"])
                score = float(value if teams[acting] == teams[seat] else -value)
            if score > best_score:
                best, best_score = int(move), score
        return best


class Rollouts:
    """``engine.mcts`` for a processor time a move."""

    def __init__(self, game: engine.Game, seconds: float) -> None:
        self._player, self._seconds = Mcts(game), seconds

    def new_game(self) -> None:
        """Nothing is kept."""

    def choose(self, position: engine.Position) -> int:
        """The move tried most often."""
        return self._player.search(position, seconds=self._seconds, clock=time.process_time).best


class Search:
    """A search of the engine at the nodes that fit into a processor time; one engine for each seat."""

    def __init__(self, game: engine.Game, name: str, seconds: float, nodes: int, eval_file: str) -> None:
        self._players = {seat: engine.Engine(game, hash_mb=HASH_MB) for seat in range(len(game.teams)) if game.teams[seat] >= 0}
        for player in self._players.values():
            player.configure(search=name, eval_file=eval_file)
            player.warm_up()
        self.nodes = nodes or self._calibrate(game, seconds)

    def _calibrate(self, game: engine.Game, seconds: float) -> int:
        rng = random.Random(5)
        return frame.nodes_within(
            next(iter(self._players.values())), (scrambled(game, rng, length) for length in (0, 8, 16, 40, 80)), seconds
        )

    def new_game(self) -> None:
        """Forget everything."""
        for player in self._players.values():
            player.new_game()

    def choose(self, position: engine.Position) -> int:
        """The move of a search."""
        player = self._players[position.player]
        player.set_position(position)
        return player.go(engine.Limits(nodes=self.nodes)).best


def make(game: engine.Game, name: str, seconds: float, nodes: int, seed: int, eval_file: str = "") -> Kind:
    """The player called ``name``; ``eval_file`` is for searches."""
    if name == "random":
        return Random(seed)
    if name == "greedy":
        return Greedy(game)
    return Rollouts(game, seconds) if name == "rollouts" else Search(game, name, seconds, nodes, eval_file)


def scrambled(game: engine.Game, rng: random.Random, plies: int) -> engine.Position:
    """The start position after random moves, none of which takes anything if another one is possible."""
    noisy = game.kernel("gen_noisy")
    position = game.position()
    for _ in range(plies):
        legal = [int(move) for move in position.legal_moves()]
        if not legal or position.result().over:
            break
        lists = np.zeros(game.spec.max_moves, np.int64)
        loud = set(lists[: noisy(position.memory, position.ply, lists)].tolist())
        position.push(rng.choice([move for move in legal if move not in loud] or legal))
    return position


def seatings(teams: tuple[int, ...], alone: bool) -> list[tuple[int, ...]]:
    """Which kind (0 or 1) sits where, -1 on an empty seat; every team is of one kind."""
    known = sorted({team for team in teams if team >= 0})
    share = 1 if alone else len(known) // 2
    found = []
    for own in itertools.combinations(known, share):
        found.append(tuple(-1 if team < 0 else int(team not in own) for team in teams))
    return found


def shares(position: engine.Position) -> list[float]:
    """The points of each seat at the end, sum 1."""
    game, result = position.game, position.result()
    count = len(game.teams)
    if "payoff" in game.spec.kernels and result.over:
        out = np.zeros(8, np.int64)
        game.kernel("payoff")(position.memory, position.ply, out)
        return [float(out[seat]) / float(out[:count].sum()) for seat in range(count)]
    playing = [seat for seat in range(count) if game.teams[seat] >= 0]
    winners = [game.entry.seats.index(name) for name in result.winners] or playing
    return [float(seat in winners) / len(winners) for seat in range(count)]


def play(position: engine.Position, kinds: tuple[Kind, Kind], seating: tuple[int, ...], longest: int) -> tuple[float, float, int]:
    """Points of the first kind, its part of the first place, and plies of one game from ``position`` (played on)."""
    for kind in kinds:
        kind.new_game()
    while not position.result().over and position.ply < longest and len(position.legal_moves()):
        position.push(kinds[seating[position.player]].choose(position))
    points = shares(position)
    best = [seat for seat, kind in enumerate(seating) if kind >= 0 and points[seat] == max(points)]
    first = sum(seating[seat] == 0 for seat in best) / len(best)
    return sum(points[seat] for seat, kind in enumerate(seating) if kind == 0), first, position.ply


@frame.program()
def main(words: list[str]) -> int:
    """Play the match and report."""
    parser = frame.parser(__name__, game=True)
    parser.add_argument("--one", required=True)
    parser.add_argument("--other", required=True)
    parser.add_argument("--one-eval", default="", metavar="FILE", help="weights or network of the first kind, if it searches")
    parser.add_argument("--other-eval", default="", metavar="FILE")
    frame.add_options(parser)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=0.05, help="of processor time a move")
    parser.add_argument("--nodes", type=int, default=0, help="of the engine's searches, instead of --seconds")
    parser.add_argument("--alone", action="store_true", help="one seat for the first kind")
    parser.add_argument("--opening", type=int, default=8, help="random plies")
    parser.add_argument("--longest", type=int, default=1200, help="plies after which nobody has won")
    frame.add_seed(parser)
    args = parser.parse_args(words)
    game = engine.load(args.game, dict(args.option))
    sides = (args.one, args.one_eval), (args.other, args.other_eval)
    kinds = tuple(make(game, name, args.seconds, args.nodes, args.seed, eval_file) for name, eval_file in sides)
    ways = seatings(game.teams, args.alone)
    rng, blocks, plies, firsts = random.Random(args.seed), [], 0, 0.0
    fair = sum(way.count(0) for way in ways) / sum(len(way) - way.count(-1) for way in ways)
    games = 0
    while games < args.games:
        opening = scrambled(game, rng, args.opening)
        results = [play(opening.copy(), (kinds[0], kinds[1]), way, args.longest) for way in ways]
        blocks.append(sum(points for points, _, _ in results) / len(results))
        games, plies = games + len(results), plies + sum(length for _, _, length in results)
        firsts += sum(first for _, first, _ in results)
        share = f"{frame.score_text(blocks)} of the points (even: {100 * fair:.0f} %)"
        share += f", {100 * firsts / games:.1f} of the first places"
        print(f"{games} games, {plies / games:.0f} plies each: {args.one} against {args.other} has {share}", flush=True)
    nodes = [getattr(kind, "nodes", 0) for kind in kinds]
    print(f"nodes a move: {args.one} {nodes[0] or '-'}, {args.other} {nodes[1] or '-'}")
    return 0
