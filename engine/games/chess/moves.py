"""The generator of legal moves: ``gen_moves``, ``gen_noisy``, ``gen_quiet``.

No move is made to find out whether it is legal: check and pins become sets of allowed cells first (``legality.restrictions``).
Order: pawns (steps, double steps, captures to the west, to the east, e.p.), knights, bishops, rooks, queens, king, castling; in
each group by target cell within origin cell.
"""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.bits import FULL, U0, U1, bit, lsb
from engine.core.contract import pack_move
from engine.core.jit import inline_leaf, kernel, leaf
from engine.games.chess.attacks import KING_STEPS, KNIGHT_STEPS, PAWN_STEPS, RANK_1, RANK_8, bishop_attacks, rook_attacks
from engine.games.chess.legality import (
    castling_is_legal,
    danger_of,
    en_passant_is_safe,
    line_of_pin,
    pawn_targets,
    restrictions,
)
from engine.games.chess.state import (
    BISHOP,
    CASTLE,
    DOUBLE_STEP,
    EN_PASSANT,
    KING,
    KNIGHT,
    MAX_MOVES,
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

LAST_RANKS = RANK_1 | RANK_8
_NOISY, _QUIET = 1, 2  #: bits of ``wanted``


@inline_leaf
def _write(moves, n, targets, origin, mover, board):
    """Append the moves of the piece on ``origin`` to ``targets``; the new count."""
    base = pack_move(np.int64(0), np.int64(0), mover, np.int64(0), np.int64(PLAIN)) | (origin << contract.ORIGIN_SHIFT)
    while targets:
        to = lsb(targets)
        targets &= targets - U1
        moves[n] = base | to | (np.int64(board[to] & 7) << contract.VICTIM_SHIFT)
        n += 1
    return n


@leaf
def _write_pawns(moves, n, targets, back, special, board, wanted):
    """Append the pawn moves that end on ``targets``, ``back`` cells after their origin, with all promotions on the last rank."""
    while targets:
        to = lsb(targets)
        targets &= targets - U1
        victim = np.int64(board[to] & 7)
        base = pack_move(to + back, to, np.int64(PAWN), victim, np.int64(0))
        if bit(to) & LAST_RANKS:
            if victim or wanted & _NOISY:
                queen = np.int64(PROMOTE + QUEEN + (0 if victim else NOISY_SPECIAL))
                moves[n] = base | (queen << contract.SPECIAL_SHIFT)
                n += 1
            if victim or wanted & _QUIET:
                for kind in range(ROOK, PAWN, -1):
                    moves[n] = base | (np.int64(PROMOTE + kind) << contract.SPECIAL_SHIFT)
                    n += 1
        else:
            moves[n] = base | (special << contract.SPECIAL_SHIFT)
            n += 1
    return n


@leaf
def _generate(memory, ply, moves, wanted):
    """Write the legal moves that ``wanted`` (bits _NOISY, _QUIET) asks for; the count."""
    state = rows(memory)[ply]
    side = np.int64(state["player"])
    kinds, board = state["kinds"], state["board"]
    pawns, knights, kings = kinds[PAWN], kinds[KNIGHT], kinds[KING]
    diagonal, orthogonal = kinds[BISHOP] | kinds[QUEEN], kinds[ROOK] | kinds[QUEEN]
    occupied, own = kinds[0], state["colours"][side]
    enemy, empty = occupied ^ own, ~occupied
    if kings & own == U0:
        return np.int64(0)
    king = lsb(kings & own)
    danger = danger_of(pawns, knights, diagonal, orthogonal, kings, own, side)
    in_check = danger & bit(king) != U0
    evasion, pin_file, pin_rank, pin_diag, pin_anti = restrictions(pawns, knights, diagonal, orthogonal, kings, own, side)
    open_king = ~danger
    rook_pins = pin_rank
    free_rules = state["rules"] & RULE_KING_CAPTURE != 0
    if free_rules:
        evasion, open_king = FULL, FULL
        pin_file, pin_rank, pin_diag, pin_anti = U0, U0, U0, U0
    pinned = pin_file | pin_rank | pin_diag | pin_anti
    goals = U0
    if wanted & _NOISY:
        goals |= enemy
    if wanted & _QUIET:
        goals |= empty
    n = np.int64(0)

    # Pawns.
    forward = np.int64(-8 if side else 8)
    steps, double_steps, west, east = pawn_targets(
        pawns & own, pin_file, pin_rank, pin_diag, pin_anti, empty, enemy, evasion, side
    )
    if wanted & _QUIET == 0:
        steps &= LAST_RANKS
        double_steps = U0
    n = _write_pawns(moves, n, steps, -forward, np.int64(PLAIN), board, wanted)
    n = _write_pawns(moves, n, double_steps, -2 * forward, np.int64(DOUBLE_STEP), board, wanted)
    if wanted & _NOISY:
        n = _write_pawns(moves, n, west, 1 - forward, np.int64(PLAIN), board, wanted)
        n = _write_pawns(moves, n, east, -1 - forward, np.int64(PLAIN), board, wanted)
        to = np.int64(state["en_passant"])
        if to >= 0:
            takers = PAWN_STEPS[((1 - side) << 6) | to] & pawns & own
            leapers = state["checkers"] & (pawns | knights)
            while takers:
                origin = lsb(takers)
                takers &= takers - U1
                if free_rules or en_passant_is_safe(
                    origin, to, to - forward, king, occupied, diagonal & enemy, orthogonal & enemy, leapers
                ):
                    moves[n] = pack_move(origin, to, np.int64(PAWN), np.int64(PAWN), np.int64(EN_PASSANT))
                    n += 1

    # Pieces.
    goals_pieces = goals & evasion
    pieces = knights & own & ~pinned
    while pieces:
        origin = lsb(pieces)
        pieces &= pieces - U1
        n = _write(moves, n, KNIGHT_STEPS[origin] & goals_pieces, origin, np.int64(KNIGHT), board)
    for kind in range(BISHOP, KING):
        pieces = kinds[kind] & own
        while pieces:
            origin = lsb(pieces)
            pieces &= pieces - U1
            targets = U0
            if kind != ROOK:
                targets |= bishop_attacks(origin, occupied)
            if kind != BISHOP:
                targets |= rook_attacks(origin, occupied)
            targets &= goals_pieces
            if bit(origin) & pinned:
                targets &= line_of_pin(origin, king)
            n = _write(moves, n, targets, origin, np.int64(kind), board)

    # King.
    n = _write(moves, n, KING_STEPS[king] & goals & open_king, king, np.int64(KING), board)
    if wanted & _QUIET and not in_check:
        rooks = state["castling"] & own
        rook_safe = state["rules"] & RULE_ROOK_SAFE != 0
        while rooks:
            rook = lsb(rooks)
            rooks &= rooks - U1
            if castling_is_legal(king, rook, occupied, danger, rook_pins, rook_safe):
                moves[n] = pack_move(king, rook, np.int64(KING), np.int64(0), np.int64(CASTLE))
                n += 1
    return n


@leaf
def has_moves(memory, ply):
    """Whether the player to act has a legal move."""
    moves = np.empty(MAX_MOVES, dtype=np.int64)
    return _generate(memory, ply, moves, np.int64(_NOISY | _QUIET)) > 0


@kernel(contract.GEN_MOVES)
def gen_moves(memory, ply, moves):
    """All legal moves in the order that the module describes."""
    return _generate(memory, ply, moves, np.int64(_NOISY | _QUIET))


@kernel(contract.GEN_MOVES)
def gen_noisy(memory, ply, moves):
    """Captures, e.p. and promotions to a queen; promotions to less only where they capture."""
    return _generate(memory, ply, moves, np.int64(_NOISY))


@kernel(contract.GEN_MOVES)
def gen_quiet(memory, ply, moves):
    """The legal moves that ``gen_noisy`` does not list."""
    return _generate(memory, ply, moves, np.int64(_QUIET))
