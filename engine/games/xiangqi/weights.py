"""The numbers of the evaluation: one named table, one ``int32`` vector, one layout.

Almost every number is a pair (middlegame, endgame) in score units, 100 about a crossed pawn, and the evaluation is linear in the
pairs. The single numbers at the end scale the endgames that hold little to win with. A tuner reads :data:`TABLE`, changes the
vector and hands it to ``evaluate`` with a zeroed scratch: nothing else holds a number that it could fit.

``squares`` are diagrams of the files a to e from the owner's view, the last rank on top; the files f to i mirror them. They are
stored from the owner's first rank on.

The figures are placeholders.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

#: Score units of a minor piece (knight or cannon); protocols whose unit is such a piece at 100 divide by it.
MINOR_VALUE = 280

#: Score units of each kind (K A B N R C P, index 0 unused) in exchanges and for move ordering; a pawn is halfway between a
#: crossed and an uncrossed one, and nothing is dearer than the king.
PIECE_VALUES = (0, 10000, 110, 110, 280, 600, 285, 60)

# --- squares ------------------------------------------------------------------------------------------------------------

#: kind -> (middlegame, endgame) diagram of what a square adds to the material.
_SQUARES = {
    "knight": (
        (
             -18,  -18,  -18,    0,  -18,
             -18,    0,   21,    3,   -6,
             -12,    6,    9,   21,    9,
              -9,   36,   12,   33,   12,
             -18,   12,    9,   21,   24,
             -18,    6,   15,   18,   21,
             -12,   -6,    6,   -3,    6,
              -9,  -12,   -6,   -3,  -12,
             -33,  -18,  -12,   -9,  -54,
             -24,  -33,  -18,  -24,  -18,
        ),
        (
             -15,   -9,   -3,   -3,   -3,
              -9,   -3,    3,    3,    3,
              -3,    3,    9,    9,    9,
              -3,    3,    9,    9,    9,
              -3,    3,    9,    9,    9,
              -9,   -3,    3,    3,    3,
              -9,   -3,    3,    3,    3,
             -15,   -9,   -3,   -3,   -3,
             -21,  -15,   -9,  -15,  -15,
             -27,  -21,  -15,  -21,  -21,
        ),
    ),
    "rook": (
        (
              -6,    0,   -3,   15,   18,
              -6,   12,    3,   24,   75,
              -6,    0,   -3,   18,   24,
              -6,   15,   15,   24,   24,
               0,    9,    9,   18,   21,
               0,   12,   12,   18,   21,
             -12,    3,  -12,   12,   18,
             -30,    0,  -12,   12,   12,
             -24,    0,   -6,   12,  -24,
             -42,   -6,  -12,   12,  -24,
        ),
        (
               0,    0,    0,    6,   12,
               6,    6,    6,   12,   24,
               0,    0,    0,    6,   12,
              -6,   -6,   -6,    0,    6,
              -6,   -6,   -6,    0,    6,
              -6,   -6,   -6,    0,    6,
              -6,   -6,   -6,    0,    6,
              -6,   -6,   -6,    0,    6,
              -6,   -6,   -6,    0,    6,
              -6,   -6,   -6,    0,    6,
        ),
    ),
    "cannon": (
        (
              12,   12,    0,  -15,  -18,
               6,    6,    0,  -12,  -21,
               3,    3,    0,  -15,  -12,
               0,    9,    9,    6,   12,
               0,    0,    0,    0,   12,
              -3,    0,    9,    0,   12,
               0,    0,    0,    0,    0,
               3,    0,   12,    9,   15,
               0,    3,    6,    6,    6,
               0,    0,    3,    9,    9,
        ),
        (
              -3,   -3,   -3,   -3,   -3,
              -3,   -3,   -3,   -3,   -3,
              -3,   -3,   -3,   -3,   -3,
              -3,   -3,   -3,    3,    9,
              -3,   -3,   -3,    3,    9,
              -3,   -3,   -3,    3,    9,
              -3,   -3,   -3,    3,    9,
              -3,   -3,   -3,    3,    9,
              -3,   -3,   -3,    3,    9,
              -3,   -3,   -3,    9,   21,
        ),
    ),
    "pawn": (
        (
              27,   27,   27,   33,   39,
              90,  111,  156,  189,  198,
              90,  111,  144,  165,  165,
              90,  105,  123,  132,  138,
              66,   84,   93,  123,  129,
              21,    0,   39,    0,   48,
              21,    0,   21,    0,   45,
               0,    0,    0,    0,    0,
               0,    0,    0,    0,    0,
               0,    0,    0,    0,    0,
        ),
        (
              30,   30,   30,   45,   45,
              90,  105,  120,  195,  240,
             135,  150,  150,  165,  165,
             165,  180,  180,  189,  189,
             144,  150,  144,  159,  159,
             105,    0,   99,  105,  105,
              90,    0,   84,   90,   90,
               0,    0,    0,    0,    0,
               0,    0,    0,    0,    0,
               0,    0,    0,    0,    0,
        ),
    ),
}

# --- pairs --------------------------------------------------------------------------------------------------------------

#: name -> (middlegame numbers, endgame numbers); a bare number has no axis.
_PAIRS = {
    # A B N R C P; pawns get theirs from the squares too.
    "material": ((60, 60, 280, 600, 288, 0), (66, 66, 275, 560, 275, 0)),
    # Rank in the palace (0: home), file (0: flanks, 1: middle).
    "king": (
        (
            (33, 45),
            (0, 3),
            (-6, -3),
        ),
        (
            (0, 30),
            (0, 20),
            (0, 10),
        ),
    ),
    # On the first rank, in the middle of the palace, on its third rank.
    "advisor": ((0, 8, -4), (0, 8, -4)),
    # On the first rank, on an edge, in front of the king, at the river.
    "bishop": ((0, -6, 8, 0), (0, -6, 8, 0)),
    # Advisors, bishops left.
    "defenders": (
        (
            (-20, -10, 0),
            (-10, 0, 5),
            (0, 5, 15),
        ),
        (
            (-20, -10, 0),
            (-10, 0, 5),
            (0, 5, 15),
        ),
    ),
    # The advisors guard each other.
    "advisors_linked": (6, 6),
    # The bishops guard each other (eyes not looked at).
    "bishops_linked": (8, 8),
    # Times advisors lost times enemy N, R, C, P.
    "missing_advisor": ((-6, -12, -8, -2), (-6, -12, -6, -4)),
    # Times bishops lost times enemy N, R, C, P.
    "missing_bishop": ((-4, -6, -10, -2), (-4, -6, -10, -4)),
    # Both rooks, both knights, both cannons, a rook with a knight, with a cannon, a knight with a cannon.
    "piece_pair": ((0, 0, 0, 5, 10, 8), (0, 5, -5, 5, 10, 15)),
    # Times pawns times N, R, C of the same side.
    "pawn_company": ((2, 2, 2), (6, 4, 5)),
    # Times (pieces on the board - 16) times N, R, C.
    "crowd": ((-1, 0, 1), (-1, 0, 2)),
    # Times cannons times own advisors, own bishops.
    "cannon_screens": ((0, 0), (8, 4)),
    # Number of crossed pawns, more than five as five.
    "crossed": ((0, 0, 5, 10, 15, 20), (0, 0, 8, 16, 24, 30)),
    # Crossed pawns side by side.
    "crossed_linked": (15, 20),
    # A crossed pawn right behind another one.
    "crossed_tandem": (-5, -5),
    # Points that the piece may enter: empty or enemy (cannons: empty).
    "mobility_knight": ((-36, -18, -6, 0, 5, 9, 12, 15, 18), (-36, -18, -6, 0, 5, 9, 12, 15, 18)),
    "mobility_rook": (
        (-40, -28, -21, -16, -12, -9, -6, -4, -2, 0, 2, 3, 4, 6, 7, 8, 9, 10),
        (-26, -18, -13, -10, -7, -5, -4, -2, -1, 1, 2, 3, 4, 4, 5, 6, 7, 7),
    ),
    "mobility_cannon": (
        (-14, -9, -6, -4, -2, -1, 0, 1, 2, 3, 3, 4, 5, 5, 6, 6, 6, 7),
        (-12, -8, -6, -4, -3, -2, -1, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5),
    ),
    # Times points next to the enemy king (his own included) that N, R, C attack.
    "ring": ((4, 6, 2), (4, 4, 2)),
    # Row: the enemy's advisors and bishops; column: units of attack, see ``evaluate``.
    "danger": (
        (
            (0, 0, 2, 5, 9, 15, 21, 28, 36, 45),
            (0, 0, 1, 4, 8, 12, 18, 24, 30, 38),
            (0, 0, 1, 3, 6, 10, 14, 19, 25, 31),
            (0, 0, 1, 3, 5, 8, 11, 15, 19, 24),
            (0, 0, 1, 2, 3, 6, 8, 11, 13, 17),
        ),
        (
            (0, 0, 1, 4, 7, 10, 15, 19, 24, 29),
            (0, 0, 1, 3, 6, 9, 12, 16, 20, 25),
            (0, 0, 1, 3, 5, 7, 10, 13, 17, 20),
            (0, 0, 1, 2, 4, 6, 8, 10, 13, 16),
            (0, 0, 0, 1, 3, 4, 6, 7, 9, 11),
        ),
    ),
    # Safe steps of the king.
    "king_moves": ((-20, -4, 0, 3, 5), (-15, -4, 0, 3, 5)),
    # On a line with the enemy king (file, rank): rook behind one piece, bare cannon, cannon behind two pieces.
    "king_line": (
        (
            (15, 60, 18),
            (8, 35, 18),
        ),
        (
            (5, 40, 10),
            (3, 20, 10),
        ),
    ),
    # The one piece between the kings is one's own.
    "kings_face": (-10, -8),
    # Attacked enemy pieces, first those without a guard: attackers P, AB, N, C, R (rows); victims A B N R C P.
    "threat": (
        (
            (
                (25, 25, 50, 70, 50, 10),
                (10, 10, 30, 50, 30, 8),
                (12, 12, 30, 40, 30, 8),
                (12, 12, 30, 45, 30, 6),
                (10, 10, 30, 30, 30, 8),
            ),
            (
                (20, 20, 40, 60, 40, 3),
                (4, 4, 15, 40, 15, 2),
                (3, 3, 5, 35, 5, 1),
                (3, 3, 5, 35, 5, 1),
                (0, 0, 2, 5, 2, 0),
            ),
        ),
        (
            (
                (20, 20, 40, 56, 40, 8),
                (8, 8, 24, 40, 24, 6),
                (9, 9, 24, 32, 24, 6),
                (9, 9, 24, 36, 24, 4),
                (8, 8, 24, 24, 24, 6),
            ),
            (
                (16, 16, 32, 48, 32, 2),
                (3, 3, 12, 32, 12, 1),
                (2, 2, 4, 28, 4, 0),
                (2, 2, 4, 28, 4, 0),
                (0, 0, 1, 4, 1, 0),
            ),
        ),
    ),
    # To move.
    "tempo": (10, 8),
}

# --- single numbers -----------------------------------------------------------------------------------------------------

_SINGLES = {
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
    "scale_rook": (16, 28),
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


def _square_pairs() -> np.ndarray:
    """``int32[4, 50, 2]``: kind, rank * 5 + distance from the nearer edge, phase."""
    diagrams = np.array(list(_SQUARES.values()), dtype=np.int32).reshape(4, 2, 10, 5)
    return np.moveaxis(diagrams[:, :, ::-1].reshape(4, 2, 50), 1, 2)


def _lay_out() -> tuple[tuple[Term, ...], np.ndarray]:
    arrays = [("squares", _square_pairs(), True)]
    for name, pair in _PAIRS.items():
        arrays.append((name, np.stack([np.array(half, dtype=np.int32) for half in pair], axis=-1), True))
    arrays += [(name, np.array(numbers, dtype=np.int32), False) for name, numbers in _SINGLES.items()]
    terms, offset, entry = [], 0, 0
    for name, array, paired in arrays:
        terms.append(Term(name, array.shape[:-1] if paired else array.shape, paired, offset, array.size, entry))
        offset += array.size
        entry += array.size // 2 if paired else array.size
    vector = np.concatenate([array.reshape(-1) for _, array, _ in arrays]).astype(np.int32)
    return tuple(terms), vector


#: Every term in the order of the vector, pairs first. ``WEIGHTS``: ``int32``.
TABLE, WEIGHTS = _lay_out()
TERMS = {term.name: term for term in TABLE}
PAIR_COUNT = sum(term.words // 2 for term in TABLE if term.paired)
ENTRIES = TABLE[-1].entry + TABLE[-1].words
