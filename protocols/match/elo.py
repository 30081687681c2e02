"""Statistics of match results: score, Elo difference with its 95 % interval, likelihood of superiority.

Elo by the logistic model, ``400 log10(s / (1 - s))``; the error from the variance of the mean score: of games or, where
openings are played twice with colours swapped, of pairs (pentanomial), since the two games of a pair depend on each other.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

Z95 = 1.959963984540054


@dataclass(frozen=True)
class Estimate:
    """A score in 0..1 and its standard error."""

    score: float
    error: float
    games: int

    @property
    def elo(self) -> float:
        """Elo difference that the score stands for; infinite at 0 and 1."""
        return elo_of(self.score)

    @property
    def interval(self) -> tuple[float, float]:
        """95 % interval of the Elo difference."""
        return elo_of(max(0.0, self.score - Z95 * self.error)), elo_of(min(1.0, self.score + Z95 * self.error))

    @property
    def los(self) -> float:
        """Likelihood of superiority, 0..1, by the normal approximation; NaN where nothing has been played."""
        if not self.games:
            return math.nan
        if self.error == 0:
            return 0.5 if self.score == 0.5 else float(self.score > 0.5)
        return 0.5 * (1 + math.erf((self.score - 0.5) / self.error / math.sqrt(2)))

    def __str__(self) -> str:
        low, high = self.interval
        score = f"{100 * self.score:.1f} % ± {100 * Z95 * self.error:.1f}"
        return f"{score} of {self.games} games, Elo {self.elo:+.0f} [{low:+.0f}, {high:+.0f}]"


def elo_of(score: float) -> float:
    """The logistic Elo difference of a score in 0..1."""
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return 400 * math.log10(score / (1 - score))


def from_games(wins: int, draws: int, losses: int) -> Estimate:
    """The estimate from single games."""
    games = wins + draws + losses
    if not games:
        return Estimate(0.5, 0.0, 0)
    score = (wins + draws / 2) / games
    variance = (wins * (1 - score) ** 2 + draws * (0.5 - score) ** 2 + losses * score**2) / games
    return Estimate(score, math.sqrt(variance / games), games)


def from_pairs(counts: Sequence[int]) -> Estimate:
    """The estimate from pairs of games on one opening; ``counts[k]`` pairs gave ``k / 2`` points of 2."""
    pairs = sum(counts)
    if not pairs:
        return Estimate(0.5, 0.0, 0)
    score = sum(k / 4 * n for k, n in enumerate(counts)) / pairs
    variance = sum(n * (k / 4 - score) ** 2 for k, n in enumerate(counts)) / pairs
    return Estimate(score, math.sqrt(variance / pairs), 2 * pairs)


@dataclass(frozen=True)
class Normalized:
    """Normalised Elo, ``800 / ln 10`` times the signal-to-noise ratio of a single game, and its 95 % error.

    Infinite where all games ended alike, but for draws; NaN where nothing has been played.
    """

    elo: float
    error: float


def normalized_from_games(wins: int, draws: int, losses: int) -> Normalized:
    """Normalised Elo of single games."""
    return _normalized(from_games(wins, draws, losses), 1.0)


def normalized_from_pairs(counts: Sequence[int]) -> Normalized:
    """Normalised Elo of pairs of games."""
    return _normalized(from_pairs(counts), math.sqrt(2))


def _normalized(estimate: Estimate, scale: float) -> Normalized:
    samples = estimate.games / scale**2
    if not samples:
        return Normalized(math.nan, math.nan)
    if not estimate.error:
        return Normalized(0.0, 0.0) if estimate.score == 0.5 else Normalized(elo_of(round(estimate.score)), math.inf)
    sigma = estimate.error * math.sqrt(samples)
    unit = 800 / math.log(10) / scale
    return Normalized((estimate.score - 0.5) / sigma * unit, Z95 / math.sqrt(samples) * unit)
