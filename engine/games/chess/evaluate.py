"""Static evaluation: tapered, built from the sets of the state, the same for both sides by construction.

The board is turned so that the player to act moves up; then each part of the evaluation looks at one side from that side's own
view and runs twice. ``weights`` holds the numbers, ``scratch`` the memory, ``pawns``, ``pieces`` and ``endgame`` the parts.
"""

from __future__ import annotations

import numpy as np
from numba import types

from engine.core import contract, score
from engine.core.bits import U0, U1, byte_swap, lsb, popcount
from engine.core.jit import inline_leaf, kernel, leaf
from engine.games.chess.endgame import DRAWN, SCALE_ALL, SCALE_FULL, WHOLE, end_scale, lone_king
from engine.games.chess.pawns import pawn_side
from engine.games.chess.pieces import piece_side, pressure_side
from engine.games.chess.scratch import PAWN_TABLE, READY, SCRATCH_WORDS, SLOT_MASK, SLOT_WORDS, entry, prepare
from engine.games.chess.state import BISHOP, BLACK, KING, KNIGHT, PAWN, QUEEN, ROOK, rows
from engine.games.chess.weights import WEIGHTS

__all__ = ["PIECE_VALUES", "SCRATCH_WORDS", "WEIGHTS", "evaluate", "parts"]

#: Score units of each kind for move ordering and pruning, between the two phases; nobody captures a king.
PIECE_VALUES = (0, 95, 325, 345, 530, 1060, 0)
PHASE_MAX = 24  #: knights and bishops count 1, rooks 2, queens 4
TEMPO = entry("tempo")
#: Signature of ``parts``: ``(memory, ply, weights, scratch, out)``, ``out`` int64[5].
PARTS = types.FunctionType(types.void(*contract.EVALUATE.signature.args, types.Array(types.int64, 1, "C")))
_CORNER = np.uint64(1 << 63)
_TABLE_KEY = np.uint64(0x70617773)  #: keeps the key of an empty slot from being a real one


@inline_leaf
def _middlegame(packed):
    return np.int64(np.int32(packed & 0xFFFFFFFF))


@inline_leaf
def _endgame(packed):
    return (packed + 0x80000000) >> 32


@inline_leaf
def _turned(cells, turn):
    """``cells``, mirrored from rank to rank if ``turn``."""
    return byte_swap(cells) if turn else cells


@leaf
def _fill_slot(state, slot, key, scratch):
    """Evaluate the pawns and kings of both sides into words ``slot`` to ``slot + 4`` of ``scratch``."""
    kinds, colours = state["kinds"], state["colours"]
    white_pawns, black_pawns = kinds[PAWN] & colours[0], kinds[PAWN] & colours[1]
    white_king, black_king = lsb(kinds[KING] & colours[0] | _CORNER), lsb(kinds[KING] & colours[1] | _CORNER)
    value, passed = pawn_side(white_pawns, black_pawns, white_king, black_king, scratch)
    scratch[slot], scratch[slot + 1], scratch[slot + 2] = np.int64(key), value, np.int64(passed)
    value, passed = pawn_side(byte_swap(black_pawns), byte_swap(white_pawns), black_king ^ 56, white_king ^ 56, scratch)
    scratch[slot + 3], scratch[slot + 4] = value, np.int64(passed)


