"""Making moves: captures, falls, the next seat, hash keys; perft. Source: rule text, sections 4 and 6."""

from __future__ import annotations

import numpy as np
from numba import types

from engine.core import contract
from engine.core.jit import inline_leaf, kernel, leaf
from engine.games.counting import perft_of
from engine.games.cross import ending as e
from engine.games.cross import geometry as g
from engine.games.cross.ending import is_decided
from engine.games.cross.lines import NONE, kind_of, next_living, owner_of
from engine.games.cross.play import end_or_go_on, lift, place_pieces, put_down, remove_army
from engine.games.cross.turns import turns_of
from engine.games.siguo_xiangqi import state as s
from engine.games.siguo_xiangqi.attacks import attacked
from engine.games.siguo_xiangqi.moves import can_move, friends_of, generate
from engine.games.siguo_xiangqi.state import rows

# --- falls --------------------------------------------------------------------------------------------------------------


@leaf
def _fall(state, seat, reason):
    """The seat falls: its pieces leave the board or stay without a master; that may decide the game for ``reason``."""
    remove_army(state, seat, state["stay"] != 0, s.PIECE_SALT)
    order = np.int64(state["fallen"])
    shift = np.int64(0)
    while (order >> shift) & 7 != 0:
        shift += 3
    state["fallen"] = order | ((seat + 1) << shift)
    end_or_go_on(state, np.int64(state["ffa"]), reason)


# --- turns --------------------------------------------------------------------------------------------------------------


@inline_leaf
def is_checked(state, seat):
    """Whether the general of a living seat is attacked."""
    return attacked(state["board"], np.int64(state["king"][seat]), 15 & ~friends_of(state, seat), NONE, NONE)


@leaf
def seal(state):
    """Write the key."""
    key = state["body"] ^ s.TURN_KEYS[state["player"]] ^ s.ALIVE_KEYS[state["alive"]]
    state["key"] = key ^ s.FALLEN_KEYS[state["fallen"]]


@leaf
def _play(state, move):
    """Turn the record, a copy of the row before, into the position after ``move``."""
    code, taken = lift(state, move, s.PIECE_SALT)
    put_down(state, code, contract.move_to(move), s.PIECE_SALT)
    if taken != 0 and kind_of(taken) == s.KING and owner_of(taken) != s.NOBODY:
        _fall(state, owner_of(taken), np.int64(e.CAPTURED))
    else:
        state["player"] = next_living(np.int64(state["alive"]), np.int64(state["player"]))


_, settle, make_move = turns_of(__name__, rows=rows, can_move=can_move, is_checked=is_checked, fall=_fall, play=_play, seal=seal)

_PLACE = types.FunctionType(types.void(types.Array(types.uint8, 1, "C"), types.int64))


@kernel(_PLACE)
def place_all(memory, ply):
    """Complete row ``ply``, in which board, player, alive, fallen, counters and options stand; a seat without a move falls."""
    state = rows(memory)[ply]
    place_pieces(state, g.CELLS, s.PIECE_SALT)
    if is_decided(np.int64(state["alive"]), np.int64(state["ffa"])):
        state["over"] = e.FALLEN
    settle(state)
    seal(state)


# --- counting -----------------------------------------------------------------------------------------------------------

perft = perft_of(__name__, rows, generate, make_move, s.MAX_MOVES)
