"""Playing a move: ``make_move``, what happens right after a seat's own move, keys, counting, and what loading completes."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.bits import U0
from engine.core.contract import FLAG_NULL_OK
from engine.core.jit import inline_leaf, kernel, leaf
from engine.core.keys import mix64
from engine.games.chinese_checkers.ending import at_home, code_of, in_goal, is_full, is_late, is_walled_in, members
from engine.games.chinese_checkers.geometry import CAMP_OF, DISTANCE, FOREIGN, GOAL_SIZES, SEATS
from engine.games.chinese_checkers.hops import first_hole, high_bit, holds, low_bit
from engine.games.chinese_checkers.moves import generate
from engine.games.chinese_checkers.state import (
    COUNT_KEYS,
    DUTY_KEYS,
    ELIMINATED,
    FINISHED,
    MAX_MOVES,
    NO_HOLE,
    NO_WALL,
    PIECE,
    PIECE_KEYS,
    PLAYING,
    STATUS_KEYS,
    TURN_KEYS,
    rows,
)
from engine.games.counting import perft_of

_NULL_RESERVE = 2  #: pieces that every playing seat must still bring home for a null move


# --- keys and flags -----------------------------------------------------------------------------------------------------


@inline_leaf
def count_key(seat, made):
    """The key of a seat's number of moves: the limits and equal turns depend on it."""
    return mix64(COUNT_KEYS[seat] + np.uint64(made))


@inline_leaf
def duty_key(state, seat):
    """The key of a seat's open penalties."""
    word = np.int64(state["duty_at"][seat]) | np.int64(state["duty_from"][seat]) << 8 | np.int64(state["lost"][seat]) << 16
    return mix64(DUTY_KEYS[seat] + np.uint64(word))


@inline_leaf
def put(state, seat, hole):
    """A piece comes to a hole or goes from it; its distance is not counted here."""
    state["low"][seat] ^= low_bit(hole)
    state["high"][seat] ^= high_bit(hole)
    state["body"] ^= PIECE_KEYS[seat, hole]
    if CAMP_OF[hole] >= 0:
        state["structure_key"] ^= PIECE_KEYS[seat, hole]


@leaf
def set_status(state, seat, status):
    """A seat finishes or is eliminated; its penalties are void."""
    state["body"] ^= STATUS_KEYS[seat, np.int64(state["status"][seat])] ^ STATUS_KEYS[seat, status]
    state["status"][seat] = status
    if state["camp_penalty"] != 0:
        state["body"] ^= duty_key(state, seat)
        state["duty_at"][seat], state["duty_from"][seat], state["lost"][seat] = NO_HOLE, NO_HOLE, 0
        state["body"] ^= duty_key(state, seat)


@leaf
def seal(state):
    """Write the result code, the flags and the key from the rest of the row."""
    state["code"] = code_of(state)
    size = np.int64(GOAL_SIZES[np.int64(state["wide"])])
    flags = np.int64(FLAG_NULL_OK)
    for seat in range(SEATS):
        if state["status"][seat] == PLAYING and in_goal(state, seat) + _NULL_RESERVE > size:
            flags = np.int64(0)
    state["flags"] = flags
    state["key"] = state["body"] ^ TURN_KEYS[np.int64(state["player"])]


# --- after a seat's own move --------------------------------------------------------------------------------------------


@leaf
def eliminate(state, seat):
    """A seat loses by the exit limit: its pieces are taken off the board."""
    while state["low"][seat] | state["high"][seat] != U0:
        put(state, seat, first_hole(state["low"][seat], state["high"][seat]))
    state["distance"][seat] = 0
    set_status(state, seat, np.int64(ELIMINATED))


@leaf
def judge(state, seat):
    """Whether ``seat``, which has just moved, has finished, or has lost by the exit limit."""
    if is_full(state, seat):
        set_status(state, seat, np.int64(FINISHED))
        return
    if not is_late(state, seat) or not at_home(state, seat) or (state["wall"] != NO_WALL and is_walled_in(state, seat)):
        return
    eliminate(state, seat)
    if state["teamed"] != 0 and state["sides"] > 2:
        team = members(state, np.int64(state["team"][seat]))
        for other in range(SEATS):
            if team >> other & 1 and state["status"][other] != ELIMINATED:
                eliminate(state, np.int64(other))


