"""``qiji bench``: search a fixed list of positions to a fixed depth with one thread.

The node total is a checksum of everything that steers the search: an edit that means to change nothing leaves it alone. The last
line has the form that testing frameworks read.
"""

from __future__ import annotations

import argparse
import time

from protocols.cli.arguments import positive


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The game and ``--depth``."""
    parser.add_argument("game", nargs="?", metavar="GAME", help="a game's id, see 'qiji games'; default: all games")
    parser.add_argument("--depth", type=positive, metavar="D", help="plies; default: that of the list")
    parser.add_argument("--eval-file", default="", metavar="FILE", help="evaluate with this file, or hand-made")


def run(arguments: argparse.Namespace) -> int:
    """Print the count of each position and the totals."""
    from engine.games import CATALOGUE, find_entry

    entries = [find_entry(arguments.game)] if arguments.game else list(CATALOGUE)

    import engine
    from protocols.bench import run_bench
    from protocols.cli.progress import warm_up

    total, time_s = 0, 0.0
    for entry in entries:
        game = engine.load(entry.id)
        warm_up(engine.Engine(game, hash_mb=1, eval_file=arguments.eval_file))
        start = time.perf_counter()
        total += run_bench(game, _write, arguments.depth, eval_file=arguments.eval_file)
        time_s += time.perf_counter() - start
    if len(entries) > 1:
        print(f"\n{total} nodes {round(total / max(time_s, 1e-6))} nps")
    return 0


def _write(*lines: str) -> None:
    print("\n".join(lines), flush=True)
