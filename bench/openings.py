"""Balanced openings made by our own engine: random plies from the start position, kept if the search calls them even.

    python -m bench openings chess --count 200 --plies 8

Deterministic from ``--seed``; the lists that come with ``qiji match`` (``protocols/match/books``) were made by this command.
"""

from __future__ import annotations

from pathlib import Path

import engine
from bench import frame
from protocols.match.balance import BalanceSettings, write_balanced
from protocols.match.openings import BOOKS


@frame.program()
def main(words: list[str]) -> int:
    """Write the list of one game."""
    default = BalanceSettings(count=200)
    parser = frame.parser(__name__, game=True)
    parser.add_argument("--count", type=int, default=default.count)
    parser.add_argument("--plies", type=int, default=default.plies)
    parser.add_argument("--nodes", type=int, default=default.nodes)
    parser.add_argument("--margin", type=int, default=default.margin, help="score units")
    parser.add_argument("--seed", type=int, default=default.seed)
    parser.add_argument("--out", type=Path, help="default: protocols/match/books/GAME.txt")
    args = parser.parse_args(words)
    settings = BalanceSettings(args.count, args.plies, args.nodes, args.margin, args.seed)
    path = args.out or BOOKS / f"{args.game}.txt"
    command = (
        f"python -m bench openings {args.game} --count {args.count} --plies {args.plies} --nodes {args.nodes}"
        f" --margin {args.margin} --seed {args.seed}"
    )
    write_balanced(engine.load(args.game), settings, path, command)
    print(f"{args.count} openings in {path}")
    return 0
