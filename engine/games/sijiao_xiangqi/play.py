"""Making moves: captures of generals, falls, the next colour, hash keys; perft. Source: rule text, sections 4 to 6."""

from __future__ import annotations

import numpy as np
from numba import types

from engine.core import contract
from engine.core.contract import FLAG_IN_CHECK, FLAG_NULL_OK
from engine.core.jit import inline_leaf, kernel, leaf
from engine.games.counting import perft_of
from engine.games.cross import ending as e
from engine.games.cross.ending import FIRST_TEAM
from engine.games.cross.lines import kind_of, next_living, owner_of, set_size
from engine.games.cross.play import FEW, lift, place_pieces, put_down, remove_army, skip_turn
from engine.games.sijiao_xiangqi import state as s
from engine.games.sijiao_xiangqi.attacks import is_checked
from engine.games.sijiao_xiangqi.geometry import COUNT
from engine.games.sijiao_xiangqi.moves import can_move, generate
from engine.games.sijiao_xiangqi.state import rows

_TEAMS = np.int64(0)  #: no free for all

# --- falls --------------------------------------------------------------------------------------------------------------


@inline_leaf
def is_decided(alive, end_rule):
    """Whether the living colours leave nothing to play for."""
    if end_rule == s.MATE_ONE:
        return alive != 15
    return e.is_decided(alive, _TEAMS)


@inline_leaf
def loser_of(alive, end_rule):
    """The alliance that has lost a decided game: 0 or 1."""
    if end_rule == s.MATE_ONE:
        return np.int64(alive & FIRST_TEAM == FIRST_TEAM)
    return np.int64(alive & FIRST_TEAM != 0)


@leaf
def _decide(state, reason):
    """End the game for ``reason`` if the living colours leave nothing to play for."""
    alive, end_rule = np.int64(state["alive"]), np.int64(state["end_rule"])
    if is_decided(alive, end_rule):
        state["over"], state["loser"] = reason, loser_of(alive, end_rule)


# --- turns --------------------------------------------------------------------------------------------------------------


@inline_leaf
def _following(state, seat):
    """Who acts after ``seat``."""
    if state["command"] == s.UNIFIED:
        return 3 - seat
    return next_living(np.int64(state["alive"]), seat)


@leaf
def _face_turn(state):
    """Flags of the player to act."""
    player = np.int64(state["player"])
    flags = np.int64(0)
    if state["over"] == 0 or state["over"] == e.MATED:
        if is_checked(state, player) or (state["command"] == s.UNIFIED and is_checked(state, player ^ 2)):
            flags = np.int64(FLAG_IN_CHECK)
    may_pass = state["over"] == 0 and set_size(state["sets"], player) > FEW
    state["flags"] = flags | (FLAG_NULL_OK if may_pass else 0)


@leaf
def settle(state):
    """Flags of the player to act; while it has no legal move it falls, or its alliance has lost, and the next one is asked."""
    _face_turn(state)
    while state["over"] == 0 and not can_move(state):
        player = np.int64(state["player"])
        reason = np.int64(e.MATED if state["flags"] & FLAG_IN_CHECK else e.STALEMATED)
        if state["command"] == s.UNIFIED:
            state["over"], state["loser"] = reason, player & 1
        else:
            remove_army(state, player, state["stay"] != 0, s.PIECE_SALT)
            _decide(state, reason)
            if state["over"] == 0:
                state["player"] = next_living(np.int64(state["alive"]), player)
        _face_turn(state)


@leaf
def seal(state):
    """Write the key."""
    state["key"] = state["body"] ^ s.TURN_KEYS[state["player"]] ^ s.ALIVE_KEYS[state["alive"]]


@leaf
def _play(state, move):
    """Turn the record, a copy of the row before, into the position after ``move``."""
    player = np.int64(state["player"])
    code, taken = lift(state, move, s.PIECE_SALT)
    put_down(state, code, contract.move_to(move), s.PIECE_SALT)
    if taken != 0 and kind_of(taken) == s.KING and owner_of(taken) != s.INERT:
        remove_army(state, owner_of(taken), state["stay"] != 0, s.PIECE_SALT)
        _decide(state, np.int64(e.CAPTURED))
    if state["over"] == 0:
        state["player"] = _following(state, player)


@kernel(contract.MAKE_MOVE)
def make_move(memory, ply, move):
    """Write row ``ply + 1``: the position after ``move``, a legal move of row ``ply`` or 0 to pass."""
    states = rows(memory)
    states[ply + 1] = states[ply]
    state = states[ply + 1]
    state["plies"] += 1
    state["last_move"] = move
    if move != 0:
        _play(state, move)
        settle(state)
    else:
        skip_turn(state)
        state["player"] = _following(state, np.int64(state["player"]))
        if state["over"] == 0:
            settle(state)
    seal(state)


_PLACE = types.FunctionType(types.void(types.Array(types.uint8, 1, "C"), types.int64))


@kernel(_PLACE)
def place_all(memory, ply):
    """Complete row ``ply``, in which board, player, alive, counters and options stand; colours without a move fall."""
    state = rows(memory)[ply]
    place_pieces(state, COUNT[state["variant"]], s.PIECE_SALT)
    _decide(state, np.int64(e.FALLEN))
    settle(state)
    seal(state)


# --- counting -----------------------------------------------------------------------------------------------------------

perft = perft_of(__name__, rows, generate, make_move, s.MAX_MOVES)
