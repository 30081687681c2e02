"""Numbers of the hand-made evaluation and of the beliefs: values of kinds, and how often a kind stands on a place."""

from __future__ import annotations

import numpy as np

from engine.games.luzhanqi.geometry import ARMY, SLOT_HQ, SLOT_ROW, SLOTS
from engine.games.luzhanqi.setups import SETUPS, kinds_of
from engine.games.luzhanqi.state import BOMB, COUNTS, FLAG, MINE, UNKNOWN

#: Score units of each kind, index 0 unused; the last one is an unknown piece.
PIECE_VALUES = (0, 900, 640, 420, 290, 200, 140, 100, 70, 150, 90, 260, 0, 210)
NEAR_FLAG = (0, 1200, 600, 260, 110, 40)  #: an enemy that can move, so many steps from a headquarters with a flag
CAMP_OWN, CAMP_FOREIGN, ADVANCE = 10, 25, 4
OUTRANKS = 120  #: bonus for the highest living piece
PRESSURE, PRESSURE_FROM = 30, 10  #: a limit of quiet plies that the mover loses, in the last plies before it
FADE = 40  #: a limit of quiet plies that is a draw: the last plies, over which scores sink to nothing

#: What ``evaluate`` gets: values 0..13, then the rest in the order above.
WEIGHTS = np.array(
    (*PIECE_VALUES, *NEAR_FLAG, CAMP_OWN, CAMP_FOREIGN, ADVANCE, OUTRANKS, PRESSURE, PRESSURE_FROM, FADE), np.int32
)

_FLOOR = 0.35  #: share of players who place as the rules allow and no better


def _prior() -> np.ndarray:
    """PRIOR[slot, kind]: frequency in units of 1/10,000: the book's placements, their mirror images, and any legal one."""
    table = np.zeros((ARMY, UNKNOWN))
    mirror = [SLOTS.index((row, 6 - column)) for row, column in SLOTS]
    total = 2 * sum(weight for weight, _ in SETUPS)
    for weight, letters in SETUPS:
        for slot, kind in enumerate(kinds_of(letters)):
            table[slot, kind] += weight / total
            table[mirror[slot], kind] += weight / total
    legal = np.zeros((ARMY, UNKNOWN))
    for kind in range(1, UNKNOWN):
        for slot in range(ARMY):
            row = SLOT_ROW[slot]
            allowed = SLOT_HQ[slot] if kind == FLAG else row >= 5 if kind == MINE else row >= 2 if kind == BOMB else True
            legal[slot, kind] = bool(allowed)
        legal[:, kind] *= COUNTS[kind] / legal[:, kind].sum()
    return np.maximum(1, np.round(10_000 * ((1 - _FLOOR) * table + _FLOOR * legal))).astype(np.int64)


PRIOR = _prior()
PRIOR.flags.writeable = False
