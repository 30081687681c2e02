"""The transposition table: what goes in comes out, mixtures of two entries do not."""

from __future__ import annotations

import numpy as np
import pytest

from engine.core.jit import compile_kernel
from engine.core.keys import SplitMix64
from engine.search import table
from engine.search.table import EXACT, LOWER, UPPER, Table, probe_key, store


def put(memory, key, fold=5, score=10, static=3, depth=4, bound=EXACT, pv=0):
    numbers = (np.int64(n) for n in (fold, score, static, depth, bound, pv))
    store(np.int64(memory.address), np.int64(memory.clusters), np.int64(memory.age), np.uint64(key), *numbers)


def get(memory, key):
    compile_kernel(probe_key)
    out = np.zeros(4, dtype=np.int64)
    probe_key(memory.address, memory.clusters, np.uint64(key), out)
    return tuple(out.tolist())


def test_round_trip():
    memory = Table(1)
    random = SplitMix64(1)
    for turn in range(2000):
        key, fold = random.next(), random.below(1 << 32)
        score, depth, bound = random.below(60_000) - 30_000, random.below(250), 1 + random.below(3)
        put(memory, key, fold, score, -score, depth, bound, turn % 2)
        assert get(memory, key) == (fold, score, bound, depth)
        assert get(memory, key ^ (1 << 40)) == (0, 0, 0, 0)


@pytest.mark.parametrize("bit", [0, 7, 15, 20, 33, 47, 63])
def test_every_key_bit_counts(bit):
    memory = Table(1)
    memory.clusters = 1  # all positions share one bucket
    put(memory, 0x123456789ABCDEF0)
    assert get(memory, 0x123456789ABCDEF0)[2] == EXACT
    assert get(memory, 0x123456789ABCDEF0 ^ (1 << bit))[2] == (EXACT if 16 <= bit < 32 else 0)


def test_mixtures_are_rejected():
    """Two threads interleave their stores into one entry: word 0 of one, word 1 of the other."""
    random = SplitMix64(2)
    accepted = 0
    for _ in range(3000):
        memory = Table(1)
        memory.clusters = 1
        key = random.next()
        put(memory, key, fold=random.below(1 << 31), score=100, depth=9, bound=LOWER)
        word = memory.words[0]
        memory.words.fill(0)
        put(memory, key, fold=random.below(1 << 31), score=-100, depth=3, bound=UPPER)
        memory.words[0] = word
        accepted += get(memory, key)[2] != 0
    assert accepted <= 2


def test_replacement():
    memory = Table(1)
    memory.clusters = 1
    keys = [n << 32 | n for n in range(1, 6)]
    for depth, key in enumerate(keys[:4], start=5):
        put(memory, key, depth=depth)
    put(memory, keys[4], depth=1)
    assert get(memory, keys[0])[2] == 0 and all(get(memory, key)[2] for key in keys[1:])
    memory.age = 3
    put(memory, keys[0], depth=1)
    put(memory, keys[1], depth=1, bound=EXACT)
    assert get(memory, keys[0])[3] == 1 and get(memory, keys[1])[3] == 1
    put(memory, keys[2], fold=0, depth=8)
    assert get(memory, keys[2])[0] == 5  # the move is kept
    put(memory, keys[3], depth=2, bound=LOWER)
    put(memory, keys[2], fold=9, depth=1, bound=LOWER)
    assert get(memory, keys[2])[3] == 8  # of this search, deeper: stays


def test_hashfull():
    memory = Table(1)
    random = SplitMix64(3)
    while memory.hashfull() < 500:
        for _ in range(1000):
            put(memory, random.next())
    memory.next_search()
    assert memory.hashfull() == 0
    memory.clear()
    assert not memory.words.any()


def test_sizes():
    for megabytes in (1, 2, 5):
        memory = Table(megabytes)
        assert memory.words.nbytes == megabytes << 20 and memory.address % table.BUCKET_BYTES == 0
