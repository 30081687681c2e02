"""Playing a move and ending a game: ``make_move``, keys, ``result``, ``adjudicate`` and ``perft``.

Own is what half-points and returns of cannons add; the rest is xiangqi's code, made anew for this record: see ``adapt``.
"""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.contract import FLAG_IN_CHECK, FLAG_NULL_OK
from engine.core.jit import kernel, leaf
from engine.games.adapt import adapted
from engine.games.xiangqi import play as xiangqi_play
from engine.games.xiangqi.attacks import BIT_OF, U0, U1, WORD_OF
from engine.games.xiangqi.play import has_strong, is_structure
from engine.games.xiangqi.state import (
    BISHOP,
    CANNON,
    COLOR_BIT,
    KING,
    KNIGHT,
    PAWN,
    ROOK,
    SIDE_KEY,
)
from engine.games.xiangqi_variants.adjudication import repetition_verdict, tree_verdict
from engine.games.xiangqi_variants.attacks import is_check
from engine.games.xiangqi_variants.moves import MAX_CHAIN_MOVES, count_moves, gen_moves, has_moves
from engine.games.xiangqi_variants.returns import NONE, followed_screen, is_usable, lone_screen, right_key
from engine.games.xiangqi_variants.state import CELLS, PAOWEI, PIECE_KEYS, POINTS, rows

# --- facts of a row -----------------------------------------------------------------------------------------------------


@leaf
def settle(state):
    """Set the header flags from the pieces and the player."""
    color = np.int64(state["player"])
    state["flags"] = (FLAG_IN_CHECK if is_check(state, color) else 0) | (FLAG_NULL_OK if has_strong(state, color) else 0)


@kernel(contract.RESULT)
def place_all(memory, ply):
    """Set the sets, kings, keys and flags of row ``ply`` from ``board``, ``right`` and ``player``; drop a return that cannot be.

    For readers of position strings. Returns 1 if the player to act could capture the enemy king, 2 if a return of the player to
    act was dropped, the sum of both, or 0. Each side has a king.
    """
    state = rows(memory)[ply]
    colors, kinds, board = state["colors"], state["kinds"], state["board"]
    for i in range(4):
        colors[i] = U0
    for i in range(16):
        kinds[i] = U0
    key, structure, halves = U0, U0, np.int64(0)
    for cell in range(CELLS):
        code = np.int64(board[cell])
        if code:
            kind, color = code & 7, code >> 3
            key ^= PIECE_KEYS[code, cell]
            if is_structure(kind):
                structure ^= PIECE_KEYS[code, cell]
            if cell >= POINTS:
                halves |= np.int64(1) << (cell - POINTS)
                continue
            word = WORD_OF[cell]
            colors[2 * color + word] |= U1 << BIT_OF[cell]
            kinds[2 * kind + word] |= U1 << BIT_OF[cell]
            if kind == KING:
                state["king"][color] = cell
    state["halves"] = halves
    player = np.int64(state["player"])
    right, dropped = state["right"], np.int64(0)
    if right[0] >= 0 and not is_usable(board, player, halves, np.int64(right[0]), np.int64(right[1]), np.int64(right[2])):
        right[0] = right[1] = right[2] = NONE
        dropped = np.int64(2)
    state["key"] = key ^ right_key(right) ^ (SIDE_KEY if player else U0)
    state["structure_key"] = structure
    settle(state)
    return np.int64(is_check(state, 1 - player)) + dropped


# --- moves --------------------------------------------------------------------------------------------------------------


@leaf
def shift_piece(state, color, origin, to, kind, victim):
    """Move a piece on the board and in the sets, taking what stands on ``to``."""
    colors, kinds, board = state["colors"], state["kinds"], state["board"]
    if origin < POINTS:
        word, bit = WORD_OF[origin], U1 << BIT_OF[origin]
        colors[2 * color + word] ^= bit
        kinds[2 * kind + word] ^= bit
    else:
        state["halves"] ^= np.uint8(1 << (origin - POINTS))
    if to < POINTS:
        word, bit = WORD_OF[to], U1 << BIT_OF[to]
        if victim:
            colors[2 - 2 * color + word] ^= bit
            kinds[2 * victim + word] ^= bit
        colors[2 * color + word] ^= bit
        kinds[2 * kind + word] ^= bit
    else:
        state["halves"] ^= np.uint8(1 << (to - POINTS))
    board[origin] = 0
    board[to] = kind + COLOR_BIT * color
    if kind == KING:
        state["king"][color] = to


@leaf
def turn_rights(state, color, origin, to, kind, victim):
    """Hand the turn over as far as returns go: the board is that after the move of ``color``; ``origin`` -1 for a null move."""
    right, board = state["right"], state["board"]
    cannon, home, screen = np.int64(right[3]), np.int64(right[4]), np.int64(right[5])
    right[0] = right[1] = right[2] = right[3] = right[4] = right[5] = NONE
    if cannon >= 0:
        screen = followed_screen(np.int64(state["variant"]), screen, origin, to)
        if is_usable(board, 1 - color, np.int64(state["halves"]), cannon, home, screen):
            right[0], right[1], right[2] = cannon, home, screen
    if victim and kind == CANNON and state["cannon_return"]:
        right[3], right[4], right[5] = to, origin, lone_screen(board, origin, to)


@leaf
def rights_key(state):
    """What both returns add to the key."""
    return right_key(state["right"])


# --- ends of the game ---------------------------------------------------------------------------------------------------


@leaf
def is_material_draw(state):
    """Whether neither side has a rook, horse, cannon or pawn, nor an elephant where that can attack."""
    kinds = state["kinds"]
    low = kinds[2 * ROOK] | kinds[2 * KNIGHT] | kinds[2 * CANNON] | kinds[2 * PAWN]
    high = kinds[2 * ROOK + 1] | kinds[2 * KNIGHT + 1] | kinds[2 * CANNON + 1] | kinds[2 * PAWN + 1]
    if state["variant"] == PAOWEI:
        low |= kinds[2 * BISHOP] | kinds[2 * BISHOP + 1]
    return low | high == U0


# --- shared -------------------------------------------------------------------------------------------------------------

_PLAY = adapted(
    xiangqi_play,
    __name__,
    ("play_move", "make_move", "perft"),
    {
        "rows": rows,
        "settle": settle,
        "shift_piece": shift_piece,
        "turn_rights": turn_rights,
        "rights_key": rights_key,
        "PIECE_KEYS": PIECE_KEYS,
        "count_moves": count_moves,
        "gen_moves": gen_moves,
        "MAX_MOVES": MAX_CHAIN_MOVES,
    },
)
make_move, perft = _PLAY["make_move"], _PLAY["perft"]
_ENDS = adapted(
    xiangqi_play,
    __name__,
    ("is_limit", "result", "adjudicate"),
    {
        "rows": rows,
        "is_material_draw": is_material_draw,
        "count_moves": has_moves,
        "repetition_verdict": repetition_verdict,
        "tree_verdict": tree_verdict,
    },
)
result, adjudicate = _ENDS["result"], _ENDS["adjudicate"]
