"""Pattern tables from self-play: logistic regression on the words that each position adds up (``contract.PATTERNS``).

The model is the evaluation with the game's start tables plus a change of each word, nothing else; the changes begin at 0, and a
pull holds those that are seen rarely. AdaGrad takes one position at a time: a word's step falls with the number of times that it
has been seen, so rare patterns learn as fast as common ones.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import types

from engine.core import contract
from engine.core.jit import compile_kernel, kernel, leaf
from engine.game import Game
from engine.learn.train import SCALE, fit_slope
from engine.learn.tune_rows import Rows, evaluate_all

_I64, _F64 = types.int64, types.float64
_WORDS, _I32 = types.Array(_I64, 1, "C"), types.Array(types.int32, 1, "C")
_BYTES, _REALS, _U8 = (types.Array(kind, 1, "C") for kind in (types.uint8, _F64, types.uint8))
_PAIRS, _SHARES = types.Array(types.float32, 2, "C"), types.Array(types.float32, 2, "C")

LARGEST_CHANGE = 1000  #: of a word's half; sums of a position then stay within 16 bits


@dataclass(frozen=True)
class PatternSettings:
    """How to train."""

    epochs: int = 12
    rate: float = 3.0
    """First step of a word in score units; it falls to a tenth over the epochs, and with the word's own history."""
    wdl: float = 0.5
    """Share of the result in the target; the rest is the score of the search."""
    pull: float = 0.02
    """Pull towards no change, in units of the mean squared gradient of one position."""
    seed: int = 1


@dataclass(frozen=True)
class Inputs:
    """``n`` positions as the words that they add up."""

    words: np.ndarray
    """int32: ``index`` or ``~index``, position after position."""
    offsets: np.ndarray
    """int64[n + 1]: where each position's words begin."""
    shares: np.ndarray
    """float32[n, 2]: what the opening and ending halves count."""
    base: np.ndarray
    """float64[n]: the evaluation under the start tables."""
    scores: np.ndarray
    """int16[n], view of the player to act."""
    results: np.ndarray
    """uint8[n]: 0 loss, 1 draw, 2 win of the player to act."""

    @property
    def count(self) -> int:
        return self.scores.size


#: ``(patterns, memory, count, found, words, offsets, shares) -> words``; ``words`` of size 0: count only.
_COLLECT = types.FunctionType(_I64(contract.PATTERNS, _BYTES, _I64, _WORDS, _I32, _WORDS, _SHARES))


@kernel(_COLLECT)
def collect_words(patterns, memory, count, found, words, offsets, shares):
    """The words of ``count`` rows, all halves' shares beside them; rows that teach nothing get none."""
    at = np.int64(0)
    for row in range(count):
        n = patterns(memory, row, found)
        offsets[row] = at
        if n > 3:
            shares[row, 0], shares[row, 1] = found[0] / found[2], found[1] / found[2]
            if words.size:
                for k in range(3, n):
                    words[at + k - 3] = found[k]
            at += n - 3
    offsets[count] = at
    return at


def inputs_of(game: Game, rows: Rows) -> Inputs:
    """What the trainer works with.

    Raises
    ------
    ValueError
        If the game has no pattern tables.
    """
    spec = game.spec
    if spec.pattern_start is None:
        raise ValueError(f"{spec.id} has no pattern tables")
    for function in (collect_words, evaluate_all):
        compile_kernel(function)
    count, found = rows.count, np.zeros(4096, np.int64)
    offsets, shares = np.zeros(count + 1, np.int64), np.zeros((count, 2), np.float32)
    patterns = game.kernel("patterns")
    total = collect_words(patterns, rows.memory, count, found, np.zeros(0, np.int32), offsets, shares)
    words = np.zeros(max(total, 1), np.int32)
    collect_words(patterns, rows.memory, count, found, words, offsets, shares)
    base = np.zeros(count)
    start = np.array(spec.pattern_start, np.int32)
    scratch = np.zeros(max(spec.scratch_words, 1), np.int64)
    evaluate_all(game.kernel("evaluate_patterns"), rows.memory, count, start, scratch, base)
    return Inputs(words, offsets, shares, base, rows.scores, rows.results)


# --- model --------------------------------------------------------------------------------------------------------------


@leaf
def _score(words, offsets, shares, base, change, row):
    """The score of a position under ``change``: float32[words, 2]."""
    total = base[row]
    for place in range(offsets[row], offsets[row + 1]):
        word = words[place]
        if word >= 0:
            total += shares[row, 0] * change[word, 0] + shares[row, 1] * change[word, 1]
        else:
            total -= shares[row, 0] * change[~word, 0] + shares[row, 1] * change[~word, 1]
    return total


