"""The trainer: fits a network to samples by AdamW, epoch by epoch; equal settings, samples and threads give equal bits.

Target of a sample: ``wdl * result + (1 - wdl) * sigmoid(slope * score / 400)``, result 0, 1/2 or 1. ``slope`` is fitted to the
results first, and the same curve turns the network's output into a prediction, so that outputs stay on the scale of scores.
``score`` is that of the search or, better, one that looks ahead in the game (``dataset.Trace``).
"""

from __future__ import annotations

import json
import math
import os
import zipfile
import zlib
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from engine.core.jit import compile_kernel
from engine.learn.dataset import SCALE, Samples
from engine.learn.train_kernels import CRELU, LANES, SCRELU, adamw, gradients, loss, outputs

ACTIVATIONS = {"screlu": SCRELU, "crelu": CRELU}
LAYERS = ("first", "first_bias", "out", "out_bias")
_WARM_UP = 0.02  #: share of all steps in which the learning rate rises from 0
_PIECE = 4096  #: validation samples are summed in pieces of this size, whatever the number of threads


@dataclass(frozen=True)
class Shape:
    """The sizes of a network."""

    inputs: int
    hidden: int = 64
    buckets: int = 8
    most: int = 32
    """Most active inputs of a view; the output bucket is ``(active - 1) * buckets // most``."""
    activation: str = "screlu"

    def __post_init__(self) -> None:
        if self.hidden < LANES or self.hidden % LANES:
            raise ValueError(f"hidden size {self.hidden}: must be a multiple of {LANES}")
        if self.buckets < 1 or self.buckets > self.most:
            raise ValueError(f"{self.buckets} output buckets: must be 1..{self.most}")
        if self.activation not in ACTIVATIONS:
            raise ValueError(f"activation {self.activation!r}; known: {', '.join(ACTIVATIONS)}")

    @property
    def shapes(self) -> tuple[tuple[int, ...], ...]:
        """Of the four layers, in the order of ``LAYERS``."""
        return (self.inputs, self.hidden), (self.hidden,), (self.buckets, 2, self.hidden), (self.buckets,)

    @property
    def size(self) -> int:
        """Parameters in all."""
        return sum(math.prod(shape) for shape in self.shapes)

    def layers(self, vector: np.ndarray) -> list[np.ndarray]:
        """The four layers as views of a parameter (or gradient) vector."""
        views, at = [], 0
        for shape in self.shapes:
            views.append(vector[at : at + math.prod(shape)].reshape(shape))
            at += math.prod(shape)
        return views


@dataclass(frozen=True)
class Settings:
    """How to train."""

    epochs: int = 10
    batch: int = 512
    rate: float = 1e-3
    """Learning rate at its highest; it falls along a half cosine to ``rate * end``."""
    end: float = 0.01
    decay: float = 0.01
    """Weight decay of AdamW."""
    wdl: float = 0.0
    """Share of the game's result in the target."""
    trace: float = 0.8
    """Lambda of the scores that look ahead, see ``dataset.Trace``; 0 takes those of the searches."""
    slope: float = 1.0
    """Of the curve from score / 400 to expected result; see :func:`fit_slope`."""
    seed: int = 1
    threads: int = 1


def initial(shape: Shape, seed: int) -> np.ndarray:
    """Random parameters float32[size]: accumulators of about 0.3 +- 0.3 where the activation has a slope."""
    random = np.random.Generator(np.random.PCG64(seed))
    vector = np.zeros(shape.size, np.float32)
    first, first_bias, out, _ = shape.layers(vector)
    first[:] = random.normal(0.0, 0.3 / math.sqrt(shape.most * 0.7), first.shape)
    first_bias[:] = 0.3
    out[:] = random.normal(0.0, 1.0 / math.sqrt(2 * shape.hidden), out.shape[1:])
    return vector


def fit_slope(scores: np.ndarray, results: np.ndarray) -> float:
    """The slope s for which ``sigmoid(s * score / 400)`` is nearest to the results in the mean square, in 0.05..20."""
    values, place = np.unique(scores, return_inverse=True)
    games = np.bincount(place, minlength=values.size).astype(float)
    points = np.bincount(place, results / 2.0, minlength=values.size)

    def error(slope: float) -> float:
        guess = 1.0 / (1.0 + np.exp(-slope * values / SCALE))
        return float(np.sum(games * guess * guess - 2 * points * guess))

    low, high = math.log(0.05), math.log(20.0)
    golden = (math.sqrt(5) - 1) / 2
    for _ in range(40):
        a, b = high - golden * (high - low), low + golden * (high - low)
        if error(math.exp(a)) < error(math.exp(b)):
            high = b
        else:
            low = a
    return math.exp((low + high) / 2)


