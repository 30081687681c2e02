"""Move generation of the flip game: flips, and the movement of the standing game among face-up pieces."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.contract import pack_move
from engine.core.jit import inline_leaf, kernel, leaf
from engine.games.flips.repetition import is_repeated
from engine.games.luzhanqi.geometry import CAMP, HQ, RAILS, ROADS, RUN_COUNT, RUN_JUMPS, RUN_POINTS, TWO
from engine.games.luzhanqi_flip.state import (
    BLACK,
    BOMB,
    DOWN,
    ENGINEER,
    FLAG,
    FLIP,
    KIND,
    MARSHAL,
    MAX_MOVES,
    MINE,
    POINTS,
    colour_of,
    rows,
)
from engine.games.luzhanqi_flip.weights import VALUES

ALL, NOISY, QUIET = 0, 1, 2
_ROADS, _RAILS = ROADS[TWO, :POINTS].copy(), RAILS[TWO, :POINTS].copy()
_RUN_POINTS, _RUN_JUMPS = RUN_POINTS[TWO, :POINTS].copy(), RUN_JUMPS[TWO, :POINTS].copy()
_RUN_COUNT, _CAMP, _HQ = RUN_COUNT[TWO, :POINTS].copy(), CAMP[TWO, :POINTS].copy(), HQ[TWO, :POINTS].copy()
for _array in (_ROADS, _RAILS, _RUN_POINTS, _RUN_JUMPS, _RUN_COUNT, _CAMP, _HQ):
    _array.flags.writeable = False


# --- facts of a row -----------------------------------------------------------------------------------------------------


@leaf
def lowest_rank(state, colour):
    """The lowest rank (9 engineer .. 1 marshal) that a colour still has, face-up or face-down; 0 if none."""
    for kind in range(ENGINEER, 0, -1):
        if state["alive"][BLACK * colour + kind] != 0:
            return np.int64(kind)
    return np.int64(0)


@leaf
def movable_left(state, colour):
    """How many pieces a colour has that can ever move."""
    count = np.int64(state["alive"][BLACK * colour + BOMB])
    for kind in range(MARSHAL, ENGINEER + 1):
        count += np.int64(state["alive"][BLACK * colour + kind])
    return count


@inline_leaf
def may_attack(state, kind, colour, victim):
    """Whether a piece of ``kind`` may attack the face-up enemy kind ``victim`` (camps are the caller's business)."""
    if victim == FLAG:
        if state["alive"][BLACK * (1 - colour) + MINE] != 0 or kind == BOMB:
            return False
        return state["any_carrier"] != 0 or kind == lowest_rank(state, colour)
    return victim != MINE or kind == ENGINEER or kind == BOMB


@leaf
def is_over(state):
    """Whether the row alone ends the game (a flag, no movable piece, no progress), or a piece is due."""
    if state["pending"] >= 0:
        return True
    if state["red_seat"] < 0:
        return False
    for colour in range(2):
        if state["alive"][BLACK * colour + FLAG] == 0 or movable_left(state, np.int64(colour)) == 0:
            return True
    return state["no_progress"] != 0 and state["quiet"] >= state["no_progress"]


# --- one piece ----------------------------------------------------------------------------------------------------------


@leaf
def _offer(state, point, to, kind, colour, moves, n, part):
    """Append the move to ``to`` if it is one; the new n."""
    there = np.int64(state["piece"][to])
    if there == 0:
        if part != NOISY:
            moves[n] = pack_move(point, to, kind, np.int64(0), np.int64(0))
            n += 1
    elif part != QUIET and there != DOWN and (there >> 4) != colour and _CAMP[to] == 0:
        if may_attack(state, kind, colour, there & KIND):
            moves[n] = pack_move(point, to, kind, there & KIND, np.int64(0))
            n += 1
    return n


@leaf
def _piece_moves(state, point, kind, colour, moves, n, part):
    """Append the moves of one piece; roads first, then the railway. ``moves`` is an engineer's queue at its other end."""
    for slot in range(_ROADS.shape[1]):
        to = np.int64(_ROADS[point, slot])
        if to < 0:
            break
        n = _offer(state, point, to, kind, colour, moves, n, part)
    if kind != ENGINEER:
        node, count = np.int64(0), _RUN_COUNT[point]
        while node < count:
            to = np.int64(_RUN_POINTS[point, node])
            n = _offer(state, point, to, kind, colour, moves, n, part)
            node = node + 1 if state["piece"][to] == 0 else np.int64(_RUN_JUMPS[point, node])
        return n
    seen = np.uint64(1) << np.uint64(point)
    head = moves.size - 1
    tail = head - 1
    moves[head] = point
    while head > tail:
        here = moves[head]
        head -= 1
        for slot in range(_RAILS.shape[1]):
            to = np.int64(_RAILS[here, slot])
            if to < 0:
                break
            mark = np.uint64(1) << np.uint64(to)
            if seen & mark != np.uint64(0):
                continue
            seen |= mark
            n = _offer(state, point, to, kind, colour, moves, n, part)
            if state["piece"][to] == 0:
                moves[tail] = to
                tail -= 1
    return n


@leaf
def generate(state, moves, part):
    """Write the moves of ``part`` by point in reading order; how many. Repetition is not seen."""
    n = np.int64(0)
    if is_over(state):
        return n
    colour = colour_of(state)
    for point in range(POINTS):
        piece = np.int64(state["piece"][point])
        if piece == 0:
            continue
        if piece == DOWN:
            if part != NOISY:
                moves[n] = pack_move(np.int64(point), np.int64(point), np.int64(FLIP), np.int64(0), np.int64(0))
                n += 1
            continue
        kind = piece & KIND
        if colour < 0 or (piece >> 4) != colour or kind == MINE or kind == FLAG:
            continue
        if state["hq_lock"] != 0 and _HQ[point] != 0:
            continue
        n = _piece_moves(state, np.int64(point), kind, colour, moves, n, part)
    return n


@leaf
def has_action(state, moves):
    """Whether the seat to act can flip or move; ``moves`` is working space."""
    if state["down"] != 0:
        return True
    colour = colour_of(state)
    for point in range(POINTS):
        piece = np.int64(state["piece"][point])
        kind = piece & KIND
        if piece == 0 or piece == DOWN or (piece >> 4) != colour or kind == MINE or kind == FLAG:
            continue
        if state["hq_lock"] != 0 and _HQ[point] != 0:
            continue
        if _piece_moves(state, np.int64(point), kind, colour, moves, np.int64(0), np.int64(ALL)) > 0:
            return True
    return False


@leaf
def _legal(states, ply, moves, part):
    if is_repeated(states, ply):
        return np.int64(0)
    return generate(states[ply], moves, part)


# --- contract -----------------------------------------------------------------------------------------------------------


@kernel(contract.GEN_MOVES)
def gen_moves(memory, ply, moves):
    """All legal actions; a flip is listed once."""
    return _legal(rows(memory), ply, moves, np.int64(ALL))


@kernel(contract.GEN_MOVES)
def gen_noisy(memory, ply, moves):
    """The attacks."""
    return _legal(rows(memory), ply, moves, np.int64(NOISY))


@kernel(contract.GEN_MOVES)
def gen_quiet(memory, ply, moves):
    """Flips and moves to empty points."""
    return _legal(rows(memory), ply, moves, np.int64(QUIET))


@kernel(contract.IS_LEGAL)
def is_legal(memory, ply, move):
    """Whether ``move``, any 64-bit number, is a legal action (a flip without its piece)."""
    if move <= 0:
        return np.int64(0)
    states = rows(memory)
    state = states[ply]
    origin = contract.move_origin(move)
    if origin >= POINTS or is_repeated(states, ply) or is_over(state):
        return np.int64(0)
    piece = np.int64(state["piece"][origin])
    if piece == DOWN:
        return np.int64(move == pack_move(origin, origin, np.int64(FLIP), np.int64(0), np.int64(0)))
    kind, colour = piece & KIND, colour_of(state)
    if piece == 0 or colour < 0 or (piece >> 4) != colour or kind == MINE or kind == FLAG:
        return np.int64(0)
    if state["hq_lock"] != 0 and _HQ[origin] != 0:
        return np.int64(0)
    moves = np.empty(MAX_MOVES, np.int64)
    n = _piece_moves(state, origin, kind, colour, moves, np.int64(0), np.int64(ALL))
    for index in range(n):
        if moves[index] == move:
            return np.int64(1)
    return np.int64(0)


@kernel(contract.SEE)
def see(memory, ply, move, threshold):
    """What an attack removes less what it costs at once; what stands beside the target is not looked at."""
    mover, victim = contract.move_mover(move), contract.move_victim(move)
    if mover == FLIP or victim == 0:
        return np.int64(threshold <= 0)
    balance = np.int64(0)
    if mover == BOMB or victim == BOMB or mover == victim:
        balance = VALUES[victim] - VALUES[mover]
    elif victim == FLAG or victim == MINE or mover < victim:
        balance = VALUES[victim]
    else:
        balance = -VALUES[mover]
    return np.int64(balance >= threshold)
