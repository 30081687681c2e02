"""The state record, phases, results and hash keys of fangqi; points and regions are those of ``geometry``.

A move is one step of a turn, in the common layout of ``core.contract``: ``mover`` tells what it does, ``victim`` is what the
regions that it makes are worth (0: none, then the move is quiet), captures have ``origin`` :data:`BOX`.
"""

from __future__ import annotations

from engine.core import contract
from engine.core.keys import zobrist
from engine.core.raw import stack_of
from engine.games.fangqi.geometry import MOST_GAIN, MOST_VALUE, POINTS

WHITE, BLACK = 0, 1

# --- moves --------------------------------------------------------------------------------------------------------------

PLACE, STEP, CAPTURE = 1, 2, 3  #: what a move does, in its field ``mover``
BOX = POINTS  #: ``origin`` of a capture, so that histories tell it from a placement
CELLS = POINTS + 1
KINDS = MOST_GAIN  #: victims are the value of what is made
MAX_MOVES = 240  #: 29 balls with eight steps each
UNIT = 100  #: score units of one bonus ball or capture
PIECE_VALUES = tuple(UNIT * value for value in range(KINDS + 1))

# --- phases and results -------------------------------------------------------------------------------------------------

PHASES = "PCKXYM"  #: letters of the position string; the index is the phase
PLACING, CORNER, CORNER_MADE, FIRST_CAPTURE, SECOND_CAPTURE, MOVING = range(6)

REASONS = ("", "too-few", "blocked", "repetition", "quiet-limit")
TOO_FEW, BLOCKED, REPEATED, QUIET = range(1, 5)

OPEN_CORNERS, OPEN_TAKE, OPEN_FREE = range(3)  #: the option ``opening``

# --- record -------------------------------------------------------------------------------------------------------------

#: balls : by side. spent : regions that are spent for each side; equal under ``scope=place``. body : the part of the key that
#: balls and spent regions make. quiet : ordinary moves since the last capture. due : bonus balls or captures that the player
#: still has to carry out. mark : side of the position string's field, -1 for none. The rest are the options; limit: balls a side.
STATE = contract.state_dtype(
    [
        ("balls", "u8", 2),
        ("spent", "u8", 2),
        ("body", "u8"),
        ("quiet", "i4"),
        ("quiet_limit", "i4"),
        ("phase", "u1"),
        ("due", "u1"),
        ("mark", "i1"),
        ("opening", "u1"),
        ("first", "u1"),
        ("scope", "u1"),
        ("keep", "u1"),
        ("king", "u1"),
        ("repetition", "u1"),
        ("limit", "u1"),
        ("minimum", "u1"),
        ("spare", "u1", 5),
    ]
)
ROW_OPTIONS = {
    "opening": "opening",
    "first": "first",
    "scope": "scope",
    "keep": "keep",
    "steps": "king",
    "quiet_limit": "quiet_limit",
    "repetition": "repetition",
    "balls": "limit",
    "minimum": "minimum",
}

rows = stack_of(STATE)  #: ``(memory) -> states``, for kernels

# --- hash keys ----------------------------------------------------------------------------------------------------------

_SEED = 0x66616E67
BALL_KEYS = zobrist(_SEED, 2, POINTS)  #: [side, point]
SPENT_KEYS = zobrist(_SEED + 1, 2, 64)  #: [side, region]; side 0 under ``scope=place``
DUE_KEYS = zobrist(_SEED + 2, 2 * MOST_VALUE)
TURN_KEYS = zobrist(_SEED + 3, 6, 3, 2)  #: [phase, mark + 1, player]
