"""Moves: all of them for referees, and the few that matter for the search.

``gen_moves`` lists every legal move. ``gen_noisy`` and ``gen_quiet`` leave out what cannot change the result (the spec's
``selective``): who can make five does; who faces a five blocks it; who can make a four that one stone cannot parry does;
who faces such a four makes fours or blocks it on one of the points where the enemy would get a four. Otherwise points far from
all stones, and those where neither side would make even a two, wait until there is nothing else. Points forbidden to Black are
left out while there are others.
"""

from __future__ import annotations

import numpy as np
from numba import types

from engine.core import contract
from engine.core.bits import lsb
from engine.core.contract import MOVER_SHIFT, ORIGIN_SHIFT, VICTIM_SHIFT
from engine.core.jit import inline_leaf, kernel, leaf
from engine.core.raw import array_address, caller, load_i16, load_i64, store_i64
from engine.games.gomoku.board import WHITE_HALF, class_at, count_of, geometry_of, open_near, stone_at
from engine.games.gomoku.forbidden import forbidden_shape
from engine.games.gomoku.patterns import (
    C_FIVE,
    C_FORBIDDEN,
    C_FOUR,
    C_FOUR_THREE,
    C_OPEN,
    C_RISKY,
    C_THREES,
    REACH,
)
from engine.games.gomoku.patterns import FOUR as FOUR_SHAPE
from engine.games.gomoku.rules import BLACK, CARO, CARO_EXACT, CLAIM, ILLEGAL, OPENING_REACH, OPENINGS
from engine.games.gomoku.state import (
    DECISIVE,
    LARGEST,
    MARKS,
    NEAR_ROWS,
    PASS,
    POINT_OUT,
    POINTS,
    ROW_BYTES,
    ROW_MASK,
    SETS,
    SHAPES,
    STONE,
    STONES,
    WORTH,
    state_at,
)
from engine.games.gomoku.tables import CALLED, STEPS, URGENCY, directory, load_u8, load_u32

_PLACED = 4  #: stones that an opening rule restricts
_DISTANCES = np.full((len(OPENINGS), _PLACED), 99, dtype=np.int64)
for _name, _given in OPENING_REACH.items():
    _DISTANCES[OPENINGS.index(_name), : len(_given)] = _given

#: ``(here, moves, part) -> n``: part 0 quiet, 1 noisy, 2 every legal move; ``moves``: address of int64[MAX_MOVES].
SELECT = types.FunctionType(types.int64(types.int64, types.int64, types.int64))
_call_select = caller(SELECT)
QUIET_PART, NOISY_PART, WHOLE = 0, 1, 2


# --- legality -----------------------------------------------------------------------------------------------------------


@inline_leaf
def may_claim(state):
    """Whether the player to act may point out that the last stone was forbidden."""
    return state["forbidden"] == CLAIM and state["shape"] != 0 and state["outcome"] == 0


