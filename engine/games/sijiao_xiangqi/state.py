"""The record of a position: a mailbox of 261 cells (the corner board uses the first 100), the cells of each owner, counters.

Piece kinds are 1..8 in the order K A B N R C P S; a code is ``kind | owner << 4``, owner 4 is an inert piece of a fallen colour.
Moves have the common layout of ``core.contract``; a victim may belong to either enemy or to nobody.
"""

from __future__ import annotations

import numpy as np

from engine.core.keys import zobrist
from engine.core.raw import stack_of
from engine.games.cross import ending, kinds
from engine.games.cross.geometry import SEATS
from engine.games.cross.record import record

LETTERS = " KABNRCPS"
CHINESE = "・将士象马车炮兵兵"
KING, ADVISER, ELEPHANT, HORSE, CHARIOT, CANNON, PAWN, SIDE_PAWN = kinds.NUMBERS
KINDS = 8
INERT = kinds.NOBODY  #: owner of the pieces of a fallen colour that stay

UNIFIED, OWN, SHARED = 0, 1, 2
COMMANDS = ("unified", "own", "shared")
MATE_ONE, MATE_BOTH, CAPTURE_BOTH = 0, 1, 2
END_RULES = ("mate-one", "mate-both", "capture-both")

REASONS = (*ending.REASONS, "perpetual-check")
PERPETUAL = len(ending.REASONS)

#: A bound on the moves of any position: n pieces of a side with at most 36 moves each (a chariot on the cross), the other 261 - n
#: points each the target of at most 8 moves along lines, 8 of horses, 4 of advisers or elephants: both meet at n = 93.
MAX_MOVES = 3392

#: Beside what ``cross.record`` says: loser : the alliance that has lost a decided game. variant : the board. command, end_rule,
#: stay, perpetual : the options.
STATE = record((), ("loser", "variant", "command", "end_rule", "stay", "perpetual"))
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
PIECE_SALT = np.uint64(_SEED << 16)
