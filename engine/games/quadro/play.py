"""Playing a turn, the ends of the game, and what loading a position completes."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.bits import U0, U1, lsb, popcount
from engine.core.jit import inline_leaf, kernel, leaf
from engine.core.keys import mix64
from engine.games.quadro.geometry import NUMBER_OF, SET_OF
from engine.games.quadro.moves import turns
from engine.games.quadro.rules import OUT_PASS, OUT_RESERVE
from engine.games.quadro.sets import GROUND, TOP, can_raise, reserve
from engine.games.quadro.state import (
    BALL_KEYS,
    BLACK_KEY,
    FILLED,
    FIRST,
    MAX_MOVES,
    MORE,
    ORIGIN,
    OUT_OF_BALLS,
    PASS,
    REPEATED,
    SECOND,
    SITE_MASK,
    SYMMETRIES,
    TOP_BALL,
    rows,
)

_LONGEST = 30_000  #: ``reversible`` stops here


# --- keys ---------------------------------------------------------------------------------------------------------------


@inline_leaf
def _change(state, side, number):
    """A ball of ``side`` comes to or leaves site ``number`` - 1."""
    for symmetry in range(SYMMETRIES):
        state["keys"][symmetry] ^= BALL_KEYS[side, number - 1, symmetry]


@inline_leaf
def _finish(state):
    """Set ``key`` and ``structure_key`` from the rest.

    ``key`` is the same for mirrored and turned positions, so that the search knows them again; rules compare the balls too.
    """
    least = state["keys"][0]
    for symmetry in range(1, SYMMETRIES):
        least = min(least, state["keys"][symmetry])
    key = mix64(least)
    if state["player"] != 0:
        key ^= BLACK_KEY
    state["key"] = key
    white, black = state["balls"][0], state["balls"][1]
    state["structure_key"] = mix64((white & ~GROUND) ^ mix64((black & ~GROUND) + np.uint64(popcount(white) - popcount(black))))


# --- turns --------------------------------------------------------------------------------------------------------------


@inline_leaf
def after(own, move):
    """The balls of the mover after ``move``; the other side's stay."""
    if move == PASS:
        return own
    own = (own & ~SET_OF[(move >> ORIGIN) & SITE_MASK]) | SET_OF[move & SITE_MASK]
    own &= ~(SET_OF[(move >> FIRST) & SITE_MASK] | SET_OF[(move >> SECOND) & SITE_MASK])
    return own | SET_OF[(move >> FILLED) & SITE_MASK] | SET_OF[(move >> MORE) & SITE_MASK]


@kernel(contract.MAKE_MOVE)
def make_move(memory, ply, move):
    """Write row ``ply + 1``: the position after ``move``, a legal turn of row ``ply``."""
    states = rows(memory)
    states[ply + 1] = states[ply]
    state = states[ply + 1]
    side = np.int64(state["player"])
    own = state["balls"][side]
    new = after(own, move)
    changed = own ^ new
    while changed:
        _change(state, side, NUMBER_OF[lsb(changed)])
        changed &= changed - U1
    state["balls"][side] = new
    state["player"] = 1 - side
    state["reversible"] = min(np.int64(state["reversible"]) + 1, _LONGEST)
    _finish(state)


@kernel(contract.RESULT)
def finish_row(memory, ply):
    """Complete a loaded row of which ``balls``, ``player`` and the options are written, all else 0; returns 0."""
    state = rows(memory)[ply]
    for side in range(2):
        left = state["balls"][side]
        while left:
            _change(state, side, NUMBER_OF[lsb(left)])
            left &= left - U1
    _finish(state)
    return np.int64(0)


# --- ends ---------------------------------------------------------------------------------------------------------------


@leaf
def decided(state):
    """The result code if the top ball lies there or the player to act is out of balls, else 0."""
    white, black = state["balls"][0], state["balls"][1]
    if (white | black) & TOP != U0:
        return contract.win_code(np.int64(1) if white & TOP != U0 else np.int64(2), np.int64(TOP_BALL))
    side = np.int64(state["player"])
    own, rules = state["balls"][side], np.int64(state["rules"])
    if reserve(own) > 0 or rules & OUT_PASS != 0:
        return np.int64(0)
    if rules & OUT_RESERVE == 0 and can_raise(own, white | black):
        return np.int64(0)
    return contract.win_code(np.int64(1) << (1 - side), np.int64(OUT_OF_BALLS))


@inline_leaf
def same(states, row, ply):
    """Whether two rows are the same position by the rules of repetition."""
    a, b = states[row], states[ply]
    return a["key"] == b["key"] and a["balls"][0] == b["balls"][0] and a["balls"][1] == b["balls"][1]


@kernel(contract.RESULT)
def result(memory, ply):
    """The result code of row ``ply``."""
    states = rows(memory)
    state = states[ply]
    code = decided(state)
    if code != 0 or state["repetition"] == 0:
        return code
    count = np.int64(1)
    row = ply - 2
    oldest = ply - min(ply, np.int64(state["reversible"]))
    while row >= oldest:
        count += np.int64(same(states, row, ply))
        row -= 2
    return contract.draw_code(np.int64(REPEATED)) if count >= np.int64(state["repetition"]) else np.int64(0)


@kernel(contract.ADJUDICATE)
def adjudicate(memory, ply, root):
    """The ends that a search sees: top ball, out of balls, one repetition on its path or as many of the game as draw."""
    states = rows(memory)
    state = states[ply]
    code = decided(state)
    if code != 0:
        return code
    times = np.int64(1)
    row = ply - 2
    oldest = ply - min(ply, np.int64(state["reversible"]))
    enough = np.int64(state["repetition"])
    while row >= oldest:
        if same(states, row, ply):
            times += 1
            if enough != 0 and (row > root or times >= enough):
                return contract.draw_code(np.int64(REPEATED))
        row -= 2
    return np.int64(0)


# --- perft --------------------------------------------------------------------------------------------------------------


@leaf
def _leaves(own, enemy, rules, depth, moves):
    """The leaves ``depth`` plies (at least 1) below a position; ``moves``: int64[depth * MAX_MOVES], scratch."""
    n = turns(own, enemy, rules, np.int64(0), moves)
    if depth == 1:
        return n
    total = np.int64(0)
    rest = moves[MAX_MOVES:]
    for index in range(n):
        total += _leaves(enemy, after(own, moves[index]), rules, depth - 1, rest)
    return total


@kernel(contract.PERFT)
def perft(memory, ply, depth):
    """The leaves ``depth`` plies below row ``ply``; repetition is not looked at."""
    if depth <= 0:
        return np.int64(1)
    state = rows(memory)[ply]
    side = np.int64(state["player"])
    moves = np.empty(MAX_MOVES * depth, dtype=np.int64)
    return _leaves(state["balls"][side], state["balls"][1 - side], np.int64(state["rules"]), depth, moves)
