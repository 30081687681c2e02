"""``qiji position``: the canonical position string after some moves."""

from __future__ import annotations

import argparse

from protocols.cli.arguments import add_game, add_position, load_position

EXAMPLES = """
  qiji position chess --moves e4 e5 Nf3
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The position."""
    add_game(parser)
    add_position(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the position string."""
    print(load_position(arguments).text())
    return 0
