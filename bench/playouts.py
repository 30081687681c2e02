"""Random games of a game with dice or flips: plies a second on one core, and who wins when nobody thinks.

python -m bench playouts banqi --games 2000
"""

from __future__ import annotations

import argparse
import time

import numpy as np

import engine
from engine.core.jit import compile_kernel
from engine.expectimax.playouts import playouts

LONGEST = 5000


def main(argv: list[str] | None = None) -> int:
    """Play and report."""
    parser = argparse.ArgumentParser(prog="python -m bench playouts", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(argv)
    game = engine.load(args.game, dict(text.split("=", 1) for text in args.option))
    spec = game.spec
    kernels = [spec.kernels[name] for name in ("gen_moves", "make_move", "result", "chance_outcomes")]
    for function in (*kernels, playouts):
        compile_kernel(function)
    size = spec.state.itemsize
    memory = np.zeros(LONGEST * size, np.uint8)
    memory[:size] = game.position().memory[:size]
    wins = np.zeros(len(game.entry.seats) + 1, np.int64)
    moves, weights = np.zeros(spec.max_moves + 64, np.int64), np.zeros(spec.max_moves + 64, np.int32)
    random = np.array([args.seed], np.int64)
    begin = time.process_time()
    plies = int(playouts(memory, size, args.games, random, wins, moves, weights, *kernels))
    seconds = time.process_time() - begin
    print(f"{args.games} games, {plies / args.games:.0f} plies each, {plies / seconds:,.0f} plies/s of processor time")
    for name, count in zip((*game.entry.seats, "drawn"), wins.tolist(), strict=True):
        print(f"  {name}: {100 * count / args.games:.1f} %")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
