"""The state record, kinds, reasons and hash keys of four-player xiangqi with palace and throne; points are those of the cross.

A move has the common layout of ``core.contract``; ``mover`` and ``victim`` are kinds without owner. A move that takes the crown
from the empty throne is noisy: it carries ``contract.NOISY_BIT``.
"""

from __future__ import annotations

import numpy as np

from engine.core.keys import zobrist
from engine.core.raw import stack_of
from engine.games.cross import kinds
from engine.games.cross.geometry import CELLS, SEATS
from engine.games.cross.record import record

# --- pieces -------------------------------------------------------------------------------------------------------------

KING, ADVISER, ELEPHANT, HORSE, CHARIOT, CANNON, PAWN, GARRISON = kinds.NUMBERS
CROWNED = 9
NOBODY = kinds.NOBODY  #: the owner of the garrison
KINDS = 9
LETTERS = " KABNRCPTW"  #: index: kind
CHINESE = " 将士象马车炮兵屯王"
GARRISON_CODE = GARRISON | NOBODY << 4
WHOLE = 8  #: garrison pieces of the whole wall
#: Score units; a fallen general takes the rest of its army along, which the evaluation sees by itself.
PIECE_VALUES = (0, 1500, 120, 120, 320, 650, 330, 100, 0, 500)

#: No position has more moves. With ``n`` pieces of at most 8 moves, ``s`` chariots and cannons of at most 4 captures each, ``c``
#: enemies and ``e`` empty points, of which each is reached by at most 4 chariots or cannons without a capture, the moves are at
#: most 8 min(n, e + c) + 4 e + 4 s, and n + s + e + c = 261: no more than 1564.
MAX_MOVES = 1600

# --- record -------------------------------------------------------------------------------------------------------------

#: Beside what ``cross.record`` says: crown : the cell of the crown bearer, -1 without a king. mate : 1 under ``CheckRule mate``.
#: wall : garrison pieces that stand.
STATE = record(("crown",), ("mate", "wall"))
ROW_OPTIONS = {"CheckRule": "mate", "NoCaptureLimit": "quiet_limit", "MoveLimit": "ply_limit"}

rows = stack_of(STATE)  #: ``(memory) -> states``, for kernels

# --- hash keys ----------------------------------------------------------------------------------------------------------

_SEED = 0x736972656E
TURN_KEYS = zobrist(_SEED, SEATS)
ALIVE_KEYS = zobrist(_SEED + 1, 1 << SEATS)
CROWN_KEYS = zobrist(_SEED + 2, CELLS + 1)  #: [crown + 1]
PIECE_SALT = np.uint64(_SEED << 20)
