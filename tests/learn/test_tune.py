"""The tuner finds weights again that were disturbed; its model is what the evaluation does; files of weights."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import engine
from bench import tune as command
from engine.errors import NetworkError
from engine.learn.dataset import read_samples, split
from engine.learn.tune import Tuner, TuneSettings
from engine.learn.tune_rows import Rows, apply, read_rows
from engine.network.weights import read_weights, write_weights
from tests.learn.test_dataset import random_games, write

SETTINGS = TuneSettings(rounds=2, steps=200, rate=2.0, wdl=0.0, pull=1e-9)


def labelled(game: engine.Game, rows: Rows, weights: np.ndarray) -> Rows:
    """Rows whose scores and results are what the evaluation under ``weights`` says."""
    tuner = Tuner(game, SETTINGS, rows, rows, weights)
    scores = np.clip(tuner.scores(rows, weights), -1900, 1900)
    results = np.where(scores > 60, 2, np.where(scores < -60, 0, 1)).astype(np.uint8)
    return replace(rows, scores=scores.astype(np.int16), results=results)


@pytest.fixture(scope="module")
def known(tmp_path_factory):
    """Xiangqi, its weights, training and validation rows that they explain."""
    game = engine.load("xiangqi")
    path = tmp_path_factory.mktemp("tune") / "random.qsp"
    write(path, game, random_games(game, 80, 5))
    rows = read_rows(game, [path], 1.0, 1)
    samples = read_samples(game, [path])
    assert rows.count == samples.count and np.array_equal(rows.results, samples.results)
    weights = np.array(game.spec.weights, np.int32)
    rows = labelled(game, rows, weights)
    chosen, held = split(rows, 0.2, 1)
    return game, weights, rows.take(chosen), rows.take(held)


def disturbed(tuner: Tuner, weights: np.ndarray, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Weights that count often, changed by +-40; which ones."""
    starts, _, _ = tuner._measure(tuner.scores(tuner.train, weights), lambda weight: None)
    often = np.argsort(-np.diff(starts), kind="stable")[:count]
    changed = weights.copy()
    changed[often] += np.where(np.arange(count) % 2, 40, -40).astype(np.int32)
    return changed, often


def test_disturbed_weights_come_back(known):
    game, weights, train, held = known
    start, places = disturbed(Tuner(game, SETTINGS, train, held, weights), weights, 8)
    tuner = Tuner(game, SETTINGS, train, held, start)
    tuner.slope = 1.5
    before = tuner.loss(start)
    tuner.run()
    assert tuner.loss(tuner.weights) < before / 10
    assert tuner.history[-1].validation < before / 10 and len(tuner.history) > 1
    far = np.abs(tuner.weights - weights)[places]
    assert far.mean() < 15, far


def test_the_model_predicts_the_evaluation(known):
    game, weights, train, held = known
    tuner = Tuner(game, SETTINGS, train, held, weights)
    base = tuner.scores(train, weights)
    starts, rows, slopes = tuner._measure(base, lambda weight: None)
    random = np.random.default_rng(3)
    changed = np.flatnonzero(np.diff(starts))
    change = np.zeros(weights.size)
    change[random.choice(changed, 25, replace=False)] = random.integers(-12, 13, 25)
    predicted = base.copy()
    apply(starts, rows, slopes, change, predicted)
    found = tuner.scores(train, (weights + change).astype(np.int32))
    assert np.abs(found - base).max() > 20
    assert np.abs(found - predicted).mean() < 0.15 * np.abs(found - base).mean()


def test_good_weights_are_left_alone(known):
    game, weights, train, held = known
    tuner = Tuner(game, replace(SETTINGS, rounds=1), train, held, weights)
    before = tuner.history[0].validation
    tuner.run()
    assert tuner.history[-1].validation <= before


def test_the_command_keeps_the_better_file(tmp_path, capsys):
    game = engine.load("xiangqi")
    write(tmp_path / "games.qsp", game, random_games(game, 30, 6))
    out = tmp_path / "w.txt"
    words = ["xiangqi", "--data", str(tmp_path / "games.qsp"), "--out", str(out), "--rounds", "1", "--steps", "20"]
    assert command.main(words) == 0
    first = out.read_bytes()
    assert command.main(words) == 1  # equal is not better
    assert "is better" in capsys.readouterr().err and out.read_bytes() == first
    assert command.main([*words, "--force"]) == 0
    out.write_text("nonsense")
    assert command.main(words) == 2 and "is no file of weights" in capsys.readouterr().err
    assert command.main(["xiangqi", "--data", str(tmp_path / "none"), "--out", str(out)]) == 2


def test_files_of_weights(tmp_path):
    spec = engine.load("chess").spec
    path, weights = tmp_path / "w.txt", np.array(spec.weights, np.int32) + 3
    write_weights(path, "chess", weights, "a note\nof two lines")
    assert np.array_equal(read_weights(path, spec), weights)
    with pytest.raises(NetworkError, match="is for chess, not for xiangqi"):
        read_weights(path, engine.load("xiangqi").spec)
    text = path.read_text()
    for old, new, message in (
        ("check ", "check 0", "wrong checksum"),
        (str(int(weights[-1])) + "\n", "\n", "numbers instead of"),
        (str(int(weights[-1])) + "\n", "x\n", "no number"),
        ("qiji weights 1", "qiji weights 2", "no file of weights"),
    ):
        path.write_text(new.join(text.rsplit(old, 1)))
        with pytest.raises(NetworkError, match=message):
            read_weights(path, spec)
    write_weights(path, "chess", weights[:-1])
    with pytest.raises(NetworkError, match="the evaluation of chess has"):
        read_weights(path, spec)
    with pytest.raises(NetworkError, match="no such file"):
        read_weights(tmp_path / "nothing", spec)
