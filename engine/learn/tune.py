"""The tuner of hand-made evaluations (after P. Österlund's "Texel tuning"): all weights against the results of own games.

The evaluation is asked itself what each weight does: it is called again for every weight with that one changed, which gives the
coefficients of a linear model around the present weights, whatever the game. Adam minimises the squared error of the model's
predictions; the rounded weights are tried with the true evaluation, and the model is measured anew from there, round by round.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.core.jit import compile_kernel
from engine.game import Game
from engine.learn.train import SCALE, fit_slope
from engine.learn.tune_rows import Rows, apply, collect, column, evaluate_all

_BETA1, _BETA2, _EPSILON = 0.9, 0.999, 1e-12


@dataclass(frozen=True)
class TuneSettings:
    """How to tune."""

    rounds: int = 3
    """Times that the model is measured."""
    steps: int = 300
    """Steps of Adam a round."""
    rate: float = 1.0
    """Step size in score units at the beginning of a round; it falls to nothing along a half cosine."""
    delta: int = 8
    """Change of a weight that its effect is measured with; the evaluation rounds, so that 1 would show nothing."""
    wdl: float = 0.7
    """Share of the result in the target; the rest is the score of the search."""
    pull: float = 1e-7
    """Weight of the squared distance from the present weights, which holds those that hardly ever count."""
    threads: int = 1


@dataclass
class Round:
    """What a round came to; losses are mean squared errors."""

    train: float
    validation: float
    changed: int
    """Weights that differ from those at the beginning."""


class Tuner:
    """Weights on their way. ``weights`` is int32, the best so far by the validation loss."""

    def __init__(self, game: Game, settings: TuneSettings, train: Rows, validation: Rows, weights: np.ndarray) -> None:
        """Begin with ``weights``; the slope of the curve is fitted to the results under them."""
        if not train.count or not validation.count:
            raise ValueError(f"{train.count} positions for training, {validation.count} for validation: too few")
        for function in (evaluate_all, column, apply, collect):
            compile_kernel(function)
        self.settings, self.train, self.validation = settings, train, validation
        self.evaluate = game.kernel("evaluate")
        self.scratch = np.zeros(max(game.spec.scratch_words, 1), np.int64)
        self.weights = np.array(weights, np.int32)
        self.first = self.weights.copy()
        base = self.scores(train, self.weights)
        self.slope = fit_slope(base.astype(np.int64), train.results)
        self.history = [Round(self._error(train, base), self.loss(self.weights), 0)]

    def scores(self, rows: Rows, weights: np.ndarray) -> np.ndarray:
        """float64[n]: the evaluation of ``rows`` under ``weights``."""
        out = np.zeros(rows.count)
        evaluate_all(self.evaluate, rows.memory, rows.count, weights, self.scratch, out)
        return out

    def loss(self, weights: np.ndarray) -> float:
        """Mean squared error on the validation positions under ``weights``."""
        return self._error(self.validation, self.scores(self.validation, weights))

    def _targets(self, rows: Rows) -> np.ndarray:
        searched = _sigmoid(self.slope / SCALE * rows.scores)
        return self.settings.wdl * rows.results / 2 + (1 - self.settings.wdl) * searched

    def _error(self, rows: Rows, scores: np.ndarray) -> float:
        return float(np.mean((_sigmoid(self.slope / SCALE * scores) - self._targets(rows)) ** 2))

    def run(
        self, on_weight: Callable[[int, int, int], Any] | None = None, on_round: Callable[[Round], Any] | None = None
    ) -> None:
        """All rounds; ``on_weight(round, weight, weights)`` hears of the measuring, ``on_round`` of results."""
        best = self.history[0].validation
        for number in range(self.settings.rounds):
            base = self.scores(self.train, self.weights)

            def measured(weight: int, number: int = number) -> None:
                if on_weight:
                    on_weight(number, weight, self.weights.size)

            model = self._measure(base, measured)
            wanted = self._solve(base, *model)
            found = False
            for part in (1.0, 0.5, 0.25):  # a shorter way where the model has promised too much
                trial = np.rint(self.weights + part * wanted).astype(np.int32)
                held = self.loss(trial)
                if held < best:
                    best, found = held, True
                    self.weights = trial
                    break
            reached = self._error(self.train, self.scores(self.train, self.weights))
            entry = Round(reached, best, int((self.weights != self.first).sum()))
            self.history.append(entry)
            if on_round:
                on_round(entry)
            if not found:
                break

    def _measure(self, base: np.ndarray, on_weight: Callable[[int], Any]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """``(starts, rows, slopes)`` of the columns of all weights."""
        count, delta = self.train.count, self.settings.delta
        rows, slopes = np.zeros(count, np.int32), np.zeros(count, np.float32)
        starts = np.zeros(self.weights.size + 1, np.int64)
        all_rows, all_slopes = [], []
        trial = self.weights.copy()
        for w in range(trial.size):
            trial[w] += delta
            n = column(self.evaluate, self.train.memory, count, trial, self.scratch, base, float(delta), rows, slopes)
            trial[w] -= delta
            all_rows.append(rows[:n].copy())
            all_slopes.append(slopes[:n].copy())
            starts[w + 1] = starts[w] + n
            on_weight(w + 1)
        return starts, np.concatenate(all_rows), np.concatenate(all_slopes)

    def _solve(self, base: np.ndarray, starts: np.ndarray, rows: np.ndarray, slopes: np.ndarray) -> np.ndarray:
        """float64: the change of all weights that Adam comes to in the linear model."""
        settings, goals = self.settings, self._targets(self.train)
        change, gradient = np.zeros(self.weights.size), np.zeros(self.weights.size)
        moment1, moment2 = np.zeros_like(change), np.zeros_like(change)
        moved = (self.weights - self.first).astype(float)
        factor = self.slope / SCALE
        for step in range(1, settings.steps + 1):
            scores = base.copy()
            apply(starts, rows, slopes, change, scores)
            guess = _sigmoid(factor * scores)
            pull = 2 * (guess - goals) * guess * (1 - guess) * factor / base.size
            collect(starts, rows, slopes, gradient, pull)
            total = gradient + 2 * settings.pull * (moved + change)
            moment1 = _BETA1 * moment1 + (1 - _BETA1) * total
            moment2 = _BETA2 * moment2 + (1 - _BETA2) * total**2
            rate = settings.rate * 0.5 * (1 + np.cos(np.pi * (step - 1) / settings.steps))
            size = rate / (1 - _BETA1**step)
            change -= size * moment1 / (np.sqrt(moment2 / (1 - _BETA2**step)) + _EPSILON)
        return change


def _sigmoid(x: np.ndarray) -> np.ndarray:
    return 1.0 / (1.0 + np.exp(-x))
