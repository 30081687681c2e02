"""The driver of expectimax: that of alpha-beta with another search in its middle."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.core.jit import compile_kernel
from engine.core.spec import Evaluation
from engine.errors import OptionError
from engine.expectimax.chance import WORDS, outcomes_address, seats_address, write_tail
from engine.expectimax.search import expectimax
from engine.expectimax.seats import expectimax_seats
from engine.search.context import bind_parts
from engine.search.driver import AlphaBeta
from engine.search.given import GameLike, PositionLike
from engine.search.order import next_move
from engine.search.qsearch import qsearch

#: Where Star2 pays; figures in ``bench/results/banqi.md``.
PROBES_FLIPS, PROBES_DICE = 1, 2
_TWO, _MANY = (next_move, qsearch, expectimax), (next_move, qsearch, expectimax_seats)


class Expectimax(AlphaBeta):
    """Expectimax for a game with dice or flips: ``search.py`` where two teams play, else the scores of all seats."""

    def __init__(self, game: GameLike) -> None:
        super().__init__(game)
        if "chance_outcomes" not in self.spec.kernels:
            raise OptionError(f"{self.spec.id} has no chance, which this search is for")
        self._many = len(set(game.teams)) > 2
        if self._many and "evaluate_seats" not in self.spec.kernels:
            raise OptionError(f"{self.spec.id} has no scores of every seat, which this search needs")
        self.evaluation = self._with_tail(self.evaluation)
        self._reveals = bool(getattr(self.spec.notation, "REVEALS", False))
        self.probes = PROBES_FLIPS if self._reveals else PROBES_DICE
        """Least depth of a node of chance that Star2 probes; see ``mean.py``."""

    def _with_tail(self, evaluation: Evaluation) -> Evaluation:
        """``evaluation`` with room behind its scratch memory for what the search must know of the game's chance."""
        helpers = (outcomes_address, self.spec.kernels["chance_outcomes"], *evaluation.helpers)
        if "evaluate_seats" in self.spec.kernels:
            helpers = (seats_address, self.spec.kernels["evaluate_seats"], *helpers)
        words = max(1, evaluation.scratch_words) + WORDS
        return Evaluation(evaluation.name, evaluation.kernel, evaluation.weights, words, helpers)

    def set_evaluation(self, evaluation: Evaluation) -> None:
        """See ``AlphaBeta.set_evaluation``."""
        super().set_evaluation(self._with_tail(evaluation))

    def _playing(self, position: PositionLike) -> list[int]:
        """The team of each seat, -1 for seats that are not in the game."""
        hook = getattr(self.spec.notation, "seats_in", None)
        if hook is None:
            return list(self.game.teams)
        playing = hook(position.memory, position.ply)
        return [seat if seat in playing else -1 for seat in range(len(self.spec.entry.seats))]

    def sides(self, position: PositionLike) -> np.ndarray:
        """0 for the first team in the game, 1 for all others; chooses the search by their number."""
        kernels = self.spec.kernels
        for function in self.evaluation.helpers:
            compile_kernel(function)
        outcomes = int(outcomes_address(kernels["chance_outcomes"]))
        seats = int(seats_address(kernels["evaluate_seats"])) if "evaluate_seats" in kernels else 0
        teams = self._playing(position)
        order = sorted({team for team in teams if team >= 0})
        many = len(order) > 2
        for workspace in self._workspaces:
            write_tail(workspace.arrays["scratch"], outcomes, self._reveals, self.probes, seats, len(teams))
            parts = _MANY if many else _TWO
            for function in parts:
                compile_kernel(function)
            bind_parts(workspace.ctx, *parts)
        # The vector search knows no window, so the first one must be open.
        self.params["aspiration_depth"] = 0 if many else self._numbers()["aspiration_depth"]
        return np.array([int(team != order[0]) for team in teams], np.int64)

    def parts(self) -> tuple[Any, Any, Any]:
        """See ``AlphaBeta.parts``."""
        return _MANY if self._many else _TWO
