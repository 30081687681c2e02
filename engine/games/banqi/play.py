"""Playing an action: ``make_move``, what a flip may reveal, keys, the results of a row."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.bits import bit
from engine.core.contract import FLAG_CHANCE, pack_move
from engine.core.jit import inline_leaf, kernel
from engine.core.keys import mix64
from engine.games.banqi.moves import colour_of, has_move
from engine.games.banqi.rules import NO_MOVES, NO_PROGRESS, REPEATED, SQUARES, WIPEOUT
from engine.games.banqi.state import CELL_KEYS, DOWN, FLIP, PENDING_KEYS, POOL_KEYS, TURN_KEYS, rows
from engine.games.flips.repetition import is_repeated, repeats_on_path

_LONGEST = 30_000


# --- rows ---------------------------------------------------------------------------------------------------------------


@inline_leaf
def seal(state):
    """Write what follows from the rest of the row: keys and flags."""
    key = state["body"] ^ TURN_KEYS[colour_of(state) + 1]
    if state["pending"] >= 0:
        key ^= PENDING_KEYS[np.int64(state["pending"]) + 1]
        state["flags"] = FLAG_CHANCE
    else:
        state["flags"] = 0
    state["key"] = key
    state["structure_key"] = mix64(state["down"])


@kernel(contract.MAKE_MOVE)
def finish_row(memory, ply, unused):
    """Complete row ``ply`` whose cells, pool, turn and options have been written: sets, counts, keys."""
    state = rows(memory)[ply]
    body = np.uint64(0)
    for colour in range(2):
        state["sets"][colour] = 0
        state["left"][colour] = 0
    state["down"] = 0
    for square in range(SQUARES):
        cell = np.int64(state["cells"][square])
        if cell == 0:
            continue
        body ^= CELL_KEYS[cell, square]
        if cell == DOWN:
            state["down"] |= bit(square)
        else:
            colour = np.int64(cell > 7)
            state["sets"][colour] |= bit(square)
            state["left"][colour] += 1
    for code in range(1, 15):
        count = np.int64(state["pool"][code])
        body ^= POOL_KEYS[code, count]
        state["left"][np.int64(code > 7)] += count
    state["body"] = body
    state["pending"] = -1
    seal(state)


@inline_leaf
def reveal(state, square, code):
    """The face-down piece on ``square`` is ``code``."""
    colour = np.int64(code > 7)
    count = np.int64(state["pool"][code])
    state["cells"][square] = code
    state["sets"][colour] |= bit(square)
    state["down"] &= ~bit(square)
    state["pool"][code] = count - 1
    state["body"] ^= CELL_KEYS[DOWN, square] ^ CELL_KEYS[code, square] ^ POOL_KEYS[code, count] ^ POOL_KEYS[code, count - 1]
    if state["red_seat"] < 0:
        state["red_seat"] = np.int64(state["player"]) ^ colour


@kernel(contract.MAKE_MOVE)
def make_move(memory, ply, move):
    """Write row ``ply + 1``: the position after ``move``, a legal action of row ``ply`` or a flip with its piece."""
    states = rows(memory)
    states[ply + 1] = states[ply]
    state = states[ply + 1]
    origin, to, mover = contract.move_origin(move), contract.move_to(move), contract.move_mover(move)
    state["reversible"] = 0
    if mover == FLIP:
        code = contract.move_special(move)
        if code == 0:
            state["pending"] = to
            seal(state)
            return
        state["pending"] = -1
        state["quiet"] = 0
        reveal(state, to, code)
    else:
        colour = colour_of(state)
        cell = np.int64(state["cells"][origin])
        victim = np.int64(state["cells"][to])
        state["cells"][to], state["cells"][origin] = cell, 0
        state["sets"][colour] ^= bit(origin) | bit(to)
        body = CELL_KEYS[cell, origin] ^ CELL_KEYS[cell, to]
        if victim != 0:
            body ^= CELL_KEYS[victim, to]
            state["sets"][1 - colour] ^= bit(to)
            state["left"][1 - colour] -= 1
            state["quiet"] = 0
        else:
            state["quiet"] += 1
            state["reversible"] = min(np.int64(states[ply]["reversible"]) + 1, _LONGEST)
        state["body"] ^= body
    state["player"] = 1 - np.int64(state["player"])
    state["ply"] += 1
    seal(state)


@kernel(contract.CHANCE_OUTCOMES)
def chance_outcomes(memory, ply, moves, weights):
    """The flip that is due with each piece of the pool; its weight is the number of such pieces."""
    state = rows(memory)[ply]
    n = np.int64(0)
    square = np.int64(state["pending"])
    if square < 0:
        return n
    for code in range(1, 15):
        if state["pool"][code] != 0:
            moves[n] = pack_move(square, square, np.int64(FLIP), np.int64(0), np.int64(code))
            weights[n] = state["pool"][code]
            n += 1
    return n


# --- results ------------------------------------------------------------------------------------------------------------


@inline_leaf
def _colour_wins(state, colour, reason):
    """The result code of a win by ``colour``."""
    return contract.win_code(np.int64(1) << (np.int64(state["red_seat"]) ^ colour), np.int64(reason))


@inline_leaf
def _end_of_row(state):
    """The ends that need no other row, in the order of the rules."""
    if state["red_seat"] < 0 or state["pending"] >= 0:
        return np.int64(0)
    if state["wipeout"] != 0:
        for colour in range(2):
            if state["left"][colour] == 0:
                return _colour_wins(state, np.int64(1 - colour), WIPEOUT)
    if not has_move(state):
        return _colour_wins(state, 1 - colour_of(state), NO_MOVES)
    if state["no_progress"] != 0 and state["quiet"] >= state["no_progress"]:
        return contract.draw_code(np.int64(NO_PROGRESS))
    return np.int64(0)


@kernel(contract.RESULT)
def result(memory, ply):
    """The result code of row ``ply``."""
    states = rows(memory)
    code = _end_of_row(states[ply])
    if code == 0 and is_repeated(states, ply):
        return contract.draw_code(np.int64(REPEATED))
    return code


@kernel(contract.ADJUDICATE)
def adjudicate(memory, ply, root):
    """The ends that a search sees: those of the row, one repetition on its path, the third occurrence in the game."""
    states = rows(memory)
    code = _end_of_row(states[ply])
    if code == 0 and repeats_on_path(states, ply, root):
        return contract.draw_code(np.int64(REPEATED))
    return code
