"""The record of a position of a xiangqi variant and the numbering of its points.

Points 0..89 are those of xiangqi, ``rank * 9 + file``; 90..97 are the half-points of ``shengshi-xiangqi``, the middles of the
cells of the palaces, where advisors may stand::

    d2---e2---f2        j between the files d and e, k between e and f; the digit is the lower rank of the cell
     | j1 | k1 |        90 j0   91 k0   92 j1   93 k1   (Red)
    d1---e1---f1        94 j7   95 k7   96 j8   97 k8   (Black)
     | j0 | k0 |
    d0---e0---f0

Sets of points are xiangqi's pairs of words and hold no half-points; what stands on those is a byte, bit = point - 90.
A *cannon return* is three points: where the cannon is, where it came from and where its screen stands; -1 for none.
Moves have the common layout of ``core.contract`` without special bits.
"""

from __future__ import annotations

from engine.core.contract import state_dtype
from engine.core.keys import zobrist
from engine.core.raw import stack_of
from engine.games.xiangqi.state import ROW_OPTIONS as XIANGQI_OPTIONS

PAOWEI, SHENGSHI = 0, 1
VARIANTS = ("paowei-xiangqi", "shengshi-xiangqi")
POINTS = 90  #: on the lines
CELLS = 98  #: with the half-points
HALF_NAMES = ("j0", "k0", "j1", "k1", "j7", "k7", "j8", "k8")

#: colors, kinds, last_move, king, fullmove, halfmove, checks, limit, rule .. free_checks : as in xiangqi.
#: board : the piece code on each point, half-points included.
#: halves : the half-points on which an advisor stands, a bit each.
#: right : the return of the player to act, if it is possible but for the safety of the king, and of the other side.
#: variant : PAOWEI or SHENGSHI.
#: half_points, cannon_return, horse_chain, flying, both_centres : the rules that options switch, 0 or 1.
STATE = state_dtype(
    [
        ("colors", "u8", (4,)),
        ("kinds", "u8", (16,)),
        ("last_move", "i8"),
        ("board", "i1", (CELLS,)),
        ("king", "i1", (2,)),
        ("fullmove", "i4"),
        ("halfmove", "i4"),
        ("checks", "i2", (2,)),
        ("limit", "i2"),
        ("right", "i1", (6,)),
        ("halves", "u1"),
        ("rule", "i1"),
        ("fold", "i1"),
        ("grace", "i1"),
        ("threat_depth", "i1"),
        ("three_checks", "i1"),
        ("free_checks", "i1"),
        ("variant", "i1"),
        ("half_points", "i1"),
        ("cannon_return", "i1"),
        ("horse_chain", "i1"),
        ("flying", "i1"),
        ("both_centres", "i1"),
        ("spare", "i1", (3,)),
    ]
)

rows = stack_of(STATE)  #: ``(memory) -> states``, for kernels

ROW_OPTIONS = XIANGQI_OPTIONS | {
    "CannonReturn": "cannon_return",
    "HalfPoints": "half_points",
    "HorseChain": "horse_chain",
    "FlyingGeneral": "flying",
    "BothCentres": "both_centres",
}

#: Key of each piece code on each point.
PIECE_KEYS = zobrist(0x76617269616E74, 16, CELLS)
