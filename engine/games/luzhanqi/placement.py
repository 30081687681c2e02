"""Placements as numbers: the 709,596,419,051,520,000 legal ones of an army are 0 .. PLACEMENTS - 1.

The number is made of four parts, from the slowest: side of the flag, places of the mines, places of the bombs, order of the rest.
"""

from __future__ import annotations

import numpy as np

from engine.core.jit import leaf
from engine.games.luzhanqi.geometry import ARMY, SLOT_HQ, SLOT_ROW
from engine.games.luzhanqi.state import BOMB, COUNTS, FLAG, MINE, PLACEMENT

_RANKED = 9  #: kinds 1..9 fill what flag, mines and bombs leave
_FACTORIALS = [1]
for _n in range(1, 21):
    _FACTORIALS.append(_FACTORIALS[-1] * _n)
ORDERS = _FACTORIALS[19]
for _count in COUNTS[1 : _RANKED + 1]:
    ORDERS //= _FACTORIALS[_count]
MINE_SETS, BOMB_SETS = 84, 120  #: C(9, 3) and C(16, 2)
PLACEMENTS = 2 * MINE_SETS * BOMB_SETS * ORDERS
FLAG_SLOTS = tuple(slot for slot in range(ARMY) if SLOT_HQ[slot])
_CHOOSE = np.array(
    [[_FACTORIALS[n] // _FACTORIALS[k] // _FACTORIALS[n - k] if k <= n else 0 for k in range(4)] for n in range(20)]
)
_COUNTS = np.array(COUNTS, np.int64)
_ROW, _FLAGS = SLOT_ROW, np.array(FLAG_SLOTS, np.int64)
_LEFT = ARMY - 6  #: pieces that are neither flag, mine nor bomb


@leaf
def unrank_placement(number, kinds):
    """The kinds of the 25 slots of placement ``number`` into ``kinds`` int64[25]."""
    kinds[:] = 0
    order = number % ORDERS
    number //= ORDERS
    bombs = number % BOMB_SETS
    number //= BOMB_SETS
    mines = number % MINE_SETS
    kinds[_FLAGS[number // MINE_SETS]] = FLAG
    for kind, left, row in ((MINE, 3, 5), (BOMB, 2, 2)):
        rank = mines if kind == MINE else bombs
        free = np.int64(0)
        for slot in range(ARMY):
            free += np.int64(kinds[slot] == 0 and _ROW[slot] >= row)
        wanted = np.int64(left)
        for slot in range(ARMY):
            if kinds[slot] == 0 and _ROW[slot] >= row and wanted > 0:
                free -= 1
                without = _CHOOSE[free, wanted]
                if rank >= without:
                    rank -= without
                    kinds[slot] = kind
                    wanted -= 1
    counts = _COUNTS.copy()
    total, size = np.int64(ORDERS), np.int64(_LEFT)
    for slot in range(ARMY):
        if kinds[slot] != 0:
            continue
        for kind in range(1, _RANKED + 1):
            share = total * counts[kind] // size
            if order < share:
                kinds[slot] = kind
                counts[kind] -= 1
                total = share
                size -= 1
                break
            order -= share


def rank_placement(kinds: list[int]) -> int:
    """The move that places ``kinds`` on the 25 slots; they must be a legal placement."""

    def subset(kind: int, wanted: int, row: int, open_slots: list[int]) -> int:
        free = [slot for slot in open_slots if SLOT_ROW[slot] >= row]
        rank, left = 0, len(free)
        for slot in free:
            left -= 1
            if kinds[slot] == kind:
                rank += int(_CHOOSE[left][wanted])
                wanted -= 1
                if not wanted:
                    break
        return rank

    slots = [slot for slot in range(ARMY) if kinds[slot] != FLAG]
    mines = subset(MINE, 3, 5, slots)
    slots = [slot for slot in slots if kinds[slot] != MINE]
    bombs = subset(BOMB, 2, 2, slots)
    counts, total, size, order = list(COUNTS), ORDERS, _LEFT, 0
    for slot in slots:
        if kinds[slot] == BOMB:
            continue
        for kind in range(1, kinds[slot]):
            order += total * counts[kind] // size
        total = total * counts[kinds[slot]] // size
        counts[kinds[slot]] -= 1
        size -= 1
    side = FLAG_SLOTS.index(kinds.index(FLAG))
    return PLACEMENT | (((side * MINE_SETS + mines) * BOMB_SETS + bombs) * ORDERS + order)


def placement_faults(kinds: list[int]) -> list[str]:
    """What keeps 25 kinds from being a legal placement."""
    names = "?abcdefghijkl"
    faults = [
        f"{kinds.count(kind)} of {names[kind]} instead of {COUNTS[kind]}"
        for kind in range(1, 13)
        if kinds.count(kind) != COUNTS[kind]
    ]
    for slot, kind in enumerate(kinds):
        if kind == FLAG and not SLOT_HQ[slot]:
            faults.append("the flag stands in no headquarters")
        elif kind == MINE and SLOT_ROW[slot] < 5:
            faults.append(f"a mine in row {SLOT_ROW[slot]}")
        elif kind == BOMB and SLOT_ROW[slot] == 1:
            faults.append("a bomb in the front row")
    return faults
