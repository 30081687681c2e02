"""Pieces at work: mobility, outposts, files; then what both sides' attacks together say: threats, king danger, passed pawns.

Every function looks at one side from its own view (see ``pawns``). A side's attacks travel as sets: by knights, bishops, rooks
and queens, ``every`` cell attacked by anything, ``twice`` those attacked by two pieces or more. Lines of bishops go through own
queens, those of rooks through own rooks and queens.
"""

from __future__ import annotations

import numpy as np

from engine.core.bits import U0, U1, lsb, popcount
from engine.core.jit import inline_leaf, leaf
from engine.games.chess.attacks import (
    DARK_CELLS,
    KING_STEPS,
    KNIGHT_STEPS,
    NOT_FILE_A,
    NOT_FILE_H,
    RANK_1,
    RANK_8,
    bishop_attacks,
    rook_attacks,
)
from engine.games.chess.pawns import fill_down, fill_up, sideways
from engine.games.chess.scratch import entry

_8, _16 = np.uint64(8), np.uint64(16)
RANK_2, RANK_3, RANK_7 = RANK_1 << _8, RANK_1 << _16, RANK_8 >> _8
OUTPOST_RANKS = np.uint64(0x0000FFFFFF000000)  #: ranks 4 to 6

#: (danger ** 2 >> DANGER_SHIFT) in the middlegame and danger >> DANGER_END_SHIFT in the endgame.
DANGER_SHIFT, DANGER_END_SHIFT = 13, 4
DANGER_LIMIT = 4000  #: bounds the square

SQUARES = entry("squares")
MOBILITY = tuple(entry("mobility_" + name) for name in ("knight", "bishop", "rook", "queen"))
MOBILITY_KNIGHT, MOBILITY_BISHOP, MOBILITY_ROOK, MOBILITY_QUEEN = MOBILITY
BISHOP_PAIR, BISHOP_PAWNS, MINOR_BEHIND_PAWN = entry("bishop_pair"), entry("bishop_pawns"), entry("minor_behind_pawn")
OUTPOST, OUTPOST_REACH = entry("outpost"), entry("outpost_reach")
ROOK_FILE, ROOK_SEVENTH = entry("rook_file"), entry("rook_seventh")
PASSED_FREE, PASSED_SAFE, PASSED_GUARDED = entry("passed_free"), entry("passed_safe"), entry("passed_guarded")
THREAT_MINOR, THREAT_ROOK, THREAT_KING = entry("threat_minor"), entry("threat_rook"), entry("threat_king")
HANGING, RESTRICTED, THREAT_PAWN, THREAT_PUSH = entry("hanging"), entry("restricted"), entry("threat_pawn"), entry("threat_push")
DANGER_BASE, DANGER_ATTACKER, DANGER_HIT = entry("danger_base"), entry("danger_attacker"), entry("danger_hit")
DANGER_WEAK, DANGER_CHECK, DANGER_NO_QUEEN = entry("danger_weak"), entry("danger_check"), entry("danger_no_queen")


@inline_leaf
def _on_king(attacks, zone, near, kind, words):
    """Danger units of one piece of ``kind`` (0 knight .. 3 queen) whose attacks may reach the enemy king's zone."""
    if attacks & zone == U0:
        return 0
    return words[DANGER_ATTACKER + kind] + popcount(attacks & near) * words[DANGER_HIT]


