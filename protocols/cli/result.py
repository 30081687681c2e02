"""``qiji result``: how a game stands by the rules."""

from __future__ import annotations

import argparse

from protocols.cli.arguments import add_game, add_position, load_position


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The position."""
    add_game(parser)
    add_position(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print ``ongoing``, ``draw REASON`` or ``win SEATS REASON``."""
    print(load_position(arguments).result())
    return 0
