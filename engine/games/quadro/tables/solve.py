"""Retrograde analysis of whole pyramids: 64 positions in a word, one rule of play a handful of shifted words.

For every pyramid two bit sets over the colourings ``mine`` (the balls of the side that has *just moved*): ``won``: it has won by
force; ``held``: it is not proven that it loses. A side to move with ``mine`` wins where one of its turns leads to ``won``, and
loses where none leads to ``held``. Nothing but the colouring changes within a pyramid, so a turn is a fixed move of words: the
positions in which the mover has certain balls (its shape, those that it raises or takes back) go to positions of another pyramid.
``won`` grows and ``held`` shrinks from pass to pass until nothing changes; what is held but not won is then drawn by repetition.

``held`` is made from ``won`` alone, and ``won`` from ``held``. So passes that bring only one of them up to date, in turn, know
after n of them exactly what is decided within n turns (``tables.levels``).

Strongly solved before, by retrograde analysis too: ICGA Journal, DOI 10.1177/13896911261418683.
"""

from __future__ import annotations

import numpy as np
from numba import types

from engine.core.bits import FULL, U0, U1, pdep, pext, popcount
from engine.core.jit import inline_leaf, kernel, leaf
from engine.games.quadro import geometry
from engine.games.quadro.moves import second_targets, seconds, single_targets
from engine.games.quadro.rules import BONUS, DIAGONALS, LINES, RESTACK, TAKE_ONE
from engine.games.quadro.sets import BALLS, free_balls, open_sites, raise_targets
from engine.games.quadro.tables.shapes import LOW as LOW_SET
from engine.games.quadro.tables.shapes import LOW_CELLS, MULTIPLIER, TABLE_BITS

LOW = np.uint64(LOW_SET)
_MULTIPLIER, _SHIFT = np.uint64(MULTIPLIER), np.uint64(64 - TABLE_BITS)
_PLACES = (1 << TABLE_BITS) - 1
BELOW_TOP = geometry.SITES - 1


def _build_shapes() -> tuple[np.ndarray, np.ndarray]:
    """Every shape, and the rule bits that it needs."""
    squares, lines = geometry.shapes(False, False), geometry.shapes(True, False)
    every = geometry.shapes(True, True)
    needs = [BONUS if s in squares else BONUS | LINES if s in lines else BONUS | LINES | DIAGONALS for s in every]
    return np.array(every, dtype=np.uint64), np.array(needs, dtype=np.int64)


SHAPES, NEEDS = _build_shapes()

#: ``FEWER[n]``: the bits of a word whose number has at most n ones; ``ONES[k]``: those whose number has bit k.
FEWER = np.array([sum(1 << i for i in range(64) if i.bit_count() <= n) for n in range(7)], dtype=np.uint64)
ONES = np.array([sum(1 << i for i in range(64) if i >> k & 1) for k in range(6)], dtype=np.uint64)


MAX_ENDS = 1 << 13  #: ways to take back balls from a pyramid, all of one colour

#: What is brought up to date: ``held``, ``won`` or both; ``DIRECT``: ``won`` alone, from itself, where no turn can be undone.
DIRECT, WINS, LOSSES, BOTH = range(4)


# --- words --------------------------------------------------------------------------------------------------------------


@inline_leaf
def _low(cells):
    """The bit number that the low cells among ``cells`` make, as int64."""
    return np.int64(pext(cells & LOW, LOW))


@leaf
def _chosen(care, value):
    """The bits of a word whose number agrees with ``value`` in the bits ``care``."""
    word = FULL
    for k in range(6):
        if (care >> k) & 1:
            word &= ONES[k] if (value >> k) & 1 else ~ONES[k]
    return word


@leaf
def find_pyramid(places, pyramids, occupied):
    """The number of a pyramid."""
    place = np.int64((occupied * _MULTIPLIER) >> _SHIFT)
    while pyramids[places[place]] != occupied:
        place = (place + 1) & _PLACES
    return np.int64(places[place])


