"""``qiji moves``: the legal moves (or the rolls, where a die is due), one a line, in the same order in every notation."""

from __future__ import annotations

import argparse

from engine.errors import PositionError
from protocols.cli.arguments import add_game, add_position, load_position, people_notation

EXAMPLES = """
  qiji moves xiangqi --notation chinese
  qiji moves chess --moves e4 e5 --notation san
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The position and ``--notation``."""
    add_game(parser)
    add_position(parser)
    parser.add_argument("--notation", default="wire", metavar="NAME", help="wire (default) or another notation of the game")


def run(arguments: argparse.Namespace) -> int:
    """Print the moves."""
    position = load_position(arguments)
    if position.unlisted:
        raise PositionError(position.unlisted)
    notation = people_notation(position.game.entry, arguments.notation)
    for move in [roll for roll, _ in position.outcomes()] or position.legal_moves().tolist():
        print(position.format(move, notation))
    return 0
