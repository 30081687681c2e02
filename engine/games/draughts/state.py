"""The state record and the move layout of the draughts family; cells are those of ``geometry``.

A move is an ``int64``:

======  ==========  ===============================================================================================
bits    field       meaning
======  ==========  ===============================================================================================
0-31    captured    bit i: the piece on the i-th square not on the edge (in number order) is captured
32-49   check       a number made from start and end, so that ``contract.fold`` tells moves apart
50-55   start       the cell where the piece starts
56-61   end         the cell where it ends; may be the start again after a capture
======  ==========  ===============================================================================================

Captured pieces have an empty square behind them, so they never stand on the edge and 32 bits (18 on 8x8) hold what would
take 50. ``contract.fold`` then loses nothing on 8x8; on 10x10 two moves would have to differ in their captured sets by just the
30 bits that their starts and ends differ by (``check`` among them), and such sets are far too different to be legal together.
"""

from __future__ import annotations

from engine.core import contract
from engine.core.keys import zobrist
from engine.core.raw import stack_of
from engine.games.draughts.geometry import cell_of, column_of, row_of, square_of

MAN, KING = 1, 2

# --- moves --------------------------------------------------------------------------------------------------------------

START_SHIFT, END_SHIFT, CHECK_SHIFT = 50, 56, 32
CHECK_FACTOR, CHECK_DROP, CHECK_MASK = 0x9E3779B1, 14, (1 << 18) - 1
CELL_BITS = 63
CAPTURED_BITS = (1 << 32) - 1
#: Captures that a list holds. Positions of games have few (bench/results/draughts.md); made-up ones with as many as this are
#: refused, and where a search meets one it sees only these.
MAX_CAPTURES = 1024
MAX_MOVES = MAX_CAPTURES + 200  #: without capture every empty square is reached at most once from each of four directions

#: Victims in the common layout: kind 1 a man, 2 a king, else a bundle of pieces by its worth in men, a king counting 3.
KINDS = 20
MAN_VALUE = 100
KING_WORTH = 3
#: kind -> worth in men.
BUNDLES = (0, 1, KING_WORTH, 2, *range(4, KINDS + 1))
PIECE_VALUES = tuple(MAN_VALUE * worth for worth in BUNDLES)


def inner_squares(side: int) -> list[int]:
    """The squares that are not on the edge, in number order."""
    inside = range(1, side - 1)
    return [n for n in range(1, side * side // 2 + 1) if row_of(n, side) in inside and column_of(n, side) in inside]


def parts_of(move: int, side: int) -> tuple[int, int, tuple[int, ...]]:
    """``(start, end, captured)`` of a move as squares, the captured ones ascending."""
    start, end = move >> START_SHIFT & CELL_BITS, move >> END_SHIFT & CELL_BITS
    taken = tuple(n for place, n in enumerate(inner_squares(side)) if move >> place & 1)
    return square_of(start, side), square_of(end, side), taken


def move_of(start: int, end: int, captured: tuple[int, ...], side: int) -> int:
    """The move from square ``start`` to ``end`` that captures the pieces on ``captured``; the inverse of :func:`parts_of`.

    Raises
    ------
    ValueError
        If a captured square lies on the edge.
    """
    inner = inner_squares(side)
    taken = sum(1 << inner.index(n) for n in set(captured))
    first, last = cell_of(start, side), cell_of(end, side)
    check = (first << 6 | last) * CHECK_FACTOR >> CHECK_DROP & CHECK_MASK
    return first << START_SHIFT | last << END_SHIFT | check << CHECK_SHIFT | taken


# --- record -------------------------------------------------------------------------------------------------------------

#: pieces : sets of cells by colour, WHITE and BLACK. kings : the kings of both.
#: quiet : plies since the last capture or move of a man. balance : plies since the last capture or crowning.
#: long, short, road : the endgame clocks of the rule text, section 6, in plies; -1 while they do not run.
#: quiet_limit : plies of ``quiet`` that are a draw, 0 if none are. draws : index into ``rules.DRAW_RULES``.
#: rules : RULE_ bits. repetition : occurrences of a position that are a draw, 0 if none are.
STATE = contract.state_dtype(
    [
        ("pieces", "u8", 2),
        ("kings", "u8"),
        ("quiet", "i2"),
        ("balance", "i2"),
        ("long", "i2"),
        ("short", "i2"),
        ("road", "i2"),
        ("quiet_limit", "i2"),
        ("rules", "u1"),
        ("draws", "u1"),
        ("repetition", "u1"),
        ("spare", "u1"),
    ]
)

rows = stack_of(STATE)  #: ``(memory) -> states``, for kernels

# --- hash keys ----------------------------------------------------------------------------------------------------------

_SEED = 0x64726175
PIECE_KEYS = zobrist(_SEED, 4, 64)  #: [2 * is king + colour, cell]
BLACK_KEY = zobrist(_SEED + 1, 1)[0]  #: Black to move
