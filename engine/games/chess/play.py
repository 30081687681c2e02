"""Playing a move: ``make_move``, the incremental keys, and the facts of a row that other kernels rely on."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.bits import U0, U1, bit, has, lsb
from engine.core.jit import kernel, leaf
from engine.games.chess.attacks import PAWN_STEPS, RANK_1, attackers_of
from engine.games.chess.legality import castling_goals, en_passant_is_safe
from engine.games.chess.state import (
    BISHOP,
    BLACK_CODE,
    BLACK_KEY,
    CASTLE,
    CASTLING_KEYS,
    DOUBLE_STEP,
    EN_PASSANT,
    EN_PASSANT_KEYS,
    KING,
    KNIGHT,
    PAWN,
    PIECE_KEYS,
    PROMOTE,
    QUEEN,
    ROOK,
    RULE_KING_CAPTURE,
    SPECIAL_KIND_MASK,
    rows,
)

_COUNTER_LIMIT = 30_000  #: the 16-bit counters stop here; every game is over by rule long before


@leaf
def checkers_of(state):
    """The enemy pieces that attack the king of the player to act, from the sets of the record."""
    side = np.int64(state["player"])
    kinds = state["kinds"]
    own = state["colours"][side]
    king = kinds[KING] & own
    if king == U0:
        return U0
    return attackers_of(
        lsb(king),
        1 - side,
        kinds[0],
        kinds[PAWN],
        kinds[KNIGHT],
        kinds[BISHOP] | kinds[QUEEN],
        kinds[ROOK] | kinds[QUEEN],
        kinds[KING],
        kinds[0] ^ own,
    )


@leaf
def en_passant_exists(state, to):
    """Whether the player to act has a legal e.p. capture on cell ``to``; ``checkers`` of the record must be set."""
    side = np.int64(state["player"])
    kinds = state["kinds"]
    own = state["colours"][side]
    takers = PAWN_STEPS[((1 - side) << 6) | to] & kinds[PAWN] & own
    if takers == U0 or state["rules"] & RULE_KING_CAPTURE != 0:
        return takers != U0
    enemy = kinds[0] ^ own
    victim = to + np.int64(8 if side else -8)
    king = lsb(kinds[KING] & own)
    diagonal, orthogonal = (kinds[BISHOP] | kinds[QUEEN]) & enemy, (kinds[ROOK] | kinds[QUEEN]) & enemy
    leapers = state["checkers"] & (kinds[PAWN] | kinds[KNIGHT])
    while takers:
        origin = lsb(takers)
        takers &= takers - U1
        if en_passant_is_safe(origin, to, victim, king, kinds[0], diagonal, orthogonal, leapers):
            return True
    return False


@leaf
def set_flags(state):
    """Set the header flags from ``checkers`` and the sets. A side that has lost its king counts as in check."""
    own = state["colours"][np.int64(state["player"])]
    flags = 0
    if state["checkers"] != U0 or state["kinds"][KING] & own == U0:
        flags |= contract.FLAG_IN_CHECK
    if own & ~(state["kinds"][PAWN] | state["kinds"][KING]) != U0:
        flags |= contract.FLAG_NULL_OK
    state["flags"] = flags


@leaf
def _toggle(state, cell, kind, side):
    """Put the piece on ``cell`` or take it away; sets and keys only, not ``board``."""
    word = bit(cell)
    state["kinds"][kind] ^= word
    state["kinds"][0] ^= word
    state["colours"][side] ^= word
    key = PIECE_KEYS[kind + BLACK_CODE * side, cell]
    state["key"] ^= key
    if kind == PAWN or kind == KING:
        state["structure_key"] ^= key


@leaf
def _move_pieces(state, side, origin, to, mover, victim, special):
    """The pieces' part of a move, castling included."""
    board = state["board"]
    if special == CASTLE:
        king_goal, rook_goal = castling_goals(origin, to)
        _toggle(state, origin, np.int64(KING), side)
        _toggle(state, to, np.int64(ROOK), side)
        _toggle(state, king_goal, np.int64(KING), side)
        _toggle(state, rook_goal, np.int64(ROOK), side)
        board[origin] = 0
        board[to] = 0
        board[king_goal] = KING + BLACK_CODE * side
        board[rook_goal] = ROOK + BLACK_CODE * side
        return
    if victim:
        place = to
        if special == EN_PASSANT:
            place = to + np.int64(8 if side else -8)
            board[place] = 0
        _toggle(state, place, victim, 1 - side)
    placed = mover
    if special > DOUBLE_STEP:
        placed = (special & SPECIAL_KIND_MASK) - PROMOTE
    _toggle(state, origin, mover, side)
    _toggle(state, to, placed, side)
    board[origin] = 0
    board[to] = placed + BLACK_CODE * side


