"""Ends of the game: ``result`` as the referee sees it, ``adjudicate`` as the search does (rule text, section 6)."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.jit import kernel, leaf
from engine.games.cross.lines import head_count
from engine.games.siren_xiangqi import state as s
from engine.games.siren_xiangqi.state import rows


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


@leaf
def _decided(state):
    """The result code of a decided game, 0 if it goes on: the alliance with a living seat has won."""
    if state["over"] == 0:
        return np.int64(0)
    side = np.int64(0) if np.int64(state["alive"]) & 0b0101 != 0 else np.int64(1)
    return contract.win_code(np.int64(0b0101) << side, np.int64(state["over"]))


@leaf
def _limits(state):
    """The result code of the counters."""
    if state["quiet"] >= state["quiet_limit"]:
        return contract.draw_code(np.int64(s.NO_CAPTURE))
    if state["plies"] < state["ply_limit"]:
        return np.int64(0)
    alive = np.int64(state["alive"])
    first, second = head_count(alive & 0b0101), head_count(alive & 0b1010)
    if first == second:
        return contract.draw_code(np.int64(s.MOVE_LIMIT))
    return contract.win_code(np.int64(0b0101) << np.int64(second > first), np.int64(s.MOVE_LIMIT))


@kernel(contract.RESULT)
def result(memory, ply):
    """The result code of row ``ply``: decided, third occurrence, no capture for long, the last ply."""
    states = rows(memory)
    state = states[ply]
    code = _decided(state)
    if code != 0:
        return code
    if occurrences(states, ply, ply - min(ply, np.int64(state["reversible"])), np.int64(3)) >= 3:
        return contract.draw_code(np.int64(s.REPEATED))
    return _limits(state)


@kernel(contract.ADJUDICATE)
def adjudicate(memory, ply, root):
    """As ``result``, but one repetition on the search's own path is a draw too."""
    states = rows(memory)
    state = states[ply]
    code = _decided(state)
    if code != 0:
        return code
    reversible = min(ply, np.int64(state["reversible"]))
    if reversible >= 4:
        if occurrences(states, ply, max(ply - reversible, root + 1), np.int64(2)) > 1 or (
            occurrences(states, ply, ply - reversible, np.int64(3)) >= 3
        ):
            return contract.draw_code(np.int64(s.REPEATED))
    return _limits(state)
