"""Captures: whole chains by depth-first search, written as moves into a list (rule text, sections 5.2 to 5.6).

The list is ``moves[first:n]``. All functions take and return ``n | best << 32`` in one number, ``best`` being the size of the
largest captured set so far where only the largest are legal. ``occupied`` holds all pieces but the lifted one, ``left`` the enemy
pieces not yet captured; captured pieces stay in the former, so they block.
"""

from __future__ import annotations

import numpy as np

from engine.core.bits import U0, U1, bit, lsb, msb, popcount
from engine.games.draughts.choice import known
from engine.games.draughts.geometry import constants
from engine.games.draughts.rules import RULE_BACKWARD, RULE_FLYING, RULE_MOST, RULE_THROUGH
from engine.games.draughts.sets import crown_row, flying_jumpers, men_jumpers, pack, short_jumpers, step, way
from engine.games.draughts.specialise import inline_part, part
from engine.games.draughts.state import CELL_BITS, MAX_CAPTURES, START_SHIFT

_BOARD = constants(10)
BOARD, RAYS = _BOARD["BOARD"], _BOARD["RAYS"]

COUNT_MASK = (1 << 32) - 1
FOUND = 1 << 48  #: the function found a further jump
ALL_DIRECTIONS = 15
_START_BITS = CELL_BITS << START_SHIFT
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
    move = np.int64(pack(captured)) | way(start, lsb(at))
    if size >= shortest:
        index = n - 1
        while index >= first and (moves[index] ^ move) & _START_BITS == 0:  # moves of one piece stand together
            if moves[index] == move:
                return n | (size << 32)
            index -= 1
    if n - first < MAX_CAPTURES:
        moves[n] = move
        n += 1
    return n | (size << 32)


# --- flying kings -------------------------------------------------------------------------------------------------------


@inline_part
def flying_landing(cell, direction, left, occupied):
    """The cell behind the piece that a flying king on ``cell`` captures in ``direction``, as a set; empty if it captures none."""
    line = RAYS[direction, cell] & occupied
    if line == U0:
        return U0
    if direction < 2:
        return step(bit(msb(line)) & left, direction) & BOARD & ~occupied
    return step(line & (~line + U1) & left, direction) & BOARD & ~occupied


@part
def flying_chain(moves, first, state, start, cell, directions, captured, left, occupied, rules):
    """Follow the jumps of a flying king from ``cell`` in ``directions`` (bit set); the result has FOUND if there is one.

    Where there is one the move may not end on ``cell``. A jump straight on is the same from every cell behind the last victim, so
    it is followed from the first of them only.
    """
    rules = known(rules)
    found = np.int64(0)
    for direction in range(4):
        if (directions >> direction) & 1 == 0:
            continue
        landing = flying_landing(cell, direction, left, occupied)
        if landing == U0:
            continue
        found = np.int64(FOUND)
        victim = step(landing, direction ^ 2)
        taken, rest, empty = captured | victim, left ^ victim, BOARD & ~occupied
        across = np.int64(10 if direction & 1 == 0 else 5)
        onward = across | (np.int64(1) << direction)
        more = np.int64(0)
        place = landing
        while place & empty:
            here = lsb(place)
            further = flying_landing(here, (direction + 1) & 3, rest, occupied)
            further |= flying_landing(here, (direction + 3) & 3, rest, occupied)
            if onward != across:
                further |= flying_landing(here, direction, rest, occupied)
            if further:
                more = np.int64(1)
                state = flying_chain(moves, first, state, start, here, onward, taken, rest, occupied, rules) & ~FOUND
            onward = across
            place = step(place, direction)
        if more == 0:
            place = landing
            while place & empty:
                state = add_capture(moves, first, state, start, place, taken, np.int64(2), rules)
                place = step(place, direction)
    return state | found


# --- short jumps --------------------------------------------------------------------------------------------------------


@part
def short_chain(moves, first, state, start, at, captured, left, occupied, side, king, rules):
    """Go on by short jumps from ``at``; the move ends where there is no further jump. ``king`` : 1 for a king, 0 for a man."""
    rules = known(rules)
    found = False
    upward = side == 0 or king != 0 or rules & RULE_BACKWARD != 0
    downward = side != 0 or king != 0 or rules & RULE_BACKWARD != 0
    for direction in range(4):
        if upward if direction < 2 else downward:
            victim = step(at, direction) & left
            landing = step(victim, direction) & BOARD & ~occupied
            if landing:
                found = True
                crowned = np.int64(king)
                if rules & RULE_THROUGH != 0 and landing & crown_row(side):
                    crowned = np.int64(1)
                taken, rest = captured | victim, left ^ victim
                if crowned != king and rules & RULE_FLYING != 0:
                    state = flying_chain(
                        moves, first, state, start, lsb(landing), np.int64(ALL_DIRECTIONS), taken, rest, occupied, rules
                    )
                    if state & FOUND == 0:
                        state = add_capture(moves, first, state, start, landing, taken, np.int64(2), rules)
                    state &= ~FOUND
                else:
                    state = short_chain(moves, first, state, start, landing, taken, rest, occupied, side, crowned, rules)
    if not found:
        state = add_capture(moves, first, state, start, at, captured, np.int64(_MEN_CYCLE), rules)
    return state


@inline_part
def captures(own, enemy, kings, side, rules, moves, first):
    """Write every legal capture of the player to act from ``moves[first]`` on; the end of the list."""
    occupied = own | enemy
    empty = BOARD & ~occupied
    state = np.int64(first)
    movers = men_jumpers(own & ~kings, enemy, empty, side, rules)
    while movers:
        at = movers & (~movers + U1)
        movers ^= at
        state = short_chain(moves, first, state, lsb(at), at, U0, enemy, occupied ^ at, side, np.int64(0), rules)
    movers = own & kings
    if movers == U0:
        return state & COUNT_MASK
    if rules & RULE_FLYING != 0:
        # A lifted king is in the way of no first jump of its own, so one fill tells which kings can begin in a direction.
        up_right, up_left = flying_jumpers(movers, enemy, empty, 0), flying_jumpers(movers, enemy, empty, 1)
        down_left, down_right = flying_jumpers(movers, enemy, empty, 2), flying_jumpers(movers, enemy, empty, 3)
        movers = up_right | up_left | down_left | down_right
        while movers:
            at = movers & (~movers + U1)
            movers ^= at
            directions = np.int64(up_right & at != U0) | np.int64(up_left & at != U0) << 1
            directions |= np.int64(down_left & at != U0) << 2 | np.int64(down_right & at != U0) << 3
            state = flying_chain(moves, first, state, lsb(at), lsb(at), directions, U0, enemy, occupied ^ at, rules)
            state &= ~FOUND
    else:
        movers = short_jumpers(movers, enemy, empty, True, True)
        while movers:
            at = movers & (~movers + U1)
            movers ^= at
            state = short_chain(moves, first, state, lsb(at), at, U0, enemy, occupied ^ at, side, np.int64(1), rules)
    return state & COUNT_MASK
