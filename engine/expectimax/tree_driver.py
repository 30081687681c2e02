"""The tree search with chance nodes as a search of the ``Engine``."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from engine.core import contract
from engine.core.jit import compile_kernel
from engine.errors import OptionError
from engine.expectimax.tree import grow_with_chance
from engine.multiseat import tree
from engine.multiseat.mcts import CHUNK, EXPLORATION, MctsDriver
from engine.multiseat.mcts import _Growth as Growth
from engine.search.given import GameLike, PositionLike
from engine.search.limits import Info, Limits, SearchResult
from engine.search.skill import Skill

_FIRST_REPORT, _REPORT_GROWTH = 64, 2.0


class MctsChance(MctsDriver):
    """A tree of its own for each search, for any number of teams; limits as in ``MctsDriver``."""

    def __init__(self, game: GameLike) -> None:
        super().__init__(game)
        if "chance_outcomes" not in self.spec.kernels:
            raise OptionError(f"{self.spec.id} has no chance, which this search is for")

    def warm_up(self, progress: Callable[[str, int, int], None] | None = None) -> None:
        """Compile or load every kernel; see ``Engine.warm_up``."""
        compile_kernel(self.spec.kernels["chance_outcomes"])
        compile_kernel(grow_with_chance)
        super().warm_up(progress)

    def go(
        self, position: PositionLike, limits: Limits, on_info: Callable[[Info], None] | None = None, skill: Skill | None = None
    ) -> SearchResult:
        """Search; see ``Engine.go``."""
        with self._condition:
            if not self._prepared:
                self._stopped = self.hit = False
            self._prepared, self._active = False, True
        try:
            self.warm_up()
            return _ChanceGrowth(self, position, limits, on_info, skill or Skill()).result()
        finally:
            with self._condition:
                self._active = False


class _ChanceGrowth(Growth):
    """One ``go``."""

    def result(self) -> SearchResult:
        """Do the search."""
        driver, limits = self._driver, self._limits
        legal = [int(move) for move in self._position.legal_moves()]
        if not legal:
            return self._without_moves()
        arguments = self._arguments()
        kernels = [*driver._kernels(), driver.spec.kernels["chance_outcomes"]]
        report_at, most = _FIRST_REPORT, self._most()
        while True:
            wanted = 2 if self._done == 0 else CHUNK if most is None else max(1, min(CHUNK, most - self._done))
            grow_with_chance(*arguments, wanted, *kernels)
            driver.note_used(int(self._state[0]))
            if self._done == 0:
                self._restrict(legal)
            self._done += wanted
            if self._done >= report_at:
                self._report()
                report_at = int(self._done * _REPORT_GROWTH)
            if driver.stopped or (most is not None and self._done >= most) or self._time_is_up(len(legal)):
                break
        self._report()
        if not driver.stopped and (limits.infinite or limits.ponder and not driver.hit):
            driver.released(limits.infinite)
        lines = self._reported
        chosen = self._skill.choose(lines) if self._skill.limited else lines[0]
        return SearchResult(chosen.pv[0], 0, lines, self._done, time.perf_counter() - self._start, lines[0].depth)

    def _arguments(self) -> tuple[Any, ...]:
        """What every call of the kernel gets before the number of iterations."""
        spec, position, driver, nodes = self._driver.spec, self._position, self._driver, self._tree
        stride, root = spec.state.itemsize, position.ply
        memory = np.zeros((root + 1 + tree.ROOM) * stride, np.uint8)
        memory[: (root + 1) * stride] = position.memory[: (root + 1) * stride]
        nodes["first"][0], nodes["count"][0], nodes["visits"][0] = tree.UNKNOWN, 0, 0
        nodes["values"][0] = 0.0
        values = np.zeros(contract.KIND_MASK + 1, np.int64)
        values[: len(spec.piece_values)] = spec.piece_values
        numbers = np.array([root, stride, len(driver.game.teams), int(spec.packed_moves)], np.int64)
        return (
            memory, numbers, np.array(driver.game.teams, np.int64), nodes["moves"], nodes["first"], nodes["count"],
            nodes["visits"], nodes["acting"], nodes["prior"], nodes["values"], self._state, np.zeros(spec.max_moves + 64,
            np.int64), values, driver.evaluation.weights, driver.scratch(position.player), np.zeros(8, np.int64), EXPLORATION,
        )  # fmt: skip

    def _line(self, child: int) -> tuple[int, ...]:
        """The most visited line as far as somebody decides: it ends before chance."""
        line = super()._line(child)
        spec, row = self._driver.spec, self._position.ply
        stride = spec.state.itemsize
        memory = np.zeros((row + len(line) + 3) * stride, np.uint8)
        memory[: (row + 1) * stride] = self._position.memory[: (row + 1) * stride]
        for number, move in enumerate(line):
            spec.kernels["make_move"](memory, row + number, move)
            if int(memory[(row + number + 1) * stride + contract.FLAGS_OFFSET]) & contract.FLAG_CHANCE:
                return line[: number + 1]
        return line
