"""The rules of legal moves as operations on sets, shared by the generator, the legality test, ``make_move`` and perft.

Arguments: ``side`` WHITE or BLACK, the side to move; ``own`` its pieces; ``pawns``, ``knights``, ``diagonal`` (bishops and
queens), ``orthogonal`` (rooks and queens), ``kings`` of both sides. Sets are uint64, cells and sides int64.
"""

from __future__ import annotations

import numpy as np

from engine.core.bits import FULL, U0, U1, bit, has, lsb
from engine.core.jit import inline_leaf
from engine.games.chess.attacks import (
    ANTIDIAGONAL_LINES,
    DIAGONAL_LINES,
    FILE_LINES,
    KING_STEPS,
    KNIGHT_STEPS,
    NOT_FILE_A,
    NOT_FILE_H,
    PAWN_STEPS,
    RANK_1,
    RANK_LINES,
    bishop_attacks,
    knight_span,
    pawn_span,
    rook_attacks,
    rotate,
    row_span,
)
from engine.games.chess.rays import king_rays, slider_span

UP_WHITE, UP_BLACK = np.uint64(8), np.uint64(56)
THIRD_RANK_WHITE = RANK_1 << np.uint64(16)
KING_SIDE_FILE, QUEEN_SIDE_FILE = 6, 2  #: where the king ends; the rook ends next to it, towards the middle


@inline_leaf
def up_of(side):
    """The rotation that moves a set one step forward."""
    return UP_BLACK if side else UP_WHITE


@inline_leaf
def danger_of(pawns, knights, diagonal, orthogonal, kings, own, side):
    """The cells that the other side attacks, seen without the own king (so that it cannot hide behind itself)."""
    occupied = pawns | knights | diagonal | orthogonal | kings
    enemy = occupied ^ own
    enemy_king = kings & enemy
    danger = slider_span(orthogonal & enemy, diagonal & enemy, ~(occupied ^ (kings & own)))
    danger |= knight_span(knights & enemy) | pawn_span(pawns & enemy, up_of(1 - side))
    if enemy_king:  # a side without a king exists only under win_by=king-capture
        danger |= KING_STEPS[lsb(enemy_king)]
    return danger


@inline_leaf
def restrictions(pawns, knights, diagonal, orthogonal, kings, own, side):
    """What check and pins leave: ``(evasion, pin_file, pin_rank, pin_diagonal, pin_antidiagonal)``.

    ``evasion`` holds the cells to which pieces other than the king may go: all without check, those that take the checker or
    stand in its way, none in double check. The ``pin_`` sets are the own pieces that may only move on that line of the king.
    """
    occupied = pawns | knights | diagonal | orthogonal | kings
    enemy = occupied ^ own
    king = kings & own
    cell = lsb(king)
    checkers, evasion, file, rank, diag, anti = king_rays(king, own, orthogonal & enemy, diagonal & enemy, ~occupied)
    leapers = ((KNIGHT_STEPS[cell] & knights) | (PAWN_STEPS[(side << 6) | cell] & pawns)) & enemy
    checkers |= leapers
    evasion |= leapers
    if checkers == U0:
        evasion = FULL
    elif checkers & (checkers - U1):
        evasion = U0
    return evasion, file, rank, diag, anti


@inline_leaf
def pawn_targets(pawns, pin_file, pin_rank, pin_diagonal, pin_antidiagonal, empty, enemy, evasion, side):
    """Where the own ``pawns`` can go, without e.p.: ``(steps, double_steps, west, east)``, sets of target cells.

    West captures go to the a-file's side, east to the h-file's; the last rank is included in ``steps``, ``west`` and ``east``.
    """
    up = up_of(side)
    ahead = rotate(pawns & ~(pin_rank | pin_diagonal | pin_antidiagonal), up) & empty
    third = THIRD_RANK_WHITE << np.uint64(24 * side)
    double_steps = rotate(ahead & third, up) & empty & evasion
    east_line, west_line = (pin_antidiagonal, pin_diagonal) if side else (pin_diagonal, pin_antidiagonal)
    goals = enemy & evasion
    east = (rotate(pawns & ~(pin_file | pin_rank | west_line), up) << U1) & NOT_FILE_A & goals
    west = (rotate(pawns & ~(pin_file | pin_rank | east_line), up) >> U1) & NOT_FILE_H & goals
    return ahead & evasion, double_steps, west, east


@inline_leaf
def castling_goals(king, rook):
    """``(king's target, rook's target)`` of the castling of the king on ``king`` with the rook on ``rook``."""
    base = king & 56
    if rook > king:
        return base + KING_SIDE_FILE, base + KING_SIDE_FILE - 1
    return base + QUEEN_SIDE_FILE, base + QUEEN_SIDE_FILE + 1


@inline_leaf
def castling_is_legal(king, rook, occupied, danger, pin_rank, rook_safe):
    """Whether the king may castle with ``rook``, whose right is given; ``rook_safe``: the rook may not land on an attacked cell.

    A rook "pinned" on the rank shields the king's target from a line piece behind it, and castling takes it away (Chess960).
    """
    king_goal, rook_goal = castling_goals(king, rook)
    king_path = row_span(king, king_goal)
    way = (king_path | row_span(rook, rook_goal)) & ~(bit(king) | bit(rook))
    attacked = king_path | (bit(rook_goal) if rook_safe else U0)
    return (way & occupied) | (attacked & danger) | (bit(rook) & pin_rank) == U0


@inline_leaf
def en_passant_is_safe(origin, to, victim, king, occupied, enemy_diagonal, enemy_orthogonal, enemy_leapers):
    """Whether the own king on ``king`` is safe after the pawn on ``origin`` takes the one on ``victim`` and ends on ``to``.

    ``enemy_leapers``: enemy knights and pawns that attack the king before the move.
    """
    after = (occupied ^ bit(origin) ^ bit(victim)) | bit(to)
    seen = (bishop_attacks(king, after) & enemy_diagonal) | (rook_attacks(king, after) & enemy_orthogonal)
    return seen | (enemy_leapers & ~bit(victim)) == U0


@inline_leaf
def line_of_pin(origin, king):
    """The cells of the line through the king's cell and ``origin``, the king's excluded; ``origin`` lies on one of its lines."""
    for line in (FILE_LINES[king], RANK_LINES[king], DIAGONAL_LINES[king]):
        if has(line, origin):
            return line
    return ANTIDIAGONAL_LINES[king]
