"""Rolls and decisions played, whose turn follows, the end, keys, chance and perft."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.contract import FLAG_CHANCE
from engine.core.jit import inline_leaf, kernel, leaf
from engine.games.aeroplane.moves import generate, token
from engine.games.aeroplane.rules import CENTRE, HANGAR, HOME, LEFT, MOST_SIXES, PLANES, RING, SEATS
from engine.games.aeroplane.state import (
    GO,
    LEAVE,
    MAX_MOVES,
    NO_PLANE,
    OFF,
    PLANE_KEYS,
    ROLL,
    SQUARE,
    STAY,
    TURN_KEYS,
    rows,
)
from engine.games.aeroplane.travel import go, sort

# --- rows ---------------------------------------------------------------------------------------------------------------


@leaf
def is_home(state, seat):
    """Whether a seat in the game has brought all its planes to the centre."""
    if (state["alive"] >> seat) & 1 == 0:
        return False
    for number in range(PLANES):
        place = state["planes"][PLANES * seat + number]
        if place != CENTRE and place != NO_PLANE:
            return False
    return True


@leaf
def seal(state):
    """Write what follows from the rest of the row: whether the game is over, keys, flags."""
    body = np.uint64(0)
    for seat in range(SEATS):
        if (state["alive"] >> seat) & 1:
            for number in range(PLANES):
                body += PLANE_KEYS[seat, np.int64(state["planes"][PLANES * seat + number]) + 1]
    sixes = min(np.int64(state["sixes"]), np.int64(MOST_SIXES)) if state["void"] != 0 else np.int64(0)
    state["key"] = body ^ TURN_KEYS[np.int64(state["player"]), np.int64(state["die"]), sixes]
    state["structure_key"] = body
    over = np.int64(state["left"])
    for seat in range(SEATS):
        over |= np.int64(is_home(state, seat))
    state["over"] = over
    state["flags"] = FLAG_CHANCE if over == 0 and state["die"] == 0 else 0


@kernel(contract.MAKE_MOVE)
def finish_row(memory, ply, unused):
    """Complete row ``ply`` whose planes, turn, counters and options have been written."""
    state = rows(memory)[ply]
    for square in range(RING):
        state["ring"][square] = 0
    for seat in range(SEATS):
        sort(state, seat)
        for number in range(PLANES):
            place = np.int64(state["planes"][PLANES * seat + number])
            if (state["alive"] >> seat) & 1 and 0 <= place < CENTRE and SQUARE[seat, place] >= 0:
                square = SQUARE[seat, place]
                state["ring"][square] = (seat + 1) | (((np.int64(state["ring"][square]) >> 3) + 1) << 3)
    seal(state)


# --- course of the game -------------------------------------------------------------------------------------------------


@inline_leaf
def next_seat(state):
    """The turn goes on to the next seat in the game."""
    seat = np.int64(state["player"])
    for _ in range(SEATS):
        seat = (seat + 1) % SEATS
        if (state["alive"] >> seat) & 1:
            break
    state["player"], state["sixes"] = seat, 0


@leaf
def leave(state, seat):
    """The seat is out of the game."""
    for number in range(PLANES):
        place = np.int64(state["planes"][PLANES * seat + number])
        if 0 <= place < CENTRE and SQUARE[seat, place] >= 0:
            state["ring"][SQUARE[seat, place]] = 0
        state["planes"][PLANES * seat + number] = NO_PLANE
    state["alive"] &= ~(1 << seat)
    alive = np.int64(state["alive"])
    if alive & (alive - 1) == 0:
        state["left"] = 1


@kernel(contract.MAKE_MOVE)
def make_move(memory, ply, move):
    """Write row ``ply + 1``: after a roll, a decision, or a seat's leaving."""
    states = rows(memory)
    states[ply + 1] = states[ply]
    state = states[ply + 1]
    kind, cell = contract.move_mover(move), contract.move_to(move)
    seat, die = np.int64(state["player"]), np.int64(state["die"])
    state["reversible"] = 0
    if kind == ROLL:
        state["die"] = cell
        if cell == 6:
            state["sixes"] += 1
        seal(state)
        return
    state["die"] = 0
    state["ply"] += 1
    if kind == LEAVE:
        leave(state, seat)
        next_seat(state)
        seal(state)
        return
    if kind == OFF:
        state["planes"][PLANES * seat] = 0
        sort(state, seat)
    elif kind == GO or kind == STAY:
        go(state, seat, cell, die, np.int64(kind == STAY))
    if die != 6 or (state["void"] != 0 and state["sixes"] >= MOST_SIXES):
        next_seat(state)
    seal(state)


@kernel(contract.CHANCE_OUTCOMES)
def chance_outcomes(memory, ply, moves, weights):
    """Six rolls of equal weight where one is due."""
    if rows(memory)[ply]["flags"] & FLAG_CHANCE == 0:
        return np.int64(0)
    for die in range(1, 7):
        moves[die - 1] = token(ROLL, die)
        weights[die - 1] = 1
    return np.int64(6)


@kernel(contract.RESULT)
def result(memory, ply):
    """The result code of row ``ply``: the last seat left, or the first one whose planes are all home."""
    state = rows(memory)[ply]
    if state["over"] == 0:
        return np.int64(0)
    if state["left"] != 0:
        return contract.win_code(np.int64(state["alive"]), np.int64(LEFT))
    for seat in range(SEATS):
        if is_home(state, seat):
            return contract.win_code(np.int64(1) << seat, np.int64(HOME))
    return np.int64(0)


@kernel(contract.ADJUDICATE)
def adjudicate(memory, ply, root):
    """As ``result``: nothing repeats, since nobody decides about the dice."""
    return result(memory, ply)


# --- perft --------------------------------------------------------------------------------------------------------------


@leaf
def _count(memory, ply, depth, moves):
    """Sequences of ``depth`` pairs of roll and decision; ``moves`` has room for ``MAX_MOVES`` a level."""
    state = rows(memory)[ply]
    if state["over"] != 0:
        return np.int64(0)
    own = moves[depth * MAX_MOVES : (depth + 1) * MAX_MOVES]
    first, last = (1, 6) if state["die"] == 0 else (0, 0)
    total = np.int64(0)
    for die in range(first, last + 1):
        row = ply
        if die > 0:
            make_move(memory, ply, token(ROLL, die))
            row = ply + 1
        found = generate(rows(memory)[row], own)
        if depth == 1:
            total += found
            continue
        for index in range(found):
            make_move(memory, row, own[index])
            total += _count(memory, row + 1, depth - 1, moves)
    return total


@kernel(contract.PERFT)
def perft(memory, ply, depth):
    """Sequences of ``depth`` pairs of roll and decision; where a die waits the first pair is that die and its decisions."""
    return _count(memory, ply, depth, np.empty((depth + 1) * MAX_MOVES, np.int64))


assert HANGAR == -1 and GO != STAY
