"""``qiji perft``: how many move sequences of a given length there are."""

from __future__ import annotations

import argparse

from engine.errors import PositionError
from protocols.cli.arguments import add_game, add_position, load_position, natural

EXAMPLES = """
  qiji perft chess 5 --divide
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The position, the depth and ``--divide``."""
    add_game(parser)
    parser.add_argument("depth", metavar="DEPTH", type=natural, help="plies")
    add_position(parser)
    parser.add_argument("--divide", action="store_true", help="print the count behind each move, too")


def run(arguments: argparse.Namespace) -> int:
    """Print the count."""
    from protocols.boards import divide

    position = load_position(arguments)
    if position.uncounted:
        raise PositionError(position.uncounted)
    if not arguments.divide or not arguments.depth:
        print(f"Nodes searched: {position.perft(arguments.depth)}")
        return 0
    total = 0
    for name, count in divide(position, arguments.depth, None):
        total += count
        print(f"{name}: {count}", flush=True)
    print(f"\nNodes searched: {total}")
    return 0
