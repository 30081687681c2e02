"""``perft`` on bare sets: rows, keys and moves are never written, and the last ply is counted without a loop over pieces.

It stands on the same set operations as the generator (``legality``); only the way from a target set to the next position differs.
A position is ``pawns, knights, diagonal, orthogonal, kings, own, castling, skipped, side`` with the meaning of ``legality``;
``castling`` are the rooks that may castle, ``skipped`` the cell behind a pawn that has just made a double step, as a set.
"""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.bits import FULL, U0, U1, bit, lsb, popcount
from engine.core.jit import inline_leaf, kernel, leaf
from engine.games.chess.attacks import KING_STEPS, KNIGHT_STEPS, PAWN_STEPS, RANK_1, RANK_8, bishop_attacks, rook_attacks
from engine.games.chess.legality import (
    castling_goals,
    castling_is_legal,
    danger_of,
    en_passant_is_safe,
    line_of_pin,
    pawn_targets,
    restrictions,
)
from engine.games.chess.moves import gen_moves
from engine.games.chess.play import make_move
from engine.games.chess.rays import knight_count, slider_count
from engine.games.chess.state import (
    BISHOP,
    KING,
    KNIGHT,
    MAX_MOVES,
    PAWN,
    QUEEN,
    ROOK,
    RULE_KING_CAPTURE,
    RULE_ROOK_SAFE,
    rows,
)

LAST_RANKS = RANK_1 | RANK_8


@leaf
def _special_count(pawns, knights, diagonal, orthogonal, kings, own, castling, skipped, side, danger, pin_rank):
    """The number of castling moves and e.p. captures."""
    occupied = pawns | knights | diagonal | orthogonal | kings
    enemy = occupied ^ own
    king = lsb(kings & own)
    count = np.int64(0)
    rooks = castling & own
    if danger & kings & own == U0:
        while rooks:
            count += np.int64(castling_is_legal(king, lsb(rooks), occupied, danger, pin_rank, False))
            rooks &= rooks - U1
    if skipped:
        to = lsb(skipped)
        takers = PAWN_STEPS[((1 - side) << 6) | to] & pawns & own
        leapers = ((KNIGHT_STEPS[king] & knights) | (PAWN_STEPS[(side << 6) | king] & pawns)) & enemy
        victim = to + np.int64(8 if side else -8)
        while takers:
            origin = lsb(takers)
            takers &= takers - U1
            count += np.int64(
                en_passant_is_safe(origin, to, victim, king, occupied, diagonal & enemy, orthogonal & enemy, leapers)
            )
    return count


@inline_leaf
def _count(pawns, knights, diagonal, orthogonal, kings, own, castling, skipped, side):
    """The number of legal moves."""
    occupied = pawns | knights | diagonal | orthogonal | kings
    empty = ~occupied
    danger = danger_of(pawns, knights, diagonal, orthogonal, kings, own, side)
    evasion, file, rank, diag, anti = restrictions(pawns, knights, diagonal, orthogonal, kings, own, side)
    count = popcount(KING_STEPS[lsb(kings & own)] & ~own & ~danger)
    targets = evasion & ~own
    count += knight_count(knights & own & ~(file | rank | diag | anti), targets)
    straight, oblique = orthogonal & own, diagonal & own
    count += slider_count(
        straight & ~(rank | diag | anti),
        straight & ~(file | diag | anti),
        oblique & ~(file | rank | anti),
        oblique & ~(file | rank | diag),
        empty,
        targets,
    )
    steps, double_steps, west, east = pawn_targets(pawns & own, file, rank, diag, anti, empty, occupied ^ own, evasion, side)
    count += popcount(steps) + popcount(double_steps) + popcount(west) + popcount(east)
    if (steps | west | east) & LAST_RANKS:
        count += np.int64(3) * (popcount(steps & LAST_RANKS) + popcount(west & LAST_RANKS) + popcount(east & LAST_RANKS))
    if castling & own | skipped:
        count += _special_count(pawns, knights, diagonal, orthogonal, kings, own, castling, skipped, side, danger, rank)
    return count


