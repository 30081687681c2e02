"""The record of a position: a mailbox of 261 cells (the corner board uses the first 100), the cells of each owner, counters.

Piece kinds are 1..8 in the order K A B N R C P S; a code is ``kind | owner << 4``, owner 4 is an inert piece of a fallen colour.
Moves have the common layout of ``core.contract``; a victim may belong to either enemy or to nobody.
"""

from __future__ import annotations

import numpy as np

from engine.core.contract import state_dtype
from engine.core.keys import zobrist
from engine.core.raw import stack_of
from engine.games.cross.geometry import CELLS, SEATS
from engine.games.cross.lines import WORDS

LETTERS = " KABNRCPS"
CHINESE = "・将士象马车炮兵兵"
KING, ADVISER, ELEPHANT, HORSE, CHARIOT, CANNON, PAWN, SIDE_PAWN = range(1, 9)
KINDS = 8
INERT = 4  #: owner of the pieces of a fallen colour that stay
ARMY = 5  #: owners

UNIFIED, OWN, SHARED = 0, 1, 2
COMMANDS = ("unified", "own", "shared")
MATE_ONE, MATE_BOTH, CAPTURE_BOTH = 0, 1, 2
END_RULES = ("mate-one", "mate-both", "capture-both")

REASONS = (
    "none", "checkmate", "stalemate", "capture", "fallen", "perpetual-check", "repetition", "no-capture", "move-limit",
)  # fmt: skip
MATED, STALEMATED, CAPTURED, FALLEN, PERPETUAL, REPEATED, NO_CAPTURE, MOVE_LIMIT = range(1, 9)

#: A bound on the moves of any position: n pieces of a side with at most 36 moves each (a chariot on the cross), the other 261 - n
#: points each the target of at most 8 moves along lines, 8 of horses, 4 of advisers or elephants: both meet at n = 93.
MAX_MOVES = 3392

#: sets : the cells of each owner, words ``[owner * WORDS + word]``.
#: body : hash of the pieces. king : cell of each living general, -1.
#: quiet, plies, alive : fields of the position string; quiet_limit, ply_limit : the options, with 0 replaced.
#: over, loser : the reason why the game is decided (0: it is not), the alliance that has lost.
STATE = state_dtype(
    [
        ("sets", "u8", (ARMY * WORDS,)),
        ("body", "u8"),
        ("last_move", "i8"),
        ("quiet", "i4"),
        ("plies", "i4"),
        ("quiet_limit", "i4"),
        ("ply_limit", "i4"),
        ("king", "i2", (SEATS,)),
        ("alive", "i1"),
        ("over", "i1"),
        ("loser", "i1"),
        ("variant", "i1"),
        ("command", "i1"),
        ("end_rule", "i1"),
        ("stay", "i1"),
        ("perpetual", "i1"),
        ("board", "i1", (CELLS,)),
        ("spare", "i1", (3,)),
    ]
)
ROW_OPTIONS = {
    "Command": "command",
    "EndRule": "end_rule",
    "DeadPieces": "stay",
    "PerpetualCheck": "perpetual",
    "NoCaptureLimit": "quiet_limit",
    "MoveLimit": "ply_limit",
}

rows = stack_of(STATE)  #: ``(memory) -> states``, for kernels

_SEED = 0x73696A69616F
TURN_KEYS = zobrist(_SEED, SEATS)
ALIVE_KEYS = zobrist(_SEED + 1, 1 << SEATS)
PIECE_SALT = np.uint64(_SEED << 16)  #: a piece's key is mixed from its code and cell: a table would have 80 x 261 words