def targets(samples: Samples, settings: Settings) -> np.ndarray:
    """float32[n]: what the predictions should be."""
    guess = 1.0 / (1.0 + np.exp(-settings.slope / SCALE * samples.scores.astype(np.float32)))
    return (settings.wdl * samples.results.astype(np.float32) / 2 + (1 - settings.wdl) * guess).astype(np.float32)


class _Here:
    """A pool of no threads: jobs are done where they are handed in. On a busy machine every handover costs milliseconds."""

    def __enter__(self) -> _Here:
        return self

    def __exit__(self, *reason: object) -> None:
        pass

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Do it."""
        done: Future[Any] = Future()
        done.set_result(function(*arguments))
        return done


def _pool(threads: int) -> _Here | ThreadPoolExecutor:
    return _Here() if threads == 1 else ThreadPoolExecutor(threads)


class Trainer:
    """Parameters, moments and the course so far. ``theta`` is float32[shape.size]."""

    def __init__(self, shape: Shape, settings: Settings, theta: np.ndarray | None = None, correction: bool = False) -> None:
        """Start from ``theta`` or from random parameters. correction : the network adds to the hand-made evaluation."""
        for function in (loss, gradients, adamw, outputs):
            compile_kernel(function)
        self.shape, self.settings, self.correction = shape, settings, correction
        self.theta = initial(shape, settings.seed) if theta is None else theta.astype(np.float32)
        self.moment1, self.moment2 = np.zeros_like(self.theta), np.zeros_like(self.theta)
        self.step = 0
        self.history: list[dict[str, float]] = []
        """One entry an epoch: ``train`` and ``validation`` loss, ``rate`` at its end."""
        self.data = ""
        """What was trained on so far; a checkpoint goes on with nothing else."""
        self._gradients = np.zeros((settings.threads, shape.size), np.float32)
        self._arguments: tuple[Any, ...] = (settings.slope, shape.most, ACTIVATIONS[shape.activation])

    @property
    def epoch(self) -> int:
        """Epochs done."""
        return len(self.history)

    def rate_at(self, step: int, steps: int) -> float:
        """The learning rate of ``step`` (from 0) of ``steps``."""
        settings = self.settings
        warm = max(1.0, _WARM_UP * steps)
        fall = 0.5 * (1 + math.cos(math.pi * step / max(1, steps)))
        return settings.rate * min(1.0, (step + 1) / warm) * (settings.end + (1 - settings.end) * fall)

    def run(
        self,
        train: Samples,
        validation: Samples,
        on_batch: Callable[[int, int, float], None] | None = None,
        on_epoch: Callable[[Trainer], None] | None = None,
    ) -> None:
        """Train up to the last epoch.

        ``on_batch(step, steps, loss so far in the epoch)`` hears of progress, ``on_epoch(trainer)`` of complete epochs (a place
        to save).

        Raises
        ------
        ValueError
            Without samples on both sides, and after a checkpoint that was trained on others.
        """
        if not train.count or not validation.count:
            raise ValueError(f"{train.count} samples for training, {validation.count} for validation: too few")
        data = f"{train.count}+{validation.count} samples, crc {zlib.crc32(train.scores.tobytes()):08x}"
        if self.data not in ("", data):
            raise ValueError(f"the checkpoint was trained on {self.data}, now there are {data}")
        self.data = data
        goals, given = targets(train, self.settings), self._given(train)
        checks = targets(validation, self.settings)
        per_epoch = -(-train.count // self.settings.batch)
        with _pool(self.settings.threads) as pool:
            while self.epoch < self.settings.epochs:
                total = self._one_epoch(pool, train, given, goals, per_epoch, on_batch)
                held = self._loss(pool, validation, checks)
                rate = self.rate_at(self.step - 1, per_epoch * self.settings.epochs)
                self.history.append({"train": total / train.count, "validation": held, "rate": rate})
                if on_epoch:
                    on_epoch(self)

    def _one_epoch(
        self, pool: _Here | ThreadPoolExecutor, train: Samples, given: np.ndarray, goals: np.ndarray, per_epoch: int,
        on_batch: Callable | None,
    ) -> float:  # fmt: skip
        settings, total, done = self.settings, 0.0, 0
        random = np.random.Generator(np.random.PCG64([settings.seed, self.epoch]))
        order = random.permutation(train.count).astype(np.int32)
        steps = per_epoch * settings.epochs
        layers: list[Any] = self.shape.layers(self.theta)
        parts = [self.shape.layers(part) for part in self._gradients]
        for begin in range(0, train.count, settings.batch):
            end = min(begin + settings.batch, train.count)
            cuts = [begin + (end - begin) * k // settings.threads for k in range(settings.threads + 1)]
            jobs = [
                pool.submit(
                    gradients, train.inputs, train.offsets, given, goals, order, cuts[k], cuts[k + 1], *layers, *parts[k],
                    *self._arguments,
                )
                for k in range(settings.threads)
            ]  # fmt: skip
            total += sum(job.result() for job in jobs)
            done += end - begin
            rate = self.rate_at(self.step, steps)
            self.step += 1
            scale = 1.0 / (end - begin)
            adamw(self.theta, self.moment1, self.moment2, self._gradients, scale, rate, settings.decay, self.step)
            if on_batch:
                on_batch(self.step, steps, total / done)
        return total

    def validate(self, samples: Samples) -> float:
        """Mean loss over ``samples``."""
        with _pool(self.settings.threads) as pool:
            return self._loss(pool, samples, targets(samples, self.settings))

    def _given(self, samples: Samples) -> np.ndarray:
        """float32[n]: what is added to the outputs."""
        if self.correction:
            return samples.statics.astype(np.float32) / np.float32(SCALE)
        return np.zeros(samples.count, np.float32)

    def outputs(self, samples: Samples) -> np.ndarray:
        """float32[n]: outputs for ``samples``, in units of ``SCALE``, without what is given."""
        values = np.empty(samples.count, np.float32)
        layers: list[Any] = self.shape.layers(self.theta)
        outputs(samples.inputs, samples.offsets, *layers, self.shape.most, ACTIVATIONS[self.shape.activation], values)
        return values

    def _loss(self, pool: _Here | ThreadPoolExecutor, samples: Samples, goals: np.ndarray) -> float:
        order, given = np.arange(samples.count, dtype=np.int32), self._given(samples)
        layers: list[Any] = self.shape.layers(self.theta)
        jobs = [
            pool.submit(
                loss, samples.inputs, samples.offsets, given, goals, order, begin, min(begin + _PIECE, samples.count), *layers,
                *self._arguments,
            )
            for begin in range(0, samples.count, _PIECE)
        ]  # fmt: skip
        return sum(job.result() for job in jobs) / samples.count

    # --- checkpoints ---

    def save(self, path: Path) -> None:
        """Write all that :meth:`load` needs, so that the file is always the old or the new one, never a torn one."""
        parts = {"shape": asdict(self.shape), "settings": asdict(self.settings), "history": self.history, "data": self.data}
        text = json.dumps(parts)
        fresh = path.with_name(path.name + ".new")
        with fresh.open("wb") as file:
            np.savez(
                file, theta=self.theta, moment1=self.moment1, moment2=self.moment2, step=self.step,
                text=np.frombuffer(text.encode(), np.uint8),
            )  # fmt: skip
            file.flush()
            os.fsync(file.fileno())
        os.replace(fresh, path)

    @classmethod
    def load(cls, path: Path, shape: Shape, settings: Settings) -> Trainer:
        """The trainer as it was saved.

        Raises
        ------
        ValueError
            If the file is none of this trainer's, or belongs to another shape or other settings.
        """
        try:
            with path.open("rb") as file, np.load(file) as stored:
                known = json.loads(bytes(stored["text"]))
                arrays = {name: stored[name] for name in ("theta", "moment1", "moment2")}
                step = int(stored["step"])
        except (OSError, KeyError, ValueError, EOFError, zipfile.BadZipFile) as error:
            raise ValueError(f"{path}: no checkpoint of the trainer ({error})") from None
        wanted = {**asdict(shape), **asdict(settings)}
        found = {**known["shape"], **known["settings"]}
        differing = [f"{name} {found.get(name)} instead of {value}" for name, value in wanted.items() if found.get(name) != value]
        if differing:
            raise ValueError(f"{path}: a checkpoint of another training: {', '.join(differing)}")
        trainer = cls(shape, settings)
        for name, array in arrays.items():
            getattr(trainer, name)[:] = array
        trainer.step, trainer.history, trainer.data = step, known["history"], known["data"]
        return trainer
