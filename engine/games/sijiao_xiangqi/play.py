"""Making moves: captures of generals, falls, the next colour, hash keys; perft. Source: rule text, sections 4 to 6."""

from __future__ import annotations

import numpy as np
from numba import types

from engine.core import contract
from engine.core.bits import U0, U1, lsb, popcount
from engine.core.contract import FLAG_IN_CHECK, FLAG_NULL_OK
from engine.core.jit import inline_leaf, kernel, leaf
from engine.core.keys import mix64
from engine.games.cross.ending import FIRST_TEAM, SECOND_TEAM
from engine.games.cross.lines import WORDS, flip, kind_of, next_living, owner_of
from engine.games.sijiao_xiangqi import state as s
from engine.games.sijiao_xiangqi.attacks import is_checked
from engine.games.sijiao_xiangqi.geometry import COUNT
from engine.games.sijiao_xiangqi.moves import ALL, can_move, generate
from engine.games.sijiao_xiangqi.state import rows

_FEW = 3  #: a colour with so few pieces may be better off passing
_LONGEST = 32_000


# --- pieces -------------------------------------------------------------------------------------------------------------


@leaf
def _toggle(state, code, cell):
    """Put a piece on or take it off a cell: sets and keys, not the board."""
    key = mix64(np.uint64((code << 10) | cell) ^ s.PIECE_SALT)
    flip(state["sets"], owner_of(code), cell)
    state["body"] ^= key
    if kind_of(code) >= s.PAWN:
        state["structure_key"] ^= key


@inline_leaf
def is_decided(alive, end_rule):
    """Whether the living colours leave nothing to play for."""
    if end_rule == s.MATE_ONE:
        return alive != 15
    return alive & FIRST_TEAM == 0 or alive & SECOND_TEAM == 0


@inline_leaf
def loser_of(alive, end_rule):
    """The alliance that has lost a decided game: 0 or 1."""
    if end_rule == s.MATE_ONE:
        return np.int64(alive & FIRST_TEAM == FIRST_TEAM)
    return np.int64(alive & FIRST_TEAM != 0)


@leaf
def _fall(state, seat, reason):
    """A colour falls: its pieces leave or stay inert; the game may be decided by that, for ``reason``."""
    board, sets = state["board"], state["sets"]
    for word in range(WORDS):
        left = sets[seat * WORDS + word]
        while left != U0:
            cell = lsb(left) + 64 * word
            left &= left - U1
            code = np.int64(board[cell])
            _toggle(state, code, cell)
            board[cell] = 0
            if state["stay"]:
                code = kind_of(code) | s.INERT << 4
                _toggle(state, code, cell)
                board[cell] = code
    state["king"][seat] = -1
    state["alive"] &= ~(np.int64(1) << seat)
    state["reversible"] = 0
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
    if state["over"] == 0 or state["over"] == s.MATED:
        if is_checked(state, player) or (state["command"] == s.UNIFIED and is_checked(state, player ^ 2)):
            flags = np.int64(FLAG_IN_CHECK)
    pieces = np.int64(0)
    for word in range(WORDS):
        pieces += popcount(state["sets"][player * WORDS + word])
    state["flags"] = flags | (FLAG_NULL_OK if pieces > _FEW and state["over"] == 0 else 0)


@leaf
def settle(state):
    """Flags of the player to act; while it has no legal move it falls, or its alliance has lost, and the next one is asked."""
    _face_turn(state)
    while state["over"] == 0 and not can_move(state):
        player = np.int64(state["player"])
        reason = np.int64(s.MATED if state["flags"] & FLAG_IN_CHECK else s.STALEMATED)
        if state["command"] == s.UNIFIED:
            state["over"], state["loser"] = reason, player & 1
        else:
            _fall(state, player, reason)
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
        state["king"][owner_of(code)] = to
    if taken != 0 and kind_of(taken) == s.KING and owner_of(taken) != s.INERT:
        _fall(state, owner_of(taken), np.int64(s.CAPTURED))
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
        state["quiet"] += 1
        state["reversible"] = 0
        state["player"] = _following(state, np.int64(state["player"]))
        if state["over"] == 0:
            settle(state)
    seal(state)


_PLACE = types.FunctionType(types.void(types.Array(types.uint8, 1, "C"), types.int64))


@kernel(_PLACE)
def place_all(memory, ply):
    """Complete row ``ply``, in which board, player, alive, counters and options stand; colours without a move fall."""
    state = rows(memory)[ply]
    board = state["board"]
    for seat in range(4):
        state["king"][seat] = -1
    for cell in range(COUNT[state["variant"]]):
        code = np.int64(board[cell])
        if code == 0:
            continue
        _toggle(state, code, cell)
        if kind_of(code) == s.KING and owner_of(code) != s.INERT:
            state["king"][owner_of(code)] = cell
    alive, end_rule = np.int64(state["alive"]), np.int64(state["end_rule"])
    if is_decided(alive, end_rule):
        state["over"], state["loser"] = s.FALLEN, loser_of(alive, end_rule)
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
