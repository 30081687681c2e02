"""Playing an action: fights, what a flip may reveal, keys, the results of a row."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.contract import FLAG_CHANCE, pack_move
from engine.core.jit import inline_leaf, kernel, leaf
from engine.core.keys import mix64
from engine.games.flips.repetition import is_repeated, repeats_on_path
from engine.games.luzhanqi_flip.moves import has_action, movable_left
from engine.games.luzhanqi_flip.state import (
    BLACK,
    BOMB,
    CODES,
    DOWN,
    ENGINEER,
    FLAG,
    FLAG_TAKEN,
    FLIP,
    KIND,
    MAX_MOVES,
    MINE,
    NO_MOVES,
    NO_PROGRESS,
    POINTS,
    REPEATED,
    WIPEOUT,
    cell_key,
    colour_of,
    pool_key,
    rows,
    turn_key,
)

_LONGEST = 30_000


# --- rows ---------------------------------------------------------------------------------------------------------------


@inline_leaf
def seal(state):
    """Write what follows from the rest of the row: keys and flags."""
    pending = np.int64(state["pending"])
    state["key"] = state["body"] ^ turn_key(colour_of(state), pending)
    state["flags"] = FLAG_CHANCE if pending >= 0 else 0
    state["structure_key"] = mix64(np.uint64(state["down"]))


@leaf
def put(state, point, code):
    """Let ``code`` (0: nobody) stand on ``point``."""
    state["body"] ^= cell_key(point, np.int64(state["piece"][point])) ^ cell_key(point, code)
    state["piece"][point] = code


@kernel(contract.RESULT)
def finish_row(memory, ply):
    """Complete row ``ply`` whose pieces, pool, turn and options have been written: counts and keys; returns 0."""
    state = rows(memory)[ply]
    body, down = np.uint64(0), np.int64(0)
    for code in range(CODES):
        state["alive"][code] = state["pool"][code]
        body ^= pool_key(np.int64(code), np.int64(state["pool"][code]))
    for point in range(POINTS):
        code = np.int64(state["piece"][point])
        body ^= cell_key(np.int64(point), code)
        if code == DOWN:
            down += 1
        elif code != 0:
            state["alive"][code] += 1
    state["body"], state["down"], state["pending"] = body, down, -1
    seal(state)
    return np.int64(0)


@leaf
def _reveal(state, point, code):
    """The face-down piece on ``point`` is ``code``; colours are assigned if this is the flip that does so."""
    count = np.int64(state["pool"][code])
    state["pool"][code] = count - 1
    state["body"] ^= pool_key(code, count) ^ pool_key(code, count - 1)
    state["down"] -= 1
    put(state, point, code)
    if state["red_seat"] < 0 and (state["first_flip"] != 0 or code & KIND == ENGINEER):
        state["red_seat"] = np.int64(state["player"]) ^ (code >> 4)


@leaf
def _lose(state, code):
    """A piece is gone for good."""
    state["alive"][code] -= 1


@leaf
def _fight(state, origin, to):
    """The piece on ``origin`` attacks the one on ``to`` (rule text, section 4)."""
    attacker, defender = np.int64(state["piece"][origin]), np.int64(state["piece"][to])
    mover, victim = attacker & KIND, defender & KIND
    put(state, origin, np.int64(0))
    if mover == BOMB or victim == BOMB or mover == victim:
        put(state, to, np.int64(0))
        _lose(state, attacker)
        _lose(state, defender)
    elif victim == FLAG or victim == MINE or mover < victim:
        put(state, to, attacker)
        _lose(state, defender)
    else:
        _lose(state, attacker)


@kernel(contract.MAKE_MOVE)
def make_move(memory, ply, move):
    """Write row ``ply + 1``: the position after ``move``, a legal action of row ``ply`` or a flip with its piece."""
    states = rows(memory)
    states[ply + 1] = states[ply]
    state = states[ply + 1]
    origin, to = contract.move_origin(move), contract.move_to(move)
    state["reversible"] = 0
    if contract.move_mover(move) == FLIP:
        code = contract.move_victim(move)
        if code == 0:
            state["pending"] = to
            seal(state)
            return
        state["pending"] = -1
        state["quiet"] = 0
        _reveal(state, to, code)
    elif state["piece"][to] != 0:
        state["quiet"] = 0
        _fight(state, origin, to)
    else:
        put(state, to, np.int64(state["piece"][origin]))
        put(state, origin, np.int64(0))
        state["quiet"] += 1
        state["reversible"] = min(np.int64(states[ply]["reversible"]) + 1, _LONGEST)
    state["player"] = 1 - np.int64(state["player"])
    state["ply"] += 1
    seal(state)


@kernel(contract.CHANCE_OUTCOMES)
def chance_outcomes(memory, ply, moves, weights):
    """The flip that is due with each piece of the pool; its weight is the number of such pieces."""
    state = rows(memory)[ply]
    n, point = np.int64(0), np.int64(state["pending"])
    if point < 0:
        return n
    for code in range(1, CODES):
        if state["pool"][code] != 0:
            moves[n] = pack_move(point, point, np.int64(FLIP), np.int64(code), np.int64(0))
            weights[n] = state["pool"][code]
            n += 1
    return n


# --- results ------------------------------------------------------------------------------------------------------------


@inline_leaf
def _colour_wins(state, colour, reason):
    """The result code of a win by ``colour``."""
    return contract.win_code(np.int64(1) << (np.int64(state["red_seat"]) ^ colour), np.int64(reason))


@leaf
def end_of_row(state):
    """The ends that need no other row, in the order of the rules."""
    if state["red_seat"] < 0 or state["pending"] >= 0:
        return np.int64(0)
    for colour in range(2):
        if state["alive"][BLACK * colour + FLAG] == 0:
            return _colour_wins(state, np.int64(1 - colour), FLAG_TAKEN)
    red, black = movable_left(state, np.int64(0)), movable_left(state, np.int64(1))
    if red == 0 and black == 0:
        return contract.draw_code(np.int64(WIPEOUT))
    if red == 0 or black == 0:
        return _colour_wins(state, np.int64(red == 0), WIPEOUT)
    moves = np.empty(MAX_MOVES, np.int64)
    if not has_action(state, moves):
        return _colour_wins(state, 1 - colour_of(state), NO_MOVES)
    if state["no_progress"] != 0 and state["quiet"] >= state["no_progress"]:
        return contract.draw_code(np.int64(NO_PROGRESS))
    return np.int64(0)


@kernel(contract.RESULT)
def result(memory, ply):
    """The result code of row ``ply``."""
    states = rows(memory)
    code = end_of_row(states[ply])
    if code == 0 and is_repeated(states, ply):
        return contract.draw_code(np.int64(REPEATED))
    return code


@kernel(contract.ADJUDICATE)
def adjudicate(memory, ply, root):
    """The ends that a search sees: those of the row, one repetition on its path, the third occurrence in the game."""
    states = rows(memory)
    code = end_of_row(states[ply])
    if code == 0 and repeats_on_path(states, ply, root):
        return contract.draw_code(np.int64(REPEATED))
    return code
