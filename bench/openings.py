"""Balanced openings made by our own engine: random plies from the start position, kept if the search calls them even.

    python -m bench openings chess --count 200 --plies 8

Deterministic from ``--seed``; each position is searched with fixed nodes and a clear table, so the list is the same everywhere.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from pathlib import Path

import engine

HERE = Path(__file__).resolve().parent


def balanced(game: engine.Game, plies: int, nodes: int, margin: int, seed: int) -> Iterator[str]:
    """Endless position strings after ``plies`` random plies whose score at ``nodes`` nodes is within ``margin`` score units.

    A ply is drawn among the moves that lose nothing by the game's static exchange, where there are any.
    """
    rng = random.Random(f"{game.entry.id}-{seed}")
    player = engine.Engine(game, hash_mb=16)
    see = game.kernel("see")
    seen: set[str] = set()
    while True:
        position = game.position()
        for _ in range(plies):
            legal = [int(m) for m in position.legal_moves()]
            if not legal:
                break
            safe = [m for m in legal if see(position.memory, position.ply, m, 0)]
            position.push(rng.choice(safe or legal))
        text = position.text()
        if position.result().over or text in seen or position.in_check:
            continue
        seen.add(text)
        player.new_game()
        player.set_position(game.position(text))
        if abs(player.go(engine.Limits(nodes=nodes)).score) <= margin:
            yield text


def main(argv: list[str] | None = None) -> int:
    """Write ``bench/openings/GAME.txt``."""
    parser = argparse.ArgumentParser(prog="python -m bench openings", description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--plies", type=int, default=8)
    parser.add_argument("--nodes", type=int, default=30_000)
    parser.add_argument("--margin", type=int, default=40, help="score units")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(argv)
    game = engine.load(args.game)
    path = HERE / "openings" / f"{args.game}.txt"
    path.parent.mkdir(exist_ok=True)
    source = balanced(game, args.plies, args.nodes, args.margin, args.seed)
    with path.open("w", encoding="utf-8") as file:
        file.write(
            f"# python -m bench openings {args.game} --count {args.count} --plies {args.plies} --nodes {args.nodes}"
            f" --margin {args.margin} --seed {args.seed}\n"
        )
        for number, text in enumerate(source, start=1):
            file.write(text + "\n")
            file.flush()
            if number >= args.count:
                break
    print(f"{args.count} openings in {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