@leaf
def _lose_castling(state, side, origin, to, mover):
    """Drop the castling rights that the move ends; whether there were any."""
    rights = state["castling"]
    lost = rights & (bit(origin) | bit(to))
    if mover == KING:
        lost |= rights & (RANK_1 << np.uint64(56 * side))
    if lost == U0:
        return False
    state["castling"] = rights ^ lost
    while lost:
        state["key"] ^= CASTLING_KEYS[lsb(lost)]
        lost &= lost - U1
    return True


@kernel(contract.MAKE_MOVE)
def make_move(memory, ply, move):
    """Write row ``ply + 1``: the position after ``move``, a legal move of row ``ply`` or 0 to pass."""
    states = rows(memory)
    states[ply + 1] = states[ply]
    state = states[ply + 1]
    side = np.int64(state["player"])
    if state["en_passant"] >= 0:
        state["key"] ^= EN_PASSANT_KEYS[np.int64(state["en_passant"]) & 7]
        state["en_passant"] = -1
    state["key"] ^= BLACK_KEY
    state["player"] = 1 - side
    state["fullmove"] += side
    special = contract.move_special(move)
    to = contract.move_to(move)
    if move == 0:
        state["reversible"] = 0
        state["halfmove"] = min(np.int64(state["halfmove"]) + 1, _COUNTER_LIMIT)
    else:
        origin, mover, victim = contract.move_origin(move), contract.move_mover(move), contract.move_victim(move)
        _move_pieces(state, side, origin, to, mover, victim, special)
        state["halfmove"] = min(np.int64(state["halfmove"]) + 1, _COUNTER_LIMIT)
        state["reversible"] = min(np.int64(state["reversible"]) + 1, _COUNTER_LIMIT)
        if state["castling"] != U0 and _lose_castling(state, side, origin, to, mover):
            state["reversible"] = 0
        if mover == PAWN or victim:
            state["halfmove"] = 0
            state["reversible"] = 0
    state["checkers"] = checkers_of(state)
    set_flags(state)
    if special == DOUBLE_STEP:
        skipped = to + np.int64(8 if side else -8)
        if en_passant_exists(state, skipped):
            state["en_passant"] = skipped
            state["key"] ^= EN_PASSANT_KEYS[skipped & 7]


@kernel(contract.RESULT)
def finish_row(memory, ply):
    """Complete a row of which the sets, ``board``, ``player``, ``castling``, ``rules`` and a possible ``en_passant`` are written.

    Sets ``checkers``, the flags and both keys, and clears ``en_passant`` where no legal capture exists. Returns 1 if the player
    to act could take the other king, else 0.
    """
    state = rows(memory)[ply]
    side = np.int64(state["player"])
    state["checkers"] = checkers_of(state)
    set_flags(state)
    key, structure = U0, U0
    for cell in range(64):
        code = np.int64(state["board"][cell])
        if code:
            key ^= PIECE_KEYS[code, cell]
            kind = code & 7
            if kind == PAWN or kind == KING:
                structure ^= PIECE_KEYS[code, cell]
        if has(state["castling"], cell):
            key ^= CASTLING_KEYS[cell]
    if side:
        key ^= BLACK_KEY
    skipped = np.int64(state["en_passant"])
    if skipped >= 0:
        if en_passant_exists(state, skipped):
            key ^= EN_PASSANT_KEYS[skipped & 7]
        else:
            state["en_passant"] = -1
    state["key"] = key
    state["structure_key"] = structure
    state["player"] = 1 - side
    exposed = checkers_of(state)
    state["player"] = side
    return np.int64(exposed != U0)
