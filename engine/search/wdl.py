"""How often a score wins: win, draw and loss per mille for the player to act.

Two logistic curves, ``win = 1 / (1 + exp((a - s) / b))`` and ``loss = 1 / (1 + exp((a + s) / b))`` with ``s`` in score units: at
``s = a`` half of the games are won, and ``b`` says how sure a further pawn makes it. In drawish games ``a`` is large against
``b``.
"""

from __future__ import annotations

import math

from engine.core.score import WIN_BOUND

#: game id -> (a, b) in score units. Estimates; self-play replaces them.
CURVES: dict[str, tuple[float, float]] = {"chess": (170.0, 75.0), "xiangqi": (180.0, 95.0)}
_OTHER = (90.0, 90.0)


def wdl(score: int, game_id: str) -> tuple[int, int, int]:
    """``(win, draw, loss)`` per mille, sum 1000, for the player whose score is ``score``."""
    if abs(score) >= WIN_BOUND:
        return (1000, 0, 0) if score > 0 else (0, 0, 1000)
    a, b = CURVES.get(game_id, _OTHER)
    win = round(1000 / (1 + math.exp(min((a - score) / b, 500))))
    loss = round(1000 / (1 + math.exp(min((a + score) / b, 500))))
    return win, 1000 - win - loss, loss
