"""One ``go`` of a tree search: limits, signals, clock and reports, whatever the tree is made of."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from engine.search.clock import Budget, budget
from engine.search.given import PositionLike
from engine.search.limits import Info, Limits, SearchResult
from engine.search.run import finished_line
from engine.search.skill import Skill

_REPORT_GROWTH = 2.0
_MATE_ITERATIONS = 200_000  #: where a mate is asked for, which this search cannot prove, and nothing else ends it


class Growth(ABC):
    """The course of a search; a subclass owns the tree and says how it grows and which lines it holds.

    The driver is ``mcts.MctsDriver`` or one of its kind.
    """

    chunk = 32  #: iterations between two looks at the signals
    first_report = 64  #: iterations before the first report; each later one waits for twice as many

    def __init__(
        self, driver: Any, position: PositionLike, limits: Limits, on_info: Callable[[Info], None] | None, skill: Skill
    ) -> None:
        self._start = time.perf_counter()
        self._driver, self._position, self._limits, self._on_info, self._skill = driver, position, limits, on_info, skill
        self._budget = Budget() if limits.infinite else budget(limits, position.player, driver.overhead_s)
        self._done = 0
        self._reported: tuple[Info, ...] = ()

    # --- what a subclass does ---

    @abstractmethod
    def _begin(self, legal: list[int]) -> Info | None:
        """Make the tree; a line where nothing needs to be searched."""

    @abstractmethod
    def _grow(self, wanted: int) -> int:
        """Do ``wanted`` iterations; how many were done, fewer where the tree is full."""

    @abstractmethod
    def _lines(self, wanted: int) -> list[Info]:
        """At most ``wanted`` lines of the tree, best first."""

    def _ponder_move(self, line: Info) -> int:
        """The answer to the first move of ``line`` to ponder on, 0 for none."""
        return 0

    # --- course ---

    def result(self) -> SearchResult:
        """Do the search."""
        driver = self._driver
        legal = [int(move) for move in self._position.legal_moves()]
        if not legal:
            return self._without_moves()
        settled = self._begin(legal)
        if settled is not None:
            self._tell([settled])
            return self._finished()
        report_at, most = self.first_report, self._most()
        while True:
            wanted = self.chunk if most is None else max(1, min(self.chunk, most - self._done))
            if self._done == 0:
                wanted = min(wanted, 2)
            made = self._grow(wanted)
            self._done += made
            if self._done >= report_at:
                self._report()
                report_at = int(self._done * _REPORT_GROWTH)
            if made < wanted or driver.stopped or (most is not None and self._done >= most) or self._time_is_up(len(legal)):
                break
        self._report()
        return self._finished()

    def _most(self) -> int | None:
        """The largest number of iterations, None without a limit."""
        caps = [cap for cap in (self._limits.nodes, self._skill.nodes()) if cap]
        if self._limits.depth is not None:
            caps.append(4 ** min(max(self._limits.depth, 1), 15))
        elif self._limits.mate is not None and not caps and self._budget.hard_s is None:
            caps.append(_MATE_ITERATIONS)
        return max(2, min(caps)) if caps else None

    def _asked(self, legal: list[int]) -> list[int]:
        """The moves of ``legal`` that the limits allow at the root; all where they allow none."""
        limits = self._limits
        kept = [
            move
            for move in legal
            if (not limits.search_moves or move in limits.search_moves) and move not in limits.exclude_moves
        ]
        return kept or legal

    def _time_is_up(self, choices: int) -> bool:
        limits, driver, now = self._limits, self._driver, time.perf_counter()
        start = self._start
        if limits.ponder:
            if not driver.hit:
                return False
            start = driver.hit_time
        hard, soft = self._budget.hard_s, self._budget.soft_s
        if hard is not None and now - start >= hard:
            return True
        if soft is None or limits.infinite:
            return False
        return now - start >= soft or (choices == 1 and not driver.analyse_mode)

    # --- reports ---

    def _report(self) -> None:
        """Read the best lines from the tree and tell them, unless they have just been told."""
        if not self._reported or self._reported[0].nodes != self._done:
            self._tell(self._lines(max(self._driver.multipv, self._skill.lines())))

    def _tell(self, lines: list[Info]) -> None:
        if lines:
            self._reported = tuple(lines)
        if self._on_info is not None:
            for line in lines:
                self._on_info(line)

    # --- end ---

    def _finished(self) -> SearchResult:
        lines = self._reported
        self._wait_for_permission()
        chosen = self._skill.choose(lines) if self._skill.limited else lines[0]
        elapsed = time.perf_counter() - self._start
        return SearchResult(chosen.pv[0], self._ponder_move(chosen), lines, self._done, elapsed, lines[0].depth)

    def _without_moves(self) -> SearchResult:
        """The root has no legal move: a line that says how the game stands, and no best move."""
        line = finished_line(self._driver.game, self._position)
        self._tell([line])
        self._wait_for_permission()
        return SearchResult(best=0, ponder=0, lines=(line,), time_s=time.perf_counter() - self._start)

    def _wait_for_permission(self) -> None:
        """After a natural end: infinite searches wait for ``stop``, pondering ones also for ``ponderhit``."""
        driver, limits = self._driver, self._limits
        if not driver.stopped and (limits.infinite or (limits.ponder and not driver.hit)):
            driver.released(limits.infinite)
