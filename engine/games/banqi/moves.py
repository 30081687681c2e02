"""The contract's move generators, ``is_legal`` and ``see``."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.bits import U0, U1, bit, has, lsb, msb
from engine.core.contract import pack_move
from engine.core.jit import inline_leaf, kernel, leaf
from engine.games.banqi.rules import CANNON, HONG_KONG, SQUARES
from engine.games.banqi.state import FLIP, NEAR, RAYS, TAKES, rows
from engine.games.banqi.weights import VALUES
from engine.games.flips.repetition import is_repeated

ALL, NOISY, QUIET = 0, 1, 2


# --- facts of a row -----------------------------------------------------------------------------------------------------


@inline_leaf
def colour_of(state):
    """The colour that acts, -1 while colours are not assigned."""
    red_seat = np.int64(state["red_seat"])
    return np.int64(-1) if red_seat < 0 else np.int64(state["player"]) ^ red_seat


@inline_leaf
def occupied(state):
    """All squares with a piece, face-up or face-down."""
    return state["sets"][0] | state["sets"][1] | state["down"]


@inline_leaf
def is_stopped(state):
    """Whether nobody acts in this row: a piece is due, or the game has ended by the row alone (wipeout, no progress)."""
    if state["pending"] >= 0:
        return True
    if state["red_seat"] < 0:
        return False
    if state["wipeout"] != 0 and (state["left"][0] == 0 or state["left"][1] == 0):
        return True
    return state["no_progress"] != 0 and state["quiet"] >= state["no_progress"]


@inline_leaf
def jump_targets(square, blocked):
    """The first piece beyond exactly one screen in each direction, as a set; ``blocked`` are all pieces."""
    found = U0
    for direction in range(2):
        left = RAYS[square, direction] & blocked
        if left != U0:
            left ^= bit(msb(left))
            if left != U0:
                found |= bit(msb(left))
    for direction in range(2, 4):
        left = RAYS[square, direction] & blocked
        left &= left - U1
        found |= left & (~left + U1)
    return found


@inline_leaf
def targets_of(state, square, kind, colour, blocked):
    """Where the face-up piece of ``kind`` on ``square`` may go: empty squares and enemies that it may take."""
    table = np.int64(state["table"])
    takes = TAKES[table, kind]
    enemies = state["sets"][1 - colour]
    reach = NEAR[square]
    found = reach & ~blocked
    if kind == CANNON and table != HONG_KONG:
        reach = jump_targets(square, blocked)
    left = reach & enemies
    base = 7 * (1 - colour)
    while left:
        low = left & (~left + U1)
        left ^= low
        if (takes >> (np.int64(state["cells"][lsb(low)]) - base)) & 1:
            found |= low
    return found


# --- generators ---------------------------------------------------------------------------------------------------------


@leaf
def generate(state, moves, part):
    """Write the moves of ``part`` (ALL, NOISY, QUIET) by origin and target in reading order; how many. Repetition is not seen."""
    n = np.int64(0)
    if is_stopped(state):
        return n
    colour = colour_of(state)
    down, blocked = state["down"], occupied(state)
    own, enemies = U0, U0
    if colour >= 0:
        own, enemies = state["sets"][colour], state["sets"][1 - colour]
    pieces = own if part == NOISY else own | down
    base = 7 * colour
    while pieces:
        low = pieces & (~pieces + U1)
        pieces ^= low
        square = lsb(low)
        if low & down != U0:
            moves[n] = pack_move(square, square, np.int64(FLIP), np.int64(0), np.int64(0))
            n += 1
            continue
        kind = np.int64(state["cells"][square]) - base
        targets = targets_of(state, square, kind, colour, blocked)
        if part == NOISY:
            targets &= enemies
        elif part == QUIET:
            targets &= ~enemies
        while targets:
            to = lsb(targets)
            targets &= targets - U1
            victim = np.int64(state["cells"][to])
            if victim != 0:
                victim -= 7 * (1 - colour)
            moves[n] = pack_move(square, to, kind, victim, np.int64(0))
            n += 1
    return n


@leaf
def has_move(state):
    """Whether the player to act has any action."""
    if state["down"] != U0:
        return True
    colour = colour_of(state)
    pieces, blocked, base = state["sets"][colour], occupied(state), 7 * colour
    while pieces:
        square = lsb(pieces)
        pieces &= pieces - U1
        if targets_of(state, square, np.int64(state["cells"][square]) - base, colour, blocked) != U0:
            return True
    return False


@kernel(contract.GEN_MOVES)
def gen_moves(memory, ply, moves):
    """All legal actions; a flip is listed once."""
    states = rows(memory)
    if is_repeated(states, ply):
        return np.int64(0)
    return generate(states[ply], moves, np.int64(ALL))


@kernel(contract.GEN_MOVES)
def gen_noisy(memory, ply, moves):
    """The captures."""
    states = rows(memory)
    if is_repeated(states, ply):
        return np.int64(0)
    return generate(states[ply], moves, np.int64(NOISY))


@kernel(contract.GEN_MOVES)
def gen_quiet(memory, ply, moves):
    """Flips and moves to empty squares."""
    states = rows(memory)
    if is_repeated(states, ply):
        return np.int64(0)
    return generate(states[ply], moves, np.int64(QUIET))


# --- single moves -------------------------------------------------------------------------------------------------------


@kernel(contract.IS_LEGAL)
def is_legal(memory, ply, move):
    """Whether ``move``, any 64-bit number, is a legal action (a flip without its piece)."""
    states = rows(memory)
    state = states[ply]
    if move <= 0 or is_stopped(state) or is_repeated(states, ply):
        return np.int64(0)
    origin, to, mover = contract.move_origin(move), contract.move_to(move), contract.move_mover(move)
    if to >= SQUARES or origin >= SQUARES:
        return np.int64(0)
    if mover == FLIP:
        legal = has(state["down"], to) and move == pack_move(to, to, np.int64(FLIP), np.int64(0), np.int64(0))
        return np.int64(legal)
    colour = colour_of(state)
    if colour < 0 or not has(state["sets"][colour], origin):
        return np.int64(0)
    kind = np.int64(state["cells"][origin]) - 7 * colour
    if kind != mover or not has(targets_of(state, origin, kind, colour, occupied(state)), to):
        return np.int64(0)
    victim = np.int64(state["cells"][to])
    if victim != 0:
        victim -= 7 * (1 - colour)
    return np.int64(move == pack_move(origin, to, kind, victim, np.int64(0)))


@kernel(contract.SEE)
def see(memory, ply, move, threshold):
    """The worth of a capture if the taker is lost where an enemy beside its new square, or a cannon, could take it."""
    state = rows(memory)[ply]
    if contract.move_mover(move) == FLIP:
        return np.int64(threshold <= 0)
    gain = VALUES[contract.move_victim(move)]
    if gain >= threshold + VALUES[contract.move_mover(move)] or gain < threshold:
        return np.int64(gain >= threshold)
    colour = colour_of(state)
    origin, to = contract.move_origin(move), contract.move_to(move)
    blocked = (occupied(state) ^ bit(origin)) | bit(to)
    table, mover = np.int64(state["table"]), contract.move_mover(move)
    enemies = state["sets"][1 - colour] & ~bit(to)
    base = 7 * (1 - colour)
    near = NEAR[to] & enemies
    while near:
        kind = np.int64(state["cells"][lsb(near)]) - base
        near &= near - U1
        if (kind != CANNON or table == HONG_KONG) and (TAKES[table, kind] >> mover) & 1:
            return np.int64(gain - VALUES[mover] >= threshold)
    if table != HONG_KONG and (TAKES[table, CANNON] >> mover) & 1:
        far = jump_targets(to, blocked) & enemies  # a jump leads both ways
        while far:
            kind = np.int64(state["cells"][lsb(far)]) - base
            far &= far - U1
            if kind == CANNON:
                return np.int64(gain - VALUES[mover] >= threshold)
    return np.int64(1)
