"""When an engine in UCCI accepts or offers a draw and when it resigns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from protocols.options import OptionValues

if TYPE_CHECKING:
    from engine import Position, Result

#: A draw is accepted only after this many plies without a capture (or where the game is drawn anyway).
_QUIET_PLIES = 20
#: A draw is offered after so many moves with a score this near to 0, not before this ply, not again within so many moves.
_LEVEL_MOVES, _LEVEL_SCORE, _FIRST_PLY, _BETWEEN_OFFERS = 10, 10, 80, 10
#: Moves with a lost score before the engine resigns.
_LOST_MOVES = 3


class Policy:
    """Follows the scores of one game, one for each move of the engine, on UCCI's scale."""

    def __init__(self, own: OptionValues) -> None:
        self._own = own
        self.draw_offered = False
        """Whether the opponent has offered a draw with its last move."""
        self._scores: list[int] = []
        self._last_offer = -_BETWEEN_OFFERS
        self._last_ply = -1

    def new_game(self) -> None:
        """Forget the game."""
        self._scores.clear()
        self._last_offer, self._last_ply, self.draw_offered = -_BETWEEN_OFFERS, -1, False

    def word(self, position: Position, score: int, outcome: Result) -> str:
        """What to add to the ``bestmove`` of ``position`` (a blank and a word, or nothing).

        ``score`` is that of the move, ``outcome`` how the game stands after it.
        """
        quiet, ply = _counters(position)
        if ply <= self._last_ply:
            self.new_game_keeping_offer()
        self._last_ply = ply
        self._scores.append(score)
        offered, self.draw_offered = self.draw_offered, False
        known_draw = outcome.over and not outcome.winners
        limit = self._own.number("resignscore")
        if limit and len(self._scores) >= _LOST_MOVES and all(s < -limit for s in self._scores[-_LOST_MOVES:]):
            return " resign"
        if offered:
            accept = known_draw or (quiet >= _QUIET_PLIES and score <= self._own.number("drawscore"))
            return " draw" if accept else ""
        level = self._scores[-_LEVEL_MOVES:]
        if (
            len(level) == _LEVEL_MOVES
            and all(abs(s) < _LEVEL_SCORE for s in level)
            and ply > _FIRST_PLY
            and len(self._scores) - self._last_offer >= _BETWEEN_OFFERS
        ):
            self._last_offer = len(self._scores)
            return " draw"
        return ""

    def new_game_keeping_offer(self) -> None:
        """The game on the board is another one (or has been taken back)."""
        offered = self.draw_offered
        self.new_game()
        self.draw_offered = offered


def _counters(position: Position) -> tuple[int, int]:
    """Plies since the last capture, and plies since the start of the game as far as the position string tells."""
    fields = position.text().split()
    quiet = int(fields[4]) if len(fields) > 4 and fields[4].isdigit() else position.ply
    full = int(fields[5]) if len(fields) > 5 and fields[5].isdigit() else 1
    return quiet, max(2 * (full - 1) + position.player, position.ply)
