"""Making moves: the crown, captures of generals, falls, the next seat, hash keys; perft. Source: rule text, sections 4 to 6."""

from __future__ import annotations

import numpy as np
from numba import types

from engine.core import contract
from engine.core.jit import inline_leaf, kernel, leaf
from engine.games.counting import perft_of
from engine.games.cross import ending as e
from engine.games.cross import geometry as g
from engine.games.cross.ending import is_decided
from engine.games.cross.lines import NONE, kind_of, next_living, owner_of, set_size, team_of
from engine.games.cross.play import end_or_go_on, lift, place_pieces, put_down, remove_army
from engine.games.cross.turns import turns_of
from engine.games.siren_xiangqi import state as s
from engine.games.siren_xiangqi.attacks import attacked, is_barred
from engine.games.siren_xiangqi.moves import can_move, generate
from engine.games.siren_xiangqi.state import rows

_TEAMS = np.int64(0)  #: no free for all

# --- falls --------------------------------------------------------------------------------------------------------------


@leaf
def _fall(state, seat, reason):
    """The seat falls: its pieces leave, with the crown if one of them bears it; that may decide the game for ``reason``."""
    crown = np.int64(state["crown"])
    if crown >= 0 and owner_of(state["board"][crown]) == seat:
        state["crown"] = -1
    remove_army(state, seat, False, s.PIECE_SALT)
    end_or_go_on(state, _TEAMS, reason)


# --- turns --------------------------------------------------------------------------------------------------------------


@inline_leaf
def is_checked(state, seat):
    """Whether the general of a living seat is attacked."""
    king = np.int64(state["king"][seat])
    return attacked(state["board"], king, 15 & ~team_of(seat), is_barred(np.int64(state["wall"]), king), True, NONE, NONE)


@leaf
def seal(state):
    """Write the key."""
    key = state["body"] ^ s.TURN_KEYS[state["player"]] ^ s.ALIVE_KEYS[state["alive"]]
    state["key"] = key ^ s.CROWN_KEYS[np.int64(state["crown"]) + 1]


@leaf
def _play(state, move):
    """Turn the record, a copy of the row before, into the position after ``move``."""
    origin, to = contract.move_origin(move), contract.move_to(move)
    crown = np.int64(state["crown"])
    code, taken = lift(state, move, s.PIECE_SALT)
    if taken == s.GARRISON_CODE:
        state["wall"] -= 1
    if crown == origin:
        state["crown"] = to
    elif crown == to or (crown < 0 and to == g.THRONE):
        state["crown"] = to
        if kind_of(code) != s.KING:
            code += s.CROWNED - kind_of(code)
    put_down(state, code, to, s.PIECE_SALT)
    if taken != 0 and kind_of(taken) == s.KING:
        _fall(state, owner_of(taken), np.int64(e.CAPTURED))
    else:
        state["player"] = next_living(np.int64(state["alive"]), np.int64(state["player"]))


_, settle, make_move = turns_of(__name__, rows=rows, can_move=can_move, is_checked=is_checked, fall=_fall, play=_play, seal=seal)

_PLACE = types.FunctionType(types.void(types.Array(types.uint8, 1, "C"), types.int64))


@kernel(_PLACE)
def place_all(memory, ply):
    """Complete row ``ply``, in which board, player, alive, crown, counters and options stand; a seat without a move falls."""
    state = rows(memory)[ply]
    place_pieces(state, g.CELLS, s.PIECE_SALT)
    state["wall"] = set_size(state["sets"], np.int64(s.NOBODY))
    if is_decided(np.int64(state["alive"]), _TEAMS):
        state["over"] = e.FALLEN
    settle(state)
    seal(state)


# --- counting -----------------------------------------------------------------------------------------------------------

perft = perft_of(__name__, rows, generate, make_move, s.MAX_MOVES)
