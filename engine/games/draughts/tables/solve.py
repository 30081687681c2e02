"""Retrograde analysis of one material and its reply material: a first pass over all positions, then moves taken back.

Values are those of the player to act with no draw counter running. Captures, crownings and positions without a move are settled
in the first pass, by tables that are complete already; a win or a loss that is settled wins or counts down its predecessors. What
is never settled is a draw. A predecessor by a move without capture must not have had a capture: those are settled in the first
pass, so they are no longer ``UNKNOWN``.

``directory`` : int64[CODES], the addresses of the value bytes of finished tables. ``frame`` : int64[FRAME_WORDS], what the
kernels know of a table in work: sizes of the four groups, addresses of their sets, of the value bytes, of the counters.
``queue`` : uint32, settled positions as ``2 * index + number of the frame``.
"""

from __future__ import annotations

import numpy as np
from numba import types

from engine.core.bits import U0, U1, popcount
from engine.core.raw import load_u64, loader, storer
from engine.games.draughts.chains import captures
from engine.games.draughts.geometry import constants
from engine.games.draughts.play import after_capture
from engine.games.draughts.rules import RULE_FLYING
from engine.games.draughts.sets import can_capture, crown_row, king_quiet_count, men_targets, step
from engine.games.draughts.specialise import entry_point, inline_part, part
from engine.games.draughts.state import MAX_CAPTURES
from engine.games.draughts.tables.index import locate, rank, turned
from engine.games.draughts.tables.packing import CAPTURE, DRAW, HOLE, LOSS, UNKNOWN, VALUE, WIN

_BOARD = constants(10)
BOARD, W, W1 = _BOARD["BOARD"], _BOARD["W"], _BOARD["W1"]
RULES = 0

_SAFE = 255  #: counter of a position that has a drawing move, so cannot be lost

FRAME_WORDS = 10
SETS, VALUES, COUNTERS = 4, 8, 9

load_u8, store_u8 = loader(types.uint8), storer(types.uint8)


# --- first pass ---------------------------------------------------------------------------------------------------------


@part
def _known_value(directory, own, enemy, kings):
    """The value of a finished position with Black, ``own``, to act."""
    if own == U0:
        return np.int64(LOSS)
    code, index = locate(own, enemy, kings, np.int64(1))
    return load_u8(directory[code], index) & VALUE


@part
def _by_capture(directory, own, enemy, kings, moves):
    """The value of a position in which White, ``own``, must capture."""
    n = captures(own, enemy, kings, np.int64(0), np.int64(RULES), moves, np.int64(0))
    best = np.int64(LOSS)
    for number in range(n):
        captured, moved, after = after_capture(own, kings, moves[number], np.int64(0), np.int64(RULES))
        value = _known_value(directory, enemy & ~captured, moved, after)
        if value == LOSS:
            return np.int64(WIN)
        if value == DRAW:
            best = np.int64(DRAW)
    return best


@part
def _by_rules(directory, own, enemy, kings):
    """``value | counter << 8`` of a position without captures, White to act: crownings judged, other moves counted."""
    empty = BOARD & ~(own | enemy)
    near, far = men_targets(own & ~kings, empty, np.int64(0))
    row = crown_row(0)
    drawn = False
    goals = (near | far) & row
    while goals:
        goal = goals & (~goals + U1)
        goals ^= goal
        for way_back in range(2):
            if goal & (near if way_back == 0 else far):
                origin = goal << (W if way_back == 0 else W1)
                value = _known_value(directory, enemy, own ^ origin ^ goal, kings | goal)
                if value == LOSS:
                    return np.int64(WIN)
                if value == DRAW:
                    drawn = True
    count = popcount(near & ~row) + popcount(far & ~row) + king_quiet_count(own & kings, empty, np.int64(RULES))
    if count == 0:
        return np.int64(DRAW if drawn else LOSS)
    return UNKNOWN | (np.int64(_SAFE) if drawn else count) << 8


@inline_part
def _fill(address, first, count, value):
    for index in range(first, first + count):
        store_u8(address, index, value)


_I64, _WORDS = types.int64, types.Array(types.int64, 1, "C")
_QUEUE = types.Array(types.uint32, 1, "C")
_FIRST = types.FunctionType(_I64(_WORDS, _WORDS, _I64, _QUEUE, _I64))


