"""Zobrist keys and random numbers by SplitMix64 (Steele, Lea, Flood 2014): fixed seeds, explicit state, equal everywhere."""

from __future__ import annotations

import numpy as np

from engine.core.jit import inline_leaf

_GAMMA = 0x9E3779B97F4A7C15
_M1, _M2 = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
_MASK = (1 << 64) - 1


def mix(word: int) -> int:
    """SplitMix64's output function on a Python integer."""
    word &= _MASK
    word = ((word ^ (word >> 30)) * _M1) & _MASK
    word = ((word ^ (word >> 27)) * _M2) & _MASK
    return word ^ (word >> 31)


class SplitMix64:
    """The generator as a Python object; ``state`` is any 64-bit number."""

    def __init__(self, state: int) -> None:
        self.state = state & _MASK

    def next(self) -> int:
        """The next 64-bit number."""
        self.state = (self.state + _GAMMA) & _MASK
        return mix(self.state)

    def below(self, n: int) -> int:
        """A uniform number in 0..n-1, without bias."""
        limit = (1 << 64) - ((1 << 64) % n)
        while True:
            u = self.next()
            if u < limit:
                return u % n


def zobrist(seed: int, *shape: int) -> np.ndarray:
    """A read-only ``uint64`` table of ``shape`` for incremental position keys; equal seeds give equal tables."""
    generator = SplitMix64(mix(seed))
    table = np.array([generator.next() for _ in range(int(np.prod(shape)))], dtype=np.uint64).reshape(shape)
    table.flags.writeable = False
    return table


@inline_leaf
def mix64(word):
    """:func:`mix` for kernels, on uint64."""
    word = (word ^ (word >> np.uint64(30))) * np.uint64(_M1)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(_M2)
    return word ^ (word >> np.uint64(31))


@inline_leaf
def next_random(random):
    """Advance the generator whose state is ``random[0]`` (int64[1], modified) and return the next number as uint64."""
    state = np.uint64(random[0]) + np.uint64(_GAMMA)
    random[0] = np.int64(state)
    return mix64(state)
