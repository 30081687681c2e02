"""Random games of a game with dice, flips or hidden pieces: plies a second on one core, and who wins when nobody thinks.

python -m bench playouts banqi --games 2000
"""

from __future__ import annotations

import time

import numpy as np

import engine
from bench import frame
from engine.core import contract
from engine.core.jit import compile_kernel, kernel
from engine.expectimax.playouts import playouts

LONGEST = 5000


@kernel(contract.CHANCE_OUTCOMES)
def no_chance(memory, ply, moves, weights):
    """The outcomes in a game without dice or flips."""
    return np.int64(0)


@frame.program()
def main(words: list[str]) -> int:
    """Play and report."""
    parser = frame.parser(__name__, game=True)
    parser.add_argument("--games", type=frame.positive, default=2000)
    frame.add_options(parser)
    frame.add_seed(parser)
    args = parser.parse_args(words)
    game = engine.load(args.game, dict(args.option))
    spec = game.spec
    found = {"chance_outcomes": no_chance, **spec.kernels}
    kernels = [found[name] for name in ("gen_moves", "make_move", "result", "chance_outcomes")]
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
