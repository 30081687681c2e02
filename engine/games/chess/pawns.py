"""Pawn structure: what of the evaluation depends on pawns and kings alone, and so can be kept from node to node.

Every function looks at one side from its own view: its pawns move up the board, the enemy's down (mirror the sets of Black by a
byte swap). Scores are packed: ``middlegame + (endgame << 32)``.
"""

from __future__ import annotations

import numpy as np

from engine.core.bits import U0, U1, lsb, popcount
from engine.core.jit import inline_leaf, leaf
from engine.games.chess.attacks import FILE_A, NOT_FILE_A, NOT_FILE_H
from engine.games.chess.scratch import entry

_8, _16, _32 = np.uint64(8), np.uint64(16), np.uint64(32)

MATERIAL_SQUARES = entry("squares")
ISOLATED, BACKWARD, WEAK_OPEN, DOUBLED = (entry("pawn_" + name) for name in ("isolated", "backward", "weak_open", "doubled"))
PHALANX, SUPPORTED, CANDIDATE = (entry("pawn_" + name) for name in ("phalanx", "supported", "candidate"))
PASSED, PASSED_OWN_KING, PASSED_ENEMY_KING = entry("passed"), entry("passed_own_king"), entry("passed_enemy_king")
SHELTER, STORM, STORM_BLOCKED = entry("shelter"), entry("storm"), entry("storm_blocked")
KING_SQUARES = MATERIAL_SQUARES + 5 * 64


# --- sets ---------------------------------------------------------------------------------------------------------------


@inline_leaf
def sideways(cells):
    """The neighbours of ``cells`` on the same ranks."""
    return ((cells << U1) & NOT_FILE_A) | ((cells >> U1) & NOT_FILE_H)


@inline_leaf
def fill_up(cells):
    """``cells`` and all in front of them."""
    cells |= cells << _8
    cells |= cells << _16
    return cells | (cells << _32)


@inline_leaf
def fill_down(cells):
    """``cells`` and all behind them."""
    cells |= cells >> _8
    cells |= cells >> _16
    return cells | (cells >> _32)


@inline_leaf
def distance(a, b):
    """King moves between two cells on an empty board."""
    return max(abs((a & 7) - (b & 7)), abs((a >> 3) - (b >> 3)))


# --- one side -----------------------------------------------------------------------------------------------------------


@inline_leaf
def _king_shelter(own, enemy, king, words):
    """Packed score of the pawns before ``king``, own and enemy, on his file (b to g) and its neighbours."""
    score = 0
    ahead = ~((U1 << np.uint64(king & 56)) - U1)
    own_ahead, enemy_ahead = own & ahead, enemy & ahead
    middle = min(max(king & 7, 1), 6)
    for file in range(middle - 1, middle + 2):
        line = FILE_A << np.uint64(file)
        mine, theirs = own_ahead & line, enemy_ahead & line
        my_rank = lsb(mine) >> 3 if mine != U0 else 0
        their_rank = lsb(theirs) >> 3 if theirs != U0 else 0
        edge = min(file, 7 - file) << 3
        score += words[SHELTER + edge + my_rank]
        if my_rank != 0 and their_rank == my_rank + 1:
            score += words[STORM_BLOCKED + their_rank]
        else:
            score += words[STORM + edge + their_rank]
    return score


@leaf
def pawn_side(own, enemy, king, enemy_king, words):
    """Evaluate the pawns ``own`` and the king of one side against the pawns ``enemy``.

    own, enemy : uint64 sets; king, enemy_king : cells, int64; words : int64, the unpacked weights (see ``scratch``).
    Returns (packed score with the material and squares of pawns and king, the set of passed pawns).
    """
    score = words[KING_SQUARES + king] + _king_shelter(own, enemy, king, words)
    attacked = sideways(own << _8)
    enemy_attacked = sideways(enemy >> _8)
    behind_own = fill_down(own >> _8)
    barred = fill_down(enemy >> _8)  # an enemy pawn stands in front
    passed = own & ~(barred | fill_down(enemy_attacked) | behind_own)
    columns = fill_up(fill_down(own))
    isolated = own & ~sideways(columns)
    # A neighbour level with or behind the cell in front could still guard it; without one and with an enemy guard it is weak.
    backward = own & ~isolated & ~passed & ((enemy_attacked & ~fill_up(attacked)) >> _8)
    open_ahead = own & ~barred & ~behind_own
    score += popcount(isolated) * words[ISOLATED] + popcount(backward) * words[BACKWARD]
    score += popcount((isolated | backward) & open_ahead) * words[WEAK_OPEN]
    score += popcount(own & behind_own) * words[DOUBLED]
    phalanx, supported = own & sideways(own), own & attacked
    left = own
    while left != U0:
        cell = lsb(left)
        pawn = left & (~left + U1)
        left ^= pawn
        rank = cell >> 3
        score += words[MATERIAL_SQUARES + cell]
        if phalanx & pawn != U0:
            score += words[PHALANX + rank]
        if supported & pawn != U0:
            score += words[SUPPORTED + rank]
        if passed & pawn != U0:
            score += words[PASSED + rank]
            if rank > 2:
                front = cell + 8
                near = distance(king, front) * words[PASSED_OWN_KING]
                score += (near + distance(enemy_king, front) * words[PASSED_ENEMY_KING]) * (rank - 2)
        elif open_ahead & pawn != U0:
            # Candidate: on the way to the last rank not fewer own helpers than enemy sentries.
            helpers = own & sideways(fill_down(pawn))
            sentries = enemy & sideways(fill_up(pawn << _8))
            if popcount(helpers) >= popcount(sentries):
                score += words[CANDIDATE + rank]
    return score, passed