@leaf
def _sum(pawns, knights, diagonal, orthogonal, kings, own, castling, skipped, side, depth):
    """The leaves ``depth`` plies (at least 1) below a position."""
    if depth == 1:
        return _count(pawns, knights, diagonal, orthogonal, kings, own, castling, skipped, side)
    occupied = pawns | knights | diagonal | orthogonal | kings
    enemy, empty = occupied ^ own, ~occupied
    king = lsb(kings & own)
    danger = danger_of(pawns, knights, diagonal, orthogonal, kings, own, side)
    evasion, pin_file, pin_rank, pin_diag, pin_anti = restrictions(pawns, knights, diagonal, orthogonal, kings, own, side)
    pinned = pin_file | pin_rank | pin_diag | pin_anti
    targets = evasion & ~own
    below, other = depth - 1, 1 - side
    total = np.int64(0)

    # Pawns.
    forward = np.int64(-8 if side else 8)
    steps, double_steps, west, east = pawn_targets(
        pawns & own, pin_file, pin_rank, pin_diag, pin_anti, empty, enemy, evasion, side
    )
    for group in range(3):
        goals, back = steps, -forward
        if group == 1:
            goals, back = west, 1 - forward
        elif group == 2:
            goals, back = east, -1 - forward
        while goals:
            word = goals & (~goals + U1)
            goals ^= word
            start = bit(lsb(word) + back)
            p, n, d, o = pawns & ~(word | start), knights & ~word, diagonal & ~word, orthogonal & ~word
            rights = castling & ~word
            if word & LAST_RANKS:
                total += _sum(p, n | word, d, o, kings, enemy & ~word, rights, U0, other, below)
                total += _sum(p, n, d | word, o, kings, enemy & ~word, rights, U0, other, below)
                total += _sum(p, n, d, o | word, kings, enemy & ~word, rights, U0, other, below)
                total += _sum(p, n, d | word, o | word, kings, enemy & ~word, rights, U0, other, below)
            else:
                total += _sum(p | word, n, d, o, kings, enemy & ~word, rights, U0, other, below)
    while double_steps:
        to = lsb(double_steps)
        double_steps &= double_steps - U1
        middle = to - forward
        jumped = bit(middle) if PAWN_STEPS[(side << 6) | middle] & pawns & enemy else U0
        moved = pawns ^ (bit(to) | bit(middle - forward))
        total += _sum(moved, knights, diagonal, orthogonal, kings, enemy, castling, jumped, other, below)
    if skipped:
        to = lsb(skipped)
        victim = to - forward
        takers = PAWN_STEPS[(other << 6) | to] & pawns & own
        leapers = ((KNIGHT_STEPS[king] & knights) | (PAWN_STEPS[(side << 6) | king] & pawns)) & enemy
        while takers:
            origin = lsb(takers)
            takers &= takers - U1
            if en_passant_is_safe(origin, to, victim, king, occupied, diagonal & enemy, orthogonal & enemy, leapers):
                moved = pawns ^ (bit(origin) | bit(victim) | skipped)
                left = enemy ^ bit(victim)
                total += _sum(moved, knights, diagonal, orthogonal, kings, left, castling, U0, other, below)

    # Knights.
    pieces = knights & own & ~pinned
    while pieces:
        start = pieces & (~pieces + U1)
        pieces ^= start
        goals = KNIGHT_STEPS[lsb(start)] & targets
        while goals:
            word = goals & (~goals + U1)
            goals ^= word
            total += _sum(
                pawns & ~word,
                knights & ~word ^ (start | word),
                diagonal & ~word,
                orthogonal & ~word,
                kings,
                enemy & ~word,
                castling & ~word,
                U0,
                other,
                below,
            )

    # Bishops, rooks, queens.
    pieces = (diagonal | orthogonal) & own
    while pieces:
        start = pieces & (~pieces + U1)
        pieces ^= start
        cell = lsb(start)
        goals, as_diagonal, as_orthogonal = U0, U0, U0
        if diagonal & start:
            goals |= bishop_attacks(cell, occupied)
            as_diagonal = FULL
        if orthogonal & start:
            goals |= rook_attacks(cell, occupied)
            as_orthogonal = FULL
        goals &= targets
        if start & pinned:
            goals &= line_of_pin(cell, king)
        while goals:
            word = goals & (~goals + U1)
            goals ^= word
            moved = start | word
            total += _sum(
                pawns & ~word,
                knights & ~word,
                diagonal & ~word ^ (moved & as_diagonal),
                orthogonal & ~word ^ (moved & as_orthogonal),
                kings,
                enemy & ~word,
                castling & ~moved,
                U0,
                other,
                below,
            )

    # King.
    start = kings & own
    lost = RANK_1 << np.uint64(56 * side)
    goals = KING_STEPS[king] & ~own & ~danger
    while goals:
        word = goals & (~goals + U1)
        goals ^= word
        total += _sum(
            pawns & ~word,
            knights & ~word,
            diagonal & ~word,
            orthogonal & ~word,
            kings ^ (start | word),
            enemy & ~word,
            castling & ~(word | lost),
            U0,
            other,
            below,
        )
    rooks = castling & own
    if start & danger == U0:
        while rooks:
            rook = lsb(rooks)
            rooks &= rooks - U1
            if castling_is_legal(king, rook, occupied, danger, pin_rank, False):
                king_goal, rook_goal = castling_goals(king, rook)
                total += _sum(
                    pawns,
                    knights,
                    diagonal,
                    (orthogonal ^ bit(rook)) | bit(rook_goal),
                    (kings ^ start) | bit(king_goal),
                    enemy,
                    castling & ~lost,
                    U0,
                    other,
                    below,
                )
    return total


@leaf
def _sum_by_moves(memory, ply, depth, moves):
    """The leaves below a row by the contract's own kernels, for rules that the sets above do not know."""
    count = gen_moves(memory, ply, moves[depth])
    if depth <= 1:
        return count
    total = np.int64(0)
    for n in range(count):
        make_move(memory, ply, moves[depth, n])
        total += _sum_by_moves(memory, ply + 1, depth - 1, moves)
    return total


@kernel(contract.PERFT)
def perft_by_moves(memory, ply, depth):
    """:func:`perft` through ``gen_moves`` and ``make_move``."""
    if depth <= 0:
        return np.int64(1)
    return _sum_by_moves(memory, ply, depth, np.empty((depth + 1, MAX_MOVES), dtype=np.int64))


@kernel(contract.PERFT)
def perft(memory, ply, depth):
    """The legal move sequences of ``depth`` plies from row ``ply``."""
    if depth <= 0:
        return np.int64(1)
    state = rows(memory)[ply]
    if state["rules"] & (RULE_KING_CAPTURE | RULE_ROOK_SAFE) != 0:
        return _sum_by_moves(memory, ply, depth, np.empty((depth + 1, MAX_MOVES), dtype=np.int64))
    kinds, side = state["kinds"], np.int64(state["player"])
    skipped = bit(state["en_passant"]) if state["en_passant"] >= 0 else U0
    return _sum(
        kinds[PAWN],
        kinds[KNIGHT],
        kinds[BISHOP] | kinds[QUEEN],
        kinds[ROOK] | kinds[QUEEN],
        kinds[KING],
        state["colours"][side],
        state["castling"],
        skipped,
        side,
        depth,
    )
