"""Train the pattern tables of a game on its self-play games; writes a file for ``EvalFile``.

python -m bench patterns GAME --data DIR --out FILE [--wdl 0.5] [--epochs 12] [--rate 3] [--pull 0.02]
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

import engine
from bench import frame
from engine.learn.dataset import record_files, split
from engine.learn.train_patterns import PatternSettings, PatternTrainer, inputs_of
from engine.learn.tune_rows import read_rows
from engine.network.patterns import write_patterns


def parser() -> argparse.ArgumentParser:
    """The command line."""
    default = PatternSettings()
    made = frame.parser(__name__, game=True)
    made.add_argument("--data", type=Path, nargs="+", required=True, metavar="DIR", help="folders (or files) of game records")
    made.add_argument("--out", type=Path, required=True, help="file to write")
    made.add_argument("--share", type=float, default=1.0, help="share of the positions that is used, 0..1")
    made.add_argument("--epochs", type=int, default=default.epochs)
    made.add_argument("--rate", type=float, default=default.rate, help="first step size in score units")
    made.add_argument("--wdl", type=float, default=default.wdl, help="share of the result in the target, 0..1")
    made.add_argument("--pull", type=float, default=default.pull, help="towards the start tables")
    made.add_argument("--validation", type=float, default=0.1, help="share of the games that is held back")
    frame.add_seed(made)
    return made


@frame.program()
def main(words: list[str]) -> int:
    """Train and say what came of it."""
    args = parser().parse_args(words)
    game = engine.load(args.game)
    rows = read_rows(game, record_files(args.data), args.share, args.seed)
    chosen, held = split(rows, args.validation, args.seed)
    settings = PatternSettings(args.epochs, args.rate, args.wdl, args.pull, args.seed)
    trainer = PatternTrainer(game, settings, inputs_of(game, rows.take(chosen)), inputs_of(game, rows.take(held)))
    print(f"{rows.count} positions, slope {trainer.slope:.3f}: validation {trainer.first:.6f}")
    trainer.run(lambda number, trained, loss: print(f"{number:3} train {trained:.6f} validation {loss:.6f}", flush=True))
    seen = int(np.count_nonzero(trainer.change.any(axis=1)))
    note = (
        f"{rows.count} positions of {np.unique(rows.games).size} games, wdl {args.wdl:g}, pull {args.pull:g}, "
        f"validation loss {trainer.first:.5f} -> {trainer.best:.5f}, {seen} words changed"
    )
    write_patterns(args.out, game.spec, trainer.weights(), note)
    print(f"wrote {args.out}: {note}")
    return 0
