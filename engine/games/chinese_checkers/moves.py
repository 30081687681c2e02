"""The contract's move generators, ``is_legal`` and ``see``. Noisy moves bring a piece two or more steps forward."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.bits import U0
from engine.core.contract import pack_move
from engine.core.jit import inline_leaf, kernel, leaf
from engine.games.chinese_checkers.geometry import BOARD, CAMPS, DISTANCE, FOREIGN, HOLES, SEATS, TARGETS
from engine.games.chinese_checkers.hops import destinations, first_hole, high_bit, holds, low_bit
from engine.games.chinese_checkers.state import (
    ANY,
    CLOSED,
    LEAST_GAIN,
    NO_HOLE,
    NOWHERE,
    PASSING,
    PIECE,
    PLAYING,
    UNIT,
    rows,
)

ALL, NOISY, QUIET_ONLY = 0, 1, 2
_BOARD_LOW, _BOARD_HIGH = np.uint64(BOARD[0]), np.uint64(BOARD[1])


# --- sets of a row ------------------------------------------------------------------------------------------------------


@inline_leaf
def occupied(state):
    """All pieces, two words."""
    low, high = state["low"][0], state["high"][0]
    for seat in range(1, SEATS):
        low |= state["low"][seat]
        high |= state["high"][seat]
    return low, high


@inline_leaf
def ends_of(state, seat):
    """The holes on which a move of ``seat`` may end by the rules of camps and of no return, whatever stands there."""
    low, high = _BOARD_LOW, _BOARD_HIGH
    if state["stop"] != ANY and state["camp_penalty"] == 0:
        low &= ~FOREIGN[seat, 0]
        high &= ~FOREIGN[seat, 1]
    if state["exit_limit"] != 0 and state["moves"][seat] >= state["exit_limit"]:
        low &= ~CAMPS[seat, 0]
        high &= ~CAMPS[seat, 1]
    return low, high


@leaf
def targets_of(state, seat, start, low, high, ends_low, ends_high):
    """Where the piece of ``seat`` on ``start`` may go. low, high : all pieces. ends_low, ends_high : :func:`ends_of`."""
    free_low, free_high = _BOARD_LOW & ~low, _BOARD_HIGH & ~high
    if state["stop"] == CLOSED:
        free_low &= ~FOREIGN[seat, 0]
        free_high &= ~FOREIGN[seat, 1]
    rest_low, rest_high = low & ~low_bit(start), high & ~high_bit(start)
    to_low, to_high = destinations(start, rest_low, rest_high, free_low, free_high, np.int64(state["distant"]))
    to_low &= ends_low
    to_high &= ends_high
    if state["leave"] == 0 and holds(TARGETS[seat, 0], TARGETS[seat, 1], start):
        to_low &= TARGETS[seat, 0]
        to_high &= TARGETS[seat, 1]
    return to_low, to_high


@inline_leaf
def movers(state, seat):
    """The pieces of ``seat`` that may move and where moves may end, four words: :func:`ends_of`, and a duty to leave a camp."""
    own_low, own_high = state["low"][seat], state["high"][seat]
    ends_low, ends_high = ends_of(state, seat)
    if state["duty_at"][seat] != NO_HOLE:
        at, home = np.int64(state["duty_at"][seat]), np.int64(state["duty_from"][seat])
        own_low, own_high = low_bit(at), high_bit(at)
        ends_low &= ~FOREIGN[seat, 0] | low_bit(home)
        ends_high &= ~FOREIGN[seat, 1] | high_bit(home)
    return own_low, own_high, ends_low, ends_high


@inline_leaf
def piece_move(seat, start, end):
    """The packed move of a piece."""
    gain = np.int64(DISTANCE[seat, start]) - np.int64(DISTANCE[seat, end])
    return pack_move(start, end, np.int64(PIECE), gain if gain >= LEAST_GAIN else np.int64(0), np.int64(0))


@inline_leaf
def pass_move():
    """The packed pass."""
    return pack_move(np.int64(NOWHERE), np.int64(NOWHERE), np.int64(PASSING), np.int64(0), np.int64(0))


# --- generators ---------------------------------------------------------------------------------------------------------


@inline_leaf
def _emit(moves, n, seat, start, to_low, to_high, part):
    """Write the moves of one piece from index ``n`` on; the new count."""
    while to_low | to_high:
        end = first_hole(to_low, to_high)
        to_low &= ~low_bit(end)
        to_high &= ~high_bit(end)
        move = piece_move(seat, start, end)
        if part == ALL or (part == NOISY) == contract.move_is_noisy(move):
            moves[n] = move
            n += 1
    return n


@leaf
def generate(state, moves, part):
    """Write the moves of ``part`` (ALL, NOISY, QUIET_ONLY) from index 0 on, by start and then by end; how many."""
    seat = np.int64(state["player"])
    n = np.int64(0)
    if state["code"] != 0 or state["status"][seat] != PLAYING:
        return n
    some = False
    if state["lost"][seat] == 0:
        low, high = occupied(state)
        own_low, own_high, ends_low, ends_high = movers(state, seat)
        while own_low | own_high:
            start = first_hole(own_low, own_high)
            own_low &= ~low_bit(start)
            own_high &= ~high_bit(start)
            to_low, to_high = targets_of(state, seat, start, low, high, ends_low, ends_high)
            if to_low | to_high != U0:
                some = True
                n = _emit(moves, n, seat, start, to_low, to_high, part)
    if not some and part != NOISY:
        moves[0] = pass_move()
        n = np.int64(1)
    return n


@kernel(contract.GEN_MOVES)
def gen_moves(memory, ply, moves):
    """All legal moves: by start, then by end; the pass alone where there is no other."""
    return generate(rows(memory)[ply], moves, np.int64(ALL))


@kernel(contract.GEN_MOVES)
def gen_noisy(memory, ply, moves):
    """The moves that bring a piece at least ``LEAST_GAIN`` steps nearer to its tip."""
    return generate(rows(memory)[ply], moves, np.int64(NOISY))


@kernel(contract.GEN_MOVES)
def gen_quiet(memory, ply, moves):
    """All other moves."""
    return generate(rows(memory)[ply], moves, np.int64(QUIET_ONLY))


# --- single moves -------------------------------------------------------------------------------------------------------


@leaf
def has_move(state, seat):
    """Whether ``seat``, playing and without a lost turn, has a move other than the pass."""
    low, high = occupied(state)
    own_low, own_high, ends_low, ends_high = movers(state, seat)
    while own_low | own_high:
        start = first_hole(own_low, own_high)
        own_low &= ~low_bit(start)
        own_high &= ~high_bit(start)
        to_low, to_high = targets_of(state, seat, start, low, high, ends_low, ends_high)
        if to_low | to_high != U0:
            return True
    return False


@kernel(contract.IS_LEGAL)
def is_legal(memory, ply, move):
    """Whether ``move``, any 64-bit number, is a legal move."""
    state = rows(memory)[ply]
    seat = np.int64(state["player"])
    if move <= 0 or state["code"] != 0 or state["status"][seat] != PLAYING:
        return np.int64(0)
    if move == pass_move():
        return np.int64(state["lost"][seat] != 0 or not has_move(state, seat))
    start, end = contract.move_origin(move), contract.move_to(move)
    if state["lost"][seat] != 0 or start >= HOLES or end >= HOLES:
        return np.int64(0)
    own_low, own_high, ends_low, ends_high = movers(state, seat)
    if not holds(own_low, own_high, start) or not holds(ends_low, ends_high, end) or move != piece_move(seat, start, end):
        return np.int64(0)
    low, high = occupied(state)
    to_low, to_high = targets_of(state, seat, start, low, high, ends_low, ends_high)
    return np.int64(holds(to_low, to_high, end))


@kernel(contract.SEE)
def see(memory, ply, move, threshold):
    """Nothing is ever taken: a move is worth the steps that it brings its piece forward."""
    seat = np.int64(rows(memory)[ply]["player"])
    start, end = contract.move_origin(move), contract.move_to(move)
    gain = np.int64(0)
    if start < HOLES and end < HOLES:
        gain = np.int64(DISTANCE[seat, start]) - np.int64(DISTANCE[seat, end])
    return np.int64(UNIT * gain >= threshold)
