"""The static evaluation (placeholder while rules are being tested)."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.jit import kernel

SCRATCH_WORDS = 8


@kernel(contract.EVALUATE)
def evaluate(memory, ply, weights, scratch):
    """Zero."""
    return np.int64(0)


@kernel(contract.EVALUATE_SEATS)
def evaluate_seats(memory, ply, weights, scratch, out):
    """Zero for everybody."""
    for seat in range(4):
        out[seat] = 0