@leaf
def piece_side(pawns, knights, bishops, rooks, queens, king, enemy_pawns, enemy_king, occupied, words):
    """Evaluate the pieces of one side, each by itself, and collect their attacks.

    Sets uint64, cells and words int64. Returns (packed score, knight, bishop, rook, queen attacks, every, twice, danger units).
    """
    ahead = pawns << _8
    to_right, to_left = (ahead << U1) & NOT_FILE_A, (ahead >> U1) & NOT_FILE_H
    pawn_attacks = to_right | to_left
    king_attacks = KING_STEPS[king]
    every = pawn_attacks | king_attacks
    twice = (to_right & to_left) | (pawn_attacks & king_attacks)
    enemy_pawn_attacks = sideways(enemy_pawns >> _8)
    fixed_pawns = pawns & ((occupied >> _8) | RANK_2 | RANK_3)
    area = ~(enemy_pawn_attacks | fixed_pawns | (U1 << np.uint64(king)))
    near = KING_STEPS[enemy_king]
    zone = near | (near >> _8) | (U1 << np.uint64(enemy_king))
    score, danger = 0, 0

    by_knight, left = U0, knights
    while left != U0:
        cell = lsb(left)
        left &= left - U1
        attacks = KNIGHT_STEPS[cell]
        twice |= every & attacks
        every |= attacks
        by_knight |= attacks
        score += words[SQUARES + 64 + cell] + words[MOBILITY_KNIGHT + popcount(attacks & area)]
        danger += _on_king(attacks, zone, near, 0, words)

    by_bishop, left, through = U0, bishops, occupied & ~queens
    while left != U0:
        cell = lsb(left)
        left &= left - U1
        attacks = bishop_attacks(cell, through)
        twice |= every & attacks
        every |= attacks
        by_bishop |= attacks
        score += words[SQUARES + 128 + cell] + words[MOBILITY_BISHOP + popcount(attacks & area)]
        danger += _on_king(attacks, zone, near, 1, words)

    by_rook, left, through = U0, rooks, occupied & ~(queens | rooks)
    while left != U0:
        cell = lsb(left)
        left &= left - U1
        attacks = rook_attacks(cell, through)
        twice |= every & attacks
        every |= attacks
        by_rook |= attacks
        score += words[SQUARES + 192 + cell] + words[MOBILITY_ROOK + popcount(attacks & area)]
        danger += _on_king(attacks, zone, near, 2, words)

    by_queen, left = U0, queens
    while left != U0:
        cell = lsb(left)
        left &= left - U1
        attacks = bishop_attacks(cell, occupied) | rook_attacks(cell, occupied)
        twice |= every & attacks
        every |= attacks
        by_queen |= attacks
        score += words[SQUARES + 256 + cell] + words[MOBILITY_QUEEN + popcount(attacks & area)]
        danger += _on_king(attacks, zone, near, 3, words)

    dark, light = popcount(bishops & DARK_CELLS), popcount(bishops & ~DARK_CELLS)
    if dark != 0 and light != 0:
        score += words[BISHOP_PAIR]
    score += (dark * popcount(pawns & DARK_CELLS) + light * popcount(pawns & ~DARK_CELLS)) * words[BISHOP_PAWNS]
    score += popcount((knights | bishops) & ((pawns | enemy_pawns) >> _8)) * words[MINOR_BEHIND_PAWN]
    posts = OUTPOST_RANKS & pawn_attacks & ~fill_down(enemy_pawn_attacks)
    score += popcount(knights & posts) * words[OUTPOST] + popcount(bishops & posts) * words[OUTPOST + 1]
    score += popcount(by_knight & posts & ~(pawns | knights | bishops)) * words[OUTPOST_REACH]
    half_open = ~fill_up(fill_down(pawns))
    open_files = half_open & ~fill_up(fill_down(enemy_pawns))
    score += popcount(rooks & half_open & ~open_files) * words[ROOK_FILE] + popcount(rooks & open_files) * words[ROOK_FILE + 1]
    if enemy_king > 55 or enemy_pawns & RANK_7 != U0:
        score += popcount(rooks & RANK_7) * words[ROOK_SEVENTH]
    return score, by_knight, by_bishop, by_rook, by_queen, every, twice, danger


@inline_leaf
def _by_kind(hit, pawns, knights, bishops, rooks, queens, base, words):
    """Packed sum over the pieces in ``hit``, a number for each kind from ``base`` on."""
    return (
        popcount(hit & pawns) * words[base]
        + popcount(hit & knights) * words[base + 1]
        + popcount(hit & bishops) * words[base + 2]
        + popcount(hit & rooks) * words[base + 3]
        + popcount(hit & queens) * words[base + 4]
    )


@inline_leaf
def _danger_curve(units):
    """Packed score of ``units`` of king danger."""
    units = min(max(units, 0), DANGER_LIMIT)
    return (units * units >> DANGER_SHIFT) + ((units >> DANGER_END_SHIFT) << 32)


