"""The state record, kinds and hash keys of the war of the four kingdoms; points are those of the cross.

A move has the common layout of ``core.contract``; ``mover`` and ``victim`` are kinds without owner.
"""

from __future__ import annotations

import numpy as np

from engine.core.keys import zobrist
from engine.core.raw import stack_of
from engine.games.cross import kinds
from engine.games.cross.geometry import SEATS
from engine.games.cross.record import record

KING, ADVISER, ELEPHANT, HORSE, CHARIOT, CANNON, PAWN, SHIELD = kinds.NUMBERS
NOBODY = kinds.NOBODY  #: the owner of inert pieces
KINDS = 8
LETTERS = " KABNRCPD"  #: index: kind
CHINESE = " 将士象马车炮兵盾"
#: Score units; a fallen general takes the rest of its army along, which the evaluation sees by itself.
PIECE_VALUES = (0, 1500, 130, 130, 400, 650, 430, 180, 450)

#: No position has more moves. Cannons take over any number of frame pieces: on each of the 18 lines through the frame at most 20
#: pairs of an own and an enemy piece stand inside it, 40 with one of them outside (two pieces on each side count), 10 outside
#: only, and 9 on each of the 20 other lines: 1440 captures. Chariots, shields, pawns and cannons reach each empty point from at
#: most four sides and take at most four pieces each: 4 * 261. Horses make 16 moves inside the frame, where with n of them at
#: most 81 - n points are targets, 8 outside: 640 + 720. Nothing else makes more than 4.
MAX_MOVES = 3900

# --- record -------------------------------------------------------------------------------------------------------------

#: Beside what ``cross.record`` says: fallen : seats that have fallen, each plus 1 in three bits, the first one lowest. mate, ffa,
#: stay, links : the options.
STATE = record(("fallen",), ("mate", "ffa", "stay", "links"))
ROW_OPTIONS = {
    "Teams": "ffa",
    "CheckRule": "mate",
    "DeadPieces": "stay",
    "CornerLinks": "links",
    "NoCaptureLimit": "quiet_limit",
    "MoveLimit": "ply_limit",
}

rows = stack_of(STATE)  #: ``(memory) -> states``, for kernels

# --- hash keys ----------------------------------------------------------------------------------------------------------

_SEED = 0x736967756F
TURN_KEYS = zobrist(_SEED, SEATS)
ALIVE_KEYS = zobrist(_SEED + 1, 1 << SEATS)
FALLEN_KEYS = zobrist(_SEED + 2, 1 << 12)  #: the order of falling: it decides points, and nothing that falls comes back
PIECE_SALT = np.uint64(_SEED << 20)
