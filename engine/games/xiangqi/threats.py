"""What the adjudication of repetitions asks about one position: admissible captures, exchanges, real threats, mates by checks.

Boards and lists are those of ``mailbox.py``; all functions leave the board as they found it and call others with the end of what
they have written to ``lists``. ``memo`` is ``uint64[power of two]``, zeros at first: answers to questions already asked.

Source: sections 6.2 and 6.3 of the rule text.
"""

from __future__ import annotations

import numpy as np

from engine.core.jit import inline_leaf, leaf
from engine.core.keys import mix64
from engine.games.xiangqi.mailbox import (
    CODE,
    EXCUSED,
    NEAR,
    NO_EXCUSE,
    color_of,
    is_crossed,
    king_attacked,
    list_attackers,
    list_moves,
    shift,
    unshift,
    worth,
)
from engine.games.xiangqi.state import ADVISOR, BISHOP, CANNON, KING, KNIGHT, PAWN, PIECE_KEYS, ROOK, SQUARES

# --- memory of answers --------------------------------------------------------------------------------------------------


@inline_leaf
def moved_key(key, code, origin, to, taken):
    """The key of a board after a move: ``key`` without ``taken`` and with the piece on its new square."""
    key ^= PIECE_KEYS[code & CODE, origin] ^ PIECE_KEYS[code & CODE, to]
    if taken != 0:
        key ^= PIECE_KEYS[taken & CODE, to]
    return key


@inline_leaf
def question(key, color, number, detail):
    """The key of a question about a board: who asks, a number and one more detail, each small."""
    return mix64(key ^ np.uint64(color | number << 1 | detail << 8)) | np.uint64(2)


@inline_leaf
def recall(memo, asked):
    """The remembered answer 0 or 1 to ``asked``, -1 if none."""
    kept = memo[np.int64(asked >> np.uint64(2)) & (memo.size - 1)]
    if kept | np.uint64(1) == asked | np.uint64(1):
        return np.int64(kept & np.uint64(1))
    return np.int64(-1)


@inline_leaf
def remember(memo, asked, answer):
    """Keep the ``answer`` 0 or 1 to ``asked``; an older one in its place is lost."""
    memo[np.int64(asked >> np.uint64(2)) & (memo.size - 1)] = (asked & ~np.uint64(1)) | np.uint64(answer)


# --- rights -------------------------------------------------------------------------------------------------------------

# What a move changes beside the pieces: nothing in xiangqi; the variants put three functions for the returns of cannons here.


@inline_leaf
def save_rights(board):
    """The rights of both sides as one number, 0 for none."""
    return np.int64(0)


@inline_leaf
def restore_rights(board, word):
    """The inverse of :func:`save_rights`."""


@inline_leaf
def turn_rights(board, color, origin, to, taken):
    """What the move of ``color`` from ``origin`` to ``to``, already on the board, makes of the rights."""


# --- mates --------------------------------------------------------------------------------------------------------------


@leaf
def forces_mate(board, color, depth, key, lists, start, memo, budget):
    """Whether ``color``, to move, mates by checks alone in at most ``depth`` (>= 1) own moves. The enemy is not in check yet.

    ``budget[0]`` counts the positions with a depth above 1 down; when it runs out the answer is False.
    """
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
    king = np.int64(board[SQUARES + other])
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


# --- exchanges ----------------------------------------------------------------------------------------------------------


@leaf
def is_admissible(board, origin, to):
    """Whether the capture leaves the mover's king unattacked, excused pieces apart; a king that takes has no excuse."""
    code = board[origin]
    skip = NO_EXCUSE if code & 7 == KING else np.int64(EXCUSED)
    taken = shift(board, origin, to)
    safe = not king_attacked(board, color_of(code), skip)
    unshift(board, origin, to, taken)
    return safe


