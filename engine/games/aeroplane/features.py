"""What the evaluation sees of a seat: where its planes are, who may hit them, stacks, the hangar, the roll.

A *shot* is a face of the die with which some enemy plane, by its steps, its jump or its flight, would touch down on a lone plane.
"""

from __future__ import annotations

import numpy as np

from engine.core.jit import inline_leaf, leaf
from engine.games.aeroplane.rules import CENTRE, FLIGHT_FROM, FLIGHT_TO, HANGAR, JUMP, LAST_RING, PLANES, RING, SEATS
from engine.games.aeroplane.state import NO_PLANE, SQUARE

ZONES = 8  #: zones of the ring, counted along the seat's way
#: name -> words; all of them twice, for two seats in the game and for more
LAYOUT = {
    "place": PLANES * (CENTRE + 2),  # [planes not home - 1, place + 1]
    "shot": ZONES,  # [zone of the plane]: for each shot at it
    "stack": ZONES,  # [zone]: for each plane of a stack
    "hangar": PLANES + 1,  # [planes in the hangar]
    "home": PLANES + 1,  # [planes in the centre]
    "roll": 1,  # the seat rolls next
    "hunter": 1,  # for each shot that this seat has at lone enemies, times how far they have come, in 50ths
}
OFFSETS: dict[str, int] = {}
_next = 0
for _name, _words in LAYOUT.items():
    OFFSETS[_name] = _next
    _next += _words
ONE = _next
SIZE = 2 * ONE
MOST = 4 * PLANES + 8  #: features of one seat at most
_PLACE, _SHOT, _STACK, _HANGAR = OFFSETS["place"], OFFSETS["shot"], OFFSETS["stack"], OFFSETS["hangar"]
_HOME, _ROLL, _HUNTER = OFFSETS["home"], OFFSETS["roll"], OFFSETS["hunter"]


@inline_leaf
def zone_of(place):
    """The zone of a ring place."""
    return (place - 1) * ZONES // LAST_RING


@inline_leaf
def hits(start, target):
    """How many faces of the die take a plane from its place ``start`` to its place ``target``, by steps, jump or flight."""
    if start < 0:
        return np.int64(0)
    far = target - start
    count = np.int64(1 <= far <= 6)
    if target % 4 == 2 and target > 2:
        before = target - JUMP
        count += np.int64(1 <= before - start <= 6 and before != FLIGHT_FROM)
        if target == FLIGHT_TO or target == FLIGHT_TO + JUMP:
            count += np.int64(1 <= FLIGHT_FROM - start <= 6)
        if target == FLIGHT_TO:
            count += np.int64(1 <= FLIGHT_FROM - JUMP - start <= 6)
    return count


@leaf
def shots_at(state, seat, place, hunter):
    """How many shots the planes of ``hunter`` have at a plane of ``seat`` on the ring place ``place``."""
    target = (SQUARE[seat, place] - 13 * hunter) % RING + 1
    if target > LAST_RING:
        return np.int64(0)
    count = np.int64(0)
    for number in range(PLANES):
        start = np.int64(state["planes"][PLANES * hunter + number])
        if start < target:
            count += hits(start, target)
    return count


@leaf
def list_features(state, seat, index, amount):
    """Write the features of ``seat`` from 0 on: ``index`` int64, ``amount`` float64; how many."""
    n = np.int64(0)
    base = PLANES * seat
    away, home, playing = np.int64(0), np.int64(0), np.int64(0)
    for other in range(SEATS):
        playing += (np.int64(state["alive"]) >> other) & 1
    for number in range(PLANES):
        place = np.int64(state["planes"][base + number])
        away += np.int64(place == HANGAR)
        home += np.int64(place == CENTRE or place == NO_PLANE)  # a game with fewer planes: as if the others had come home
    stage = _PLACE + (CENTRE + 2) * (max(PLANES - home, np.int64(1)) - 1)
    for number in range(PLANES):
        place = np.int64(state["planes"][base + number])
        if place == CENTRE or place == NO_PLANE:
            continue
        index[n], amount[n] = stage + place + 1, 1.0
        n += 1
        if not 1 <= place <= LAST_RING:
            continue
        if state["ring"][SQUARE[seat, place]] >= 16:
            index[n], amount[n] = _STACK + zone_of(place), 1.0
            n += 1
            continue
        shots = np.int64(0)
        for hunter in range(SEATS):
            if hunter != seat and (state["alive"] >> hunter) & 1:
                shots += shots_at(state, seat, place, hunter)
        if shots > 0:
            index[n], amount[n] = _SHOT + zone_of(place), float(min(shots, 6))
            n += 1
    prey = 0.0
    for enemy in range(SEATS):
        if enemy == seat or (state["alive"] >> enemy) & 1 == 0:
            continue
        for number in range(PLANES):
            place = np.int64(state["planes"][PLANES * enemy + number])
            if 1 <= place <= LAST_RING and state["ring"][SQUARE[enemy, place]] < 16:
                prey += shots_at(state, enemy, place, seat) * place / LAST_RING
    if prey > 0.0:
        index[n], amount[n] = _HUNTER, prey
        n += 1
    index[n], amount[n] = _HANGAR + away, 1.0
    index[n + 1], amount[n + 1] = _HOME + home, 1.0
    n += 2
    if np.int64(state["player"]) == seat:
        index[n], amount[n] = _ROLL, 1.0
        n += 1
    if playing > 2:
        for number in range(n):
            index[number] += ONE
    return n
