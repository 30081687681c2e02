"""The file format: what is written comes back, and nothing else is taken for a network."""

from __future__ import annotations

import dataclasses
import hashlib
import os
import time

import numpy as np
import pytest

import engine
from engine.errors import NetworkError
from engine.network.digest import feature_digest
from engine.network.format import HEADER, QA, QB, Network, quantise, read_network, reference_evaluate, write_network
from tests.network.nets import random_network

LAYERS = ("first", "first_bias", "out", "out_bias")


def sealed(data: bytearray) -> bytes:
    """``data`` with a checksum that fits, made by the rule in the format's description."""
    start = HEADER.fields["checksum"][1]
    data[start : start + 16] = bytes(16)
    data[start : start + 16] = hashlib.blake2b(bytes(data), digest_size=16).digest()
    return bytes(data)


def with_field(data: bytes, name: str, value) -> bytes:
    changed = bytearray(data)
    np.frombuffer(changed, HEADER, 1)[name] = value
    return sealed(changed)


def refusal(path, game: engine.Game) -> str:
    with pytest.raises(NetworkError) as caught:
        read_network(path, game.spec)
    text = str(caught.value)
    assert str(path) in text and "\n" not in text
    return text


def test_round_trip(game, network, tmp_path):
    network = dataclasses.replace(network, text="von Hand, 棋\nsecond line")
    write_network(tmp_path / "a", network)
    read = read_network(tmp_path / "a", game.spec)
    for name in LAYERS:
        one, other = getattr(read, name), getattr(network, name)
        assert np.array_equal(one, other) and one.dtype == other.dtype
    for name in ("game", "features", "pieces", "activation", "scale", "text"):
        assert getattr(read, name) == getattr(network, name)
    assert [p.name for p in tmp_path.iterdir()] == ["a"]
    write_network(tmp_path / "b", read)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_truncated_anywhere(game, network_file, tmp_path):
    data = network_file.read_bytes()
    path = tmp_path / "short.qnet"
    for size in [*range(HEADER.itemsize + 40), len(data) // 2, len(data) - 1]:
        path.write_bytes(data[:size])
        words = "is no network file" if size < 8 else "ends within its header" if size < HEADER.itemsize else "damaged"
        assert words in refusal(path, game)
    path.write_bytes(data + b"\0")
    assert "damaged" in refusal(path, game)


def test_every_header_bit_and_some_others_matter(game, network_file, tmp_path):
    data = network_file.read_bytes()
    path = tmp_path / "flipped.qnet"
    places = [*range(HEADER.itemsize), *np.random.default_rng(1).integers(HEADER.itemsize, len(data), 60).tolist()]
    for place in places:
        for bit in range(8) if place < HEADER.itemsize else (place % 8,):
            changed = bytearray(data)
            changed[place] ^= 1 << bit
            path.write_bytes(changed)
            refusal(path, game)


def test_sealed_but_wrong(game, network, network_file, tmp_path):
    """Wrong files whose checksum fits: made by another program, or for something else."""
    data = network_file.read_bytes()
    path = tmp_path / "wrong.qnet"
    cases = [
        ("version", 2, "version 2"),
        ("game", b"draughts", "is for draughts"),
        ("features", np.void(bytes(8)), "other inputs"),
        ("activation", 2, "activation"),
        ("scale", 0, "scale"),
        ("pieces", 0, "pieces"),
        ("hidden", 0, "damaged"),
        ("hidden", 1 << 31, "damaged"),
        ("buckets", (1 << 32) - 1, "damaged"),
        ("inputs", 0, "damaged"),
        ("text", 1 << 20, "damaged"),
    ]
    for name, value, words in cases:
        path.write_bytes(with_field(data, name, value))
        assert words in refusal(path, game), (name, value)


def test_arrays_that_overflow_are_refused(game, network):
    big = np.full_like(network.first, 2000)
    with pytest.raises(NetworkError, match="accumulators overflow"):
        dataclasses.replace(network, first=big).check()
    with pytest.raises(NetworkError, match="beyond"):
        dataclasses.replace(network, out=np.full_like(network.out, 128)).check()
    wide = random_network(game, hidden=160, buckets=1)
    with pytest.raises(NetworkError, match="sums overflow"):
        dataclasses.replace(wide, out=np.full_like(wide.out, 127)).check()
    narrow = random_network(game, hidden=16, buckets=1)
    dataclasses.replace(narrow, out=np.full_like(narrow.out, -127)).check()


def test_sizes(game):
    inputs = game.spec.network_inputs
    for hidden, buckets in ((24, 8), (8, 1), (0, 1), (1 << 13, 1), (32, 0), (32, 33)):
        arrays = (np.zeros((inputs, hidden)), np.zeros(hidden), np.zeros((buckets, 2, hidden)), np.zeros(buckets))
        with pytest.raises(NetworkError):
            quantise(game.spec, *arrays)
    with pytest.raises(NetworkError, match="inputs"):
        quantise(game.spec, np.zeros((inputs + 1, 16)), np.zeros(16), np.zeros((1, 2, 16)), np.zeros(1))
    with pytest.raises(NetworkError, match="different sizes"):
        quantise(game.spec, np.zeros((inputs, 16)), np.zeros(32), np.zeros((1, 2, 16)), np.zeros(1))


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf, 1e30, 200.0])
@pytest.mark.parametrize("layer", range(4))
def test_broken_training_makes_no_network(game, bad, layer):
    arrays = [np.zeros((game.spec.network_inputs, 16)), np.zeros(16), np.zeros((1, 2, 16)), np.zeros(1)]
    arrays[layer].flat[3 if layer < 3 else 0] = bad
    if layer == 3 and bad == 200.0:
        assert quantise(game.spec, *arrays).out_bias[0] == 200 * QA * QB
        return
    if layer == 2 and bad == 200.0:
        assert quantise(game.spec, *arrays).out.max() == 127
        return
    with pytest.raises(NetworkError):
        quantise(game.spec, *arrays)


