"""Making moves: the crown, captures of generals, falls, the next seat, hash keys; perft. Source: rule text, sections 4 to 6."""

from __future__ import annotations

import numpy as np
from numba import types

from engine.core import contract
from engine.core.bits import U0, U1, lsb, popcount
from engine.core.contract import FLAG_IN_CHECK, FLAG_NULL_OK
from engine.core.jit import inline_leaf, kernel, leaf
from engine.core.keys import mix64
from engine.games.cross import ending as e
from engine.games.cross import geometry as g
from engine.games.cross.ending import is_decided
from engine.games.cross.lines import WORDS, flip, kind_of, next_living, owner_of
from engine.games.siren_xiangqi import state as s
from engine.games.siren_xiangqi.attacks import attacked, is_barred
from engine.games.siren_xiangqi.moves import ALL, can_move, generate, team_of
from engine.games.siren_xiangqi.state import rows

_FEW = 3  #: a seat with so few pieces may be better off passing
_LONGEST = 32_000
_TEAMS = np.int64(0)  #: no free for all


# --- pieces -------------------------------------------------------------------------------------------------------------


@leaf
def _piece_key(code, cell):
    return mix64(np.uint64((code << 10) | cell) ^ s.PIECE_SALT)


@leaf
def _toggle(state, code, cell):
    """Put a piece on or take it off a cell: sets and keys, not the board."""
    key = _piece_key(code, cell)
    flip(state["sets"], owner_of(code), cell)
    state["body"] ^= key
    if kind_of(code) == s.PAWN or kind_of(code) == s.GARRISON:
        state["structure_key"] ^= key


@leaf
def _remove_army(state, seat):
    """Take all pieces of a seat off; the crown goes if one of them bears it. The seat has fallen."""
    board, sets = state["board"], state["sets"]
    for word in range(WORDS):
        left = sets[seat * WORDS + word]
        while left != U0:
            cell = lsb(left) + 64 * word
            left &= left - U1
            if cell == state["crown"]:
                state["crown"] = -1
            _toggle(state, np.int64(board[cell]), cell)
            board[cell] = 0
    state["king"][seat] = -1
    state["alive"] &= ~(np.int64(1) << seat)
    state["reversible"] = 0


@inline_leaf
def is_checked(state, seat):
    """Whether the general of a living seat is attacked."""
    king = np.int64(state["king"][seat])
    none = np.int64(-1)
    return attacked(state["board"], king, 15 & ~team_of(seat), is_barred(np.int64(state["wall"]), king), True, none, none)


# --- turns --------------------------------------------------------------------------------------------------------------


@leaf
def _face_turn(state):
    """Flags of the player to act."""
    player = np.int64(state["player"])
    flags = np.int64(0)
    if state["over"] == 0:
        pieces = np.int64(0)
        for word in range(WORDS):
            pieces += popcount(state["sets"][player * WORDS + word])
        if is_checked(state, player):
            flags = np.int64(FLAG_IN_CHECK)
        elif pieces > _FEW:
            flags = np.int64(FLAG_NULL_OK)
    state["flags"] = flags


@leaf
def settle(state):
    """Let seats without a legal move fall until one can move or the game is decided (section 6, steps 2 and 3)."""
    _face_turn(state)
    while state["over"] == 0 and not can_move(state):
        player = np.int64(state["player"])
        reason = e.MATED if state["flags"] & FLAG_IN_CHECK else e.STALEMATED
        _remove_army(state, player)
        if is_decided(np.int64(state["alive"]), _TEAMS):
            state["over"] = reason
        else:
            state["player"] = next_living(np.int64(state["alive"]), player)
        _face_turn(state)


@leaf
def seal(state):
    """Write the key."""
    key = state["body"] ^ s.TURN_KEYS[state["player"]] ^ s.ALIVE_KEYS[state["alive"]]
    state["key"] = key ^ s.CROWN_KEYS[np.int64(state["crown"]) + 1]


@leaf
def _play(state, move):
    """Turn the record, a copy of the row before, into the position after ``move``."""
    board = state["board"]
    player = np.int64(state["player"])
    origin, to = contract.move_origin(move), contract.move_to(move)
    code, taken = np.int64(board[origin]), np.int64(board[to])
    crown = np.int64(state["crown"])
    _toggle(state, code, origin)
    board[origin] = 0
    state["quiet"] += 1
    if taken != 0:
        _toggle(state, taken, to)
        state["quiet"], state["reversible"] = 0, 0
        if taken == s.GARRISON_CODE:
            state["wall"] -= 1
    else:
        state["reversible"] = min(np.int64(state["reversible"]) + 1, _LONGEST)
    if crown == origin:
        state["crown"] = to
    elif crown == to or (crown < 0 and to == g.THRONE):
        state["crown"] = to
        if kind_of(code) != s.KING:
            code += s.CROWNED - kind_of(code)
    board[to] = code
    _toggle(state, code, to)
    if kind_of(code) == s.KING:
        state["king"][owner_of(code)] = to
    if taken != 0 and kind_of(taken) == s.KING:
        _remove_army(state, owner_of(taken))
        if is_decided(np.int64(state["alive"]), _TEAMS):
            state["over"] = e.CAPTURED
    if state["over"] == 0:
        state["player"] = next_living(np.int64(state["alive"]), player)


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
        state["quiet"] += 1
        state["reversible"] = 0
        alive = np.int64(state["alive"]) if state["over"] == 0 else np.int64(15)
        state["player"] = next_living(alive, np.int64(state["player"]))
        _face_turn(state)
    seal(state)


_PLACE = types.FunctionType(types.void(types.Array(types.uint8, 1, "C"), types.int64))


@kernel(_PLACE)
def place_all(memory, ply):
    """Complete row ``ply``, in which board, player, alive, crown, counters and options stand; a seat without a move falls."""
    state = rows(memory)[ply]
    board = state["board"]
    state["wall"] = 0
    for seat in range(4):
        state["king"][seat] = -1
    for cell in range(g.CELLS):
        code = np.int64(board[cell])
        if code == 0:
            continue
        _toggle(state, code, cell)
        if kind_of(code) == s.KING:
            state["king"][owner_of(code)] = cell
        elif code == s.GARRISON_CODE:
            state["wall"] += 1
    if is_decided(np.int64(state["alive"]), _TEAMS):
        state["over"] = e.FALLEN
    settle(state)
    seal(state)


# --- counting -----------------------------------------------------------------------------------------------------------


@kernel(contract.PERFT)
def perft(memory, ply, depth):
    """The leaves ``depth`` plies below row ``ply``; a decided game has none."""
    states = rows(memory)
    if depth <= 0:
        return np.int64(1)
    moves = np.empty(s.MAX_MOVES, dtype=np.int64)
    count = generate(states[ply], moves, np.int64(ALL))
    if depth == 1:
        return count
    total = np.int64(0)
    for index in range(count):
        make_move(memory, ply, moves[index])
        total += perft(memory, ply + 1, depth - 1)
    return total
