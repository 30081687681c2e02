"""``see``: static exchange evaluation on the target cell of a move."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.bits import U0, U1, bit
from engine.core.jit import kernel, leaf
from engine.games.chess.attacks import KING_STEPS, KNIGHT_STEPS, PAWN_STEPS, bishop_attacks, rook_attacks
from engine.games.chess.state import (
    BISHOP,
    BLACK,
    CASTLE,
    DOUBLE_STEP,
    EN_PASSANT,
    KING,
    KNIGHT,
    PAWN,
    PROMOTE,
    QUEEN,
    ROOK,
    SPECIAL_KIND_MASK,
    WHITE,
    rows,
)

#: Score units of each kind, index 0 unused. The king's is only a place in the order of takers: it never takes into an attack.
EXCHANGE_VALUES = np.array([0, 100, 320, 330, 500, 950, 0], dtype=np.int64)
EXCHANGE_VALUES.flags.writeable = False


@leaf
def _least_valuable(kinds, candidates):
    """The kind of the cheapest piece of ``candidates``, which is not empty."""
    for kind in range(PAWN, KING):
        if kinds[kind] & candidates:
            return np.int64(kind)
    return np.int64(KING)


@leaf
def _mover_wins(kinds, colours, mover_side, to, occupied, lead):
    """Whether the mover, whose piece stands on ``to``, reaches its aim although the other side may now take there.

    ``lead`` (negative): how far the side that has just taken is above its aim once it loses the piece it took with. If the other
    side takes in turn with a piece worth ``v``, its own lead is ``-lead - 1 - v``, for it must do one unit better than equal.
    ``occupied``: after the move; lines that open behind a piece that has taken are seen, pins are not.
    """
    diagonal, orthogonal = kinds[BISHOP] | kinds[QUEEN], kinds[ROOK] | kinds[QUEEN]
    pawns = kinds[PAWN]
    attackers = (KNIGHT_STEPS[to] & kinds[KNIGHT]) | (KING_STEPS[to] & kinds[KING])
    attackers |= (PAWN_STEPS[64 | to] & pawns & colours[WHITE]) | (PAWN_STEPS[to] & pawns & colours[BLACK])
    attackers |= (bishop_attacks(to, occupied) & diagonal) | (rook_attacks(to, occupied) & orthogonal)
    attackers &= occupied
    side = 1 - mover_side
    while True:
        takers = attackers & colours[side]
        if takers == U0:
            return side != mover_side
        kind = _least_valuable(kinds, takers)
        if kind == KING and attackers & colours[1 - side] != U0:
            return side != mover_side
        lead = -lead - 1 - EXCHANGE_VALUES[kind]
        if lead >= 0:
            return side == mover_side
        taker = kinds[kind] & takers
        occupied ^= taker & (~taker + U1)
        if kind == PAWN or kind == BISHOP or kind == QUEEN:
            attackers |= bishop_attacks(to, occupied) & diagonal
        if kind == ROOK or kind == QUEEN:
            attackers |= rook_attacks(to, occupied) & orthogonal
        attackers &= occupied
        side = 1 - side


@kernel(contract.SEE)
def see(memory, ply, move, threshold):
    """1 if the exchange that ``move`` starts wins at least ``threshold`` for the mover, else 0. Pins are ignored."""
    special = contract.move_special(move)
    if move == 0 or special == CASTLE:
        return np.int64(threshold <= 0)
    state = rows(memory)[ply]
    side = np.int64(state["player"])
    origin, to = contract.move_origin(move), contract.move_to(move)
    lead = EXCHANGE_VALUES[contract.move_victim(move)] - threshold
    at_stake = EXCHANGE_VALUES[contract.move_mover(move)]
    occupied = (state["kinds"][0] & ~bit(origin)) | bit(to)
    if special == EN_PASSANT:
        occupied ^= bit(to + np.int64(8 if side else -8))
    elif special > DOUBLE_STEP:
        at_stake = EXCHANGE_VALUES[(special & SPECIAL_KIND_MASK) - PROMOTE]
        lead += at_stake - EXCHANGE_VALUES[PAWN]
    if lead < 0:
        return 0
    lead -= at_stake
    if lead >= 0:
        return 1
    return np.int64(_mover_wins(state["kinds"], state["colours"], side, to, occupied, lead))
