"""Ends of the game and the points of each seat (rule text, section 6)."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.contract import winners_of
from engine.core.jit import kernel, leaf
from engine.games.cross.ending import referee, searcher
from engine.games.cross.lines import head_count
from engine.games.siguo_xiangqi.state import rows

POINT = 2  #: a point of the rule text in units of ``payoff``: a shared one may be a half


@kernel(contract.RESULT)
def result(memory, ply):
    """The result code of row ``ply``."""
    states = rows(memory)
    return referee(states, ply, np.int64(states[ply]["ffa"]))


@kernel(contract.ADJUDICATE)
def adjudicate(memory, ply, root):
    """The ends that a search sees; one repetition on its own path is a draw."""
    states = rows(memory)
    return searcher(states, ply, root, np.int64(states[ply]["ffa"]))


@leaf
def free_for_all_points(state, out):
    """Write the points in units of half a point: 0, 1, 2 in the order of falling, what remains in equal shares to the living."""
    order = np.int64(state["fallen"])
    alive = np.int64(state["alive"])
    rank, left = np.int64(0), np.int64(6 * POINT)
    while (order >> (3 * rank)) & 7 != 0:
        out[((order >> (3 * rank)) & 7) - 1] = POINT * rank
        left -= POINT * rank
        rank += 1
    for seat in range(4):
        if (alive >> seat) & 1:
            out[seat] = left // head_count(alive)


@kernel(contract.PAYOFF)
def payoff(memory, ply, out):
    """Half points of each seat, 12 in all; with teams 6 for each seat of the winners, 3 in a draw."""
    states = rows(memory)
    state = states[ply]
    if state["ffa"] != 0:
        free_for_all_points(state, out)
        return
    winners = winners_of(referee(states, ply, np.int64(0)))
    for seat in range(4):
        out[seat] = 3 if winners == 0 else 6 * ((winners >> seat) & 1)
