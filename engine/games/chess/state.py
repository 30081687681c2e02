"""The state record of chess, piece codes and hash tables.

Cells are numbered ``8 * rank + file`` from White's left, so that bit ``i`` of a set is cell ``i``::

    8  56 57 58 59 60 61 62 63
    7  48 49 50 51 52 53 54 55
    6  40 41 42 43 44 45 46 47
    5  32 33 34 35 36 37 38 39
    4  24 25 26 27 28 29 30 31
    3  16 17 18 19 20 21 22 23
    2   8  9 10 11 12 13 14 15
    1   0  1  2  3  4  5  6  7
        a  b  c  d  e  f  g  h

Moves have the layout of ``core.contract``. Castling is "king takes own rook": origin the king's cell, to the rook's, victim 0.
"""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.keys import zobrist
from engine.core.raw import stack_of

# --- pieces -------------------------------------------------------------------------------------------------------------

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = 1, 2, 3, 4, 5, 6
KINDS = 6
LETTERS = " pnbrqk"  #: index = kind
WHITE, BLACK = 0, 1
BLACK_CODE = 8  #: code of a piece on ``board`` = kind + BLACK_CODE * colour

# --- moves --------------------------------------------------------------------------------------------------------------

#: The ``special`` field of a move. A promotion to ``kind`` has ``PROMOTE + kind`` (4..7); to a queen without a capture it also
#: has the noisy bit (15).
PLAIN, CASTLE, EN_PASSANT, DOUBLE_STEP, PROMOTE = 0, 1, 2, 3, 2
NOISY_SPECIAL = 8
SPECIAL_KIND_MASK = 7
MAX_MOVES = 500  #: every empty or enemy cell is reached at most once from each direction by a line piece: at most 8 * 62

# --- rules --------------------------------------------------------------------------------------------------------------

#: Bits of ``rules``.
RULE_KING_CAPTURE = 1  #: win_by=king-capture: check need not be answered, taking the king wins
RULE_ROOK_SAFE = 2  #: castle_rook_safe: the castling rook may not land on an attacked cell
RULE_SEED_MATERIAL = 4  #: insufficient=seed-10.4: only the four endings of the seed's article 10.4 are dead
RULE_CLAIMS_AUTO = 8  #: claims=auto: what could be claimed ends the game at once
RULE_CLAIMS_OFF = 16  #: claims=off: nothing can be claimed

#: kinds : sets of cells by kind, both colours together; index 0 holds all occupied cells, 1..6 pawn to king.
#: colours : sets of cells by colour, WHITE and BLACK.
#: checkers : the enemy pieces that attack the king of the player to act.
#: castling : the rooks that may still castle, at most one on each side of each king (right lost = bit gone).
#: board : code of the piece on each cell, 0 empty; kind + 8 * colour.
#: en_passant : the cell skipped by the last double step if a legal capture on it exists, else -1.
#: rules : RULE_ bits.
#: repetition_claim, repetition_auto : occurrences that can be claimed as a draw, that end the game.
#: halfmove : plies since the last capture or pawn move; fullmove : number of the move, grows after Black's.
#: fifty, seventyfive : limits of ``halfmove`` in plies for a claim and for the automatic draw.
STATE = contract.state_dtype(
    [
        ("kinds", "u8", 7),
        ("colours", "u8", 2),
        ("checkers", "u8"),
        ("castling", "u8"),
        ("board", "i1", 64),
        ("en_passant", "i1"),
        ("rules", "u1"),
        ("repetition_claim", "u1"),
        ("repetition_auto", "u1"),
        ("halfmove", "i2"),
        ("fifty", "i2"),
        ("seventyfive", "i2"),
        ("fullmove", "i4"),
    ]
)

rows = stack_of(STATE)  #: ``(memory) -> states``, for kernels

# --- hash keys ----------------------------------------------------------------------------------------------------------

_SEED = 0x63686573
PIECE_KEYS = zobrist(_SEED, 16, 64)  #: [code of the piece, cell]
CASTLING_KEYS = zobrist(_SEED + 1, 64)  #: [cell of a rook that may castle]
EN_PASSANT_KEYS = zobrist(_SEED + 2, 8)  #: [file of the e.p. cell]
BLACK_KEY = np.uint64(zobrist(_SEED + 3, 1)[0])  #: Black to move
