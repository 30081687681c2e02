"""The numbers of the evaluation: one named table, one ``int32`` vector, one layout.

Almost every number is a pair (middlegame, endgame) in score units, 100 about a crossed pawn, and the evaluation is linear in the
pairs. The single numbers at its end feed its one curve, king danger, and scale the endgames that hold little to win with. A tuner
reads :data:`TABLE`, changes the vector and hands it to ``evaluate`` with a zeroed scratch: nothing else holds a number that it
could fit.

``squares`` are diagrams of the files a to e from the owner's view, the last rank on top; the files f to i mirror them. They are
stored from the owner's first rank on.

Source: the start was the published piece-square figures of ElephantEye 3.3 (xqbase.com), times three, and estimates for the rest;
then every pair was fitted to the results of own games, 390,000 quiet positions from 3,900 games, with a pull to the start.
"""

from __future__ import annotations

import numpy as np

from engine.games.terms import lay_out

#: Score units of a minor piece (knight or cannon); protocols whose unit is such a piece at 100 divide by it.
MINOR_VALUE = 280

#: Score units of each kind (K A B N R C P, index 0 unused) in exchanges and for move ordering; a pawn is halfway between a
#: crossed and an uncrossed one, and nothing is dearer than the king.
PIECE_VALUES = (0, 10000, 110, 110, 280, 600, 285, 60)

# --- squares ------------------------------------------------------------------------------------------------------------

#: kind -> (middlegame, endgame) diagram of what a square adds to the material.
# fmt: off
_SQUARES = {
    "knight": (
        (
             -22,  -16,  -17,    2,  -18,
             -20,    7,   28,    4,   -5,
              -9,    8,   -1,   25,   15,
              -5,   49,   33,   67,    8,
             -20,   -1,    9,   49,   30,
             -17,    4,   12,   17,   22,
             -18,   -6,  -11,   -2,   16,
             -14,  -33,  -12,  -13,  -14,
             -50,  -23,    0,  -23,  -59,
             -22,  -54,  -38,  -37,  -19,
        ),
        (
             -20,   -3,   -2,    0,   -4,
             -13,    1,    7,   10,    6,
               0,    3,   11,    2,   16,
               1,   -1,   12,   21,   17,
              -3,    3,   10,   16,    8,
              -5,   -2,   11,   13,    7,
             -19,   -1,   -3,   -9,   -1,
              -4,  -17,  -28,   -4,   -1,
             -46,  -20,   -9,  -20,  -24,
             -24,  -23,  -27,  -33,  -22,
        ),
    ),
    "rook": (
        (
             -10,   -4,   -1,   23,   27,
             -11,   12,   -2,   24,   76,
              -6,    6,    2,   13,   30,
             -12,   18,   20,   23,   20,
             -20,   11,   24,   25,   10,
               8,   30,   13,   32,   33,
             -14,   24,   -4,   23,   16,
             -39,   -4,  -16,   19,    8,
             -43,   -1,  -22,   12,  -29,
             -56,   -7,   -6,   34,  -25,
        ),
        (
             -11,   -8,   -1,    0,   22,
              -4,    8,    1,    2,   25,
              -3,   -1,   -3,    4,   19,
             -10,   -3,   16,    4,    3,
             -10,   -6,    2,    4,    9,
               1,    5,    3,   10,   22,
              -4,    2,   -1,    3,   11,
              -5,   -4,    7,   18,    6,
             -10,   -4,  -12,    1,    3,
             -11,   -5,  -13,    6,    6,
        ),
    ),
    "cannon": (
        (
              38,   14,  -21,  -22,  -25,
              12,  -23,    2,   -6,  -20,
              13,   -5,  -12,  -14,  -15,
              23,  -10,   15,   -3,    3,
              27,   -5,   20,   -7,   44,
              -9,    3,   -1,  -22,   31,
               2,    4,   -1,   -8,   -2,
              18,  -12,   35,   -9,   38,
              28,   14,   24,   -4,    7,
              -9,  -30,  -25,   -9,    7,
        ),
        (
             -11,   -7,  -20,   -8,   -5,
               1,   -7,   -4,   -3,   -3,
               5,  -14,   -4,   -3,   -5,
               3,   -2,    8,   -6,   13,
               3,   -5,   -3,    5,   15,
              12,    2,   -4,    2,   14,
              -3,   -4,   -3,    1,    6,
             -20,    4,    7,   12,   17,
              -1,    0,    7,    4,   15,
             -10,   -9,  -14,    1,   22,
        ),
    ),
    "pawn": (
        (
              28,   27,   25,   29,   38,
              86,  115,  164,  206,  198,
              94,  115,  152,  183,  164,
              58,   81,  112,  138,  139,
              43,   84,   93,  140,  115,
              18,    0,   38,    0,   44,
               9,    0,   12,    0,   40,
               0,    0,    0,    0,    0,
               0,    0,    0,    0,    0,
               0,    0,    0,    0,    0,
        ),
        (
              33,   31,   26,   33,   40,
              87,  118,  136,  165,  227,
             137,  150,  166,  187,  150,
             161,  167,  175,  172,  169,
             138,  148,  149,  173,  138,
              96,    0,  105,  105,  108,
              98,    0,   81,   90,   90,
               0,    0,    0,    0,    0,
               0,    0,    0,    0,    0,
               0,    0,    0,    0,    0,
        ),
    ),
}
# fmt: on

