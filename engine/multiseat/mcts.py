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
from engine.core.score import EVAL_LIMIT, MATE
from engine.core.spec import Evaluation, GameSpec
from engine.errors import OptionError
from engine.multiseat import tree
from engine.multiseat.seats import OWN, evaluate_address, two_team_seats, write_head
from engine.search.clock import Budget, budget
from engine.search.given import GameLike, PositionLike
from engine.search.limits import Info, Limits, SearchResult
from engine.search.skill import Skill
from engine.search.wdl import wdl

CHUNK = 32  #: iterations between two looks at the signals
EXPLORATION = 1.6
NODE_BYTES = 100  #: about what a node of the tree takes
_FIRST_REPORT = 64
_REPORT_GROWTH = 2.0
_MATE_ITERATIONS = 200_000  #: where a mate is asked for, which this search cannot prove, and nothing else ends it
_FEWEST = 256  #: nodes of the smallest tree


def score_of(value: float, teams: int) -> int:
    """A chance of winning on the score scale: 0 where it is that of a draw between ``teams`` teams."""
    odds = min(max(value, 1e-4), 1 - 1e-4)
    even = math.log(1 / (teams - 1))
    return max(min(round(tree.SCALE * (math.log(odds / (1 - odds)) - even)), EVAL_LIMIT - 1), 1 - EVAL_LIMIT)


class MctsDriver:
    """A tree of its own for each search; one thread. Its public methods are those of ``AlphaBeta``.

    ``hash_mb`` bounds the tree, ``nodes`` limits iterations, and ``depth`` n stands for 4 ** n iterations.
    """

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

    def _kernels(self) -> list[Any]:
        found = {**contract.DEFAULTS, **self.spec.kernels}
        seats = found.get("evaluate_seats", two_team_seats)
        return [found[n] for n in ("gen_moves", "gen_noisy", "make_move", "result", "adjudicate", "describe", "see")] + [seats]

    def warm_up(self, progress: Callable[[str, int, int], None] | None = None) -> None:
        """Compile or load every kernel; see ``Engine.warm_up``."""
        extra = () if "evaluate_seats" in self.spec.kernels else (self.evaluation.kernel, evaluate_address)
        jobs = [*self._kernels(), *self.spec.helpers, *self.evaluation.helpers, *extra, tree.grow]
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
        """Evaluate with ``evaluation``; scores of every seat are always the game's own."""
        self.evaluation = self.spec.hand_made() if "evaluate_seats" in self.spec.kernels else evaluation

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
            return _Growth(self, position, limits, on_info, skill or Skill()).result()
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
        self._kernels()[-1](position.memory, position.ply, weights, self.scratch(position.player), out)
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


