"""The sequential probability ratio test of two Elo hypotheses, on single games (trinomial) or on pairs of games (pentanomial).

The generalised log-likelihood ratio of M. Van den Bergh's notes on fishtest: for each hypothesis the outcome frequencies are
fitted by maximum likelihood under its constraint, and the ratio of the two likelihoods is what accumulates.

- logistic Elo: the constraint fixes the mean score, ``1 / (1 + 10 ** (-elo / 400))``;
- normalised Elo: it fixes the signal-to-noise ratio ``(mean - 1/2) / sigma`` of a game at ``elo * ln(10) / 800`` (of a pair at
  ``sqrt(2)`` times that), so that bounds mean the same in drawish and in sharp games.

Counts of 0 are taken as 0.001, so that a ratio exists from the first game on.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

_NELO = 800 / math.log(10)
_FLOOR = 1e-3
_ROUNDS = 10
_ACCURACY = 1e-8


def log_likelihood_ratio(counts: Sequence[int], elo0: float, elo1: float, model: str = "normalized") -> float:
    """The log-likelihood ratio of ``elo1`` against ``elo0``.

    Parameters
    ----------
    counts : 3 or 5 numbers
        Losses, draws, wins; or pairs with 0, 1/2, 1, 3/2, 2 points.
    model : {"normalized", "logistic"}

    Raises
    ------
    ValueError
        For another number of counts or another model.
    """
    if len(counts) not in (3, 5):
        raise ValueError(f"{len(counts)} counts; losses, draws, wins or five kinds of pairs are wanted")
    if not sum(counts):
        return 0.0
    weights = np.array([c or _FLOOR for c in counts], dtype=float)
    total = weights.sum()
    observed = weights / total
    points = np.linspace(0, 1, len(counts))
    if model == "logistic":
        fits = [_fit_mean(points, observed, 1 / (1 + 10 ** (-elo / 400))) for elo in (elo0, elo1)]
    elif model == "normalized":
        scale = math.sqrt(2) if len(counts) == 5 else 1.0
        fits = [_fit_ratio(points, observed, 0.5, scale * elo / _NELO) for elo in (elo0, elo1)]
    else:
        raise ValueError(f"unknown Elo model {model!r}; known: normalized, logistic")
    return float(total * np.sum(observed * (np.log(fits[1]) - np.log(fits[0]))))


def _fit_mean(points: np.ndarray, observed: np.ndarray, mean: float) -> np.ndarray:
    """Maximum-likelihood frequencies with the given mean: ``p / (1 + x (a - mean))`` for the root x of a decreasing function."""
    low, high = -1 / (points[-1] - mean), -1 / (points[0] - mean)
    distance = points - mean
    for _ in range(200):
        x = (low + high) / 2
        if float(np.sum(observed * distance / (1 + x * distance))) > 0:
            low = x
        else:
            high = x
        if high - low < _ACCURACY:
            break
    return observed / (1 + (low + high) / 2 * distance)


def _fit_ratio(points: np.ndarray, observed: np.ndarray, reference: float, ratio: float) -> np.ndarray:
    """Maximum-likelihood frequencies with ``(mean - reference) / sigma == ratio``, by repeated linearisation."""
    fitted = np.full_like(observed, 1 / len(observed))
    for _ in range(_ROUNDS):
        before = fitted
        mean = float(np.sum(fitted * points))
        sigma = math.sqrt(float(np.sum(fitted * (points - mean) ** 2)))
        slope = points - reference - ratio * sigma * (1 + ((mean - points) / sigma) ** 2) / 2
        fitted = _fit_mean(slope, observed, 0.0)
        if float(np.max(np.abs(fitted - before))) < _ACCURACY:
            break
    return fitted


@dataclass(frozen=True)
class Sprt:
    """A test that is running: its bounds and its verdict."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: str = "normalized"

    @property
    def bounds(self) -> tuple[float, float]:
        """Below the first ``elo0`` is accepted, above the second ``elo1``."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, counts: Sequence[int]) -> float:
        """The log-likelihood ratio so far."""
        return log_likelihood_ratio(counts, self.elo0, self.elo1, self.model)

    def verdict(self, counts: Sequence[int]) -> str:
        """``H0``, ``H1`` or, while the test must go on, an empty string."""
        ratio = self.ratio(counts)
        low, high = self.bounds
        return "H0" if ratio <= low else "H1" if ratio >= high else ""
