"""Turns of games in which seats without a legal move fall: one code for all of them, compiled by ``adapted``."""

from __future__ import annotations

import sys
from typing import Any, NamedTuple

import numpy as np

from engine.core import contract
from engine.core.contract import FLAG_IN_CHECK
from engine.core.jit import kernel, leaf
from engine.games.adapt import adapted
from engine.games.cross.ending import MATED, STALEMATED
from engine.games.cross.lines import next_living
from engine.games.cross.play import face_turn, skip_turn

#: Placeholders for what is the game's own.
rows, can_move, is_checked, fall, play, seal = None, None, None, None, None, None


@leaf
def face(state):
    """Write the flags of the player to act."""
    face_turn(state, state["over"] == 0 and is_checked(state, np.int64(state["player"])))


@leaf
def settle(state):
    """Let seats without a legal move fall until one can move or the game is decided (rule texts, section 6, steps 2 and 3)."""
    face(state)
    while state["over"] == 0 and not can_move(state):
        fall(state, np.int64(state["player"]), np.int64(MATED if state["flags"] & FLAG_IN_CHECK else STALEMATED))
        face(state)


@kernel(contract.MAKE_MOVE)
def make_move(memory, ply, move):
    """Write row ``ply + 1``: the position after ``move``, a legal move of row ``ply`` or 0 to pass."""
    states = rows(memory)
    states[ply + 1] = states[ply]
    state = states[ply + 1]
    state["plies"] += 1
    state["last_move"] = move
    if move != 0:
        play(state, move)
        settle(state)
    else:
        skip_turn(state)
        alive = np.int64(state["alive"]) if state["over"] == 0 else np.int64(15)
        state["player"] = next_living(alive, np.int64(state["player"]))
        face(state)
    seal(state)


class Turns(NamedTuple):
    """The functions of a game."""

    face: Any
    settle: Any
    make_move: Any


def turns_of(home: str, **own: Any) -> Turns:
    """The functions of a game; ``home``: the module that has them.

    own : ``rows``, ``can_move(state)``, ``is_checked(state, seat)``, ``fall(state, seat, reason)``, ``play(state, move)`` up to
    the next seat's turn, ``seal(state)`` for the key.
    """
    return Turns(**adapted(sys.modules[__name__], home, Turns._fields, own))
