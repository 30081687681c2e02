"""The trainer: gradients and steps against NumPy, learning, equal bits, going on after a kill."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.core.jit import compile_kernel
from engine.learn import train_kernels
from engine.learn.dataset import Samples
from engine.learn.train import ACTIVATIONS, Settings, Shape, Trainer, fit_slope, initial, targets
from engine.learn.train_run import correction

SHAPE = Shape(inputs=40, hidden=16, buckets=4, most=12)
SETTINGS = Settings(epochs=4, batch=64, seed=3, slope=1.5)
ROOT = Path(__file__).resolve().parents[2]


def made(count: int, seed: int) -> Samples:
    """Positions of 1..12 inputs whose score is a sum of hidden values of their inputs."""
    random = np.random.default_rng(seed)
    values = np.random.default_rng(99).normal(0, 150, SHAPE.inputs)
    inputs, offsets, scores = [], [0], []
    for _ in range(count):
        pieces = int(random.integers(1, 13))
        views = [random.choice(SHAPE.inputs, pieces, replace=False) for _ in range(2)]
        for view in views:
            inputs += view.tolist()
            offsets.append(len(inputs))
        scores.append(np.clip(values[views[0]].sum() - values[views[1]].sum(), -1900, 1900))
    results = random.integers(0, 3, count).astype(np.uint8)
    games = np.arange(count, dtype=np.int32) // 10
    statics = random.integers(-500, 500, count).astype(np.int16)
    return Samples(np.array(inputs, np.uint16), np.array(offsets, np.int64), np.array(scores, np.int16), statics, results, games)


def twin_output(shape: Shape, theta: np.ndarray, samples: Samples, i: int) -> float:
    """The output for sample ``i`` in float64."""
    first, first_bias, out, out_bias = shape.layers(theta.astype(np.float64))
    cuts = samples.offsets[2 * i : 2 * i + 3]
    views = [samples.inputs[cuts[v] : cuts[v + 1]] for v in range(2)]
    bucket = (views[0].size - 1) * shape.buckets // shape.most
    output = out_bias[bucket]
    for v in range(2):
        x = np.clip(first_bias + first[views[v]].sum(axis=0), 0, 1)
        output += (x * x if shape.activation == "screlu" else x) @ out[bucket, v]
    return output


def twin_loss(
    shape: Shape, theta: np.ndarray, samples: Samples, goals: np.ndarray, slope: float, given: np.ndarray | float = 0.0
) -> float:
    """Sum of squared errors in float64, sample by sample."""
    added = np.broadcast_to(given, samples.count)
    outputs = np.array([twin_output(shape, theta, samples, i) for i in range(samples.count)])
    return float(np.sum((1 / (1 + np.exp(-slope * (outputs + added))) - goals) ** 2))


@pytest.mark.parametrize("activation", ["screlu", "crelu"])
def test_gradients_equal_finite_differences(activation):
    shape, samples = replace(SHAPE, activation=activation), made(30, 1)
    theta, goals = initial(shape, 5), targets(samples, SETTINGS)
    found, order = np.zeros_like(theta), np.arange(samples.count, dtype=np.int32)
    given = (samples.statics / 400).astype(np.float32)
    compile_kernel(train_kernels.gradients)
    total = train_kernels.gradients(
        samples.inputs, samples.offsets, given, goals, order, 0, samples.count, *shape.layers(theta), *shape.layers(found), 1.5,
        shape.most, ACTIVATIONS[activation],
    )  # fmt: skip
    assert total == pytest.approx(twin_loss(shape, theta, samples, goals, 1.5, given), rel=1e-5)
    random = np.random.default_rng(0)
    chosen = [*random.choice(theta.size, 60, replace=False), *range(theta.size - 20, theta.size)]
    for place in chosen:
        step = np.zeros(theta.size)
        step[place] = 1e-6
        up, down = (twin_loss(shape, theta + sign * step, samples, goals, 1.5, given) for sign in (1, -1))
        assert found[place] == pytest.approx((up - down) / 2e-6, abs=2e-4, rel=2e-3), place


def test_steps_equal_adamw_in_numpy():
    random = np.random.default_rng(2)
    theta = random.normal(0, 1, 50).astype(np.float32)
    theta[:2] = 1.979, -1.979
    m, v = np.zeros_like(theta), np.zeros_like(theta)
    twin, twin_m, twin_v = theta.astype(float), np.zeros(50), np.zeros(50)
    compile_kernel(train_kernels.adamw)
    for step in range(1, 30):
        parts = random.normal(0, 1, (2, 50)).astype(np.float32)
        parts[:, :2] = -9.0, 9.0  # pushes the first two beyond the limit
        g = parts.astype(float).sum(axis=0) * 0.1
        twin_m, twin_v = 0.9 * twin_m + 0.1 * g, 0.999 * twin_v + 0.001 * g * g
        twin = twin * (1 - 0.01 * 0.1) - 0.01 * (twin_m / (1 - 0.9**step)) / (np.sqrt(twin_v / (1 - 0.999**step)) + 1e-8)
        twin = np.clip(twin, -1.98, 1.98)
        train_kernels.adamw(theta, m, v, parts, 0.1, 0.01, 0.1, step)
        assert not parts.any()
    assert np.allclose(theta, twin, atol=1e-4)
    assert theta[:2].tolist() == [np.float32(1.98), np.float32(-1.98)]


def test_it_learns_and_equal_settings_give_equal_bits():
    train, held = made(4000, 1), made(500, 2)
    settings = replace(SETTINGS, epochs=12, wdl=0.0, rate=0.01)
    before = Trainer(SHAPE, settings).validate(held)
    runs = []
    for threads in (1, 1, 2, 2):
        trainer = Trainer(SHAPE, replace(settings, threads=threads))
        trainer.run(train, held)
        runs.append(trainer)
    assert runs[0].history[-1]["validation"] < before / 8
    assert runs[0].history[-1]["validation"] == pytest.approx(runs[0].validate(held))
    assert np.array_equal(runs[0].theta, runs[1].theta) and runs[0].history == runs[1].history
    assert np.array_equal(runs[2].theta, runs[3].theta)
    assert np.allclose(runs[0].theta, runs[2].theta, atol=0.05)
    other = Trainer(SHAPE, replace(settings, seed=4))
    other.run(train, held)
    assert not np.array_equal(other.theta, runs[0].theta)


_SCRIPT = """
import os, signal, sys
from pathlib import Path
from engine.learn.train import Trainer
from tests.learn.test_train import SETTINGS, SHAPE, made
kill, path = int(sys.argv[1]), Path(sys.argv[2])
trainer = Trainer.load(path, SHAPE, SETTINGS) if path.exists() else Trainer(SHAPE, SETTINGS)
def keep(done):
    done.save(path)
