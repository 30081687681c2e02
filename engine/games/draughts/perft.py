"""``perft`` on bare sets: rows and keys are never written, moves without capture never listed, the last ply is only counted."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.bits import U1
from engine.games.draughts.chains import captures
from engine.games.draughts.choice import known
from engine.games.draughts.geometry import constants
from engine.games.draughts.play import after_capture
from engine.games.draughts.rules import RULE_FLYING, RULE_OPTIONAL
from engine.games.draughts.sets import crown_row, men_targets, quiet_count, step
from engine.games.draughts.specialise import entry_point, part
from engine.games.draughts.state import MAX_CAPTURES, rows

_BOARD = constants(10)
BOARD, W, W1 = _BOARD["BOARD"], _BOARD["W"], _BOARD["W1"]


@part
def _leaves(own, enemy, kings, side, rules, depth, moves, first):
    """The leaves ``depth`` plies (at least 1) below a position; ``moves[first:]`` is free."""
    rules = known(rules)
    total = np.int64(0)
    n = captures(own, enemy, kings, side, rules, moves, first)
    if n > first:
        if depth == 1:
            total = n - first
        else:
            for index in range(first, n):
                captured, moved, after = after_capture(own, kings, moves[index], side, rules)
                total += _leaves(enemy & ~captured, moved, after, 1 - side, rules, depth - 1, moves, n)
        if rules & RULE_OPTIONAL == 0:
            return total
    if depth == 1:
        return total + quiet_count(own, enemy, kings, side, rules)
    empty = BOARD & ~(own | enemy)
    near, far = men_targets(own & ~kings, empty, side)
    row = crown_row(side)
    while near:
        goal = near & (~near + U1)
        near ^= goal
        origin = goal << W if side == 0 else goal >> W
        total += _leaves(enemy, (own ^ origin) | goal, kings | (goal & row), 1 - side, rules, depth - 1, moves, first)
    while far:
        goal = far & (~far + U1)
        far ^= goal
        origin = goal << W1 if side == 0 else goal >> W1
        total += _leaves(enemy, (own ^ origin) | goal, kings | (goal & row), 1 - side, rules, depth - 1, moves, first)
    movers = own & kings
    while movers:
        origin = movers & (~movers + U1)
        movers ^= origin
        for direction in range(4):
            place = step(origin, direction) & empty
            while place:
                total += _leaves(enemy, own ^ origin ^ place, kings ^ origin ^ place, 1 - side, rules, depth - 1, moves, first)
                if rules & RULE_FLYING == 0:
                    break
                place = step(place, direction) & empty
    return total


@entry_point(contract.PERFT, 3)
def perft(memory, ply, depth):
    """The leaves ``depth`` plies below row ``ply``; draws are not looked at."""
    if depth <= 0:
        return np.int64(1)
    state = rows(memory)[ply]
    side = np.int64(state["player"])
    own, enemy, rules = state["pieces"][side], state["pieces"][1 - side], np.int64(state["rules"])
    moves = np.empty(MAX_CAPTURES * depth, dtype=np.int64)
    return _leaves(own, enemy, state["kings"], side, rules, depth, moves, np.int64(0))
