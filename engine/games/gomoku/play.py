"""Playing a move, results and ``perft``."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.contract import draw_code, win_code
from engine.core.jit import inline_leaf, kernel, leaf
from engine.core.raw import array_address, caller, load_i64
from engine.games.gomoku.board import class_at, copy_row, put_stone, rebuild, settle
from engine.games.gomoku.forbidden import forbidden_shape
from engine.games.gomoku.moves import WHOLE, choose
from engine.games.gomoku.patterns import C_FIVE, C_FOUR, C_OPEN, C_RISKY
from engine.games.gomoku.rules import BLACK, CLAIMED, FIVE_MADE, FULL, ILLEGAL, LOSS, MOVE_LIMIT, ONLY_FORBIDDEN, PASSES, RENJU
from engine.games.gomoku.state import (
    MAX_MOVES,
    PASS,
    PASS_KEY,
    POINT_OUT,
    ROW_BYTES,
    SHAPE_KEY,
    SIDE_KEY,
    rows,
    state_at,
)
from engine.games.gomoku.tables import CALLED, directory

_BLACK_WINS, _WHITE_WINS = np.int64(1), np.int64(2)
_MOST_RUN = 100
call_make = caller(contract.MAKE_MOVE)


# --- moves --------------------------------------------------------------------------------------------------------------


@leaf
def _end_by_count(state):
    """Draws by a full board and by the limit on moves."""
    size = np.int64(state["size"])
    if state["stones"] >= size * size:
        state["outcome"] = draw_code(np.int64(FULL))
    elif state["max_moves"] > 0 and state["stones"] >= state["max_moves"]:
        state["outcome"] = draw_code(np.int64(MOVE_LIMIT))


@leaf
def _play_stone(here, point, colour):
    """Put a stone of the player to act and judge it."""
    state = state_at(here)
    name = class_at(here, point, colour)
    shape = forbidden_shape(here, point, colour)
    four = (C_FOUR <= name and name <= C_OPEN) or name == C_RISKY
    run = np.int64(state["run"])
    mine = run >> (8 * colour) & 255
    mine = min(mine + 1, _MOST_RUN) if four else 0
    state["run"] = (run & (0xFF00 >> (8 * colour))) | mine << (8 * colour)
    put_stone(here, point, colour)
    state["last"] = point
    state["passes"] = 0
    if name == C_FIVE:
        state["outcome"] = win_code(_WHITE_WINS if colour else _BLACK_WINS, np.int64(FIVE_MADE))
    elif shape != 0 and state["forbidden"] == LOSS:
        state["shape"] = shape
        state["key"] ^= SHAPE_KEY
        state["outcome"] = win_code(_WHITE_WINS, shape)
    else:
        if shape != 0:
            state["shape"] = shape
            state["key"] ^= SHAPE_KEY
        _end_by_count(state)


@inline_leaf
def _play(here, move):
    """Turn the record, a copy of the row before, into the position after ``move``."""
    state = state_at(here)
    colour = np.int64(state["player"])
    point = move & contract.CELL_MASK
    shape = np.int64(state["shape"])
    if shape != 0:
        state["key"] ^= SHAPE_KEY
        state["shape"] = 0
    if state["passes"] > 0:
        state["key"] ^= PASS_KEY
    if move != 0 and point < PASS:
        _play_stone(here, point, colour)
    else:
        if move != 0 and point == POINT_OUT:
            state["passes"] = -1
            state["outcome"] = win_code(_WHITE_WINS, np.int64(CLAIMED))
            state["shape"] = shape
            state["key"] ^= SHAPE_KEY
        else:
            state["last"] = -1
            if move == 0:
                state["passes"] = 0
            else:
                state["passes"] += 1
                state["key"] ^= PASS_KEY
                if state["passes"] == 2:
                    state["outcome"] = draw_code(np.int64(PASSES))
    state["player"] = 1 - colour
    state["key"] ^= SIDE_KEY
    settle(here)


@kernel(contract.MAKE_MOVE)
def make_move(memory, ply, move):
    """Write row ``ply + 1``: the position after ``move``, a legal move of row ``ply`` or 0 to pass without the rules' leave."""
    here = array_address(memory) + ply * ROW_BYTES
    copy_row(here + ROW_BYTES, here, np.int64(state_at(here)["size"]))
    _play(here + ROW_BYTES, move)


@inline_leaf
def make(memory, ply, move):
    """:func:`make_move` by its address."""
    call_make(load_i64(directory(), np.int64(CALLED + 2)), (array_address(memory), np.int64(memory.size), ply, move))


@kernel(contract.RESULT)
def place_all(memory, ply):
    """For readers of position strings: build row ``ply`` from the stones in ``classes`` (1 black, 2 white) and the options.

    ``player`` and the options are set, all else is 0. Rows that stand already end nothing: only those through the last stone do
    (rule text 5.1), and a reader plays that one.
    """
    here = array_address(memory) + ply * ROW_BYTES
    state = state_at(here)
    rebuild(here)
    state["last"] = -1
    _end_by_count(state)
    settle(here)
    return np.int64(0)


# --- results ------------------------------------------------------------------------------------------------------------


@kernel(contract.RESULT)
def result(memory, ply):
    """The result after ``ply`` plies. Source: rule text 5."""
    here = array_address(memory) + ply * ROW_BYTES
    state = state_at(here)
    outcome = np.int64(state["outcome"])
    if outcome == 0 and state["rule"] == RENJU and state["player"] == BLACK and state["forbidden"] == ILLEGAL:
        moves = np.empty(MAX_MOVES, dtype=np.int64)
        count = choose(here, array_address(moves), np.int64(WHOLE))
        moves[0] = 0
        if count == 0:
            return win_code(_WHITE_WINS, np.int64(ONLY_FORBIDDEN))
    return outcome


@kernel(contract.ADJUDICATE)
def adjudicate(memory, ply, root):
    """The result that the last move brought about; nothing ever repeats."""
    return np.int64(rows(memory)[ply]["outcome"])


# --- perft --------------------------------------------------------------------------------------------------------------


@kernel(contract.PERFT)
def perft(memory, ply, depth):
    """See ``contract.PERFT``."""
    if depth == 0:
        return np.int64(1)
    moves = np.empty(MAX_MOVES, dtype=np.int64)
    count = choose(array_address(memory) + ply * ROW_BYTES, array_address(moves), np.int64(WHOLE))
    if depth == 1:
        return count + (moves[0] & 0)
    total = np.int64(0)
    for index in range(count):
        make(memory, ply, moves[index])
        total += perft(memory, ply + 1, depth - 1)
    return total