def batch(step, steps, loss):
    if step == kill:
        os.kill(os.getpid(), signal.SIGKILL)
trainer.run(made(1000, 1), made(200, 2), batch, keep)
"""


def test_a_killed_training_goes_on_to_the_same_bits(tmp_path):
    path = tmp_path / "state"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    steps_an_epoch = -(-1000 // SETTINGS.batch)
    for kill, wanted in ((steps_an_epoch + 3, -signal.SIGKILL), (3 * steps_an_epoch, -signal.SIGKILL), (0, 0)):
        done = subprocess.run([sys.executable, "-c", _SCRIPT, str(kill), str(path)], env=environment, cwd=ROOT)
        assert done.returncode == wanted
    resumed = Trainer.load(path, SHAPE, SETTINGS)
    whole = Trainer(SHAPE, SETTINGS)
    whole.run(made(1000, 1), made(200, 2))
    assert resumed.epoch == SETTINGS.epochs and resumed.history == whole.history
    assert np.array_equal(resumed.theta, whole.theta) and np.array_equal(resumed.moment2, whole.moment2)


def test_checkpoints_of_other_trainings_are_refused(tmp_path):
    path = tmp_path / "state"
    Trainer(SHAPE, SETTINGS).save(path)
    with pytest.raises(ValueError, match="another training: hidden 16 instead of 32, wdl 0.0 instead of 0.5"):
        Trainer.load(path, replace(SHAPE, hidden=32), replace(SETTINGS, wdl=0.5))
    trainer = Trainer(SHAPE, replace(SETTINGS, epochs=1))
    trainer.run(made(100, 1), made(50, 2))
    trainer.save(path)
    with pytest.raises(ValueError, match=r"trained on 100\+50 samples, crc \w+, now there are 101\+50 samples"):
        Trainer.load(path, SHAPE, replace(SETTINGS, epochs=1)).run(made(101, 1), made(50, 2))
    path.write_bytes(path.read_bytes()[:200])
    with pytest.raises(ValueError, match="no checkpoint"):
        Trainer.load(path, SHAPE, SETTINGS)


def test_the_slope_that_made_the_results_is_found():
    random = np.random.default_rng(1)
    scores = random.integers(-900, 900, 60_000).astype(np.int16)
    chance = 1 / (1 + np.exp(-2.5 * scores / 400))
    results = (2 * (random.random(scores.size) < chance)).astype(np.uint8)
    assert fit_slope(scores, results) == pytest.approx(2.5, rel=0.03)


def test_a_correction_learns_what_the_given_part_lacks():
    """Scores are a given part and a sum of hidden values: the network finds the sum; outputs are those of a slow twin."""
    train, held = (made(count, seed) for count, seed in ((4000, 1), (500, 2)))
    train, held = (replace(s, scores=np.clip(s.scores // 2 + s.statics, -1900, 1900).astype(np.int16)) for s in (train, held))
    settings = replace(SETTINGS, epochs=12, wdl=0.0, rate=0.01)
    trainer = correction(SHAPE, settings)
    given = 1 / (1 + np.exp(-settings.slope * held.statics / 400))
    assert trainer.validate(held) == pytest.approx(np.mean((given - targets(held, settings)) ** 2), rel=1e-3)
    before = trainer.validate(held)
    trainer.run(train, held)
    assert trainer.validate(held) < before / 4
    found = trainer.outputs(held)
    assert found[:40] == pytest.approx([twin_output(SHAPE, trainer.theta, held, i) for i in range(40)], abs=1e-4)
    alone = Trainer(SHAPE, settings)
    alone.run(train, held)  # the given part is nowhere in the inputs
    assert alone.validate(held) > 2 * trainer.validate(held)


def test_targets_mix_result_and_score():
    samples = made(50, 4)
    won = replace(samples, results=np.full(50, 2, np.uint8))
    expected = 1 / (1 + np.exp(-1.5 * samples.scores / 400))
    assert np.allclose(targets(won, replace(SETTINGS, wdl=0.25)), 0.25 + 0.75 * expected, atol=1e-6)
    assert np.allclose(targets(won, replace(SETTINGS, wdl=1.0)), 1.0)


def test_too_little_data_and_bad_shapes():
    with pytest.raises(ValueError, match="0 for validation: too few"):
        Trainer(SHAPE, SETTINGS).run(made(10, 1), made(0, 1))
    with pytest.raises(ValueError, match="multiple of 16"):
        Shape(768, hidden=40)
    with pytest.raises(ValueError, match="output buckets"):
        Shape(768, buckets=0)
    with pytest.raises(ValueError, match="activation 'relu'"):
        Shape(768, activation="relu")
