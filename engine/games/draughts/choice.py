"""The rules that a compiled function follows: the game's own, as a constant, or those of the record, where an option differs.

Kernels that matter for speed exist twice, and a third function of the same signature chooses by the record (``specialise``). So
every function that depends on the rules begins with ``rules = known(rules)``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.games.draughts.specialise import inline_part
from engine.games.draughts.state import rows

RULES = 0
general: Any = None
usual: Any = None


@inline_part
def known(rules):
    """The rules that hold; in the fast copies of the kernels :func:`own_rules` takes this place."""
    return rules


@inline_part
def own_rules(rules):
    """The game's own rules, whatever is given; the compiler drops what they do not need."""
    return np.int64(RULES)


def choose_2(memory, ply):
    """The kernel for the rules of the record."""
    if np.int64(rows(memory)[ply]["rules"]) == RULES:
        return usual(memory, ply)
    return general(memory, ply)


def choose_3(memory, ply, third):
    """The kernel for the rules of the record."""
    if np.int64(rows(memory)[ply]["rules"]) == RULES:
        return usual(memory, ply, third)
    return general(memory, ply, third)
