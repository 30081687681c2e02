"""The numbers of the evaluation: one named table, one ``int32`` vector, one layout.

Almost every number is a pair (middlegame, endgame) in score units, and the evaluation is linear in the pairs. The single numbers
at its end (``danger_*``) feed its one curve, king danger. A tuner reads :data:`TABLE`, changes the vector and hands it to
``evaluate`` with a zeroed scratch: nothing else holds a number that it could fit.

``squares`` is written as board diagrams from the owner's view, the last rank on top, and stored with a1 first.

Material and ``squares`` began as the PeSTO figures of R. Friederich (chessprogramming.org, "PeSTO's Evaluation Function"), the
others as guesses. All were then fitted to quiet positions of games that the program played against itself, by the squared error
of the expected score, towards one quarter the game's result and three quarters the score of a short search, with a pull back to
where they began.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

# --- squares ------------------------------------------------------------------------------------------------------------

#: kind -> (middlegame, endgame) diagram.
# fmt: off
_SQUARES = {
    "pawn": (
        (
               0,    0,    0,    0,    0,    0,    0,    0,
              98,  134,   61,   95,   68,  126,   34,  -11,
              -5,    7,   25,   32,   63,   55,   25,  -18,
             -13,   10,    6,   21,   23,   11,   20,  -21,
             -24,   -6,   -1,   11,   16,    7,    7,  -27,
             -22,   -5,   -5,  -12,    3,    3,   33,  -13,
             -31,    0,  -19,  -23,  -16,   22,   37,  -20,
               0,    0,    0,    0,    0,    0,    0,    0,
        ),
        (
               0,    0,    0,    0,    0,    0,    0,    0,
             177,  173,  158,  134,  147,  132,  165,  187,
              94,  100,   85,   67,   55,   52,   82,   85,
              30,   24,   14,    6,   -2,    3,   18,   17,
              16,    9,   -2,   -8,   -8,   -8,    3,   -1,
               6,    7,   -6,    1,    0,   -4,   -4,   -8,
              15,    8,    9,   10,   12,   -1,    1,   -7,
               0,    0,    0,    0,    0,    0,    0,    0,
        ),
    ),
    "knight": (
        (
            -167,  -89,  -34,  -49,   61,  -97,  -15, -107,
             -73,  -41,   71,   36,   23,   62,    7,  -17,
             -47,   59,   37,   65,   84,  128,   72,   44,
              -9,   19,   19,   51,   35,   67,   18,   22,
             -11,    4,   17,   15,   28,   20,   21,   -6,
             -22,   -7,    7,    8,   20,   16,   24,  -16,
             -29,  -53,  -13,   -2,    2,   17,  -14,  -17,
            -105,  -20,  -58,  -33,  -16,  -27,  -23,  -23,
        ),
        (
             -58,  -38,  -13,  -28,  -31,  -27,  -63,  -99,
             -25,   -8,  -25,   -2,   -9,  -25,  -24,  -52,
             -24,  -20,   10,    9,   -1,   -9,  -19,  -41,
             -17,    4,   22,   22,   22,   10,    7,  -18,
             -18,   -6,   16,   25,   16,   17,    4,  -18,
             -23,   -3,   -1,   15,   10,   -4,  -20,  -22,
             -42,  -20,  -11,   -5,   -1,  -20,  -23,  -44,
             -29,  -51,  -23,  -15,  -22,  -18,  -50,  -64,
        ),
    ),
    "bishop": (
        (
             -29,    4,  -82,  -37,  -25,  -42,    7,   -8,
             -26,   16,  -18,  -13,   30,   59,   18,  -47,
             -15,   37,   42,   39,   35,   50,   36,   -2,
              -4,    7,   18,   50,   35,   36,    8,   -2,
              -6,   13,   13,   25,   34,   13,    9,    4,
               0,   16,   14,   15,   11,   27,   18,    9,
               4,   12,   15,    1,    8,   22,   35,    1,
             -32,   -3,   -9,  -21,  -13,  -13,  -39,  -20,
        ),
        (
             -14,  -21,  -11,   -8,   -7,   -9,  -17,  -24,
              -8,   -4,    7,  -12,   -3,  -13,   -4,  -14,
               2,   -8,    0,   -1,   -2,    6,    0,    4,
              -3,    9,   12,    9,   14,   10,    3,    2,
              -6,    3,   13,   19,    7,   10,   -3,   -9,
             -12,   -2,    8,   10,   14,    2,   -7,  -15,
             -14,  -18,   -7,   -1,    4,   -9,  -15,  -27,
             -23,   -9,  -22,   -5,   -9,  -16,   -5,  -17,
        ),
    ),
    "rook": (
        (
              32,   42,   32,   51,   63,    9,   31,   43,
              27,   32,   58,   61,   80,   67,   26,   44,
              -5,   19,   25,   36,   17,   45,   61,   16,
             -23,  -10,    7,   26,   24,   35,   -8,  -19,
             -36,  -26,  -12,   -1,    9,   -7,    6,  -23,
             -44,  -24,  -16,  -17,    2,   -1,   -4,  -32,
             -43,  -16,  -20,   -9,    0,   10,   -6,  -71,
             -17,  -13,   -1,   15,   14,    4,  -35,  -22,
        ),
        (
              13,   10,   18,   15,   12,   12,    8,    5,
              12,   13,   13,   10,   -3,    3,    8,    3,
               7,    7,    7,    5,    4,   -3,   -5,   -3,
               5,    4,   13,    1,    2,    1,   -1,    2,
               3,    6,    8,    4,   -5,   -6,   -8,  -11,
              -4,    1,   -4,   -1,   -7,  -12,   -8,  -16,
              -6,   -6,    0,    1,   -9,  -10,  -11,   -3,
              -7,    2,    2,   -2,   -7,  -13,    5,  -19,
        ),
    ),
    "queen": (
        (
             -28,    0,   29,   12,   59,   44,   43,   45,
             -24,  -38,   -5,    1,  -16,   57,   28,   54,
             -13,  -17,    6,    8,   29,   56,   47,   56,
             -27,  -26,  -15,  -16,   -1,   18,   -2,    1,
             -10,  -26,   -8,  -10,   -1,   -4,    3,   -4,
             -15,    1,  -10,   -2,   -6,    0,   14,    5,
             -35,   -7,   11,    0,    8,   14,   -3,    1,
              -1,  -18,   -9,    8,  -14,  -25,  -31,  -50,
        ),
        (
              -9,   22,   22,   27,   27,   19,   10,   20,
             -17,   20,   32,   41,   58,   25,   30,    0,
             -20,    6,    9,   49,   47,   35,   19,    9,
               3,   22,   24,   45,   57,   40,   57,   36,
             -18,   28,   19,   47,   31,   34,   39,   23,
             -16,  -27,   15,    6,    9,   17,   10,    5,
             -22,  -23,  -31,  -16,  -16,  -23,  -36,  -32,
             -33,  -28,  -22,  -44,   -5,  -32,  -20,  -41,
        ),
    ),
    "king": (
        (
             -65,   23,   16,  -15,  -56,  -34,    2,   13,
              29,   -1,  -20,   -7,   -8,   -4,  -38,  -29,
              -9,   24,    2,  -16,  -20,    6,   22,  -22,
             -17,  -20,  -12,  -27,  -30,  -25,  -14,  -36,
             -49,   -1,  -27,  -39,  -46,  -44,  -33,  -51,
             -14,  -14,  -22,  -47,  -44,  -30,  -15,  -27,
               1,    7,   -7,  -62,  -42,  -15,    9,    7,
             -15,   36,   12,  -53,    3,  -26,   22,   13,
        ),
        (
             -74,  -35,  -18,  -18,  -11,   15,    4,  -17,
             -12,   17,   14,   17,   17,   38,   23,   11,
              10,   17,   23,   15,   20,   45,   44,   13,
              -8,   22,   24,   27,   26,   33,   26,    3,
             -18,   -4,   21,   24,   27,   23,   10,  -11,
             -19,   -3,   11,   20,   23,   17,    7,   -8,
             -27,  -11,    4,   13,   14,    4,   -6,  -17,
             -53,  -33,  -21,  -11,  -29,  -14,  -25,  -44,
        ),
    ),
}
# fmt: on


def _square_pairs() -> np.ndarray:
    """``int[6, 64, 2]``, first cell a1."""
    diagrams = np.array(list(_SQUARES.values()), dtype=np.int32)  # kind, phase, cell from a8 on
    return np.moveaxis(diagrams.reshape(6, 2, 8, 8)[:, :, ::-1].reshape(6, 2, 64), 1, 2)


# --- pairs --------------------------------------------------------------------------------------------------------------

#: name -> (middlegame numbers, endgame numbers); a bare number has no axis. Axes named "rank" count from the owner's first rank,
#: "kind" from pawn to queen, "distance" in king moves, "edge" is the distance of a file from the nearer edge.
# fmt: off
_PAIRS = {
    # Material of pawn, knight, bishop, rook, queen.
    "material": ((76, 302, 333, 418, 1008), (108, 330, 353, 616, 1065)),
    # Attacked cells that no enemy pawn guards and no own king or low or blocked pawn fills.
    "mobility_knight": ((-33, -18, -9, -4, -2, 3, 6, 14, 13), (-38, -24, -11, -4, 5, 6, 13, 14, 4)),
    "mobility_bishop": (
        (-30, -15, -6, -5, 1, 5, 11, 8, 9, 12, 13, 20, 23, 23),
        (-48, -30, -14, -4, 5, 11, 10, 13, 12, 16, 15, 15, 20, 20),
    ),
    "mobility_rook": (
        (-32, -19, -8, -7, 0, -1, -1, 1, 5, 9, 8, 10, 7, 13, 16),
        (-45, -32, -13, -3, 0, 11, 11, 14, 18, 18, 22, 27, 24, 26, 26),
    ),
    "mobility_queen": (
        (-20, -12, -6, -7, -7, -10, -10, -7, -3, -1, -3, -1, 0, 3, 6, 8, 10, 10, 11, 12, 10, 9, 11, 10, 10, 10, 10, 10),
        (-40, -35, -30, -26, -22, -17, -13, -11, -2, 1, 4, 8, 11, 13, 13, 17, 19, 21, 22, 23, 22, 21, 24, 24, 25, 25, 26, 26),
    ),
    "bishop_pair": (19, 40),
    # For each own pawn on the colour of the bishop.
    "bishop_pawns": (-5, -3),
    "minor_behind_pawn": (8, 12),
    # A knight, a bishop on ranks 4-6, guarded by a pawn, out of reach of enemy pawns for good; knights one move away from that.
    "outpost": ((25, 22), (11, 13)),
    "outpost_reach": (12, 4),
    # Rooks on files without own pawns, without any pawns; on the rank next to the last while it is worth being there.
    "rook_file": ((9, 24), (16, 0)),
    "rook_seventh": (-7, 12),
    # Pawns.
    "pawn_isolated": (-2, -8),
    "pawn_backward": (-3, -7),
    "pawn_weak_open": (-9, 0),
    "pawn_doubled": (-7, -20),
    "pawn_phalanx": ((0, 5, 5, 8, 13, 40, 60, 0), (0, -3, 2, 4, 16, 39, 61, 0)),  # rank
    "pawn_supported": ((0, 0, 13, 11, 14, 14, 62, 0), (0, 0, 10, 10, 17, 30, 53, 0)),  # rank
    "pawn_candidate": ((0, -1, 3, -2, 3, 20, 0, 0), (0, 1, 5, 20, 21, 43, 0, 0)),  # rank
    "passed": ((0, 6, -9, -2, 11, 22, 38, 0), (0, 7, 17, 31, 56, 92, 104, 0)),  # rank
    # Times distance to the cell in front of the pawn times (rank - 2).
    "passed_own_king": (0, -7),
    "passed_enemy_king": (-1, 12),
    # The cell in front is empty; it and all beyond are empty and not attacked; the cell in front is guarded.
    "passed_free": ((0, 0, 0, 0, 8, 9, 24, 0), (0, 0, 0, 6, 23, 29, 51, 0)),  # rank
    "passed_safe": ((0, 0, 0, 1, 6, 16, 23, 0), (0, 0, 0, 17, 38, 57, 76, 0)),  # rank
    "passed_guarded": ((0, 0, 0, -1, 0, 14, 18, 0), (0, 0, 0, 7, 14, 23, 32, 0)),  # rank
    # On the king's file and its neighbours: the rank of the own pawn next in front of him (0: none), of the enemy's.
    "shelter": (
        (
            (-15, 19, 21, 9, 3, 8, 0, 0),
            (-18, 16, 13, -5, -1, -6, 0, 0),
            (-5, 17, 13, -6, -5, -12, 1, 0),
            (-12, 9, 6, -1, -4, -16, 1, 0),
        ),
        ((5, -3, -5, 0, 2, 3, 0, 0), (5, 1, -9, -3, 3, 5, 2, 0), (-7, 0, 4, -4, 1, 5, 1, 0), (1, 5, -6, -2, -5, -2, 2, 0)),
    ),  # edge, rank
    "storm": (
        (
            (-7, 0, -32, -21, -13, -8, -12, 0),
            (-3, 1, -24, -8, -13, -1, 4, 0),
            (1, 1, -21, -10, -10, 2, 1, 0),
            (-4, -1, -10, -12, -4, -2, -9, 0),
        ),
        ((-5, 2, 0, 1, 3, 2, 7, 0), (-2, -1, 1, 6, -1, 2, 0, 0), (-1, 2, -2, 1, 2, 2, 2, 0), (-1, 0, 1, 0, 0, -4, 1, 0)),
    ),  # edge, rank
    "storm_blocked": ((0, 0, -8, 2, 4, -1, 0, 0), (0, 0, -5, -12, -9, -2, -4, 0)),  # rank
    # Enemy pieces (by kind) that a minor piece, a rook attacks and that are weak or worth more.
    "threat_minor": ((5, 20, 29, 42, 44), (13, 27, 25, 38, 41)),
    "threat_rook": ((6, 23, 27, 1, 42), (18, 16, 22, 7, 26)),
    "threat_king": (19, 26),
    "hanging": (20, 30),
    "restricted": (4, -2),
    # Enemy pieces attacked by a safe pawn, by a pawn after a safe step.
    "threat_pawn": (68, 39),
    "threat_push": (18, 14),
    "tempo": (27, 16),
}
# fmt: on

# --- single numbers -----------------------------------------------------------------------------------------------------

#: Units of king danger; evaluate turns their sum u > 0 into (u * u >> DANGER_SHIFT, u >> DANGER_END_SHIFT).
_SINGLES = {
    "danger_base": -93,
    # A knight, bishop, rook, queen that attacks the king's zone; each attacked cell next to the king, once for each attacker.
    "danger_attacker": (106, 43, 85, 112),
    "danger_hit": 24,
    # A cell of the zone that is attacked and guarded by king or queen at most.
    "danger_weak": 78,
    # A kind of piece that has a check on a safe cell: knight, bishop, rook, queen.
    "danger_check": (417, 231, 469, 362),
    "danger_no_queen": -407,
}

# --- layout -------------------------------------------------------------------------------------------------------------


class Term(NamedTuple):
    """A row of :data:`TABLE`."""

    name: str
    shape: tuple[int, ...]
    """Of the numbers, or of the pairs (without their axis of length 2)."""
    paired: bool
    offset: int
    """First word in the vector."""
    words: int
    entry: int
    """First entry of the unpacked form, which has one entry for each pair or single number."""

    def read(self, weights: np.ndarray) -> np.ndarray:
        """The view of ``weights`` that holds the term, of ``shape`` (pairs: and 2)."""
        return weights[self.offset : self.offset + self.words].reshape(self.shape + ((2,) if self.paired else ()))


def _lay_out() -> tuple[tuple[Term, ...], np.ndarray]:
    arrays = [("squares", _square_pairs(), True)]
    arrays += [(name, np.stack([np.array(phase) for phase in pair], axis=-1), True) for name, pair in _PAIRS.items()]
    arrays += [(name, np.array(numbers, dtype=np.int32), False) for name, numbers in _SINGLES.items()]
    terms, offset, entry = [], 0, 0
    for name, array, paired in arrays:
        terms.append(Term(name, array.shape[:-1] if paired else array.shape, paired, offset, array.size, entry))
        offset += array.size
        entry += array.size // 2 if paired else array.size
    vector = np.concatenate([array.reshape(-1) for _, array, _ in arrays]).astype(np.int32)
    return tuple(terms), vector


#: Every term in the order of the vector, pairs first. ``WEIGHTS``: ``int32`` (not frozen: kernels take writable arrays).
TABLE, WEIGHTS = _lay_out()
TERMS = {term.name: term for term in TABLE}
PAIR_COUNT = sum(term.words // 2 for term in TABLE if term.paired)
ENTRIES = TABLE[-1].entry + TABLE[-1].words
