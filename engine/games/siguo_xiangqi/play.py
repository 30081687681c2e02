"""Making moves: captures, falls, the next seat, hash keys; perft. Source: rule text, sections 4 and 6."""

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
from engine.games.siguo_xiangqi import state as s
from engine.games.siguo_xiangqi.attacks import attacked
from engine.games.siguo_xiangqi.moves import ALL, can_move, friends_of, generate
from engine.games.siguo_xiangqi.state import rows

_FEW = 3  #: a seat with so few pieces may be better off passing
_LONGEST = 32_000


# --- pieces -------------------------------------------------------------------------------------------------------------


@leaf
def _toggle(state, code, cell):
    """Put a piece on or take it off a cell: sets and keys, not the board."""
    key = mix64(np.uint64((code << 10) | cell) ^ s.PIECE_SALT)
    flip(state["sets"], owner_of(code), cell)
    state["body"] ^= key
    if kind_of(code) == s.PAWN or kind_of(code) == s.SHIELD:
        state["structure_key"] ^= key


@leaf
def _fell(state, seat):
    """The seat falls: its pieces leave the board or stay without a master."""
    board, sets = state["board"], state["sets"]
    for word in range(WORDS):
        left = sets[seat * WORDS + word]
        while left != U0:
            cell = lsb(left) + 64 * word
            left &= left - U1
            code = np.int64(board[cell])
            _toggle(state, code, cell)
            code = kind_of(code) | (s.NOBODY << 4) if state["stay"] != 0 else np.int64(0)
            board[cell] = code
            if code != 0:
                _toggle(state, code, cell)
    order = np.int64(state["fallen"])
    shift = np.int64(0)
    while (order >> shift) & 7 != 0:
        shift += 3
    state["fallen"] = order | ((seat + 1) << shift)
    state["king"][seat] = -1
    state["alive"] &= ~(np.int64(1) << seat)
    state["reversible"] = 0


# --- turns --------------------------------------------------------------------------------------------------------------


@inline_leaf
def is_checked(state, seat):
    """Whether the general of a living seat is attacked."""
    none = np.int64(-1)
    return attacked(state["board"], np.int64(state["king"][seat]), 15 & ~friends_of(state, seat), none, none)


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
        _fell(state, player)
        if is_decided(np.int64(state["alive"]), np.int64(state["ffa"])):
            state["over"] = reason
        else:
            state["player"] = next_living(np.int64(state["alive"]), player)
        _face_turn(state)


@leaf
def seal(state):
    """Write the key."""
    key = state["body"] ^ s.TURN_KEYS[state["player"]] ^ s.ALIVE_KEYS[state["alive"]]
    state["key"] = key ^ s.FALLEN_KEYS[state["fallen"]]


@leaf
def _play(state, move):
    """Turn the record, a copy of the row before, into the position after ``move``."""
    board = state["board"]
    player = np.int64(state["player"])
    origin, to = contract.move_origin(move), contract.move_to(move)
    code, taken = np.int64(board[origin]), np.int64(board[to])
    _toggle(state, code, origin)
    board[origin] = 0
    state["quiet"] += 1
    if taken != 0:
        _toggle(state, taken, to)
        state["quiet"], state["reversible"] = 0, 0
    else:
        state["reversible"] = min(np.int64(state["reversible"]) + 1, _LONGEST)
    board[to] = code
    _toggle(state, code, to)
    if kind_of(code) == s.KING:
        state["king"][player] = to
    if taken != 0 and kind_of(taken) == s.KING and owner_of(taken) != s.NOBODY:
        _fell(state, owner_of(taken))
        if is_decided(np.int64(state["alive"]), np.int64(state["ffa"])):
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
    """Complete row ``ply``, in which board, player, alive, fallen, counters and options stand; a seat without a move falls."""
    state = rows(memory)[ply]
    board = state["board"]
    for seat in range(4):
        state["king"][seat] = -1
    for cell in range(g.CELLS):
        code = np.int64(board[cell])
        if code == 0:
            continue
        _toggle(state, code, cell)
        if kind_of(code) == s.KING and owner_of(code) != s.NOBODY:
            state["king"][owner_of(code)] = cell
    if is_decided(np.int64(state["alive"]), np.int64(state["ffa"])):
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
