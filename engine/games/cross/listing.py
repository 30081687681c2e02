"""What the generators of the games of four armies write; their kernels, one code for all games, compiled by ``adapted``."""

from __future__ import annotations

import sys
from typing import Any, NamedTuple

import numpy as np

from engine.core import contract
from engine.core.jit import kernel, leaf
from engine.games.adapt import adapted

ALL, NOISY, QUIET_ONLY, ANY = 0, 1, 2, 3  #: which moves; ANY: it may end after those of the first piece that has some
ONE_PIECE = 64  #: no piece has more moves

#: Placeholders for what is the game's own.
rows, generate = None, None


@leaf
def holds(moves, count, move):
    """1 if ``move`` is one of the first ``count`` of ``moves``, else 0."""
    for index in range(count):
        if moves[index] == move:
            return np.int64(1)
    return np.int64(0)


@leaf
def can_move(state):
    """Whether the player to act has a legal move."""
    return generate(state, np.empty(ONE_PIECE, np.int64), np.int64(ANY)) != 0


@kernel(contract.GEN_MOVES)
def gen_moves(memory, ply, moves):
    """All legal moves."""
    return generate(rows(memory)[ply], moves, np.int64(ALL))


@kernel(contract.GEN_MOVES)
def gen_noisy(memory, ply, moves):
    """Captures, and what else the game calls noisy."""
    return generate(rows(memory)[ply], moves, np.int64(NOISY))


@kernel(contract.GEN_MOVES)
def gen_quiet(memory, ply, moves):
    """All other moves."""
    return generate(rows(memory)[ply], moves, np.int64(QUIET_ONLY))


class Listing(NamedTuple):
    """The functions of a game."""

    can_move: Any
    gen_moves: Any
    gen_noisy: Any
    gen_quiet: Any


def listing_of(home: str, rows: Any, generate: Any) -> Listing:
    """The functions that list the moves of ``generate(state, moves, part) -> count``; ``home``: the module that has them."""
    return Listing(**adapted(sys.modules[__name__], home, Listing._fields, {"rows": rows, "generate": generate}))
