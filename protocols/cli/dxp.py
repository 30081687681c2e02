"""``qiji dxp``: play draughts against another program over TCP."""

from __future__ import annotations

import argparse

from protocols.cli.arguments import CommandError, natural, positive, seconds


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The address, the part that is played, the game that an Initiator asks for, limits and options."""
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument(
        "--listen",
        metavar="[HOST:]PORT",
        nargs="?",
        const="",
        help="wait for the other program; default: port 27531",
    )
    where.add_argument("--connect", metavar="HOST[:PORT]", help="call the other program")
    parser.add_argument("--game", metavar="ID", default="draughts", help="must be the same on both sides; default: draughts")
    part = parser.add_mutually_exclusive_group()
    part.add_argument("--initiator", action="store_true", help="ask for the games (default with --connect)")
    part.add_argument("--follower", action="store_true", help="take the games that are asked for (default with --listen)")
    asked = parser.add_argument_group("what an Initiator asks for")
    asked.add_argument(
        "--color", choices=("white", "black"), default="white", help="our side in the first game; it changes each game"
    )
    asked.add_argument(
        "--minutes", type=natural, default=10, metavar="M", help="for the whole game; default: 10; 0: none is counted"
    )
    asked.add_argument(
        "--moves", type=natural, default=75, metavar="N", help="of each side, then the game may be ended; 0: no limit"
    )
    asked.add_argument("--position", default="startpos", metavar="FEN", help="the position to begin with")
    parser.add_argument("--games", type=natural, default=0, metavar="N", help="games to play; default: 1, a Follower's: no limit")
    parser.add_argument("--time", type=seconds, metavar="S", help="at most so many seconds a move")
    parser.add_argument("--depth", type=positive, metavar="D", help="at most so many plies")
    parser.add_argument("--nodes", type=positive, metavar="N", help="at most so many nodes a move")
    parser.add_argument("--name", default="", help="how we call ourselves, at most 32 characters")
    parser.add_argument("--no-takeback", action="store_true", help="refuse to take moves back")
    parser.add_argument("--reconnect", action="store_true", help="call again, and ask again, when the connection is lost")
    parser.add_argument("--pdn", default="", metavar="FILE", help="append the games to a PDN file")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="set a rule or engine option; may be repeated"
    )


def run(arguments: argparse.Namespace) -> int:
    """Play until the games are over or ``quit`` is typed."""
    from engine.games import find_entry
    from engine.search.limits import Limits
    from protocols.dxp import DxpSettings, serve
    from protocols.dxp_link import read_address

    entry = find_entry(arguments.game)
    if "dxp" not in entry.protocols:
        raise CommandError(f"{entry.id} is not played over dxp, but over {', '.join(entry.protocols)}")
    for name, most in (("minutes", 999), ("moves", 999)):
        if getattr(arguments, name) > most:
            raise CommandError(f"dxp: --{name} is at most {most}")
    options = {}
    for text in arguments.option:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise CommandError(f"--option wants NAME=VALUE, not {text!r}")
        options[name.strip()] = value
    listen = arguments.listen is not None
    settings = DxpSettings(
        address=read_address(arguments.listen if listen else arguments.connect, "127.0.0.1"),
        listen=listen,
        initiator=arguments.initiator or not listen and not arguments.follower,
        color="W" if arguments.color == "white" else "B",
        minutes=arguments.minutes,
        moves=arguments.moves,
        position=arguments.position,
        games=arguments.games,
        limits=Limits(depth=arguments.depth, nodes=arguments.nodes, movetime_s=arguments.time),
        name=arguments.name,
        takeback=not arguments.no_takeback,
        reconnect=arguments.reconnect,
        pdn=arguments.pdn,
    )
    return serve(settings, entry.id, options)
