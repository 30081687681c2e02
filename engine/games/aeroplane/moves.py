"""The contract's move generators, ``is_legal`` and ``see``; no decision is noisy."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.contract import pack_move
from engine.core.jit import inline_leaf, kernel, leaf
from engine.games.aeroplane.rules import CENTRE, HANGAR, MOST_SIXES, PLANES, TAKE_OFF_DICE
from engine.games.aeroplane.state import GO, MAX_MOVES, OFF, OFF_CELL, PASS, PASS_CELL, STAY, rows
from engine.games.aeroplane.travel import BOUNCED, NO_WAY, enemy_stack, may_jump, walk

_DICE = np.array(TAKE_OFF_DICE, dtype=np.int64)
_DICE.flags.writeable = False


@inline_leaf
def token(kind, cell):
    """The move of a kind on a cell."""
    return pack_move(np.int64(cell), np.int64(cell), np.int64(kind), np.int64(0), np.int64(0))


@leaf
def generate(state, moves):
    """Write the decisions for the die that waits: take-off, then places in ascending order; a pass if there is nothing else."""
    n = np.int64(0)
    die = np.int64(state["die"])
    if die == 0 or state["over"] != 0:
        return n
    if state["void"] != 0 and die == 6 and state["sixes"] >= MOST_SIXES:
        moves[0] = token(PASS, PASS_CELL)
        return np.int64(1)
    seat = np.int64(state["player"])
    base = PLANES * seat
    if (_DICE[np.int64(state["take_off"])] >> die) & 1 and state["planes"][base] == HANGAR:
        moves[n] = token(OFF, OFF_CELL)
        n += 1
    last = np.int64(HANGAR)
    for number in range(PLANES):
        place = np.int64(state["planes"][base + number])
        if place == last or place < 0 or place >= CENTRE:
            continue
        last = place
        reached = walk(state, seat, place, die)
        if reached == NO_WAY:
            continue
        moves[n] = token(GO, place)
        n += 1
        if state["optional"] != 0 and reached & BOUNCED == 0:
            if not enemy_stack(state, seat, reached) and may_jump(state, seat, reached):
                moves[n] = token(STAY, place)
                n += 1
    if n == 0:
        moves[0] = token(PASS, PASS_CELL)
        n = np.int64(1)
    return n


@kernel(contract.GEN_MOVES)
def gen_moves(memory, ply, moves):
    """All decisions for the die that waits; none where a roll is due or the game is over."""
    return generate(rows(memory)[ply], moves)


@kernel(contract.GEN_MOVES)
def gen_noisy(memory, ply, moves):
    """None."""
    return np.int64(0)


@kernel(contract.GEN_MOVES)
def gen_quiet(memory, ply, moves):
    """All of them."""
    return generate(rows(memory)[ply], moves)


@kernel(contract.IS_LEGAL)
def is_legal(memory, ply, move):
    """Whether ``move``, any 64-bit number, is one of the decisions."""
    moves = np.empty(MAX_MOVES, np.int64)
    for index in range(generate(rows(memory)[ply], moves)):
        if moves[index] == move:
            return np.int64(1)
    return np.int64(0)


@kernel(contract.SEE)
def see(memory, ply, move, threshold):
    """Nothing is exchanged."""
    return np.int64(threshold <= 0)
