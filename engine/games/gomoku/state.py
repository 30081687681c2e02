"""The record of a position, the numbering of points and lines, and moves.

Points are ``row * size + column`` with row 0 at the bottom (``a1`` is 0). Through each point run four lines::

    direction   line                          step         place on the line
    0  row      row                           1            column
    1  column   size + column                 size         row
    2  rising   2 size + column - row + size-1  size + 1   column
    3  falling  4 size - 1 + row + column     1 - size     column

A line is a word of two halves, the stones of Black (low) and of White; place p is bit ``p + 5`` of each. Beyond the ends both
bits are set.

A move has the common layout with ``origin == to``, mover ``STONE`` and as victim its *urgency* (0: quiet; ``tables.urgency``).
``PASS`` and ``POINT_OUT`` (the claim that Black's last stone was forbidden) are moves to points that no board has.
"""

from __future__ import annotations

from typing import Any

from engine.core.contract import state_dtype
from engine.core.keys import zobrist
from engine.core.raw import record_at, stack_of
from engine.games.gomoku.patterns import CLASSES, REACH
from engine.games.gomoku.rules import LARGEST

POINTS = LARGEST * LARGEST
LINES = 6 * LARGEST - 2
PASS, POINT_OUT = POINTS, POINTS + 1
CELLS = POINTS + 2
MAX_MOVES = POINTS + 1

STONE = 1  #: the mover of every move
STRONG, FOUR, WINNING, DECISIVE = 2, 3, 4, 5  #: urgency
KINDS = 5
#: A stone is worth more than any urgency, so that the search asks ``see`` about every urgent move.
PIECE_VALUES = (0, 1000, 20, 150, 300, 500)
NEAR_DISTANCE = 2
#: Three sets of columns for each row of the board, in one word: where Black and where White would make an open three or more,
#: and where either would make a two or more. Here: the shift of each set; a set has LARGEST bits.
HOT_BLACK, HOT_WHITE, WORTH = 0, LARGEST, 2 * LARGEST
ROW_MASK = (1 << LARGEST) - 1
EVERY_SET = 1 << HOT_BLACK | 1 << HOT_WHITE | 1 << WORTH  #: column 0 of each set

#: near : by row, the columns within two points of a stone. sets : by row, see above. lines : the stones, see above.
#: shapes : by point, four bits for each direction, Black in the low half; 0 where a stone lies.
#: classes : by point, Black's class in the low, White's in the high four bits; 0 where a stone lies.
#: counts : points of each class by colour. last : point of the last stone, -1 if unknown or after a pass.
#: outcome : the result code, 0 while the game goes on. shape : what made the last stone forbidden, 0 if it was not.
#: passes : passes just before, -1 after a claim. run : fours in a row by Black in the low, by White in the high byte.
#: size, rule, forbidden, opening, may_pass, max_moves : the options.
#: The fields from ``lines`` on are used as far as the board's size needs; a move copies no more (``board.copy_row``).
STATE = state_dtype(
    [
        ("counts", "i2", (2, CLASSES)),
        ("sets", "u8", (LARGEST,)),
        ("stones", "i2"),
        ("last", "i2"),
        ("outcome", "i4"),
        ("max_moves", "i2"),
        ("size", "i1"),
        ("rule", "i1"),
        ("forbidden", "i1"),
        ("opening", "i1"),
        ("may_pass", "i1"),
        ("passes", "i1"),
        ("shape", "i1"),
        ("spare", "i1"),
        ("run", "u2"),
        ("near", "u4", (LARGEST,)),
        ("lines", "u8", (LINES,)),
        ("shapes", "u4", (POINTS,)),
        ("classes", "u1", (POINTS,)),
    ]
)

rows = stack_of(STATE)  #: ``(memory) -> states``, for kernels
state_at = record_at(STATE)  #: ``(address) -> state``
ROW_BYTES = STATE.itemsize
_FIELDS: Any = STATE.fields
NEAR_ROWS, COUNTS, SETS, STONES, SHAPES, MARKS = (
    _FIELDS[name][1] for name in ("near", "counts", "sets", "lines", "shapes", "classes")
)

#: Rule option -> field of the record.
ROW_OPTIONS = {
    "size": "size",
    "rule": "rule",
    "forbidden": "forbidden",
    "opening": "opening",
    "pass": "may_pass",
    "max_moves": "max_moves",
}

_SEED = 0x676F6D6F6B75
STONE_KEYS = zobrist(_SEED, 2, POINTS)  #: [colour, point]
SIDE_KEY, PASS_KEY, SHAPE_KEY = zobrist(_SEED + 1, 3)

assert LARGEST + 2 * REACH <= 32 and WORTH + LARGEST <= 63 and COUNTS % 8 == STONES % 8 == 0 and len(PIECE_VALUES) == KINDS + 1
