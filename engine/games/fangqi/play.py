"""Playing a step: ``make_move``, the course of turns and phases, keys, and what loading a position completes."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.bits import U0, U1, bit, lsb, popcount
from engine.core.contract import FLAG_NULL_OK
from engine.core.jit import inline_leaf, kernel, leaf
from engine.core.keys import mix64
from engine.games.counting import perft_of
from engine.games.fangqi.geometry import CORNERS, PLACES, VALUED
from engine.games.fangqi.moves import can_step, generate
from engine.games.fangqi.shapes import made_at
from engine.games.fangqi.state import (
    BALL_KEYS,
    CAPTURE,
    CORNER,
    CORNER_MADE,
    DUE_KEYS,
    FIRST_CAPTURE,
    MAX_MOVES,
    MOVING,
    OPEN_CORNERS,
    OPEN_TAKE,
    PLACE,
    PLACING,
    SECOND_CAPTURE,
    SPENT_KEYS,
    TURN_KEYS,
    rows,
)

_NULL_RESERVE = 2  #: balls that both sides must have left in the box for a null move


# --- keys and flags -----------------------------------------------------------------------------------------------------


@leaf
def spent_key(spent, side):
    """The key of a set of spent regions."""
    key = U0
    while spent:
        key ^= SPENT_KEYS[side, lsb(spent)]
        spent &= spent - U1
    return key


@inline_leaf
def seal(state):
    """Write what follows from the rest of the row: key, structure key, flags."""
    player, phase = np.int64(state["player"]), np.int64(state["phase"])
    state["key"] = state["body"] ^ TURN_KEYS[phase, np.int64(state["mark"]) + 1, player] ^ DUE_KEYS[np.int64(state["due"])]
    state["structure_key"] = mix64(state["spent"][0] ^ (np.uint64(phase) << np.uint64(62)))
    flags = np.int64(0)
    if phase == PLACING and state["due"] == 0:
        least = min(popcount(state["balls"][0]), popcount(state["balls"][1]))
        most = max(popcount(state["balls"][0]), popcount(state["balls"][1]))
        if most + _NULL_RESERVE <= np.int64(state["limit"]) and least + most + 2 * _NULL_RESERVE <= popcount(PLACES):
            flags = np.int64(FLAG_NULL_OK)
    state["flags"] = flags


# --- course of the game -------------------------------------------------------------------------------------------------


@inline_leaf
def corner_step(state, side):
    """Whether ``side`` can step into an empty corner."""
    empty = CORNERS & ~(state["balls"][0] | state["balls"][1])
    return can_step(state["balls"][side], empty, np.int64(state["king"]))


@leaf
def end_corner_turn(state, side):
    """``side`` has ended a turn of the corner stage: who acts now, or what follows the stage."""
    if corner_step(state, 1 - side):
        state["player"] = 1 - side
    elif corner_step(state, side):
        state["player"] = side
    elif state["phase"] == CORNER_MADE:
        state["phase"], state["mark"], state["player"] = MOVING, -1, 1 - side
    else:
        placer = np.int64(state["mark"])
        state["phase"], state["mark"], state["player"] = FIRST_CAPTURE, 1 - side, placer


@leaf
def begin_moving(state, last):
    """The placing phase is over; ``last`` placed last."""
    if state["keep"] == 0:
        state["body"] ^= spent_key(state["spent"][0], np.int64(0))
        if state["scope"] != 0:
            state["body"] ^= spent_key(state["spent"][1], np.int64(1))
        state["spent"][0], state["spent"][1] = U0, U0
    opener = last if state["first"] != 0 else 1 - last
    state["due"] = 0
    if state["opening"] == OPEN_CORNERS:
        state["phase"], state["mark"] = CORNER, last
        end_corner_turn(state, 1 - opener)
    elif state["opening"] == OPEN_TAKE:
        state["phase"], state["mark"], state["player"] = FIRST_CAPTURE, opener, last
    else:
        state["phase"], state["mark"], state["player"] = MOVING, -1, opener


@leaf
def go_on_placing(state, side):
    """``side`` has put a ball: lapsed bonus balls, whose turn it is, the end of the phase."""
    limit = np.int64(state["limit"])
    if PLACES & ~(state["balls"][0] | state["balls"][1]) == U0:
        begin_moving(state, side)
        return
    if popcount(state["balls"][side]) >= limit:
        state["due"] = 0
    if state["due"] == 0 and popcount(state["balls"][1 - side]) < limit:
        state["player"] = 1 - side


@inline_leaf
def spend(state, side, made):
    """The regions ``made`` are spent; their value."""
    state["body"] ^= spent_key(made, side if state["scope"] != 0 else np.int64(0))
    state["spent"][side] |= made
    if state["scope"] == 0:
        state["spent"][1 - side] |= made
    value = np.int64(0)
    for worth in range(1, 5):
        value += worth * popcount(made & VALUED[worth])
    return value


# --- moves --------------------------------------------------------------------------------------------------------------


@inline_leaf
def take(state, side, to):
    """``side`` takes the ball on ``to``."""
    enemy = 1 - side
    state["balls"][enemy] ^= bit(to)
    state["body"] ^= BALL_KEYS[enemy, to]
    state["quiet"] = 0
    if popcount(state["balls"][enemy]) < np.int64(state["minimum"]):
        state["player"], state["due"] = enemy, 0
        return
    phase = np.int64(state["phase"])
    if phase == FIRST_CAPTURE:
        state["phase"], state["player"] = SECOND_CAPTURE, enemy
    elif phase == SECOND_CAPTURE:
        state["phase"], state["player"], state["mark"] = MOVING, np.int64(state["mark"]), -1
    else:
        state["due"] -= 1
        if state["due"] == 0:
            if phase == MOVING:
                state["player"] = enemy
            else:
                end_corner_turn(state, side)


@kernel(contract.MAKE_MOVE)
def make_move(memory, ply, move):
    """Write row ``ply + 1``: the position after ``move``, a legal move of row ``ply``; 0 passes."""
    states = rows(memory)
    states[ply + 1] = states[ply]
    state = states[ply + 1]
    side = np.int64(state["player"])
    state["reversible"] = 0
    if move == 0:
        state["player"], state["due"] = 1 - side, 0
        seal(state)
        return
    to, mover = contract.move_to(move), contract.move_mover(move)
    if mover == CAPTURE:
        take(state, side, to)
        seal(state)
        return
    state["balls"][side] |= bit(to)
    state["body"] ^= BALL_KEYS[side, to]
    if mover != PLACE:
        origin = contract.move_origin(move)
        state["balls"][side] ^= bit(origin)
        state["body"] ^= BALL_KEYS[side, origin]
    gain = np.int64(0)
    if contract.move_victim(move) != 0:
        gain = spend(state, side, made_at(state["balls"][side], to, state["spent"][side]))
    if mover == PLACE:
        state["due"] = max(np.int64(state["due"]) - 1, 0) + gain
        go_on_placing(state, side)
    elif state["phase"] == MOVING:
        state["quiet"] += 1
        state["due"] = gain
        if gain == 0:
            state["player"] = 1 - side
            state["reversible"] = min(np.int64(states[ply]["reversible"]) + 1, 30_000)
    else:
        state["due"] = gain
        if gain != 0:
            state["phase"] = CORNER_MADE
        else:
            end_corner_turn(state, side)
    seal(state)


@kernel(contract.RESULT)
def finish_row(memory, ply):
    """Complete a loaded row of which balls, spent regions, phase, mark, due, player, quiet and options are written.

    Where the string asks the impossible of the player to act, the game goes on as the rules say: a bonus that cannot be used
    lapses, a side without balls or corner steps is skipped. Returns 1 if anything changed, else 0.
    """
    state = rows(memory)[ply]
    body = U0
    for side in range(2):
        left = state["balls"][side]
        while left:
            body ^= BALL_KEYS[side, lsb(left)]
            left &= left - U1
    body ^= spent_key(state["spent"][0], np.int64(0))
    if state["scope"] != 0:
        body ^= spent_key(state["spent"][1], np.int64(1))
    state["body"] = body
    side, due, phase = np.int64(state["player"]), np.int64(state["due"]), np.int64(state["phase"])
    if phase == PLACING:
        limit = np.int64(state["limit"])
        full = PLACES & ~(state["balls"][0] | state["balls"][1]) == U0
        if full:
            begin_moving(state, side if due != 0 else 1 - side)
        elif popcount(state["balls"][side]) >= limit:
            state["due"], state["player"] = 0, 1 - side
    else:
        least = np.int64(state["minimum"])
        if popcount(state["balls"][side]) < least or popcount(state["balls"][1 - side]) < least:
            state["due"] = 0
            if popcount(state["balls"][side]) >= least:
                state["player"] = 1 - side
        elif (phase == CORNER or phase == CORNER_MADE) and due == 0 and not corner_step(state, side):
            end_corner_turn(state, 1 - side)
    seal(state)
    changed = state["player"] != side or state["due"] != due or state["phase"] != phase
    return np.int64(changed)


# --- counting -----------------------------------------------------------------------------------------------------------


#: Draws are not looked at, a lost position counts 0.
perft = perft_of(__name__, rows, generate, make_move, MAX_MOVES)
