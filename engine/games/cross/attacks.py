"""Attacks that are the same on every board of four seats, read backwards from the target, as leaves.

Tables are those of ``geometry`` or of one board of a family with several. gone, come : a piece of another seat is thought to
have moved from the one to the other cell (-1: none has).
"""

from __future__ import annotations

import numpy as np

from engine.core.jit import inline_leaf
from engine.games.cross.kinds import ADVISER, ELEPHANT, HORSE
from engine.games.cross.lines import is_empty, kind_of, owner_of


@inline_leaf
def horse_on(board, origin, leg, seats, gone, come):
    """Whether a horse of ``seats`` stands on ``origin`` (-1: no point), and its leg is an empty point."""
    if origin < 0 or leg < 0 or origin == gone or origin == come or not is_empty(board, leg, gone, come):
        return False
    code = np.int64(board[origin])
    return kind_of(code) == HORSE and (seats >> owner_of(code)) & 1 != 0


@inline_leaf
def adviser_on(board, palace, seat, origin, target, gone, come):
    """Whether the adviser of ``seat``, in whose land ``target`` lies, stands on its diagonal neighbour ``origin``."""
    if origin < 0 or origin == gone or origin == come:
        return False
    return board[origin] == ADVISER | seat << 4 and palace[origin] == palace[target]


@inline_leaf
def elephant_on(board, seat, origin, eye, gone, come):
    """Whether an elephant of ``seat``, in whose land the target lies, stands on ``origin`` (-1: no point) beyond an empty eye."""
    if origin < 0 or origin == gone or origin == come:
        return False
    return board[origin] == ELEPHANT | seat << 4 and is_empty(board, eye, gone, come)


@inline_leaf
def guards_attack(board, diagonal, elephant, palace, seat, target, gone, come):
    """Whether an adviser or elephant of ``seat``, in whose land ``target`` lies, could take there."""
    for side in range(4):
        near = np.int64(diagonal[side, target])
        if adviser_on(board, palace, seat, near, target, gone, come):
            return True
        if elephant_on(board, seat, np.int64(elephant[side, target]), near, gone, come):
            return True
    return False
