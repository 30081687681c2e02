"""The state record, kinds, reasons and hash keys of four-player xiangqi with palace and throne; points are those of the cross.

A move has the common layout of ``core.contract``; ``mover`` and ``victim`` are kinds without owner. A move that takes the crown
from the empty throne is noisy: it carries ``contract.NOISY_BIT``.
"""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.keys import zobrist
from engine.core.raw import stack_of
from engine.games.cross.geometry import CELLS, SEATS
from engine.games.cross.lines import WORDS

# --- pieces -------------------------------------------------------------------------------------------------------------

KING, ADVISER, ELEPHANT, HORSE, CHARIOT, CANNON, PAWN, GARRISON, CROWNED = range(1, 10)
KINDS = 9
LETTERS = " KABNRCPTW"  #: index: kind
CHINESE = " 将士象马车炮兵屯王"
NOBODY = 4  #: the owner of the garrison
GARRISON_CODE = GARRISON | NOBODY << 4
WHOLE = 8  #: garrison pieces of the whole wall
#: Score units; a fallen general takes the rest of its army along, which the evaluation sees by itself.
PIECE_VALUES = (0, 1500, 120, 120, 320, 650, 330, 100, 0, 500)

#: No position has more moves. With ``n`` pieces of at most 8 moves, ``s`` chariots and cannons of at most 4 captures each, ``c``
#: enemies and ``e`` empty points, of which each is reached by at most 4 chariots or cannons without a capture, the moves are at
#: most 8 min(n, e + c) + 4 e + 4 s, and n + s + e + c = 261: no more than 1564.
MAX_MOVES = 1600

# --- record -------------------------------------------------------------------------------------------------------------

#: sets : by owner, five words each, the cells of its pieces (owner 4: the garrison). body : the key of all pieces.
#: board : codes ``kind | owner << 4``. king : the cell of each seat's general, -1 for a fallen seat. crown : the cell of the
#: crown bearer, -1 without a king. quiet, plies : the position string's counters. quiet_limit, ply_limit, mate : the options;
#: ``mate`` is 1 under ``CheckRule mate``. alive : bit set of seats. over : the reason why the game is decided, 0 if it is not.
#: wall : garrison pieces that stand.
STATE = contract.state_dtype(
    [
        ("sets", "u8", (5 * WORDS,)),
        ("body", "u8"),
        ("last_move", "i8"),
        ("quiet", "i4"),
        ("plies", "i4"),
        ("quiet_limit", "i4"),
        ("ply_limit", "i4"),
        ("king", "i2", (SEATS,)),
        ("crown", "i2"),
        ("alive", "i1"),
        ("over", "i1"),
        ("mate", "i1"),
        ("wall", "i1"),
        ("board", "i1", (CELLS,)),
        ("spare", "i1", (5,)),
    ]
)
ROW_OPTIONS = {"CheckRule": "mate", "NoCaptureLimit": "quiet_limit", "MoveLimit": "ply_limit"}

rows = stack_of(STATE)  #: ``(memory) -> states``, for kernels

# --- hash keys ----------------------------------------------------------------------------------------------------------

_SEED = 0x736972656E
TURN_KEYS = zobrist(_SEED, SEATS)
ALIVE_KEYS = zobrist(_SEED + 1, 1 << SEATS)
CROWN_KEYS = zobrist(_SEED + 2, CELLS + 1)  #: [crown + 1]
PIECE_SALT = np.uint64(_SEED << 20)  #: a piece's key is mixed from its code and cell: a table would have 80 x 261 words
