"""The generators, ``is_legal``, ``unfold`` and ``describe``.

**The bonus in closed form.** After the main action let the mover take back T, one or two of its balls, and restack as many on the
sites U, or fewer. With the sites of T empty, a site may be filled if it is then open, not of T, and

* one ball restacked: higher than the lowest of T (whichever is restacked, the other goes back before it or after it);
* two restacked: the lower one higher than the lower of T, the higher one higher than the higher of T. The second may rest on the
  first. If one of T rested on the other, it must go first; so where the second site rests on the first or is the top, on which
  the turn ends, the first site must be higher than the ball that goes first.

T itself is two balls that are both free, or one and a ball that it alone covered.
"""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.bits import U0, U1, lsb, msb
from engine.core.jit import inline_leaf, kernel, leaf
from engine.games.quadro.geometry import ABOVE, NUMBER_OF, SET_OF
from engine.games.quadro.rules import BONUS, OUT_PASS, OUT_RESERVE, RESTACK, TAKE_ONE
from engine.games.quadro.sets import TOP, can_raise, completes, completing_sites, free_balls, open_sites, raise_targets, reserve
from engine.games.quadro.state import (
    BONUS_SHIFT,
    FILLED,
    FIRST,
    MAX_MOVES,
    MORE,
    ORIGIN,
    PASS,
    PASSES,
    PLACED,
    RAISED,
    SECOND,
    SITE_MASK,
    rows,
)

ALL_TURNS, NOISY, QUIET = 0, 1, 2


# --- parts of the bonus -------------------------------------------------------------------------------------------------


@inline_leaf
def number(ball):
    """Site + 1 of a set of one cell."""
    return NUMBER_OF[lsb(ball)]


@inline_leaf
def seconds(own, occupied, free, ball):
    """The balls that may be taken back together with the free ball ``ball`` (a set of one): free now, or covered by it alone.

    Those that are free now and have a lower number are left out: they come first.
    """
    higher = free & ~(ball | (ball - U1))
    return higher | (free_balls(own ^ ball, occupied ^ ball) & ~free)


@inline_leaf
def single_targets(empty_now, taken):
    """Where one ball may be restacked if the balls ``taken`` are taken back; ``empty_now`` is open without them."""
    return empty_now & ~taken & ABOVE[lsb(taken) >> 4]


@inline_leaf
def second_targets(occupied, opened, taken, stacked, site):
    """Where the second ball may go, in numbers above ``site``, if the two balls ``taken`` go and one of them is put on ``site``.

    occupied, opened : without ``taken``. stacked : whether one of ``taken`` rested on the other.
    """
    goes_first = ABOVE[msb(taken) >> 4]
    above = open_sites(occupied | site) & ~opened
    beside = opened & ~(site | (site - U1))
    if stacked and site & goes_first == U0:
        above = U0
        beside &= ~TOP
    return (above | beside) & ~taken & goes_first


# --- whole turns --------------------------------------------------------------------------------------------------------


@inline_leaf
def _add(moves, n, wanted, gain, move):
    """Append ``move`` if it is of the part ``wanted`` and there is room; ``gain``: balls that come back to the reserve."""
    if (wanted == ALL_TURNS or (wanted == NOISY) == (gain > 0)) and n < MAX_MOVES:
        moves[n] = move
        n += 1
    return n


