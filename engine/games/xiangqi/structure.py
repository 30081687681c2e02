"""Pawns, advisors and bishops: terms that depend on nothing else, kept by ``structure_key``."""

from __future__ import annotations

import numpy as np

from engine.core.bits import U0, U1, lsb, popcount
from engine.core.jit import leaf
from engine.games.xiangqi.attacks import ALL, FILE_A, U9, advisor_word, bishop_word
from engine.games.xiangqi.scratch import BALANCE, BALANCE_MASK, SLOT_WORDS, SQUARE_WORDS, STRUCTURE_MASK, entry
from engine.games.xiangqi.state import ADVISOR, BISHOP, HALF, PAWN, SQUARES

_DEFENDERS, _ADVISORS_LINKED, _BISHOPS_LINKED = entry("defenders"), entry("advisors_linked"), entry("bishops_linked")
_CROSSED, _LINKED, _TANDEM = entry("crossed"), entry("crossed_linked"), entry("crossed_tandem")


@leaf
def _side(state, scratch, color):
    """The packed score of the structure of ``color``: squares and material of its pawns and defenders included."""
    colors, kinds = state["colors"], state["kinds"]
    other = 1 - color
    total = np.int64(0)
    for kind in (ADVISOR, BISHOP, PAWN):
        for half in range(2):
            pieces = kinds[2 * kind + half] & colors[2 * color + half]
            row = SQUARE_WORDS + (kind + 8 * color) * SQUARES + HALF * half
            while pieces != U0:
                total += scratch[row + lsb(pieces)]
                pieces &= pieces - U1
    own = colors[2 * color + color]
    advisors, bishops = kinds[2 * ADVISOR + color] & own, kinds[2 * BISHOP + color] & own
    total += scratch[_DEFENDERS + 3 * min(popcount(advisors), np.int64(2)) + min(popcount(bishops), np.int64(2))]
    if advisor_word(advisors, color) & advisors != U0:
        total += scratch[_ADVISORS_LINKED]
    if bishop_word(bishops, ALL) & bishops != U0:
        total += scratch[_BISHOPS_LINKED]
    crossed = kinds[2 * PAWN + other] & colors[2 * color + other]
    total += scratch[_CROSSED + min(popcount(crossed), np.int64(5))]
    total += popcount(crossed & ((crossed & ~FILE_A) >> U1)) * scratch[_LINKED]
    total += popcount(crossed & (crossed >> U9)) * scratch[_TANDEM]
    return total


@leaf
def structure_slot(state, scratch):
    """Word of scratch memory where the slot of the position's structure begins: see ``scratch``; fills it if it must."""
    key = np.int64(state["structure_key"])
    first = BALANCE + (scratch[BALANCE_MASK] + 1) * SLOT_WORDS
    slot = first + (key & scratch[STRUCTURE_MASK]) * SLOT_WORDS
    if scratch[slot] != key or scratch[slot + 3] == 0:
        scratch[slot], scratch[slot + 3] = key, 1
        scratch[slot + 1], scratch[slot + 2] = _side(state, scratch, np.int64(0)), _side(state, scratch, np.int64(1))
    return slot