@entry_point(_FIRST)
def first_pass(directory, frame, number, queue, n):
    """Give every position of a frame its byte; the queue's new length.

    With ``number`` -1 the bytes of positions without captures are there already: only captures and holes are put in.
    """
    moves = np.empty(MAX_CAPTURES, dtype=np.int64)
    index = np.int64(0)
    values, counters, size, block = frame[VALUES], frame[COUNTERS], frame[3], frame[2] * frame[3]
    for a in range(frame[0]):
        own_men = load_u64(frame[SETS], a)
        for b in range(frame[1]):
            own_kings = load_u64(frame[SETS + 1], b)
            if own_men & own_kings:
                _fill(values, index, block, np.int64(HOLE))
                index += block
                continue
            own = own_men | own_kings
            for c in range(frame[2]):
                men = load_u64(frame[SETS + 2], c)
                if men & own:
                    _fill(values, index, size, np.int64(HOLE))
                    index += size
                    continue
                for d in range(size):
                    royal = load_u64(frame[SETS + 3], d)
                    enemy, kings = men | royal, own_kings | royal
                    if royal & (own | men):
                        store_u8(values, index, np.int64(HOLE))
                    elif can_capture(own, enemy, kings, np.int64(0), np.int64(RULES)):
                        value = _by_capture(directory, own, enemy, kings, moves)
                        store_u8(values, index, value | CAPTURE)
                        if value != DRAW and number >= 0:
                            queue[n] = np.uint32(2 * index + number)
                            n += 1
                    elif number >= 0:
                        judged = _by_rules(directory, own, enemy, kings)
                        value = judged & VALUE
                        store_u8(values, index, value)
                        store_u8(counters, index, judged >> 8)
                        if value == WIN or value == LOSS:
                            queue[n] = np.uint32(2 * index + number)
                            n += 1
                    index += 1
    return n


# --- taking moves back --------------------------------------------------------------------------------------------------


@inline_part
def _reached(frame, index, value, number, queue, n):
    """A move leads from position ``index`` of ``frame`` (the ``number``-th) to one of ``value``; the queue's new length."""
    if load_u8(frame[VALUES], index) != UNKNOWN:
        return n
    if value == LOSS:
        store_u8(frame[VALUES], index, np.int64(WIN))
    else:
        left = load_u8(frame[COUNTERS], index)
        if left == _SAFE:
            return n
        store_u8(frame[COUNTERS], index, left - 1)
        if left != 1:
            return n
        store_u8(frame[VALUES], index, np.int64(LOSS))
    queue[n] = np.uint32(2 * index + number)
    return n + 1


_PROPAGATE = types.FunctionType(_I64(_WORDS, _WORDS, _QUEUE, _I64))


@entry_point(_PROPAGATE)
def propagate(frame, reply, queue, n):
    """Work off the queue of ``n`` settled positions of two frames that reply to each other; how many there were in the end."""
    done = np.int64(0)
    while done < n:
        item = np.int64(queue[done])
        done += 1
        number = 1 - (item & 1)
        here, there = (frame, reply) if number == 1 else (reply, frame)
        index = item >> 1
        value = load_u8(here[VALUES], index) & VALUE
        rest, d = index // here[3], index % here[3]
        rest, c = rest // here[2], rest % here[2]
        a, b = rest // here[1], rest % here[1]
        # The predecessor has the other player to act, so it is looked at from the other side.
        men, kings = turned(load_u64(here[SETS + 2], c)), turned(load_u64(here[SETS + 3], d))
        other_men, other_kings = turned(load_u64(here[SETS], a)), turned(load_u64(here[SETS + 1], b))
        empty = BOARD & ~(men | kings | other_men | other_kings)
        block = there[2] * there[3]
        tail = rank(other_men, 0) * there[3] + rank(other_kings, 0)
        near, far = (men << W) & empty, (men << W1) & empty
        place_of_kings = rank(kings, 0)
        while near:
            origin = near & (~near + U1)
            near ^= origin
            place = rank(men ^ origin ^ (origin >> W), 1) * there[1] + place_of_kings
            n = _reached(there, place * block + tail, value, number, queue, n)
        while far:
            origin = far & (~far + U1)
            far ^= origin
            place = rank(men ^ origin ^ (origin >> W1), 1) * there[1] + place_of_kings
            n = _reached(there, place * block + tail, value, number, queue, n)
        place_of_men = rank(men, 1) * there[1]
        movers = kings
        while movers:
            goal = movers & (~movers + U1)
            movers ^= goal
            for direction in range(4):
                origin = step(goal, direction) & empty
                while origin:
                    place = place_of_men + rank(kings ^ goal ^ origin, 0)
                    n = _reached(there, place * block + tail, value, number, queue, n)
                    if np.int64(RULES) & RULE_FLYING == 0:
                        break
                    origin = step(origin, direction) & empty
    return n
