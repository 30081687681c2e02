"""Adjudication of repetitions: the letters of the plies of a cycle, the verdict on it, and who has to change.

A *segment* is the plies between two rows ``start`` and ``end`` of the stack that hold the same position; no capture lies in it.
Row ``n`` is the position after ply ``n``, so ``n - 1`` is the board before it. Letters, rules and values: section 6 of the rule
text; the decisions on it are in ``RULES.md``.

The verdict looks at no more than it needs: a side is safe with its first idle ply. ``letter_of`` gives the letter of any ply.
"""

from __future__ import annotations

import numpy as np

from engine.core.contract import ADJUDICATE, FLAG_IN_CHECK, RESULT, draw_code, win_code, winners_of
from engine.core.jit import inline_leaf, kernel, leaf
from engine.core.keys import mix64
from engine.games.xiangqi.mailbox import BOARD_SIZE, SPAN, list_moves, load_board
from engine.games.xiangqi.state import (
    ADVISOR,
    BISHOP,
    REASON_PERPETUAL_CHASE,
    REASON_PERPETUAL_CHECK,
    REASON_PERPETUAL_KILL,
    REASON_REPETITION,
    RULE_ALLOW_CHASE,
    RULE_ASIAN,
    RULE_CHINESE,
    RULE_NO_JUDGEMENT,
    SQUARES,
    rows,
)
from engine.games.xiangqi.threats import allows_mate, counts, forces_mate, is_profitable, is_threatened

IDLE, CHASE, KILL, CHECK = 0, 1, 2, 3
LETTERS = "XZSJ"

SHORTEST_CYCLE = 4  #: plies: both sides move away and back
UNBOUNDED = 1 << 60
TREE_BUDGET = 2000  #: positions of a search for kills deeper than one move, for each verdict inside the tree
SMALL_MEMO, LARGE_MEMO = 1 << 9, 1 << 14


# --- letters ------------------------------------------------------------------------------------------------------------


@inline_leaf
def simple_draw(board, color):
    """Whether ``color`` merely holds a key defensive point of a simple draw (通则 4), so that attacks on guards are idle.

    No general test is known; the place for one.
    """
    return False


@inline_leaf
def gives_check(states, ply):
    """Whether ply ``ply`` gave check."""
    return states[ply]["flags"] & FLAG_IN_CHECK != 0


@leaf
def new_threats(before, after, color, pawns, asian, keys, victims, lists, memo, budget):
    """Whether a ply of ``color`` newly threatens a piece; the squares of all such pieces are set in ``victims`` (uint8[90]).

    An empty ``victims`` asks only whether there is one. ``before``, ``after``: marked work boards; ``keys``: one key for each.
    """
    for square in range(victims.size):
        victims[square] = 0
    found = False
    end = list_moves(after, color, lists, np.int64(0))
    for n in range(end):
        origin, to = np.int64(lists[n]) >> 7, np.int64(lists[n]) & 127
        if after[to] == 0 or not counts(after, origin, to, pawns):
            continue
        if not is_profitable(after, origin, to, asian, keys[1], lists, end, memo):
            continue
        if is_threatened(before, to, pawns, asian, keys[0], lists, end, memo, budget):
            continue
        if allows_mate(after, origin, to, asian, keys[1], lists, end, memo, budget):
            continue
        if (after[to] & 7 == ADVISOR or after[to] & 7 == BISHOP) and simple_draw(after, color):
            continue
        found = True
        if victims.size == 0:
            break
        victims[to] = 1
    return found


