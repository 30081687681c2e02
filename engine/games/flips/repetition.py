"""Repetition where only steps can be taken back: a position comes again within the plies since the last flip or capture.

``states`` are rows with the fields ``key``, ``reversible`` and ``repetition`` (whether the third occurrence is a draw).
"""

from __future__ import annotations

import numpy as np

from engine.core.jit import leaf


@leaf
def occurrences(states, ply, oldest, enough):
    """How often the position of row ``ply`` stands in the rows ``oldest`` .. ``ply``, counted up to ``enough``."""
    count = np.int64(1)
    row = ply - 4
    while row >= oldest and count < enough:
        if states[row]["key"] == states[ply]["key"]:
            count += 1
        row -= 2
    return count


@leaf
def is_repeated(states, ply):
    """Whether the position of row ``ply`` stands there for the third time since the last flip or capture."""
    reversible = np.int64(states[ply]["reversible"])
    if reversible < 8 or states[ply]["repetition"] == 0:
        return False
    return occurrences(states, ply, ply - min(ply, reversible), np.int64(3)) >= 3


@leaf
def repeats_on_path(states, ply, root):
    """Whether a search takes row ``ply`` for drawn: it stands once more behind row ``root``, or for the third time in all."""
    reversible = np.int64(states[ply]["reversible"])
    if reversible < 4 or states[ply]["repetition"] == 0:
        return False
    return occurrences(states, ply, max(ply - reversible, root + 1), np.int64(2)) > 1 or is_repeated(states, ply)
