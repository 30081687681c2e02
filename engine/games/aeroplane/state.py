"""The state record, moves and hash keys of aeroplane chess.

Decisions and rolls are moves in the common layout: ``mover`` tells what it is, ``origin`` and ``to`` are the plane's place
(rolls: the die). While a roll is due the row has ``FLAG_CHANCE``; the die is part of the row behind it.
"""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.keys import zobrist
from engine.core.raw import stack_of
from engine.games.aeroplane.rules import LAST_RING, PLANES, RING, SEATS

# --- moves --------------------------------------------------------------------------------------------------------------

OFF, GO, STAY, PASS, ROLL, LEAVE = range(1, 7)  #: what a move is: take off, go, go without jump, pass, roll, leave the game
KINDS = LEAVE
CELLS = 64
MAX_MOVES = 1 + 2 * PLANES
OFF_CELL, PASS_CELL, LEAVE_CELL = 57, 58, 59
UNIT = 1000  #: score units between an even and a certain chance of two seats

# --- record -------------------------------------------------------------------------------------------------------------

NO_PLANE = 100  #: place of planes that a given position does not have
#: planes : places, 4 * seat + number, ascending for each seat. ring : what stands on each ring square, ``seat + 1 | planes <<
#: 3``. alive : bit set of the seats in the game. die : rolled and waiting, 0 while a roll is due. left : 1 if the last other
#: seat has left the game. sixes, ply : counters of the position string. The rest are the options.
STATE = contract.state_dtype(
    [
        ("planes", "i1", SEATS * PLANES),
        ("ring", "u1", RING),
        ("alive", "u1"),
        ("die", "u1"),
        ("left", "u1"),
        ("over", "u1"),
        ("take_off", "u1"),
        ("void", "u1"),
        ("exact", "u1"),
        ("optional", "u1"),
        ("together", "u1"),
        ("spare", "u1", 3),
        ("sixes", "i4"),
        ("ply", "i4"),
    ]
)
ROW_OPTIONS = {"TakeOff": "take_off", "Sixes": "void", "Finish": "exact", "Jump": "optional", "StackMove": "together"}

rows = stack_of(STATE)  #: ``(memory) -> states``, for kernels

#: [seat, place]: the ring square of a place 1..50; -1 for the others.
SQUARE = np.array(
    [[(13 * seat + place - 1) % RING if 1 <= place <= LAST_RING else -1 for place in range(60)] for seat in range(SEATS)],
    dtype=np.int64,
)
SQUARE.flags.writeable = False

# --- hash keys ----------------------------------------------------------------------------------------------------------

_SEED = 0x66656978
PLANE_KEYS = zobrist(_SEED, SEATS, 128)  #: [seat, place + 1]; the sum over all planes
TURN_KEYS = zobrist(_SEED + 1, SEATS, 8, 4)  #: [player, die, sixes up to 3 where they count]