@leaf
def lowest_letter(states, start, end, side, pawns, chased, positions):
    """The lowest letter of the plies of ``side`` in the segment; with ``chased`` the question of ``AsianRule`` instead.

    pawns : 1 if attacks by pawns count (second pass).
    chased : uint8[90]. Not empty: set squares hold pieces of the other side at row ``start``; those that every ply of ``side``
        newly threatens remain set, on their squares at row ``end``, and the result says no more than whether one does (> 0).
    positions : as in :func:`judge`.
    """
    rule, depth = states[end]["rule"], np.int64(states[end]["threat_depth"])
    asian = np.int64(rule == RULE_ASIAN)
    before, after = np.empty(BOARD_SIZE, dtype=np.int8), np.empty(BOARD_SIZE, dtype=np.int8)
    lists = np.empty(SPAN * (2 * max(depth, 1) + 2), dtype=np.int16)
    memo = np.zeros(SMALL_MEMO if depth < 2 else LARGE_MEMO, dtype=np.uint64)
    budget = np.full(1, positions, dtype=np.int64)
    victims = np.empty(chased.size, dtype=np.uint8)
    lowest = np.int64(CHECK)
    for ply in range(start + 1, end + 1):
        if states[ply - 1]["player"] != side:
            if chased.size:
                move = np.int64(states[ply]["last_move"])
                chased[move & 511] = chased[move >> 9 & 511]
                chased[move >> 9 & 511] = 0
            continue
        if chased.size == 0 and gives_check(states, ply):
            continue
        load_board(states, ply, after, lists)
        letter = np.int64(IDLE)
        if rule == RULE_CHINESE:
            for moves in range(1, depth + 1):
                if forces_mate(after, side, moves, states[ply]["key"], lists, np.int64(0), memo, budget):
                    letter = np.int64(KILL)
                    break
        if letter == IDLE and rule != RULE_ALLOW_CHASE and rule != RULE_NO_JUDGEMENT:
            load_board(states, ply - 1, before, lists)
            keys = (mix64(states[ply - 1]["key"]), mix64(states[ply]["key"]))
            letter = np.int64(new_threats(before, after, side, pawns, asian, keys, victims, lists, memo, budget))
        if letter and chased.size:
            letter = np.int64(IDLE)
            for square in range(SQUARES):
                chased[square] &= victims[square]
                letter |= chased[square]
        lowest = min(lowest, letter)
        if lowest == IDLE:
            break
    return lowest


# --- verdict ------------------------------------------------------------------------------------------------------------


@inline_leaf
def loss(side, reason):
    """The result code of a loss of ``side`` (0 or 1)."""
    return win_code(2 - side, reason)


@leaf
def checks_long(states, start, end):
    """The sides all of whose plies in the segment are checks: 1 Red, 2 Black, 3 both, 0 none."""
    sides = np.int64(3)
    for ply in range(start + 1, end + 1):
        if not gives_check(states, ply):
            sides &= 2 - np.int64(states[ply - 1]["player"])
    return sides


@leaf
def judge(states, start, end, positions):
    """The verdict (a result code) on the segment from row ``start`` to row ``end``.

    positions : bound on the positions that a search for kills deeper than one move visits for a side; beyond it there is no kill.
    """
    rule, long = states[end]["rule"], checks_long(states, start, end)
    if rule == RULE_NO_JUDGEMENT or long == 3 or rule == RULE_ALLOW_CHASE and long == 0:
        return draw_code(REASON_REPETITION)
    if long:
        return loss(long - 1, REASON_PERPETUAL_CHECK)
    lowest = np.empty(2, dtype=np.int64)
    for side in range(2):
        chased = np.ones(SQUARES if rule == RULE_ASIAN else 0, dtype=np.uint8)
        lowest[side] = lowest_letter(states, start, end, side, np.int64(0), chased, positions)
    if (lowest[0] == IDLE) == (lowest[1] == IDLE):
        return draw_code(REASON_REPETITION)
    loser = np.int64(lowest[0] == IDLE)
    if rule == RULE_ASIAN:
        return loss(loser, REASON_PERPETUAL_CHASE)
    if lowest_letter(states, start, end, 1 - loser, np.int64(1), np.empty(0, dtype=np.uint8), positions) != IDLE:
        return draw_code(REASON_REPETITION)
    return loss(loser, REASON_PERPETUAL_CHASE if lowest[loser] == CHASE else REASON_PERPETUAL_KILL)


