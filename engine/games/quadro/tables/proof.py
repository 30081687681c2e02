"""From a solved rule set to a small set of lost positions by which the second player wins (``tables.known``).

Breadth first from the start position: after every turn of the first player the second one has a turn to a lost position; one
of the fastest is chosen, if possible one that the set already holds (or a mirrored or turned form of it), else one that leaves
the first player the fewest turns. The generator of turns and the tables are independent of each other, so a walk also checks
the tables along it.
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
from engine.games.quadro.tables.canonical import ALL, name_of
from engine.games.quadro.tables.levels import UNKNOWN, Levels
from engine.games.quadro.tables.solve import LOW, find_pyramid

_HALF = np.uint64(30)
_OTHER = np.uint64((1 << 30) - 1)
_FACTOR, _UP = np.uint64(0x9E3779B97F4A7C15), np.uint64(32)


def slot_of(name: int) -> int:
    """Where a name's search begins in a hash table of 2**32 words."""
    return (name * int(_FACTOR) & (1 << 64) - 1) >> 32


@leaf
def _plies(own, enemy, pyramids, offsets, places, first, distances):
    """In how many turns the side to move, which has ``own``, loses; ``UNKNOWN`` if it does not."""
    occupied = own | enemy
    word = offsets[find_pyramid(places, pyramids, occupied)] - first + np.int64(pext(enemy, occupied & ~LOW))
    return np.int64(distances[64 * word + np.int64(pext(enemy, LOW))])


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
#: ``(level, count, rules, most, pyramids, offsets, places, first, distances, table, following) -> n``
STEP = types.FunctionType(
    types.int64(
        _WORDS,
        types.int64,
        types.int64,
        types.int64,
        _WORDS,
        types.Array(types.int64, 1, "C"),
        types.Array(types.int32, 1, "C"),
        types.int64,
        types.Array(types.uint8, 1, "C"),
        _WORDS,
        _WORDS,
    )
)


@kernel(STEP)
def step(level, count, rules, most, pyramids, offsets, places, first, distances, table, following):
    """The fastest answers to every turn from the positions of ``level``, new ones only, go into ``following`` and ``table``.

    Returns how many: -1 if some turn has no answer that wins; -2 if ``following`` or ``table`` is too small.

    level, following : names. most : positions with more balls are left out. first, distances : as in ``levels.Levels``.
    """
    turns_1, turns_2 = np.empty(MAX_MOVES, dtype=np.int64), np.empty(MAX_MOVES, dtype=np.int64)
    turns_3, plies = np.empty(MAX_MOVES, dtype=np.int64), np.empty(MAX_MOVES, dtype=np.int64)
    n = np.int64(0)
    for index in range(count):
        own, enemy = pdep(level[index] >> _HALF, ALL), pdep(level[index] & _OTHER, ALL)
        for turn in range(turns(own, enemy, rules, np.int64(0), turns_1)):
            moved = after(own, turns_1[turn])
            if moved & TOP != U0:
                return np.int64(-1)
            answers, fastest, ends = turns(enemy, moved, rules, np.int64(0), turns_2), np.int64(UNKNOWN), False
            for answer in range(answers):
                reply = after(enemy, turns_2[answer])
                if reply & TOP != U0:
                    ends = True
                    break
                plies[answer] = _plies(moved, reply, pyramids, offsets, places, first, distances)
                fastest = min(fastest, plies[answer])
            if ends:
                continue
            if fastest == UNKNOWN:
                return np.int64(-1)
            best, least = U0, np.int64(MAX_MOVES)
            for answer in range(answers):
                if plies[answer] != fastest:
                    continue
                reply = after(enemy, turns_2[answer])
                name = name_of(moved, reply) + U1
                if popcount(moved | reply) > most or _holds(table, name, False):
                    best = U0
                    break
                left = turns(moved, reply, rules, np.int64(0), turns_3)
                if left < least:
                    best, least = name, left
            if best == U0:
                continue
            if n >= following.size or _holds(table, best, True):
                return np.int64(-2)
            following[n] = best - U1
            n += 1
    return n


#: ``(names, pyramids, offsets, places, first, distances, plies)``
LENGTHS = types.FunctionType(
    types.void(
        _WORDS,
        _WORDS,
        types.Array(types.int64, 1, "C"),
        types.Array(types.int32, 1, "C"),
        types.int64,
        types.Array(types.uint8, 1, "C"),
        types.Array(types.uint8, 1, "C"),
    )
)


@kernel(LENGTHS)
def lengths(names, pyramids, offsets, places, first, distances, plies):
    """Write in how many turns each of ``names`` is lost."""
    for index in range(names.size):
        own, enemy = pdep(names[index] >> _HALF, ALL), pdep(names[index] & _OTHER, ALL)
        plies[index] = _plies(own, enemy, pyramids, offsets, places, first, distances)


def walk(solver: Levels, most: int, room: int = 1 << 23) -> tuple[np.ndarray, np.ndarray]:
    """``(names, plies)`` of the lost positions with up to ``most`` balls by which the second player wins as fast as possible.

    names : uint64, ascending. plies : uint8, the turns until each is lost, both sides' counted.

    Raises
    ------
    ValueError
        If the start position is not lost, or there are more than ``room`` positions, or too few distances for ``most``.
    """
    for function in (step, lengths):
        compile_kernel(function)
    if solver.value(0, 0) != -1:
        raise ValueError("the start position is not lost")
    if most + 2 > solver.balls:
        raise ValueError(f"distances up to {solver.balls} balls are enough for {solver.balls - 2} only")
    table = np.zeros(2 * room, dtype=np.uint64)
    level, following = np.zeros(room, dtype=np.uint64), np.zeros(room, dtype=np.uint64)
    table[slot_of(1) & table.size - 1] = 1
    count = 1
    tables = solver.pyramids, solver.offsets, solver.places, solver.first_word, solver.distances
    while count:
        count = int(step(level, count, solver.rules, most, *tables, table, following))
        if count < 0:
            raise ValueError("a turn has no answer that wins" if count == -1 else f"more than {room} positions")
        level, following = following, level
    names = np.sort(table[table != 0]) - np.uint64(1)
    plies = np.zeros(names.size, dtype=np.uint8)
    lengths(names, *tables, plies)
    return names, plies
