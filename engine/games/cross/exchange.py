"""Static exchange evaluation on one point, as leaves: the first capture, what guards and horses add, the captures in turn.

Pieces that could take are counted by kind, four bits each.
"""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.jit import inline_leaf, leaf
from engine.games.cross.attacks import adviser_on, elephant_on
from engine.games.cross.kinds import ADVISER, ELEPHANT, KING
from engine.games.cross.lines import NONE


@inline_leaf
def one_of(kind):
    """The count of one piece of ``kind``."""
    return np.int64(1) << (4 * kind)


@leaf
def first_capture(move, threshold, values):
    """1 or 0 if the capture ``move`` is sure to win ``threshold`` or cannot; else a negative balance for :func:`swap_wins`.

    A captured general ends the exchange.
    """
    victim = contract.move_victim(move)
    balance = values[victim] - threshold
    if balance < 0:
        return np.int64(0)
    if victim == KING:
        return np.int64(1)
    balance -= values[contract.move_mover(move)]
    return np.int64(1) if balance >= 0 else np.int64(balance)


@inline_leaf
def guards_of(board, diagonal, elephant, palace, seat, target, gone):
    """The advisers and elephants of ``seat``, in whose land ``target`` lies, that could take there once ``gone`` is empty."""
    found = np.int64(0)
    for side in range(4):
        near = np.int64(diagonal[side, target])
        if adviser_on(board, palace, seat, near, target, gone, NONE):
            found += one_of(ADVISER)
        if elephant_on(board, seat, np.int64(elephant[side, target]), near, gone, NONE):
            found += one_of(ELEPHANT)
    return found


@leaf
def swap_wins(balance, ours, theirs, values, order):
    """Whether a capture stands, after which ``theirs`` may take back, then ``ours``, in turn and free to stop.

    balance : what has been won less the threshold and the piece that stands there now; negative. values : of each kind. order :
    the kinds, the one that takes first first. A king does not take what can be taken back.
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
        side -= one_of(kind)
        if good:
            theirs = side
        else:
            ours = side
        good = not good
        balance = -balance - 1 - values[kind]
        if balance >= 0:
            break
    return good
