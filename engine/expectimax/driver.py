"""The driver of expectimax: that of alpha-beta with another search in its middle."""

from __future__ import annotations

import numpy as np

from engine.core.jit import compile_kernel
from engine.core.spec import Evaluation
from engine.errors import OptionError
from engine.expectimax.chance import WORDS, outcomes_address, write_tail
from engine.expectimax.search import expectimax
from engine.search.context import Workspace
from engine.search.driver import AlphaBeta
from engine.search.given import GameLike, PositionLike
from engine.search.order import next_move
from engine.search.qsearch import qsearch


class Expectimax(AlphaBeta):
    """Expectimax for a game of two teams with dice or flips; see ``search.py``."""

    def __init__(self, game: GameLike) -> None:
        super().__init__(game)
        if "chance_outcomes" not in self.spec.kernels:
            raise OptionError(f"{self.spec.id} has no chance, which this search is for")
        self.evaluation = self._with_tail(self.evaluation)

    def _with_tail(self, evaluation: Evaluation) -> Evaluation:
        """``evaluation`` with room behind its scratch memory for what the search must know of the game's chance."""
        outcomes = self.spec.kernels["chance_outcomes"]
        words = max(1, evaluation.scratch_words) + WORDS
        helpers = (outcomes, outcomes_address, *evaluation.helpers)
        return Evaluation(evaluation.name, evaluation.kernel, evaluation.weights, words, helpers)

    def set_evaluation(self, evaluation: Evaluation) -> None:
        """See ``AlphaBeta.set_evaluation``."""
        super().set_evaluation(self._with_tail(evaluation))

    def sides(self, position: PositionLike) -> np.ndarray:
        """0 for the first seat's team, 1 for the other."""
        outcomes = self.spec.kernels["chance_outcomes"]
        for function in (outcomes, outcomes_address):
            compile_kernel(function)
        address = int(outcomes_address(outcomes))
        reveals = bool(getattr(self.spec.notation, "REVEALS", False))
        for workspace in self._workspaces:
            write_tail(workspace.arrays["scratch"], address, reveals)
        return super().sides(position)

    def workspace(self, thread: int) -> Workspace:
        """The memory of a search thread."""
        while len(self._workspaces) <= thread:
            number = len(self._workspaces)
            parts = (next_move, qsearch, expectimax)
            self._workspaces.append(Workspace(self.spec, parts, self.control, number, self.params, self.evaluation))
        return self._workspaces[thread]
