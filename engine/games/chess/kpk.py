"""King and pawn against king: every position, solved when this module is imported (a few milliseconds of NumPy).

The pawn is White's, on files a to d and ranks 2 to 7, numbered ``4 * (rank - 1) + file`` with ranks from 0. All cells of the
Black king that share a pawn and a White king are one ``uint64`` set.
"""

from __future__ import annotations

import numpy as np

from engine.core.bits import U1
from engine.core.jit import inline_leaf
from engine.games.chess.attacks import KING_STEPS, NOT_FILE_A, NOT_FILE_H, PAWN_STEPS

_8 = np.uint64(8)


def _king_reach(sets: np.ndarray) -> np.ndarray:
    """The cells one king move away from each of ``sets``."""
    row = ((sets << U1) & NOT_FILE_A) | ((sets >> U1) & NOT_FILE_H)
    column = sets | row
    return row | (column << _8) | (column >> _8)


def _solve() -> np.ndarray:
    """``uint64[2, 24, 64]``: where the Black king may stand for White to win; White to move, then Black to move."""
    bits = U1 << np.arange(64, dtype=np.uint64)
    pawn_cells = np.array([8 * rank + file for rank in range(1, 7) for file in range(4)])
    pawn, pawn_attacks, king = bits[pawn_cells][:, None], PAWN_STEPS[pawn_cells][:, None], bits[None]
    guarded = KING_STEPS[None] | king
    legal = np.where(pawn == king, np.uint64(0), ~(guarded | pawn))
    steps = [[n for n in range(64) if int(KING_STEPS[cell]) >> n & 1] for cell in range(64)]
    neighbours = np.array([cells + [64] * (8 - len(cells)) for cells in steps])
    nowhere = np.zeros((24, 1), dtype=np.uint64)
    cells_ahead = pawn << _8
    can_step = np.where(cells_ahead == king, np.uint64(0), ~cells_ahead)  # Black king cells that leave the step open

    # Promotion wins if the new piece is not taken: a rook will do where a queen would give stalemate.
    holds = np.where(KING_STEPS[None] & cells_ahead != 0, ~np.uint64(0), ~_king_reach(cells_ahead))
    won = np.where(np.arange(24)[:, None] >= 20, can_step & holds & legal & ~pawn_attacks, np.uint64(0))
    lost = np.zeros_like(won)
    targets = ~(guarded | pawn_attacks)  # the pawn's own cell too: taking it is an escape
    while True:
        lost_now = legal & _king_reach(targets) & ~_king_reach(targets & ~won)
        won_now = won | np.bitwise_or.reduce(np.concatenate([lost_now, nowhere], axis=1)[:, neighbours], axis=2)
        won_now[:20] |= lost_now[4:] & can_step[:20]
        won_now[:4] |= lost_now[8:12] & can_step[:4]
        won_now &= legal & ~pawn_attacks
        if np.array_equal(won_now, won) and np.array_equal(lost_now, lost):
            table = np.stack([won, lost])
            table.flags.writeable = False
            return table
        won, lost = won_now, lost_now


_WINS = _solve().reshape(-1)


@inline_leaf
def kpk_wins(king, pawn, enemy_king, enemy_moves):
    """Whether the side with the pawn, moving up, wins; cells and ``enemy_moves`` (0 or 1) int64; the position must be legal."""
    mirror = 7 if pawn & 7 > 3 else 0
    king, pawn, enemy_king = king ^ mirror, pawn ^ mirror, enemy_king ^ mirror
    index = (enemy_moves * 24 + ((pawn >> 3) - 1) * 4 + (pawn & 7)) * 64 + king
    return (_WINS[index] >> np.uint64(enemy_king)) & U1 != np.uint64(0)