@leaf
def _join(goal, source, first, occupied, after, needs, leaves, comes):
    """``goal`` |= the words of another pyramid, ``source[first:]``, seen through a turn.

    occupied, after : the pyramids before and after. needs : cells that must be the mover's, ``leaves`` among them.
    leaves, comes : the cells that it empties and fills. ``goal`` has the words of ``occupied`` from index 0.
    """
    care = _low(needs | comes)
    chosen = _chosen(care, _low((needs & ~leaves) | comes))
    shift = _low(leaves) - _low(comes)
    rest = occupied & ~needs & ~LOW
    high, high_after = occupied & ~LOW, after & ~LOW
    to_mask, to_fixed = pext(rest, high), pext(needs & ~LOW, high)
    from_mask, from_fixed = pext(rest, high_after), pext(((needs & ~leaves) | comes) & ~LOW, high_after)
    bits = popcount(rest)
    run = np.int64(0)
    while run < bits and (to_mask >> np.uint64(run)) & (from_mask >> np.uint64(run)) & U1 != U0:
        run += 1
    length = np.int64(1) << run
    left, right = np.uint64(max(shift, 0)), np.uint64(max(-shift, 0))
    for index in range(np.int64(1) << (bits - run)):
        number = np.uint64(index << run)
        to = np.int64(pdep(number, to_mask) | to_fixed)
        origin = first + np.int64(pdep(number, from_mask) | from_fixed)
        for step in range(length):
            goal[to + step] |= ((source[origin + step] & chosen) << left) >> right


@leaf
def _drop(goal, occupied, needs):
    """Clear the positions of ``goal`` in which the mover has all of ``needs``."""
    chosen = ~_chosen(_low(needs), _low(needs))
    rest = occupied & ~needs & ~LOW
    high = occupied & ~LOW
    mask, fixed = pext(rest, high), pext(needs & ~LOW, high)
    for index in range(np.int64(1) << popcount(rest)):
        goal[np.int64(pdep(np.uint64(index), mask) | fixed)] &= chosen


@leaf
def _limit(goal, occupied, most):
    """Clear the positions of ``goal`` in which ``mine`` has more than ``most`` balls, and the bits that name no position."""
    named = _chosen(~_low(occupied) & 63, np.int64(0))
    for index in range(np.int64(1) << popcount(occupied & ~LOW)):
        left = most - popcount(np.uint64(index))
        goal[index] &= (FEWER[min(left, np.int64(6))] if left >= 0 else U0) & named


@leaf
def _flip(word, low):
    """The bits of a word by the complement of their number in the bits ``low``."""
    for k in range(6):
        if (low >> k) & 1:
            by = np.uint64(1 << k)
            word = ((word & ONES[k]) >> by) | ((word << by) & ONES[k])
    return word


# --- one pyramid --------------------------------------------------------------------------------------------------------


@leaf
def _turn(work, tables, tables_at, occupied, after, needs, leaves, comes, mode):
    """Join one turn into the two rows of ``work``, as far as the mode asks for them."""
    won, held = tables
    if mode != LOSSES:
        _join(work[0], won, tables_at, occupied, after, needs, leaves, comes)
    if mode & LOSSES:
        _join(work[1], held, tables_at, occupied, after, needs, leaves, comes)


@leaf
def _earns(after, site, rules):
    """Whether a ball that comes to ``site`` may complete a shape in the pyramid ``after``, if the colours are right."""
    for number in range(SHAPES.size):
        if _fits(number, after, site, rules):
            return True
    return False


@inline_leaf
def _fits(number, after, site, rules):
    """Whether shape ``number`` counts, holds ``site`` and is full in the pyramid ``after``."""
    shape = SHAPES[number]
    return shape & site != U0 and rules & NEEDS[number] == NEEDS[number] and shape & ~after == U0


@leaf
def _bonus_ends(after, rules, ends):
    """Write every way to take back balls, one or two, restacked or not: rows (balls taken, pyramid at the end) of ``ends``.

    ends : uint64[MAX_ENDS, 2]. Returns how many.
    """
    n = np.int64(0)
    free = free_balls(after, after)
    left = free
    while left:
        ball = left & (~left + U1)
        left ^= ball
        others = seconds(after, after, free, ball)
        other = U0
        while True:
            taken = ball | other
            rest = after & ~taken
            ends[n, 0], ends[n, 1] = taken, rest
            n += 1
            if rules & RESTACK != 0:
                opened = open_sites(rest)
                targets = single_targets(opened, taken)
                while targets:
                    one = targets & (~targets + U1)
                    targets ^= one
                    ends[n, 0], ends[n, 1] = taken, rest | one
                    n += 1
                    more = second_targets(rest, opened, taken, other & free == U0, one) if other != U0 else U0
                    while more:
                        two = more & (~more + U1)
                        more ^= two
                        ends[n, 0], ends[n, 1] = taken, rest | one | two
                        n += 1
            if others == U0:
                break
            other = others & (~others + U1)
            others ^= other
    return n


