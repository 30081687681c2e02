"""Compiling and caching kernels while people watch: a bar on a terminal, plain lines elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from engine import Engine

Report = Callable[[str, int, int], None]
"""``report(name, done, total)``: ``name`` is about to be compiled, ``done`` of ``total`` are ready; at last done is total."""

_PATIENCE_S = 1.0
"""Seconds between lines: what comes from the cache is not worth one."""


def prepare(player: Engine, report: Report) -> None:
    """Compile or load every kernel of the engine's game, those of the search first, then those that only a referee asks."""
    game, searched = player.game, 0

    def search_report(name: str, done: int, total: int) -> None:
        nonlocal searched
        searched = total
        if done < total:
            report(name, done, total)

    player.warm_up(search_report)
    rest = [name for name, kernel in game.spec.kernels.items() if not getattr(kernel, "overloads", None)]
    total = searched + len(rest)
    for number, name in enumerate(rest):
        report(f"{game.spec.id} {name}", searched + number, total)
        game.kernel(name)
    report("ready", total, total)


def warm_up(player: Engine, stream: TextIO | None = None, always: bool = False) -> None:
    """Make ``player`` ready and show it on ``stream`` (default: stderr) if it takes time, or ``always``."""
    stream = stream or sys.stderr
    title = player.game.entry.name
    if stream is not None and stream.isatty():
        _with_bar(player, title, stream)
    else:
        _with_lines(player, title, stream, always)


def _with_lines(player: Engine, title: str, stream: TextIO | None, always: bool) -> None:
    last = time.monotonic()

    def report(name: str, done: int, total: int) -> None:
        nonlocal last
        if stream is not None and (always or time.monotonic() - last > _PATIENCE_S):
            last = time.monotonic()
            doing = "" if done == total else "compiling "
            print(f"{title}: {doing}{done}/{total} {name}", file=stream, flush=True)

    prepare(player, report)


def _with_bar(player: Engine, title: str, stream: TextIO) -> None:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn(f"{title:12}"), BarColumn(), TextColumn("{task.completed:.0f}/{task.total:.0f} {task.description}"))
    with Progress(*columns, TimeElapsedColumn(), console=Console(file=stream)) as bar:
        task = bar.add_task("loading", total=1)

        def report(name: str, done: int, total: int) -> None:
            bar.update(task, description=name if done == total else f"compiling {name}", completed=done, total=total)

        prepare(player, report)
