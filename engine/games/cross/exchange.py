"""The exchange on one point once it is known what could take there, as leaves."""

from __future__ import annotations

import numpy as np

from engine.core.jit import leaf
from engine.games.cross.text import KING


@leaf
def swap_wins(balance, ours, theirs, values, order):
    """Whether a capture stands, after which ``theirs`` may take back, then ``ours``, in turn and free to stop.

    balance : what has been won less the threshold and the piece that stands there now; negative. ours, theirs : pieces by kind,
    four bits each. values : of each kind. order : the kinds, the one that takes first first. A king does not take what can be
    taken back.
    """
    good = True
    while True:
        side = theirs if good else ours
        if side == 0:
            break
        kind = np.int64(0)
        for index in range(order.size):
            if (side >> (4 * order[index])) & 15 != 0:
                kind = order[index]
                break
        if kind == KING and (ours if good else theirs) != 0:
            break
        side -= np.int64(1) << (4 * kind)
        if good:
            theirs = side
        else:
            ours = side
        good = not good
        balance = -balance - 1 - values[kind]
        if balance >= 0:
            break
    return good
