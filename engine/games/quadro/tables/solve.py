"""Retrograde analysis of whole pyramids: 64 positions in a word, one rule of play a handful of shifted words.

For every pyramid two bit sets over the colourings ``mine`` (the balls of the side that has *just moved*): ``won``: it has won by
force; ``held``: it is not proven that it loses. A side to move with ``mine`` wins where one of its turns leads to ``won``, and
loses where none leads to ``held``. Nothing but the colouring changes within a pyramid, so a turn is a fixed move of words:
positions in which the mover has certain balls (its shape, those that it raises or takes back) go to positions of another pyramid. ``won`` grows
and ``held`` shrinks from pass to pass until nothing changes; what is held but not won is then drawn (by repetition).

References: the idea of retrograde analysis is K. Thompson's; the figures to compare with are those of ICGA Journal 10.1177/13896911261418683.
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
from engine.games.quadro.tables.shapes import LOW_CELLS, MULTIPLIER, TABLE_BITS
from engine.games.quadro.tables.shapes import LOW as LOW_SET

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
def _find(places, pyramids, occupied):
    """The number of a pyramid."""
    place = np.int64((occupied * _MULTIPLIER) >> _SHIFT)
    while pyramids[places[place]] != occupied:
        place = (place + 1) & _PLACES
    return np.int64(places[place])


@leaf
def _join(goal, source, first, occupied, after, needs, leaves, comes):
    """``goal`` |= the words of another pyramid, ``source[first:]``, seen through a turn.

    occupied, after : the pyramids before and after. needs : cells that must be the mover's, ``leaves`` among them. leaves, comes :
    cells that the mover empties and fills. ``goal`` has the words of ``occupied`` from index 0.
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
def _turn(work, tables, tables_at, occupied, after, needs, leaves, comes, both):
    """Join one turn into the two rows of ``work``."""
    won, held = tables
    _join(work[0], won, tables_at, occupied, after, needs, leaves, comes)
    if both:
        _join(work[1], held, tables_at, occupied, after, needs, leaves, comes)


@leaf
def _main(index, pyramids, offsets, places, tables, rules, work, spare, origin, site, both):
    """All turns that begin with one main action: a ball to ``site``, from the cell ``origin`` or, if that is empty, the reserve."""
    occupied = pyramids[index]
    after = (occupied & ~origin) | site
    plain_at = offsets[_find(places, pyramids, after)]
    earned = False
    for number in range(SHAPES.size):
        if SHAPES[number] & site != U0 and rules & NEEDS[number] == NEEDS[number] and SHAPES[number] & ~after == U0:
            earned = True
    if earned and rules & TAKE_ONE != 0:
        size = np.int64(1) << popcount(occupied & ~LOW)
        spare[:, :size] = U0
        _turn(spare, tables, plain_at, occupied, after, origin, origin, site, both)
        for number in range(SHAPES.size):
            if SHAPES[number] & site != U0 and rules & NEEDS[number] == NEEDS[number] and SHAPES[number] & ~after == U0:
                _drop(spare[0], occupied, (SHAPES[number] & ~site) | origin)
                if both:
                    _drop(spare[1], occupied, (SHAPES[number] & ~site) | origin)
        work[0, :size] |= spare[0, :size]
        work[1, :size] |= spare[1, :size]
    else:
        _turn(work, tables, plain_at, occupied, after, origin, origin, site, both)
    if not earned:
        return
    free = free_balls(after, after)
    left = free
    while left:
        ball = left & (~left + U1)
        left ^= ball
        _taken(pyramids, offsets, places, tables, rules, work, occupied, after, origin, site, ball, False, both)
        others = seconds(after, after, free, ball)
        while others:
            other = others & (~others + U1)
            others ^= other
            stacked = other & free == U0
            _taken(pyramids, offsets, places, tables, rules, work, occupied, after, origin, site, ball | other, stacked, both)


