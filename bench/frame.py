"""What the measuring programs share: command lines, errors in one line, rule options, means with their error, equal time."""

from __future__ import annotations

import argparse
import functools
import math
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from typing import NoReturn

import engine
from protocols.cli.arguments import positive

__all__ = ["add_options", "add_seed", "mean_error", "nodes_within", "parser", "positive", "program", "score_text"]

_CALIBRATION_NODES = 20_000  #: of a search that measures a speed
Main = Callable[[list[str]], int]


def program(stopped: str = "stopped") -> Callable[[Main], Main]:
    """Decorate the ``main(words)`` of a program: exit status 2 for what was wrong with its input, 130 after Ctrl-C.

    stopped : what is said then.
    """

    def decorate(main: Main) -> Main:
        @functools.wraps(main)
        def guarded(words: list[str]) -> int:
            try:
                return main(words)
            except (ValueError, OSError) as error:  # QijiError is a ValueError
                print(f"bench {_name(main.__module__)}: error: {error}", file=sys.stderr)
                return 2
            except KeyboardInterrupt:
                print(stopped, file=sys.stderr)
                return 130

        return guarded

    return decorate


def _name(module: str) -> str:
    return module.rpartition(".")[2]


# --- command lines ------------------------------------------------------------------------------------------------------


class Parser(argparse.ArgumentParser):
    """As argparse's, but what is wrong is raised, so that :func:`program` tells it like everything else."""

    def error(self, message: str) -> NoReturn:
        """Raise ``message``."""
        raise ValueError(message)


def parser(module: str, game: bool = False) -> argparse.ArgumentParser:
    """The parser of the program ``module`` (its ``__name__``): its help is the docstring. ``game``: the first word is a game."""
    first, _, more = (sys.modules[module].__doc__ or "").partition("\n")
    raw = argparse.RawDescriptionHelpFormatter
    made = Parser(f"python -m bench {_name(module)}", description=first, epilog=more, formatter_class=raw)
    if game:
        made.add_argument("game", metavar="GAME", help="a game's id, see 'qiji games'")
    return made


def setting(text: str) -> tuple[str, str]:
    """``NAME=VALUE`` as a pair."""
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE")
    return name.strip(), value


def add_options(made: argparse.ArgumentParser, name: str = "--option", text: str = "a rule option of the game") -> None:
    """A flag for ``NAME=VALUE``, which may be repeated; ``dict`` makes a mapping of what comes of it."""
    made.add_argument(name, action="append", type=setting, default=[], metavar="NAME=VALUE", help=f"{text}; may be repeated")


def add_seed(made: argparse.ArgumentParser, text: str = "of everything at random") -> None:
    """``--seed``."""
    made.add_argument("--seed", type=int, default=1, help=f"{text}; default: 1")


# --- figures ------------------------------------------------------------------------------------------------------------


def mean_error(values: Sequence[float]) -> tuple[float, float]:
    """The mean, and half the width of its 95 % interval; that is infinite for a single value."""
    error = 1.96 * statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.inf
    return statistics.fmean(values), error


def score_text(values: Sequence[float]) -> str:
    """``61.5 % +/- 4.0`` of values in 0..1."""
    mean, error = mean_error(values)
    return f"{100 * mean:.1f} % +/- {100 * error:.1f}"


def nodes_within(
    player: engine.Engine, positions: Iterable[engine.Position], seconds: float, nodes: int = _CALIBRATION_NODES
) -> int:
    """How many nodes ``player`` searches in ``seconds`` of processor time, by searches of ``nodes`` nodes from ``positions``."""
    searched, used = 0, 0.0
    for position in positions:
        player.new_game()
        player.set_position(position)
        begin = time.process_time()
        searched += player.go(engine.Limits(nodes=nodes)).nodes
        used += time.process_time() - begin
    return max(1, round(searched / used * seconds))
