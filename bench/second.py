"""Games under solved rules in which the second player must not lose: against random turns, and against the same search.

    python -m bench second GAME [--games N] [--nodes N] [--first random|engine] [--seed S]

The first player's first ``--free`` turns are random in games against the engine, so that the games differ. Prints the results and
the longest game; exit status 1 if the second player lost one.
"""

from __future__ import annotations

import random
import time
from collections import Counter

import engine
from bench import frame


@frame.program()
def main(words: list[str]) -> int:
    """Play; 1 if the second player lost a game."""
    made = frame.parser(__name__)
    made.add_argument("game", choices=("pylos-child", "pylos", "pylos-expert", "quadro"))
    made.add_argument("--games", type=int, default=1000)
    made.add_argument("--nodes", type=int, default=10_000, help="of each search; default: 10000")
    made.add_argument("--first", choices=("random", "engine"), default="random")
    made.add_argument("--free", type=int, default=3, help="random turns of an engine that moves first; default: 3")
    frame.add_seed(made)
    arguments = made.parse_args(words)
    game, rng = engine.load(arguments.game), random.Random(arguments.seed)
    player, limits = engine.Engine(game, hash_mb=16), engine.Limits(nodes=arguments.nodes)
    player.warm_up()
    ends: Counter[str] = Counter()
    longest, began = 0, time.process_time()
    for _ in range(arguments.games):
        position = game.position()
        while not position.result().over:
            at_random = arguments.first == "random" or position.ply < 2 * arguments.free
            if position.player == 0 and at_random:
                position.push(int(rng.choice(list(position.legal_moves()))))
                continue
            player.set_position(position)
            position.push(int(player.go(limits).best))
        ends[str(position.result())] += 1
        longest = max(longest, position.ply)
    for end, count in ends.most_common():
        print(f"{count:6} {end}")
    print(f"{arguments.games} games, longest {longest} plies, {time.process_time() - began:.0f} s of processor time")
    return 1 if any(end.startswith("win white") for end in ends) else 0
