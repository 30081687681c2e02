"""``is_legal``: whether any 64-bit number is a legal move, without generating moves (table and killer moves)."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.bits import U0, U1, bit, has, lsb
from engine.core.jit import kernel, leaf
from engine.games.chess.attacks import (
    KING_STEPS,
    KNIGHT_STEPS,
    PAWN_STEPS,
    QUEEN_LINES,
    attackers_of,
    bishop_attacks,
    rook_attacks,
)
from engine.games.chess.legality import castling_is_legal, danger_of, en_passant_is_safe, restrictions
from engine.games.chess.state import (
    BISHOP,
    BLACK_CODE,
    CASTLE,
    DOUBLE_STEP,
    EN_PASSANT,
    KING,
    KNIGHT,
    NOISY_SPECIAL,
    PAWN,
    PLAIN,
    PROMOTE,
    QUEEN,
    ROOK,
    RULE_KING_CAPTURE,
    RULE_ROOK_SAFE,
    rows,
)


@leaf
def _castling_move_is_legal(state, origin, to):
    """The same for a castling move whose king stands on ``origin``."""
    side = np.int64(state["player"])
    own = state["colours"][side]
    if not has(state["castling"] & own, to) or state["checkers"] != U0:
        return False
    kinds = state["kinds"]
    diagonal, orthogonal = kinds[BISHOP] | kinds[QUEEN], kinds[ROOK] | kinds[QUEEN]
    danger = danger_of(kinds[PAWN], kinds[KNIGHT], diagonal, orthogonal, kinds[KING], own, side)
    pins = restrictions(kinds[PAWN], kinds[KNIGHT], diagonal, orthogonal, kinds[KING], own, side)
    return castling_is_legal(origin, to, kinds[0], danger, pins[2], state["rules"] & RULE_ROOK_SAFE != 0)


@leaf
def _pawn_reaches(state, side, origin, to, victim, special):
    """Whether a pawn moves like this, the king's safety aside; ``victim`` is what stands on ``to``, or a pawn in e.p."""
    forward = np.int64(-8 if side else 8)
    if special == EN_PASSANT:
        return to == state["en_passant"] and has(PAWN_STEPS[(side << 6) | origin], to)
    if (to >> 3) == (0 if side else 7):
        kind = (special & ~NOISY_SPECIAL) - PROMOTE
        if kind < KNIGHT or kind > QUEEN or (special >= NOISY_SPECIAL) != (kind == QUEEN and victim == 0):
            return False
    elif special == DOUBLE_STEP:
        start = (origin >> 3) == (6 if side else 1)
        return start and victim == 0 and to == origin + 2 * forward and not has(state["kinds"][0], origin + forward)
    elif special != PLAIN:
        return False
    if victim:
        return has(PAWN_STEPS[(side << 6) | origin], to)
    return to == origin + forward


@leaf
def _piece_reaches(occupied, origin, to, mover):
    """Whether a knight, bishop, rook, queen or king on ``origin`` attacks ``to``."""
    if mover == KNIGHT:
        return has(KNIGHT_STEPS[origin], to)
    if mover == KING:
        return has(KING_STEPS[origin], to)
    if not has(QUEEN_LINES[origin], to):
        return False
    reached = U0
    if mover != ROOK:
        reached |= bishop_attacks(origin, occupied)
    if mover != BISHOP:
        reached |= rook_attacks(origin, occupied)
    return has(reached, to)


@leaf
def _king_is_safe(state, side, origin, to, mover, special):
    """Whether the own king is not attacked after a move that the piece can make."""
    kinds = state["kinds"]
    own = state["colours"][side]
    occupied = kinds[0]
    enemy = occupied ^ own
    diagonal, orthogonal = (kinds[BISHOP] | kinds[QUEEN]) & enemy, (kinds[ROOK] | kinds[QUEEN]) & enemy
    if mover == KING:
        after = occupied ^ bit(origin)
        found = attackers_of(to, 1 - side, after, kinds[PAWN], kinds[KNIGHT], diagonal, orthogonal, kinds[KING], enemy)
        return found == U0
    king = lsb(kinds[KING] & own)
    checkers = state["checkers"]
    leapers = checkers & (kinds[PAWN] | kinds[KNIGHT])
    if special == EN_PASSANT:
        victim = to + np.int64(8 if side else -8)
        return en_passant_is_safe(origin, to, victim, king, occupied, diagonal, orthogonal, leapers)
    if checkers == U0 and not has(QUEEN_LINES[king], origin):
        return True
    if checkers & (checkers - U1) != U0 or leapers & ~bit(to) != U0:
        return False
    after = (occupied ^ bit(origin)) | bit(to)
    seen = (bishop_attacks(king, after) & diagonal) | (rook_attacks(king, after) & orthogonal)
    return seen & ~bit(to) == U0


@kernel(contract.IS_LEGAL)
def is_legal(memory, ply, move):
    """1 if ``move``, any int64, equals one of the moves that ``gen_moves`` writes, else 0."""
    if move <= 0 or move >> 32:
        return 0
    state = rows(memory)[ply]
    origin, to = contract.move_origin(move), contract.move_to(move)
    if origin > 63 or to > 63:
        return 0
    side = np.int64(state["player"])
    mover, special = contract.move_mover(move), contract.move_special(move)
    if mover == 0 or np.int64(state["board"][origin]) != mover + BLACK_CODE * side:
        return 0
    own = state["colours"][side]
    if state["kinds"][KING] & own == U0:
        return 0
    victim = contract.move_victim(move)
    if special == CASTLE:
        return np.int64(mover == KING and victim == 0 and _castling_move_is_legal(state, origin, to))
    if special == EN_PASSANT:
        if mover != PAWN or victim != PAWN:
            return 0
    elif has(own, to) or victim != np.int64(state["board"][to] & 7):
        return 0
    if mover == PAWN:
        if not _pawn_reaches(state, side, origin, to, victim, special):
            return 0
    elif special != PLAIN or not _piece_reaches(state["kinds"][0], origin, to, mover):
        return 0
    if state["rules"] & RULE_KING_CAPTURE != 0:
        return 1
    return np.int64(_king_is_safe(state, side, origin, to, mover, special))
