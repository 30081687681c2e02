"""The numbers of the evaluation, in score units (100 a stone that makes an open three), for each rule; ``int32[SIZE]``.

A block of ``BLOCK`` numbers for each rule, in the order of ``rules.MODES``: ``own`` and ``enemy`` are what a point of each class
(``patterns``) is worth to the player to act and to the other one; ``move`` is the right to move.
"""

from __future__ import annotations

import numpy as np

from engine.games.gomoku.patterns import CLASSES
from engine.games.gomoku.rules import MODES

OWN, ENEMY, MOVE = 0, CLASSES, 2 * CLASSES
BLOCK = 2 * CLASSES + 1
SIZE = BLOCK * len(MODES)

#: Fitted to games of the engine with itself under each rule (``bench/results/gomoku.md``). What decides the game on the spot
#: never reaches the sum (``evaluate``) and kept its first guess; the last two classes occur in renju only.
# fmt: off
_FREESTYLE = (
    # nothing weak two twos three 3+2 open3 open3+ threes four four+ 4-3  open five risky forbidden
    11,       1,   3,  20,  11,   40, 33,   92,    151,   76,  106,  399, 600, 900, 40,   -10,
    11,       1,   2,  16,  12,   40, 27,   57,    78,    52,  107,  97,  157, 500, 25,   -10,
    19,
)
_STANDARD = (
    11,       1,   3,  20,  5,    43, 35,   97,    136,   72,  113,  399, 600, 900, 40,   -10,
    12,       1,   2,  15,  5,    38, 28,   62,    80,    47,  119,  100, 179, 500, 25,   -10,
    19,
)
_RENJU = (
    6,        2,   1,  18,  4,    34, 40,   90,    145,   80,  118,  398, 600, 900, 38,   -11,
    7,        2,   1,  14,  5,    32, 30,   57,    98,    47,  120,  97,  172, 500, 20,   -10,
    19,
)
# fmt: on

#: Rule -> its numbers. Those fitted to games of caro lost to freestyle's.
BY_RULE = {
    "freestyle": _FREESTYLE,
    "standard": _STANDARD,
    "caro": _FREESTYLE,
    "caro-exact": _FREESTYLE,
    "renju": _RENJU,
}
WEIGHTS = np.array([number for mode in MODES for number in BY_RULE[mode]], dtype=np.int32)
assert WEIGHTS.size == SIZE