@leaf
def has_root(board, square, lists, start):
    """Whether the enemy of the piece on ``square`` can take it admissibly."""
    end = list_attackers(board, square, 1 - color_of(board[square]), lists, start)
    for n in range(start, end):
        if is_admissible(board, np.int64(lists[n]), square):
            return True
    return False


@leaf
def gains(board, square, least, key, lists, start, memo):
    """Whether the enemy of the piece on ``square`` wins at least ``least`` (>= 1) units by captures there: ``gain >= least``.

    With whole units ``value - gain(other) >= least`` says that the other side does not gain ``value - least + 1``.
    """
    value = worth(board[square], square)
    if value < least:
        return False
    color = 1 - color_of(board[square])
    asked = question(key, color, least, square)
    known = recall(memo, asked)
    if known >= 0:
        return known == 1
    answer = False
    end = list_attackers(board, square, color, lists, start)
    for n in range(start, end):
        origin = np.int64(lists[n])
        if is_admissible(board, origin, square):
            code = board[origin]
            taken = shift(board, origin, square)
            after = moved_key(key, code, origin, square, taken)
            answer = not gains(board, square, value - least + 1, after, lists, end, memo)
            unshift(board, origin, square, taken)
            if answer:
                break
    remember(memo, asked, np.int64(answer))
    return answer


# --- threats ------------------------------------------------------------------------------------------------------------


@leaf
def is_profitable(board, origin, to, asian, key, lists, start, memo):
    """Conditions 2 to 5 of a real threat of the capture in the marked board ``P``; ``asian``: 1 for those of ``AsianRule``.

    The caller sees to condition 1, the kinds of the two pieces.
    """
    if not is_admissible(board, origin, to):
        return False
    code = board[origin]
    attacker, victim = code & 7, board[to] & 7
    if attacker == victim:
        end = list_attackers(board, origin, 1 - color_of(code), lists, start)
        for n in range(start, end):
            if lists[n] == to and is_admissible(board, to, origin):
                return False
    value = worth(board[to], to)
    taken = shift(board, origin, to)
    if attacker == PAWN and asian == 0:
        real = True
    elif victim != PAWN and asian == 0:
        real = not gains(board, to, value, moved_key(key, code, origin, to, taken), lists, start, memo)
    else:
        minor = attacker == ADVISOR or attacker == BISHOP
        major = victim == ROOK or victim == KNIGHT or victim == CANNON
        real = minor and major or victim == ROOK and (attacker == KNIGHT or attacker == CANNON)
        if asian == 0 or not real:
            real = not has_root(board, to, lists, start)
    unshift(board, origin, to, taken)
    return real


@leaf
def allows_mate(board, origin, to, asian, key, lists, start, memo, budget):
    """Whether condition 6 fails: the capture lets the enemy checkmate with its next move."""
    color = color_of(board[origin])
    if asian == 1 or king_attacked(board, color, NO_EXCUSE):
        return False
    rights = save_rights(board)
    taken = shift(board, origin, to)
    turn_rights(board, color, origin, to, taken)
    mates = forces_mate(board, 1 - color, np.int64(1), key, lists, start, memo, budget)
    restore_rights(board, rights)
    unshift(board, origin, to, taken)
    return mates


@inline_leaf
def counts(board, origin, to, pawns):
    """Condition 1; ``pawns``: 1 if attacks by pawns count."""
    kind, victim = board[origin] & 7, board[to] & 7
    if kind == KING or kind == PAWN and pawns == 0 or victim == KING:
        return False
    return victim != PAWN or is_crossed(board[to], to)


@leaf
def is_threatened(board, square, pawns, asian, key, lists, start, memo, budget):
    """Whether the other side really threatens the piece on ``square`` in the marked board ``P``."""
    end = list_attackers(board, square, 1 - color_of(board[square]), lists, start)
    for n in range(start, end):
        origin = np.int64(lists[n])
        if counts(board, origin, square, pawns) and is_profitable(board, origin, square, asian, key, lists, end, memo):
            if not allows_mate(board, origin, square, asian, key, lists, end, memo, budget):
                return True
    return False