@leaf
def _sides(state, scratch):
    """Both sides' packed scores, the phase, the endgame's scale and what a lone king adds.

    Returns (own, enemy, phase 0..24, scale 0..SCALE_FULL, bonus or DRAWN), own being the player to act.
    """
    kinds, colours, player = state["kinds"], state["colours"], np.int64(state["player"])
    turn = player == BLACK
    own, enemy = _turned(colours[player], turn), _turned(colours[1 - player], turn)
    occupied = own | enemy
    all_pawns, all_knights, all_bishops = _turned(kinds[PAWN], turn), _turned(kinds[KNIGHT], turn), _turned(kinds[BISHOP], turn)
    all_rooks, all_queens, all_kings = _turned(kinds[ROOK], turn), _turned(kinds[QUEEN], turn), _turned(kinds[KING], turn)
    pawns, knights, bishops = all_pawns & own, all_knights & own, all_bishops & own
    rooks, queens = all_rooks & own, all_queens & own
    # The corner only counts where a king has been captured (win_by=king-capture).
    king, far_king = lsb(all_kings & own | _CORNER), lsb(all_kings & enemy | _CORNER)

    # The enemy in this view (far_) and in its own (their_).
    far_pawns, far_knights, far_bishops = all_pawns & enemy, all_knights & enemy, all_bishops & enemy
    far_rooks, far_queens = all_rooks & enemy, all_queens & enemy
    their_pawns, their_knights, their_bishops = byte_swap(far_pawns), byte_swap(far_knights), byte_swap(far_bishops)
    their_rooks, their_queens, their_king = byte_swap(far_rooks), byte_swap(far_queens), far_king ^ 56
    our_pawns, our_occupied = byte_swap(pawns), byte_swap(occupied)

    # 1. Pawns and kings, from the table if they stood like this before.
    key = state["structure_key"] ^ _TABLE_KEY
    slot = PAWN_TABLE + SLOT_WORDS * (np.int64(key) & scratch[SLOT_MASK])
    if np.uint64(scratch[slot]) != key:
        _fill_slot(state, slot, key, scratch)
    mine, theirs = slot + 1 + 2 * player, slot + 3 - 2 * player
    own_score, enemy_score = scratch[mine], scratch[theirs]
    passed, their_passed = np.uint64(scratch[mine + 1]), np.uint64(scratch[theirs + 1])

    # 2. Pieces, each side by itself.
    value, kn, bi, ro, qu, every, twice, danger = piece_side(
        pawns, knights, bishops, rooks, queens, king, far_pawns, far_king, occupied, scratch
    )
    own_score += value
    value, their_kn, their_bi, their_ro, their_qu, their_every, their_twice, their_danger = piece_side(
        their_pawns, their_knights, their_bishops, their_rooks, their_queens, their_king,
        our_pawns, king ^ 56, our_occupied, scratch,
    )  # fmt: skip
    enemy_score += value

    # 3. What the attacks of both mean.
    own_score += pressure_side(
        pawns, own, king, kn, bi, ro, qu, every, twice, passed, danger, queens != U0,
        enemy, far_pawns, far_knights, far_bishops, far_rooks, far_queens, far_king,
        byte_swap(their_qu), byte_swap(their_every), byte_swap(their_twice), occupied, scratch,
    )  # fmt: skip
    enemy_score += pressure_side(
        their_pawns, byte_swap(enemy), their_king, their_kn, their_bi, their_ro, their_qu, their_every, their_twice, their_passed,
        their_danger, far_queens != U0, byte_swap(own), our_pawns, byte_swap(knights), byte_swap(bishops), byte_swap(rooks),
        byte_swap(queens), king ^ 56, byte_swap(qu), byte_swap(every), byte_swap(twice), our_occupied, scratch,
    )  # fmt: skip
    own_score += scratch[TEMPO]

    # 4. Phase and the special knowledge of endings, from the side that stands better.
    phase = popcount(all_knights | all_bishops) + 2 * popcount(all_rooks) + 4 * popcount(all_queens)
    if _endgame(own_score - enemy_score) >= 0:
        scale = end_scale(
            pawns, knights, bishops, rooks, queens, far_pawns, far_knights, far_bishops, far_rooks, far_queens, far_king
        )
    else:
        scale = end_scale(
            their_pawns, their_knights, their_bishops, their_rooks, their_queens, our_pawns,
            byte_swap(knights), byte_swap(bishops), byte_swap(rooks), byte_swap(queens), king ^ 56,
        )  # fmt: skip
    bonus = np.int64(0)
    if enemy & (enemy - U1) == U0:
        bonus = lone_king(pawns, knights, bishops, rooks, queens, king, far_king, np.int64(0))
    elif own & (own - U1) == U0:
        far_bonus = lone_king(
            their_pawns, their_knights, their_bishops, their_rooks, their_queens, their_king, king ^ 56, np.int64(1)
        )
        bonus = -far_bonus if far_bonus != DRAWN else far_bonus
    return own_score, enemy_score, min(phase, np.int64(PHASE_MAX)), scale, bonus


@inline_leaf
def _blend(own, enemy, phase, scale, bonus, halfmove):
    """The score of the player to act from the results of :func:`_sides`; it shrinks as moves without progress add up."""
    if bonus == DRAWN:
        return np.int64(0)
    if abs(bonus) >= WHOLE:
        whole = min(abs(bonus) - WHOLE, np.int64(score.EVAL_LIMIT - 1))
        return whole if bonus > 0 else -whole
    packed = own - enemy
    middle_scale = scale if scale <= SCALE_ALL else np.int64(SCALE_FULL)
    value = _middlegame(packed) * phase * middle_scale + _endgame(packed) * (PHASE_MAX - phase) * scale
    value = (value // (PHASE_MAX * SCALE_FULL) + bonus) * (200 - min(halfmove, np.int64(100))) // 200
    return min(max(value, np.int64(1 - score.EVAL_LIMIT)), np.int64(score.EVAL_LIMIT - 1))


@kernel(contract.EVALUATE)
def evaluate(memory, ply, weights, scratch):
    """Static evaluation of row ``ply`` for the player to act, see ``contract.EVALUATE``."""
    if scratch[READY] == 0:
        prepare(weights, scratch)
    state = rows(memory)[ply]
    own, enemy, phase, scale, bonus = _sides(state, scratch)
    return _blend(own, enemy, phase, scale, bonus, np.int64(state["halfmove"]))


@kernel(PARTS)
def parts(memory, ply, weights, scratch, out):
    """What ``evaluate`` blends, into ``out``: packed score of the player to act, of the enemy, phase, scale, bonus or DRAWN.

    A tuner gets the coefficients of a position from it, with zeroed scratch and all weights zero but one: a pair of (1, 1) gives
    how often it counts for either side, a ``danger_`` number of 1 << DANGER_END_SHIFT gives its units in the endgame half.
    """
    if scratch[READY] == 0:
        prepare(weights, scratch)
    out[0], out[1], out[2], out[3], out[4] = _sides(rows(memory)[ply], scratch)
