"""Weights of an evaluation as named groups of numbers, laid out one after the other in one ``int32`` vector."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np


def offsets(sizes: Mapping[str, int]) -> dict[str, int]:
    """Where each group begins."""
    found, at = {}, 0
    for name, size in sizes.items():
        found[name] = at
        at += size
    return found


def vector(sizes: Mapping[str, int], numbers: Mapping[str, Sequence[int]]) -> np.ndarray:
    """int32[sum of sizes]: the numbers in the order of ``sizes``."""
    assert list(numbers) == list(sizes) and all(len(numbers[name]) == size for name, size in sizes.items())
    return np.array([number for group in numbers.values() for number in group], np.int32)
