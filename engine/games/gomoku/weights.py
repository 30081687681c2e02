"""The numbers of the evaluation, in score units (100 a stone that makes an open three); ``int32[SIZE]``.

``own`` and ``enemy`` are what a point of each class (``patterns``) is worth to the player to act and to the other one; ``move``
is the right to move.
"""

from __future__ import annotations

import numpy as np

from engine.games.gomoku.patterns import CLASSES

OWN, ENEMY, MOVE = 0, CLASSES, 2 * CLASSES
SIZE = 2 * CLASSES + 1

# fmt: off
#            nothing weak two twos three 3+2  open3 open3+ threes four four+ 4-3  open  five risky forbidden
_OWN   = (   0,      1,   8,  24,  8,    30,  45,   70,    160,   22,  50,   400, 600,  900, 40,   -10)
_ENEMY = (   0,      1,   6,  18,  6,    20,  30,   42,    70,    12,  26,   90,  130,  500, 25,   -10)
# fmt: on
WEIGHTS = np.array((*_OWN, *_ENEMY, 20), dtype=np.int32)
