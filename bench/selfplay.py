"""Games of an engine against itself, for tuners and trainers: fast, resumable after a kill, equal for equal seeds.

    python -m bench selfplay GAME --out DIR (--games N | --positions N) [--nodes 1000] [--workers 2] [--seed S]
                             [--option NAME=VALUE] [--eval-file FILE] [--ray ADDRESS]

Writes ``DIR/GAME-SEED.qsp`` (see ``engine.learn.record``). The same command goes on with what a kill or Ctrl-C ended. Measured
speeds are in ``bench/results/selfplay.md``.
"""

from __future__ import annotations

import argparse
import functools
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import TextIO

from bench import frame
from engine.errors import QijiError
from engine.learn.collect import Goal, Run
from engine.learn.farm import Work, play_here
from engine.learn.record import Block
from engine.learn.selfplay import Settings

QUIET_EVERY_S = 30.0  #: a line so often where nobody watches a bar
Report = Callable[[Block | None], None]


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made = frame.parser(__name__, game=True)
    made.add_argument("--out", required=True, type=Path, metavar="DIR", help="folder of the file DIR/GAME-SEED.qsp")
    goal = made.add_mutually_exclusive_group(required=True)
    goal.add_argument("--games", type=int, metavar="N", help="play the games 0..N-1 of the seed")
    goal.add_argument("--positions", type=int, metavar="N", help="play until there are so many positions")
    made.add_argument("--workers", type=int, metavar="N", help="processes; default: one for each processor")
    frame.add_seed(made, "another one makes other games, in a file of its own")
    frame.add_options(made)
    made.add_argument("--eval-file", default="", metavar="FILE", help="the network to play with, or hand-made")
    ray_help = "play on a Ray cluster (every machine needs Qiji and FILE); 'local' starts one here"
    made.add_argument("--ray", metavar="ADDRESS", help=ray_help)
    for setting in fields(Settings):
        made.add_argument(
            f"--{setting.name.replace('_', '-')}",
            type=int,
            default=setting.default,
            metavar="N",
            help=f"{setting.metadata['help']} (default: {setting.default})",
        )
    return made


def work_of(arguments: argparse.Namespace) -> Work:
    """The work that the command line asks for.

    Raises
    ------
    QijiError
    """
    from engine.games import find_entry

    if not 0 <= arguments.seed < 1 << 63:
        raise QijiError(f"--seed {arguments.seed} is not in 0..2**63-1")
    settings = Settings(**{setting.name: getattr(arguments, setting.name) for setting in fields(Settings)})
    return Work(find_entry(arguments.game).id, tuple(arguments.option), settings, arguments.seed, arguments.eval_file)


def run(arguments: argparse.Namespace, stream: TextIO) -> int:
    """Play as the command line says, showing progress on ``stream``.

    Raises
    ------
    QijiError
    """
    work = work_of(arguments)
    if arguments.workers is not None and arguments.workers < 1:
        raise QijiError(f"--workers {arguments.workers} is less than 1")
    goal = Goal(arguments.games, arguments.positions)
    print(f"loading {work.game}", file=stream, flush=True)
    player = work.player()  # compiles for all workers, and finds what is wrong before they start
    if arguments.ray:
        from engine.learn.cluster import play_on_ray

        source = functools.partial(play_on_ray, work, arguments.ray, arguments.workers)
    else:
        source = functools.partial(play_here, work, arguments.workers or os.cpu_count() or 1)
    with Run(work, arguments.out, goal, player) as session:
        for offset in session.writer.damaged:
            print(f"warning: {session.writer.path}: damaged at byte {offset}; its games are played again", file=stream)
        if session.writer.numbers:
            print(f"going on with {_state(session)}", file=stream, flush=True)
        with _display(session, stream) as report:
            session.play(source, report)
        print(f"finished: {_state(session)} in {session.writer.path}", file=stream, flush=True)
    return 0


def _state(session: Run) -> str:
    return f"{len(session.writer.numbers)} games, {session.writer.positions} positions"


@contextmanager
def _display(session: Run, stream: TextIO) -> Iterator[Report]:
    """Show how a run gets on: a bar on a terminal, a line now and then elsewhere."""
    shown = _bar if stream.isatty() else _lines
    with shown(session, stream) as report:
        yield report


def _done(session: Run) -> tuple[int, int]:
    """Done and wanted, in the unit of the goal."""
    if session.goal.games is not None:
        return session.games_of_goal, session.goal.games
    return session.writer.positions, session.goal.positions or 0


@contextmanager
def _lines(session: Run, stream: TextIO) -> Iterator[Report]:
    begin = last = time.monotonic()
    first = session.writer.positions
    first_done, wanted = _done(session)

    def report(block: Block | None) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= QUIET_EVERY_S:
            last = now
            done = _done(session)[0]
            left = (now - begin) / max(done - first_done, 1) * max(wanted - done, 0)
            speed = (session.writer.positions - first) / (now - begin)
            print(f"{_state(session)}, {speed:.0f} positions/s, {left:.0f} s left", file=stream, flush=True)

    yield report


@contextmanager
def _bar(session: Run, stream: TextIO) -> Iterator[Report]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    text = TextColumn("{task.fields[state]}, {task.fields[speed]:.0f} positions/s")
    columns = (BarColumn(), text, TimeElapsedColumn(), TextColumn("gone,"), TimeRemainingColumn(), TextColumn("left"))
    begin, first = time.monotonic(), session.writer.positions
    with Progress(*columns, console=Console(file=stream)) as progress:
        done, wanted = _done(session)
        task = progress.add_task("", completed=done, total=wanted, state=_state(session), speed=0.0)

        def report(block: Block | None) -> None:
            speed = (session.writer.positions - first) / (time.monotonic() - begin)
            progress.update(task, completed=_done(session)[0], state=_state(session), speed=speed)

        yield report


@frame.program("stopped; the same command goes on")
def main(words: list[str]) -> int:
    """Run the command; 0 when the goal is reached, 2 for a mistake, 130 after Ctrl-C."""
    arguments = parser().parse_args(words)
    return run(arguments, sys.stderr)