@leaf
def punish(state, seat, start, end):
    """The camp rule of casual doubles after a move of ``seat``; ``end`` below 0: it has passed."""
    state["body"] ^= duty_key(state, seat)
    if state["lost"][seat] != 0:
        state["lost"][seat] = 0
    elif end >= 0:
        if state["duty_at"][seat] != NO_HOLE:
            state["duty_at"][seat], state["duty_from"][seat] = NO_HOLE, NO_HOLE
        elif holds(FOREIGN[seat, 0], FOREIGN[seat, 1], end):
            state["duty_at"][seat], state["duty_from"][seat] = end, start
            for other in range(SEATS):
                if other != seat and state["team"][other] == state["team"][seat] and state["status"][other] == PLAYING:
                    state["body"] ^= duty_key(state, other)
                    state["lost"][other] = 1
                    state["body"] ^= duty_key(state, other)
    state["body"] ^= duty_key(state, seat)


@leaf
def next_player(state, seat):
    """The next seat clockwise that plays; ``seat`` itself if there is none."""
    for turn in range(1, SEATS):
        other = (seat + turn) % SEATS
        if state["status"][other] == PLAYING:
            return other
    return seat


@kernel(contract.MAKE_MOVE)
def make_move(memory, ply, move):
    """Write row ``ply + 1``: the position after ``move``, a legal move of row ``ply``; 0 passes the turn."""
    states = rows(memory)
    states[ply + 1] = states[ply]
    state = states[ply + 1]
    seat = np.int64(state["player"])
    made = np.int64(state["moves"][seat])
    state["moves"][seat] = made + 1
    state["body"] ^= count_key(seat, made) ^ count_key(seat, made + 1)
    start, end = np.int64(-1), np.int64(-1)
    if contract.move_mover(move) == PIECE:
        start, end = contract.move_origin(move), contract.move_to(move)
        put(state, seat, start)
        put(state, seat, end)
        state["distance"][seat] += np.int64(DISTANCE[seat, end]) - np.int64(DISTANCE[seat, start])
    if move != 0:
        if state["camp_penalty"] != 0:
            punish(state, seat, start, end)
        judge(state, seat)
    after = next_player(state, seat)
    if move == 0 and after == seat:  # of a game that is over
        after = (seat + 1) % SEATS
        while state["team"][after] < 0:
            after = (after + 1) % SEATS
    state["player"] = after
    seal(state)


# --- loading and counting -----------------------------------------------------------------------------------------------


@kernel(contract.RESULT)
def finish_row(memory, ply):
    """Complete a row whose pieces, turn, counts, statuses, penalties and options have been read; 1 if the turn had to go on."""
    state = rows(memory)[ply]
    state["body"], state["structure_key"] = U0, U0
    for seat in range(SEATS):
        low, high = state["low"][seat], state["high"][seat]
        state["low"][seat], state["high"][seat] = U0, U0
        distance = np.int64(0)
        while low | high != U0:
            hole = first_hole(low, high)
            low &= ~low_bit(hole)
            high &= ~high_bit(hole)
            put(state, np.int64(seat), hole)
            distance += np.int64(DISTANCE[seat, hole])
        state["distance"][seat] = distance
        state["body"] ^= STATUS_KEYS[seat, np.int64(state["status"][seat])] ^ count_key(seat, np.int64(state["moves"][seat]))
        if state["camp_penalty"] != 0:
            state["body"] ^= duty_key(state, np.int64(seat))
    seal(state)
    seat = np.int64(state["player"])
    if state["code"] == 0 and state["status"][seat] != PLAYING:
        state["player"] = next_player(state, seat)
        seal(state)
        return np.int64(1)
    return np.int64(0)


#: A game that is over counts 0; the move limit is not looked at.
perft = perft_of(__name__, rows, generate, make_move, MAX_MOVES)
