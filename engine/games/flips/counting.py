"""Perft in its three kinds: a flip has one child for each kind of the pool, each weighted by its pieces, or the one of a deal."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
from numba import types

from engine.core import contract
from engine.core.contract import move_origin, move_to
from engine.core.jit import kernel
from engine.games.adapt import adapted

MODES = ("kinds", "weighted", "deal")
BY_KINDS, WEIGHTED, BY_DEAL = range(3)
MOST_OUTCOMES = 32
_WORDS = types.Array(types.int64, 1, "C")
COUNT = types.FunctionType(types.int64(types.Array(types.uint8, 1, "C"), types.int64, types.int64, types.int64, _WORDS))

#: Placeholders for what is the game's own.
MAX_MOVES, gen_moves, make_move, chance_outcomes = 0, None, None, None


@kernel(COUNT)
def count(memory, ply, depth, mode, deal):
    """Sequences of ``depth`` actions from row ``ply``, at least 1.

    mode : BY_KINDS, WEIGHTED or BY_DEAL. deal : int64[cells], the flip with its piece of each face-down place (mode deal).
    """
    moves, outcomes = np.empty(MAX_MOVES, np.int64), np.empty(MOST_OUTCOMES, np.int64)
    weights = np.empty(MOST_OUTCOMES, np.int32)
    total, leaves = np.int64(0), np.int64(-1)
    for index in range(gen_moves(memory, ply, moves)):
        move = moves[index]
        if move_origin(move) != move_to(move):
            if depth > 1:
                make_move(memory, ply, move)
                total += count(memory, ply + 1, depth - 1, mode, deal)
            else:
                total += 1
            continue
        if depth <= 1 and leaves >= 0:  # all flips of a position draw from one pool
            total += leaves
            continue
        make_move(memory, ply, move)
        found, below = chance_outcomes(memory, ply + 1, outcomes, weights), np.int64(0)
        for number in range(found):
            if mode == BY_DEAL and outcomes[number] != deal[move_to(move)]:
                continue
            share = np.int64(weights[number]) if mode == WEIGHTED else np.int64(1)
            if depth > 1:
                make_move(memory, ply, outcomes[number])
                below += share * count(memory, ply + 1, depth - 1, mode, deal)
            else:
                below += share
        leaves = below
        total += below
    return total


@kernel(contract.PERFT)
def perft(memory, ply, depth):
    """Perft by kinds."""
    if depth <= 0:
        return np.int64(1)
    return count(memory, ply, depth, np.int64(BY_KINDS), np.empty(0, np.int64))


def counting_of(home: str, gen_moves: Any, make_move: Any, chance_outcomes: Any, most: int) -> tuple[Any, Any]:
    """The kernels ``count`` and ``perft`` of a game by its kernels; ``home``: the module (``__name__``) that has them.

    most : ``MAX_MOVES`` of the game.
    """
    own = {"gen_moves": gen_moves, "make_move": make_move, "chance_outcomes": chance_outcomes, "MAX_MOVES": most}
    made = adapted(sys.modules[__name__], home, ("count", "perft"), own)
    return made["count"], made["perft"]