@leaf
def earlier_row(states, ply, count):
    """The row of the ``count``-th earlier occurrence of the position of row ``ply``, counted backwards; -1 if there is none."""
    first = ply - np.int64(states[ply]["reversible"])
    key = states[ply]["key"]
    row = ply - SHORTEST_CYCLE
    while row >= first:
        if states[row]["key"] == key:
            count -= 1
            if count == 0:
                return row
        row -= 2
    return np.int64(-1)


@leaf
def three_checks(states, start, ply):
    """The verdict of the option ``Three Checks`` on the segment from the latest earlier occurrence; 0 if it says nothing."""
    long = checks_long(states, start, ply)
    if long == 0 or long == 3:
        return np.int64(0)
    last = ply - np.int64(states[ply - 1]["player"] != long - 1)
    if last < 5 or not (gives_check(states, last) and gives_check(states, last - 2) and gives_check(states, last - 4)):
        return np.int64(0)
    return loss(long - 1, REASON_PERPETUAL_CHECK)


# --- kernels ------------------------------------------------------------------------------------------------------------


@kernel(RESULT)
def repetition_verdict(memory, ply):
    """The result code if the game ends by repetition exactly at ``ply`` (rule 3 and ``Three Checks``), else 0.

    Earlier plies are taken as not decisive. ``Repetition Grace``: the verdict found at ``ply - grace`` holds if every position
    since then had occurred before.
    """
    states = rows(memory)
    latest = earlier_row(states, ply, np.int64(1))
    if latest < 0:
        return np.int64(0)
    if states[ply]["three_checks"]:
        code = three_checks(states, latest, ply)
        if code:
            return code
    found = ply - np.int64(states[ply]["grace"])
    if found < ply - np.int64(states[ply]["reversible"]):
        return np.int64(0)
    start = earlier_row(states, found, np.int64(states[ply]["fold"]) - 1)
    if start < 0:
        return np.int64(0)
    for row in range(found + 1, ply):
        if earlier_row(states, row, np.int64(1)) < 0:
            return np.int64(0)
    return judge(states, start, found, np.int64(UNBOUNDED))


@kernel(ADJUDICATE)
def tree_verdict(memory, ply, root):
    """The verdict with which a search scores the repetition at ``ply``, 0 if there is none.

    A position of the search path (rows after ``root``) that comes back is judged on that cycle; one of the game before it when
    it occurs for the ``Repetition Fold``-th time. ``Repetition Grace`` is not waited for.
    """
    states = rows(memory)
    latest = earlier_row(states, ply, np.int64(1))
    if latest < 0:
        return np.int64(0)
    if latest > root:
        return judge(states, latest, ply, np.int64(TREE_BUDGET))
    if states[ply]["three_checks"]:
        code = three_checks(states, latest, ply)
        if code:
            return code
    start = earlier_row(states, ply, np.int64(states[ply]["fold"]) - 1)
    return judge(states, start, ply, np.int64(TREE_BUDGET)) if start >= 0 else np.int64(0)


@kernel(RESULT)
def must_change(memory, ply):
    """The seat that loses if the cycle since the latest earlier occurrence of this position goes on; -1 for nobody."""
    states = rows(memory)
    latest = earlier_row(states, ply, np.int64(1))
    winners = winners_of(judge(states, latest, ply, np.int64(UNBOUNDED))) if latest >= 0 else np.int64(0)
    return np.int64(-1) if winners == 0 else 2 - winners


@kernel(ADJUDICATE)
def letter_of(memory, ply, pawns):
    """The letter of ply ``ply`` (>= 1) under the row's rule as an index into ``LETTERS``; ``pawns``: 1 for the second pass."""
    states = rows(memory)
    side = np.int64(states[ply - 1]["player"])
    return lowest_letter(states, ply - 1, ply, side, pawns, np.empty(0, dtype=np.uint8), np.int64(UNBOUNDED))
