"""The evaluation of a position in words and numbers, one row for each part of it; pure Python around the compiled ``parts``.

Every part is what the kernel itself computes with all other weights at zero, so that the rows always add up to its value.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from engine.core import score
from engine.core.jit import compile_kernel
from engine.games.chess.endgame import DRAWN, SCALE_ALL, SCALE_FULL, WHOLE
from engine.games.chess.evaluate import PHASE_MAX, parts
from engine.games.chess.scratch import SMALL_SCRATCH_WORDS
from engine.games.chess.weights import TABLE, WEIGHTS

#: Row name -> prefixes of the names of the terms that it adds up.
GROUPS = {
    "material": ("material",),
    "squares": ("squares",),
    "mobility": ("mobility_",),
    "bishops": ("bishop_",),
    "outposts": ("outpost", "minor_"),
    "rooks": ("rook_",),
    "pawns": ("pawn_",),
    "passed pawns": ("passed",),
    "king shelter": ("shelter", "storm"),
    "king danger": ("danger_",),
    "threats": ("threat_", "hanging", "restricted"),
    "tempo": ("tempo",),
}


class Row(NamedTuple):
    """One line of the explanation."""

    name: str
    white: tuple[int, int]
    """Middlegame and endgame score of White."""
    black: tuple[int, int]
    total: int
    """White's advantage in the present phase, rounded down."""


def group_of(term: str) -> str:
    """The row that the term named ``term`` belongs to."""
    return next(group for group, prefixes in GROUPS.items() if term.startswith(prefixes))


def _split(packed: int) -> tuple[int, int]:
    """Middlegame and endgame of a packed score."""
    endgame = (packed + (1 << 31)) >> 32
    return packed - (endgame << 32), endgame


def _parts(position: Any, weights: np.ndarray) -> list[int]:
    out = np.zeros(5, dtype=np.int64)
    parts(position.memory, position.ply, weights, np.zeros(SMALL_SCRATCH_WORDS, dtype=np.int64), out)
    return [int(word) for word in out]


def explain(position: Any, weights: np.ndarray = WEIGHTS) -> list[Row]:
    """The evaluation of the present position of ``position`` (``engine.game.Position`` of chess) in rows.

    The last row is "total", White's advantage: the value of ``evaluate`` where White is to move, its negative where Black is.
    Rows before it that no side has a share in are corrections of the whole: "rounding", "ending" (a lone king and pawns), "draw"
    (known to be one), "lone king" (what is known about mating him replaces the rest), "moves without progress", "limit".
    """
    compile_kernel(parts)
    white_moves = int(position.state["player"]) == 0
    own, enemy, phase, scale, bonus = _parts(position, weights)

    def tapered(middlegame: int, endgame: int) -> int:
        middle_scale = scale if scale <= SCALE_ALL else SCALE_FULL
        return (middlegame * phase * middle_scale + endgame * (PHASE_MAX - phase) * scale) // (PHASE_MAX * SCALE_FULL)

    rows = []
    for group in GROUPS:
        masked = np.zeros_like(weights)
        for term in TABLE:
            if group_of(term.name) == group:
                masked[term.offset : term.offset + term.words] = weights[term.offset : term.offset + term.words]
        mine, theirs = map(_split, _parts(position, masked)[:2])
        white, black = (mine, theirs) if white_moves else (theirs, mine)
        rows.append(Row(group, white, black, tapered(white[0] - black[0], white[1] - black[1])))

    sign = 1 if white_moves else -1
    value = tapered(*_split(own - enemy))
    plain = sum(row.total for row in rows)
    corrections = [("rounding", sign * value - plain)]
    if bonus == DRAWN:
        corrections.append(("draw", -sign * value))
        value = 0
    elif abs(bonus) >= WHOLE:
        whole = min(abs(bonus) - WHOLE, score.EVAL_LIMIT - 1) * (1 if bonus > 0 else -1)
        corrections.append(("lone king", sign * (whole - value)))
        value = whole
    else:
        corrections.append(("ending", sign * bonus))
        damped = (value + bonus) * (200 - min(int(position.state["halfmove"]), 100)) // 200
        corrections.append(("moves without progress", sign * (damped - value - bonus)))
        value = min(max(damped, 1 - score.EVAL_LIMIT), score.EVAL_LIMIT - 1)
        corrections.append(("limit", sign * (value - damped)))
    rows += [Row(name, (0, 0), (0, 0), change) for name, change in corrections if change]
    all_white = sum(row.white[0] for row in rows), sum(row.white[1] for row in rows)
    all_black = sum(row.black[0] for row in rows), sum(row.black[1] for row in rows)
    rows.append(Row("total", all_white, all_black, sign * value))
    return rows