@inline_leaf
def is_in_reach(state, point):
    """Whether the opening rule lets the next stone be put on ``point``."""
    stones = np.int64(state["stones"])
    if stones >= _PLACED:
        return True
    size = np.int64(state["size"])
    row = point // size
    return max(abs(row - size // 2), abs(point - row * size - size // 2)) <= _DISTANCES[state["opening"], stones]


# --- packed moves -------------------------------------------------------------------------------------------------------


@inline_leaf
def urgency_at(here, point, colour):
    """The victim field of the move to an empty point: what it threatens or parries (``tables.urgency``)."""
    return load_u8(load_i64(directory(), np.int64(URGENCY)), load_u8(here + MARKS, point) | colour << 8)


@inline_leaf
def pack(point, victim):
    """The move to ``point``."""
    return point | point << ORIGIN_SHIFT | np.int64(STONE << MOVER_SHIFT) | victim << VICTIM_SHIFT


# --- caro ---------------------------------------------------------------------------------------------------------------


@inline_leaf
def is_caro(rule):
    """Whether a row of five that is shut at both ends does not win, so that there are more ways to parry."""
    return rule == CARO or rule == CARO_EXACT


@leaf
def shuts_five(here, size, point, colour):
    """Whether a stone of ``colour`` on an empty point shuts a row of five that the enemy could make (caro)."""
    shape = geometry_of(size)
    direction, sign = np.int64(0), np.int64(-1)
    while direction < 4:
        both = load_i16(shape, direction * POINTS + point)
        black = load_i64(here + STONES, both & 255)
        own, enemy = black, black >> WHITE_HALF
        if colour != BLACK:
            own, enemy = enemy, own
        there, gap, length = (both >> 8) + REACH + sign, np.int64(0), np.int64(0)
        # The row to be: enemy stones with one gap, five points; behind it a stone of ``colour``, not the edge.
        while length < 6 and own >> there & 1 == 0:
            if enemy >> there & 1 == 0:
                if gap != 0:
                    break
                gap = point + (there - (both >> 8) - REACH) * load_i16(shape, STEPS + direction)
            length += 1
            there += sign
        if length == 5 and gap != 0 and own >> there & 1 and not enemy >> there & 1:
            if class_at(here, gap, 1 - colour) == C_FIVE:
                return True
        direction += np.int64(sign > 0)
        sign = -sign
    return False


# --- selection ----------------------------------------------------------------------------------------------------------

#: What the player to act must do.
FREE, MAKE_FIVE, BLOCK_FIVE, MAKE_OPEN, PARRY = range(5)


@inline_leaf
def duty(here, rule, colour):
    """Which of the cases of the module's docstring holds."""
    if count_of(here, colour, C_FIVE) > 0:
        return np.int64(MAKE_FIVE)
    if count_of(here, 1 - colour, C_FIVE) > 0:
        return np.int64(BLOCK_FIVE)
    if count_of(here, colour, C_OPEN) > 0:
        return np.int64(MAKE_OPEN)
    if count_of(here, 1 - colour, C_OPEN) > 0 and not is_caro(rule):
        return np.int64(PARRY)
    return np.int64(FREE)


@inline_leaf
def has_four(shapes):
    """Whether one of the shapes (four bits each) is a four or more."""
    return (
        shapes & 15 >= FOUR_SHAPE
        or shapes >> 4 & 15 >= FOUR_SHAPE
        or shapes >> 8 & 15 >= FOUR_SHAPE
        or shapes >> 12 & 15 >= FOUR_SHAPE
    )


def _set(*names: int) -> int:
    """A set of classes as bits."""
    return sum(1 << name for name in names)


_FOURS = _set(*range(C_FOUR, C_FIVE + 1), C_RISKY, C_FORBIDDEN)
_ALL = _set(*range(C_FORBIDDEN + 1))
#: By duty: the classes for the player to act and for the other one that make a point fit; FREE: the sets say it.
_OWN = np.array([_ALL, _set(C_FIVE), 0, _set(C_OPEN), _FOURS], dtype=np.int64)
_ENEMY = np.array([_ALL, 0, _set(C_FIVE), 0, _FOURS], dtype=np.int64)


@inline_leaf
def _count_urgent(here, own):
    """How many points are urgent for a free player."""
    total = count_of(here, own, C_THREES) + count_of(here, 1 - own, C_FOUR_THREE) + count_of(here, 1 - own, C_OPEN)
    for name in range(C_FOUR, C_OPEN + 1):
        total += count_of(here, own, name)
    return total


@leaf
def _every_move(here, moves, part, first_only, avoid):
    """Write every move of a part to an empty point, at most one if ``first_only``, forbidden ones not if ``avoid``.

    Returns the moves, and in bit 32 whether there was a point for another part.
    """
    state = state_at(here)
    size, colour = np.int64(state["size"]), np.int64(state["player"])
    count, others = np.int64(0), np.int64(0)
    for point in range(size * size):
        if stone_at(here, size, point) != 0 or not is_in_reach(state, point):
            continue
        own = class_at(here, point, colour)
        if avoid and own >= C_RISKY and forbidden_shape(here, point, colour) != 0:
            continue
        victim = urgency_at(here, point, colour)
        if part == WHOLE or np.int64(victim != 0) == part:
            store_i64(moves, count, pack(point, victim))
            count += 1
        else:
            others = np.int64(1) << 32
        if first_only:
            break
    return count | others


@leaf
def _fitting(here, moves, part, what):
    """Write the moves of a part that fit the duty; as :func:`_every_move`."""
    state = state_at(here)
    size, colour = np.int64(state["size"]), np.int64(state["player"])
    fits_own, fits_enemy = _OWN[what], _ENEMY[what]
    worth = what == FREE and part == QUIET_PART
    count, others = np.int64(0), np.int64(0)
    if what == FREE and part == NOISY_PART:
        others = np.int64(1) << 32
        if _count_urgent(here, colour) == 0:
            return others
    shift, other_shift = 4 * colour, 4 - 4 * colour
    urgencies = load_i64(directory(), np.int64(URGENCY)) + (colour << 8)
    shutting = what == BLOCK_FIVE and is_caro(np.int64(state["rule"]))
    bounded = state["stones"] < _PLACED
    for row in range(size):
        word = load_i64(here + SETS, np.int64(row))
        places = word | word >> LARGEST
        if worth:
            places = (places | load_u32(here + NEAR_ROWS, np.int64(row))) & word >> WORTH
        elif shutting:
            places |= open_near(here, np.int64(row))
        places &= ROW_MASK
        while places != 0:
            point = row * size + lsb(places)
            places &= places - 1
            mark = load_u8(here + MARKS, point)
            own, enemy = mark >> shift & 15, mark >> other_shift & 15
            if (fits_own >> own | fits_enemy >> enemy) & 1 == 0:
                if not shutting or not shuts_five(here, size, point, colour):
                    continue
            if what == PARRY and (own >= C_RISKY or enemy >= C_RISKY):
                shapes = load_u32(here + SHAPES, point)
                if not has_four(shapes >> (16 * colour)) and not has_four(shapes >> (16 - 16 * colour)):
                    continue
            victim = load_u8(urgencies, mark)
            if np.int64(victim != 0) != part and others != 0:
                continue
            if bounded and not is_in_reach(state, point):
                continue
            if own >= C_RISKY and forbidden_shape(here, point, colour) != 0:
                continue
            if np.int64(victim != 0) == part:
                store_i64(moves, count, pack(point, victim))
                count += 1
            else:
                others = np.int64(1) << 32
    return count | others


@kernel(SELECT)
def select(here, moves, part):
    """Write the moves of a part; see ``SELECT``. Points ascend, then come pass and claim."""
    state = state_at(here)
    if state["outcome"] != 0:
        return np.int64(0)
    if part == WHOLE:
        count = _every_move(here, moves, part, False, state["forbidden"] == ILLEGAL)
        if state["may_pass"] != 0:
            store_i64(moves, count, pack(np.int64(PASS), np.int64(0)))
            count += 1
        if may_claim(state):
            store_i64(moves, count, pack(np.int64(POINT_OUT), np.int64(DECISIVE)))
            count += 1
        return count
    if may_claim(state):
        store_i64(moves, np.int64(0), pack(np.int64(POINT_OUT), np.int64(DECISIVE)))
        return np.int64(part)
    what = duty(here, np.int64(state["rule"]), np.int64(state["player"]))
    found = _fitting(here, moves, part, what)
    if found == 0:  # nothing does what should be done: all is lost, and one move is enough, or nothing is near
        found = _every_move(here, moves, part, what != FREE, True)
    if found == 0 and state["may_pass"] != 0:
        store_i64(moves, np.int64(0), pack(np.int64(PASS), np.int64(0)))
        return np.int64(part == QUIET_PART)
    if found == 0 and state["forbidden"] != ILLEGAL:
        found = _every_move(here, moves, part, False, False)
    return found & 0xFFFF


@inline_leaf
def choose(here, moves, part):
    """:func:`select` by its address."""
    return _call_select(load_i64(directory(), np.int64(CALLED + 1)), (here, moves, part))


# --- kernels ------------------------------------------------------------------------------------------------------------


@kernel(contract.GEN_MOVES)
def gen_moves(memory, ply, moves):
    """See ``contract.GEN_MOVES``."""
    return choose(array_address(memory) + ply * ROW_BYTES, array_address(moves), np.int64(WHOLE))


@kernel(contract.GEN_MOVES)
def gen_noisy(memory, ply, moves):
    """The urgent moves that matter; see the module's docstring."""
    return choose(array_address(memory) + ply * ROW_BYTES, array_address(moves), np.int64(NOISY_PART))


@kernel(contract.GEN_MOVES)
def gen_quiet(memory, ply, moves):
    """The other moves that matter; see the module's docstring."""
    return choose(array_address(memory) + ply * ROW_BYTES, array_address(moves), np.int64(QUIET_PART))


@kernel(contract.IS_LEGAL)
def is_legal(memory, ply, move):
    """See ``contract.IS_LEGAL``."""
    here = array_address(memory) + ply * ROW_BYTES
    state = state_at(here)
    point = move & contract.CELL_MASK
    if state["outcome"] != 0 or move <= 0:
        return np.int64(0)
    if point == PASS:
        return np.int64(state["may_pass"] != 0 and move == pack(np.int64(PASS), np.int64(0)))
    if point == POINT_OUT:
        return np.int64(may_claim(state) and move == pack(np.int64(POINT_OUT), np.int64(DECISIVE)))
    size, colour = np.int64(state["size"]), np.int64(state["player"])
    if point >= size * size or stone_at(here, size, point) != 0 or not is_in_reach(state, point):
        return np.int64(0)
    if move != pack(point, urgency_at(here, point, colour)):
        return np.int64(0)
    return np.int64(state["forbidden"] != ILLEGAL or forbidden_shape(here, point, colour) == 0)
