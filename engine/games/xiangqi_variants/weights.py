"""The numbers of the evaluation: one layout for both variants, one ``int32`` vector for each.

Numbers are pairs (middlegame, endgame) in score units, 100 about a crossed pawn, but for the last ones, the units of king danger.
The start is xiangqi's fitted vector where a term means the same, with estimates for what the variants change (elephants, pawns,
half-points, returns); ``tuned`` holds what was fitted to own games from there.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from engine.games.xiangqi.scratch import _SQUARE_ENTRIES
from engine.games.xiangqi.state import BISHOP, CANNON, FILES, KING, KNIGHT, PAWN, RANKS
from engine.games.xiangqi.weights import TERMS as XIANGQI
from engine.games.xiangqi.weights import WEIGHTS as XIANGQI_WEIGHTS
from engine.games.xiangqi_variants.state import PAOWEI, SHENGSHI, VARIANTS
from engine.games.xiangqi_variants.tuned import TUNED

#: Score units of each kind (K A B N R C P, index 0 unused) in exchanges and for move ordering, by variant.
PIECE_VALUES = ((0, 10000, 110, 240, 280, 600, 300, 80), (0, 10000, 110, 120, 300, 600, 300, 60))
EDGES = FILES // 2 + 1
GROUPS = 5  #: of attackers: pawns, guards (advisors and elephants), knights, cannons, rooks
VICTIMS = 6  #: A B N R C P


class Term(NamedTuple):
    """A row of :data:`TABLE`."""

    name: str
    size: int
    """Pairs, or single numbers."""
    offset: int
    """First word in the vector."""


_SIZES = {
    "material": 7,  # by kind, the king's unused
    "squares": 7 * RANKS * EDGES,  # by kind, rank from the owner's first one, distance from the nearer edge
    "half": 1,  # an advisor on a half-point
    "mobility_bishop": 9,
    "mobility_knight": 9,
    "mobility_rook": 18,
    "mobility_cannon": 18,
    "chains": 1,  # for each end of a chain of jumps
    "threat": 2 * GROUPS * VICTIMS,  # attacked pieces, first those without a guard
    "king_line": 3,  # on a line with the enemy king: rook behind one piece, bare cannon, cannon behind two pieces
    "king_moves": 5,  # safe steps of the king
    "right": 1,  # a cannon return of the player to act
    "tempo": 1,
}
#: Single numbers: units of danger for each point around the king that a group hits, and a constant.
_SINGLES = {"danger": GROUPS, "danger_base": 1}


def _lay_out() -> dict[str, Term]:
    terms, offset = {}, 0
    for name, size in _SIZES.items():
        terms[name] = Term(name, size, offset)
        offset += 2 * size
    for name, size in _SINGLES.items():
        terms[name] = Term(name, size, offset)
        offset += size
    return terms


TERMS = _lay_out()
SIZE = sum(2 * size for size in _SIZES.values()) + sum(_SINGLES.values())


def _squares() -> np.ndarray:
    """int32[7, 50, 2]: xiangqi's numbers where it has some."""
    squares = np.zeros((7, RANKS * EDGES, 2), dtype=np.int32)
    for kind in range(KING, PAWN + 1):
        for rank in range(RANKS):
            for edge in range(EDGES):
                entry = int(_SQUARE_ENTRIES[kind, rank * FILES + edge])
                if entry >= 0:
                    squares[kind - KING, rank * EDGES + edge] = XIANGQI_WEIGHTS[2 * entry : 2 * entry + 2]
    return squares


def _start(variant: int) -> np.ndarray:
    """The vector before anything is fitted."""
    vector = np.zeros(SIZE, dtype=np.int32)

    def put(name: str, values: ArrayLike) -> None:
        words = np.asarray(values, dtype=np.int32).reshape(-1)
        vector[TERMS[name].offset : TERMS[name].offset + words.size] = words

    material = np.zeros((7, 2), dtype=np.int32)
    material[1:] = XIANGQI["material"].read(XIANGQI_WEIGHTS)
    squares = _squares()
    pawns = squares[PAWN - KING].reshape(RANKS, EDGES, 2)
    if variant == PAOWEI:
        material[BISHOP - KING] = 230, 240
        squares[BISHOP - KING] = 0
        pawns[:5] += 45  # a pawn that already goes sideways, on its own half
    else:
        material[KNIGHT - KING] += 20
        material[BISHOP - KING] += 10
        pawns[5] += 10  # it slides there
    material[CANNON - KING] += 15
    put("material", material)
    put("squares", squares)
    put("half", [-10, -10])
    for name in ("mobility_knight", "mobility_rook", "mobility_cannon"):
        put(name, XIANGQI[name].read(XIANGQI_WEIGHTS))
    put("mobility_bishop", [[6 * n - 20, 6 * n - 20] if variant == PAOWEI else [0, 0] for n in range(9)])
    put("chains", [3, 3])
    put("threat", XIANGQI["threat"].read(XIANGQI_WEIGHTS))
    lines = XIANGQI["king_line"].read(XIANGQI_WEIGHTS)
    put("king_line", lines[0])
    put("king_moves", XIANGQI["king_moves"].read(XIANGQI_WEIGHTS))
    put("right", [10, 5])
    put("tempo", [25, 10])
    put("danger", [24, 12, 22, 12, 22])
    put("danger_base", [-6])
    return vector


START = (_start(PAOWEI), _start(SHENGSHI))


def _fitted(variant: int) -> np.ndarray:
    """The start with the numbers of ``tuned`` in their places."""
    vector = START[variant].copy()
    for name, numbers in TUNED[VARIANTS[variant]].items():
        term = TERMS[name]
        assert len(numbers) == term.size * (2 if name in _SIZES else 1), name
        vector[term.offset : term.offset + len(numbers)] = numbers
    return vector


WEIGHTS = (_fitted(PAOWEI), _fitted(SHENGSHI))
