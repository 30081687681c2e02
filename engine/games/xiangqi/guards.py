"""Checks, and what the king of a side forbids its own pieces.

A legal move may not let an enemy piece reach the king. With the pieces *between* an enemy piece and the king counted as n, a rook
(or the facing king) gives check at n = 0, a cannon at n = 1, a horse when its leg (its whole "between") is empty. A move changes
n only by leaving or entering the between set, so each such enemy piece restricts the targets of a move by one mask.
"""

from __future__ import annotations

import numpy as np

from engine.core.bits import lsb
from engine.core.jit import inline_leaf, leaf
from engine.games.xiangqi.attacks import (
    ALL,
    BIT_OF,
    EDGE,
    FILE_A,
    FILE_LINE,
    FILE_OF,
    HORSE_RING,
    LEG_OF,
    RANK_LINE,
    RANK_OF,
    U0,
    U1,
    U2,
    U5,
    U9,
    U10,
    U20,
    U31,
    file_entry,
    gather_file,
    high_bit,
    line_set,
    low_bit,
    rank_entry,
    sides,
    slider_lines,
    spread,
    window,
)
from engine.games.xiangqi.state import BLACK, CANNON, KING, KNIGHT, PAWN, RED, ROOK


@leaf
def is_attacked(state, square, color, occ_lo, occ_hi):
    """Whether the other side attacks ``square`` of the palace of ``color`` under the occupancy ``occ_lo, occ_hi``.

    The enemy's sets are those of ``state``; what stands on ``square`` itself does not matter. The facing king counts.
    """
    colors, kinds = state["colors"], state["kinds"]
    e_lo, e_hi = colors[2 - 2 * color], colors[3 - 2 * color]
    by_file, by_rank = slider_lines(occ_lo, occ_hi, square)
    lo, hi = line_set(by_file, by_rank, square)
    rooks = (lo & kinds[2 * ROOK] & e_lo) | (hi & kinds[2 * ROOK + 1] & e_hi)
    lo, hi = line_set(by_file, U0, square)
    rooks |= (lo & kinds[2 * KING] & e_lo) | (hi & kinds[2 * KING + 1] & e_hi)
    lo, hi = line_set(by_file >> U10, by_rank >> U10, square)
    cannons = (lo & occ_lo & kinds[2 * CANNON] & e_lo) | (hi & occ_hi & kinds[2 * CANNON + 1] & e_hi)
    word, near = U1 << BIT_OF[square], e_lo & kinds[2 * PAWN] if color == RED else e_hi & kinds[2 * PAWN + 1]
    pawns = near & (sides(word) | (word << U9 if color == RED else word >> U9))
    if rooks | cannons | pawns != U0:
        return True
    horses = window(kinds[2 * KNIGHT] & e_lo, kinds[2 * KNIGHT + 1] & e_hi, square) & HORSE_RING & EDGE[square]
    if horses == U0:
        return False
    occupied = window(occ_lo, occ_hi, square)
    while horses != U0:
        if (occupied >> LEG_OF[lsb(horses)]) & U1 == U0:
            return True
        horses &= horses - U1
    return False


@inline_leaf
def _between(a, b):
    """The bits strictly between the bits ``a`` and ``b`` (int64) of a line."""
    if a < b:
        return (U1 << np.uint64(b)) - (U2 << np.uint64(a))
    return (U1 << np.uint64(a)) - (U2 << np.uint64(b))


