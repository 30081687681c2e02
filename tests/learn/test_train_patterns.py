"""The trainer of pattern tables finds planted weights again, its steps are those of the formula, the command writes a file."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import engine
from bench import patterns as command
from engine.learn.dataset import split
from engine.learn.train import SCALE
from engine.learn.train_patterns import Inputs, PatternSettings, PatternTrainer, inputs_of
from engine.learn.tune_rows import read_rows
from engine.network.patterns import read_patterns
from tests.learn.test_dataset import random_games, write

GAME = "russian"


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """The game, a file of random games, training and validation inputs."""
    game = engine.load(GAME)
    path = tmp_path_factory.mktemp("patterns") / "random.qsp"
    write(path, game, random_games(game, 50, 5))
    rows = read_rows(game, [path], 1.0, 1)
    chosen, held = split(rows, 0.2, 1)
    return game, path, inputs_of(game, rows.take(chosen)), inputs_of(game, rows.take(held))


def added(inputs: Inputs, change: np.ndarray) -> np.ndarray:
    """The score of each position under ``change``, by NumPy."""
    scores = inputs.base.copy()
    for row in range(inputs.count):
        words = inputs.words[inputs.offsets[row] : inputs.offsets[row + 1]].astype(np.int64)
        signs = np.where(words >= 0, 1, -1)
        scores[row] += (signs[:, None] * change[np.where(words >= 0, words, ~words)] * inputs.shares[row]).sum()
    return scores


def test_planted_weights_are_found(data):
    """Positions are labelled by hidden changes of the words that are seen most.

    A few thousand positions cannot tell their words from the thousands beside them, so other games show only part of the gain.
    """
    game, _, train, validation = data
    words = np.where(train.words >= 0, train.words, ~train.words)
    seen = np.bincount(words, minlength=len(game.spec.pattern_start))
    hidden = np.zeros((seen.size, 2), np.float32)
    hidden[np.argsort(-seen)[:40]] = np.random.Generator(np.random.PCG64(2)).normal(0, 60, (40, 2))
    labelled = []
    for inputs in (train, validation):
        scores = np.clip(added(inputs, hidden), -1900, 1900)
        results = np.where(scores > 60, 2, np.where(scores < -60, 0, 1)).astype(np.uint8)
        labelled.append(replace(inputs, scores=scores.astype(np.int16), results=results))  # results give the slope
    trainer = PatternTrainer(game, PatternSettings(epochs=15, wdl=0.0, pull=0.0), *labelled)
    ideal = trainer.loss(hidden)
    before, least = (trainer.loss(change, labelled[0]) for change in (trainer.change, hidden))
    losses = []
    trainer.run(lambda number, trained, held: losses.append(held))
    assert trainer.best == min(losses) == pytest.approx(trainer.loss(trainer.change))
    assert ideal < trainer.first and trainer.first - trainer.best > 0.3 * (trainer.first - ideal)
    assert before - trainer.loss(trainer.change, labelled[0]) > 0.6 * (before - least) > 0
    weights = trainer.weights()
    assert np.array_equal(weights[:40], game.spec.pattern_start[:40]) and (weights != game.spec.pattern_start).sum() > 100


def test_a_step_is_that_of_the_formula(data):
    game, _, train, _ = data
    row = int(np.flatnonzero(np.diff(train.offsets) > 0)[0])
    words = train.words[train.offsets[row] : train.offsets[row + 1]]
    one = Inputs(
        words, np.array([0, words.size]), train.shares[row : row + 1], train.base[row : row + 1],
        np.array([700], np.int16), np.array([2], np.uint8),
    )  # fmt: skip
    trainer = PatternTrainer(game, PatternSettings(epochs=1, rate=2.0, wdl=1.0), one, one)
    trainer.run()
    error = 1 / (1 + np.exp(-trainer.slope / SCALE * one.base[0])) - 1.0
    places, counts = np.unique(np.where(words >= 0, words, ~words), return_counts=True)
    for word in places[counts == 1]:
        sign = 1 if word in words else -1
        for half in range(2):
            gradient = sign * error * float(one.shares[0, half])
            assert trainer.change[word, half] == pytest.approx(-2.0 * gradient / np.sqrt(1 + gradient**2), rel=1e-4, abs=1e-6)
    untouched = np.setdiff1d(np.arange(len(game.spec.pattern_start)), places)
    assert not trainer.change[untouched].any()


def test_same_settings_same_weights(data):
    game, _, train, validation = data
    trainers = [PatternTrainer(game, PatternSettings(epochs=2), train, validation) for _ in range(2)]
    for trainer in trainers:
        trainer.run()
    assert np.array_equal(trainers[0].weights(), trainers[1].weights())


def test_command(data, tmp_path, capsys):
    game, path, *_ = data
    out = tmp_path / "made.qpat"
    assert command.main([GAME, "--data", str(path), "--out", str(out), "--epochs", "2"]) == 0
    assert f"wrote {out}" in capsys.readouterr().out
    assert (read_patterns(out, game.spec) != game.spec.pattern_start).any()
    assert command.main(["chess", "--data", str(path), "--out", str(out)]) == 2
    assert command.main([GAME, "--data", str(tmp_path / "none"), "--out", str(out)]) == 2
    errors = capsys.readouterr().err
    assert errors.count("\n") == 2 and "Traceback" not in errors
