"""One name for the eight mirrored and turned forms of a position."""

from __future__ import annotations

import numpy as np

from engine.core.bits import FULL, pext
from engine.core.jit import inline_leaf, leaf
from engine.games.quadro import geometry

ALL, GROUND = np.uint64(geometry.ALL), np.uint64(geometry.GROUND)
_LEVEL_2, _LEVEL_3, _LEVEL_4 = GROUND << np.uint64(16), GROUND << np.uint64(32), GROUND << np.uint64(48)


def _lanes(word: int) -> np.uint64:
    """The 16 bits ``word`` in every level."""
    return np.uint64(word * 0x0001000100010001)


_FILE_A, _FILE_B, _FILE_D = _lanes(0x1111), _lanes(0x2222), _lanes(0x8888)
_RANK_1, _RANK_2, _RANK_3, _RANK_4 = _lanes(0x000F), _lanes(0x00F0), _lanes(0x0F00), _lanes(0xF000)
_SWAP_1, _SWAP_2 = _lanes(0x0A0A), _lanes(0x00CC)
_1, _2, _3, _4, _6, _8, _12, _30 = (np.uint64(n) for n in (1, 2, 3, 4, 6, 8, 12, 30))


@inline_leaf
def mirror_files(cells):
    """The set with a and d, b and c changed; on the smaller levels accordingly."""
    cells = ((cells & _FILE_A) << _3) | ((cells & _FILE_B) << _1) | ((cells >> _1) & _FILE_B) | ((cells >> _3) & _FILE_A)
    return (cells & GROUND) | ((cells & _LEVEL_2) >> _1) | ((cells & _LEVEL_3) >> _2) | ((cells & _LEVEL_4) >> _3)


@inline_leaf
def mirror_ranks(cells):
    """The set with ranks 1 and 4, 2 and 3 changed."""
    cells = ((cells & _RANK_1) << _12) | ((cells & _RANK_2) << _4) | ((cells >> _4) & _RANK_2) | ((cells >> _12) & _RANK_1)
    return (cells & GROUND) | ((cells & _LEVEL_2) >> _4) | ((cells & _LEVEL_3) >> _8) | ((cells & _LEVEL_4) >> _12)


@inline_leaf
def swap_axes(cells):
    """The set with files and ranks changed."""
    part = (cells ^ (cells >> _3)) & _SWAP_1
    cells ^= part ^ (part << _3)
    part = (cells ^ (cells >> _6)) & _SWAP_2
    return cells ^ part ^ (part << _6)


@inline_leaf
def next_form(own, enemy, form):
    """From form number ``form`` (0..7) of a position to the next; eight different ones."""
    if form & 1:
        own, enemy = mirror_ranks(own), mirror_ranks(enemy)
        if form == 3:
            own, enemy = swap_axes(own), swap_axes(enemy)
    else:
        own, enemy = mirror_files(own), mirror_files(enemy)
    return own, enemy


@leaf
def name_of(own, enemy):
    """The smallest of the eight forms: 30 bits of the side to move over 30 bits of the other one."""
    least = FULL
    for form in range(8):
        least = min(least, (pext(own, ALL) << _30) | pext(enemy, ALL))
        own, enemy = next_form(own, enemy, form)
    return least
