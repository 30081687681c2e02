"""Inputs of the network: a piece of either side on a point, as a player sees it, mirrored so that his general is on files a to e.

The numbering keeps all 90 points for every kind, those included that a kind never reaches: their rows of the first layer cost
room in the file and no time.
"""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.bits import U0, U1, lsb
from engine.core.jit import inline_leaf, kernel
from engine.games.xiangqi.state import COLOR_BIT, FILES, HALF, KINDS, RANKS, SQUARES, rows

INPUTS = 2 * KINDS * SQUARES  #: own general .. soldiers, then the other side's, 90 points each
PIECES = 32
_MIDDLE = FILES // 2


def _build_seen() -> np.ndarray:
    """uint8[4, 90]: a point as seen in each frame; bit 0 of the frame mirrors the files, bit 1 turns the ranks for Black."""
    rank, file = np.divmod(np.arange(SQUARES), FILES)
    table = np.zeros((4, SQUARES), dtype=np.uint8)
    for frame in range(4):
        table[frame] = (RANKS - 1 - rank if frame & 2 else rank) * FILES + (FILES - 1 - file if frame & 1 else file)
    table.flags.writeable = False
    return table


def _build_planes() -> np.ndarray:
    """int16[2, 16]: first input of a piece code in the view of Red and of Black."""
    table = np.zeros((2, 2 * COLOR_BIT), dtype=np.int16)
    for view in range(2):
        for code in range(2 * COLOR_BIT):
            if 1 <= code & 7 <= KINDS:
                table[view, code] = ((code & 7) - 1 + (0 if code >> 3 == view else KINDS)) * SQUARES
    table.flags.writeable = False
    return table


_SEEN, _PLANES = _build_seen(), _build_planes()
_FILE_OF = np.arange(SQUARES, dtype=np.int8) % np.int8(FILES)
_FILE_OF.flags.writeable = False


@inline_leaf
def _frame(state, view):
    """Row of ``_SEEN`` for the position in ``view``."""
    frame = view << 1
    if _FILE_OF[np.int64(state["king"][view])] > _MIDDLE:
        frame |= 1
    return frame


@inline_leaf
def _input(code, square, view, frame):
    """``(kind - 1, + 7 for the other side's) * 90 + point as seen``."""
    return np.int64(_PLANES[view, code]) + np.int64(_SEEN[frame, square])


@kernel(contract.FEATURES)
def features(memory, ply, view, out):
    """Active inputs of row ``ply`` from ``view``, by point; see ``contract.FEATURES``."""
    state = rows(memory)[ply]
    frame, colors = _frame(state, view), state["colors"]
    n = np.int64(0)
    for half in range(2):
        occupied = colors[half] | colors[2 + half]
        while occupied != U0:
            square = lsb(occupied) + HALF * half
            occupied &= occupied - U1
            out[n] = _input(np.int64(state["board"][square]), square, view, frame)
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
    low = (old["colors"][0] ^ new["colors"][0]) | (old["colors"][2] ^ new["colors"][2])
    high = (old["colors"][1] ^ new["colors"][1]) | (old["colors"][3] ^ new["colors"][3])
    for kind in range(1, KINDS + 1):
        low |= then[2 * kind] ^ now[2 * kind]
        high |= then[2 * kind + 1] ^ now[2 * kind + 1]
    n = np.int64(0)
    for half in range(2):
        changed = high if half else low
        while changed != U0:
            square = lsb(changed) + HALF * half
            changed &= changed - U1
            code = np.int64(new["board"][square])
            if code != 0:
                out[n] = _input(code, square, view, frame)
                n += 1
            code = np.int64(old["board"][square])
            if code != 0:
                out[n] = ~_input(code, square, view, frame)
                n += 1
    return n