#: ``(words, offsets, shares, base, targets, order, change, squares, rate, factor, pull)``.
_EPOCH = types.FunctionType(types.void(_I32, _WORDS, _SHARES, _REALS, _REALS, _WORDS, _PAIRS, _PAIRS, _F64, _F64, _F64))


@kernel(_EPOCH)
def epoch(words, offsets, shares, base, targets, order, change, squares, rate, factor, pull):
    """One pass over the positions of ``order``. ``squares``: sums of squared gradients. ``factor``: slope over ``SCALE``.

    The gradient is that of the cross entropy by the score in units of ``factor``, so that steps do not depend on the slope.
    """
    for row in order:
        score = _score(words, offsets, shares, base, change, row)
        error = 1.0 / (1.0 + np.exp(-factor * score)) - targets[row]
        for place in range(offsets[row], offsets[row + 1]):
            word = words[place]
            signed = error
            if word < 0:
                word, signed = ~word, -error
            for half in range(2):
                gradient = signed * shares[row, half] + pull * factor * change[word, half] * shares[row, half]
                squares[word, half] += gradient * gradient
                change[word, half] -= rate * gradient / np.sqrt(squares[word, half])


_PREDICT = types.FunctionType(types.void(_I32, _WORDS, _SHARES, _REALS, _PAIRS, _REALS))


@kernel(_PREDICT)
def predict(words, offsets, shares, base, change, out):
    """``out[i]``: the score of position ``i``."""
    for row in range(out.size):
        out[row] = _score(words, offsets, shares, base, change, row)


class PatternTrainer:
    """Changes on their way. ``change`` is float32[words, 2], the best so far by the validation loss."""

    def __init__(self, game: Game, settings: PatternSettings, train: Inputs, validation: Inputs) -> None:
        if not train.count or not validation.count:
            raise ValueError(f"{train.count} positions for training, {validation.count} for validation: too few")
        for function in (epoch, predict):
            compile_kernel(function)
        self.settings, self.train, self.validation = settings, train, validation
        self.start = np.asarray(game.spec.pattern_start, np.int32)
        self.change = np.zeros((self.start.size, 2), np.float32)
        self.slope = fit_slope(train.base.astype(np.int64), train.results)
        self.first = self.loss(self.change)
        self.best = self.first

    def _targets(self, inputs: Inputs) -> np.ndarray:
        searched = 1 / (1 + np.exp(-self.slope / SCALE * inputs.scores.astype(float)))
        return self.settings.wdl * inputs.results / 2 + (1 - self.settings.wdl) * searched

    def loss(self, change: np.ndarray, inputs: Inputs | None = None) -> float:
        """Mean cross entropy, of the validation positions if no others are given."""
        inputs = inputs or self.validation
        out = np.zeros(inputs.count)
        predict(inputs.words, inputs.offsets, inputs.shares, inputs.base, change, out)
        guess = np.clip(1 / (1 + np.exp(-self.slope / SCALE * out)), 1e-9, 1 - 1e-9)
        targets = self._targets(inputs)
        return float(-np.mean(targets * np.log(guess) + (1 - targets) * np.log(1 - guess)))

    def run(self, on_epoch: Callable[[int, float, float], Any] | None = None) -> None:
        """All epochs; ``on_epoch(number, training loss, validation loss)``. The best epoch's changes are kept."""
        settings, train = self.settings, self.train
        random = np.random.Generator(np.random.PCG64(settings.seed))
        change = np.zeros_like(self.change)
        squares = np.ones_like(
            change
        )  # as if each word had been seen: many are moved at once, so their first steps must be small
        targets = self._targets(train)
        for number in range(settings.epochs):
            rate = settings.rate * 0.1 ** (number / max(settings.epochs - 1, 1))
            order = random.permutation(train.count).astype(np.int64)
            epoch(
                train.words, train.offsets, train.shares, train.base, targets, order, change, squares, rate,
                self.slope / SCALE, settings.pull,
            )  # fmt: skip
            held = self.loss(change)
            if held < self.best:
                self.best, self.change = held, change.copy()
            if on_epoch:
                on_epoch(number + 1, self.loss(change, train), held)

    def weights(self) -> np.ndarray:
        """``int32``: the start with the changes, rounded."""
        halves = np.clip(np.rint(self.change), -LARGEST_CHANGE, LARGEST_CHANGE).astype(np.int64)
        return (self.start.astype(np.int64) + halves[:, 0] + (halves[:, 1] << 16)).astype(np.int32)
