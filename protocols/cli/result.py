"""``qiji result``: how a game stands by the rules."""

from __future__ import annotations

import argparse

from protocols.cli.arguments import CommandError, add_game, add_position, load_position

EXAMPLES = """
  qiji result chess --moves f3 e5 g4 Qh4     win black checkmate
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The position, and tables that know more than the rules."""
    add_game(parser)
    add_position(parser)
    parser.add_argument("--bitbases", default="", metavar="PATH", help="also say what these endgame tables know (draughts)")


def run(arguments: argparse.Namespace) -> int:
    """Print ``ongoing``, ``draw REASON`` or ``win SEATS REASON``.

    With tables ``ongoing`` is followed by ``table draw``, ``table win SEAT`` or ``table unknown``, draw counters left out.
    """
    position = load_position(arguments)
    result = position.result()
    print(result)
    if arguments.bitbases:
        entry = position.game.entry
        if entry.module != "draughts":
            raise CommandError("result: --bitbases is for draughts")
        from protocols.analysis.analyst import open_bitbases

        tables = open_bitbases(entry, arguments.bitbases)
        if not result.over:
            value = tables.value(position)
            winner = entry.seats[position.player if value == 1 else 1 - position.player]
            print("table", "unknown" if value is None else "draw" if value == 0 else f"win {winner}")
    return 0