def test_the_reference_is_the_float_network(game):
    """With weights that need no rounding only the two divisions at the end round."""
    random = np.random.default_rng(4)
    inputs, hidden = game.spec.network_inputs, 64
    first, bias = np.rint(random.normal(0, 25, (inputs, hidden))) / QA, np.rint(random.normal(80, 25, hidden)) / QA
    out, out_bias = np.rint(random.normal(0, 12, (4, 2, hidden))) / QB, np.rint(random.normal(0, 3000, 4)) / (QA * QB)
    for activation in ("screlu", "crelu"):
        network = quantise(game.spec, first, bias, out, out_bias, activation)
        for active in (1, 8, 9, 20, 32):
            own, other = (random.choice(inputs, active, replace=False) for _ in range(2))
            bucket = (active - 1) * 4 // 32
            value = out_bias[bucket]
            for view, rows in enumerate((own, other)):
                sums = np.clip(bias + first[rows].sum(axis=0), 0, 1)
                value += ((sums**2 if activation == "screlu" else sums) * out[bucket, view]).sum()
            assert -1.1 < reference_evaluate(network, own, other) - 400 * value < 0.1


def test_unusable_paths(game, network, network_file, tmp_path):
    assert "no such file" in refusal(tmp_path / "missing", game)
    assert "is no file" in refusal(tmp_path, game)
    if os.path.exists("/dev/zero"):
        assert "is no file" in refusal("/dev/zero", game)
        os.mkfifo(tmp_path / "pipe")
        assert "is no file" in refusal(tmp_path / "pipe", game)
    (tmp_path / "text").write_text("hello")
    assert "is no network" in refusal(tmp_path / "text", game)
    with open(tmp_path / "huge", "wb") as file:
        file.truncate(1 << 34)
    assert "more than any network" in refusal(tmp_path / "huge", game)
    with pytest.raises(NetworkError):
        read_network("a\0b", game.spec)


def test_the_other_game_is_refused(game, network_file):
    other = engine.load("xiangqi" if game.entry.id == "chess" else "chess")
    assert f"is for {game.entry.id}, not for {other.entry.id}" in refusal(network_file, other)


def test_the_digest_sees_the_numbering(game):
    spec = game.spec
    known = feature_digest(spec)
    assert feature_digest(spec) == known

    def shifted(memory, ply, view, out):
        n = spec.kernels["features"](memory, ply, view, out)
        out[:n] = (out[:n] + 1) % spec.network_inputs
        return n

    def reversed_order(memory, ply, view, out):
        n = spec.kernels["features"](memory, ply, view, out)
        out[:n] = out[:n][::-1].copy()
        return n

    for function, same in ((shifted, False), (reversed_order, True)):
        changed = dataclasses.replace(spec, kernels={**spec.kernels, "features": _Plain(function)})
        assert (feature_digest(changed) == known) == same


class _Plain:
    """A Python function where a kernel is expected."""

    overloads, _can_compile = True, False

    def __init__(self, function):
        self.function = function

    def __call__(self, *arguments):
        return self.function(*arguments)


def test_failed_writes_leave_the_old_file(game, network, network_file, tmp_path, monkeypatch):
    path = tmp_path / "net.qnet"
    path.write_bytes(network_file.read_bytes())
    with pytest.raises(NetworkError):
        write_network(path, dataclasses.replace(network, text="x" * 70_000))
    with pytest.raises(NetworkError):
        write_network(path, dataclasses.replace(network, out=np.full_like(network.out, 200)))
    assert path.read_bytes() == network_file.read_bytes()


@pytest.mark.timed
def test_size_and_time(game, tmp_path):
    path = tmp_path / "large.qnet"
    network: Network = random_network(game, hidden=256, buckets=8)
    write_network(path, network)
    assert path.stat().st_size < 2_000_000
    read_network(path, game.spec)
    begin = time.process_time()
    read_network(path, game.spec)
    assert time.process_time() - begin < 0.05