# --- pairs --------------------------------------------------------------------------------------------------------------

#: name -> (middlegame numbers, endgame numbers); a bare number has no axis.
_PAIRS = {
    # A B N R C P; pawns get theirs from the squares too.
    "material": ((50, 38, 245, 653, 287, -48), (23, 15, 238, 643, 282, -61)),
    # Rank in the palace (0: home), file (0: flanks, 1: middle).
    "king": (
        (
            (28, 79),
            (-15, 15),
            (-16, -19),
        ),
        (
            (14, 8),
            (7, 25),
            (-5, 10),
        ),
    ),
    # On the first rank, in the middle of the palace, on its third rank.
    "advisor": ((0, 35, -41), (-15, -14, -12)),
    # On the first rank, on an edge, in front of the king, at the river.
    "bishop": ((8, -9, 21, -40), (-11, -8, -26, -11)),
    # Advisors, bishops left.
    "defenders": (
        (
            (-10, -3, -6),
            (-7, -5, -5),
            (2, -4, 23),
        ),
        (
            (-7, 6, -1),
            (-8, -3, -6),
            (3, 13, -11),
        ),
    ),
    # The advisors guard each other.
    "advisors_linked": (11, -1),
    # The bishops guard each other (eyes not looked at).
    "bishops_linked": (24, 14),
    # Times advisors lost times enemy N, R, C, P.
    "missing_advisor": ((8, -66, 44, 17), (-33, -56, -12, -42)),
    # Times bishops lost times enemy N, R, C, P.
    "missing_bishop": ((6, -15, -17, 3), (-52, -35, -10, -24)),
    # Both rooks, both knights, both cannons, a rook with a knight, with a cannon, a knight with a cannon.
    "piece_pair": ((7, 4, -22, 3, 33, -27), (8, 24, -18, 67, 42, 52)),
    # Times pawns times N, R, C of the same side.
    "pawn_company": ((5, 19, -3), (29, 76, 15)),
    # Times (pieces on the board - 16) times N, R, C.
    "crowd": ((-1, -14, 5), (15, 34, 18)),
    # Times cannons times own advisors, own bishops.
    "cannon_screens": ((-2, -10), (0, 5)),
    # Number of crossed pawns, more than five as five.
    "crossed": ((12, 3, -11, 10, 16, 20), (26, 5, -1, -4, 22, 30)),
    # Crossed pawns side by side.
    "crossed_linked": (26, -18),
    # A crossed pawn right behind another one.
    "crossed_tandem": (-11, -17),
    # Points that the piece may enter: empty or enemy (cannons: empty).
    "mobility_knight": ((-47, -11, -20, -13, -6, 6, 11, 15, 26), (-49, -31, -20, -9, 8, 2, 17, 30, 13)),
    "mobility_rook": (
        (-32, -30, -30, -26, -18, -11, -19, 2, 7, 5, 11, 7, 8, 15, 11, 19, 20, 25),
        (-26, -20, -8, -9, -21, -8, -11, -3, -7, 3, 14, 16, 19, 10, 20, 29, 20, 24),
    ),
    "mobility_cannon": (
        (-16, -13, -13, -4, -1, 4, 8, 1, -2, -1, 7, 0, -4, 16, 18, -5, 9, 7),
        (-13, -8, -5, -11, 4, -1, -6, -3, 10, 11, -7, 1, 2, 6, 3, 3, 6, 9),
    ),
    # Safe steps of the king.
    "king_moves": ((-5, -21, -9, 4, 15), (-16, 10, -1, -4, 0)),
    # On a line with the enemy king (file, rank): rook behind one piece, bare cannon, cannon behind two pieces.
    "king_line": (
        (
            (21, 94, 40),
            (20, 36, 37),
        ),
        (
            (13, 34, 33),
            (4, -4, 15),
        ),
    ),
    # The one piece between the kings is one's own.
    "kings_face": (1, -13),
    # Attacked enemy pieces, first those without a guard: attackers P, AB, N, C, R (rows); victims A B N R C P.
    "threat": (
        (
            (
                (26, 28, 56, 68, 49, 11),
                (10, 10, 28, 39, 33, 3),
                (14, 19, 27, 33, 31, 19),
                (15, 14, 39, 45, 32, 16),
                (17, 23, 42, 26, 58, 20),
            ),
            (
                (44, 19, 54, 61, 53, 9),
                (4, 4, 13, 38, 17, -6),
                (4, 22, 6, 34, 22, -2),
                (17, -9, 19, 41, 3, 0),
                (-6, 3, 16, 9, 21, -2),
            ),
        ),
        (
            (
                (22, 25, 41, 54, 39, 9),
                (8, 8, 22, 34, 26, 6),
                (11, 10, 23, 24, 23, 13),
                (10, 13, 27, 36, 24, 12),
                (14, 15, 40, 22, 37, 16),
            ),
            (
                (-1, 4, 36, 48, 33, -4),
                (3, 3, 12, 31, 12, -4),
                (-9, 7, 8, 27, 5, 13),
                (12, -3, 21, 30, 4, 8),
                (-1, 8, 14, 6, 12, 26),
            ),
        ),
    ),
    # To move.
    "tempo": (25, 0),
}

