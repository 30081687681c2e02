"""Playing a move: fights, announcements, seats that go out, keys, results."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.jit import inline_leaf, kernel, leaf
from engine.games.counting import perft_of
from engine.games.luzhanqi.geometry import ARMY, POINTS, SLOT_POINT
from engine.games.luzhanqi.moves import flag_result, generate, has_move, plain_result, quiet_result
from engine.games.luzhanqi.placement import unrank_placement
from engine.games.luzhanqi.state import (
    BARE,
    BOMB,
    BOTH,
    BOUNCE,
    CODE_SHIFT,
    ENGINEER,
    EXIT,
    FLAG,
    FLAG1_SHIFT,
    FLAG2_SHIFT,
    GONE,
    HASH_SHIFT,
    HIDDEN_PLACEMENT,
    HIT_ATTACKER,
    HIT_BOUNCE,
    KIND,
    KNOWN,
    LOSS,
    MARSHAL,
    MAX_MOVES,
    MINE,
    OWNER_SHIFT,
    PLACEMENT,
    POINT_FIELD,
    SCOUT_SHIFT,
    TRUTH,
    UNKNOWN,
    UNSEEN,
    WIN,
    owner_of,
    placing_of,
    put,
    rows,
    turn_key,
)

# --- fights -------------------------------------------------------------------------------------------------------------


@inline_leaf
def fight(attacker, defender, mine_hit):
    """The result code of an attack between two known kinds (rule text, section 6)."""
    if attacker == BOMB or defender == BOMB:
        return np.int64(BOTH)
    if defender == FLAG:
        return np.int64(WIN)
    if defender == MINE:
        if attacker == ENGINEER:
            return np.int64(WIN)
        return np.int64(BOUNCE if mine_hit == HIT_BOUNCE else LOSS if mine_hit == HIT_ATTACKER else BOTH)
    return np.int64(BOTH if attacker == defender else WIN if attacker < defender else LOSS)


@leaf
def announce(state, move):
    """``move`` with what the referee says about it; ``state`` is the truth before it."""
    bare = move & BARE
    origin, to = contract.move_origin(move), contract.move_to(move)
    mover, other = np.int64(state["piece"][origin]), np.int64(state["piece"][to])
    if contract.move_mover(move) == EXIT or other == 0:
        return bare
    attacker, defender = mover & KIND, other & KIND
    code = fight(attacker, defender, np.int64(state["mine_hit"]))
    told = bare | (code << CODE_SHIFT)
    if defender == FLAG:
        told |= 1 << HASH_SHIFT
    if state["flag_reveal"] != 0:
        shift = np.int64(FLAG1_SHIFT)
        if attacker == MARSHAL and (code == LOSS or code == BOTH):
            point = np.int64(state["flag_at"][owner_of(mover)])
            if point >= 0:
                told |= (point + 1) << shift
                shift = np.int64(FLAG2_SHIFT)
        if defender == MARSHAL and (code == WIN or code == BOTH):
            point = np.int64(state["flag_at"][owner_of(other)])
            if point >= 0:
                told |= (point + 1) << shift
    if state["scout"] != 0:
        if attacker == ENGINEER and code == LOSS:
            told |= defender << SCOUT_SHIFT
        elif defender == ENGINEER and code == WIN:
            told |= attacker << SCOUT_SHIFT
    return told


# --- turns --------------------------------------------------------------------------------------------------------------


@inline_leaf
def following(state, seat):
    """The next seat in the game from ``seat`` on, itself included."""
    seats, out = np.int64(state["seats"]), np.int64(state["out"])
    for step in range(seats):
        candidate = (seat + step) % seats
        if (out >> candidate) & 1 == 0:
            return candidate
    return seat % seats


@leaf
def drop_army(state, seat):
    """``seat`` is out: its pieces leave the board."""
    state["out"] |= 1 << seat
    state["flag_at"][seat] = GONE
    for point in range(POINTS[np.int64(state["board"])]):
        piece = np.int64(state["piece"][point])
        if piece != 0 and owner_of(piece) == seat:
            put(state, np.int64(point), np.int64(0))


@leaf
def place_army(state, seat, move):
    """The pieces of ``seat`` come onto the board."""
    kinds = np.empty(ARMY, np.int64)
    if move & PLACEMENT:
        unrank_placement(move & ~PLACEMENT, kinds)
    else:
        kinds[:] = UNKNOWN
    board = np.int64(state["board"])
    state["flag_at"][seat] = UNSEEN
    for slot in range(ARMY):
        point = np.int64(SLOT_POINT[board, seat, slot])
        put(state, point, kinds[slot] | (seat << OWNER_SHIFT))
        if kinds[slot] == FLAG:
            state["flag_at"][seat] = point


@leaf
def show_flag(state, point):
    """The piece on ``point`` is its owner's flag, and everybody knows."""
    seat = owner_of(np.int64(state["piece"][point]))
    put(state, point, np.int64(FLAG) | (seat << OWNER_SHIFT) | KNOWN)
    state["flag_at"][seat] = point


