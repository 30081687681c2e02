"""The record of a xiangqi position, piece codes and the board's numbering.

Squares are 0..89, ``rank * 9 + file``::

    9  81 82 83 84 85 86 87 88 89     Black's back rank
    8  72 ..                          palace of Black: files d-f, ranks 7-9
    5  45 46 47 48 49 50 51 52 53
       ------------ river ------------
    4  36 37 38 39 40 41 42 43 44
    1   9 ..                          palace of Red: files d-f, ranks 0-2
    0   0  1  2  3  4  5  6  7  8     Red's back rank
        a  b  c  d  e  f  g  h  i

A *set* of squares is two ``uint64`` words of 45 bits: word 0 holds ranks 0-4 (Red's half, bit = square), word 1 ranks 5-9
(Black's half, bit = square - 45). Kings, advisors and bishops of a side thus lie in one word.

Piece kinds are 1..7 in the order K A B N R C P; a piece code is ``kind + 8 * color``; 0 is an empty square.
Moves have the common layout of ``core.contract`` without special bits: a move is noisy when it captures.
"""

from __future__ import annotations

import numpy as np

from engine.core.contract import state_dtype
from engine.core.keys import zobrist
from engine.core.raw import stack_of

RED, BLACK = 0, 1
KING, ADVISOR, BISHOP, KNIGHT, ROOK, CANNON, PAWN = 1, 2, 3, 4, 5, 6, 7
KINDS = 7
SQUARES, FILES, RANKS = 90, 9, 10
HALF = 45  #: squares in each word of a set
COLOR_BIT = 8  #: set in the piece codes of Black

RULE_CHINESE, RULE_ASIAN, RULE_ALLOW_CHASE, RULE_NO_JUDGEMENT = 0, 1, 2, 3
RULES = ("ChineseRule", "AsianRule", "AllowChase", "NoJudgement")

#: colors : the squares of each color, words ``[2 * color + half]``.
#: kinds : the squares of each kind, both colors, words ``[2 * kind + half]``; words 0 and 1 are unused and zero.
#: target, tied : what the king of the player to act forbids its other pieces, see ``guards.guard``.
#: board : the piece code on each square.
#: king : the square of each color's king.
#: fullmove : number of the present round, from 1.
#: halfmove : plies since the last capture, those before the loaded position included.
#: checks : checks that each color has given after the last capture, or since the loaded position.
#: last_move : the packed move that led to this row; 0 in row 0 and after a null move.
#: rule, fold, grace, threat_depth, three_checks, free_checks, limit : the rule options; ``limit`` is 0 without a natural limit.
#:
#: The header's ``reversible`` is 0 in row 0, after a capture and after a null move, so that rows ``ply - reversible .. ply`` are
#: the ones that may hold equal positions; ``flags & FLAG_IN_CHECK`` of a row says that ``last_move`` gave check (or, in row 0,
#: that the loaded position is a check). ``structure_key`` covers pawns, advisors and bishops.
STATE = state_dtype(
    [
        ("colors", "u8", (4,)),
        ("kinds", "u8", (16,)),
        ("target", "u8", (2,)),
        ("tied", "u8", (2,)),
        ("last_move", "i8"),
        ("board", "i1", (SQUARES,)),
        ("king", "i1", (2,)),
        ("fullmove", "i4"),
        ("halfmove", "i4"),
        ("checks", "i2", (2,)),
        ("limit", "i2"),
        ("rule", "i1"),
        ("fold", "i1"),
        ("grace", "i1"),
        ("threat_depth", "i1"),
        ("three_checks", "i1"),
        ("free_checks", "i1"),
        ("spare", "i1", (4,)),
    ]
)

rows = stack_of(STATE)  #: ``(memory) -> states``, for kernels

#: Rule option -> field of the record.
ROW_OPTIONS = {
    "Repetition Rule": "rule",
    "Repetition Fold": "fold",
    "Repetition Grace": "grace",
    "Mate Threat Depth": "threat_depth",
    "Three Checks": "three_checks",
    "Sixty Move Rule": "limit",
    "Rule60MaxPly": "limit",
    "Rule60 Free Checks": "free_checks",
}

#: Words of ``qiji result``; result codes hold an index into this tuple.
REASONS = (
    "none",
    "checkmate",
    "stalemate",
    "material",
    "repetition",
    "perpetual-check",
    "perpetual-kill",
    "perpetual-chase",
    "move-limit",
)
(
    REASON_NONE,
    REASON_CHECKMATE,
    REASON_STALEMATE,
    REASON_MATERIAL,
    REASON_REPETITION,
    REASON_PERPETUAL_CHECK,
    REASON_PERPETUAL_KILL,
    REASON_PERPETUAL_CHASE,
    REASON_MOVE_LIMIT,
) = range(9)

#: Key of each piece code on each square, and of Black to move.
PIECE_KEYS = zobrist(0x7869616E67, 16, SQUARES)
SIDE_KEY = np.uint64(zobrist(0x73696465, 1)[0])
