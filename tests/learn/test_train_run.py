"""From game records to a network file by the command: what it writes, resumes, refuses."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import numpy as np
import pytest

import engine
from bench import train as command
from engine.learn.train import Settings, Trainer
from engine.learn.train_network import from_network, shape_for, to_network
from engine.network.format import read_network, write_network
from tests.learn.test_dataset import random_games, write

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def games(tmp_path_factory):
    """A folder with random games of chess."""
    folder = tmp_path_factory.mktemp("games")
    game = engine.load("chess")
    write(folder / "random.qsp", game, random_games(game, 60, 2))
    return folder


def words(games: Path, out: Path, *more: str) -> list[str]:
    wanted = ["--hidden", "16", "--buckets", "2", "--epochs", "2", "--validation", "0.2"]
    return ["chess", "--data", str(games), "--out", str(out), *wanted, *more]


def test_a_network_comes_out_and_the_better_one_stays(games, tmp_path, capsys):
    out = tmp_path / "n.qnet"
    assert command.main(words(games, out, "--note", "made by a test")) == 0
    game = engine.load("chess")
    network = read_network(out, game.spec)
    assert (network.hidden, network.buckets) == (16, 2)
    assert "made by a test" in network.text and "validation loss 0." in network.text
    ElementTree.parse(tmp_path / "n.qnet.svg")
    first = out.read_bytes()
    assert command.main(words(games, out)) == 1  # equal is not better
    assert "is better and stays" in capsys.readouterr().err and out.read_bytes() == first
    assert command.main(words(games, out, "--epochs", "1", "--force")) == 0 and out.read_bytes() != first
    before = out.read_bytes()
    assert command.main(words(games, out, "--epochs", "6", "--from", str(out))) == 0  # a warm start improves on random scores
    assert out.read_bytes() != before


def test_a_killed_command_resumes_to_the_same_network(games, tmp_path):
    whole, killed = tmp_path / "whole.qnet", tmp_path / "killed.qnet"
    more = ["--pretrain", "1500", "--teacher", "16", "--epochs", "3", "--resume"]
    assert command.main(words(games, whole, *more)) == 0
    process = subprocess.Popen(
        [sys.executable, "-m", "bench", "train", *words(games, killed, *more)],
        env={**os.environ, "PYTHONPATH": str(ROOT)}, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith(b"first lessons: epoch 1"):
            break
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    assert (tmp_path / "killed.qnet.lessons").exists()
    assert command.main(words(games, killed, *more)) == 0
    assert killed.read_bytes() == whole.read_bytes()


def test_bad_input_is_one_line(games, tmp_path, capsys):
    out = tmp_path / "n.qnet"
    for more, message in (
        (["--hidden", "40"], "multiple of 16"),
        (["--data", str(tmp_path / "none")], "no such file or folder"),
        (["--from", str(tmp_path / "none.qnet")], "none.qnet"),
        (["--validation", "0"], "0 for validation: too few"),
    ):
        assert command.main(words(games, out, *more)) == 2
        lines = capsys.readouterr().err.strip().splitlines()
        assert len(lines) == 1 and lines[0].startswith("bench train: error: ") and message in lines[0]
    assert not out.exists()


def test_parameters_survive_the_file_but_for_rounding(tmp_path):
    spec = engine.load("xiangqi").spec
    shape = shape_for(spec, 32, 4, "crelu")
    theta = np.clip(Trainer(shape, Settings(seed=3)).theta, -1.9, 1.9)
    write_network(tmp_path / "n.qnet", to_network(spec, shape, theta, "text"))
    found, back = from_network(read_network(tmp_path / "n.qnet", spec))
    assert found == shape
    for one, other, unit in zip(shape.layers(theta), shape.layers(back), (255, 255, 64, 255 * 64), strict=True):
        assert np.abs(one - other).max() <= 0.5001 / unit
