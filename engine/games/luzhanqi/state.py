"""The state record, piece and move codes, results and hash keys of army chess with hidden kinds.

A row holds the truth, or one seat's view: then pieces that the seat does not know have the kind ``UNKNOWN``. A piece is a byte:
kind (1 marshal .. 12 flag, 13 unknown) in bits 0-3, owner in bits 4-5, "publicly known" in bit 6; 0 is an empty point.

Moves are in the common layout of ``core.contract``. ``mover`` says only that a piece moves and ``victim`` that somebody stands on
the target, for a move must be the same number whatever the hidden kinds are. What the referee announces stands above bit 31:

=====  ==========================================================================================================
bits   content
=====  ==========================================================================================================
32-34  result code of a fight: 0 none, WIN ``x``, LOSS ``o``, BOTH ``=``, BOUNCE ``~``
35     a flag was removed (``#``)
36-44  1 + point of a flag that is shown (``!``), 0 if none
45-53  the same for a second flag
54-57  kind of the piece on the end point (``?``), 0 if it is not told
61     a placement that the viewer does not see (``@-``)
62     a placement: bits 0-59 are its number, see ``placement``
=====  ==========================================================================================================

Legal moves as generated carry no announcements.
"""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.jit import inline_leaf, leaf
from engine.core.keys import mix64
from engine.core.raw import stack_of
from engine.games.luzhanqi.geometry import MOST_POINTS

# --- pieces -------------------------------------------------------------------------------------------------------------

LETTERS = "?abcdefghijklx"  #: kind -> letter
MARSHAL, GENERAL, DIVISION, BRIGADE, REGIMENT, BATTALION, COMPANY, PLATOON, ENGINEER, MINE, BOMB, FLAG = range(1, 13)
UNKNOWN = 13
COUNTS = (0, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 2, 1)  #: pieces of each kind in an army
KIND, OWNER_SHIFT, OWNER, KNOWN = 15, 4, 48, 64

# --- moves --------------------------------------------------------------------------------------------------------------

MOVE, EXIT = 1, 2  #: field ``mover``: a piece moves; a seat leaves the game (``0000``)
SOMEBODY = 1  #: field ``victim``
WIN, LOSS, BOTH, BOUNCE = 1, 2, 3, 4
CODES = " xo=~"
CODE_SHIFT, HASH_SHIFT, FLAG1_SHIFT, FLAG2_SHIFT, SCOUT_SHIFT = 32, 35, 36, 45, 54
POINT_FIELD = 511
PLACEMENT, HIDDEN_PLACEMENT = 1 << 62, 1 << 61
BARE = 0xFFFFFFFF  #: the part of a move that its maker says
LEAVE = EXIT << contract.MOVER_SHIFT  #: the move ``0000``
MAX_MOVES = 1024  #: 25 pieces; at most 76 targets from one point
KINDS = 12
CELLS = MOST_POINTS

# --- results ------------------------------------------------------------------------------------------------------------

REASONS = ("", "flag", "no-moves", "no-contact", "eliminated")
FLAG_TAKEN, NO_MOVES, NO_CONTACT, ELIMINATED = range(1, 5)
TRUTH, SPECTATOR = -2, -1  #: field ``view`` where it is no seat

# --- record -------------------------------------------------------------------------------------------------------------

GONE, UNSEEN = -1, -2  #: field ``flag_at``
#: last : the move that led here, with its announcements. flag_at : point of each seat's flag, GONE or UNSEEN. quiet : plies since
#: a removal. ply : as in the position string; below ``seats`` the seats place. view : the seat that the row is shown to, TRUTH or
#: SPECTATOR. out : bit set of seats. board : geometry's TWO or FOUR. The rest are the options.
STATE = contract.state_dtype(
    [
        ("last", "i8"),
        ("piece", "u1", 136),
        ("flag_at", "i2", 4),
        ("quiet", "i4"),
        ("ply", "i4"),
        ("limit", "i4"),
        ("board", "u1"),
        ("seats", "u1"),
        ("view", "i1"),
        ("out", "u1"),
        ("mine_hit", "u1"),
        ("flag_reveal", "u1"),
        ("scout", "u1"),
        ("mover_loses", "u1"),
        ("info_mode", "u1"),
        ("first_seat", "u1"),
        ("spare", "u1", 2),
    ]
)
ROW_OPTIONS = {
    "MineHit": "mine_hit",
    "EngineerScout": "scout",
    "FlagReveal": "flag_reveal",
    "NoContactPlies": "limit",
    "NoContactResult": "mover_loses",
    "InfoMode": "info_mode",
    "FirstSeat": "first_seat",
}
HIT_BOUNCE, HIT_ATTACKER, HIT_BOTH = 0, 1, 2
FOUR_DARK, DOUBLE_OPEN, ALL_OPEN = 0, 1, 2

rows = stack_of(STATE)  #: ``(memory) -> states``, for kernels

# --- hash keys ----------------------------------------------------------------------------------------------------------

_SALT, _PUBLIC, _TURN = np.uint64(0x6C7A71), np.uint64(0x707562 << 32), np.uint64(0x7475726E << 24)


@leaf
def piece_key(point, piece):
    """The share of a piece in ``key``."""
    return mix64(_SALT + np.uint64((point << 7) | piece)) if piece != 0 else np.uint64(0)


@leaf
def public_key(point, piece):
    """Its share in ``structure_key``, which is what everybody sees: owners, and kinds that are known."""
    seen = piece if piece & KNOWN != 0 else (piece & OWNER) | UNKNOWN
    return mix64(_PUBLIC + np.uint64((point << 7) | seen)) if piece != 0 else np.uint64(0)


@inline_leaf
def turn_key(player, out, placing):
    """The share of the seat to act, the seats that are out, and the ply while seats place."""
    return mix64(_TURN + np.uint64(player | (out << 3) | (placing << 8)))


@leaf
def put(state, point, piece):
    """Let ``piece`` (0: nobody) stand on ``point``."""
    old = np.int64(state["piece"][point])
    state["piece"][point] = piece
    state["key"] ^= piece_key(point, old) ^ piece_key(point, piece)
    state["structure_key"] ^= public_key(point, old) ^ public_key(point, piece)


@inline_leaf
def placing_of(state):
    """1 + the ply while seats place, then 0."""
    ply = np.int64(state["ply"])
    return ply + 1 if ply < np.int64(state["seats"]) else np.int64(0)


@inline_leaf
def owner_of(piece):
    """The seat of a piece."""
    return (piece & OWNER) >> OWNER_SHIFT


@inline_leaf
def is_foe(board, a, b):
    """Whether two seats are enemies: the other one of two, the neighbours of four."""
    return a != b if board == 0 else ((a ^ b) & 1) != 0


@inline_leaf
def sees(state, viewer, owner):
    """Whether ``viewer`` knows the kinds of ``owner``'s army: its own, and from the first move on those that the mode opens."""
    if viewer == owner or viewer == TRUTH:
        return True
    mode = np.int64(state["info_mode"])
    if mode == FOUR_DARK or np.int64(state["ply"]) < np.int64(state["seats"]):
        return False
    return mode == ALL_OPEN or (viewer >= 0 and ((viewer ^ owner) & 1) == 0)
