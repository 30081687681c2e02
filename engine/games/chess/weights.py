"""The numbers of the evaluation: one named table, one ``int32`` vector, one layout.

Almost every number is a pair (middlegame, endgame) in score units, and the evaluation is linear in the pairs. The single numbers
at its end (``danger_*``) feed its one curve, king danger. A tuner reads :data:`TABLE`, changes the vector and hands it to
``evaluate`` with a zeroed scratch: nothing else holds a number that it could fit.

``squares`` is written as board diagrams from the owner's view, the last rank on top, and stored with a1 first.

Material and ``squares`` began as the PeSTO figures of R. Friederich (chessprogramming.org, "PeSTO's Evaluation Function"), the
others as guesses. All were then fitted, twice, to quiet positions of games that the program played against itself, by the squared
error of the expected score, towards one quarter the game's result and three quarters the score of a short search, with a pull
back to where they began.
"""

from __future__ import annotations

import numpy as np

from engine.games.terms import lay_out

# --- squares ------------------------------------------------------------------------------------------------------------

#: kind -> (middlegame, endgame) diagram.
# fmt: off
_SQUARES = {
    "pawn": (
        (
               0,    0,    0,    0,    0,    0,    0,    0,
              98,  133,   62,   95,   69,  125,   33,   -9,
              -1,    7,   21,   33,   58,   50,   24,  -12,
             -11,    8,    6,   18,   22,   11,   19,  -17,
             -21,   -9,    2,    9,   13,   11,    4,  -27,
             -16,   -6,   -4,  -10,    0,    0,   34,  -12,
             -23,   -1,  -16,  -20,  -13,   16,   35,  -20,
               0,    0,    0,    0,    0,    0,    0,    0,
        ),
        (
               0,    0,    0,    0,    0,    0,    0,    0,
             176,  174,  159,  135,  148,  130,  165,  188,
              91,  101,   82,   64,   53,   50,   83,   89,
              30,   26,   13,    6,   -1,    1,   20,   18,
              16,   11,   -3,   -9,  -12,   -6,    4,   -3,
               9,    8,   -3,    0,   -2,   -3,   -9,   -8,
              19,   12,    7,   13,   11,   -1,    1,   -7,
               0,    0,    0,    0,    0,    0,    0,    0,
        ),
    ),
    "knight": (
        (
            -164,  -89,  -34,  -50,   62,  -97,  -15, -105,
             -72,  -43,   69,   34,   23,   62,    6,  -17,
             -46,   56,   36,   61,   81,  126,   66,   43,
              -7,   22,   19,   47,   33,   63,   20,   20,
              -5,    5,   17,   17,   28,   23,   21,    0,
             -20,   -6,    2,    6,   21,   14,   21,  -14,
             -29,  -53,  -15,    0,    3,   11,  -13,  -13,
            -104,  -19,  -55,  -31,  -16,  -26,  -23,  -22,
        ),
        (
             -57,  -38,  -13,  -28,  -30,  -28,  -63,  -99,
             -25,   -8,  -26,   -2,   -8,  -25,  -24,  -52,
             -23,  -20,   10,    8,   -3,  -11,  -21,  -41,
             -17,    7,   21,   24,   23,   10,    9,  -18,
             -16,   -6,   16,   22,   19,   18,    5,  -18,
             -21,   -6,    0,   16,    8,   -4,  -19,  -22,
             -43,  -19,  -12,   -4,   -2,  -19,  -22,  -43,
             -28,  -54,  -22,  -13,  -22,  -18,  -49,  -64,
        ),
    ),
    "bishop": (
        (
             -28,    4,  -81,  -37,  -25,  -42,    7,   -8,
             -27,   15,  -16,  -13,   29,   56,   15,  -46,
             -16,   35,   39,   37,   34,   48,   35,   -2,
              -4,   13,   15,   49,   29,   35,   12,   -1,
              -5,   15,   15,   22,   32,   14,    9,    5,
              -1,   16,   14,   16,    8,   27,   18,    7,
               4,   12,   16,   -1,   10,   25,   34,    2,
             -29,   -2,   -7,  -20,  -12,  -10,  -39,  -18,
        ),
        (
             -13,  -21,  -11,   -8,   -7,   -8,  -17,  -24,
              -9,   -5,    6,  -12,   -4,  -13,   -5,  -14,
               2,   -7,   -2,   -2,   -1,    5,    0,    2,
              -4,   11,   10,   10,   13,   10,    3,    3,
              -7,    5,   14,   19,    8,    7,   -3,   -7,
             -11,   -2,    9,   11,   14,    1,   -7,  -14,
             -13,  -20,   -8,    0,    3,  -10,  -17,  -26,
             -22,   -9,  -24,   -5,   -8,  -13,   -5,  -17,
        ),
    ),
    "rook": (
        (
              31,   43,   31,   50,   63,    9,   31,   43,
              26,   33,   57,   60,   79,   67,   28,   44,
              -5,   18,   24,   34,   18,   44,   61,   15,
             -21,   -8,    6,   25,   24,   35,   -9,  -19,
             -35,  -25,  -12,   -3,    8,   -7,    6,  -23,
             -39,  -23,  -16,  -15,    1,   -4,   -1,  -30,
             -40,  -16,  -21,   -7,   -3,    6,   -6,  -65,
             -15,  -11,   -3,    9,   12,    1,  -34,  -14,
        ),
        (
              12,   12,   17,   14,   12,   11,    9,    4,
              12,   13,   11,    9,   -5,    4,   10,    3,
               8,    8,    5,    3,    5,   -4,   -4,   -3,
               8,    6,   12,    1,    2,    0,   -1,    3,
               5,    6,    7,    4,   -6,   -4,   -8,  -11,
              -2,    1,   -4,   -1,   -7,  -13,   -7,  -17,
              -5,   -6,    0,    2,  -10,  -12,  -12,   -3,
              -5,    3,    1,   -4,   -9,  -10,    6,  -19,
        ),
    ),
    "queen": (
        (
             -28,   -1,   28,   11,   58,   44,   42,   43,
             -22,  -36,   -4,    0,  -15,   56,   27,   52,
             -12,  -14,    5,    7,   29,   54,   44,   53,
             -26,  -22,  -15,  -12,   -1,   19,   -1,    3,
             -10,  -27,   -5,  -11,    0,   -4,    2,   -5,
             -15,   -1,   -9,   -1,   -6,   -4,   12,    3,
             -33,   -6,   10,   -3,    9,   13,    0,    1,
              -1,  -15,   -8,    5,  -11,  -25,  -30,  -51,
        ),
        (
              -8,   21,   21,   26,   27,   19,    9,   19,
             -15,   21,   33,   40,   58,   25,   30,   -1,
             -20,    8,    9,   48,   47,   34,   19,    8,
               4,   22,   25,   46,   57,   40,   57,   36,
             -16,   28,   20,   47,   32,   35,   39,   23,
             -16,  -26,   15,    6,   10,   17,   11,    5,
             -22,  -23,  -32,  -18,  -15,  -23,  -36,  -32,
             -34,  -28,  -22,  -46,   -6,  -32,  -19,  -41,
        ),
    ),
    "king": (
        (
             -65,   23,   16,  -15,  -56,  -34,    2,   13,
              29,   -1,  -20,   -7,   -8,   -4,  -38,  -29,
              -9,   24,    2,  -16,  -20,    7,   22,  -22,
             -17,  -20,  -11,  -28,  -29,  -25,  -15,  -36,
             -48,   -1,  -28,  -40,  -47,  -44,  -33,  -52,
             -14,  -13,  -22,  -47,  -44,  -30,  -14,  -26,
              -1,    9,   -6,  -59,  -43,  -17,   10,    7,
             -12,   34,   12,  -49,   -1,  -25,   22,    9,
        ),
        (
             -74,  -35,  -18,  -17,  -11,   15,    4,  -17,
             -11,   18,   14,   16,   18,   37,   23,   11,
              10,   18,   23,   16,   20,   44,   44,   13,
              -7,   20,   24,   25,   27,   33,   24,    4,
             -18,   -5,   21,   25,   26,   24,   12,  -13,
             -19,   -3,   12,   18,   23,   18,   10,   -9,
             -27,  -10,    6,   13,   13,    3,   -7,  -20,
             -51,  -32,  -21,  -10,  -30,  -15,  -27,  -47,
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
    "material": ((72, 289, 314, 391, 953), (115, 361, 377, 669, 1174)),
    # Attacked cells that no enemy pawn guards and no own king or low or blocked pawn fills.
    "mobility_knight": ((-37, -19, -9, -3, 0, 1, 5, 12, 14), (-41, -28, -9, 2, 7, 10, 11, 11, 5)),
    "mobility_bishop": (
        (-30, -14, -7, -4, -1, 4, 9, 8, 12, 12, 11, 17, 24, 23),
        (-54, -36, -15, -6, 6, 13, 11, 21, 13, 20, 15, 16, 19, 21),
    ),
    "mobility_rook": (
        (-37, -21, -9, -7, 0, 0, -1, 2, 4, 10, 9, 6, 8, 14, 15),
        (-45, -36, -11, -4, -3, 14, 13, 16, 17, 17, 23, 27, 29, 28, 27),
    ),
    "mobility_queen": (
        (-21, -8, -8, -5, -7, -9, -8, -4, -2, -1, -3, -1, -1, 0, 6, 5, 7, 8, 9, 10, 8, 10, 10, 10, 10, 10, 10, 10),
        (-40, -34, -31, -26, -25, -22, -16, -14, -6, 0, 6, 15, 17, 18, 19, 21, 22, 26, 23, 24, 20, 21, 22, 24, 24, 24, 26, 26),
    ),
    "bishop_pair": (20, 38),
    # For each own pawn on the colour of the bishop.
    "bishop_pawns": (-5, -3),
    "minor_behind_pawn": (5, 15),
    # A knight, a bishop on ranks 4-6, guarded by a pawn, out of reach of enemy pawns for good; knights one move away from that.
    "outpost": ((25, 24), (15, 13)),
    "outpost_reach": (13, 4),
    # Rooks on files without own pawns, without any pawns; on the rank next to the last while it is worth being there.
    "rook_file": ((10, 27), (12, 0)),
    "rook_seventh": (-18, 8),
    # Pawns.
    "pawn_isolated": (-2, -6),
    "pawn_backward": (0, -6),
    "pawn_weak_open": (-10, -2),
    "pawn_doubled": (-6, -28),
    "pawn_phalanx": ((0, 4, 4, 8, 15, 40, 61, 0), (0, -3, 6, 4, 16, 35, 63, 0)),  # rank
    "pawn_supported": ((0, 0, 12, 10, 17, 16, 65, 0), (0, 0, 7, 13, 16, 36, 59, 0)),  # rank
    "pawn_candidate": ((0, 2, 2, 1, 6, 16, 0, 0), (0, 0, 5, 24, 23, 42, 0, 0)),  # rank
    "passed": ((0, 1, -12, 2, 11, 20, 35, 0), (0, 11, 21, 34, 59, 96, 101, 0)),  # rank
    # Times distance to the cell in front of the pawn times (rank - 2).
    "passed_own_king": (0, -9),
    "passed_enemy_king": (-2, 13),
    # The cell in front is empty; it and all beyond are empty and not attacked; the cell in front is guarded.
    "passed_free": ((0, 0, 0, -4, 7, 10, 32, 0), (0, 0, 0, 6, 22, 24, 62, 0)),  # rank
    "passed_safe": ((0, 0, 0, -6, 3, 21, 32, 0), (0, 0, 0, 25, 49, 74, 92, 0)),  # rank
    "passed_guarded": ((0, 0, 0, -3, 1, 20, 27, 0), (0, 0, 0, 12, 20, 35, 47, 0)),  # rank
    # On the king's file and its neighbours: the rank of the own pawn next in front of him (0: none), of the enemy's.
    "shelter": (
        (
            (-17, 16, 20, 11, 7, 9, 1, 0),
            (-16, 16, 12, -2, -2, -11, -3, 0),
            (-9, 20, 14, -7, -1, -13, 0, 0),
            (-13, 8, 7, -2, -1, -13, 1, 0),
        ),
        ((5, -6, -14, 1, 3, 9, 1, 0), (3, 6, -3, -5, 5, 7, 0, 0), (-7, 3, 5, -3, -1, 6, -2, 0), (2, 0, -3, -5, 1, -8, 1, 0)),
    ),  # edge, rank
    "storm": (
        (
            (-12, -3, -31, -24, -16, -8, -15, 0),
            (-7, -1, -23, -5, -12, 0, 6, 0),
            (-8, 4, -20, -7, -8, -1, -1, 0),
            (-4, -1, 1, -9, -3, 1, -9, 0),
        ),
        ((-8, 1, 2, -2, 2, -1, 14, 0), (-4, 3, 9, 5, -1, 4, -2, 0), (-3, 6, 3, 1, 1, 2, -3, 0), (-3, -2, 2, -1, -1, 0, 1, 0)),
    ),  # edge, rank
    "storm_blocked": ((0, 0, -9, 4, 3, 0, -2, 0), (0, 0, -5, -8, -12, -1, -12, 0)),  # rank
    # Enemy pieces (by kind) that a minor piece, a rook attacks and that are weak or worth more.
    "threat_minor": ((3, 18, 29, 45, 48), (18, 32, 27, 42, 41)),
    "threat_rook": ((4, 22, 26, 4, 54), (22, 19, 29, 6, 29)),
    "threat_king": (21, 26),
    "hanging": (18, 34),
    "restricted": (4, -2),
    # Enemy pieces attacked by a safe pawn, by a pawn after a safe step.
    "threat_pawn": (69, 38),
    "threat_push": (18, 17),
    "tempo": (26, 18),
}
# fmt: on

# --- single numbers -----------------------------------------------------------------------------------------------------

#: Units of king danger; evaluate turns their sum u > 0 into (u * u >> DANGER_SHIFT, u >> DANGER_END_SHIFT).
_SINGLES = {
    "danger_base": -50,
    # A knight, bishop, rook, queen that attacks the king's zone; each attacked cell next to the king, once for each attacker.
    "danger_attacker": (99, 43, 79, 120),
    "danger_hit": 13,
    # A cell of the zone that is attacked and guarded by king or queen at most.
    "danger_weak": 79,
    # A kind of piece that has a check on a safe cell: knight, bishop, rook, queen.
    "danger_check": (430, 218, 454, 351),
    "danger_no_queen": -314,
}

# --- layout -------------------------------------------------------------------------------------------------------------

#: Every term in the order of the vector, pairs first. ``WEIGHTS``: ``int32`` (not frozen: kernels take writable arrays).
TABLE, WEIGHTS = lay_out(_square_pairs(), _PAIRS, _SINGLES)
TERMS = {term.name: term for term in TABLE}
PAIR_COUNT = sum(term.words // 2 for term in TABLE if term.paired)
ENTRIES = TABLE[-1].entry + TABLE[-1].words
