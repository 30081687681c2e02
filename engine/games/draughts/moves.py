"""The contract's move generators, ``is_legal`` and ``describe``."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.bits import U0, U1, bit, lsb, popcount
from engine.games.draughts.chains import captures
from engine.games.draughts.choice import known
from engine.games.draughts.geometry import constants
from engine.games.draughts.rules import RULE_FLYING, RULE_OPTIONAL
from engine.games.draughts.sets import men_targets, step, unpack, way
from engine.games.draughts.specialise import entry_point, inline_part, part
from engine.games.draughts.state import (
    BUNDLES,
    CELL_BITS,
    END_SHIFT,
    KINDS,
    KING,
    KING_WORTH,
    MAN,
    MAX_CAPTURES,
    START_SHIFT,
    rows,
)

_BOARD = constants(10)
BOARD, W, W1 = _BOARD["BOARD"], _BOARD["W"], _BOARD["W1"]

#: Worth in men -> kind of the bundle.
BUNDLE_OF = np.array([BUNDLES.index(worth) for worth in range(KINDS + 1)], dtype=np.int64)
BUNDLE_OF.flags.writeable = False


# --- quiet moves --------------------------------------------------------------------------------------------------------


@inline_part
def _add_steps(moves, n, targets, back):
    """Add a move to each of ``targets`` from the cell ``back`` further on."""
    while targets:
        end = lsb(targets)
        targets &= targets - U1
        moves[n] = way(end + back, end)
        n += 1
    return n


@inline_part
def quiets(own, enemy, kings, side, rules, moves, first):
    """Write every move without capture from ``moves[first]`` on; the end of the list."""
    empty = BOARD & ~(own | enemy)
    near, far = men_targets(own & ~kings, empty, side)
    n = np.int64(first)
    if side == 0:
        n = _add_steps(moves, n, near, np.int64(W))
        n = _add_steps(moves, n, far, np.int64(W1))
    else:
        n = _add_steps(moves, n, near, -np.int64(W))
        n = _add_steps(moves, n, far, -np.int64(W1))
    movers = own & kings
    while movers:
        start = lsb(movers)
        movers &= movers - U1
        for direction in range(4):
            place = step(bit(start), direction)
            while place & empty:
                moves[n] = way(start, lsb(place))
                n += 1
                if rules & RULE_FLYING == 0:
                    break
                place = step(place, direction)
    return n


# --- generators ---------------------------------------------------------------------------------------------------------


@entry_point(contract.GEN_MOVES, 3)
def gen_moves(memory, ply, moves):
    """All legal moves: captures, then moves without capture where they are legal."""
    state = rows(memory)[ply]
    rules = known(np.int64(state["rules"]))
    side = np.int64(state["player"])
    own, enemy, kings = state["pieces"][side], state["pieces"][1 - side], state["kings"]
    n = np.int64(0)
    if rules & RULE_OPTIONAL != 0 or state["flags"] & contract.FLAG_IN_CHECK != 0:
        n = captures(own, enemy, kings, side, rules, moves, np.int64(0))
        if rules & RULE_OPTIONAL == 0:
            return n
    return quiets(own, enemy, kings, side, rules, moves, n)


@entry_point(contract.GEN_MOVES, 3)
def gen_noisy(memory, ply, moves):
    """All captures."""
    state = rows(memory)[ply]
    rules = known(np.int64(state["rules"]))
    if rules & RULE_OPTIONAL == 0 and state["flags"] & contract.FLAG_IN_CHECK == 0:
        return np.int64(0)
    side = np.int64(state["player"])
    return captures(state["pieces"][side], state["pieces"][1 - side], state["kings"], side, rules, moves, np.int64(0))


@entry_point(contract.GEN_MOVES, 3)
def gen_quiet(memory, ply, moves):
    """All legal moves without capture; none where a capture must be made."""
    state = rows(memory)[ply]
    rules = known(np.int64(state["rules"]))
    if state["flags"] & contract.FLAG_IN_CHECK != 0:
        return np.int64(0)
    side = np.int64(state["player"])
    return quiets(state["pieces"][side], state["pieces"][1 - side], state["kings"], side, rules, moves, np.int64(0))


# --- single moves -------------------------------------------------------------------------------------------------------


@part
def _is_quiet(state, start, end):
    """Whether the piece on ``start`` may go to ``end`` without capturing, whatever else it could do."""
    side = np.int64(state["player"])
    own, kings = state["pieces"][side], state["kings"]
    empty = BOARD & ~(own | state["pieces"][1 - side])
    piece, goal = bit(start), bit(end)
    if piece & own == U0 or goal & empty == U0:
        return False
    if piece & kings == U0:
        near, far = men_targets(piece, empty, side)
        return (near | far) & goal != U0
    for direction in range(4):
        place = step(piece, direction) & empty
        while place:
            if place == goal:
                return True
            if np.int64(state["rules"]) & RULE_FLYING == 0:
                break
            place = step(place, direction) & empty
    return False


@part
def _is_capture(state, move):
    """Whether ``move`` is among the legal captures."""
    side = np.int64(state["player"])
    own, enemy, kings, rules = state["pieces"][side], state["pieces"][1 - side], state["kings"], np.int64(state["rules"])
    captured = unpack(move)
    if captured & ~enemy != U0 or bit((move >> START_SHIFT) & CELL_BITS) & own == U0:
        return False
    moves = np.empty(MAX_CAPTURES, dtype=np.int64)
    n = captures(own, enemy, kings, side, rules, moves, np.int64(0))
    for index in range(n):
        if moves[index] == move:
            return True
    return False


@entry_point(contract.IS_LEGAL)
def is_legal(memory, ply, move):
    """Whether ``move``, any 64-bit number, is a legal move."""
    state = rows(memory)[ply]
    start, end = (move >> START_SHIFT) & CELL_BITS, (move >> END_SHIFT) & CELL_BITS
    if move <= 0:
        return np.int64(0)
    must = state["flags"] & contract.FLAG_IN_CHECK != 0
    if move == way(start, end):
        return np.int64(not must and _is_quiet(state, start, end))
    if not must and np.int64(state["rules"]) & RULE_OPTIONAL == 0:
        return np.int64(0)
    return np.int64(_is_capture(state, move))


@entry_point(contract.UNFOLD, 3)
def unfold(memory, ply, bits):
    """The legal move whose ``contract.fold`` is ``bits``, 0 if there is none.

    A move without capture has nothing in its low half, so ``bits`` is its high half; captures are looked up in their list.
    """
    state = rows(memory)[ply]
    rules = known(np.int64(state["rules"]))
    must = state["flags"] & contract.FLAG_IN_CHECK != 0
    if not must:
        move = bits << 32
        start, end = (move >> START_SHIFT) & CELL_BITS, (move >> END_SHIFT) & CELL_BITS
        if move == way(start, end) and _is_quiet(state, start, end):
            return move
        if rules & RULE_OPTIONAL == 0:
            return np.int64(0)
    side = np.int64(state["player"])
    moves = np.empty(MAX_CAPTURES, dtype=np.int64)
    n = captures(state["pieces"][side], state["pieces"][1 - side], state["kings"], side, rules, moves, np.int64(0))
    for index in range(n):
        if contract.fold(moves[index]) == bits:
            return moves[index]
    return np.int64(0)


@entry_point(contract.DESCRIBE)
def describe(memory, ply, move):
    """``move`` in the common layout; all that it captures is one victim (``state.BUNDLES``)."""
    state = rows(memory)[ply]
    start, end = (move >> START_SHIFT) & CELL_BITS, (move >> END_SHIFT) & CELL_BITS
    mover = np.int64(KING if bit(start) & state["kings"] else MAN)
    victim = np.int64(0)
    if move & 0xFFFFFFFF != 0:
        captured = unpack(move)
        worth = popcount(captured) + (KING_WORTH - 1) * popcount(captured & state["kings"])
        victim = BUNDLE_OF[min(worth, np.int64(KINDS))]
    return contract.pack_move(start, end, mover, victim, np.int64(0))
