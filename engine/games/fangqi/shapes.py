"""Which regions a ball makes, and where one ball would make some."""

from __future__ import annotations

import numpy as np

from engine.core.bits import U0, U1, bit
from engine.core.jit import inline_leaf, leaf
from engine.games.fangqi.geometry import (
    AT_BITS,
    AT_COUNT,
    AT_MASKS,
    AT_VALUES,
    FIRST_LINE,
    LONG_MASKS,
    SIDE,
    SQUARES,
)

_LONG = len(LONG_MASKS)
_RIGHT, _UP, _UP_RIGHT = np.uint64(1), np.uint64(SIDE), np.uint64(SIDE + 1)


@leaf
def made_at(own, point, spent):
    """The unspent regions through ``point``, a ball of ``own``, that hold nothing but ``own``."""
    made = U0
    for index in range(AT_COUNT[point]):
        mask = AT_MASKS[point, index]
        if own & mask == mask:
            made |= bit(AT_BITS[point, index])
    return made & ~spent


@leaf
def gain_at(own, point, spent):
    """The value of :func:`made_at`."""
    gain = np.int64(0)
    for index in range(AT_COUNT[point]):
        mask = AT_MASKS[point, index]
        if own & mask == mask and spent & bit(AT_BITS[point, index]) == U0:
            gain += AT_VALUES[point, index]
    return gain


@inline_leaf
def open_points(own, spent):
    """The points on which a ball would make an unspent region with ``own``, whatever stands there."""
    free = SQUARES & ~spent
    low, right, up, far = own, own >> _RIGHT, own >> _UP, own >> _UP_RIGHT
    points = free & ~low & right & up & far
    points |= (free & low & ~right & up & far) << _RIGHT
    points |= (free & low & right & ~up & far) << _UP
    points |= (free & low & right & up & ~far) << _UP_RIGHT
    lines = ~spent >> np.uint64(FIRST_LINE)
    for index in range(_LONG):
        missing = LONG_MASKS[index] & ~own
        if missing & (missing - U1) == U0 and lines >> np.uint64(index) & U1 != U0:
            points |= missing
    return points
