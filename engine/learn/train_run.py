"""From game records to a network file: cheap first lessons, training, checkpoints, the comparison with what is there already."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from engine.game import Game
from engine.learn.dataset import FARTHEST, SCALE, Samples, Trace, games_of, read_samples, record_files, samples_of, split
from engine.learn.train import LAYERS, Settings, Shape, Trainer, fit_slope
from engine.learn.train_distil import cheap_samples
from engine.learn.train_network import from_network, shape_for, to_network
from engine.network.format import read_network, write_network

TEACHER_EPOCHS, TEACHER_RATE, TEACHER_DECAY = 3, 1e-3, 0.1
SLOPE_GAMES = 20_000  #: enough for one number
FRESH_SEED = 0x5EED  #: keeps the random numbers of the first lessons apart from those of the split


@dataclass(frozen=True)
class Job:
    """One training. ``settings.slope`` 0: fitted to the results."""

    data: tuple[Path, ...]
    """Folders and files of game records."""
    out: Path
    """The network file to write; checkpoints stand beside it."""
    hidden: int = 64
    buckets: int = 8
    activation: str = "screlu"
    settings: Settings = field(default_factory=lambda: Settings(slope=0.0))
    validation: float = 0.05
    """Share of the games that is held back."""
    start: Path | None = None
    """A network to start from; it then gives hidden size, buckets and activation."""
    pretrain: int = 0
    """Cheap samples to learn from first."""
    pretrain_data: tuple[Path, ...] = ()
    """Where the games are near which they lie; empty: ``data``. Many quick games are better than few good ones here."""
    pretrain_nodes: int = 0
    """Nodes of the searches that label them, 0 for the hand-made evaluation."""
    pretrain_epochs: int = 1
    pretrain_rate: float = 4e-3
    """Highest learning rate of the first lessons."""
    teacher: int = 0
    """Hidden size of a correction of the hand-made evaluation that is learned from the games first and then labels the cheap
    samples too; 0: none."""
    resume: bool = False
    force: bool = False
    note: str = ""
    """Goes into the file's text."""


@dataclass(frozen=True)
class Outcome:
    """What came of a training. Losses are means over the validation samples."""

    positions: int
    validation: int
    slope: float
    loss: float
    before: float | None
    """Loss of the file that was there, None without one."""
    written: bool
    history: list[dict[str, float]]
    lessons: list[dict[str, float]]
    """The history of the first lessons."""


class Listener:
    """Hears how a training goes on; override what is of interest."""

    def reading(self, games: int, positions: int) -> None:
        """Games and positions read so far."""

    def labelling(self, samples: int, wanted: int) -> None:
        """Cheap samples made so far."""

    def batch(self, stage: str, step: int, steps: int, loss: float) -> None:
        """A step of ``stage`` ("teacher", "first lessons" or "training") with the epoch's mean loss so far."""

    def epoch(self, stage: str, trainer: Trainer) -> None:
        """An epoch is complete."""


def checkpoint_of(out: Path, stage: str) -> Path:
    """Where the checkpoint of ``stage`` ("lessons" or "training") stands."""
    return out.with_name(f"{out.name}.{stage}")


def train_network(game: Game, job: Job, listener: Listener | None = None) -> Outcome:
    """Do the training and write the network, unless a better one stands there.

    Raises
    ------
    ValueError
        For bad settings, files that cannot be used, too little data.
    """
    heard = listener or Listener()
    shape, theta = _begin(game, job)
    files = record_files(job.data)
    settings = job.settings
    if not settings.slope:
        settings = replace(settings, slope=_slope_of(game, files))
    samples = read_samples(game, files, heard.reading, Trace(settings.trace, settings.slope))
    chosen, held = split(samples, job.validation, settings.seed)
    train, validation = samples.take(chosen), samples.take(held)
    del samples
    state = checkpoint_of(job.out, "training")
    lessons: list[dict[str, float]] = []
    if job.resume and state.exists():
        trainer = Trainer.load(state, shape, settings)
    else:
        if job.pretrain:
            near = record_files(job.pretrain_data) if job.pretrain_data else files
            first = _first_lessons(game, job, near, shape, settings, theta, train, validation, heard)
            theta, lessons = first.theta, first.history
        trainer = Trainer(shape, settings, theta)

    def keep(done: Trainer) -> None:
        done.save(state)
        heard.epoch("training", done)

    trainer.run(train, validation, lambda step, steps, loss: heard.batch("training", step, steps, loss), keep)
    loss = trainer.history[-1]["validation"]
    text = (
        f"{train.count + validation.count} positions, {trainer.epoch} epochs, wdl {settings.wdl:g}, trace {settings.trace:g},"
        f" slope {settings.slope:.3f}, seed {settings.seed}, validation loss {loss:.6f}"
    )
    if job.pretrain:
        text += f", first lessons {job.pretrain} positions at {job.pretrain_nodes} nodes"
        if job.teacher:
            text += f" by a teacher of {job.teacher}"
    network = to_network(game.spec, shape, trainer.theta, "; ".join(part for part in (text, job.note) if part))
    # Compared as they play: after quantisation.
    loss = _loss_of(network, settings, validation)
    before = _loss_before(game, job.out, settings, validation)
    written = job.force or before is None or loss < before
    if written:
        write_network(job.out, network)
    return Outcome(
        train.count + validation.count, validation.count, settings.slope, loss, before, written, trainer.history, lessons
    )


