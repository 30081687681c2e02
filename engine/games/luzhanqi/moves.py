"""Move generation. What a piece can do depends on who stands where and on its own kind only."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.jit import inline_leaf, kernel, leaf
from engine.games.luzhanqi.geometry import CAMP, HQ, POINTS, RAILS, ROADS, RUN_COUNT, RUN_JUMPS, RUN_POINTS
from engine.games.luzhanqi.placement import PLACEMENTS
from engine.games.luzhanqi.setups import BOOK
from engine.games.luzhanqi.state import (
    ENGINEER,
    FLAG,
    GONE,
    KIND,
    LEAVE,
    MAX_MOVES,
    MINE,
    MOVE,
    PLACEMENT,
    SOMEBODY,
    TRUTH,
    UNKNOWN,
    is_foe,
    owner_of,
    rows,
)

ALL, NOISY, QUIET_ONLY = 0, 1, 2
_BARE_MOVE = MOVE << contract.MOVER_SHIFT
_ATTACK = SOMEBODY << contract.VICTIM_SHIFT


# --- one piece ----------------------------------------------------------------------------------------------------------


@inline_leaf
def can_attack(state, board, seat, to):
    """Whether ``seat`` may attack the piece on ``to``: an enemy's, and not in a camp."""
    return is_foe(board, seat, owner_of(np.int64(state["piece"][to]))) and CAMP[board, to] == 0


@leaf
def targets_of(state, board, seat, point, kind, moves, n, part):
    """Append the moves of a piece of ``kind`` on ``point`` to ``moves`` from index ``n`` on; the new n.

    Roads first, then the railway; an engineer's squares are found by breadth-first search with ``moves`` as its queue.
    """
    base = _BARE_MOVE | (point << contract.ORIGIN_SHIFT)
    for slot in range(ROADS.shape[2]):
        to = np.int64(ROADS[board, point, slot])
        if to < 0:
            break
        if state["piece"][to] == 0:
            if part != NOISY:
                moves[n] = base | to
                n += 1
        elif part != QUIET_ONLY and can_attack(state, board, seat, to):
            moves[n] = base | to | _ATTACK
            n += 1
    if kind != ENGINEER:
        node, count = np.int64(0), RUN_COUNT[board, point]
        while node < count:
            to = np.int64(RUN_POINTS[board, point, node])
            if state["piece"][to] == 0:
                if part != NOISY:
                    moves[n] = base | to
                    n += 1
                node += 1
            else:
                if part != QUIET_ONLY and can_attack(state, board, seat, to):
                    moves[n] = base | to | _ATTACK
                    n += 1
                node = np.int64(RUN_JUMPS[board, point, node])
        return n
    if RAILS[board, point, 0] < 0:
        return n
    # seen: bits of points met; the queue is written behind the moves found so far
    low, middle, high = np.uint64(0), np.uint64(0), np.uint64(0)
    queue = moves.size - 1
    moves[queue] = point
    head, tail = queue, queue - 1
    first = True
    while head > tail:
        here = moves[head]
        head -= 1
        if first:
            low, middle, high = _mark(low, middle, high, here)
            first = False
        for slot in range(RAILS.shape[2]):
            to = np.int64(RAILS[board, here, slot])
            if to < 0:
                break
            if _marked(low, middle, high, to):
                continue
            low, middle, high = _mark(low, middle, high, to)
            if state["piece"][to] == 0:
                moves[tail] = to
                tail -= 1
                if part != NOISY:
                    moves[n] = base | to
                    n += 1
            elif part != QUIET_ONLY and can_attack(state, board, seat, to):
                moves[n] = base | to | _ATTACK
                n += 1
    return n


@inline_leaf
def _mark(low, middle, high, point):
    word = np.uint64(1) << np.uint64(point & 63)
    if point < 64:
        low |= word
    elif point < 128:
        middle |= word
    else:
        high |= word
    return low, middle, high


@inline_leaf
def _marked(low, middle, high, point):
    word = low if point < 64 else middle if point < 128 else high
    return (word >> np.uint64(point & 63)) & np.uint64(1) != np.uint64(0)


@inline_leaf
def is_movable(board, point, kind):
    """Whether a piece of ``kind`` may leave ``point``."""
    return kind != MINE and kind != FLAG and kind != UNKNOWN and HQ[board, point] == 0


# --- a whole position ---------------------------------------------------------------------------------------------------


@leaf
def plain_result(state):
    """The result code as far as it needs no moves: flags, seats that are out, the limit of quiet plies; 0 while none applies.

    The caller asks for moves between flags and the limit where that matters; see ``play.result``.
    """
    flags = flag_result(state)
    if flags != 0:
        return flags
    return quiet_result(state)


@inline_leaf
def flag_result(state):
    """The win by a taken flag (two seats) or by elimination (four), 0 if there is none."""
    if state["board"] == 0:
        if np.int64(state["ply"]) >= 2:
            if state["flag_at"][0] == GONE:
                return np.int64(contract.OVER | (2 << 8) | 1)
            if state["flag_at"][1] == GONE:
                return np.int64(contract.OVER | (1 << 8) | 1)
        return np.int64(0)
    out = np.int64(state["out"])
    if out & 5 == 5:
        return np.int64(contract.OVER | (10 << 8) | 4)
    if out & 10 == 10:
        return np.int64(contract.OVER | (5 << 8) | 4)
    return np.int64(0)


