"""The drivers of the searches for more than two teams: the alpha-beta driver with other parts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from engine.core.jit import compile_kernel
from engine.core.spec import Evaluation
from engine.errors import OptionError
from engine.multiseat.seats import OWN, own_evaluation, root_view, seats_address, write_head
from engine.search.driver import AlphaBeta
from engine.search.given import GameLike, PositionLike
from engine.search.limits import Info, Limits, SearchResult
from engine.search.order import next_move
from engine.search.qsearch import qsearch
from engine.search.skill import Skill


class Paranoid(AlphaBeta):
    """The whole alpha-beta search, one team against all others as if these were one."""

    def __init__(self, game: GameLike) -> None:
        super().__init__(game)
        if "evaluate_seats" not in self.spec.kernels:
            raise OptionError(f"{self.spec.id} has no scores of every seat, which this search needs")
        self._root_team: int | None = None
        self.evaluation = self._from_root(self.evaluation)

    def _from_root(self, evaluation: Evaluation) -> Evaluation:
        """``evaluation`` seen from the root; networks know no seats, so with one the scores are the game's own."""
        seats = self.spec.kernels["evaluate_seats"]
        words = OWN + max(1, self.spec.scratch_words)
        own = own_evaluation(self.spec, evaluation)
        return Evaluation(own.name, root_view, own.weights, words, (seats, seats_address, *own.helpers))

    def set_evaluation(self, evaluation: Evaluation) -> None:
        """See ``AlphaBeta.set_evaluation``."""
        super().set_evaluation(self._from_root(evaluation))

    def _write_heads(self, seat: int) -> None:
        seats = self.spec.kernels["evaluate_seats"]
        for function in (seats, seats_address):
            compile_kernel(function)
        address = int(seats_address(seats))
        for workspace in self._workspaces:
            write_head(workspace.arrays["scratch"], address, seat, self.spec.state.itemsize, self.game.teams)

    def sides(self, position: PositionLike) -> np.ndarray:
        """0 for the team that acts in ``position``, 1 for all others."""
        self._write_heads(position.player)
        own = self.game.teams[position.player]
        return np.array([int(team != own) for team in self.game.teams], np.int64)

    def go(
        self, position: PositionLike, limits: Limits, on_info: Callable[[Info], None] | None = None, skill: Skill | None = None
    ) -> SearchResult:
        """Search; what was learned for another team at the root is forgotten first."""
        team = self.game.teams[position.player]
        if self._root_team not in (None, team):
            self.new_game()
        self._root_team = team
        return super().go(position, limits, on_info, skill)

    def evaluate(self, position: PositionLike) -> int:
        """The static evaluation, view of the player to act."""
        self.workspace(0)
        self._write_heads(position.player)
        return super().evaluate(position)


class BestReply(Paranoid):
    """Only the opponent whose move hurts most answers; see ``brs.py``."""

    def __init__(self, game: GameLike) -> None:
        super().__init__(game)
        if not self.spec.null_move:
            raise OptionError(f"{self.spec.id} knows no pass, which this search needs")

    def parts(self) -> tuple[Any, Any, Any]:
        """See ``AlphaBeta.parts``."""
        from engine.multiseat.brs import best_reply

        return next_move, qsearch, best_reply


class MaxN(Paranoid):
    """Every seat for itself; see ``maxn.py``."""

    def _numbers(self) -> np.ndarray:
        numbers = super()._numbers()
        numbers["aspiration_depth"] = 0
        return numbers

    def parts(self) -> tuple[Any, Any, Any]:
        """See ``AlphaBeta.parts``."""
        from engine.multiseat.maxn import maxn

        return next_move, qsearch, maxn
