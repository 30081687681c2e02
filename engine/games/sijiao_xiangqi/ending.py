"""Ends of the game: ``result`` as the referee sees it, ``adjudicate`` as the search does (rule text, section 6)."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.contract import FLAG_IN_CHECK
from engine.core.jit import kernel, leaf
from engine.games.cross.ending import FIRST_TEAM, REPEATED, SECOND_TEAM, limit_code
from engine.games.sijiao_xiangqi import state as s
from engine.games.sijiao_xiangqi.state import rows

_TEAMS = np.int64(0)  #: no free for all


@leaf
def _win(loser, reason):
    """The result code of a loss of the alliance ``loser``."""
    return contract.win_code(np.int64(SECOND_TEAM if loser == 0 else FIRST_TEAM), np.int64(reason))


@leaf
def _earlier(states, ply, oldest, count):
    """The row of the ``count``-th earlier occurrence of the position of row ``ply``, counted backwards; -1 if there is none."""
    key = states[ply]["key"]
    for row in range(ply - 1, oldest - 1, -1):
        if states[row]["key"] == key:
            count -= 1
            if count == 0:
                return row
    return np.int64(-1)


@leaf
def _judge(states, first, ply):
    """The result code of a repetition since row ``first``: a loss where one side has given check with each of its moves."""
    state = states[ply]
    if state["command"] == s.UNIFIED and state["perpetual"]:
        always = np.int64(3)  # a bit for each alliance that has checked with every move so far
        for row in range(first + 1, ply + 1):
            if states[row]["flags"] & FLAG_IN_CHECK == 0:
                always &= ~(np.int64(2) >> (states[row]["player"] & 1))
        if always == 1 or always == 2:
            return _win(always - 1, s.PERPETUAL)
    return contract.draw_code(np.int64(REPEATED))


@kernel(contract.RESULT)
def result(memory, ply):
    """The result code of row ``ply``: decided, third occurrence, no capture for long, the last ply."""
    states = rows(memory)
    state = states[ply]
    if state["over"]:
        return _win(np.int64(state["loser"]), np.int64(state["over"]))
    first = _earlier(states, ply, ply - min(ply, np.int64(state["reversible"])), np.int64(2))
    if first >= 0:
        return _judge(states, first, ply)
    return limit_code(state, _TEAMS)


@kernel(contract.ADJUDICATE)
def adjudicate(memory, ply, root):
    """The ends that a search sees; one repetition on its own path is judged at once."""
    states = rows(memory)
    state = states[ply]
    if state["over"]:
        return _win(np.int64(state["loser"]), np.int64(state["over"]))
    reversible = min(ply, np.int64(state["reversible"]))
    if reversible >= 4:
        first = _earlier(states, ply, max(ply - reversible, root + 1), np.int64(1))
        if first < 0:
            first = _earlier(states, ply, ply - reversible, np.int64(2))
        if first >= 0:
            return _judge(states, first, ply)
    return limit_code(state, _TEAMS)
