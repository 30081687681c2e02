"""Playing a move and ending a game: ``make_move``, keys, ``result``, ``adjudicate`` and ``perft``."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.contract import FLAG_IN_CHECK, FLAG_NULL_OK, MOVER_SHIFT, ORIGIN_SHIFT, VICTIM_SHIFT, draw_code, win_code
from engine.core.jit import inline_leaf, kernel, leaf
from engine.games.xiangqi.attacks import BIT_OF, U0, U1, WORD_OF
from engine.games.xiangqi.guards import guard, is_attacked
from engine.games.xiangqi.moves import MAX_MOVES, count_moves, gen_moves
from engine.games.xiangqi.repetition import repetition_verdict, tree_verdict
from engine.games.xiangqi.state import (
    ADVISOR,
    BISHOP,
    CANNON,
    COLOR_BIT,
    KING,
    KNIGHT,
    PAWN,
    PIECE_KEYS,
    REASON_CHECKMATE,
    REASON_MATERIAL,
    REASON_MOVE_LIMIT,
    REASON_STALEMATE,
    ROOK,
    SIDE_KEY,
    SQUARES,
    rows,
)

FREE_CHECKS = 10  #: checks of a side since the last capture that ``Rule60 Free Checks`` still counts


# --- facts of a row -----------------------------------------------------------------------------------------------------


@inline_leaf
def has_strong(state, color):
    """Whether ``color`` has a rook, cannon or horse, with which a pass is seldom the best move."""
    kinds = state["kinds"]
    low = (kinds[2 * ROOK] | kinds[2 * CANNON] | kinds[2 * KNIGHT]) & state["colors"][2 * color]
    return low | (kinds[2 * ROOK + 1] | kinds[2 * CANNON + 1] | kinds[2 * KNIGHT + 1]) & state["colors"][2 * color + 1] != U0


@leaf
def settle(state):
    """Set what depends on the pieces and the player: ``target``, ``tied`` and the header flags."""
    color = np.int64(state["player"])
    target_lo, target_hi, tied_lo, tied_hi, check = guard(state, color, U0, U0)
    state["target"][0] = target_lo
    state["target"][1] = target_hi
    state["tied"][0] = tied_lo
    state["tied"][1] = tied_hi
    state["flags"] = (FLAG_IN_CHECK if check else 0) | (FLAG_NULL_OK if has_strong(state, color) else 0)


@inline_leaf
def is_structure(kind):
    """Whether the kind counts for ``structure_key``: pawns, advisors, bishops."""
    return kind == PAWN or kind == ADVISOR or kind == BISHOP


@kernel(contract.RESULT)
def place_all(memory, ply):
    """Set the sets, kings, keys, ``target``, ``tied`` and flags of row ``ply`` from ``board`` and ``player``.

    For readers of position strings. Returns 1 if the player to act could capture the enemy king, else 0. Each side has a king.
    """
    state = rows(memory)[ply]
    colors, kinds, board = state["colors"], state["kinds"], state["board"]
    for i in range(4):
        colors[i] = U0
    for i in range(16):
        kinds[i] = U0
    key, structure = U0, U0
    for square in range(SQUARES):
        code = np.int64(board[square])
        if code:
            kind, color, word = code & 7, code >> 3, WORD_OF[square]
            colors[2 * color + word] |= U1 << BIT_OF[square]
            kinds[2 * kind + word] |= U1 << BIT_OF[square]
            key ^= PIECE_KEYS[code, square]
            if is_structure(kind):
                structure ^= PIECE_KEYS[code, square]
            if kind == KING:
                state["king"][color] = square
    state["key"] = key ^ SIDE_KEY if state["player"] else key
    state["structure_key"] = structure
    settle(state)
    other = 1 - np.int64(state["player"])
    occ_lo, occ_hi = colors[0] | colors[2], colors[1] | colors[3]
    return np.int64(is_attacked(state, np.int64(state["king"][other]), other, occ_lo, occ_hi))


# --- moves --------------------------------------------------------------------------------------------------------------


@inline_leaf
def shift_piece(state, color, origin, to, kind, victim):
    """Move a piece on the board and in the sets, taking what stands on ``to``."""
    colors, kinds, board = state["colors"], state["kinds"], state["board"]
    from_word, to_word = WORD_OF[origin], WORD_OF[to]
    from_bit, to_bit = U1 << BIT_OF[origin], U1 << BIT_OF[to]
    if victim:
        colors[2 - 2 * color + to_word] ^= to_bit
        kinds[2 * victim + to_word] ^= to_bit
    colors[2 * color + from_word] ^= from_bit
    colors[2 * color + to_word] ^= to_bit
    kinds[2 * kind + from_word] ^= from_bit
    kinds[2 * kind + to_word] ^= to_bit
    board[origin] = 0
    board[to] = kind + COLOR_BIT * color
    if kind == KING:
        state["king"][color] = to


@inline_leaf
def rights_key(state):
    """What rights beside the pieces add to the key: nothing in xiangqi; the variants have returns of cannons."""
    return U0


@inline_leaf
def turn_rights(state, color, origin, to, kind, victim):
    """What the move of ``color``, already on the board, makes of such rights; ``origin`` -1 for a null move."""


@leaf
def play_move(state, move):
    """Turn the record, a copy of the row before, into the position after ``move``."""
    color = np.int64(state["player"])
    key = state["key"] ^ SIDE_KEY ^ rights_key(state)
    reversible = np.int64(0)
    if move:
        origin, to = (move >> ORIGIN_SHIFT) & 511, move & 511
        kind, victim = (move >> MOVER_SHIFT) & 31, (move >> VICTIM_SHIFT) & 31
        shift_piece(state, color, origin, to, kind, victim)
        turn_rights(state, color, origin, to, kind, victim)
        change = PIECE_KEYS[kind + COLOR_BIT * color, origin] ^ PIECE_KEYS[kind + COLOR_BIT * color, to]
        key ^= change
        if is_structure(kind):
            state["structure_key"] ^= change
        if victim:
            taken = PIECE_KEYS[victim + COLOR_BIT - COLOR_BIT * color, to]
            key ^= taken
            if is_structure(victim):
                state["structure_key"] ^= taken
            state["checks"][0] = 0
            state["checks"][1] = 0
            state["halfmove"] = 0
        else:
            reversible = np.int64(state["reversible"]) + 1
            state["halfmove"] += 1
    else:
        turn_rights(state, color, np.int64(-1), np.int64(-1), np.int64(0), np.int64(0))
        state["halfmove"] += 1
    state["key"] = key ^ rights_key(state)
    state["reversible"] = min(reversible, 32767)
    state["last_move"] = move
    state["fullmove"] += color
    state["player"] = 1 - color
    settle(state)
    if state["halfmove"] and state["flags"] & FLAG_IN_CHECK:
        state["checks"][color] += 1


@kernel(contract.MAKE_MOVE)
def make_move(memory, ply, move):
    """Write row ``ply + 1``: the position after ``move``, a legal move of row ``ply`` or 0 to pass."""
    states = rows(memory)
    states[ply + 1] = states[ply]
    play_move(states[ply + 1], move)


# --- ends of the game ---------------------------------------------------------------------------------------------------


@inline_leaf
def is_material_draw(state):
    """Whether neither side has a rook, horse, cannon or pawn."""
    kinds = state["kinds"]
    low = kinds[2 * ROOK] | kinds[2 * KNIGHT] | kinds[2 * CANNON] | kinds[2 * PAWN]
    return low | kinds[2 * ROOK + 1] | kinds[2 * KNIGHT + 1] | kinds[2 * CANNON + 1] | kinds[2 * PAWN + 1] == U0


@inline_leaf
def is_limit(state):
    """Whether the natural limit is reached."""
    limit, count = np.int64(state["limit"]), np.int64(state["halfmove"])
    if limit == 0 or count < limit:
        return False
    if state["free_checks"]:
        count -= max(np.int64(state["checks"][0]) - FREE_CHECKS, 0) + max(np.int64(state["checks"][1]) - FREE_CHECKS, 0)
    return count >= limit


@kernel(contract.RESULT)
def result(memory, ply):
    """The result after ``ply`` plies; the first ply at which a rule applies decides. Source: RULES.md, end of the game."""
    states = rows(memory)
    for row in range(ply + 1):
        state = states[row]
        if row == ply and count_moves(state) == 0:
            reason = REASON_CHECKMATE if state["flags"] & FLAG_IN_CHECK else REASON_STALEMATE
            return win_code(2 - np.int64(state["player"]), np.int64(reason))
        if is_material_draw(state):
            return draw_code(REASON_MATERIAL)
        code = repetition_verdict(memory, row)
        if code:
            return code
        if is_limit(state):
            return draw_code(REASON_MOVE_LIMIT)
    return np.int64(0)


@kernel(contract.ADJUDICATE)
def adjudicate(memory, ply, root):
    """Draws by material and by the natural limit, and the verdict on a repetition inside the tree; 0 if the game goes on."""
    states = rows(memory)
    state = states[ply]
    if is_material_draw(state):
        return draw_code(REASON_MATERIAL)
    key, row = state["key"], ply - 4
    first = ply - np.int64(state["reversible"])
    while row >= first:
        if states[row]["key"] == key:
            code = tree_verdict(memory, ply, root)
            if code:
                return code
            break
        row -= 2
    if is_limit(state) and count_moves(state):
        return draw_code(REASON_MOVE_LIMIT)
    return np.int64(0)


# --- perft --------------------------------------------------------------------------------------------------------------


@kernel(contract.PERFT)
def perft(memory, ply, depth):
    """The number of legal move sequences of ``depth`` plies; the last ply is counted, not played."""
    states = rows(memory)
    if depth <= 0:
        return np.int64(1)
    if depth == 1:
        return count_moves(states[ply])
    moves = np.empty(MAX_MOVES, dtype=np.int64)
    count = gen_moves(memory, ply, moves)
    total = np.int64(0)
    for i in range(count):
        states[ply + 1] = states[ply]
        play_move(states[ply + 1], moves[i])
        if depth == 2:
            total += count_moves(states[ply + 1])
        else:
            total += perft(memory, ply + 1, depth - 1)
    return total