@leaf
def _taken(pyramids, offsets, places, tables, rules, work, occupied, after, origin, site, taken, stacked, both):
    """All turns with one main action that take back the balls ``taken``, restacked or not."""
    rest = after & ~taken
    _bonus(pyramids, offsets, places, tables, rules, work, occupied, after, rest, origin, site, taken, both)
    if rules & RESTACK == 0:
        return
    opened = open_sites(rest)
    targets = single_targets(opened, taken)
    while targets:
        one = targets & (~targets + U1)
        targets ^= one
        _bonus(pyramids, offsets, places, tables, rules, work, occupied, after, rest | one, origin, site, taken, both)
        if taken & (taken - U1) == U0:
            continue
        more = second_targets(rest, opened, taken, stacked, one)
        while more:
            two = more & (~more + U1)
            more ^= two
            _bonus(pyramids, offsets, places, tables, rules, work, occupied, after, rest | one | two, origin, site, taken, both)


@leaf
def _bonus(pyramids, offsets, places, tables, rules, work, occupied, after, end, origin, site, taken, both):
    """The turns that lead to the pyramid ``end``, for every shape that earns them."""
    end_at = offsets[_find(places, pyramids, end)]
    leaves = occupied & ~end | origin
    comes = end & ~(occupied & ~origin)
    for number in range(SHAPES.size):
        if SHAPES[number] & site != U0 and rules & NEEDS[number] == NEEDS[number] and SHAPES[number] & ~after == U0:
            needs = (SHAPES[number] & ~site) | origin | (taken & ~site)
            _turn(work, tables, end_at, occupied, end, needs, leaves, comes, both)


_U64 = types.Array(types.uint64, 1, "C")
_GRID = types.Array(types.uint64, 2, "C")
_I64 = types.int64
#: ``(index, pyramids, offsets, places, won, held, rules, work, spare, both) -> changed``
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
def solve_pyramid(index, pyramids, offsets, places, won, held, rules, work, spare, both):
    """Judge every position of pyramid ``index`` anew from those that its turns lead to; return how many bits change.

    won, held : the tables, changed where the pyramid's words are. work, spare : uint64[2, words of the largest pyramid], scratch.
    both : 0 where no turn can be undone (no bonus), so that ``held`` is not needed: it is then left alone.
    """
    occupied = pyramids[index]
    high = occupied & ~LOW
    size = np.int64(1) << popcount(high)
    work[0, :size] = U0
    work[1, :size] = U0
    tables = (won, held)
    opened = open_sites(occupied)
    if popcount(occupied) == BELOW_TOP:
        # Only the top is left: who has a ball in reserve wins, nobody can raise one.
        work[0, :size] = FULL
        work[1, :size] = FULL
    else:
        sites = opened
        while sites:
            site = sites & (~sites + U1)
            sites ^= site
            _main(index, pyramids, offsets, places, tables, rules, work, spare, U0, site, both != 0)
    _limit(work[0], occupied, np.int64(BALLS - 1))
    if both != 0:
        _limit(work[1], occupied, np.int64(BALLS - 1))
    movers = free_balls(occupied, occupied)
    while movers:
        ball = movers & (~movers + U1)
        movers ^= ball
        targets = raise_targets(ball, opened) if popcount(occupied) < BELOW_TOP else U0
        while targets:
            site = targets & (~targets + U1)
            targets ^= site
            _main(index, pyramids, offsets, places, tables, rules, work, spare, ball, site, both != 0)
    # A side that cannot hold anything loses: the other one has won. Seen from the other side the colouring is the complement.
    low = _low(occupied)
    first, last = offsets[index], size - 1
    changed = np.int64(0)
    lost = work[1] if both != 0 else work[0]
    for word in range(size):
        spare[0, last - word] = _flip(~lost[word], low)
        spare[1, last - word] = _flip(~work[0, word], low)
    _limit(spare[0], occupied, np.int64(BALLS))
    for word in range(size):
        changed += popcount(spare[0, word] ^ won[first + word])
        won[first + word] = spare[0, word]
    if both != 0:
        _limit(spare[1], occupied, np.int64(BALLS))
        for word in range(size):
            changed += popcount(spare[1, word] ^ held[first + word])
            held[first + word] = spare[1, word]
    return changed