@leaf
def _add_bonus(own, occupied, rules, wanted, base, moves, n):
    """Append the turns that begin with the main action ``base`` and have a bonus; the sets are those after it."""
    if rules & TAKE_ONE == 0:
        n = _add(moves, n, wanted, 0, base)
    restack = rules & RESTACK != 0
    if wanted == QUIET and not restack:
        return n
    free = free_balls(own, occupied)
    left = free
    while left:
        ball = left & (~left + U1)
        left ^= ball
        one = base | (number(ball) << FIRST)
        n = _add(moves, n, wanted, 1, one)
        if restack and wanted != NOISY:
            targets = single_targets(open_sites(occupied ^ ball), ball)
            while targets:
                site = targets & (~targets + U1)
                targets ^= site
                n = _add(moves, n, wanted, 0, one | (number(site) << FILLED))
        others = seconds(own, occupied, free, ball)
        while others:
            other = others & (~others + U1)
            others ^= other
            taken = ball | other
            two = base | (number(taken & (~taken + U1)) << FIRST) | (number(taken & (taken - U1)) << SECOND)
            n = _add(moves, n, wanted, 2, two)
            if not restack:
                continue
            rest = occupied ^ taken
            opened = open_sites(rest)
            targets = single_targets(opened, taken)
            stacked = other & free == U0
            while targets:
                site = targets & (~targets + U1)
                targets ^= site
                three = two | (number(site) << FILLED)
                n = _add(moves, n, wanted, 1, three)
                if wanted == NOISY:
                    continue
                last = second_targets(rest, opened, taken, stacked, site)
                while last:
                    end = last & (~last + U1)
                    last ^= end
                    n = _add(moves, n, wanted, 0, three | (number(end) << MORE))
    return n


@leaf
def turns(own, enemy, rules, wanted, moves):
    """Write the turns of the side that has ``own`` and return how many; ``wanted``: ALL_TURNS, NOISY or QUIET."""
    n = np.int64(0)
    occupied = own | enemy
    left = reserve(own)
    if occupied & TOP != U0 or (left == 0 and rules & OUT_RESERVE != 0):
        return n
    opened = open_sites(occupied)
    if left > 0:
        completing = completing_sites(own, rules) & ~TOP
        sites = opened
        while sites:
            site = sites & (~sites + U1)
            sites ^= site
            place = number(site)
            base = place | (place << ORIGIN)
            if site & completing:
                n = _add_bonus(own | site, occupied | site, rules, wanted, base, moves, n)
            else:
                n = _add(moves, n, wanted, 0, base)
    movers = free_balls(own, occupied)
    while movers:
        ball = movers & (~movers + U1)
        movers ^= ball
        targets = raise_targets(ball, opened)
        if targets == U0:
            continue
        lifted, rest = own ^ ball, occupied ^ ball
        completing = completing_sites(lifted, rules) & ~TOP
        origin = number(ball) << ORIGIN
        while targets:
            site = targets & (~targets + U1)
            targets ^= site
            base = number(site) | origin
            if site & completing:
                n = _add_bonus(lifted | site, rest | site, rules, wanted, base, moves, n)
            else:
                n = _add(moves, n, wanted, 0, base)
    if rules & OUT_PASS != 0 and wanted != NOISY and left == 0 and n == 0 and not can_raise(own, occupied):
        moves[0] = PASS
        n = np.int64(1)
    return n


@inline_leaf
def _legal_bonus(own, occupied, rules, move):
    """Whether the bonus of ``move`` is possible; the sets are those after a main action that earned one."""
    first, second = SET_OF[(move >> FIRST) & SITE_MASK], SET_OF[(move >> SECOND) & SITE_MASK]
    filled, more = SET_OF[(move >> FILLED) & SITE_MASK], SET_OF[(move >> MORE) & SITE_MASK]
    if move >> BONUS_SHIFT == 0:
        return rules & TAKE_ONE == 0
    if first == U0 or first & own == U0 or second & ~own != U0 or (second != U0 and second <= first):
        return False
    if filled == U0 and more != U0 or (filled != U0 and rules & RESTACK == 0):
        return False
    free = free_balls(own, occupied)
    taken = first | second
    stacked = taken & ~free != U0
    if stacked:
        if second == U0 or taken & free == U0:
            return False
        goes = taken & free
        if free_balls(own ^ goes, occupied ^ goes) & taken == U0:
            return False
    if filled == U0:
        return True
    rest = occupied ^ taken
    opened = open_sites(rest)
    if single_targets(opened, taken) & filled == U0:
        return False
    return more == U0 or (second != U0 and second_targets(rest, opened, taken, stacked, filled) & more != U0)


