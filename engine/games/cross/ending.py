"""Ends of the game that the games of four armies judge alike, as leaves (rule texts, section 6).

Records have ``key``, ``reversible``, ``alive``, ``over``, ``quiet``, ``plies``, ``quiet_limit`` and ``ply_limit``. ``over`` is
the reason why a game is decided, an index into :data:`REASONS`.
"""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.jit import inline_leaf, leaf
from engine.games.cross.lines import head_count

REASONS = ("", "capture", "checkmate", "stalemate", "fallen", "repetition", "no-capture", "move-limit")
CAPTURED, MATED, STALEMATED, FALLEN, REPEATED, NO_CAPTURE, MOVE_LIMIT = range(1, 8)
FIRST_TEAM, SECOND_TEAM = 0b0101, 0b1010


@leaf
def occurrences(states, ply, oldest, enough):
    """How often the position of row ``ply`` stands in the rows ``oldest`` .. ``ply``, counted up to ``enough``."""
    count = np.int64(1)
    round_length = head_count(np.int64(states[ply]["alive"]))  # nobody falls on the way: that would be irreversible
    row = ply - round_length
    while row >= oldest and count < enough:
        if states[row]["key"] == states[ply]["key"]:
            count += 1
        row -= round_length
    return count


@inline_leaf
def is_decided(alive, ffa):
    """Whether one team, or one seat in a free for all, is all that lives."""
    if ffa != 0:
        return alive & (alive - 1) == 0
    return alive & FIRST_TEAM == 0 or alive & SECOND_TEAM == 0


@leaf
def decided_code(state, ffa):
    """The result code of a decided game, 0 if it goes on: what lives has won, with a fallen partner."""
    if state["over"] == 0:
        return np.int64(0)
    alive = np.int64(state["alive"])
    if ffa == 0:
        alive = np.int64(FIRST_TEAM if alive & FIRST_TEAM != 0 else SECOND_TEAM)
    return contract.win_code(alive, np.int64(state["over"]))


@leaf
def limit_code(state, ffa):
    """The result code of the counters, 0 while they are below their limits."""
    if state["quiet"] >= state["quiet_limit"]:
        return contract.draw_code(np.int64(NO_CAPTURE))
    if state["plies"] < state["ply_limit"]:
        return np.int64(0)
    alive = np.int64(state["alive"])
    first, second = head_count(alive & FIRST_TEAM), head_count(alive & SECOND_TEAM)
    if ffa != 0 or first == second:
        return contract.draw_code(np.int64(MOVE_LIMIT))
    return contract.win_code(np.int64(FIRST_TEAM if first > second else SECOND_TEAM), np.int64(MOVE_LIMIT))


@leaf
def referee(states, ply, ffa):
    """``result`` of the contract: decided, third occurrence, no capture for long, the last ply."""
    state = states[ply]
    code = decided_code(state, ffa)
    if code != 0:
        return code
    if occurrences(states, ply, ply - min(ply, np.int64(state["reversible"])), np.int64(3)) >= 3:
        return contract.draw_code(np.int64(REPEATED))
    return limit_code(state, ffa)


@leaf
def searcher(states, ply, root, ffa):
    """``adjudicate`` of the contract: as :func:`referee`, but one repetition on the search's own path is a draw too."""
    state = states[ply]
    code = decided_code(state, ffa)
    if code != 0:
        return code
    reversible = min(ply, np.int64(state["reversible"]))
    if reversible >= 4:
        if occurrences(states, ply, max(ply - reversible, root + 1), np.int64(2)) > 1 or (
            occurrences(states, ply, ply - reversible, np.int64(3)) >= 3
        ):
            return contract.draw_code(np.int64(REPEATED))
    return limit_code(state, ffa)
