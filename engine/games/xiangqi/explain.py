"""The evaluation of a position in words and numbers, one row for each part of it; pure Python around the compiled ``parts``.

Every row is what the kernel itself computes with all other weights at zero, so that the rows always add up to its value.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from engine.core import score
from engine.core.jit import compile_kernel
from engine.games.xiangqi.balance import FULL_PHASE, FULL_SCALE, phase_of, scale_of
from engine.games.xiangqi.evaluate import parts
from engine.games.xiangqi.scratch import SMALL_SCRATCH_WORDS
from engine.games.xiangqi.state import BLACK
from engine.games.xiangqi.weights import TABLE, WEIGHTS

#: Row name -> the terms that it adds up.
GROUPS = {
    "material": ("material", "piece_pair", "pawn_company", "crowd", "cannon_screens"),
    "squares": ("squares", "king", "advisor", "bishop"),
    "defenders": ("defenders", "advisors_linked", "bishops_linked", "missing_advisor", "missing_bishop"),
    "crossed pawns": ("crossed", "crossed_linked", "crossed_tandem"),
    "mobility": ("mobility_knight", "mobility_rook", "mobility_cannon"),
    "attack on the king": ("king_line", *(term.name for term in TABLE if term.name.startswith("danger_"))),
    "king's freedom": ("king_moves", "kings_face"),
    "threats": ("threat",),
    "tempo": ("tempo",),
}


class Row(NamedTuple):
    """One line of the explanation."""

    name: str
    red: tuple[int, int]
    """Middlegame and endgame score of Red."""
    black: tuple[int, int]
    total: int
    """Red's advantage in the present phase, rounded down."""


def group_of(term: str) -> str:
    """The row that the term named ``term`` belongs to."""
    return next(group for group, names in GROUPS.items() if term in names)


def is_scale(term: str) -> bool:
    """Whether the term named ``term`` scales the whole instead of adding to it."""
    return term.startswith("scale_")


def _split(packed: int) -> tuple[int, int]:
    """Middlegame and endgame of a packed score."""
    endgame = (packed + (1 << 31)) >> 32
    return packed - (endgame << 32), endgame


def _sum(pairs: Iterable[tuple[int, int]]) -> tuple[int, int]:
    middlegames, endgames = zip(*pairs, strict=True)
    return sum(middlegames), sum(endgames)


def _parts(position: Any, weights: np.ndarray) -> list[int]:
    out = np.zeros(4, dtype=np.int64)
    parts(position.memory, position.ply, weights, np.zeros(SMALL_SCRATCH_WORDS, dtype=np.int64), out)
    return [int(word) for word in out]


def explain(position: Any, weights: np.ndarray = WEIGHTS) -> list[Row]:
    """The evaluation of the present position of ``position`` (``engine.game.Position`` of xiangqi) in rows.

    The last row is "total", Red's advantage: the value of ``evaluate`` where Red is to move, its negative where Black is. Rows
    before it that no side has a share in are the corrections of the whole: "rounding", "little to win with" (the scale of
    endings), "moves without progress", "limit".
    """
    compile_kernel(parts)
    red, black, word, fade = _parts(position, weights)
    phase = int(phase_of(word))

    def tapered(middlegame: int, endgame: int) -> int:
        return middlegame * phase + endgame * (FULL_PHASE - phase)

    rows = []
    for group in GROUPS:
        masked = np.zeros_like(weights)
        for term in TABLE:
            if not is_scale(term.name) and group_of(term.name) == group:
                masked[term.offset : term.offset + term.words] = weights[term.offset : term.offset + term.words]
        ours, theirs = map(_split, _parts(position, masked)[:2])
        rows.append(Row(group, ours, theirs, tapered(ours[0] - theirs[0], ours[1] - theirs[1]) // FULL_PHASE))

    sign = -1 if int(position.state["player"]) == BLACK else 1
    whole = tapered(*_split(red - black))
    scale = int(scale_of(word, whole))

    def value(share: int) -> int:
        """Red's advantage with ``share`` 256ths of FULL_SCALE left, rounded as the kernel does."""
        return sign * (sign * whole * share // (FULL_PHASE * FULL_SCALE * 256))

    steps = [value(FULL_SCALE * 256), value(scale * 256), value(scale * fade)]
    steps.append(min(max(steps[-1], 1 - score.EVAL_LIMIT), score.EVAL_LIMIT - 1))
    before = sum(row.total for row in rows)
    for name, after in zip(("rounding", "little to win with", "moves without progress", "limit"), steps, strict=True):
        if after != before:
            rows.append(Row(name, (0, 0), (0, 0), after - before))
        before = after
    rows.append(Row("total", _sum(row.red for row in rows), _sum(row.black for row in rows), before))
    return rows