# --- single numbers -----------------------------------------------------------------------------------------------------

_SINGLES = {
    # Units of king danger, see ``evaluate``: always; for each point of the palace that pawns hit, each knight across the river,
    "danger_base": 20,
    "danger_pawn": 33,
    "danger_knight": 28,
    # each rook that would hit the king or a point around him if its own pieces were away, each rook on a line with him behind
    # one piece; for each safe point from which a knight, a rook gives check.
    "danger_behind": 29,
    "danger_line": 16,
    "danger_check": (44, 38),
    # 64ths of the score that the side ahead keeps with pawns alone: pawns (one, two, more), enemy advisors and bishops.
    "scale_pawns": (
        (60, 40, 24, 10, 6),
        (64, 60, 50, 40, 28),
        (64, 64, 60, 52, 44),
    ),
    # With one knight: enemy advisors, enemy bishops.
    "scale_knight": (
        (64, 12, 8),
        (56, 8, 6),
        (8, 4, 2),
    ),
    # With one cannon and an advisor of its own: enemy advisors, enemy bishops; and without an advisor.
    "scale_cannon": (
        (64, 8, 6),
        (60, 6, 4),
        (56, 4, 3),
    ),
    "scale_cannon_bare": (4,),
    # With one rook against all four defenders; against a knight or cannon.
    "scale_rook": (8, 28),
}

# --- layout -------------------------------------------------------------------------------------------------------------


def _square_pairs() -> np.ndarray:
    """``int32[4, 50, 2]``: kind, rank * 5 + distance from the nearer edge, phase."""
    diagrams = np.array(list(_SQUARES.values()), dtype=np.int32).reshape(4, 2, 10, 5)
    return np.moveaxis(diagrams[:, :, ::-1].reshape(4, 2, 50), 1, 2)


#: Every term in the order of the vector, pairs first. ``WEIGHTS``: ``int32``.
TABLE, WEIGHTS = lay_out(_square_pairs(), _PAIRS, _SINGLES)
TERMS = {term.name: term for term in TABLE}
PAIR_COUNT = sum(term.words // 2 for term in TABLE if term.paired)
ENTRIES = TABLE[-1].entry + TABLE[-1].words