@leaf
def _main(occupied, pyramids, offsets, places, tables, rules, work, spare, ends, origin, site, mode):
    """Join all turns that begin with one main action: a ball to ``site``, from ``origin`` or, if that is empty, the reserve."""
    after = (occupied & ~origin) | site
    plain_at = offsets[find_pyramid(places, pyramids, after)]
    earned = _earns(after, site, rules)
    if earned and rules & TAKE_ONE != 0:
        size = np.int64(1) << popcount(occupied & ~LOW)
        spare[:, :size] = U0
        _turn(spare, tables, plain_at, occupied, after, origin, origin, site, mode)
        for number in range(SHAPES.size):
            if _fits(number, after, site, rules):
                if mode != LOSSES:
                    _drop(spare[0], occupied, (SHAPES[number] & ~site) | origin)
                if mode & LOSSES:
                    _drop(spare[1], occupied, (SHAPES[number] & ~site) | origin)
        work[:, :size] |= spare[:, :size]
    else:
        _turn(work, tables, plain_at, occupied, after, origin, origin, site, mode)
    if not earned:
        return
    held = occupied & ~origin
    for index in range(_bonus_ends(after, rules, ends)):
        taken, end = ends[index, 0], ends[index, 1]
        end_at = offsets[find_pyramid(places, pyramids, end)]
        leaves, comes = (occupied & ~end) | origin, end & ~held
        for number in range(SHAPES.size):
            if _fits(number, after, site, rules):
                needs = (SHAPES[number] & ~site) | origin | (taken & ~site)
                _turn(work, tables, end_at, occupied, end, needs, leaves, comes, mode)


@leaf
def _is_newer(pyramids, places, rules, ends, stamps, since, occupied, origin, site):
    """Whether a pyramid to which turns with one main action lead has changed after the step ``since``."""
    after = (occupied & ~origin) | site
    if stamps[find_pyramid(places, pyramids, after)] > since:
        return True
    if _earns(after, site, rules):
        for index in range(_bonus_ends(after, rules, ends)):
            if stamps[find_pyramid(places, pyramids, ends[index, 1])] > since:
                return True
    return False


@leaf
def _others(reached, spare, table, first, occupied, size):
    """Write into ``table[first:]`` what a side that has just moved has where the other one does not have ``reached``.

    Seen from the other side the colouring is the complement. Returns how many bits change.
    """
    low, last = _low(occupied), size - 1
    for word in range(size):
        spare[last - word] = _flip(~reached[word], low)
    _limit(spare, occupied, np.int64(BALLS))
    changed = np.int64(0)
    for word in range(size):
        changed += popcount(spare[word] ^ table[first + word])
        table[first + word] = spare[word]
    return changed


_U64 = types.Array(types.uint64, 1, "C")
_GRID = types.Array(types.uint64, 2, "C")
_I64 = types.int64
#: ``(index, pyramids, offsets, places, won, held, rules, work, spare, mode) -> changed``
SOLVE = types.FunctionType(
    _I64(
        _I64,
        types.Array(types.uint64, 1, "C"),
        types.Array(types.int64, 1, "C"),
        types.Array(types.int32, 1, "C"),
        _U64,
        _U64,
        _I64,
        _GRID,
        _GRID,
        _I64,
    )
)