class _Growth:
    """One ``go``."""

    def __init__(
        self, driver: MctsDriver, position: PositionLike, limits: Limits, on_info: Callable[[Info], None] | None, skill: Skill
    ) -> None:
        self._start = time.perf_counter()
        self._driver, self._position, self._limits, self._on_info, self._skill = driver, position, limits, on_info, skill
        self._budget = Budget() if limits.infinite else budget(limits, position.player, driver.overhead_s)
        self._tree = driver.arrays()
        self._state = np.array([1, 0], np.int64)
        self._done = 0
        self._reported: tuple[Info, ...] = ()

    def result(self) -> SearchResult:
        """Do the search."""
        spec, position, driver = self._driver.spec, self._position, self._driver
        stride, root = spec.state.itemsize, position.ply
        memory = np.zeros((root + 1 + tree.ROOM) * stride, np.uint8)
        memory[: (root + 1) * stride] = position.memory[: (root + 1) * stride]
        nodes = self._tree
        nodes["first"][0], nodes["count"][0], nodes["visits"][0] = tree.UNKNOWN, 0, 0
        nodes["values"][0] = 0.0
        values = np.zeros(contract.KIND_MASK + 1, np.int64)
        values[: len(spec.piece_values)] = spec.piece_values
        arguments = (
            memory, np.array([root, stride, len(driver.game.teams), int(spec.packed_moves)], np.int64),
            np.array(driver.game.teams, np.int64), nodes["moves"], nodes["first"], nodes["count"], nodes["visits"],
            nodes["acting"], nodes["prior"], nodes["values"], self._state, np.zeros(spec.max_moves, np.int64), values,
            driver.evaluation.weights, driver.scratch(position.player), np.zeros(8, np.int64), EXPLORATION,
        )  # fmt: skip
        kernels = driver._kernels()
        legal = [int(move) for move in position.legal_moves()]
        if not legal:
            return self._without_moves()
        report_at, most = _FIRST_REPORT, self._most()
        while True:
            wanted = 2 if self._done == 0 else CHUNK if most is None else max(1, min(CHUNK, most - self._done))
            driver.note_used(int(tree.grow(*arguments, wanted, *kernels)))
            if self._done == 0:
                self._restrict(legal)
            self._done += wanted
            if self._done >= report_at:
                self._report()
                report_at = int(self._done * _REPORT_GROWTH)
            if driver.stopped or (most is not None and self._done >= most) or self._time_is_up(len(legal)):
                break
        self._report()
        if not driver.stopped and (self._limits.infinite or self._limits.ponder and not driver.hit):
            driver.released(self._limits.infinite)
        lines = self._reported
        chosen = self._skill.choose(lines) if self._skill.limited else lines[0]
        ponder = chosen.pv[1] if len(chosen.pv) > 1 and not self._ends(chosen.pv[:2]) else 0
        elapsed = time.perf_counter() - self._start
        return SearchResult(chosen.pv[0], ponder, lines, self._done, elapsed, lines[0].depth)

    def _most(self) -> int | None:
        """The largest number of iterations, None without a limit."""
        caps = [cap for cap in (self._limits.nodes, self._skill.nodes()) if cap]
        if self._limits.depth is not None:
            caps.append(4 ** min(max(self._limits.depth, 1), 15))
        elif self._limits.mate is not None and not caps and self._budget.hard_s is None:
            caps.append(_MATE_ITERATIONS)
        return max(2, min(caps)) if caps else None

    def _restrict(self, legal: list[int]) -> None:
        """Give the root moves that are not asked for no chance; the root has been made by now."""
        limits, nodes = self._limits, self._tree
        begin = int(nodes["first"][0])
        end = begin + int(nodes["count"][0])
        allowed = [
            child
            for child in range(begin, end)
            if (not limits.search_moves or int(nodes["moves"][child]) in limits.search_moves)
            and int(nodes["moves"][child]) not in limits.exclude_moves
        ]
        if allowed and len(allowed) < len(legal):
            kept = {name: nodes[name][allowed].copy() for name in nodes}
            for name in nodes:
                nodes[name][begin : begin + len(allowed)] = kept[name]
            nodes["count"][0] = len(allowed)
            nodes["visits"][0] = 1

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

    def _line(self, child: int) -> tuple[int, ...]:
        nodes = self._tree
        line = [int(nodes["moves"][child])]
        while nodes["first"][child] >= 0 and nodes["count"][child] > 0:
            begin = int(nodes["first"][child])
            child = begin + int(np.argmax(nodes["visits"][begin : begin + int(nodes["count"][child])]))
            if nodes["visits"][child] == 0:
                break
            line.append(int(nodes["moves"][child]))
        return tuple(line)

    def _report(self) -> None:
        """Read the best lines from the tree and tell them."""
        nodes, driver = self._tree, self._driver
        begin, count = int(nodes["first"][0]), int(nodes["count"][0])
        team, teams = int(nodes["acting"][0]), nodes["values"].shape[1]
        visits = nodes["visits"][begin : begin + count]
        wanted = min(max(driver.multipv, self._skill.lines()), count)
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
        if lines and (not self._reported or self._reported[0].nodes != self._done):
            self._reported = tuple(lines)
            if self._on_info is not None:
                for told in lines:
                    self._on_info(told)

    def _ends(self, moves: tuple[int, ...]) -> bool:
        """Whether the game is over after ``moves``."""
        spec, row = self._driver.spec, self._position.ply
        stride = spec.state.itemsize
        memory = np.zeros((row + len(moves) + 3) * stride, np.uint8)
        memory[: (row + 1) * stride] = self._position.memory[: (row + 1) * stride]
        for number, move in enumerate(moves):
            spec.kernels["make_move"](memory, row + number, move)
        return bool(spec.kernels["result"](memory, row + len(moves)))

    def _without_moves(self) -> SearchResult:
        code = int(self._driver.spec.kernels["result"](self._position.memory, self._position.ply))
        score, teams = 0, self._driver.game.teams
        if code >> 8 & 0xFF:
            winner = next(teams[seat] for seat in range(len(teams)) if code >> 8 >> seat & 1)
            score = MATE if winner == teams[self._position.player] else -MATE
        line = Info(0, 0, 1, score, "exact", 0, 0.0, 0, 0, (), wdl(score, self._driver.spec.id))
        if self._on_info is not None:
            self._on_info(line)
        if self._limits.infinite or self._limits.ponder:
            self._driver.released(self._limits.infinite)
        return SearchResult(best=0, ponder=0, lines=(line,), time_s=time.perf_counter() - self._start)
