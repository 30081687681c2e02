"""The state record, codes and hash keys of the flip game. Points are those of ``engine.games.luzhanqi.geometry`` (board TWO).

A piece is a byte: kind 1 marshal .. 12 flag, plus 16 for black; ``DOWN`` is a face-down piece, 0 an empty point. A move is in the
common layout; ``mover`` is the kind, or :data:`FLIP` with ``origin`` equal to ``to``. What a flip reveals is its code in
``victim``, 0 as long as it is not known: ``make_move`` of such a flip writes a row with ``FLAG_CHANCE``, where
``chance_outcomes`` lists the flip with each piece of the pool. A flip with its piece leads from the row before or from that row
to the same position, so a game that is played knows no chance rows.
"""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.jit import inline_leaf
from engine.core.keys import mix64
from engine.core.raw import stack_of

POINTS = 60
CAMPS = 10
LETTERS = "?ABCDEFGHIJKL???" + "?abcdefghijkl"  #: letter of each code
CODES = 29
MARSHAL, ENGINEER, MINE, BOMB, FLAG = 1, 9, 10, 11, 12
BLACK = 16
KIND = 15
DOWN = 15
FLIP = 13  #: ``mover`` of a flip
SET = (0, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 2, 1)
KINDS = 28
MAX_MOVES = 700
COLOURS = ("red", "black")
REASONS = ("", "flag", "wipeout", "no-moves", "no-progress", "repetition")
FLAG_TAKEN, WIPEOUT, NO_MOVES, NO_PROGRESS, REPEATED = range(1, 6)

#: piece : by point. pool : face-down pieces of each code. alive : face-up and face-down pieces of each code. body : the part of
#: the key that board and pool make. red_seat : the seat that has red, -1 while nobody has a colour. pending : the point of a flip
#: whose piece is due, -1 for none. quiet : plies since a flip or a removal. The rest are the options.
STATE = contract.state_dtype(
    [
        ("body", "u8"),
        ("piece", "u1", 64),
        ("pool", "u1", 32),
        ("alive", "u1", 32),
        ("quiet", "i4"),
        ("ply", "i4"),
        ("no_progress", "i4"),
        ("red_seat", "i1"),
        ("pending", "i1"),
        ("first_flip", "u1"),
        ("any_carrier", "u1"),
        ("hq_lock", "u1"),
        ("repetition", "u1"),
        ("down", "u1"),
        ("spare", "u1", 5),
    ]
)
ROW_OPTIONS = {
    "ColourBy": "first_flip",
    "FlagCarrier": "any_carrier",
    "HQLock": "hq_lock",
    "NoProgressPlies": "no_progress",
    "Repetition": "repetition",
}

rows = stack_of(STATE)  #: ``(memory) -> states``, for kernels

_CELL, _POOL, _TURN = np.uint64(0x666C6970), np.uint64(0x706F6F6C << 16), np.uint64(0x7475726E << 20)


@inline_leaf
def cell_key(point, code):
    """The share of a piece in the key."""
    return mix64(_CELL + np.uint64((point << 5) | code)) if code != 0 else np.uint64(0)


@inline_leaf
def pool_key(code, count):
    """The share of ``count`` face-down pieces of ``code``."""
    return mix64(_POOL + np.uint64((code << 4) | count)) if count != 0 else np.uint64(0)


@inline_leaf
def turn_key(colour, pending):
    """The share of the colour to act (-1: none yet) and of a flip that is due."""
    return mix64(_TURN + np.uint64(((colour + 1) << 8) | (pending + 1)))


@inline_leaf
def colour_of(state):
    """The colour that acts, -1 while nobody has one."""
    red_seat = np.int64(state["red_seat"])
    return np.int64(-1) if red_seat < 0 else np.int64(state["player"]) ^ red_seat