@leaf
def pressure_side(
    pawns, own, king, by_knight, by_bishop, by_rook, by_queen, every, twice, passed, danger, has_queen,
    enemy, enemy_pawns, enemy_knights, enemy_bishops, enemy_rooks, enemy_queens, enemy_king,
    enemy_by_queen, enemy_every, enemy_twice, occupied, words,
):  # fmt: skip
    """Evaluate what one side's attacks do to the other: threats, danger for the enemy king, the way of the passed pawns.

    own, enemy, occupied : all pieces; ``danger``, ``every`` .. as :func:`piece_side` gave them, the enemy's mirrored into this
    view; has_queen : whether the side has one. Returns the packed score.
    """
    score = 0
    enemy_pawn_attacks = sideways(enemy_pawns >> _8)
    enemy_pieces = enemy ^ enemy_pawns

    # 1. Threats on what is not well guarded, and on what is worth more than the attacker.
    guarded = enemy_pawn_attacks | (enemy_twice & ~twice)
    weak = enemy & every & ~guarded
    hit = ((enemy_pieces & guarded) | weak) & (by_knight | by_bishop)
    score += _by_kind(hit, enemy_pawns, enemy_knights, enemy_bishops, enemy_rooks, enemy_queens, THREAT_MINOR, words)
    hit = ((enemy_queens & guarded) | weak) & by_rook
    score += _by_kind(hit, enemy_pawns, enemy_knights, enemy_bishops, enemy_rooks, enemy_queens, THREAT_ROOK, words)
    score += popcount(weak & KING_STEPS[king]) * words[THREAT_KING]
    score += popcount(weak & (~enemy_every | (enemy_pieces & twice))) * words[HANGING]
    score += popcount(every & enemy_every & ~guarded & ~occupied) * words[RESTRICTED]

    # 2. Threats by pawns, now and after a step to a cell where they cannot simply be taken.
    holds = ~enemy_every | every
    score += popcount(sideways((pawns & holds) << _8) & enemy_pieces) * words[THREAT_PAWN]
    steps = (pawns << _8) & ~occupied
    steps |= ((steps & RANK_3) << _8) & ~occupied
    steps &= holds & ~enemy_pawn_attacks
    score += popcount(sideways(steps << _8) & enemy_pieces) * words[THREAT_PUSH]

    # 3. King danger.
    near = KING_STEPS[enemy_king]
    zone = near | (near >> _8)
    feeble = every & (~enemy_every | (~enemy_twice & (near | enemy_by_queen)))
    safe = ~own & (~enemy_every | (feeble & twice))
    lines = rook_attacks(enemy_king, occupied & ~enemy_queens)
    diagonals = bishop_attacks(enemy_king, occupied & ~enemy_queens)
    danger += words[DANGER_BASE] + popcount(zone & feeble) * words[DANGER_WEAK]
    if KNIGHT_STEPS[enemy_king] & by_knight & safe != U0:
        danger += words[DANGER_CHECK]
    if diagonals & by_bishop & safe != U0:
        danger += words[DANGER_CHECK + 1]
    if lines & by_rook & safe != U0:
        danger += words[DANGER_CHECK + 2]
    if (lines | diagonals) & by_queen & safe != U0:
        danger += words[DANGER_CHECK + 3]
    if not has_queen:
        danger += words[DANGER_NO_QUEEN]
    score += _danger_curve(danger)

    # 4. Passed pawns from the fourth rank on: may they step, may they run, is the next cell guarded?
    left = passed & ~(RANK_1 | RANK_2 | RANK_3)
    while left != U0:
        cell = lsb(left)
        pawn = left & (~left + U1)
        left ^= pawn
        rank, front, path = cell >> 3, pawn << _8, fill_up(pawn << _8)
        if front & occupied == U0:
            score += words[PASSED_FREE + rank]
            if path & (occupied | enemy_every) == U0:
                score += words[PASSED_SAFE + rank]
        if front & every != U0:
            score += words[PASSED_GUARDED + rank]
    return score
