"""Ends of the game: ``result`` as the referee sees it, ``adjudicate`` as the search does (rule text, section 6)."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.jit import kernel
from engine.games.cross.ending import referee, searcher
from engine.games.siren_xiangqi.state import rows

_TEAMS = np.int64(0)  #: no free for all


@kernel(contract.RESULT)
def result(memory, ply):
    """The result code of row ``ply``."""
    return referee(rows(memory), ply, _TEAMS)


@kernel(contract.ADJUDICATE)
def adjudicate(memory, ply, root):
    """The ends that a search sees; one repetition on its own path is a draw."""
    return searcher(rows(memory), ply, root, _TEAMS)
