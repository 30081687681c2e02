"""What general terms do not know about endings: drawn material, a lone king, bishops of opposite colours.

"Strong" is the side that stands better; its pawns move up the board. Sets uint64, cells int64.
"""

from __future__ import annotations

import numpy as np

from engine.core.bits import U0, lsb, popcount
from engine.core.jit import inline_leaf, leaf
from engine.games.chess.attacks import DARK_CELLS, FILE_A, FILE_H
from engine.games.chess.kpk import kpk_wins
from engine.games.chess.pawns import distance

SCALE_FULL = 64  #: the endgame score counts ``scale / SCALE_FULL``
SCALE_ALL = 14  #: from here down the middlegame score counts as little
DRAWN = 1 << 20  #: instead of a bonus: the position is a draw
WHOLE = 1 << 16  #: a bonus beyond this is, less this, the whole value: other terms would only disturb the way to mate

#: For the side that can mate a lone king: for the fact, for each step that he is nearer to the edge, for each between the kings.
MATE_BONUS, EDGE_BONUS, CLOSE_BONUS = 300, 24, 14
#: Bishop and knight mate in a corner of the bishop's colour only; for each step of the lone king towards one.
CORNER_BONUS = 60
#: Added to a won ending of king and pawn, or pawns, against king.
PAWN_WIN_BONUS = 200

SCALE_NO_PAWNS, SCALE_NO_PAWNS_MINOR = 14, 4
SCALE_ONE_PAWN = 32
SCALE_BISHOPS, SCALE_BISHOPS_PAWN = 16, 4  #: bishops of opposite colours alone; for each pawn of the strong side
SCALE_BISHOPS_MORE = 46  #: ... with other pieces
SCALE_PAWNS, SCALE_PAWNS_EACH = 40, 4  #: the fewer pawns the strong side has, the harder the win


@inline_leaf
def _is_wrong_corner(pawns, bishops, weak_king):
    """Whether all strong pawns stand on one rook file whose last cell no own bishop guards and the weak king reaches."""
    if pawns & ~FILE_A == U0:
        corner, light = np.int64(56), True
    elif pawns & ~FILE_H == U0:
        corner, light = np.int64(63), False
    else:
        return False
    helpers = bishops & ~DARK_CELLS if light else bishops & DARK_CELLS
    return helpers == U0 and distance(weak_king, corner) <= 1


@leaf
def end_scale(pawns, knights, bishops, rooks, queens, weak_pawns, weak_knights, weak_bishops, weak_rooks, weak_queens, weak_king):
    """How much of the endgame score of the strong side is worth anything, 0..SCALE_FULL."""
    minors, weak_minors = popcount(knights | bishops), popcount(weak_knights | weak_bishops)
    pieces = 3 * minors + 5 * popcount(rooks) + 9 * popcount(queens)
    weak_pieces = 3 * weak_minors + 5 * popcount(weak_rooks) + 9 * popcount(weak_queens)
    count = popcount(pawns)
    if count == 0:
        if pieces < 5:
            return 0
        if pieces - weak_pieces <= 3:
            return SCALE_NO_PAWNS_MINOR if weak_pieces <= 3 else SCALE_NO_PAWNS
        if pieces == 6 and bishops == U0 and weak_pawns == U0:
            return 0  # two knights against a minor piece or nothing
    elif knights | rooks | queens == U0 and weak_pieces == 0 and _is_wrong_corner(pawns, bishops, weak_king):
        return 0
    elif count == 1 and pieces - weak_pieces <= 0 and weak_minors != 0:
        return SCALE_ONE_PAWN  # the weak side can give a piece for the pawn
    opposite = (bishops & DARK_CELLS == U0) != (weak_bishops & DARK_CELLS == U0)
    if opposite and popcount(bishops) == 1 and popcount(weak_bishops) == 1:
        if pieces == 3 and weak_pieces == 3:
            return min(SCALE_BISHOPS + SCALE_BISHOPS_PAWN * count, SCALE_FULL)
        return SCALE_BISHOPS_MORE
    return min(SCALE_PAWNS + SCALE_PAWNS_EACH * count, SCALE_FULL) if count != 0 else SCALE_FULL


@leaf
def lone_king(pawns, knights, bishops, rooks, queens, king, weak_king, weak_moves):
    """What the strong side adds to its score against a lone king, DRAWN, or WHOLE and more; weak_moves: he is to move (0, 1)."""
    minors = popcount(knights | bishops)
    if rooks | queens == U0:
        if pawns == U0:
            if minors < 2 or bishops == U0 and minors == 2:
                return DRAWN
            if knights == U0 and (bishops & DARK_CELLS == U0 or bishops & ~DARK_CELLS == U0):
                return DRAWN
        elif minors == 0:
            if popcount(pawns) > 1:
                return DRAWN if _is_wrong_corner(pawns, bishops, weak_king) else PAWN_WIN_BONUS
            return PAWN_WIN_BONUS if kpk_wins(king, lsb(pawns), weak_king, weak_moves) else DRAWN
        elif minors == 1:
            return DRAWN if knights == U0 and _is_wrong_corner(pawns, bishops, weak_king) else 0
    file, rank = weak_king & 7, weak_king >> 3
    bonus = MATE_BONUS + CLOSE_BONUS * (7 - distance(king, weak_king))
    if pawns == U0:
        bonus += WHOLE + 300 * minors + 500 * popcount(rooks) + 950 * popcount(queens)
    if pawns | rooks | queens == U0 and knights != U0 and popcount(bishops) == 1:
        # Steps to the nearer of a1 and h8, or of a8 and h1 for a bishop of the other colour.
        across = rank if bishops & DARK_CELLS != U0 else 7 - rank
        return bonus + CORNER_BONUS * (7 - min(file + across, 14 - file - across))
    return bonus + EDGE_BONUS * (6 - min(file, 7 - file) - min(rank, 7 - rank))
