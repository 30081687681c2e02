"""From a solved rule set to a small set of lost positions by which the second player wins (``tables.known``).

Breadth first from the start position: after every turn of the first player the second one has a turn to a lost position; one
is chosen, if possible one that the set already holds (or a mirrored or turned form of it), else one that leaves the first player
the fewest turns. The generator of turns and the tables are independent of each other, so a walk also checks the tables along it.
"""

from __future__ import annotations

import numpy as np
from numba import types

from engine.core.bits import U0, U1, pdep, pext, popcount
from engine.core.jit import compile_kernel, kernel, leaf
from engine.games.quadro.moves import turns
from engine.games.quadro.play import after
from engine.games.quadro.sets import TOP
from engine.games.quadro.state import MAX_MOVES
from engine.games.quadro.tables.canonical import ALL, name_of, next_form
from engine.games.quadro.tables.run import Solver
from engine.games.quadro.tables.solve import LOW, find_pyramid

_HALF = np.uint64(30)
_OTHER = np.uint64((1 << 30) - 1)
_FACTOR, _UP = np.uint64(0x9E3779B97F4A7C15), np.uint64(32)


def slot_of(name: int) -> int:
    """Where a name's search begins in a hash table of 2**32 words."""
    return (name * int(_FACTOR) & (1 << 64) - 1) >> 32


@leaf
def _is_lost(own, enemy, pyramids, offsets, places, won):
    """Whether the side to move, which has ``own``, loses by the tables.

    All eight forms are looked up: in a run that was stopped not all of them may be decided.
    """
    for form in range(8):
        occupied = own | enemy
        word = offsets[find_pyramid(places, pyramids, occupied)] + np.int64(pext(enemy, occupied & ~LOW))
        if (won[word] >> pext(enemy, LOW)) & U1 != U0:
            return True
        own, enemy = next_form(own, enemy, form)
    return False


@leaf
def _holds(table, name, add):
    """Whether the hash table holds ``name`` (nonzero); it is added if ``add``."""
    mask = np.int64(table.size - 1)
    slot = np.int64((name * _FACTOR) >> _UP) & mask
    while table[slot] != U0:
        if table[slot] == name:
            return True
        slot = (slot + 1) & mask
    if add:
        table[slot] = name
    return False


_WORDS = types.Array(types.uint64, 1, "C")
#: ``(level, count, rules, most, pyramids, offsets, places, won, table, following) -> n``
STEP = types.FunctionType(
    types.int64(
        _WORDS,
        types.int64,
        types.int64,
        types.int64,
        _WORDS,
        types.Array(types.int64, 1, "C"),
        types.Array(types.int32, 1, "C"),
        _WORDS,
        _WORDS,
        _WORDS,
    )
)


@kernel(STEP)
def step(level, count, rules, most, pyramids, offsets, places, won, table, following):
    """The answers to every turn from the positions of ``level``, new ones only, into ``following`` and ``table``; how many.

    level, following : names. most : positions with more balls are left out. -1 if some turn has no answer that wins; -2 if
    ``following`` or ``table`` is too small.
    """
    first, second = np.empty(MAX_MOVES, dtype=np.int64), np.empty(MAX_MOVES, dtype=np.int64)
    third = np.empty(MAX_MOVES, dtype=np.int64)
    n = np.int64(0)
    for index in range(count):
        own, enemy = pdep(level[index] >> _HALF, ALL), pdep(level[index] & _OTHER, ALL)
        for turn in range(turns(own, enemy, rules, np.int64(0), first)):
            moved = after(own, first[turn])
            if moved & TOP != U0:
                return np.int64(-1)
            best, least, done = U0, np.int64(MAX_MOVES), False
            for answer in range(turns(enemy, moved, rules, np.int64(0), second)):
                reply = after(enemy, second[answer])
                if reply & TOP != U0:
                    done = True
                    break
                if not _is_lost(moved, reply, pyramids, offsets, places, won):
                    continue
                name = name_of(moved, reply) + U1
                if popcount(moved | reply) > most or _holds(table, name, False):
                    done = True
                    break
                left = turns(moved, reply, rules, np.int64(0), third)
                if left < least:
                    best, least = name, left
            if done:
                continue
            if best == U0:
                return np.int64(-1)
            if n >= following.size or _holds(table, best, True):
                return np.int64(-2)
            following[n] = best - U1
            n += 1
    return n


def walk(solver: Solver, most: int, room: int = 1 << 22) -> np.ndarray:
    """The names of the lost positions with up to ``most`` balls by which the second player wins, uint64, ascending.

    Raises
    ------
    ValueError
        If the start position is not lost, or there are more than ``room`` positions.
    """
    compile_kernel(step)
    if solver.value(0, 0) != -1:
        raise ValueError("the start position is not lost")
    table = np.zeros(2 * room, dtype=np.uint64)
    level, following = np.zeros(room, dtype=np.uint64), np.zeros(room, dtype=np.uint64)
    table[slot_of(1) & table.size - 1] = 1
    count = 1
    while count:
        count = int(
            step(level, count, solver.rules, most, solver.pyramids, solver.offsets, solver.places, solver.won, table, following)
        )
        if count < 0:
            raise ValueError("a turn has no answer that wins" if count == -1 else f"more than {room} positions")
        level, following = following, level
    return np.sort(table[table != 0]) - np.uint64(1)
