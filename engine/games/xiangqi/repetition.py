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
    STATE,
)
from engine.games.xiangqi.threats import BOARD_SIZE, SPAN, color_of, excuse_checkers, forces_mate, is_threatened

IDLE, CHASE, KILL, CHECK = 0, 1, 2, 3
LETTERS = "XZSJ"

SHORTEST_CYCLE = 4  #: plies: both sides move away and back
UNBOUNDED = 1 << 60
TREE_BUDGET = 2000  #: positions of a search for kills deeper than one move, for each verdict inside the tree
_SMALL_MEMO, _LARGE_MEMO = 1 << 9, 1 << 14


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
def load_board(states, ply, board, lists):
    """Write the marked work board of row ``ply``."""
    for square in range(SQUARES):
        board[square] = states[ply]["board"][square]
    board[SQUARES] = states[ply]["king"][0]
    board[SQUARES + 1] = states[ply]["king"][1]
    excuse_checkers(board, lists)


@leaf
def is_kill(states, ply, boards, lists, memo, budget):
    """Whether ply ``ply``, no check, threatens a mate of at most ``threat_depth`` moves. ``boards[1]`` is row ``ply``."""
    for depth in range(1, np.int64(states[ply]["threat_depth"]) + 1):
        if forces_mate(
            boards[1], np.int64(states[ply - 1]["player"]), depth, states[ply]["key"], lists, np.int64(0), memo, budget
        ):
            return True
    return False


@leaf
def new_threats(states, ply, pawns, victims, boards, lists, memo, budget):
    """How many pieces ply ``ply`` newly threatens; their squares are set in ``victims`` (uint8[90], else 0).

    An empty ``victims`` asks only whether there is one. ``boards``: rows ``ply - 1`` and ``ply``.
    """
    color = np.int64(states[ply - 1]["player"])
    asian = np.int64(states[ply]["rule"] == RULE_ASIAN)
    keys = mix64(states[ply - 1]["key"]), mix64(states[ply]["key"])
    found = np.int64(0)
    for square in range(SQUARES):
        if victims.size:
            victims[square] = 0
        code = boards[1, square]
        if code == 0 or color_of(code) == color:
            continue
        if not is_threatened(boards[1], square, pawns, asian, keys[1], lists, memo, budget):
            continue
        if is_threatened(boards[0], square, pawns, asian, keys[0], lists, memo, budget):
            continue
        if (code & 7 == ADVISOR or code & 7 == BISHOP) and simple_draw(boards[1], color):
            continue
        found += 1
        if victims.size == 0:
            break
        victims[square] = 1
    return found


@leaf
def has_idle_ply(states, start, end, side, pawns, boards, lists, memo, budget):
    """Whether one of the plies of ``side`` in the segment has the letter X under ``ChineseRule``."""
    nobody = np.empty(0, dtype=np.uint8)
    for ply in range(start + 1, end + 1):
        if states[ply - 1]["player"] != side or gives_check(states, ply):
            continue
        load_board(states, ply - 1, boards[0], lists)
        load_board(states, ply, boards[1], lists)
        if new_threats(states, ply, pawns, nobody, boards, lists, memo, budget) == 0:
            if not is_kill(states, ply, boards, lists, memo, budget):
                return True
    return False


@leaf
def has_chase(states, start, end, side, boards, lists, memo, budget):
    """Whether one of the plies of ``side``, which are all J, S or Z, has the letter Z."""
    for ply in range(start + 1, end + 1):
        if states[ply - 1]["player"] == side and not gives_check(states, ply):
            load_board(states, ply, boards[1], lists)
            if not is_kill(states, ply, boards, lists, memo, budget):
                return True
    return False


@leaf
def chases_one_piece(states, start, end, side, boards, lists, memo, budget):
    """Whether one and the same enemy piece is newly threatened by every ply of ``side`` in the segment (``AsianRule``)."""
    chased = np.ones(SQUARES, dtype=np.uint8)
    fresh = np.zeros(SQUARES, dtype=np.uint8)
    for ply in range(start + 1, end + 1):
        if states[ply - 1]["player"] != side:
            move = np.int64(states[ply]["last_move"])
            origin, to = move >> 9 & 511, move & 511
            chased[to] = chased[origin]
            chased[origin] = 0
            continue
        load_board(states, ply - 1, boards[0], lists)
        load_board(states, ply, boards[1], lists)
        left = np.int64(0)
        if new_threats(states, ply, np.int64(0), fresh, boards, lists, memo, budget):
            for square in range(SQUARES):
                chased[square] &= fresh[square]
                left += chased[square]
        if left == 0:
            return False
    return True


# --- verdict ------------------------------------------------------------------------------------------------------------


