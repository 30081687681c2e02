"""The return of a cannon: three points (cannon, origin, screen) of a side that has just captured with a cannon, and what is left
of them a ply later. Both readings of the screen are here: the same piece (paowei-xiangqi), the same point (shengshi-xiangqi).
"""

from __future__ import annotations

import numpy as np

from engine.core.jit import leaf
from engine.core.keys import mix64
from engine.games.xiangqi.attacks import U0
from engine.games.xiangqi.mailbox import CODE
from engine.games.xiangqi.state import CANNON, COLOR_BIT, FILES
from engine.games.xiangqi_variants.geometry import BANNED
from engine.games.xiangqi_variants.state import PAOWEI, POINTS

NONE = -1


@leaf
def step_between(origin, to):
    """The difference of neighbouring points on the line from ``origin`` to ``to``, 0 if they are not on one line or equal."""
    if origin == to:
        return np.int64(0)
    if origin % FILES == to % FILES:
        return np.int64(FILES if to > origin else -FILES)
    if origin // FILES == to // FILES:
        return np.int64(1 if to > origin else -1)
    return np.int64(0)


@leaf
def lone_screen(board, origin, to):
    """The only occupied point strictly between two points of a line, -1 if there is none or another one."""
    step = step_between(origin, to)
    if step == 0:
        return np.int64(NONE)
    found, here = np.int64(NONE), origin + step
    while here != to:
        if board[here] != 0:
            if found >= 0:
                return np.int64(NONE)
            found = here
        here += step
    return found


@leaf
def is_usable(board, color, halves, cannon, origin, screen):
    """Whether the cannon of ``color`` may return, the safety of its king aside; ``halves``: the byte of occupied half-points."""
    if cannon < 0 or screen < 0 or board[origin] != 0 or np.int64(board[cannon]) & CODE != CANNON + COLOR_BIT * color:
        return False
    if (BANNED[halves, origin // 45] >> np.uint64(origin % 45)) & np.uint64(1) != U0:
        return False
    return lone_screen(board, origin, cannon) == screen


@leaf
def followed_screen(variant, screen, origin, to):
    """Where the screen stands after the other side's move from ``origin`` to ``to``; -1 if it was taken.

    A screen that has left the line is found out by :func:`is_usable`.
    """
    if variant != PAOWEI:
        return screen
    if to == screen:
        return np.int64(NONE)
    return to if origin == screen else screen


@leaf
def right_key(right):
    """What ``right`` (int8[6]) adds to the key of a position; 0 where nobody has one."""
    key = U0
    for side in range(2):
        if right[3 * side] >= 0:
            word = np.int64(right[3 * side]) | np.int64(right[3 * side + 1]) << 7 | np.int64(right[3 * side + 2]) << 14
            key ^= mix64(np.uint64(word | (side + 1) << 21))
    return key


assert POINTS <= 128
