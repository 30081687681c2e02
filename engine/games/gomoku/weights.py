"""The numbers of the evaluation, in score units (100 a stone that makes an open three); ``int32[SIZE]``.

``own`` and ``enemy`` are what a point of each class (``patterns``) is worth to the player to act and to the other one; ``move``
is the right to move.
"""

from __future__ import annotations

import numpy as np

from engine.games.gomoku.patterns import CLASSES

OWN, ENEMY, MOVE = 0, CLASSES, 2 * CLASSES
SIZE = 2 * CLASSES + 1

#: Fitted to 2,104 games of the engine with itself under the freestyle rule (``bench/results/gomoku.md``). What decides the game
#: on the spot never reaches the sum (``evaluate``) and kept its first guess, as did the two classes of renju.
# fmt: off
#         nothing weak two twos three 3+2 open3 open3+ threes four four+ 4-3  open five risky forbidden
_OWN   = (11,     1,   3,  20,  11,   40, 33,   92,    151,   76,  106,  399, 600, 900, 40,   -10)
_ENEMY = (11,     1,   2,  16,  12,   40, 27,   57,    78,    52,  107,  97,  157, 500, 25,   -10)
# fmt: on
WEIGHTS = np.array((*_OWN, *_ENEMY, 19), dtype=np.int32)
