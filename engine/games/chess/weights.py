"""The numbers of the evaluation: one named table, one ``int32`` vector, one layout.

Almost every number is a pair (middlegame, endgame) in score units, and the evaluation is linear in the pairs. The single numbers
at its end (``danger_*``) feed its one curve, king danger. A tuner reads :data:`TABLE`, changes the vector and hands it to
``evaluate`` with a zeroed scratch: nothing else holds a number that it could fit.

``squares`` is written as board diagrams from the owner's view, the last rank on top, and stored with a1 first. Material and
``squares`` are the PeSTO figures of R. Friederich (chessprogramming.org, "PeSTO's Evaluation Function"); the others are our own.
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
              -6,    7,   26,   31,   65,   56,   25,  -20,
             -14,   13,    6,   21,   23,   12,   17,  -23,
             -27,   -2,   -5,   12,   17,    6,   10,  -25,
             -26,   -4,   -4,  -10,    3,    3,   33,  -12,
             -35,   -1,  -20,  -23,  -15,   24,   38,  -22,
               0,    0,    0,    0,    0,    0,    0,    0,
        ),
        (
               0,    0,    0,    0,    0,    0,    0,    0,
             178,  173,  158,  134,  147,  132,  165,  187,
              94,  100,   85,   67,   56,   53,   82,   84,
              32,   24,   13,    5,   -2,    4,   17,   17,
              13,    9,   -3,   -7,   -7,   -8,    3,   -1,
               4,    7,   -6,    1,    0,   -5,   -1,   -8,
              13,    8,    8,   10,   13,    0,    2,   -7,
               0,    0,    0,    0,    0,    0,    0,    0,
        ),
    ),
    "knight": (
        (
            -167,  -89,  -34,  -49,   61,  -97,  -15, -107,
             -73,  -41,   72,   36,   23,   62,    7,  -17,
             -47,   60,   37,   65,   84,  129,   73,   44,
              -9,   17,   19,   53,   37,   69,   18,   22,
             -13,    4,   16,   13,   28,   19,   21,   -8,
             -23,   -9,   12,   10,   19,   17,   25,  -16,
             -29,  -53,  -12,   -3,   -1,   18,  -14,  -19,
            -105,  -21,  -58,  -33,  -17,  -28,  -19,  -23,
        ),
        (
             -58,  -38,  -13,  -28,  -31,  -27,  -63,  -99,
             -25,   -8,  -25,   -2,   -9,  -25,  -24,  -52,
             -24,  -20,   10,    9,   -1,   -9,  -19,  -41,
             -17,    3,   22,   22,   22,   11,    8,  -18,
             -18,   -6,   16,   25,   16,   17,    4,  -18,
             -23,   -3,   -1,   15,   10,   -3,  -20,  -22,
             -42,  -20,  -10,   -5,   -2,  -20,  -23,  -44,
             -29,  -51,  -23,  -15,  -22,  -18,  -50,  -64,
        ),
    ),
    "bishop": (
        (
             -29,    4,  -82,  -37,  -25,  -42,    7,   -8,
             -26,   16,  -18,  -13,   30,   59,   18,  -47,
             -16,   37,   43,   40,   35,   50,   37,   -2,
              -4,    5,   19,   50,   37,   37,    7,   -2,
              -6,   13,   13,   26,   34,   12,   10,    4,
               0,   15,   15,   15,   14,   27,   18,   10,
               4,   15,   16,    0,    7,   21,   33,    1,
             -33,   -3,  -14,  -21,  -13,  -12,  -39,  -21,
        ),
        (
             -14,  -21,  -11,   -8,   -7,   -9,  -17,  -24,
              -8,   -4,    7,  -12,   -3,  -13,   -4,  -14,
               2,   -8,    0,   -1,   -2,    6,    0,    4,
              -3,    9,   12,    9,   14,   10,    3,    2,
              -6,    3,   13,   19,    7,   10,   -3,   -9,
             -12,   -3,    8,   10,   13,    3,   -7,  -15,
             -14,  -18,   -7,   -1,    4,   -9,  -15,  -27,
             -23,   -9,  -23,   -5,   -9,  -16,   -5,  -17,
        ),
    ),
    "rook": (
        (
              32,   42,   32,   51,   63,    9,   31,   43,
              27,   32,   58,   62,   80,   67,   26,   44,
              -5,   19,   26,   36,   17,   45,   61,   16,
             -24,  -11,    7,   26,   24,   35,   -8,  -20,
             -36,  -26,  -12,   -1,    9,   -7,    6,  -23,
             -45,  -25,  -16,  -17,    3,    0,   -5,  -33,
             -44,  -16,  -20,   -9,   -1,   11,   -6,  -71,
             -19,  -13,    1,   17,   16,    7,  -37,  -26,
        ),
        (
              13,   10,   18,   15,   12,   12,    8,    5,
              11,   13,   13,   11,   -3,    3,    8,    3,
               7,    7,    7,    5,    4,   -3,   -5,   -3,
               4,    3,   13,    1,    2,    1,   -1,    2,
               3,    5,    8,    4,   -5,   -6,   -8,  -11,
              -4,    0,   -5,   -1,   -7,  -12,   -8,  -16,
              -6,   -6,    0,    2,   -9,   -9,  -11,   -3,
              -9,    2,    3,   -1,   -5,  -13,    4,  -20,
        ),
    ),
    "queen": (
        (
             -28,    0,   29,   12,   59,   44,   43,   45,
             -24,  -39,   -5,    1,  -16,   57,   28,   54,
             -13,  -17,    7,    8,   29,   56,   47,   57,
             -27,  -27,  -16,  -16,   -1,   17,   -2,    1,
              -9,  -26,   -9,  -10,   -2,   -4,    3,   -3,
             -14,    2,  -11,   -2,   -5,    2,   14,    5,
             -35,   -8,   11,    2,    8,   15,   -3,    1,
              -1,  -18,   -9,   10,  -15,  -25,  -31,  -50,
        ),
        (
              -9,   22,   22,   27,   27,   19,   10,   20,
             -17,   20,   32,   41,   58,   25,   30,    0,
             -20,    6,    9,   49,   47,   35,   19,    9,
               3,   22,   24,   45,   57,   40,   57,   36,
             -18,   28,   19,   47,   31,   34,   39,   23,
             -16,  -27,   15,    6,    9,   17,   10,    5,
             -22,  -23,  -30,  -16,  -16,  -23,  -36,  -32,
             -33,  -28,  -22,  -43,   -5,  -32,  -20,  -41,
        ),
    ),
    "king": (
        (
             -65,   23,   16,  -15,  -56,  -34,    2,   13,
              29,   -1,  -20,   -7,   -8,   -4,  -38,  -29,
              -9,   24,    2,  -16,  -20,    6,   22,  -22,
             -17,  -20,  -12,  -27,  -30,  -25,  -14,  -36,
             -49,   -1,  -27,  -39,  -46,  -44,  -33,  -51,
             -14,  -14,  -22,  -46,  -44,  -30,  -15,  -27,
               1,    7,   -8,  -64,  -43,  -16,    9,    8,
             -15,   36,   12,  -54,    8,  -28,   24,   14,
        ),
        (
             -74,  -35,  -18,  -18,  -11,   15,    4,  -17,
             -12,   17,   14,   17,   17,   38,   23,   11,
              10,   17,   23,   15,   20,   45,   44,   13,
              -8,   22,   24,   27,   26,   33,   26,    3,
             -18,   -4,   21,   24,   27,   23,    9,  -11,
             -19,   -3,   11,   21,   23,   16,    7,   -9,
             -27,  -11,    4,   13,   14,    4,   -5,  -17,
             -53,  -34,  -21,  -11,  -28,  -14,  -24,  -43,
        ),
    ),}
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
    "material": ((82, 337, 365, 477, 1025), (94, 281, 297, 512, 936)),
    # Attacked cells that no enemy pawn guards and no own king or low or blocked pawn fills.
    "mobility_knight": ((-30, -20, -10, -4, 0, 4, 8, 12, 15), (-35, -25, -12, -4, 2, 6, 8, 10, 10)),
    "mobility_bishop": (
        (-30, -20, -10, -4, 0, 5, 9, 12, 14, 16, 18, 20, 22, 24),
        (-40, -28, -16, -8, -2, 4, 8, 12, 14, 16, 17, 18, 20, 20),
    ),
    "mobility_rook": (
        (-30, -20, -12, -8, -6, -4, 0, 3, 6, 8, 10, 12, 14, 16, 18),
        (-45, -30, -18, -8, 0, 6, 10, 14, 17, 20, 22, 24, 26, 27, 28),
    ),
    "mobility_queen": (
        (-20, -15, -12, -9, -7, -5, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 7, 8, 8, 9, 9, 10, 10, 10, 10, 10, 10),
        (-40, -35, -30, -25, -20, -15, -10, -6, -2, 0, 3, 6, 8, 10, 12, 14, 16, 18, 19, 20, 21, 22, 23, 24, 25, 26, 26, 26),
    ),
    "bishop_pair": (22, 40),
    # For each own pawn on the colour of the bishop.
    "bishop_pawns": (-3, -5),
    "minor_behind_pawn": (8, 2),
    # A knight, a bishop on ranks 4-6, guarded by a pawn, out of reach of enemy pawns for good; knights one move away from that.
    "outpost": ((26, 16), (14, 8)),
    "outpost_reach": (10, 4),
    # Rooks on files without own pawns, without any pawns; on the rank next to the last while it is worth being there.
    "rook_file": ((10, 26), (8, 10)),
    "rook_seventh": (4, 20),
    # Pawns.
    "pawn_isolated": (-8, -10),
    "pawn_backward": (-8, -8),
    "pawn_weak_open": (-8, -4),
    "pawn_doubled": (-8, -14),
    "pawn_phalanx": ((0, 4, 8, 10, 20, 40, 60, 0), (0, 0, 2, 6, 16, 40, 60, 0)),  # rank
    "pawn_supported": ((0, 0, 10, 10, 14, 28, 60, 0), (0, 0, 8, 8, 12, 28, 50, 0)),  # rank
    "pawn_candidate": ((0, 0, 2, 6, 12, 24, 0, 0), (0, 2, 6, 12, 24, 44, 0, 0)),  # rank
    "passed": ((0, 0, 0, 0, 8, 20, 40, 0), (0, 10, 12, 26, 48, 80, 110, 0)),  # rank
    # Times distance to the cell in front of the pawn times (rank - 2).
    "passed_own_king": (0, -2),
    "passed_enemy_king": (0, 4),
    # The cell in front is empty; it and all beyond are empty and not attacked; the cell in front is guarded.
    "passed_free": ((0, 0, 0, 2, 4, 8, 16, 0), (0, 0, 0, 4, 10, 20, 40, 0)),  # rank
    "passed_safe": ((0, 0, 0, 2, 4, 8, 16, 0), (0, 0, 0, 8, 18, 34, 60, 0)),  # rank
    "passed_guarded": ((0, 0, 0, 2, 4, 8, 12, 0), (0, 0, 0, 2, 6, 12, 20, 0)),  # rank
    # On the king's file and its neighbours: the rank of the own pawn next in front of him (0: none), of the enemy's.
    "shelter": (
        (
            (-6, 26, 28, 14, 4, 2, 0, 0),
            (-22, 20, 14, -8, -12, -6, 0, 0),
            (-12, 22, 10, -6, -4, -6, 0, 0),
            (-16, 6, 4, -4, -8, -10, 0, 0),
        ),
        ((0,) * 8,) * 4,
    ),  # edge, rank
    "storm": (
        (
            (0, 0, -28, -18, -10, -4, 0, 0),
            (0, 0, -26, -16, -8, -2, 0, 0),
            (0, 0, -24, -16, -8, -2, 0, 0),
            (0, 0, -22, -14, -6, -2, 0, 0),
        ),
        ((0,) * 8,) * 4,
    ),  # edge, rank
    "storm_blocked": ((0, 0, -10, -2, 0, 0, 0, 0), (0, 0, -8, -4, -2, 0, 0, 0)),  # rank
    # Enemy pieces (by kind) that a minor piece, a rook attacks and that are weak or worth more.
    "threat_minor": ((4, 24, 28, 40, 36), (4, 16, 20, 36, 40)),
    "threat_rook": ((2, 20, 22, 4, 32), (6, 18, 20, 6, 24)),
    "threat_king": (14, 30),
    "hanging": (26, 16),
    "restricted": (3, 3),
    # Enemy pieces attacked by a safe pawn, by a pawn after a safe step.
    "threat_pawn": (56, 38),
    "threat_push": (16, 12),
    "tempo": (20, 14),
}
# fmt: on

# --- single numbers -----------------------------------------------------------------------------------------------------

#: Units of king danger; evaluate turns their sum u > 0 into (u * u >> DANGER_SHIFT, u >> DANGER_END_SHIFT).
_SINGLES = {
    "danger_base": -120,
    # A knight, bishop, rook, queen that attacks the king's zone; each attacked cell next to the king, once for each attacker.
    "danger_attacker": (100, 80, 90, 60),
    "danger_hit": 50,
    # A cell of the zone that is attacked and guarded by king or queen at most.
    "danger_weak": 90,
    # A kind of piece that has a check on a safe cell: knight, bishop, rook, queen.
    "danger_check": (380, 300, 480, 360),
    "danger_no_queen": -450,
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
