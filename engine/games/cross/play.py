"""Leaves that make moves in every game of four armies: sets, keys and counters of a record (see ``record``).

salt : uint64, what the game mixes into the keys of its pieces: a table would have 80 x 261 words.
"""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.contract import FLAG_IN_CHECK, FLAG_NULL_OK
from engine.core.jit import leaf
from engine.core.keys import mix64
from engine.games.cross.ending import is_decided
from engine.games.cross.kinds import EIGHTH, KING, NOBODY, PAWN
from engine.games.cross.lines import flip, kind_of, next_cell, next_living, owner_of, set_size

FEW = 3  #: a seat with so few pieces may be better off passing
_LONGEST = 32_000


# --- pieces -------------------------------------------------------------------------------------------------------------


@leaf
def toggle(state, code, cell, salt):
    """Put a piece on or take it off a cell: sets and keys, not the board. The structure is that of pawns and the eighth kind."""
    key = mix64(np.uint64((code << 10) | cell) ^ salt)
    flip(state["sets"], owner_of(code), cell)
    state["body"] ^= key
    if kind_of(code) == PAWN or kind_of(code) == EIGHTH:
        state["structure_key"] ^= key


@leaf
def place_pieces(state, cells, salt):
    """Enter the pieces of the board's first ``cells`` points into the empty sets, keys and generals of a record."""
    board = state["board"]
    for seat in range(4):
        state["king"][seat] = -1
    for cell in range(cells):
        code = np.int64(board[cell])
        if code == 0:
            continue
        toggle(state, code, np.int64(cell), salt)
        if kind_of(code) == KING and owner_of(code) != NOBODY:
            state["king"][owner_of(code)] = cell


@leaf
def remove_army(state, seat, stays, salt):
    """Let ``seat`` fall: its pieces leave the board or, if ``stays``, belong to nobody."""
    board, sets = state["board"], state["sets"]
    cell = next_cell(sets, seat, np.int64(0))
    while cell >= 0:
        code = np.int64(board[cell])
        toggle(state, code, cell, salt)
        board[cell] = 0
        if stays:
            code = kind_of(code) | NOBODY << 4
            toggle(state, code, cell, salt)
            board[cell] = code
        cell = next_cell(sets, seat, cell + 1)
    state["king"][seat] = -1
    state["alive"] &= ~(np.int64(1) << seat)
    state["reversible"] = 0


# --- moves --------------------------------------------------------------------------------------------------------------


@leaf
def lift(state, move, salt):
    """Take the piece of ``move`` off its origin and what it captures off the target; ``(code, captured code or 0)``."""
    board = state["board"]
    origin, to = contract.move_origin(move), contract.move_to(move)
    code, taken = np.int64(board[origin]), np.int64(board[to])
    toggle(state, code, origin, salt)
    board[origin] = 0
    state["quiet"] += 1
    if taken != 0:
        toggle(state, taken, to, salt)
        state["quiet"], state["reversible"] = 0, 0
    else:
        state["reversible"] = min(np.int64(state["reversible"]) + 1, _LONGEST)
    return code, taken


@leaf
def put_down(state, code, to, salt):
    """Put a piece on the emptied cell ``to``."""
    state["board"][to] = code
    toggle(state, code, to, salt)
    if kind_of(code) == KING:
        state["king"][owner_of(code)] = to


@leaf
def skip_turn(state):
    """Count a passed move; nothing repeats over it."""
    state["quiet"] += 1
    state["reversible"] = 0


# --- turns --------------------------------------------------------------------------------------------------------------


@leaf
def face_turn(state, checked):
    """Write the flags of the player to act, whose general is attacked if ``checked``."""
    flags = np.int64(0)
    if state["over"] == 0:
        if checked:
            flags = np.int64(FLAG_IN_CHECK)
        elif set_size(state["sets"], np.int64(state["player"])) > FEW:
            flags = np.int64(FLAG_NULL_OK)
    state["flags"] = flags


@leaf
def end_or_go_on(state, ffa, reason):
    """After a fall: the game is decided for ``reason``, or the next living seat has the turn."""
    alive = np.int64(state["alive"])
    if is_decided(alive, ffa):
        state["over"] = reason
    else:
        state["player"] = next_living(alive, np.int64(state["player"]))