@leaf
def is_turn(own, enemy, rules, move):
    """Whether ``move``, any 64-bit number, is a legal turn of the side that has ``own``."""
    occupied = own | enemy
    left = reserve(own)
    if move <= 0 or move > PASS or occupied & TOP != U0 or (left == 0 and rules & OUT_RESERVE != 0):
        return False
    if move == PASS:
        return rules & OUT_PASS != 0 and left == 0 and not can_raise(own, occupied)
    site, origin = SET_OF[move & SITE_MASK], SET_OF[(move >> ORIGIN) & SITE_MASK]
    if site == U0 or origin == U0:
        return False
    for shift in range(FIRST, MORE + 1, 5):
        if (move >> shift) & SITE_MASK == SITE_MASK:
            return False
    opened = open_sites(occupied)
    if site == origin:
        if left == 0 or site & opened == U0:
            return False
    else:
        if free_balls(own, occupied) & origin == U0 or raise_targets(origin, opened) & site == U0:
            return False
        own, occupied = own ^ origin, occupied ^ origin
    own, occupied = own | site, occupied | site
    if site == TOP or rules & BONUS == 0 or not completes(own, site, rules):
        return move >> BONUS_SHIFT == 0
    return _legal_bonus(own, occupied, rules, move)


# --- contract -----------------------------------------------------------------------------------------------------------


@kernel(contract.GEN_MOVES)
def gen_moves(memory, ply, moves):
    """All turns: placements by site, then raises by ball and target, each with all of its bonuses."""
    state = rows(memory)[ply]
    side = np.int64(state["player"])
    return turns(state["balls"][side], state["balls"][1 - side], np.int64(state["rules"]), np.int64(ALL_TURNS), moves)


@kernel(contract.GEN_MOVES)
def gen_noisy(memory, ply, moves):
    """The turns that bring balls back to the reserve."""
    state = rows(memory)[ply]
    side = np.int64(state["player"])
    rules = np.int64(state["rules"])
    if rules & BONUS == 0:
        return np.int64(0)
    return turns(state["balls"][side], state["balls"][1 - side], rules, np.int64(NOISY), moves)


@kernel(contract.GEN_MOVES)
def gen_quiet(memory, ply, moves):
    """The turns that bring none back."""
    state = rows(memory)[ply]
    side = np.int64(state["player"])
    return turns(state["balls"][side], state["balls"][1 - side], np.int64(state["rules"]), np.int64(QUIET), moves)


@kernel(contract.IS_LEGAL)
def is_legal(memory, ply, move):
    """Whether ``move``, any 64-bit number, is a legal turn."""
    state = rows(memory)[ply]
    side = np.int64(state["player"])
    return np.int64(is_turn(state["balls"][side], state["balls"][1 - side], np.int64(state["rules"]), move))


@kernel(contract.UNFOLD)
def unfold(memory, ply, bits):
    """The legal turn whose ``contract.fold`` is ``bits``, 0 if there is none: a turn has no more than 31 bits."""
    state = rows(memory)[ply]
    side = np.int64(state["player"])
    legal = is_turn(state["balls"][side], state["balls"][1 - side], np.int64(state["rules"]), bits)
    return bits if legal else np.int64(0)


@kernel(contract.DESCRIBE)
def describe(memory, ply, move):
    """``move`` in the common layout: cells are sites, the victim is what comes back to the reserve."""
    if move == PASS:
        return contract.pack_move(np.int64(0), np.int64(0), np.int64(PASSES), np.int64(0), np.int64(0))
    to, origin = (move & SITE_MASK) - 1, ((move >> ORIGIN) & SITE_MASK) - 1
    gain = np.int64((move >> FIRST) & SITE_MASK != 0) + np.int64((move >> SECOND) & SITE_MASK != 0)
    stacked = np.int64((move >> FILLED) & SITE_MASK != 0) + np.int64((move >> MORE) & SITE_MASK != 0)
    mover = np.int64(PLACED if to == origin else RAISED) + np.int64(2 * (stacked != 0))
    return contract.pack_move(origin, to, mover, gain - stacked, np.int64(0))
