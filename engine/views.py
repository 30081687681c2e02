"""What a seat sees of a game with private pieces: its position, the tokens that it is sent, and what it may believe.

>>> import engine
>>> from engine.views import seat_view
>>> truth = engine.load("luzhanqi").position("1l1j1/5/5/5/5/I4/4d/5/5/2c2/k1b2/1L3 w * - 0 60", ["a7a8"])
>>> seat_view(truth, 0).text()
'1x1x1/5/5/5/I4/5/4x/5/5/2x2/x1x2/1L3 b 0 - 1 61'
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import PositionError
from engine.game import Game, Position

SPECTATOR = -1
SAMPLES = 2000


@dataclass(frozen=True)
class Belief:
    """What a piece of unknown kind may be."""

    point: str
    seat: str
    """The name of its owner."""
    odds: dict[str, float]
    """Letter of a kind -> probability; the largest first."""


def has_views(game: Game) -> bool:
    """Whether seats see different things in this game."""
    return hasattr(game.spec.notation, "view_position")


def is_view(position: Position) -> bool:
    """Whether ``position`` shows less than the truth."""
    return has_views(position.game) and int(position.state["view"]) != -2


def _notation(position: Position):
    if not has_views(position.game):
        raise PositionError(f"{position.game.entry.id} has no private pieces: all seats see the same")
    return position.game.spec.notation


def seat_tokens(position: Position, seat: int) -> list[str]:
    """The moves of ``position``, a truth, as they are sent to ``seat`` (``SPECTATOR``: to everybody else).

    Raises
    ------
    PositionError
        If the game has no private pieces.
    """
    notation = _notation(position)
    memory, options, now = position.memory, position.game.options, position.ply
    return [notation.view_token(memory, ply, move, seat, options, now) for ply, move in enumerate(position.moves)]


def seat_view(position: Position, seat: int) -> Position:
    """The position that ``seat`` knows, made of nothing but what it is sent; ``position`` is the truth.

    Raises
    ------
    PositionError
        If the game has no private pieces, or ``position`` is a view of another seat.
    """
    notation = _notation(position)
    if is_view(position):
        if int(position.state["view"]) != seat:
            raise PositionError("the position is already a view; another seat's cannot be made from it")
        return position.copy()
    start = notation.view_position(position.memory, 0, seat, position.game.options)
    return position.game.position(start, seat_tokens(position, seat))


def beliefs(position: Position, samples: int = SAMPLES, seed: int = 1) -> list[Belief]:
    """The odds of each piece that ``position``, a view, does not know, from ``samples`` worlds that fit everything seen."""
    hook = getattr(position.game.spec.notation, "piece_odds", None)
    if hook is None or not is_view(position):
        return []
    names = position.game.entry.seats
    return [
        Belief(point, names[seat], dict(sorted(odds.items(), key=lambda item: -item[1])))
        for point, seat, odds in hook(position.memory, position.ply, samples, seed)
    ]