@inline_leaf
def loss(side, reason):
    """The result code of a loss of ``side`` (0 or 1)."""
    return win_code(2 - side, reason)


@leaf
def checks_long(states, start, end, side):
    """Whether all plies of ``side`` in the segment are checks."""
    for ply in range(start + 1, end + 1):
        if states[ply - 1]["player"] == side and not gives_check(states, ply):
            return False
    return True


@leaf
def judge(states, start, end, positions):
    """The verdict (a result code) on the segment from row ``start`` to row ``end``.

    positions : bound on the positions that searches for kills deeper than one move visit; beyond it there is no kill.
    """
    rule = states[end]["rule"]
    draw = draw_code(REASON_REPETITION)
    if rule == RULE_NO_JUDGEMENT:
        return draw
    red, black = checks_long(states, start, end, 0), checks_long(states, start, end, 1)
    if red != black:
        return loss(np.int64(black), REASON_PERPETUAL_CHECK)
    if red or rule == RULE_ALLOW_CHASE:
        return draw
    depth = np.int64(states[end]["threat_depth"])
    boards = np.empty((2, BOARD_SIZE), dtype=np.int8)
    lists = np.empty(SPAN * (2 * max(depth, 1) + 2), dtype=np.int16)
    memo = np.zeros(_SMALL_MEMO if depth < 2 else _LARGE_MEMO, dtype=np.uint64)
    budget = np.full(1, positions, dtype=np.int64)
    if rule == RULE_ASIAN:
        red = chases_one_piece(states, start, end, 0, boards, lists, memo, budget)
        black = chases_one_piece(states, start, end, 1, boards, lists, memo, budget)
        return draw if red == black else loss(np.int64(black), REASON_PERPETUAL_CHASE)
    red = not has_idle_ply(states, start, end, 0, np.int64(0), boards, lists, memo, budget)
    black = not has_idle_ply(states, start, end, 1, np.int64(0), boards, lists, memo, budget)
    if red == black:
        return draw
    loser = np.int64(black)
    if not has_idle_ply(states, start, end, 1 - loser, np.int64(1), boards, lists, memo, budget):
        return draw
    chase = has_chase(states, start, end, loser, boards, lists, memo, budget)
    return loss(loser, REASON_PERPETUAL_CHASE if chase else REASON_PERPETUAL_KILL)


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
    red, black = checks_long(states, start, ply, 0), checks_long(states, start, ply, 1)
    if red == black:
        return np.int64(0)
    side = np.int64(black)
    last = ply if states[ply - 1]["player"] == side else ply - 1
    if last < 5:
        return np.int64(0)
    for row in (last, last - 2, last - 4):
        if not gives_check(states, row):
            return np.int64(0)
    return loss(side, REASON_PERPETUAL_CHECK)


# --- kernels ------------------------------------------------------------------------------------------------------------


@kernel(RESULT)
def repetition_verdict(memory, ply):
    """The result code if the game ends by repetition exactly at ``ply`` (rule 3 and ``Three Checks``), else 0.

    Earlier plies are taken as not decisive. ``Repetition Grace``: the verdict found at ``ply - grace`` holds if every position
    since then had occurred before.
    """
    states = memory.view(STATE)
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
    states = memory.view(STATE)
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
    states = memory.view(STATE)
    latest = earlier_row(states, ply, np.int64(1))
    winners = winners_of(judge(states, latest, ply, np.int64(UNBOUNDED))) if latest >= 0 else np.int64(0)
    return np.int64(-1) if winners == 0 else 2 - winners


@kernel(ADJUDICATE)
def letter_of(memory, ply, pawns):
    """The letter of ply ``ply`` (>= 1) under the row's rule as an index into ``LETTERS``; ``pawns``: 1 for the second pass."""
    states = memory.view(STATE)
    rule = states[ply]["rule"]
    if gives_check(states, ply):
        return np.int64(CHECK)
    depth = np.int64(states[ply]["threat_depth"])
    boards = np.empty((2, BOARD_SIZE), dtype=np.int8)
    lists = np.empty(SPAN * (2 * max(depth, 1) + 2), dtype=np.int16)
    memo = np.zeros(_SMALL_MEMO if depth < 2 else _LARGE_MEMO, dtype=np.uint64)
    budget = np.full(1, np.int64(UNBOUNDED), dtype=np.int64)
    load_board(states, ply - 1, boards[0], lists)
    load_board(states, ply, boards[1], lists)
    if rule == RULE_CHINESE and is_kill(states, ply, boards, lists, memo, budget):
        return np.int64(KILL)
    judged = rule == RULE_CHINESE or rule == RULE_ASIAN
    if judged and new_threats(states, ply, pawns, np.empty(0, dtype=np.uint8), boards, lists, memo, budget):
        return np.int64(CHASE)
    return np.int64(IDLE)
