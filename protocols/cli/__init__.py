"""The ``qiji`` command. One module a subcommand: ``add_arguments(parser)`` and ``run(arguments) -> exit status``.

Without arguments ``qiji`` waits for a GUI. Only the module of the subcommand at hand is imported, and it imports what is heavy
when it runs, so that a GUI gets its answer at once.
"""

from __future__ import annotations

import contextlib
import errno
import io
import os
import signal
import sys
from importlib import import_module

from protocols.cli.arguments import CommandError, Parser

#: What the commands are for -> subcommand -> (module, what it does).
GROUPS = {
    "look at games and positions": {
        "games": ("games", "list the games, or all that there is to know of one"),
        "show": ("show", "draw a position on the terminal, as SVG or as PNG"),
        "moves": ("moves", "list the legal moves"),
        "position": ("position", "print the position string after some moves"),
        "result": ("result", "say how a game stands by the rules"),
        "perft": ("perft", "count move sequences"),
    },
    "analyse and play": {
        "analyse": ("analyse", "search a position, each position of a file, or each move of its games"),
        "match": ("match", "play engines against each other"),
        "book": ("book", "make an opening book from games, or look into one"),
        "convert": ("convert", "convert game files: PGN, XQF, CBR, CBL, CBF, PDN, EPD, FEN"),
    },
    "serve a GUI that asks for one protocol (without a command Qiji finds out which)": {
        "uci": ("serve", "speak UCI (every game)"),
        "ucci": ("serve", "speak UCCI (xiangqi and its variants)"),
        "xboard": ("serve", "speak the XBoard/WinBoard protocol (chess, xiangqi)"),
        "hub": ("serve", "speak Hub (draughts)"),
        "gomocup": ("serve", "speak the Gomocup protocol (five in a row, Piskvork)"),
        "ccgc": ("serve", "speak the championship protocol of army chess"),
        "dxp": ("dxp", "play draughts against another program over TCP (DamExchange)"),
    },
    "after installing": {
        "warmup": ("warmup", "compile and cache everything, so that no GUI has to wait"),
        "bench": ("bench", "search fixed positions; the node count is a checksum of the search"),
    },
}
COMMANDS = {name: command for group in GROUPS.values() for name, command in group.items()}

BAD_INPUT, INTERRUPTED, BROKEN_PIPE = 2, 130, 141


def main(words: list[str] | None = None) -> int:
    """Run the command line ``words`` (default: the process's) and return the exit status.

    Errors in what the user gave are one line on stderr and status 2.
    """
    from engine.errors import QijiError

    _survive_any_console()
    try:
        status = _run(sys.argv[1:] if words is None else words)
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except (CommandError, QijiError) as error:
        return _fail(str(error))
    except BrokenPipeError:
        # The reader has gone (`| head`): point stdout elsewhere, so that the interpreter's last flush finds no fault.
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except OSError as error:
        if error.errno == errno.EINVAL and error.filename is None and sys.platform == "win32":
            return BROKEN_PIPE  # how a closed pipe looks on Windows
        where = f": {error.filename!r}" if error.filename is not None else ""
        return _fail(f"{error.strerror or error}{where}")
    except KeyboardInterrupt:
        with contextlib.suppress(ValueError):
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        return INTERRUPTED


def _run(words: list[str]) -> int:
    name = words[0] if words else "--game"
    if name == "--game" or name.startswith("--game="):
        return _wait_for_gui(words)
    if name in COMMANDS:
        module_name, help_line = COMMANDS[name]
        module = import_module(f"protocols.cli.{module_name}")
        examples = getattr(module, "EXAMPLES", "")
        parser = Parser(
            prog=f"qiji {name}",
            description=help_line[0].upper() + help_line[1:] + ".",
            epilog=f"examples:{examples.rstrip()}" if examples else None,
        )
        parser.set_defaults(command=name)
        module.add_arguments(parser)
        return module.run(parser.parse_args(words[1:]))
    if name in ("-h", "--help", "help"):
        print(_overview())
        return 0
    if name in ("-V", "--version", "version"):
        import engine

        print(f"qiji {engine.__version__}")
        return 0
    raise CommandError(f"unknown command {name!r}; 'qiji --help' lists the commands")


def _wait_for_gui(words: list[str]) -> int:
    """Bare ``qiji``, or ``qiji --game ID``: the GUI's first line tells the protocol."""
    parser = Parser(prog="qiji")
    parser.add_argument("--game")
    game = parser.parse_args(words).game
    if game is not None:
        from engine.games import find_entry

        game = find_entry(game).id
    from protocols.detect import serve

    return serve(None, game)


def main_xiangqi() -> int:
    """``qiji-xiangqi``: bare ``qiji`` for GUIs that play xiangqi over UCI and name no variant."""
    return main(["--game", "xiangqi", *sys.argv[1:]])


def main_gomocup() -> int:
    """``pbrain-qiji``: Piskvork takes programs of such names for engines in the Gomocup protocol."""
    return main(["gomocup", *sys.argv[1:]])


def _overview() -> str:
    width = max(map(len, COMMANDS)) + 2
    lines = ["Qiji plays, analyses and referees board games.", ""]
    lines += ["usage: qiji [--game ID]      wait for a GUI; its first line tells the protocol"]
    lines += ["       qiji COMMAND ...      'qiji COMMAND --help' explains the command, with examples"]
    for title, commands in GROUPS.items():
        lines += ["", f"{title}:", *(f"  {name:{width}}{text}" for name, (_, text) in commands.items())]
    lines += ["", "  -h, --help      print this", "  -V, --version   print the version", ""]
    lines += ["Positions are given as --position TEXT (default: startpos) and --moves M ..., in any notation of the game;"]
    lines += ["rule options as --option NAME=VALUE. What cannot be read is one line on stderr and exit status 2."]
    return "\n".join(lines)


def _fail(message: str) -> int:
    if sys.stderr is not None:
        print(f"qiji: error: {' '.join(message.split())}", file=sys.stderr)
    return BAD_INPUT


def _survive_any_console() -> None:
    """A console that lacks a character gets a question mark instead of ending the program."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(ValueError, OSError):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")