@leaf
def guard(state, color, piece_lo, piece_hi):
    """What the king of ``color`` forbids its own other pieces.

    Returns ``(target_lo, target_hi, tied_lo, tied_hi, check)``: the squares where the piece of the set ``piece_lo, piece_hi`` may
    go as far as the king is concerned, the own pieces that hold back an enemy piece, and whether the king is attacked. With an
    empty piece set, ``target`` is that of every piece that is not tied; a tied piece needs a call of its own.
    """
    colors, kinds = state["colors"], state["kinds"]
    own_lo, own_hi = colors[2 * color], colors[2 * color + 1]
    e_lo, e_hi = colors[2 - 2 * color], colors[3 - 2 * color]
    occ_lo, occ_hi = own_lo | e_lo, own_hi | e_hi
    cannon_lo, cannon_hi = kinds[2 * CANNON] & e_lo, kinds[2 * CANNON + 1] & e_hi
    rook_lo, rook_hi = kinds[2 * ROOK] & e_lo, kinds[2 * ROOK + 1] & e_hi
    king = np.int64(state["king"][color])
    file, rank = FILE_OF[king], RANK_OF[king]
    target_lo, target_hi, tied_lo, tied_hi, check = ALL, ALL, U0, U0, False

    row, home = BIT_OF[king] - file, color == BLACK
    for by_rank in range(2):
        if by_rank:
            straight = ((rook_hi if home else rook_lo) >> row) & RANK_LINE
            cannons = ((cannon_hi if home else cannon_lo) >> row) & RANK_LINE
            if straight | cannons == U0:
                continue
            entry, place = rank_entry(occ_hi if home else occ_lo, file, row), np.int64(file)
        else:
            column = FILE_A << file
            straight_lo, straight_hi = rook_lo | (kinds[2 * KING] & e_lo), rook_hi | (kinds[2 * KING + 1] & e_hi)
            if ((straight_lo | cannon_lo) & column) | ((straight_hi | cannon_hi) & column) == U0:
                continue
            straight, cannons = gather_file(straight_lo, straight_hi, file), gather_file(cannon_lo, cannon_hi, file)
            entry, place = file_entry(occ_lo, occ_hi, file, rank), np.int64(rank)
        first, second, third = entry & FILE_LINE, (entry >> U10) & FILE_LINE, entry >> U20
        units = ((first | second) & straight) | ((first | second | third) & cannons)
        while units != U0:
            unit = units & (~units + U1)
            units ^= unit
            line = _between(place, lsb(unit))
            if by_rank:
                b_lo, b_hi = (U0, line << row) if home else (line << row, U0)
                s_lo, s_hi = (U0, unit << row) if home else (unit << row, U0)
            else:
                b_lo, b_hi = spread(line & U31, file), spread(line >> U5, file)
                s_lo, s_hi = spread(unit & U31, file), spread(unit >> U5, file)
            inside = (b_lo & piece_lo) | (b_hi & piece_hi) != U0
            if first & unit:
                if unit & cannons:
                    target_lo &= ~b_lo
                    target_hi &= ~b_hi
                    continue
                check = True
                allowed_lo, allowed_hi = b_lo | s_lo, b_hi | s_hi
            else:
                tied_lo |= b_lo & own_lo
                tied_hi |= b_hi & own_hi
                allowed_lo, allowed_hi = (b_lo & ~occ_lo) | s_lo, (b_hi & ~occ_hi) | s_hi
                if unit & cannons and second & unit:
                    check = True
                    if inside:
                        allowed_lo, allowed_hi = ~b_lo, ~b_hi
                elif not inside:
                    continue
                elif unit & straight:
                    allowed_lo, allowed_hi = b_lo | s_lo, b_hi | s_hi
            target_lo &= allowed_lo
            target_hi &= allowed_hi

    horses = window(kinds[2 * KNIGHT] & e_lo, kinds[2 * KNIGHT + 1] & e_hi, king) & HORSE_RING & EDGE[king]
    while horses != U0:
        bit = lsb(horses)
        horses &= horses - U1
        leg, horse = king + np.int64(LEG_OF[bit]) - 19, king + bit - 19
        l_lo, l_hi = low_bit(leg), high_bit(leg)
        s_lo, s_hi = low_bit(horse), high_bit(horse)
        if (l_lo & occ_lo) | (l_hi & occ_hi) == U0:
            check = True
            target_lo &= l_lo | s_lo
            target_hi &= l_hi | s_hi
        else:
            tied_lo |= l_lo & own_lo
            tied_hi |= l_hi & own_hi
            if (l_lo & piece_lo) | (l_hi & piece_hi) != U0:
                target_lo &= s_lo
                target_hi &= s_hi

    word = U1 << BIT_OF[king]
    if color == RED:
        pawns = kinds[2 * PAWN] & e_lo & (sides(word) | (word << U9))
    else:
        pawns = kinds[2 * PAWN + 1] & e_hi & (sides(word) | (word >> U9))
    while pawns != U0:
        pawn = pawns & (~pawns + U1)
        pawns ^= pawn
        check = True
        target_lo &= U0 if home else pawn
        target_hi &= pawn if home else U0
    return target_lo, target_hi, tied_lo, tied_hi, check
