"""Ends of the game: ``result`` as the referee sees it, ``adjudicate`` as the search does (rule text, section 5)."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.jit import kernel, leaf
from engine.games.fangqi.moves import can_step, is_lost, step_targets
from engine.games.fangqi.state import BLOCKED, MOVING, QUIET, REPEATED, TOO_FEW, rows


@leaf
def occurrences(states, ply, oldest, enough):
    """How often the position of row ``ply`` stands in the rows ``oldest`` .. ``ply``, counted up to ``enough``."""
    count = np.int64(1)
    row = ply - 4
    while row >= oldest and count < enough:
        if states[row]["key"] == states[ply]["key"]:
            count += 1
        row -= 2
    return count


@kernel(contract.RESULT)
def result(memory, ply):
    """The result code of row ``ply``."""
    states = rows(memory)
    state = states[ply]
    player = np.int64(state["player"])
    if is_lost(state):
        return contract.win_code(np.int64(1) << (1 - player), np.int64(TOO_FEW))
    if state["phase"] != MOVING or state["due"] != 0:
        return np.int64(0)
    if not can_step(state["balls"][player], step_targets(state), np.int64(state["king"])):
        return contract.win_code(np.int64(1) << (1 - player), np.int64(BLOCKED))
    enough = np.int64(state["repetition"])
    if enough != 0 and occurrences(states, ply, ply - min(ply, np.int64(state["reversible"])), enough) >= enough:
        return contract.draw_code(np.int64(REPEATED))
    if state["quiet_limit"] != 0 and state["quiet"] >= state["quiet_limit"]:
        return contract.draw_code(np.int64(QUIET))
    return np.int64(0)


@kernel(contract.ADJUDICATE)
def adjudicate(memory, ply, root):
    """The ends that a search sees: too few balls, the move limit, one repetition on its path, ``repetition`` in the game."""
    states = rows(memory)
    state = states[ply]
    player = np.int64(state["player"])
    if is_lost(state):
        return contract.win_code(np.int64(1) << (1 - player), np.int64(TOO_FEW))
    if state["phase"] != MOVING or state["due"] != 0:
        return np.int64(0)
    enough = np.int64(state["repetition"])
    reversible = np.int64(state["reversible"])
    if enough != 0 and reversible >= 4:
        if occurrences(states, ply, max(ply - reversible, root + 1), np.int64(2)) > 1 or (
            occurrences(states, ply, ply - min(ply, reversible), enough) >= enough
        ):
            return contract.draw_code(np.int64(REPEATED))
    if state["quiet_limit"] != 0 and state["quiet"] >= state["quiet_limit"]:
        if can_step(state["balls"][player], step_targets(state), np.int64(state["king"])):
            return contract.draw_code(np.int64(QUIET))
    return np.int64(0)
