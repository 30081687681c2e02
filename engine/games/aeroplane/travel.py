"""A plane's way: steps with turning back, touch-down, jump and flight (rule text, section 4). All functions work on one row."""

from __future__ import annotations

import numpy as np

from engine.core.jit import inline_leaf, leaf
from engine.games.aeroplane.rules import (
    CENTRE,
    CROSSING,
    FLIGHT_FROM,
    FLIGHT_TO,
    HANGAR,
    JUMP,
    LAST_JUMP,
    LAST_RING,
    PAD,
    PLANES,
    RING,
    SEATS,
)
from engine.games.aeroplane.state import SQUARE

NO_WAY = -2  #: a roll beyond the centre where the finish must be exact
BOUNCED = 1 << 8
_HAND = 99  #: place of planes under way


@inline_leaf
def enemy_stack(state, seat, place):
    """Whether two or more planes of another colour stand on the ring square of ``place`` of ``seat``."""
    square = SQUARE[seat, place]
    if square < 0:
        return False
    here = np.int64(state["ring"][square])
    return here >= 16 and (here & 7) != seat + 1


@leaf
def walk(state, seat, place, die):
    """The place where ``die`` steps from ``place`` end, ``| BOUNCED`` if the plane turned round; NO_WAY where that is not
    allowed.
    """
    direction, bounced = np.int64(1), np.int64(0)
    at = place
    for step in range(1, die + 1):
        at += direction
        if at == PAD and direction < 0:
            break
        if step == die:
            break
        if at == CENTRE:
            if state["exact"] != 0:
                return np.int64(NO_WAY)
            direction, bounced = np.int64(-1), np.int64(BOUNCED)
        elif enemy_stack(state, seat, at):
            direction, bounced = -direction, np.int64(BOUNCED)
    return at | bounced


@inline_leaf
def on_place(state, seat, place):
    """How many planes of ``seat`` stand on ``place``."""
    count = np.int64(0)
    for number in range(PLANES):
        count += np.int64(state["planes"][PLANES * seat + number] == place)
    return count


@inline_leaf
def may_jump(state, seat, place):
    """Whether a plane that has gone to ``place`` without turning, and is still there, jumps or flies on."""
    if place % 4 != 2 or place > LAST_JUMP or place < 2:
        return False
    if place == FLIGHT_FROM and on_place(state, (seat + 2) % SEATS, np.int64(CROSSING)) < 2:
        return True
    return not (enemy_stack(state, seat, place + 1) or enemy_stack(state, seat, place + 2) or enemy_stack(state, seat, place + 3))


@leaf
def send_home(state, seat, place):
    """All planes of ``seat`` on ``place`` go to their hangar."""
    for number in range(PLANES):
        if state["planes"][PLANES * seat + number] == place:
            state["planes"][PLANES * seat + number] = HANGAR
    sort(state, seat)


@leaf
def sort(state, seat):
    """Bring the planes of a seat into ascending order."""
    base = PLANES * seat
    for number in range(1, PLANES):
        place = np.int64(state["planes"][base + number])
        back = number
        while back > 0 and state["planes"][base + back - 1] > place:
            state["planes"][base + back] = state["planes"][base + back - 1]
            back -= 1
        state["planes"][base + back] = place


@leaf
def touch_down(state, seat, place):
    """What a landing on ``place`` does to those that stand there; whether the lander survives."""
    square = SQUARE[seat, place]
    if square < 0:
        return True
    here = np.int64(state["ring"][square])
    owner = (here & 7) - 1
    if here == 0 or owner == seat:
        return True
    state["ring"][square] = 0
    send_home(state, owner, (square - 13 * owner) % RING + 1)
    return here < 16


@leaf
def go(state, seat, place, die, declined):
    """Move a plane (or, where stacks move together, all on its place) from ``place`` by ``die``; the row is changed."""
    count = np.int64(1)
    if state["together"] != 0 and place != PAD:
        count = on_place(state, seat, place)
    reached = walk(state, seat, place, die)
    base, taken = PLANES * seat, np.int64(0)
    for number in range(PLANES):
        if taken < count and state["planes"][base + number] == place:
            state["planes"][base + number] = _HAND
            taken += 1
    if SQUARE[seat, place] >= 0:
        _lift(state, SQUARE[seat, place], count)
    at = reached & (BOUNCED - 1)
    survives = touch_down(state, seat, at)
    if survives and reached & BOUNCED == 0 and declined == 0 and may_jump(state, seat, at):
        survives, at = _jump(state, seat, at)
    end = at if survives else np.int64(HANGAR)
    for number in range(PLANES):
        if state["planes"][base + number] == _HAND:
            state["planes"][base + number] = end
    if survives and 1 <= end <= LAST_RING:
        square = SQUARE[seat, end]
        before = np.int64(state["ring"][square]) >> 3
        state["ring"][square] = (seat + 1) | ((before + count) << 3)
    sort(state, seat)


@inline_leaf
def _lift(state, square, count):
    rest = (np.int64(state["ring"][square]) >> 3) - count
    state["ring"][square] = 0 if rest == 0 else (np.int64(state["ring"][square]) & 7) | (rest << 3)


@inline_leaf
def _free_crossing(state, seat):
    """Whether the flight is possible; a lone enemy on the crossing goes home."""
    opposite = (seat + 2) % SEATS
    guards = on_place(state, opposite, np.int64(CROSSING))
    if guards == 1:
        send_home(state, opposite, np.int64(CROSSING))
    return guards < 2


@leaf
def _jump(state, seat, at):
    """Jump or fly on from ``at``; whether the plane survives, and where it is."""
    if at == FLIGHT_FROM and _free_crossing(state, seat):
        at = np.int64(FLIGHT_TO)
        survives = touch_down(state, seat, at)
        if survives and may_jump(state, seat, at):
            at += JUMP
            survives = touch_down(state, seat, at)
        return survives, at
    at += JUMP
    survives = touch_down(state, seat, at)
    if survives and at == FLIGHT_FROM and _free_crossing(state, seat):
        at = np.int64(FLIGHT_TO)
        survives = touch_down(state, seat, at)
    return survives, at
