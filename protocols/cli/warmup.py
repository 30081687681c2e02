"""``qiji warmup``: compile and cache everything now instead of when a GUI waits for it."""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import TYPE_CHECKING

from protocols.cli.arguments import at_most, natural
from protocols.cli.searching import MOST_JOBS

if TYPE_CHECKING:
    from engine.core.spec import CatalogueEntry


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The games."""
    parser.add_argument("games", nargs="*", metavar="GAME", help="ids, see 'qiji games'; default: all")
    parser.add_argument(
        "--jobs", type=at_most(MOST_JOBS, natural), default=0, metavar="N", help="games at a time; 0 (default): one for each core"
    )


def run(arguments: argparse.Namespace) -> int:
    """Warm up the games and drop cache folders that no edit or version of this installation uses any more."""
    from engine.games import CATALOGUE, find_entry

    entries = [find_entry(name) for name in dict.fromkeys(arguments.games)] or list(CATALOGUE)

    from engine.cache import cache_root, prune_cache
    from protocols.analysis.pool import cores

    start = time.monotonic()
    # The first game alone: it compiles what all share.
    _warm_up_here(entries[0])
    rest = entries[1:]
    jobs = min(arguments.jobs or cores(), len(rest))
    if jobs > 1:
        _warm_up_beside(rest, jobs)
    else:
        for entry in rest:
            _warm_up_here(entry)
    dropped = prune_cache()
    print(f"ready in {time.monotonic() - start:.1f} s: {', '.join(entry.id for entry in entries)}")
    print(f"cache: {cache_root()}" + (f", {dropped} old folders removed" if dropped else ""))
    return 0


def _warm_up_here(entry: CatalogueEntry) -> None:
    import engine
    from protocols.cli.progress import warm_up

    warm_up(engine.Engine(engine.load(entry.id), hash_mb=1), sys.stdout, always=True)


def _warm_up_quietly(game_id: str) -> str:
    """In a process of its own; the id again."""
    import engine
    from protocols.cli.progress import prepare

    prepare(engine.Engine(engine.load(game_id), hash_mb=1), lambda name, done, total: None)
    return game_id


def _warm_up_beside(entries: list[CatalogueEntry], jobs: int) -> None:
    """Several games at a time: first one of each family, for it compiles what its family shares, then all others."""
    families = list({entry.module: entry for entry in reversed(entries)}.values())[::-1]
    others = [entry for entry in entries if entry not in families]
    names = {entry.id: entry.name for entry in entries}
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:

        def finished() -> Iterator[str]:
            for group in (families, others):
                for done in as_completed([pool.submit(_warm_up_quietly, entry.id) for entry in group]):
                    yield done.result()

        try:
            _show(finished(), names)
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _show(finished: Iterator[str], names: dict[str, str]) -> None:
    """A bar on a terminal, a line a game elsewhere."""
    if not sys.stdout.isatty():
        for game_id in finished:
            print(f"{names[game_id]}: ready", flush=True)
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("Other games "), BarColumn(), TextColumn("{task.completed:.0f}/{task.total:.0f} {task.description}"))
    with Progress(*columns, TimeElapsedColumn()) as bar:
        task = bar.add_task("compiling", total=len(names))
        for game_id in finished:
            bar.update(task, advance=1, description=names[game_id])