# --- moves --------------------------------------------------------------------------------------------------------------


@leaf
def apply_move(state, move):
    """Change the board by a move of a piece with its announcements."""
    origin, to = contract.move_origin(move), contract.move_to(move)
    mover, other = np.int64(state["piece"][origin]), np.int64(state["piece"][to])
    code = (move >> CODE_SHIFT) & 7
    if code == BOUNCE:
        put(state, to, np.int64(MINE) | (other & ~KIND) | KNOWN)
        state["quiet"] += 1
        return
    if code == 0:
        state["quiet"] += 1
    else:
        state["quiet"] = 0
    if code != LOSS:
        put(state, to, mover if code == 0 or code == WIN else np.int64(0))
    put(state, origin, np.int64(0))
    if (move >> HASH_SHIFT) & 1:
        seat = owner_of(other)
        if state["board"] == 0:
            state["flag_at"][seat] = GONE
        else:
            drop_army(state, seat)
    for shift in (FLAG1_SHIFT, FLAG2_SHIFT):
        point = ((move >> shift) & POINT_FIELD) - 1
        if point >= 0 and state["piece"][point] != 0:
            show_flag(state, point)
    scouted = (move >> SCOUT_SHIFT) & KIND
    if scouted != 0:
        put(state, to, scouted | (np.int64(state["piece"][to]) & ~KIND) | KNOWN)


@kernel(contract.MAKE_MOVE)
def make_move(memory, ply, move):
    """Write row ``ply + 1``. In the truth announcements are computed, whatever ``move`` says; in a view they come from it."""
    states = rows(memory)
    states[ply + 1] = states[ply]
    state = states[ply + 1]
    seat, out, placing = np.int64(state["player"]), np.int64(state["out"]), placing_of(state)
    state["ply"] += 1
    if contract.move_mover(move) == EXIT and move & (PLACEMENT | HIDDEN_PLACEMENT) == 0:
        drop_army(state, seat)
        state["quiet"] = 0
    elif placing != 0:
        place_army(state, seat, move)
    else:
        if np.int64(state["view"]) == TRUTH:
            move = announce(state, move)
        apply_move(state, move)
    state["last"] = move
    begins = placing != 0 and placing_of(state) == 0
    state["player"] = following(state, np.int64(state["first_seat"]) if begins else seat + 1)
    state["key"] ^= turn_key(seat, out, placing) ^ turn_key(np.int64(state["player"]), np.int64(state["out"]), placing_of(state))
    state["structure_key"] ^= turn_key(seat, out, placing) ^ turn_key(
        np.int64(state["player"]), np.int64(state["out"]), placing_of(state)
    )
    state["reversible"] = min(np.int64(state["quiet"]), 30_000)


@kernel(contract.RESULT)
def finish_row(memory, ply):
    """Complete a loaded row of which pieces, counters, view, seats out, player and options are written; returns 0."""
    state = rows(memory)[ply]
    state["key"] = turn_key(np.int64(state["player"]), np.int64(state["out"]), placing_of(state))
    state["structure_key"] = state["key"]
    seats, view = np.int64(state["seats"]), np.int64(state["view"])
    for seat in range(4):
        placed = np.int64(state["ply"]) > seat or np.int64(state["ply"]) >= seats
        state["flag_at"][seat] = GONE if seat < seats and placed and (view == TRUTH or view == seat) else UNSEEN
    for point in range(POINTS[np.int64(state["board"])]):
        piece = np.int64(state["piece"][point])
        state["piece"][point] = 0
        put(state, np.int64(point), piece)
        if piece & KIND == FLAG:
            state["flag_at"][owner_of(piece)] = point
    return np.int64(0)


# --- results ------------------------------------------------------------------------------------------------------------


@kernel(contract.RESULT)
def result(memory, ply):
    """The result by the rules: flags or eliminations, then (two seats, truth) no legal move, then the limit of quiet plies."""
    state = rows(memory)[ply]
    code = flag_result(state)
    if code != 0:
        return code
    if np.int64(state["ply"]) < np.int64(state["seats"]):
        return np.int64(0)
    if state["board"] == 0 and np.int64(state["view"]) == TRUTH:
        seat = np.int64(state["player"])
        if not has_move(state, seat):
            if not has_move(state, 1 - seat):
                return np.int64(contract.OVER | 2)
            return np.int64(contract.OVER | ((1 << (1 - seat)) << 8) | 2)
    return quiet_result(state)


@kernel(contract.ADJUDICATE)
def adjudicate(memory, ply, root):
    """The ends that need no moves; nothing in this game looks back."""
    return plain_result(rows(memory)[ply])


#: A finished game counts 0.
perft = perft_of(__name__, rows, generate, make_move, MAX_MOVES)
