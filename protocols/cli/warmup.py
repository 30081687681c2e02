"""``qiji warmup``: compile and cache everything now instead of when a GUI waits for it."""

from __future__ import annotations

import argparse
import sys
import time


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The games."""
    parser.add_argument("games", nargs="*", metavar="GAME", help="ids, see 'qiji games'; default: all")


def run(arguments: argparse.Namespace) -> int:
    """Warm up the games and drop cache folders that no edit or version of this installation uses any more."""
    from engine.games import CATALOGUE, find_entry

    entries = [find_entry(name) for name in arguments.games] or list(CATALOGUE)

    import engine
    from engine.cache import cache_root, prune_cache
    from protocols.cli.progress import warm_up

    start = time.monotonic()
    for entry in entries:
        warm_up(engine.Engine(engine.load(entry.id), hash_mb=1), sys.stdout, always=True)
    dropped = prune_cache()
    print(f"ready in {time.monotonic() - start:.1f} s: {', '.join(entry.id for entry in entries)}")
    print(f"cache: {cache_root()}" + (f", {dropped} old folders removed" if dropped else ""))
    return 0
