"""The state record and the move layout of the pyramid; cells and sites are those of ``geometry``.

A move is a whole turn in 30 bits. Numbers are site + 1; 0 stands for none.

=====  =======  ==================================================================================================
bits   field    meaning
=====  =======  ==================================================================================================
0-4    to       where the ball of the main action goes
5-9    origin   where it was raised from; equal to ``to`` for a ball from the reserve
10-14  first    a site that the bonus emptied
15-19  second   another one, higher in number
20-24  filled   a site that the bonus filled (restacking)
25-29  more     another one, higher in number
30     pass     the turn is passed; no other bit is set
=====  =======  ==================================================================================================

Two turns are the same if main action and position agree, so the bonus is kept as the sites that it emptied and filled, whichever
ball went where and in whatever order: a ball put back on a site that was emptied before is a shorter bonus.
"""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.keys import zobrist
from engine.core.raw import stack_of
from engine.games.quadro.geometry import CELLS, SITE_OF, SITES, turned

TO, ORIGIN, FIRST, SECOND, FILLED, MORE = 0, 5, 10, 15, 20, 25  #: shifts of the fields
SITE_MASK = 31
BONUS_SHIFT = 10  #: from here on the bonus
PASS = 1 << 30
#: Mover kinds of the common layout; two more for a ball placed or raised and others restacked.
PLACED, RAISED, PASSES, KINDS = 1, 2, 5, 5
BALL_VALUE = 100  #: score units of a ball in reserve
#: More than any position has: the most that a climb over full and nearly full pyramids found is 4,868 (RULES.md).
MAX_MOVES = 8192

REASONS = ("", "top", "out-of-balls", "repetition")
TOP_BALL, OUT_OF_BALLS, REPEATED = range(1, 4)

# --- record -------------------------------------------------------------------------------------------------------------

SYMMETRIES = 8
#: balls : the cells of each side. keys : hash of the balls under each symmetry; ``key`` is made of the smallest.
#: rules : bits of ``rules``. repetition : occurrences of a position that are a draw, 0 if none are.
STATE = contract.state_dtype(
    [("balls", "u8", 2), ("keys", "u8", SYMMETRIES), ("rules", "u1"), ("repetition", "u1"), ("spare", "u1", 6)]
)

rows = stack_of(STATE)  #: ``(memory) -> states``, for kernels

# --- hash keys ----------------------------------------------------------------------------------------------------------

_SEED = 0x71756164
BLACK_KEY = zobrist(_SEED + 1, 1)[0]  #: Black to move


def _build_keys() -> np.ndarray:
    plain = zobrist(_SEED, 2, SITES)
    keys = np.zeros((2, SITES, SYMMETRIES), dtype=np.uint64)
    for site, cell in enumerate(CELLS):
        for symmetry in range(SYMMETRIES):
            keys[:, site, symmetry] = plain[:, SITE_OF[turned(cell, symmetry)]]
    keys.flags.writeable = False
    return keys


BALL_KEYS = _build_keys()  #: ``uint64[colour, site, symmetry]``: what a ball adds to ``keys``
