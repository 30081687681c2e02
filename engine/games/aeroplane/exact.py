"""Exact chances of two opposite seats with few planes that are not home, under the usual options.

A position is seen from the seat that rolls: its planes and the other's, each a sorted tuple of places without finished planes.
Since the board looks the same from opposite seats, one table serves both. ``TABLES`` of ``(own, other)`` planes are laid out in
one array of chances that the roller wins; a finished plane leads to a smaller table, all else stays inside a table and its
mirror. The equations are solved by sweeps until nothing changes any more.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
from numba import types

from engine.core.jit import inline_leaf, kernel
from engine.games.aeroplane.moves import generate, token
from engine.games.aeroplane.play import finish_row, make_move
from engine.games.aeroplane.rules import CENTRE, HANGAR, PLANES, SEATS
from engine.games.aeroplane.state import MAX_MOVES, NO_PLANE, ROLL, rows

FILE = Path(__file__).with_name("aeroplane.npz")
PLACES = CENTRE - HANGAR  #: places of a plane that is not home
#: Tuples of so many planes.
TUPLES = (1, PLACES, PLACES * (PLACES + 1) // 2)
ORDER = ((1, 1), (1, 2), (2, 1), (2, 2))
SHIPPED = ORDER[:3]
CHOICES = 3  #: decisions at most with two planes
STEPS = 65_535  #: a chance of 1 in the file
WON, NOTHING = -1, -2  #: successors: the roller has won; no such decision


def offsets(order: tuple[tuple[int, int], ...] = ORDER) -> np.ndarray:
    """int64[3, 3]: where the table of ``(own, other)`` planes begins, -1 for none; the total at [0, 0]."""
    found = np.full((3, 3), -1, np.int64)
    total = 0
    for own, other in order:
        found[own, other] = total
        total += TUPLES[own] * TUPLES[other]
    found[0, 0] = total
    return found


@inline_leaf
def tuple_index(planes, begin):
    """The number of planes of a seat that are not home, and the index of their tuple; -1 for more than two."""
    count, first, second = np.int64(0), np.int64(0), np.int64(0)
    for number in range(PLANES):
        place = np.int64(planes[begin + number])
        if place != CENTRE and place != NO_PLANE:
            first, second = second, place - HANGAR
            count += 1
    if count > 2:
        return np.int64(3), np.int64(-1)
    return count, second if count < 2 else second * (second + 1) // 2 + first


_BYTES, _INTS, _SHORTS = (types.Array(kind, 1, "C") for kind in (types.uint8, types.int64, types.int32))
_FLOATS = types.Array(types.float64, 1, "C")
_GRID = types.Array(types.int64, 2, "C")
LINK = types.FunctionType(types.void(_BYTES, types.int64, types.int64, _GRID, _SHORTS))
SWEEP = types.FunctionType(types.float64(_FLOATS, _SHORTS, types.int64))


@kernel(LINK)
def link(memory, own, other, begins, successors):
    """Write the successors of each state of a table: 18 a state, by die and decision.

    memory : four rows, the first a game of seats 0 and 2 whose options count. begins : :func:`offsets`. successors : int32,
    twice the index of the state behind, + 1 if the other seat rolls there, or WON or NOTHING.
    """
    states = rows(memory)
    moves = np.empty(MAX_MOVES, np.int64)
    place = np.int64(0)
    for first in range(TUPLES[own]):
        for second in range(TUPLES[other]):
            for seat, count, index in ((0, own, first), (2, other, second)):
                for number in range(PLANES):
                    states[1]["planes"][PLANES * seat + number] = CENTRE
                if count == 1:
                    states[1]["planes"][PLANES * seat] = index + HANGAR
                else:
                    high = np.int64(0)
                    while (high + 1) * (high + 2) // 2 <= index:
                        high += 1
                    states[1]["planes"][PLANES * seat] = index - high * (high + 1) // 2 + HANGAR
                    states[1]["planes"][PLANES * seat + 1] = high + HANGAR
            states[1]["player"], states[1]["die"], states[1]["sixes"] = 0, 0, 0
            finish_row(memory, np.int64(1), np.int64(0))
            for die in range(1, 7):
                make_move(memory, np.int64(1), token(ROLL, die))
                found = generate(states[2], moves)
                for number in range(CHOICES):
                    code = np.int64(NOTHING)
                    if number < found:
                        make_move(memory, np.int64(2), moves[number])
                        mine, my_index = tuple_index(states[3]["planes"], 0)
                        yours, your_index = tuple_index(states[3]["planes"], 2 * PLANES)
                        if mine == 0:
                            code = np.int64(WON)
                        elif states[3]["player"] == 0:
                            code = 2 * (begins[mine, yours] + my_index * TUPLES[yours] + your_index)
                        else:
                            code = 2 * (begins[yours, mine] + your_index * TUPLES[mine] + my_index) + 1
                    successors[place] = code
                    place += 1


@kernel(SWEEP)
def sweep(values, successors, begin):
    """Put every state of one table right by its successors; the largest change. ``values`` float64 is modified."""
    worst = 0.0
    for state in range(successors.size // (6 * CHOICES)):
        total = 0.0
        for die in range(6):
            best = -1.0
            for number in range(CHOICES):
                code = np.int64(successors[(6 * state + die) * CHOICES + number])
                if code == NOTHING:
                    break
                value = 1.0
                if code >= 0:
                    value = values[code >> 1]
                    if code & 1:
                        value = 1.0 - value
                best = max(best, value)
            total += best
        total /= 6.0
        worst = max(worst, abs(total - values[begin + state]))
        values[begin + state] = total
    return worst


def solve(
    memory: np.ndarray,
    order: tuple[tuple[int, int], ...] = SHIPPED,
    error: float = 1e-13,
    report: Callable[[str], None] | None = None,
) -> np.ndarray:
    """The chances of all tables of ``order``, float64; ``memory`` begins with a row of a game of seats 0 and 2.

    Positions that cannot occur (two colours on one square) have some value.
    """
    from engine.core.jit import compile_kernel

    for function in (finish_row, make_move, link, sweep):
        compile_kernel(function)
    begins = offsets(order)
    values = np.full(int(begins[0, 0]), 0.5)
    size = memory.size
    work = np.zeros(max(size, 1), np.uint8)
    work[:size] = memory
    states = work.view(rows_dtype())
    states[1] = states[0]
    done: set[tuple[int, int]] = set()
    for pair in order:
        if pair in done:
            continue
        group = [pair] if pair[0] == pair[1] else [pair, pair[::-1]]
        links = {}
        for own, other in group:
            links[own, other] = np.empty(TUPLES[own] * TUPLES[other] * 6 * CHOICES, np.int32)
            link(work, own, other, begins, links[own, other])
        change, sweeps = 1.0, 0
        while change > error:
            change = max(sweep(values, links[own, other], int(begins[own, other])) for own, other in group)
            sweeps += 1
        done.update(group)
        if report:
            report(f"{pair[0]} against {pair[1]}: {sum(TUPLES[a] * TUPLES[b] for a, b in group)} states, {sweeps} sweeps")
    return values


def rows_dtype() -> np.dtype:
    """The dtype of a row."""
    from engine.games.aeroplane.state import STATE

    return STATE


def shipped() -> np.ndarray:
    """The chances that come with the game, int32 of ``STEPS``; empty if the file is missing."""
    if not FILE.is_file():
        return np.zeros(0, np.int32)
    with np.load(FILE) as file:
        return file["chances"].astype(np.int32)


def write(values: np.ndarray) -> None:
    """Write the file that ships from the chances of ``SHIPPED``."""
    np.savez_compressed(FILE, chances=np.round(values * STEPS).astype(np.uint16))


assert SEATS == 4