def _slope_of(game: Game, files: list[Path]) -> float:
    """The slope of the curve from scores to results in the first games."""
    samples = samples_of(game, islice(games_of(game, files), SLOPE_GAMES))
    if not samples.count:
        raise ValueError("no position to learn from")
    return fit_slope(samples.scores, samples.results)


def _begin(game: Game, job: Job) -> tuple[Shape, np.ndarray | None]:
    """The shape and, if the job names a network to start from, its parameters."""
    if job.start is not None:
        return from_network(read_network(job.start, game.spec))
    return shape_for(game.spec, job.hidden, job.buckets, job.activation), None


def _first_lessons(
    game: Game, job: Job, files: list[Path], shape: Shape, settings: Settings, theta: np.ndarray | None, games: Samples,
    held_games: Samples, heard: Listener,
) -> Trainer:  # fmt: skip
    teacher_settings = replace(settings, epochs=TEACHER_EPOCHS, rate=TEACHER_RATE, decay=TEACHER_DECAY)
    settings = replace(settings, wdl=0.0, trace=0.0, epochs=job.pretrain_epochs, rate=job.pretrain_rate)
    state = checkpoint_of(job.out, "lessons")
    trainer = None
    if job.resume and state.exists():
        trainer = Trainer.load(state, shape, settings)
        if trainer.epoch == settings.epochs:
            return trainer
    records = list(games_of(game, files))
    samples = cheap_samples(
        game, job.pretrain_nodes, records, job.pretrain, FRESH_SEED ^ settings.seed, settings.threads,
        lambda made: heard.labelling(made, job.pretrain),
    )  # fmt: skip
    if job.teacher:
        teacher = correction(replace(shape, hidden=job.teacher), teacher_settings)
        teacher.run(games, held_games, lambda *done: heard.batch("teacher", *done), lambda done: heard.epoch("teacher", done))
        better = samples.scores + np.rint(teacher.outputs(samples) * SCALE)
        samples.scores[:] = np.clip(better, -FARTHEST, FARTHEST).astype(np.int16)
    chosen, held = split(samples, min(job.validation, 0.02), settings.seed)
    train, validation = samples.take(chosen), samples.take(held)
    del samples
    trainer = trainer or Trainer(shape, settings, theta)

    def keep(done: Trainer) -> None:
        done.save(state)
        heard.epoch("first lessons", done)

    trainer.run(train, validation, lambda step, steps, loss: heard.batch("first lessons", step, steps, loss), keep)
    return trainer


def correction(shape: Shape, settings: Settings) -> Trainer:
    """A trainer of what has to be added to the hand-made evaluation; it begins with nothing to add."""
    trainer = Trainer(shape, settings, correction=True)
    shape.layers(trainer.theta)[LAYERS.index("out")][:] = 0.0
    return trainer


def _loss_before(game: Game, path: Path, settings: Settings, validation: Samples) -> float | None:
    """The loss of the network at ``path`` on ``validation``; None if there is no usable one."""
    try:
        network: Any = read_network(path, game.spec)
    except (OSError, ValueError):
        return None
    return _loss_of(network, settings, validation)


def _loss_of(network: Any, settings: Settings, validation: Samples) -> float:
    shape, theta = from_network(network)
    return Trainer(shape, settings, theta).validate(validation)
