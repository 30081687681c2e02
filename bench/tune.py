"""Fit all weights of a game's hand-made evaluation to the results of its self-play games; writes a file for ``EvalFile``.

    python -m bench tune GAME --data DIR --out FILE [--positions 200000] [--rounds 3] [--wdl 0.7] [--from FILE]

Weights that are there and have a lower loss on the same validation games stay unless ``--force`` is given.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np
from rich.console import Console

import engine
from bench import frame
from bench.train import bars
from engine.errors import QijiError
from engine.learn.dataset import record_files, split
from engine.learn.tune import Round, Tuner, TuneSettings
from engine.learn.tune_rows import read_rows
from engine.network.weights import read_weights, write_weights


def parser() -> argparse.ArgumentParser:
    """The command line."""
    default = TuneSettings()
    made = frame.parser(__name__, game=True)
    made.add_argument("--data", type=Path, nargs="+", required=True, metavar="DIR", help="folders (or files) of game records")
    made.add_argument("--out", type=Path, required=True, help="weights file to write")
    made.add_argument("--from", type=Path, dest="start", metavar="FILE", help="weights to start from; default: those of the game")
    made.add_argument("--share", type=float, default=1.0, help="share of the positions that is used, 0..1")
    made.add_argument("--rounds", type=int, default=default.rounds)
    made.add_argument("--steps", type=int, default=default.steps, help="of Adam in a round")
    made.add_argument("--rate", type=float, default=default.rate, help="first step size in score units")
    made.add_argument("--wdl", type=float, default=default.wdl, help="share of the result in the target, 0..1")
    made.add_argument("--pull", type=float, default=default.pull, help="towards the present weights")
    made.add_argument("--validation", type=float, default=0.1, help="share of the games that is held back")
    frame.add_seed(made)
    made.add_argument("--force", action="store_true", help="overwrite better weights")
    return made


@frame.program()
def main(words: list[str]) -> int:
    """Tune and say what came of it."""
    args = parser().parse_args(words)
    console = Console()
    game = engine.load(args.game)
    if game.spec.weights is None:
        raise QijiError(f"{game.spec.id} has no weights")
    start = read_weights(args.start, game.spec) if args.start else np.array(game.spec.weights, np.int32)
    with bars(console) as progress:
        task = progress.add_task("reading", total=None, text="")
        files = record_files(args.data)
        rows = read_rows(
            game, files, args.share, args.seed,
            lambda games, positions: progress.update(task, completed=games, text=f"{positions} positions"),
        )  # fmt: skip
        chosen, held = split(rows, args.validation, args.seed)
        settings = TuneSettings(args.rounds, args.steps, args.rate, wdl=args.wdl, pull=args.pull)
        tuner = Tuner(game, settings, rows.take(chosen), rows.take(held), start)
        first = tuner.history[0]
        losses = f"train {first.train:.6f} validation {first.validation:.6f}"
        console.print(f"{rows.count} positions, slope {tuner.slope:.3f}: {losses}")
        measuring = progress.add_task("measuring", total=None, text="")

        def on_weight(number: int, weight: int, weights: int) -> None:
            progress.update(measuring, completed=number * weights + weight, total=args.rounds * weights)

        def on_round(entry: Round) -> None:
            console.print(f"train {entry.train:.6f} validation {entry.validation:.6f}, {entry.changed} weights changed")

        tuner.run(on_weight, on_round)
    before = tuner.loss(read_weights(args.out, game.spec)) if args.out.exists() and not args.force else None
    after = tuner.history[-1].validation
    if before is not None and before <= after:
        print(f"bench tune: error: {args.out} is better ({before:.6f}) and stays; --force overwrites it", file=sys.stderr)
        return 1
    note = f"{rows.count} positions, wdl {args.wdl:g}, validation loss {first.validation:.6f} -> {after:.6f}"
    write_weights(args.out, game.spec.id, tuner.weights, note)
    console.print(f"wrote {args.out}: {note}")
    return 0
