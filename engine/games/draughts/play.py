"""Playing a move: ``make_move``, the incremental keys, the counters of the draw rules, and what loading a position completes."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.bits import U0, U1, bit, lsb, popcount
from engine.core.keys import mix64
from engine.games.draughts.choice import known
from engine.games.draughts.geometry import constants
from engine.games.draughts.rules import RULE_OPTIONAL, RULE_THROUGH
from engine.games.draughts.sets import can_capture, crown_row, row_before_crown, unpack
from engine.games.draughts.specialise import entry_point, inline_part, part
from engine.games.draughts.state import BLACK_KEY, CELL_BITS, END_SHIFT, PIECE_KEYS, START_SHIFT, rows

_BOARD = constants(10)
BOARD, ROAD, TOP_ROW, LAST_ROW = _BOARD["BOARD"], _BOARD["ROAD"], _BOARD["TOP_ROW"], _BOARD["LAST_ROW"]
SECOND_ROW, LAST_BUT_ONE = _BOARD["SECOND_ROW"], _BOARD["LAST_BUT_ONE"]
EIGHT = False

_COUNTER_LIMIT = 30_000  #: the 16-bit counters stop here
_CLOCK_PIECES = 4  #: more pieces start no endgame clock


# --- facts of a row -----------------------------------------------------------------------------------------------------


@inline_part
def crowned_by(end, captured, man, side, rules):
    """The cell where a man (``man``: its set, empty for a king) is a king after the move, as a set."""
    row = crown_row(side)
    if man == U0:
        return U0
    goal = bit(end)
    if goal & row != U0 or (rules & RULE_THROUGH != 0 and captured & row_before_crown(side) != U0):
        return goal
    return U0


@inline_part
def after_capture(own, kings, move, side, rules):
    """``(captured, own pieces after, kings after)`` of a capture."""
    captured = unpack(move)
    end = (move >> END_SHIFT) & CELL_BITS
    origin, goal = bit((move >> START_SHIFT) & CELL_BITS), bit(end)
    man = origin & ~kings
    after = kings & ~(origin | captured)
    if man == U0 or crowned_by(end, captured, man, side, rules):
        after |= goal
    return captured, (own & ~origin) | goal, after


@inline_part
def structure_of(white, black, kings):
    """The structure key: the men of both sides on their own two back rows, and whether each side has a king."""
    low = (white & ~kings & (LAST_ROW | LAST_BUT_ONE)) | (black & ~kings & (TOP_ROW | SECOND_ROW))
    royal = np.uint64(white & kings != U0) | np.uint64(black & kings != U0) << U1
    return mix64(low | (royal << np.uint64(60)))


@inline_part
def set_flags(state, rules):
    """Set the header flags and the structure key from the sets: "in check" where the player to act must capture, "threat" where
    it need not, but the other side could if it were its turn."""
    side = np.int64(state["player"])
    own, enemy, kings = state["pieces"][side], state["pieces"][1 - side], state["kings"]
    flags = 0
    if rules & RULE_OPTIONAL == 0 and can_capture(own, enemy, kings, side, rules):
        flags = contract.FLAG_IN_CHECK
    elif can_capture(enemy, own, kings, 1 - side, rules):
        flags = contract.FLAG_THREAT
    state["flags"] = flags
    state["structure_key"] = structure_of(state["pieces"][0], state["pieces"][1], state["kings"])


@part
def run_clocks(state):
    """Start, advance or drop the endgame clocks after a ply, and at loading."""
    white, black, kings = state["pieces"][0], state["pieces"][1], state["kings"]
    whites, blacks = popcount(white), popcount(black)
    lone, others, partner = black, whites, white
    if whites == 1 and (blacks != 1 or white & kings != U0):
        lone, others, partner = white, blacks, black
    fits = popcount(lone) == 1 and lone & kings != U0 and partner & kings != U0 and others <= 3
    if not fits:
        state["long"], state["short"], state["road"] = -1, -1, -1
        return
    if state["long"] >= 0:
        state["long"] += 1
    elif others == 3:
        state["long"] = 0
    if others < 3:
        state["short"] = state["short"] + 1
    if EIGHT:
        if others == 3 and lone & ROAD != U0 and partner & ROAD == U0:
            state["road"] = state["road"] + 1
        else:
            state["road"] = -1


# --- moves --------------------------------------------------------------------------------------------------------------


@inline_part
def _move(state, move, rules):
    """Change ``state``, a copy of the row before, by ``move``."""
    side = np.int64(state["player"])
    start, end = (move >> START_SHIFT) & CELL_BITS, (move >> END_SHIFT) & CELL_BITS
    kings = state["kings"]
    origin, goal = bit(start), bit(end)
    man = origin & ~kings
    captured = U0
    if move & 0xFFFFFFFF != 0:
        captured = unpack(move)
    crowned = crowned_by(end, captured, man, side, rules)
    key = state["key"] ^ BLACK_KEY
    key ^= PIECE_KEYS[(0 if man else 2) + side, start]
    key ^= PIECE_KEYS[(2 if man == U0 or crowned else 0) + side, end]
    left = captured
    while left:
        victim = left & (~left + U1)
        left ^= victim
        key ^= PIECE_KEYS[(2 if victim & kings else 0) + 1 - side, lsb(victim)]
    state["key"] = key
    state["pieces"][side] = (state["pieces"][side] & ~origin) | goal
    state["pieces"][1 - side] &= ~captured
    after = kings & ~(origin | captured)
    if man == U0 or crowned:
        after |= goal
    state["kings"] = after
    state["player"] = 1 - side
    if captured != U0 or man != U0:
        state["quiet"], state["reversible"] = 0, 0
    else:
        state["quiet"] = min(np.int64(state["quiet"]) + 1, _COUNTER_LIMIT)
        state["reversible"] = state["quiet"]
    if captured != U0 or crowned:
        state["balance"] = 0
    else:
        state["balance"] = min(np.int64(state["balance"]) + 1, _COUNTER_LIMIT)
    if popcount(state["pieces"][0] | state["pieces"][1]) <= _CLOCK_PIECES:
        run_clocks(state)
    set_flags(state, rules)


@entry_point(contract.MAKE_MOVE, 3)
def make_move(memory, ply, move):
    """Write row ``ply + 1``: the position after ``move``, a legal move of row ``ply``."""
    states = rows(memory)
    states[ply + 1] = states[ply]
    _move(states[ply + 1], move, known(np.int64(states[ply]["rules"])))


@entry_point(contract.RESULT)
def finish_row(memory, ply):
    """Complete a loaded row of which ``pieces``, ``kings``, ``player`` and the options are written, all else 0; returns 0."""
    state = rows(memory)[ply]
    key = U0
    for colour in range(2):
        left = state["pieces"][colour]
        while left:
            piece = left & (~left + U1)
            left ^= piece
            key ^= PIECE_KEYS[(2 if piece & state["kings"] else 0) + colour, lsb(piece)]
    if state["player"] != 0:
        key ^= BLACK_KEY
    state["key"] = key
    state["long"], state["short"], state["road"] = -1, -1, -1
    run_clocks(state)
    set_flags(state, np.int64(state["rules"]))
    return np.int64(0)
