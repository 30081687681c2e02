"""Captures: whole chains by depth-first search, written as moves into a list (rule text, sections 5.2 to 5.6).

The list is ``moves[first:n]``. All functions take and return ``n | best << 32`` in one number, ``best`` being the size of the
largest captured set so far where only the largest are legal. ``empty`` holds the cells that are empty while the piece is lifted,
``left`` the enemy pieces not yet captured; captured pieces are in neither, so they block.
"""

from __future__ import annotations

import numpy as np

from engine.core.bits import U0, U1, lsb, popcount
from engine.games.draughts.geometry import constants
from engine.games.draughts.rules import RULE_BACKWARD, RULE_FLYING, RULE_MOST, RULE_THROUGH
from engine.games.draughts.sets import crown_row, men_jumpers, pack, short_jumpers, step
from engine.games.draughts.specialise import inline_part, part
from engine.games.draughts.state import END_SHIFT, MAX_CAPTURES, START_SHIFT

_BOARD = constants(10)
BOARD = _BOARD["BOARD"]

COUNT_MASK = (1 << 32) - 1
FOUND = 1 << 48  #: the function found a further jump
_MEN_CYCLE = 4  #: short jumps reach a cell again over the same pieces only by a cycle, and the smallest one takes four


@inline_part
def add_capture(moves, first, state, start, at, captured, shortest, rules):
    """Add the move that ends on ``at`` unless a larger one is known or it is in the list; ``state`` is ``n | best << 32``.

    ``shortest`` : the smallest captured set that can be reached in two orders. The list holds at most ``MAX_CAPTURES`` moves.
    """
    n = state & COUNT_MASK
    size = popcount(captured)
    if rules & RULE_MOST != 0:
        best = state >> 32
        if size < best:
            return state
        if size > best:
            n = first
    move = np.int64(pack(captured)) | (start << START_SHIFT) | (lsb(at) << END_SHIFT)
    if size >= shortest:
        for index in range(first, n):
            if moves[index] == move:
                return n | (size << 32)
    if n - first < MAX_CAPTURES:
        moves[n] = move
        n += 1
    return n | (size << 32)


@part
def flying_chain(moves, first, state, start, at, known, captured, left, empty, rules):
    """Follow every jump of a flying king from ``at``; the result has FOUND if there is one: then the move may not end on ``at``.

    ``known`` : a direction whose jump has been followed from a cell before ``at`` on the same line (it only counts), or -1.
    """
    found = np.int64(0)
    for direction in range(4):
        ahead = step(at, direction)
        while ahead & empty:
            ahead = step(ahead, direction)
        victim = ahead & left
        landing = step(victim, direction) & empty
        if landing:
            found = np.int64(FOUND)
            if direction != known:
                more = np.int64(0)
                straight = np.int64(-1)
                place = landing
                while place & empty:
                    state = flying_chain(
                        moves, first, state, start, place, straight, captured | victim, left ^ victim, empty, rules
                    )
                    more |= state & FOUND
                    state &= ~FOUND
                    straight = np.int64(direction)
                    place = step(place, direction)
                if more == 0:
                    place = landing
                    while place & empty:
                        state = add_capture(moves, first, state, start, place, captured | victim, np.int64(2), rules)
                        place = step(place, direction)
    return state | found


@part
def short_chain(moves, first, state, start, at, captured, left, empty, side, king, rules):
    """Go on by short jumps from ``at``; the move ends where there is no further jump. ``king`` : 1 for a king, 0 for a man."""
    found = False
    upward = side == 0 or king != 0 or rules & RULE_BACKWARD != 0
    downward = side != 0 or king != 0 or rules & RULE_BACKWARD != 0
    for direction in range(4):
        if upward if direction < 2 else downward:
            victim = step(at, direction) & left
            landing = step(victim, direction) & empty
            if landing:
                found = True
                crowned = np.int64(king)
                if rules & RULE_THROUGH != 0 and landing & crown_row(side):
                    crowned = np.int64(1)
                taken, rest = captured | victim, left ^ victim
                if crowned != king and rules & RULE_FLYING != 0:
                    state = flying_chain(moves, first, state, start, landing, np.int64(-1), taken, rest, empty, rules)
                    if state & FOUND == 0:
                        state = add_capture(moves, first, state, start, landing, taken, np.int64(2), rules)
                    state &= ~FOUND
                else:
                    state = short_chain(moves, first, state, start, landing, taken, rest, empty, side, crowned, rules)
    if not found:
        state = add_capture(moves, first, state, start, at, captured, np.int64(_MEN_CYCLE), rules)
    return state


@inline_part
def captures(own, enemy, kings, side, rules, moves, first):
    """Write every legal capture of the player to act from ``moves[first]`` on; the end of the list."""
    empty = BOARD & ~(own | enemy)
    state = np.int64(first)
    movers = men_jumpers(own & ~kings, enemy, empty, side, rules)
    while movers:
        at = movers & (~movers + U1)
        movers ^= at
        state = short_chain(moves, first, state, lsb(at), at, U0, enemy, empty | at, side, np.int64(0), rules)
    movers = own & kings
    if rules & RULE_FLYING != 0:
        while movers:
            at = movers & (~movers + U1)
            movers ^= at
            state = flying_chain(moves, first, state, lsb(at), at, np.int64(-1), U0, enemy, empty | at, rules) & ~FOUND
    else:
        movers = short_jumpers(movers, enemy, empty, True, True)
        while movers:
            at = movers & (~movers + U1)
            movers ^= at
            state = short_chain(moves, first, state, lsb(at), at, U0, enemy, empty | at, side, np.int64(1), rules)
    return state & COUNT_MASK
