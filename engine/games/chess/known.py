"""What is known of endings, put over a network's score: dead draws, mates by technique, material that wins hardly anything."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.bits import U0, U1, byte_swap, lsb
from engine.core.jit import inline_leaf, kernel, leaf
from engine.games.chess.endgame import DRAWN, SCALE_ALL, SCALE_FULL, WHOLE, end_scale, lone_king
from engine.games.chess.state import BISHOP, BLACK, KING, KNIGHT, PAWN, QUEEN, ROOK, rows

_CORNER = np.uint64(1 << 63)  #: stands in for a king that has been captured (win_by=king-capture)


@inline_leaf
def _turned(cells, turn):
    return byte_swap(cells) if turn else cells


@leaf
def _known(state, strong, value):
    """``value``, the score of the side ``strong``, corrected; called only where the slow look is worth it."""
    kinds, turn = state["kinds"], strong == BLACK
    own, weak = _turned(state["colours"][strong], turn), _turned(state["colours"][1 - strong], turn)
    pawns, knights, bishops = _turned(kinds[PAWN], turn), _turned(kinds[KNIGHT], turn), _turned(kinds[BISHOP], turn)
    rooks, queens, kings = _turned(kinds[ROOK], turn), _turned(kinds[QUEEN], turn), _turned(kinds[KING], turn)
    weak_king = lsb(kings & weak | _CORNER)
    if weak & (weak - U1) == U0:
        king, weak_moves = lsb(kings & own | _CORNER), np.int64(np.int64(state["player"]) != strong)
        bonus = lone_king(pawns & own, knights & own, bishops & own, rooks & own, queens & own, king, weak_king, weak_moves)
        if bonus == DRAWN:
            return np.int64(0)
        return bonus - WHOLE if bonus >= WHOLE else max(value, np.int64(0)) + bonus
    scale = end_scale(
        pawns & own, knights & own, bishops & own, rooks & own, queens & own,
        pawns & weak, knights & weak, bishops & weak, rooks & weak, queens & weak, weak_king,
    )  # fmt: skip
    return value * scale // SCALE_FULL if scale <= SCALE_ALL else value


@kernel(contract.ENDING)
def ending(memory, ply, score):
    """See ``contract.ENDING``; as in ``evaluate``, the score shrinks as moves without progress add up."""
    state = rows(memory)[ply]
    player, kinds = np.int64(state["player"]), state["kinds"]
    own, enemy = state["colours"][player], state["colours"][1 - player]
    rest = ~(kinds[PAWN] | kinds[KING])
    strong = player if score >= 0 else 1 - player
    if enemy & (enemy - U1) == U0:
        strong = player
    elif own & (own - U1) == U0:
        strong = 1 - player
    cells, others = state["colours"][strong], state["colours"][1 - strong]
    value = score if strong == player else -score
    if cells & kinds[PAWN] == U0 or others & rest == U0:
        value = _known(state, strong, value)
    value = value * (200 - min(np.int64(state["halfmove"]), np.int64(100))) // 200
    return value if strong == player else -value
