"""The node total of ``qiji bench`` for each game: the checksum of search behaviour that a commit message quotes.

    python -m bench signature [GAME ...]
"""

from __future__ import annotations

import argparse
import sys


def main(words: list[str]) -> int:
    """Print ``Bench: GAME NODES`` for each game."""
    import engine
    from engine.games import CATALOGUE, find_entry
    from protocols.bench import run_bench

    parser = argparse.ArgumentParser(prog="python -m bench signature", description="Node totals of fixed searches.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="default: all")
    for entry in [find_entry(name) for name in parser.parse_args(words).games] or CATALOGUE:
        print(f"Bench: {entry.id} {run_bench(engine.load(entry.id), lambda *lines: None)}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
