"""The static evaluation: what is left of both sides, face-up or face-down, who hunts whom from how far, and freedom."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.bits import U1, lsb, popcount
from engine.core.jit import inline_leaf, kernel, leaf
from engine.core.score import EVAL_LIMIT
from engine.games.banqi.moves import colour_of, jump_targets, occupied
from engine.games.banqi.rules import CANNON, FILES, GENERAL, HONG_KONG, SOLDIER, SQUARES
from engine.games.banqi.state import NEAR, TAKES, rows
from engine.games.banqi.weights import FARTHEST, OFFSETS

_BASE, _LATE, _PREY, _SAFE = OFFSETS["base"], OFFSETS["late"], OFFSETS["prey"], OFFSETS["safe"]
_NEAR, _JUMP = OFFSETS["near"], OFFSETS["jump"]
_FREEDOM, _HIDDEN, _TURN, _LEAD = OFFSETS["freedom"], OFFSETS["hidden"], OFFSETS["turn"], OFFSETS["lead"]
_FULL = 256
STEPS = np.array(
    [[abs(a % FILES - b % FILES) + abs(a // FILES - b // FILES) for b in range(SQUARES)] for a in range(SQUARES)], dtype=np.int64
)
STEPS.flags.writeable = False
#: ``scratch``: counts of each kind on the board and in all, values of each kind, for both colours.
_BOARD, _ALL, _WORTH = 0, 16, 32
SCRATCH_WORDS = 48


@inline_leaf
def is_hunter(table, kind):
    """Whether a kind takes by a step."""
    return kind != CANNON or table == HONG_KONG


@leaf
def count_kinds(state, scratch):
    """Fill the counts of ``scratch``; index 8 * colour + kind."""
    for index in range(_WORTH):
        scratch[index] = 0
    for colour in range(2):
        pieces = state["sets"][colour]
        while pieces:
            kind = np.int64(state["cells"][lsb(pieces)]) - 7 * colour
            pieces &= pieces - U1
            scratch[_BOARD + 8 * colour + kind] += 1
        for kind in range(1, 8):
            at = 8 * colour + kind
            scratch[_ALL + at] = scratch[_BOARD + at] + np.int64(state["pool"][7 * colour + kind])


@leaf
def material(table, colour, gone, weights, scratch):
    """What a side has, in 256ths; writes the value of each of its kinds. gone : pieces of both sides that were taken."""
    enemy = 8 * (1 - colour)
    total = np.int64(0)
    for kind in range(1, 8):
        at = 8 * colour + kind
        count = scratch[_ALL + at]
        if count == 0:
            continue
        word = 7 * table + kind - 1
        worth = np.int64(weights[_BASE + word]) + np.int64(weights[_LATE + word]) * gone // SQUARES
        if kind == GENERAL:
            worth += np.int64(weights[_PREY + GENERAL]) * scratch[_ALL + enemy + SOLDIER]
        elif kind == SOLDIER:
            worth += np.int64(weights[_PREY + SOLDIER]) * scratch[_ALL + enemy + GENERAL]
        safe = True
        for other in range(1, 8):
            if scratch[_ALL + enemy + other] != 0 and (TAKES[table, other] >> kind) & 1 and is_hunter(table, other):
                safe = False
        if safe:
            worth += np.int64(weights[_SAFE])
        scratch[_WORTH + at] = worth
        face_up = scratch[_BOARD + at]
        total += worth * (face_up * _FULL + (count - face_up) * np.int64(weights[_HIDDEN]))
    return total


@leaf
def hunting(state, table, colour, waits, weights, scratch):
    """What the face-up pieces of a side threaten and how freely they step, in 256ths. waits : 1 if the other side acts, or 0."""
    own, enemies, blocked = state["sets"][colour], state["sets"][1 - colour], occupied(state)
    base, enemy_base = 7 * colour, 7 * (1 - colour)
    total, steps = np.int64(0), np.int64(0)
    while own:
        square = lsb(own)
        own &= own - U1
        kind = np.int64(state["cells"][square]) - base
        steps += popcount(NEAR[square] & ~blocked)
        takes = TAKES[table, kind]
        if not is_hunter(table, kind):
            left = jump_targets(square, blocked) & enemies
            while left:
                victim = np.int64(state["cells"][lsb(left)]) - enemy_base
                left &= left - U1
                if (takes >> victim) & 1:
                    total += scratch[_WORTH + 8 * (1 - colour) + victim] * np.int64(weights[_JUMP + waits])
            continue
        near = _NEAR + (FARTHEST + 1) * waits
        left = enemies
        while left:
            other = lsb(left)
            left &= left - U1
            victim = np.int64(state["cells"][other]) - enemy_base
            if (takes >> victim) & 1 and not ((TAKES[table, victim] >> kind) & 1 and is_hunter(table, victim)):
                total += scratch[_WORTH + 8 * (1 - colour) + victim] * np.int64(weights[near + STEPS[square, other]])
    return total + _FULL * steps * np.int64(weights[_FREEDOM])


@kernel(contract.EVALUATE)
def evaluate(memory, ply, weights, scratch):
    """The static evaluation from the view of the player to act; 0 while colours are not assigned."""
    state = rows(memory)[ply]
    colour = colour_of(state)
    if colour < 0:
        return np.int64(0)
    table = np.int64(state["table"])
    count_kinds(state, scratch)
    gone = SQUARES - np.int64(state["left"][0]) - np.int64(state["left"][1])
    own = material(table, colour, gone, weights, scratch)
    enemy = material(table, 1 - colour, gone, weights, scratch)
    total = own - enemy
    lead = np.int64(weights[_LEAD])
    if total > 0:
        total += total * lead * (16 - np.int64(state["left"][1 - colour])) // _FULL
    else:
        total += total * lead * (16 - np.int64(state["left"][colour])) // _FULL
    total += hunting(state, table, colour, np.int64(0), weights, scratch)
    total -= hunting(state, table, 1 - colour, np.int64(1), weights, scratch)
    score = total // _FULL + np.int64(weights[_TURN])
    return max(min(score, np.int64(EVAL_LIMIT - 1)), np.int64(1 - EVAL_LIMIT))
