"""The tree search as a search of the ``Engine``: limits, signals, lines, as ``engine.search.driver.AlphaBeta`` has them."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from engine.core import contract
from engine.core.jit import JIT_DISABLED, compile_kernel
from engine.core.score import EVAL_LIMIT
from engine.core.spec import Evaluation, GameSpec
from engine.errors import OptionError
from engine.multiseat import tree
from engine.multiseat.growth import Growth
from engine.multiseat.seats import OWN, evaluate_address, own_evaluation, two_team_seats, write_head
from engine.search.given import GameLike, PositionLike
from engine.search.limits import Info, Limits, SearchResult
from engine.search.skill import Skill
from engine.search.wdl import wdl

EXPLORATION = 1.6
NODE_BYTES = 100  #: about what a node of the tree takes
_FEWEST = 256  #: nodes of the smallest tree
_MOST_OUTCOMES = 64  #: no event of chance has more
_KERNELS = (
    "gen_moves", "gen_noisy", "make_move", "result", "adjudicate", "describe", "see", "evaluate_seats", "chance_outcomes",
)  # fmt: skip


def score_of(value: float, teams: int) -> int:
    """A chance of winning on the score scale: 0 where it is that of a draw between ``teams`` teams."""
    odds = min(max(value, 1e-4), 1 - 1e-4)
    even = math.log(1 / (teams - 1))
    return max(min(round(tree.SCALE * (math.log(odds / (1 - odds)) - even)), EVAL_LIMIT - 1), 1 - EVAL_LIMIT)


class TreeGrowth(Growth):
    """One ``go``: a tree of its own."""

    _driver: MctsDriver

    def _begin(self, legal: list[int]) -> Info | None:
        """See ``Growth._begin``."""
        spec, position, driver = self._driver.spec, self._position, self._driver
        self._legal, self._tree, self._state = legal, driver.arrays(), np.array([1, 0], np.int64)
        nodes = self._tree
        nodes["first"][0], nodes["count"][0], nodes["visits"][0] = tree.UNKNOWN, 0, 0
        nodes["values"][0] = 0.0
        values = np.zeros(contract.KIND_MASK + 1, np.int64)
        values[: len(spec.piece_values)] = spec.piece_values
        numbers = np.array([position.ply, spec.state.itemsize, len(driver.game.teams), int(spec.packed_moves)], np.int64)
        self._arguments = (
            self._stack(tree.ROOM), numbers, np.array(driver.game.teams, np.int64), nodes["moves"], nodes["first"],
            nodes["count"], nodes["visits"], nodes["acting"], nodes["prior"], nodes["values"], self._state,
            np.zeros(max(spec.max_moves, _MOST_OUTCOMES), np.int64), values, driver.evaluation.weights,
            driver.scratch(position.player), np.zeros(8, np.int64), EXPLORATION,
        )  # fmt: skip
        return None

    def _stack(self, more: int) -> np.ndarray:
        """A copy of the game up to the root with room for ``more`` rows behind it."""
        stride, rows = self._driver.spec.state.itemsize, self._position.ply + 1
        memory = np.zeros((rows + more) * stride, np.uint8)
        memory[: rows * stride] = self._position.memory[: rows * stride]
        return memory

    def _grow(self, wanted: int) -> int:
        """See ``Growth._grow``; a full tree goes on judging its leaves."""
        self._driver.note_used(int(tree.grow(*self._arguments, wanted, *self._driver.kernels())))
        if self._done == 0:
            self._restrict()
        return wanted

    def _restrict(self) -> None:
        """Give the root moves that are not asked for no chance; the root has been made by now."""
        nodes, asked = self._tree, set(self._asked(self._legal))
        begin = int(nodes["first"][0])
        end = begin + int(nodes["count"][0])
        allowed = [child for child in range(begin, end) if int(nodes["moves"][child]) in asked]
        if len(allowed) < len(self._legal):
            kept = {name: nodes[name][allowed].copy() for name in nodes}
            for name in nodes:
                nodes[name][begin : begin + len(allowed)] = kept[name]
            nodes["count"][0] = len(allowed)
            nodes["visits"][0] = 1

    # --- reports ---

    def _line(self, child: int) -> tuple[int, ...]:
        """The most visited line that begins with ``child``; it ends before chance."""
        nodes = self._tree
        line = [int(nodes["moves"][child])]
        while nodes["first"][child] >= 0 and nodes["count"][child] > 0 and nodes["acting"][child] != tree.CHANCE:
            begin = int(nodes["first"][child])
            child = begin + int(np.argmax(nodes["visits"][begin : begin + int(nodes["count"][child])]))
            if nodes["visits"][child] == 0:
                break
            line.append(int(nodes["moves"][child]))
        return tuple(line)

    def _lines(self, wanted: int) -> list[Info]:
        """See ``Growth._lines``."""
        nodes, driver = self._tree, self._driver
        begin, count = int(nodes["first"][0]), int(nodes["count"][0])
        team, teams = int(nodes["acting"][0]), nodes["values"].shape[1]
        visits = nodes["visits"][begin : begin + count]
        elapsed = time.perf_counter() - self._start
        depth = max(1, (self._done.bit_length() - 1) // 2)
        lines: list[Info] = []
        for number, place in enumerate(np.argsort(-visits, kind="stable")[:wanted], start=1):
            child = begin + int(place)
            seen = int(nodes["visits"][child])
            mean = float(nodes["values"][child, team]) / seen if seen else 1 / teams
            line, score = self._line(child), score_of(mean, teams)
            if lines:  # a move tried seldom may have been lucky
                score = min(score, lines[-1].score)
            lines.append(
                Info(
                    depth=depth, seldepth=int(self._state[1]), multipv=number, score=score, bound="exact", nodes=self._done,
                    time_s=elapsed, nps=int(self._done / elapsed) if elapsed > 0 else 0, hashfull=driver.hashfull(), pv=line,
                    wdl=wdl(score, driver.spec.id),
                )
            )  # fmt: skip
        return lines

    def _ponder_move(self, line: Info) -> int:
        """See ``Growth._ponder_move``: the second move of the line, if the game goes on after it."""
        if len(line.pv) < 2:
            return 0
        make, result = self._driver.game.kernel("make_move"), self._driver.game.kernel("result")
        memory, row = self._stack(3), self._position.ply
        for number, move in enumerate(line.pv[:2]):
            make(memory, row + number, move)
        return 0 if result(memory, row + 2) else line.pv[1]


class MctsDriver:
    """A tree of its own for each search; one thread. Its public methods are those of ``AlphaBeta``.

    ``hash_mb`` bounds the tree, ``nodes`` limits iterations, and ``depth`` n stands for 4 ** n iterations.
    """

    growth: type[Growth] = TreeGrowth
    """What does a ``go``."""

    def __init__(self, game: GameLike) -> None:
        if JIT_DISABLED:
            raise RuntimeError("the search needs compiled kernels: unset NUMBA_DISABLE_JIT")
        self.game = game
        self.spec: GameSpec = game.spec
        self.evaluation = game.spec.hand_made()
        self.threads, self.multipv, self.overhead_s, self.analyse_mode = 1, 1, 0.03, False
        self._teams_count = max(game.teams) + 1
        if "evaluate_seats" not in self.spec.kernels and self._teams_count != 2:
            raise OptionError(f"{self.spec.id} has no scores of every seat, which this search needs")
        self._megabytes, self._lock, self._condition = 64, threading.Lock(), threading.Condition()
        self._prepared = self._active = self._stopped = self.hit = False
        self.hit_time = 0.0
        self._arrays: dict[str, np.ndarray] = {}
        self._used = 0

    # --- setup ---

    def kernels(self) -> list[Any]:
        """The game's kernels in the order of the compiled loop."""
        found = {"evaluate_seats": two_team_seats, **contract.DEFAULTS, **self.spec.kernels}
        return [found[name] for name in _KERNELS]

    def _compiled(self) -> list[Any]:
        """All that must be compiled before a search."""
        extra = () if "evaluate_seats" in self.spec.kernels else (self.evaluation.kernel, evaluate_address)
        return [*self.kernels(), *self.spec.helpers, *self.evaluation.helpers, *extra, tree.grow]

    def warm_up(self, progress: Callable[[str, int, int], None] | None = None) -> None:
        """Compile or load every kernel; see ``Engine.warm_up``."""
        jobs = self._compiled()
        for done, function in enumerate(jobs):
            if progress:
                progress(f"{self.spec.id} {function.__name__}", done, len(jobs))
            compile_kernel(function)
        if progress:
            progress("ready", len(jobs), len(jobs))

    def configure(
        self,
        hash_mb: int | None = None,
        threads: int | None = None,
        multipv: int | None = None,
        overhead_s: float | None = None,
        analyse_mode: bool | None = None,
    ) -> None:
        """Change settings; see ``Engine.configure``. More threads than one are accepted and not used."""
        if hash_mb is not None and hash_mb != self._megabytes:
            self._megabytes = max(1, hash_mb)
            self._arrays.clear()
        if threads is not None:
            self.threads = max(1, threads)
        if multipv is not None:
            self.multipv = max(1, multipv)
        if overhead_s is not None:
            self.overhead_s = max(0.0, overhead_s)
        if analyse_mode is not None:
            self.analyse_mode = analyse_mode

    def set_evaluation(self, evaluation: Evaluation) -> None:
        """Evaluate with ``evaluation``; networks know no seats, so with one the scores of every seat are the game's own."""
        self.evaluation = own_evaluation(self.spec, evaluation) if "evaluate_seats" in self.spec.kernels else evaluation

    def set_params(self, changes: dict[str, int]) -> None:
        """There are none to change.

        Raises
        ------
        KeyError
        """
        for name in changes:
            raise KeyError(name)

    def new_game(self) -> None:
        """Nothing is kept from search to search."""

    def clear_hash(self) -> None:
        """Forget the tree."""
        self._used = 0

    # --- signals from other threads ---

    def prepare(self) -> None:
        """Open the time in which ``stop`` and ``ponderhit`` count for the next ``go``."""
        with self._condition:
            if not self._active:
                self._prepared, self._stopped, self.hit = True, False, False

    def stop(self) -> None:
        """End the running or prepared search."""
        with self._condition:
            if self._active or self._prepared:
                self._stopped = True
                self._condition.notify_all()

    def ponderhit(self) -> None:
        """Let the clock of the running or prepared pondering search begin."""
        with self._condition:
            if (self._active or self._prepared) and not self.hit:
                self.hit, self.hit_time = True, time.perf_counter()
                self._condition.notify_all()

    # --- the search ---

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
            return self.growth(self, position, limits, on_info, skill or Skill()).result()
        finally:
            with self._condition:
                self._active = False

    def released(self, waits_for_stop: bool) -> bool:
        """Block until ``stop`` (or ``ponderhit``, unless only ``stop`` counts)."""
        with self._condition:
            self._condition.wait_for(lambda: self._stopped or (self.hit and not waits_for_stop))
            return True

    @property
    def stopped(self) -> bool:
        """Whether the search must end."""
        return self._stopped

    def arrays(self) -> dict[str, np.ndarray]:
        """The tree's memory, made on first use."""
        if not self._arrays:
            nodes = max(_FEWEST + self.spec.max_moves, self._megabytes * (1 << 20) // NODE_BYTES)
            self._arrays = {name: np.zeros(nodes, np.int64) for name in ("moves", "first", "count", "visits", "acting")}
            self._arrays["prior"] = np.zeros(nodes, np.float64)
            self._arrays["values"] = np.zeros((nodes, self._teams_count), np.float64)
        return self._arrays

    def scratch(self, seat: int) -> np.ndarray:
        """Fresh scratch memory for the evaluation."""
        if "evaluate_seats" in self.spec.kernels:
            return np.zeros(max(1, self.spec.scratch_words), np.int64)
        words = np.zeros(OWN + max(1, self.evaluation.scratch_words), np.int64)
        write_head(words, int(evaluate_address(self.evaluation.kernel)), seat, self.spec.state.itemsize, self.game.teams)
        return words

    # --- questions ---

    def evaluate(self, position: PositionLike) -> int:
        """The static evaluation, view of the player to act."""
        self.warm_up()
        out = np.zeros(8, np.int64)
        weights = self.evaluation.weights
        seats = self.spec.kernels.get("evaluate_seats", two_team_seats)
        seats(position.memory, position.ply, weights, self.scratch(position.player), out)
        return int(out[position.player])

    def probe(self, position: PositionLike) -> dict[str, Any] | None:
        """There is no table."""
        return None

    def hashfull(self) -> int:
        """How much of the tree's room is used, per mille."""
        return 1000 * self._used // max(1, self._arrays["moves"].size) if self._arrays else 0

    def note_used(self, nodes: int) -> None:
        """Remember how many nodes the tree has."""
        self._used = nodes


class MctsChance(MctsDriver):
    """The same search under the name that games of chance know it by."""

    def __init__(self, game: GameLike) -> None:
        super().__init__(game)
        if "chance_outcomes" not in self.spec.kernels:
            raise OptionError(f"{self.spec.id} has no chance, which this search is for")
