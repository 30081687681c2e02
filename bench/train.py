"""Train a network of a game from its self-play records; the loss of every epoch goes into a curve beside the network.

    python -m bench train GAME --data DIR --out FILE [--hidden 64] [--buckets 8] [--epochs 20] [--wdl 0.3] [--pretrain N] ...

The same command with ``--resume`` goes on after the last complete epoch. A network that is there and has a lower loss on the same
validation games stays unless ``--force`` is given.
"""

from __future__ import annotations

import sys
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import engine
from bench import frame
from bench.curve import curve_svg
from engine.learn.train import Settings, Trainer
from engine.learn.train_run import Job, Listener, train_network


class Shown(Listener):
    """Bars for the batches, a line for each epoch, the curve as a file."""

    def __init__(self, progress: Progress, out: Path) -> None:
        self._progress, self._out = progress, out
        self._tasks: dict[str, int] = {}

    def _task(self, name: str, done: int, total: int | None, text: str) -> None:
        if name not in self._tasks:
            self._tasks[name] = self._progress.add_task(name, total=total, text="")
        self._progress.update(self._tasks[name], completed=done, total=total, text=text)  # type: ignore[arg-type]

    def reading(self, games: int, positions: int) -> None:
        self._task("reading", games, None, f"{positions} positions")

    def labelling(self, samples: int, wanted: int) -> None:
        self._task("labelling", min(samples, wanted), wanted, "")

    def batch(self, stage: str, step: int, steps: int, loss: float) -> None:
        if step % 16 == 0 or step == steps:
            self._task(stage, step, steps, f"loss {loss:.6f}")

    def epoch(self, stage: str, trainer: Trainer) -> None:
        last = trainer.history[-1]
        self._progress.console.print(
            f"{stage}: epoch {trainer.epoch}/{trainer.settings.epochs} train {last['train']:.6f}"
            f" validation {last['validation']:.6f} rate {last['rate']:.2g}"
        )
        suffix = {"training": ".svg", "first lessons": ".lessons.svg"}.get(stage, f".{stage}.svg")
        title = f"{self._out.name}: {stage}"
        self._out.with_name(self._out.name + suffix).write_text(curve_svg(title, trainer.history), encoding="utf-8")


def bars(console: Console) -> Progress:
    """Progress bars of tasks with a ``text`` field."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, TextColumn("{task.fields[text]}"), console=console)


@frame.program()
def main(words: list[str]) -> int:
    """Train and say what came of it."""
    parser = frame.parser(__name__, game=True)
    default = Settings()
    parser.add_argument("--data", type=Path, nargs="+", required=True, metavar="DIR", help="folders (or files) of game records")
    parser.add_argument("--out", type=Path, required=True, help="network file to write")
    parser.add_argument("--hidden", type=int, default=64, help="size of an accumulator, a multiple of 16")
    parser.add_argument("--buckets", type=int, default=8, help="output buckets")
    parser.add_argument("--activation", default="screlu", choices=("screlu", "crelu"))
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--batch", type=int, default=512)
    parser.add_argument("--lr", type=float, default=1e-3, help="highest learning rate")
    parser.add_argument("--decay", type=float, default=0.01, help="weight decay")
    parser.add_argument("--wdl", type=float, default=default.wdl, help="share of the result in the target, 0..1")
    parser.add_argument("--trace", type=float, default=default.trace, help="lambda of scores that look ahead in the game, 0..1")
    parser.add_argument("--slope", type=float, default=0.0, help="of the curve from score to expectation; default: fitted")
    parser.add_argument("--validation", type=float, default=0.05, help="share of the games that is held back")
    frame.add_seed(parser)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--from", type=Path, dest="start", metavar="FILE", help="network to start from")
    parser.add_argument("--pretrain", type=int, default=0, metavar="N", help="first learn from N cheaply labelled positions")
    parser.add_argument("--pretrain-data", type=Path, nargs="+", default=[], metavar="DIR", help="games that they lie near")
    parser.add_argument("--pretrain-nodes", type=int, default=0, help="nodes of a label's search; 0: the hand-made evaluation")
    parser.add_argument("--pretrain-epochs", type=int, default=1)
    parser.add_argument("--pretrain-lr", type=float, default=4e-3, help="highest learning rate on them")
    parser.add_argument("--teacher", type=int, default=0, help="hidden size of a correction of the labels, learned from games")
    parser.add_argument("--note", default="", help="goes into the file's text")
    parser.add_argument("--resume", action="store_true", help="go on from the last checkpoint")
    parser.add_argument("--force", action="store_true", help="overwrite a better network")
    args = parser.parse_args(words)
    console = Console()
    game = engine.load(args.game)
    settings = Settings(
        args.epochs, args.batch, args.lr, decay=args.decay, wdl=args.wdl, trace=args.trace, slope=args.slope,
        seed=args.seed, threads=args.threads,
    )  # fmt: skip
    job = Job(
        tuple(args.data), args.out, args.hidden, args.buckets, args.activation, settings, args.validation, args.start,
        args.pretrain, tuple(args.pretrain_data), args.pretrain_nodes, args.pretrain_epochs, args.pretrain_lr, args.teacher,
        args.resume, args.force, args.note,
    )  # fmt: skip
    with bars(console) as progress:
        outcome = train_network(game, job, Shown(progress, args.out))
    console.print(f"{outcome.positions} positions, {outcome.validation} of them for validation, slope {outcome.slope:.3f}")
    before = "none" if outcome.before is None else f"{outcome.before:.6f}"
    console.print(f"validation loss {outcome.loss:.6f} after quantisation; network before: {before}")
    if not outcome.written:
        print(f"bench train: error: {args.out} is better and stays; --force overwrites it", file=sys.stderr)
        return 1
    console.print(f"wrote {args.out}")
    return 0
