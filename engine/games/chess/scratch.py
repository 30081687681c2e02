"""The scratch memory of ``evaluate``: unpacked weights, then a hash table of pawn structures.

====================  ==================================================================================================
words                 content
====================  ==================================================================================================
0                     1 once the rest is valid; zeroed memory is unpacked on first use
1                     number of slots of the pawn table less one
WORDS ..              one entry per pair, ``middlegame + (endgame << 32)``, then one per single number (``weights.TABLE``);
                      ``squares`` includes the material
PAWN_TABLE ..         slots of 8 words: key, (packed score, passed pawns) of White, then of Black, each from its own view
====================  ==================================================================================================

One scratch belongs to one weights vector; zero it before using another.
"""

from __future__ import annotations

import numpy as np

from engine.core.jit import leaf
from engine.games.chess.weights import ENTRIES, PAIR_COUNT, TERMS

READY, SLOT_MASK = 0, 1
WORDS = 8
PAWN_TABLE = (WORDS + ENTRIES + 7) // 8 * 8
SLOT_WORDS = 8
SLOTS = 4096
SCRATCH_WORDS = PAWN_TABLE + SLOTS * SLOT_WORDS
SMALL_SCRATCH_WORDS = PAWN_TABLE + SLOT_WORDS  #: enough for a single call

_MATERIAL, _SQUARES = TERMS["material"].entry, TERMS["squares"].entry


def entry(name: str) -> int:
    """Word of scratch memory where the first entry of the term ``name`` stands."""
    return WORDS + TERMS[name].entry


@leaf
def prepare(weights, scratch):
    """Unpack ``weights`` (int32) into ``scratch`` (int64, at least SMALL_SCRATCH_WORDS) and mark it ready."""
    for n in range(PAIR_COUNT):
        scratch[WORDS + n] = np.int64(weights[2 * n]) + (np.int64(weights[2 * n + 1]) << 32)
    for n in range(PAIR_COUNT, ENTRIES):
        scratch[WORDS + n] = np.int64(weights[PAIR_COUNT + n])
    for kind in range(5):
        for cell in range(64):
            scratch[WORDS + _SQUARES + 64 * kind + cell] += scratch[WORDS + _MATERIAL + kind]
    slots = 1
    while PAWN_TABLE + 2 * slots * SLOT_WORDS <= scratch.size:
        slots *= 2
    scratch[SLOT_MASK] = slots - 1
    scratch[READY] = 1