@kernel(SOLVE)
def solve_pyramid(index, pyramids, offsets, places, won, held, rules, work, spare, mode):
    """Judge every position of pyramid ``index`` anew from those that its turns lead to; return how many bits change.

    won, held : the tables, changed where the pyramid's words are. work, spare : uint64[2, words of the largest pyramid], scratch.
    mode : what is brought up to date; ``DIRECT`` (no bonus) needs no ``held``, and the pyramids in their order.
    """
    occupied = pyramids[index]
    high = occupied & ~LOW
    size = np.int64(1) << popcount(high)
    work[:, :size] = U0
    tables = (won, held)
    ends = np.empty((MAX_ENDS, 2), dtype=np.uint64)
    opened = open_sites(occupied)
    if popcount(occupied) == BELOW_TOP:
        # Only the top is left: who has a ball in reserve wins, nobody can raise one.
        work[:, :size] = FULL
    else:
        sites = opened
        while sites:
            site = sites & (~sites + U1)
            sites ^= site
            _main(occupied, pyramids, offsets, places, tables, rules, work, spare, ends, U0, site, mode)
    _limit(work[0], occupied, np.int64(BALLS - 1))
    _limit(work[1], occupied, np.int64(BALLS - 1))
    movers = free_balls(occupied, occupied)
    while movers:
        ball = movers & (~movers + U1)
        movers ^= ball
        targets = raise_targets(ball, opened) if popcount(occupied) < BELOW_TOP else U0
        while targets:
            site = targets & (~targets + U1)
            targets ^= site
            _main(occupied, pyramids, offsets, places, tables, rules, work, spare, ends, ball, site, mode)
    # A side that cannot hold anything loses: the other one has won. A side that cannot win holds the other one.
    changed = np.int64(0)
    if mode != WINS:
        changed += _others(work[1] if mode & LOSSES else work[0], spare[0], won, offsets[index], occupied, size)
    if mode & WINS:
        changed += _others(work[0], spare[1], held, offsets[index], occupied, size)
    return changed


#: ``(index, pyramids, places, rules, stamps, since) -> 0 | 1``
STALE = types.FunctionType(
    _I64(
        _I64,
        types.Array(types.uint64, 1, "C"),
        types.Array(types.int32, 1, "C"),
        _I64,
        types.Array(types.int64, 1, "C"),
        _I64,
    )
)


@kernel(STALE)
def is_stale(index, pyramids, places, rules, stamps, since):
    """Whether a pyramid to which turns from pyramid ``index`` lead has changed after the step ``since`` (``stamps``)."""
    occupied = pyramids[index]
    if popcount(occupied) == BELOW_TOP:
        return np.int64(since < 0)
    ends = np.empty((MAX_ENDS, 2), dtype=np.uint64)
    opened = open_sites(occupied)
    sites = opened
    while sites:
        site = sites & (~sites + U1)
        sites ^= site
        if _is_newer(pyramids, places, rules, ends, stamps, since, occupied, U0, site):
            return np.int64(1)
    movers = free_balls(occupied, occupied)
    while movers:
        ball = movers & (~movers + U1)
        movers ^= ball
        targets = raise_targets(ball, opened)
        while targets:
            site = targets & (~targets + U1)
            targets ^= site
            if _is_newer(pyramids, places, rules, ends, stamps, since, occupied, ball, site):
                return np.int64(1)
    return np.int64(0)


#: ``(index, pyramids, offsets, table, out)``
COUNT = types.FunctionType(
    types.void(_I64, types.Array(types.uint64, 1, "C"), types.Array(types.int64, 1, "C"), _U64, _U64, _GRID)
)


@kernel(COUNT)
def count_pyramid(index, pyramids, offsets, won, held, out):
    """Add the positions of a pyramid to the row of its balls in ``out``, uint64[30, 3]: won, undecided, lost for the mover.

    Positions that cannot be, with more than 15 balls of a side, are left out.
    """
    occupied = pyramids[index]
    balls = popcount(occupied)
    named = _chosen(~_low(occupied) & 63, np.int64(0))
    for word in range(offsets[index + 1] - offsets[index]):
        there = popcount(np.uint64(word))
        most, least = BALLS - there, balls - BALLS - there
        real = FEWER[min(most, np.int64(6))] if most >= 0 else U0
        if least > 0:
            real &= ~FEWER[min(least - 1, np.int64(6))]
        real &= named
        a, b = won[offsets[index] + word] & real, held[offsets[index] + word] & real
        out[balls, 0] += np.uint64(popcount(real & ~b))
        out[balls, 1] += np.uint64(popcount(b & ~a))
        out[balls, 2] += np.uint64(popcount(a))


def place_of(occupied: int, mine: int) -> tuple[int, int]:
    """``(word, bit)`` of a position within its pyramid: the coloured cells of ``LOW`` choose the bit, the others the word."""
    bit = sum((mine >> cell & 1) << place for place, cell in enumerate(LOW_CELLS))
    high = [cell for cell in range(64) if (occupied & ~LOW_SET) >> cell & 1]
    return sum((mine >> cell & 1) << place for place, cell in enumerate(high)), bit
