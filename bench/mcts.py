"""The engine against plain Monte Carlo tree search (``engine.mcts``) at equal processor time: a yardstick for evaluations.

    python -m bench mcts fangqi --seconds 0.1 --games 40 [--noisy-share 80] [--exploration 0.7] [--eval-file FILE]

Each opening of the game's list is played twice with sides swapped. The tree search gets so many seconds of processor time a move;
the engine gets as many nodes as it searches in that time, measured at the start, and the report says what both have used. One
thread each, in this process, so that what else runs on the machine cannot change a game's chances.
"""

from __future__ import annotations

import math
import time

import engine
from bench import frame
from bench.selfmatch import openings, play_pair
from engine.mcts import Mcts
from protocols.match.elo import from_pairs

HASH_MB = 16
_CALIBRATION_NODES = 200_000
_CALIBRATION_POSITIONS = 8
_SPREAD = 200.0  #: score units for odds of e to 1, so that both sides' scores can end a decided game


class EngineSide:
    """The engine at a fixed number of nodes a move."""

    def __init__(self, game: engine.Game, eval_file: str) -> None:
        self.player = engine.Engine(game, hash_mb=HASH_MB, eval_file=eval_file)
        self.player.warm_up()
        self.nodes, self.used_s, self.moves = 1, 0.0, 0

    def calibrate(self, game: engine.Game, seconds: float) -> None:
        """Set the nodes that fit into ``seconds`` of processor time."""
        book = openings(game.entry.id)
        chosen = book[:: max(1, len(book) // _CALIBRATION_POSITIONS)]
        positions = (game.position("startpos", moves) for moves in chosen)
        self.nodes = frame.nodes_within(self.player, positions, seconds, _CALIBRATION_NODES)

    def new_game(self) -> None:
        """Forget everything."""
        self.player.new_game()

    def choose(self, position: engine.Position) -> tuple[int, int]:
        """The move of a search and its score."""
        begin = time.process_time()
        self.player.set_position(position)
        result = self.player.go(engine.Limits(nodes=self.nodes))
        self.used_s += time.process_time() - begin
        self.moves += 1
        return result.best, result.score


class MctsSide:
    """The tree search for a fixed processor time a move."""

    def __init__(self, game: engine.Game, seconds: float, exploration: float, noisy_share: int, seed: int) -> None:
        self.player = Mcts(game, exploration, noisy_share, seed=seed)
        self.player.warm_up()
        self.seconds, self.used_s, self.moves, self.iterations = seconds, 0.0, 0, 0

    def new_game(self) -> None:
        """Nothing is kept from move to move."""

    def choose(self, position: engine.Position) -> tuple[int, int]:
        """The move tried most often, and its value on the score scale."""
        begin = time.process_time()
        found = self.player.search(position, seconds=self.seconds, clock=time.process_time)
        self.used_s += time.process_time() - begin
        self.moves += 1
        self.iterations += found.iterations
        value = min(max(found.value, 0.001), 0.999)
        return found.best, round(_SPREAD * math.log(value / (1 - value)))


@frame.program()
def main(words: list[str]) -> int:
    """Play the match and report."""
    parser = frame.parser(__name__, game=True)
    parser.add_argument("--seconds", type=float, default=0.1, help="of processor time a move")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--exploration", type=float, default=0.7, help="c of UCT")
    parser.add_argument("--noisy-share", type=int, default=0, help="per cent of rollout moves that are noisy, where possible")
    parser.add_argument("--eval-file", default="", help="what the engine evaluates with")
    frame.add_seed(parser)
    args = parser.parse_args(words)
    game = engine.load(args.game)
    one = EngineSide(game, args.eval_file)
    other = MctsSide(game, args.seconds, args.exploration, args.noisy_share, args.seed)
    one.calibrate(game, args.seconds)
    book = openings(game.entry.id)
    counts = [0] * 5
    for number in range((args.games + 1) // 2):
        counts[play_pair(game, book[number * 7 % len(book)], one, other)] += 1
        if number % 5 == 4 or 2 * number + 2 >= args.games:
            points = sum(half * count for half, count in enumerate(counts)) / 2
            print(f"{2 * number + 2} games, engine {points:g} points, pairs {counts}: {from_pairs(counts)}", flush=True)
    for name, side in (("engine", one), ("tree search", other)):
        print(f"{name}: {1000 * side.used_s / max(1, side.moves):.1f} ms a move over {side.moves} moves")
    print(f"engine: {one.nodes} nodes a move; tree search: {other.iterations / max(1, other.moves):.0f} rollouts a move")
    return 0
