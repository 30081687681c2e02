"""``see``: what the captures after a move come to. Both sides must capture, so nobody is free to stop before they run out.

A capture is judged by what it takes itself: it may be forced, and what it leads to is the search's business, which must not
leave it out. A move without capture is worth the exchange that it forces; the search uses this for extensions only, for it leaves
out no move that makes the other side capture ("gives check").
"""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.bits import bit, popcount
from engine.games.draughts.chains import captures
from engine.games.draughts.choice import known
from engine.games.draughts.play import after_capture
from engine.games.draughts.sets import can_capture, crown_row, unpack
from engine.games.draughts.specialise import entry_point, inline_part, part
from engine.games.draughts.state import CELL_BITS, END_SHIFT, KING_WORTH, MAN_VALUE, MAX_CAPTURES, START_SHIFT, rows

_DEPTH = 6  #: plies of captures that are followed
_WIDTH = 6  #: captures of a position that are followed
_LARGEST = 1900


@inline_part
def _worth(captured, kings):
    """The worth of captured pieces in men."""
    return popcount(captured) + (KING_WORTH - 1) * popcount(captured & kings)


@part
def _settle(own, enemy, kings, side, rules, depth, moves, first):
    """What the captures from here on come to for the player to act, in men; ``moves[first:]`` is free."""
    rules = known(rules)
    if depth == 0 or not can_capture(own, enemy, kings, side, rules):
        return np.int64(0)
    n = captures(own, enemy, kings, side, rules, moves, first)
    best = np.int64(-_LARGEST)
    for index in range(first, min(n, first + _WIDTH)):
        captured, moved, after = after_capture(own, kings, moves[index], side, rules)
        best = max(
            best,
            _worth(captured, kings) - _settle(enemy & ~captured, moved, after, 1 - side, rules, depth - 1, moves, n),
        )
    return best


@entry_point(contract.SEE)
def see(memory, ply, move, threshold):
    """Whether ``move`` wins at least ``threshold`` by captures: its own, or those that it forces if it takes nothing."""
    state = rows(memory)[ply]
    kings, rules, side = state["kings"], np.int64(state["rules"]), np.int64(state["player"])
    worth = np.int64(0)
    if move & 0xFFFFFFFF != 0:
        worth = _worth(unpack(move), kings)
    else:
        origin, goal = bit((move >> START_SHIFT) & CELL_BITS), bit((move >> END_SHIFT) & CELL_BITS)
        own, enemy = state["pieces"][side] ^ origin ^ goal, state["pieces"][1 - side]
        if origin & kings:
            kings ^= origin ^ goal
        else:
            kings |= goal & crown_row(side)
        if can_capture(enemy, own, kings, 1 - side, rules):
            moves = np.empty(MAX_CAPTURES * _DEPTH, dtype=np.int64)
            worth = -_settle(enemy, own, kings, 1 - side, rules, np.int64(_DEPTH), moves, np.int64(0))
    return np.int64(max(min(MAN_VALUE * worth, np.int64(_LARGEST)), np.int64(-_LARGEST)) >= threshold)
