"""The state record, geometry and hash keys of banqi.

Squares are numbered in the reading order of the position string::

    4   0  1  2  3  4  5  6  7
    3   8  9 10 11 12 13 14 15
    2  16 17 18 19 20 21 22 23
    1  24 25 26 27 28 29 30 31
        a  b  c  d  e  f  g  h

A move is in the common layout; ``mover`` is the kind, or :data:`FLIP` with ``origin`` equal to ``to``. What a flip reveals is a
piece code in ``special``: 0 as long as it is not known. ``make_move`` of a flip without a piece writes a row with
``FLAG_CHANCE`` where ``chance_outcomes`` lists the flip with each piece of the pool; a flip with a piece leads from the row
before or from that row to the same position, so a game that is played knows no chance rows.
"""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.keys import zobrist
from engine.core.raw import stack_of
from engine.games.banqi.rules import FILES, KINDS, RANKS, SQUARES, TABLES

FLIP = 8  #: ``mover`` of a flip
MOVE_KINDS = FLIP
DOWN = 15  #: cell of a face-down piece
CODES = 15
MAX_MOVES = 32 + 16 * 8
UNIT = 100

#: cells : 0 empty, 1..7 red K A B R N C P, 8..14 black, 15 face-down. sets : face-up pieces of red and black. down : face-down
#: pieces. pool : face-down pieces of each code. left : pieces of each colour on the board or in the pool. body : the part of the
#: key that board and pool make. quiet : plies since the last flip or capture. ply : plies played. red_seat : the seat that has
#: red, -1 while colours are not assigned. pending : the square of a flip whose piece is due, -1 for none. The rest are the
#: options.
STATE = contract.state_dtype(
    [
        ("sets", "u8", 2),
        ("down", "u8"),
        ("body", "u8"),
        ("cells", "u1", SQUARES),
        ("pool", "u1", 16),
        ("left", "u1", 2),
        ("red_seat", "i1"),
        ("pending", "i1"),
        ("table", "u1"),
        ("by_seat", "u1"),
        ("repetition", "u1"),
        ("wipeout", "u1"),
        ("quiet", "i4"),
        ("ply", "i4"),
        ("no_progress", "i4"),
        ("spare", "i4"),
    ]
)
ROW_OPTIONS = {
    "ColourBy": "by_seat",
    "NoProgressPlies": "no_progress",
    "Repetition": "repetition",
    "WipeoutEnds": "wipeout",
    "EqualCapture": "table",
    "CannonTakesHorse": "table",
}

rows = stack_of(STATE)  #: ``(memory) -> states``, for kernels

# --- geometry -----------------------------------------------------------------------------------------------------------


def _on_board(file: int, rank: int) -> bool:
    return 0 <= file < FILES and 0 <= rank < RANKS


def _ray(square: int, file_step: int, rank_step: int) -> int:
    file, rank = square % FILES + file_step, square // FILES + rank_step
    found = 0
    while _on_board(file, rank):
        found |= 1 << (FILES * rank + file)
        file, rank = file + file_step, rank + rank_step
    return found


def _near(square: int) -> int:
    steps = ((0, -1), (-1, 0), (1, 0), (0, 1))
    return sum(1 << (square + x + FILES * y) for x, y in steps if _on_board(square % FILES + x, square // FILES + y))


def _table(rows_: list) -> np.ndarray:
    made = np.array(rows_, dtype=np.uint64)
    made.flags.writeable = False
    return made


NEAR = _table([_near(square) for square in range(SQUARES)])  #: the squares beside each square
#: Squares above, left of, right of and below each square; the first two are left from the high end.
RAYS = _table([[_ray(square, *step) for step in ((0, -1), (-1, 0), (1, 0), (0, 1))] for square in range(SQUARES)])

#: [table, attacker kind]: bit set of the kinds that it takes.
TAKES = np.array([[0] + [sum(1 << (KINDS.index(v) + 1) for v in row) for row in table] for table in TABLES], dtype=np.int64)
TAKES.flags.writeable = False

# --- hash keys ----------------------------------------------------------------------------------------------------------

_SEED = 0x62616E71
CELL_KEYS = zobrist(_SEED, 16, SQUARES)  #: [cell, square]; face-down is a cell of its own
POOL_KEYS = zobrist(_SEED + 1, 16, 8)  #: [code, how many are face-down]
TURN_KEYS = zobrist(_SEED + 2, 3)  #: colour to act + 1
PENDING_KEYS = zobrist(_SEED + 3, SQUARES + 1)  #: square of a pending flip + 1; 0 is not used
