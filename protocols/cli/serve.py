"""``qiji uci|ucci|xboard|hub|gomocup|ccgc``: talk to a GUI in a given protocol."""

from __future__ import annotations

import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``--game``, and for UCI ``--tune``."""
    parser.add_argument("--game", metavar="ID", help="the game to play until the GUI names another one, see 'qiji games'")
    tune_help = "announce the numbers of the search as options search.NAME"
    if parser.get_default("command") != "uci":
        tune_help = argparse.SUPPRESS
    parser.add_argument("--tune", action="store_true", help=tune_help)


def run(arguments: argparse.Namespace) -> int:
    """Serve until the GUI quits."""
    from engine.games import find_entry
    from protocols.cli.arguments import CommandError
    from protocols.detect import serve

    game = None
    if arguments.game is not None:
        entry = find_entry(arguments.game)
        if arguments.command not in entry.protocols:
            raise CommandError(f"{entry.id} is not played over {arguments.command}, but over {', '.join(entry.protocols)}")
        game = entry.id
    if arguments.tune and arguments.command != "uci":
        raise CommandError("--tune is for uci; the other protocols take search.NAME without announcing it")
    return serve(arguments.command, game, arguments.tune)
