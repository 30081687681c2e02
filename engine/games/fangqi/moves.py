"""The contract's move generators, ``is_legal`` and ``see``. Noisy moves are those that make a region."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.bits import U0, U1, bit, has, lsb, popcount
from engine.core.contract import pack_move
from engine.core.jit import inline_leaf, kernel, leaf
from engine.games.fangqi.geometry import BOARD, CORNERS, FILE_A, FILE_F, NEIGHBOURS, PLACES, POINTS, SIDE
from engine.games.fangqi.shapes import gain_at, open_points
from engine.games.fangqi.state import (
    BOX,
    CAPTURE,
    CORNER,
    CORNER_MADE,
    FIRST_CAPTURE,
    PLACE,
    PLACING,
    SECOND_CAPTURE,
    STEP,
    UNIT,
    rows,
)

ALL, NOISY, QUIET_ONLY = 0, 1, 2

_ONE, _SIDE = np.uint64(1), np.uint64(SIDE)


# --- facts of a row -----------------------------------------------------------------------------------------------------


@inline_leaf
def is_lost(state):
    """Whether the player to act has fewer balls than the rules ask for in the moving phase."""
    return state["phase"] != PLACING and popcount(state["balls"][state["player"]]) < np.int64(state["minimum"])


@inline_leaf
def captures_now(state):
    """Whether the player to act must take a ball."""
    phase = np.int64(state["phase"])
    return phase == FIRST_CAPTURE or phase == SECOND_CAPTURE or (phase != PLACING and state["due"] != 0)


@inline_leaf
def step_targets(state):
    """Where balls may step to: empty corners in the corner stage, else every empty point."""
    empty = BOARD & ~(state["balls"][0] | state["balls"][1])
    phase = np.int64(state["phase"])
    return empty & CORNERS if phase == CORNER or phase == CORNER_MADE else empty


@inline_leaf
def beside(points, king):
    """The points that a ball of the set ``points`` could step to on an empty board."""
    right, left = (points & ~FILE_F) << _ONE, (points & ~FILE_A) >> _ONE
    near = points
    if king != 0:
        near |= right | left
    return (right | left | (near << _SIDE) | (near >> _SIDE)) & BOARD


@inline_leaf
def can_step(own, targets, king):
    """Whether a ball of ``own`` can step onto a point of ``targets``, all of them empty."""
    return beside(own, king) & targets != U0


# --- generators ---------------------------------------------------------------------------------------------------------


@inline_leaf
def _shaped(origin, to, mover, gain):
    """A move that makes regions of the value ``gain``."""
    return pack_move(origin, to, np.int64(mover), gain, np.int64(0))


@leaf
def generate(state, moves, part):
    """Write the moves of ``part`` (ALL, NOISY, QUIET_ONLY) from index 0 on; how many."""
    n = np.int64(0)
    if is_lost(state):
        return n
    player = np.int64(state["player"])
    own, enemy, spent = state["balls"][player], state["balls"][1 - player], state["spent"][player]
    if captures_now(state):
        if part != NOISY:
            left = enemy
            while left:
                moves[n] = _shaped(np.int64(BOX), lsb(left), CAPTURE, np.int64(0))
                left &= left - U1
                n += 1
        return n
    points = open_points(own, spent)
    if state["phase"] == PLACING:
        left = PLACES & ~(own | enemy)
        if part == NOISY:
            left &= points
        elif part == QUIET_ONLY:
            left &= ~points
        while left:
            place = left & (~left + U1)
            left ^= place
            point = lsb(place)
            gain = gain_at(own | place, point, spent) if place & points != U0 else np.int64(0)
            moves[n] = _shaped(point, point, PLACE, gain)
            n += 1
        return n
    targets = step_targets(state)
    if part == NOISY:
        targets &= points
    king = np.int64(state["king"])
    balls = own & beside(targets, king)
    while balls:
        ball = balls & (~balls + U1)
        balls ^= ball
        origin = lsb(ball)
        left = NEIGHBOURS[king, origin] & targets
        while left:
            place = left & (~left + U1)
            left ^= place
            gain = np.int64(0)
            point = lsb(place)
            if place & points != U0:
                gain = gain_at(own ^ ball ^ place, point, spent)
            if part == ALL or (part == NOISY) == (gain != 0):
                moves[n] = _shaped(origin, point, STEP, gain)
                n += 1
    return n


@kernel(contract.GEN_MOVES)
def gen_moves(memory, ply, moves):
    """All legal moves: by origin, then by target."""
    return generate(rows(memory)[ply], moves, np.int64(ALL))


@kernel(contract.GEN_MOVES)
def gen_noisy(memory, ply, moves):
    """The moves that make a region."""
    return generate(rows(memory)[ply], moves, np.int64(NOISY))


@kernel(contract.GEN_MOVES)
def gen_quiet(memory, ply, moves):
    """The moves that make none; captures are among them, for what they are worth is known beforehand."""
    return generate(rows(memory)[ply], moves, np.int64(QUIET_ONLY))


# --- single moves -------------------------------------------------------------------------------------------------------


@kernel(contract.IS_LEGAL)
def is_legal(memory, ply, move):
    """Whether ``move``, any 64-bit number, is a legal move."""
    state = rows(memory)[ply]
    if move <= 0 or is_lost(state):
        return np.int64(0)
    origin, to, mover = contract.move_origin(move), contract.move_to(move), contract.move_mover(move)
    if to >= POINTS or origin > BOX:
        return np.int64(0)
    player = np.int64(state["player"])
    own, enemy, spent = state["balls"][player], state["balls"][1 - player], state["spent"][player]
    place = bit(to)
    if captures_now(state):
        return np.int64(enemy & place != U0 and move == _shaped(np.int64(BOX), to, CAPTURE, np.int64(0)))
    if state["phase"] == PLACING:
        if mover != PLACE or origin != to or PLACES & ~(own | enemy) & place == U0:
            return np.int64(0)
        return np.int64(move == _shaped(to, to, PLACE, gain_at(own | place, to, spent)))
    if mover != STEP or origin >= POINTS or not has(own, origin):
        return np.int64(0)
    if NEIGHBOURS[np.int64(state["king"]), origin] & step_targets(state) & place == U0:
        return np.int64(0)
    return np.int64(move == _shaped(origin, to, STEP, gain_at((own ^ bit(origin)) | place, to, spent)))


@kernel(contract.SEE)
def see(memory, ply, move, threshold):
    """What a move makes is its own, nothing can be taken back at once: its worth is the value of its regions."""
    return np.int64(UNIT * contract.move_victim(move) >= threshold)
