"""Adjudication of repetitions in the variants: xiangqi's code on the variants' ways of moving, see ``adapt`` and ``mailbox``.

Own is only what looks at legal moves ahead, where returns of cannons count: kills and condition 6 of a real threat.
Boards, lists and ``memo`` are those of xiangqi's ``threats``.
"""

from __future__ import annotations

import numpy as np

from engine.core.jit import leaf
from engine.core.keys import mix64
from engine.games.xiangqi import repetition as xiangqi_repetition
from engine.games.xiangqi import threats as xiangqi_threats
from engine.games.xiangqi.mailbox import NO_EXCUSE
from engine.games.xiangqi.state import KING, PAWN
from engine.games.xiangqi_variants import mailbox
from engine.games.xiangqi_variants.adapt import adapted
from engine.games.xiangqi_variants.geometry import NEAR
from engine.games.xiangqi_variants.mailbox import (
    RIGHTS,
    is_crossed,
    king_attacked,
    list_moves,
    shift,
    turn_rights,
    unshift,
)
from engine.games.xiangqi_variants.state import CELLS, PIECE_KEYS, rows

_MAILBOX = {
    name: getattr(mailbox, name)
    for name in ("king_attacked", "list_attackers", "list_moves", "load_board", "shift", "unshift", "worth", "BOARD_SIZE", "SPAN")
}
_MAILBOX |= {"NEAR": NEAR, "PIECE_KEYS": PIECE_KEYS, "SQUARES": CELLS, "rows": rows}

_MEMORY = adapted(xiangqi_threats, __name__, ("moved_key", "question", "recall", "remember"), _MAILBOX)
moved_key, question, recall, remember = (_MEMORY[name] for name in ("moved_key", "question", "recall", "remember"))


# --- looking ahead ------------------------------------------------------------------------------------------------------


@leaf
def save_rights(board):
    """Both returns as one number."""
    word = np.int64(0)
    for n in range(6):
        word |= (np.int64(board[RIGHTS + n]) & 127) << (7 * n)
    return word


@leaf
def restore_rights(board, word):
    """The inverse of :func:`save_rights`; 127 stands for -1."""
    for n in range(6):
        value = (word >> (7 * n)) & 127
        board[RIGHTS + n] = -1 if value == 127 else value


@leaf
def forces_mate(board, color, depth, key, lists, start, memo, budget):
    """As in xiangqi's ``threats``: whether ``color``, to move, mates by checks alone in at most ``depth`` own moves."""
    rights = save_rights(board)
    asked = question(key ^ mix64(np.uint64(rights)), color, depth, np.int64(100))
    if depth > 1:
        budget[0] -= 1
        if budget[0] < 0:
            return False
        known = recall(memo, asked)
        if known >= 0:
            return known == 1
    other = 1 - color
    king = np.int64(board[CELLS + other])
    mates = False
    end = list_moves(board, color, lists, start)
    for n in range(start, end):
        origin, to = np.int64(lists[n]) >> 7, np.int64(lists[n]) & 127
        if NEAR[king, origin] == 0 and NEAR[king, to] == 0:
            continue
        code = board[origin]
        taken = shift(board, origin, to)
        if king_attacked(board, other, NO_EXCUSE) and not king_attacked(board, color, NO_EXCUSE):
            after = moved_key(key, code, origin, to, taken)
            turn_rights(board, color, origin, to, taken)
            mates = True
            before_reply = save_rights(board)
            replies = list_moves(board, other, lists, end)
            for m in range(end, replies):
                reply_origin, reply_to = np.int64(lists[m]) >> 7, np.int64(lists[m]) & 127
                reply_code = board[reply_origin]
                reply_taken = shift(board, reply_origin, reply_to)
                if not king_attacked(board, other, NO_EXCUSE):
                    mates = False
                    if depth > 1:
                        turn_rights(board, other, reply_origin, reply_to, reply_taken)
                        reply_key = moved_key(after, reply_code, reply_origin, reply_to, reply_taken)
                        mates = forces_mate(board, color, depth - 1, reply_key, lists, replies, memo, budget)
                        restore_rights(board, before_reply)
                unshift(board, reply_origin, reply_to, reply_taken)
                if not mates:
                    break
        restore_rights(board, rights)
        unshift(board, origin, to, taken)
        if mates:
            break
    if depth > 1 and budget[0] >= 0:
        remember(memo, asked, np.int64(mates))
    return mates


@leaf
def allows_mate(board, origin, to, asian, key, lists, start, memo, budget):
    """Whether condition 6 fails: the capture lets the enemy checkmate with its next move."""
    color = np.int64(board[origin] >> 3) & 1
    if asian == 1 or king_attacked(board, color, NO_EXCUSE):
        return False
    rights = save_rights(board)
    taken = shift(board, origin, to)
    turn_rights(board, color, origin, to, taken)
    mates = forces_mate(board, 1 - color, np.int64(1), key, lists, start, memo, budget)
    restore_rights(board, rights)
    unshift(board, origin, to, taken)
    return mates


@leaf
def counts(board, origin, to, pawns):
    """Condition 1; ``pawns``: 1 if attacks by pawns count."""
    kind, victim = board[origin] & 7, board[to] & 7
    if kind == KING or kind == PAWN and pawns == 0 or victim == KING:
        return False
    return victim != PAWN or is_crossed(board[to], to)


# --- shared -------------------------------------------------------------------------------------------------------------

_OWN = {"forces_mate": forces_mate, "allows_mate": allows_mate, "counts": counts}
_THREATS = adapted(
    xiangqi_threats,
    __name__,
    ("is_admissible", "has_root", "gains", "is_profitable", "is_threatened"),
    _MAILBOX | _MEMORY | _OWN,
)
_VERDICTS = adapted(
    xiangqi_repetition,
    __name__,
    (
        "simple_draw", "gives_check", "new_threats", "lowest_letter", "loss", "checks_long", "judge", "earlier_row",
        "three_checks", "repetition_verdict", "tree_verdict", "must_change", "letter_of",
    ),
    _MAILBOX | _THREATS | _OWN,
)  # fmt: skip
repetition_verdict, tree_verdict = _VERDICTS["repetition_verdict"], _VERDICTS["tree_verdict"]
must_change, letter_of = _VERDICTS["must_change"], _VERDICTS["letter_of"]
