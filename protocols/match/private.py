"""What each seat is sent in games with private pieces: positions made of nothing but its own tokens.

Players are asked with these instead of the referee's position, so that no engine, in its own process or in ours, ever holds
what its seat may not know.
"""

from __future__ import annotations

from engine import Position
from engine.views import has_views, seat_tokens, seat_view


class SeatViews:
    """The views of all seats, kept up with the referee's position."""

    def __init__(self, truth: Position) -> None:
        self._truth = truth
        self._views: dict[int, Position] = {}

    def of(self, seat: int) -> Position:
        """The position that ``seat`` knows; to be read only."""
        truth = self._truth
        view = self._views.get(seat)
        tokens = seat_tokens(truth, seat)
        if view is None or view.history() != tokens[: view.ply]:
            view = self._views[seat] = seat_view(truth, seat)
        for token in tokens[view.ply :]:
            view.push(token)
        return view


def views_of(truth: Position) -> SeatViews | None:
    """The views of a game, None where all seats see the same."""
    return SeatViews(truth) if has_views(truth.game) else None


def full_token(truth: Position, move: int) -> str:
    """``move``, legal in the truth, with all that the referee announces; a placement in full."""
    notation = truth.game.spec.notation
    return notation.view_token(truth.memory, truth.ply, move, truth.player, truth.game.options)
