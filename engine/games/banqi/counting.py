"""Perft in its three kinds: a flip has one child for each kind of the pool, each weighted by its pieces, or the one of a deal."""

from __future__ import annotations

import numpy as np
from numba import types

from engine.core import contract
from engine.core.bits import popcount
from engine.core.jit import kernel
from engine.games.banqi.moves import ALL, generate
from engine.games.banqi.play import make_move
from engine.games.banqi.state import CODES, FLIP, MAX_MOVES, rows

MODES = ("kinds", "weighted", "deal")
BY_KINDS, WEIGHTED, BY_DEAL = range(3)
_BYTES = types.Array(types.uint8, 1, "C")
COUNT = types.FunctionType(types.int64(_BYTES, types.int64, types.int64, types.int64, _BYTES))


@kernel(COUNT)
def count(memory, ply, depth, mode, deal):
    """Sequences of ``depth`` actions from row ``ply``; ``deal`` uint8[32] is the piece code of each face-down square (mode
    deal).
    """
    state = rows(memory)[ply]
    moves = np.empty(MAX_MOVES, np.int64)
    found = generate(state, moves, np.int64(ALL))
    flips = popcount(state["down"]) if found else np.int64(0)
    if depth <= 1:
        if mode == BY_DEAL:
            return found
        each = np.int64(0)
        for code in range(1, CODES):
            pieces = np.int64(state["pool"][code])
            each += min(pieces, np.int64(1)) if mode == BY_KINDS else pieces
        return found - flips + flips * each
    total = np.int64(0)
    for index in range(found):
        move = moves[index]
        if contract.move_mover(move) != FLIP:
            make_move(memory, ply, move)
            total += count(memory, ply + 1, depth - 1, mode, deal)
            continue
        square = contract.move_to(move)
        for code in range(1, CODES):
            pieces = np.int64(state["pool"][code])
            if pieces == 0 or (mode == BY_DEAL and deal[square] != code):
                continue
            make_move(memory, ply, move | (np.int64(code) << contract.SPECIAL_SHIFT))
            total += count(memory, ply + 1, depth - 1, mode, deal) * (pieces if mode == WEIGHTED else np.int64(1))
    return total


@kernel(contract.PERFT)
def perft(memory, ply, depth):
    """Perft by kinds."""
    return count(memory, ply, depth, np.int64(BY_KINDS), np.empty(0, np.uint8))
