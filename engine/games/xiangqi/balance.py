"""What the numbers of pieces say: phase, combinations of pieces, endgames that hold little to win with."""

from __future__ import annotations

import numpy as np

from engine.core.bits import popcount
from engine.core.jit import inline_leaf, leaf
from engine.games.xiangqi.scratch import BALANCE, BALANCE_MASK, SLOT_WORDS, entry
from engine.games.xiangqi.state import ADVISOR, BISHOP, CANNON, KNIGHT, PAWN, ROOK

FULL_PHASE = 32  #: of the start position: 4 for each rook, 2 for each knight and cannon
FULL_SCALE = 64
_SCALE_SHIFTS = (8, 16)  #: of the scale of Red and of Black in the last word of a slot

_MISSING_ADVISOR, _MISSING_BISHOP = entry("missing_advisor"), entry("missing_bishop")
_PAIR, _COMPANY, _CROWD, _SCREENS = entry("piece_pair"), entry("pawn_company"), entry("crowd"), entry("cannon_screens")
_SCALE_PAWNS, _SCALE_KNIGHT, _SCALE_ROOK = entry("scale_pawns"), entry("scale_knight"), entry("scale_rook")
_SCALE_CANNON, _SCALE_CANNON_BARE = entry("scale_cannon"), entry("scale_cannon_bare")


@inline_leaf
def _count(counts, kind, color):
    """The number of pieces, at most 15, from the packed counts."""
    return (counts >> (8 * (kind - ADVISOR) + 4 * color)) & 15


@leaf
def _side(scratch, counts, color):
    """The packed score of the combinations of ``color``."""
    other = 1 - color
    advisors, bishops = _count(counts, ADVISOR, color), _count(counts, BISHOP, color)
    knights, rooks, cannons = _count(counts, KNIGHT, color), _count(counts, ROOK, color), _count(counts, CANNON, color)
    pawns = _count(counts, PAWN, color)
    no_advisor, no_bishop = max(2 - advisors, 0), max(2 - bishops, 0)
    total = np.int64(0)
    for n, kind in enumerate((KNIGHT, ROOK, CANNON, PAWN)):
        enemies = _count(counts, kind, other)
        total += no_advisor * enemies * scratch[_MISSING_ADVISOR + n] + no_bishop * enemies * scratch[_MISSING_BISHOP + n]
    if rooks >= 2:
        total += scratch[_PAIR]
    if knights >= 2:
        total += scratch[_PAIR + 1]
    if cannons >= 2:
        total += scratch[_PAIR + 2]
    total += rooks * (knights * scratch[_PAIR + 3] + cannons * scratch[_PAIR + 4]) + knights * cannons * scratch[_PAIR + 5]
    total += pawns * (knights * scratch[_COMPANY] + rooks * scratch[_COMPANY + 1] + cannons * scratch[_COMPANY + 2])
    total += cannons * (advisors * scratch[_SCREENS] + bishops * scratch[_SCREENS + 1])
    crowd = np.int64(2 - 16)
    for kind in range(ADVISOR, PAWN + 1):
        crowd += _count(counts, kind, 0) + _count(counts, kind, 1)
    return total + crowd * (knights * scratch[_CROWD] + rooks * scratch[_CROWD + 1] + cannons * scratch[_CROWD + 2])


@leaf
def scale_left(scratch, counts, color):
    """64ths of the score that ``color``, being ahead, keeps."""
    other = 1 - color
    knights, rooks, cannons = _count(counts, KNIGHT, color), _count(counts, ROOK, color), _count(counts, CANNON, color)
    pawns = _count(counts, PAWN, color)
    advisors, bishops = min(_count(counts, ADVISOR, other), 2), min(_count(counts, BISHOP, other), 2)
    pieces = knights + rooks + cannons
    if pieces == 0:
        if pawns == 0:
            return np.int64(0)
        return scratch[_SCALE_PAWNS + 5 * (min(pawns, 3) - 1) + advisors + bishops]
    if pieces > 1 or pawns > 0:
        return np.int64(FULL_SCALE)
    if knights:
        return scratch[_SCALE_KNIGHT + 3 * advisors + bishops]
    if cannons:
        if _count(counts, ADVISOR, color) == 0:
            return scratch[_SCALE_CANNON_BARE]
        return scratch[_SCALE_CANNON + 3 * advisors + bishops]
    if _count(counts, KNIGHT, other) + _count(counts, CANNON, other) > 0:
        return scratch[_SCALE_ROOK + 1]
    return scratch[_SCALE_ROOK] if advisors + bishops == 4 else np.int64(FULL_SCALE)


@leaf
def piece_counts(state):
    """How many pieces of each kind but the king there are: 4 bits for Red, then 4 for Black, from the advisors on."""
    colors, kinds = state["colors"], state["kinds"]
    counts = np.int64(0)
    for kind in range(ADVISOR, PAWN + 1):
        lo, hi = kinds[2 * kind], kinds[2 * kind + 1]
        red, black = popcount(lo & colors[0]) + popcount(hi & colors[1]), popcount(lo & colors[2]) + popcount(hi & colors[3])
        counts |= (min(red, np.int64(15)) | min(black, np.int64(15)) << 4) << (8 * (kind - ADVISOR))
    return counts


@leaf
def balance_slot(state, scratch):
    """Word of scratch memory where the slot of the position's piece counts begins: see ``scratch``; fills it if it must."""
    counts = piece_counts(state)
    key = counts + 1
    slot = BALANCE + (((key * 0x2545F491) >> 20) & scratch[BALANCE_MASK]) * SLOT_WORDS
    if scratch[slot] == key:
        return slot
    phase = np.int64(0)
    for color in range(2):
        phase += 4 * _count(counts, ROOK, color) + 2 * (_count(counts, KNIGHT, color) + _count(counts, CANNON, color))
    scratch[slot] = key
    scratch[slot + 1], scratch[slot + 2] = _side(scratch, counts, np.int64(0)), _side(scratch, counts, np.int64(1))
    red_scale, black_scale = scale_left(scratch, counts, np.int64(0)), scale_left(scratch, counts, np.int64(1))
    scratch[slot + 3] = min(phase, np.int64(FULL_PHASE)) | red_scale << _SCALE_SHIFTS[0] | black_scale << _SCALE_SHIFTS[1]
    return slot


@inline_leaf
def phase_of(word):
    """0 (endgame) .. FULL_PHASE from the last word of a slot."""
    return word & 255


@inline_leaf
def scale_of(word, score):
    """64ths that are left of ``score``, Red's view, from the last word of a slot."""
    return (word >> (_SCALE_SHIFTS[0] if score > 0 else _SCALE_SHIFTS[1])) & 255
