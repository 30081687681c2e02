"""Files of pattern tables: what is written comes back, and nothing else is taken for one."""

from __future__ import annotations

import dataclasses
import struct

import numpy as np
import pytest

import engine
from engine.errors import NetworkError
from engine.network import patterns
from engine.network.load import choose_evaluation

GAME = "russian"


@pytest.fixture(scope="module")
def spec():
    return engine.load(GAME).spec


@pytest.fixture
def weights(spec):
    rng = np.random.Generator(np.random.PCG64(3))
    start = np.array(spec.pattern_start, np.int64)
    change = rng.integers(-300, 301, start.size) + (rng.integers(-300, 301, start.size) << 16)
    change[rng.random(start.size) < 0.9] = 0
    return (start + change).astype(np.int32)


@pytest.fixture
def file(spec, weights, tmp_path):
    path = tmp_path / "made.qpat"
    patterns.write_patterns(path, spec, weights, "von Hand, 棋\nsecond line")
    return path


def refusal(path, spec):
    with pytest.raises(NetworkError) as caught:
        choose_evaluation(spec, str(path))
    text = str(caught.value)
    assert str(path) in text and "\n" not in text
    return text


def test_round_trip(spec, weights, file):
    assert np.array_equal(patterns.read_patterns(file, spec), weights)
    chosen = choose_evaluation(spec, str(file))
    assert chosen.name.startswith("made.qpat ") and np.array_equal(chosen.weights, weights)
    assert [path.name for path in file.parent.iterdir()] == ["made.qpat"]


def test_truncated_and_prolonged(spec, file):
    data = file.read_bytes()
    for size in [*range(8, 60), len(data) // 2, len(data) - 1]:
        file.write_bytes(data[:size])
        refusal(file, spec)
    file.write_bytes(data + b"\0")
    assert "damaged" in refusal(file, spec)


def test_every_changed_bit_is_noticed(spec, file):
    data = file.read_bytes()
    rng = np.random.Generator(np.random.PCG64(1))
    for place in [*range(8, 120), *rng.integers(120, len(data), 40)]:
        changed = bytearray(data)
        changed[place] ^= 1 << int(rng.integers(8))
        file.write_bytes(bytes(changed))
        assert "damaged" in refusal(file, spec)


def test_other_versions_games_and_tables(spec, file):
    data = file.read_bytes()
    file.write_bytes(data[:4] + struct.pack("<I", 2) + data[8:])
    assert "version 2" in refusal(file, spec)
    file.write_bytes(data)
    assert f"is for {GAME}, not for pool" in refusal(file, engine.load("pool").spec)
    assert f"is for {GAME}, not for chess" in refusal(file, engine.load("chess").spec)
    assert "no pattern tables" in refusal(file, dataclasses.replace(spec, pattern_start=None))
    other = np.array(spec.pattern_start)
    other[5] += 1
    assert "another version" in refusal(file, dataclasses.replace(spec, pattern_start=other))
