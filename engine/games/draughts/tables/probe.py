"""Looking up positions inside the compiled rules: the value of a row, the verdict of a search, what an evaluation becomes.

Tables know no draw counters. A drawn position stays drawn whatever they do: whoever could lose can hold it. A won one may be
drawn by a counter before it is won. So a search takes a draw from the tables as the end of a line (``adjudicate``), but a win
only as an estimate (``evaluate``), so that it goes on, sees the counters and finds the way; a smaller one while an endgame clock
runs.
"""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.bits import U0, popcount
from engine.core.jit import JIT_DISABLED
from engine.core.raw import load_i64
from engine.games.draughts.rules import FMJD, FMJD64
from engine.games.draughts.specialise import entry_point, inline_part, part
from engine.games.draughts.state import STATE
from engine.games.draughts.tables.cell import EIGHT_BY_EIGHT, cells_address
from engine.games.draughts.tables.index import locate
from engine.games.draughts.tables.packing import DRAW, WIN, read_entry

EIGHT = False

UNREAD = -1  #: no table is open, there are too many pieces, or the player to act has a capture
#: A directory is int64[1 + 2 * CODES]: the most pieces that are looked up, then for each material the addresses of the block
#: offsets and of the codes, 0 where there is no table.
WORDS = 2
WON, WON_IN_TIME, DETAIL = 15_000, 2_000, 4_000  #: score of a won position, with an endgame clock running; room for differences


@inline_part
def directory_of(state):
    """The address of the directory that fits a row's rules and board, 0 if no tables are open."""
    if JIT_DISABLED:
        return np.int64(0)
    return load_i64(cells_address(), np.int64(state["rules"]) | (EIGHT_BY_EIGHT if EIGHT else 0))


@inline_part
def is_covered(state, directory):
    """Whether a row has so few pieces that tables may know it."""
    return popcount(state["pieces"][0] | state["pieces"][1]) <= load_i64(directory, 0)


@part
def looked_up(state, directory):
    """The value of a covered row for the player to act, or UNREAD."""
    side = np.int64(state["player"])
    own, enemy = state["pieces"][side], state["pieces"][1 - side]
    if own == U0 or enemy == U0 or state["flags"] & contract.FLAG_IN_CHECK != 0:
        return np.int64(UNREAD)
    code, index = locate(own, enemy, state["kings"], side)
    offsets = load_i64(directory, 1 + WORDS * code)
    if offsets == 0:
        return np.int64(UNREAD)
    return read_entry(offsets, load_i64(directory, 2 + WORDS * code), index)


@inline_part
def table_draws(state, root):
    """Whether a search that started at the row ``root`` may end at ``state`` because the tables say draw.

    Where they cover the root itself it goes on: among moves that all draw it should find those that are hard to answer.
    """
    directory = directory_of(state)
    if directory == 0 or not is_covered(state, directory) or is_covered(root, directory):
        return False
    return looked_up(state, directory) == DRAW


@inline_part
def is_timed(state):
    """Whether an endgame clock runs that will end the game."""
    draws = np.int64(state["draws"])
    if draws == FMJD:
        return state["short"] >= 0 or state["long"] >= 0
    return draws == FMJD64 and (state["short"] >= 0 or state["road"] >= 0)


@inline_part
def informed(state, score):
    """The evaluation ``score`` of a row, put right by the tables; differences of the estimate order won and lost positions."""
    directory = directory_of(state)
    if directory == 0 or not is_covered(state, directory):
        return score
    value = looked_up(state, directory)
    if value == UNREAD:
        return score
    detail = max(min(score, np.int64(DETAIL)), np.int64(-DETAIL))
    if value == DRAW:
        return detail // 16
    known = np.int64(WON_IN_TIME if is_timed(state) else WON)
    return known + detail if value == WIN else detail - known


@entry_point(contract.RESULT)
def table_value(memory, ply):
    """The value of row ``ply`` for the player to act, or UNREAD."""
    state = memory.view(STATE)[ply]
    directory = directory_of(state)
    if directory == 0 or not is_covered(state, directory):
        return np.int64(UNREAD)
    return looked_up(state, directory)
