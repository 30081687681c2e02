"""What subcommands have in common: the parser, the arguments that name a position, and how text reaches the terminal."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from engine import Game, Position
    from engine.core.spec import CatalogueEntry


class CommandError(Exception):
    """A command line that cannot be carried out; the message is one line."""


class _Help(argparse.RawDescriptionHelpFormatter):
    """Text behind the options keeps its lines; a flag that may be written in two ways is shown once."""

    def _format_action_invocation(self, action: argparse.Action) -> str:
        words = action.option_strings
        if len(words) == 2 and words[0].lstrip("-") == words[1].lstrip("-"):
            shown = argparse.Action(words[:1], action.dest, action.nargs, choices=action.choices, metavar=action.metavar)
            return super()._format_action_invocation(shown)
        return super()._format_action_invocation(action)


class Parser(argparse.ArgumentParser):
    """As argparse's, but errors are raised, so that all of them look alike."""

    def __init__(self, **settings) -> None:
        super().__init__(allow_abbrev=False, formatter_class=_Help, **settings)

    def parse_args(self, args=None, namespace=None):
        """Options may stand anywhere, also between a command's other words."""
        return self.parse_intermixed_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        """Raise ``message`` with the subcommand's name."""
        command = self.prog.removeprefix("qiji").strip()
        raise CommandError(f"{command}: {message}" if command else message)


def natural(text: str) -> int:
    """A whole number from 0 on."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 19 else -1
    if number < 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number")
    return number


def positive(text: str) -> int:
    """A whole number from 1 on."""
    number = natural(text)
    if not number:
        raise argparse.ArgumentTypeError("0 is too small")
    return number


def at_most(high: int, read: Callable[[str], int] = positive) -> Callable[[str], int]:
    """A reader of numbers that ``read`` takes, up to ``high``."""

    def limited(text: str) -> int:
        number = read(text)
        if number > high:
            raise argparse.ArgumentTypeError(f"{number} is too large; at most {high}")
        return number

    return limited


def seconds(text: str) -> float:
    """A positive number of seconds."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 < number < 1e9:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds")
    return number


def add_game(parser: argparse.ArgumentParser) -> None:
    """``GAME`` and ``--option``."""
    parser.add_argument("game", metavar="GAME", help="a game's id, see 'qiji games'")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="set a rule option of the game ('qiji games GAME' lists them); may be repeated",
    )


def add_position(parser: argparse.ArgumentParser) -> None:
    """``--position`` and ``--moves``."""
    parser.add_argument(
        "--position",
        default="startpos",
        metavar="TEXT",
        help="a position string of the game (chess, xiangqi: FEN) in quotation marks; default: startpos",
    )
    parser.add_argument(
        "--moves", nargs="*", action="extend", default=[], metavar="M", help="moves from there, in any notation of the game"
    )


def add_seat(parser: argparse.ArgumentParser) -> None:
    """``--seat``, for games with private pieces."""
    parser.add_argument(
        "--seat", metavar="N", help="games with private pieces: as seat N (0, 1, ...) or a spectator (-) sees the position"
    )


def seen_by(position: Position, seat: str | None) -> Position:
    """``position`` as ``--seat`` says; unchanged without it.

    Raises
    ------
    CommandError, engine.QijiError
    """
    if seat is None:
        return position
    from engine.views import SPECTATOR, seat_view

    seats = len(position.game.entry.seats)
    if seat != "-" and not (seat.isascii() and seat.isdigit() and int(seat) < seats):
        raise CommandError(f"--seat wants 0 to {seats - 1} or -, not {seat!r}")
    return seat_view(position, SPECTATOR if seat == "-" else int(seat))


def load_game(arguments: argparse.Namespace) -> Game:
    """The game that ``arguments`` name, under their options.

    Raises
    ------
    CommandError, engine.QijiError
    """
    import engine

    options: dict[str, str] = {}
    for text in arguments.option:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise CommandError(f"--option wants NAME=VALUE, not {text!r}")
        options[name.strip()] = value
    return engine.load(arguments.game, options)


def load_position(arguments: argparse.Namespace) -> Position:
    """The position that ``arguments`` name; what reading it dropped or repaired is said on stderr.

    Raises
    ------
    CommandError, engine.QijiError
    """
    moves = " ".join(arguments.moves).split()
    position = load_game(arguments).position(arguments.position, moves)
    say_notes(position)
    return position


def say_notes(position: Position) -> None:
    """Tell what reading a position string dropped or repaired."""
    for note in position.notes:
        print(f"qiji: note: {note}", file=sys.stderr)


def can_print(text: str) -> bool:
    """Whether stdout's encoding has every character of ``text``."""
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def people_notation(entry: CatalogueEntry, wanted: str | None = None) -> str:
    """The notation for people: ``wanted``, else the game's usual one that the console can print.

    Raises
    ------
    engine.OptionError
        If the game has no notation ``wanted``.
    """
    from engine.errors import OptionError

    known = ("wire", *entry.notations)
    if wanted is not None:
        if wanted.lower() not in known:
            raise OptionError(f"{entry.id} has no notation {wanted!r}; known: {', '.join(entry.notations)}")
        return wanted.lower()
    if entry.module == "draughts":
        from protocols.files.pdn import ALGEBRAIC

        return "algebraic" if entry.id in ALGEBRAIC else "numeric"
    if "san" in known:
        return "san"
    if "chinese" in known and can_print("炮二平五進"):
        return "chinese"
    return "wxf" if "wxf" in known else "wire"