@inline_leaf
def quiet_result(state):
    """The end by too many quiet plies, 0 if there is none."""
    limit = np.int64(state["limit"])
    if limit > 0 and np.int64(state["quiet"]) >= limit and np.int64(state["ply"]) >= np.int64(state["seats"]):
        if state["mover_loses"] != 0:
            return np.int64(contract.OVER | ((1 << np.int64(state["player"])) << 8) | 3)
        return np.int64(contract.OVER | 3)
    return np.int64(0)


@leaf
def generate(state, moves, part):
    """Write the moves of ``part`` (ALL, NOISY, QUIET_ONLY) from index 0 on; how many."""
    seat, board, view = np.int64(state["player"]), np.int64(state["board"]), np.int64(state["view"])
    if view != TRUTH and view != seat:
        return np.int64(0)
    if np.int64(state["ply"]) < np.int64(state["seats"]):
        if part == NOISY or flag_result(state) != 0:
            return np.int64(0)
        for number in range(BOOK.size):
            moves[number] = BOOK[number]
        return np.int64(BOOK.size)
    if plain_result(state) != 0:
        return np.int64(0)
    n = np.int64(0)
    for point in range(POINTS[board]):
        piece = np.int64(state["piece"][point])
        if piece == 0 or owner_of(piece) != seat or not is_movable(board, np.int64(point), piece & KIND):
            continue
        n = targets_of(state, board, seat, np.int64(point), piece & KIND, moves, n, part)
    if board != 0 and n == 0 and part != NOISY and (part == ALL or not has_move(state, seat)):
        moves[0] = LEAVE
        return np.int64(1)
    return n


@leaf
def has_move(state, seat):
    """Whether some piece of ``seat`` can move."""
    board = np.int64(state["board"])
    for point in range(POINTS[board]):
        piece = np.int64(state["piece"][point])
        if piece == 0 or owner_of(piece) != seat or not is_movable(board, np.int64(point), piece & KIND):
            continue
        for slot in range(ROADS.shape[2]):
            to = np.int64(ROADS[board, point, slot])
            if to < 0:
                break
            if state["piece"][to] == 0 or can_attack(state, board, seat, to):
                return True
        for slot in range(RAILS.shape[2]):
            to = np.int64(RAILS[board, point, slot])
            if to < 0:
                break
            if state["piece"][to] == 0 or can_attack(state, board, seat, to):
                return True
    return False


@leaf
def reaches(state, seat, point, to, kind, moves):
    """Whether a piece of ``kind`` of ``seat`` could go from ``point`` to ``to``; ``moves`` is working space."""
    n = targets_of(state, np.int64(state["board"]), seat, point, kind, moves, np.int64(0), np.int64(ALL))
    for index in range(n):
        if contract.move_to(moves[index]) == to:
            return True
    return False


# --- contract -----------------------------------------------------------------------------------------------------------


@kernel(contract.GEN_MOVES)
def gen_moves(memory, ply, moves):
    """All legal moves by origin; while a seat places, the placements of the game's own book: the others are too many to list."""
    return generate(rows(memory)[ply], moves, np.int64(ALL))


@kernel(contract.GEN_MOVES)
def gen_noisy(memory, ply, moves):
    """The attacks."""
    return generate(rows(memory)[ply], moves, np.int64(NOISY))


@kernel(contract.GEN_MOVES)
def gen_quiet(memory, ply, moves):
    """The moves to empty points, placements, and the exit of a seat that cannot move."""
    return generate(rows(memory)[ply], moves, np.int64(QUIET_ONLY))


@kernel(contract.IS_LEGAL)
def is_legal(memory, ply, move):
    """Whether ``move``, any 64-bit number, is a legal move without announcements; every placement of the rules is."""
    state = rows(memory)[ply]
    if move <= 0:
        return np.int64(0)
    view = np.int64(state["view"])
    if np.int64(state["ply"]) < np.int64(state["seats"]):
        mine = view == TRUTH or view == np.int64(state["player"])
        return np.int64(mine and flag_result(state) == 0 and PLACEMENT <= move < PLACEMENT + PLACEMENTS)
    moves = np.empty(MAX_MOVES, np.int64)
    n = generate(state, moves, np.int64(ALL))
    for index in range(n):
        if moves[index] == move:
            return np.int64(1)
    return np.int64(0)


@kernel(contract.UNFOLD)
def possible_move(memory, ply, bits):
    """The move of the seat to act with the origin and target of ``bits``, 0 if no kind that the piece may be could make it."""
    state = rows(memory)[ply]
    origin, to = contract.move_origin(bits), contract.move_to(bits)
    piece, seat = np.int64(state["piece"][origin]), np.int64(state["player"])
    kind = piece & KIND
    if kind == UNKNOWN:
        kind = np.int64(ENGINEER)
    if piece == 0 or owner_of(piece) != seat or plain_result(state) != 0:
        return np.int64(0)
    if not is_movable(np.int64(state["board"]), origin, kind):
        return np.int64(0)
    moves = np.empty(MAX_MOVES, np.int64)
    n = targets_of(state, np.int64(state["board"]), seat, origin, kind, moves, np.int64(0), np.int64(ALL))
    for index in range(n):
        if contract.move_to(moves[index]) == to:
            return moves[index]
    return np.int64(0)
