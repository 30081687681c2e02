"""The scratch memory of ``evaluate``: working sets, unpacked weights, two hash tables.

====================  ==================================================================================================
words                 content
====================  ==================================================================================================
0                     1 once the rest is valid; zeroed memory is unpacked on first use
1, 2                  number of slots of each hash table less one
REACH ..              sets of points that each side attacks, by group of pieces, see ``reach``
SPARE ..              what ``evaluate`` passes between its parts
WORDS ..              one entry per pair, ``middlegame + (endgame << 32)``, then one per single number (``weights.TABLE``)
SQUARES ..            material and square of each piece code on each point, one entry each
BALANCE ..            slots of 4 words: key of the piece counts, packed scores of Red and of Black, phase and scales
STRUCTURE ..          slots of 4 words: ``structure_key``, packed scores of Red and of Black, spare
====================  ==================================================================================================

One scratch belongs to one weights vector; zero it before using another.
"""

from __future__ import annotations

import numpy as np

from engine.core.jit import inline_leaf, leaf
from engine.games.xiangqi.state import ADVISOR, BISHOP, CANNON, FILES, KINDS, KING, KNIGHT, PAWN, ROOK, SQUARES
from engine.games.xiangqi.weights import ENTRIES, PAIR_COUNT, TERMS

READY, BALANCE_MASK, STRUCTURE_MASK = 0, 1, 2
#: Groups of attacking pieces; ``BY_ALL`` includes the king.
BY_PAWN, BY_DEFENDER, BY_KNIGHT, BY_CANNON, BY_ROOK, BY_ALL = range(6)
REACH = 8
SPARE = REACH + 24
WORDS = SPARE + 8
SQUARE_WORDS = (WORDS + ENTRIES + 7) // 8 * 8
BALANCE = SQUARE_WORDS + 16 * SQUARES
SLOT_WORDS = 4
BALANCE_SLOTS, STRUCTURE_SLOTS = 256, 1024
SCRATCH_WORDS = BALANCE + (BALANCE_SLOTS + STRUCTURE_SLOTS) * SLOT_WORDS
SMALL_SCRATCH_WORDS = BALANCE + 2 * SLOT_WORDS  #: enough for a single call


def entry(name: str) -> int:
    """Word of scratch memory where the first entry of the term ``name`` stands."""
    return WORDS + TERMS[name].entry


def _build_square_entries() -> np.ndarray:
    """int16[8, 90]: the entry that a piece of Red adds on a point besides its material, -1 for none; Black's board is turned."""
    table = np.full((KINDS + 1, SQUARES), -1, dtype=np.int16)
    for square in range(SQUARES):
        rank, file = divmod(square, FILES)
        edge = min(file, FILES - 1 - file)
        for row, kind in enumerate((KNIGHT, ROOK, CANNON, PAWN)):
            table[kind, square] = TERMS["squares"].entry + row * 50 + rank * 5 + edge
        if rank <= 2 and edge >= 3:
            table[KING, square] = TERMS["king"].entry + rank * 2 + edge - 3
            table[ADVISOR, square] = TERMS["advisor"].entry + rank
        if rank in (0, 2, 4) and edge % 2 == 0:
            table[BISHOP, square] = TERMS["bishop"].entry + {0: 0, 2: edge // 4 + 1, 4: 3}[rank]
    table.flags.writeable = False
    return table


_SQUARE_ENTRIES = _build_square_entries()
_MATERIAL = TERMS["material"].entry


@inline_leaf
def reach(color, group):
    """Word of scratch memory with the first half of the set that ``group`` of ``color`` attacks."""
    return REACH + 12 * color + 2 * group


@leaf
def prepare(weights, scratch):
    """Unpack ``weights`` (int32) into ``scratch`` (int64, at least SMALL_SCRATCH_WORDS) and mark it ready."""
    for n in range(PAIR_COUNT):
        scratch[WORDS + n] = np.int64(weights[2 * n]) + (np.int64(weights[2 * n + 1]) << 32)
    for n in range(PAIR_COUNT, ENTRIES):
        scratch[WORDS + n] = np.int64(weights[PAIR_COUNT + n])
    for kind in range(1, KINDS + 1):
        for square in range(SQUARES):
            value = np.int64(0)
            if kind != KING:
                value = scratch[WORDS + _MATERIAL + kind - 2]
            place = np.int64(_SQUARE_ENTRIES[kind, square])
            if place >= 0:
                value += scratch[WORDS + place]
            scratch[SQUARE_WORDS + kind * SQUARES + square] = value
            scratch[SQUARE_WORDS + (kind + 9) * SQUARES - 1 - square] = value
    slots = BALANCE_SLOTS if scratch.size >= SCRATCH_WORDS else 1
    scratch[BALANCE_MASK] = slots - 1
    scratch[STRUCTURE_MASK] = (STRUCTURE_SLOTS if slots > 1 else 1) - 1
    for n in range(BALANCE, scratch.size):
        scratch[n] = 0
    scratch[READY] = 1
