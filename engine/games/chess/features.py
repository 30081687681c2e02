"""Inputs of the network: a piece of either side on a cell, as a player sees it, mirrored so that his king is on files a to d."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.bits import U0, U1, lsb
from engine.core.jit import inline_leaf, kernel
from engine.games.chess.state import BISHOP, KINDS, KING, KNIGHT, PAWN, QUEEN, ROOK, rows

INPUTS = 2 * KINDS * 64  #: own pawns..king, then the other side's, 64 cells each
PIECES = 32
_KING_SIDE = np.uint64(0xF0F0F0F0F0F0F0F0)


@inline_leaf
def _frame(state, view):
    """What turns a cell into the view's: 56 turns the ranks for Black, 7 the files where the own king stands on e to h."""
    frame = np.int64(56) * view
    if state["kinds"][KING] & state["colours"][view] & _KING_SIDE != U0:
        frame ^= 7
    return frame


@inline_leaf
def _input(code, cell, view, frame):
    """``(own 0, other side's 6, + kind - 1) * 64 + cell as seen``."""
    return ((((code >> 3) ^ view) * KINDS + (code & 7) - 1) << 6) + (cell ^ frame)


@kernel(contract.FEATURES)
def features(memory, ply, view, out):
    """Active inputs of row ``ply`` from ``view``, by cell; see ``contract.FEATURES``."""
    state = rows(memory)[ply]
    frame = _frame(state, view)
    occupied = state["kinds"][0]
    n = np.int64(0)
    while occupied != U0:
        cell = lsb(occupied)
        occupied &= occupied - U1
        out[n] = _input(np.int64(state["board"][cell]), cell, view, frame)
        n += 1
    return n


@kernel(contract.FEATURE_CHANGES)
def feature_changes(memory, before, after, view, out):
    """Inputs that appear or disappear between two rows; see ``contract.FEATURE_CHANGES``."""
    states = rows(memory)
    old, new = states[before], states[after]
    frame = _frame(new, view)
    if frame != _frame(old, view):
        return np.int64(-1)
    then, now = old["kinds"], new["kinds"]
    changed = (then[PAWN] ^ now[PAWN]) | (then[KNIGHT] ^ now[KNIGHT]) | (then[BISHOP] ^ now[BISHOP])
    changed |= (then[ROOK] ^ now[ROOK]) | (then[QUEEN] ^ now[QUEEN]) | (then[KING] ^ now[KING])
    changed |= (old["colours"][0] ^ new["colours"][0]) | (old["colours"][1] ^ new["colours"][1])
    n = np.int64(0)
    while changed != U0:
        cell = lsb(changed)
        changed &= changed - U1
        code = np.int64(new["board"][cell])
        if code != 0:
            out[n] = _input(code, cell, view, frame)
            n += 1
        code = np.int64(old["board"][cell])
        if code != 0:
            out[n] = ~_input(code, cell, view, frame)
            n += 1
    return n
