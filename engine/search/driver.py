"""From a position and limits to a move: threads, clock and reports around the compiled search."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from engine.core.jit import JIT_DISABLED, compile_kernel
from engine.core.score import INFINITE
from engine.core.spec import Evaluation, GameSpec
from engine.search.alphabeta import search
from engine.search.context import LINE_WORDS, STOP_CELL, Workspace, bind, bind_parts, game_kernels, two_sides
from engine.search.given import GameLike, PositionLike
from engine.search.limits import Info, Limits, SearchResult
from engine.search.order import next_move
from engine.search.params import default_params
from engine.search.qsearch import qsearch
from engine.search.root import advance, begin
from engine.search.run import Run
from engine.search.skill import Skill
from engine.search.table import LOWER, UPPER, Table, probe_key
from engine.search.watch import Watch

MAX_THREADS = 256
_PARTS = (next_move, qsearch, search)
_OWN = (bind, bind_parts, *_PARTS, begin, advance, probe_key)


class AlphaBeta:
    """The driver of the compiled alpha-beta for one game. Its public methods are those that ``engine.api.Engine`` describes."""

    def __init__(self, game: GameLike) -> None:
        if JIT_DISABLED:
            raise RuntimeError("the search needs compiled kernels: unset NUMBA_DISABLE_JIT")
        self.game = game
        self.spec: GameSpec = game.spec
        self.evaluation = game.spec.hand_made()
        self.threads, self.multipv, self.overhead_s, self.analyse_mode = 1, 1, 0.03, False
        self._changes: dict[str, int] = {}
        self.params = self._numbers()
        self.control = np.zeros(LINE_WORDS * (1 + MAX_THREADS), dtype=np.int64)
        self._workspaces: list[Workspace] = []
        self._table: Table | None = None
        self._lock = threading.Lock()
        self._prepared = False
        self._active = False
        self.hit, self.hit_time = False, 0.0
        self.released = threading.Event()
        self._watch: Watch | None = None
        self.last_score: int | None = None

    # --- setup ---

    def warm_up(self, progress: Callable[[str, int, int], None] | None = None) -> None:
        """Compile or load every kernel; see ``Engine.warm_up``."""
        kernels = [*game_kernels(self.spec, self.evaluation), *self.evaluation.helpers]
        jobs = [(f"{self.spec.id} {function.__name__}", function) for function in kernels]
        jobs += [(f"search {function.__name__}", function) for function in _OWN]
        for done, (name, function) in enumerate(jobs):
            if progress:
                progress(name, done, len(jobs))
            compile_kernel(function)
        self.workspace(0)
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
        """Change settings; see ``Engine.configure``."""
        if hash_mb is not None and (self._table is None or self._table.megabytes != max(1, hash_mb)):
            self._table = Table(max(1, hash_mb))
        if threads is not None:
            self.threads = min(max(1, threads), MAX_THREADS)
            del self._workspaces[self.threads :]
        if multipv is not None:
            self.multipv = max(1, multipv)
        if overhead_s is not None:
            self.overhead_s = max(0.0, overhead_s)
        if analyse_mode is not None and analyse_mode != self.analyse_mode:
            self.analyse_mode = analyse_mode
            self._use(self._numbers())

    def set_evaluation(self, evaluation: Evaluation) -> None:
        """Evaluate with ``evaluation`` from the next ``go`` on and forget everything that was learned under another one."""
        self.evaluation = evaluation
        for workspace in self._workspaces:
            workspace.set_evaluation(evaluation)
        if self._table is not None:
            self.new_game()

    def set_params(self, changes: dict[str, int]) -> None:
        """Change numbers of the search (``params.PARAMETERS``), in play and in analysis; takes effect with the next ``go``."""
        for name in changes:
            if name not in (self.params.dtype.names or ()):
                raise KeyError(name)
        self._changes |= changes
        self._use(self._numbers())

    def _numbers(self) -> np.ndarray:
        """The numbers of the game, of analysis where that is on, and those that were changed."""
        spec = self.spec
        return default_params(spec.search_params | (spec.analysis_params if self.analyse_mode else {}) | self._changes)

    def _use(self, params: np.ndarray) -> None:
        self.params = params
        for workspace in self._workspaces:
            workspace.set_params(params)

    def new_game(self) -> None:
        """Forget everything learned."""
        self.clear_hash()
        self.last_score = None
        for workspace in self._workspaces:
            workspace.forget()

    def clear_hash(self) -> None:
        """Empty the transposition table."""
        self.table.clear()

    def sides(self, position: PositionLike) -> np.ndarray:
        """The side of each seat in a search of ``position``, int64[seats]: 0 for the first seat's team, 1 for all others."""
        return two_sides(self.game.teams)

    @property
    def table(self) -> Table:
        assert self._table is not None
        return self._table

    def parts(self) -> tuple[Any, Any, Any]:
        """The kernels ``next_move``, ``qsearch`` and ``search``; other searches have others in their places."""
        return _PARTS

    def workspace(self, thread: int) -> Workspace:
        """The memory of a search thread, made on first use."""
        while len(self._workspaces) <= thread:
            number = len(self._workspaces)
            self._workspaces.append(Workspace(self.spec, self.parts(), self.control, number, self.params, self.evaluation))
        return self._workspaces[thread]

    # --- signals from other threads ---

    def prepare(self) -> None:
        """Open the time in which ``stop`` and ``ponderhit`` count for the next ``go``."""
        with self._lock:
            if not self._active:
                self._clear_signals()
                self._prepared = True

    def _clear_signals(self) -> None:
        self.control[STOP_CELL] = 0
        self.hit = False
        self.released.clear()

    def stop(self) -> None:
        """End the running or prepared search."""
        with self._lock:
            if self._active or self._prepared:
                self.control[STOP_CELL] = 1
                self.released.set()

    def ponderhit(self) -> None:
        """Let the clock of the running or prepared pondering search begin."""
        with self._lock:
            if (self._active or self._prepared) and not self.hit:
                self.hit, self.hit_time = True, time.perf_counter()
                if self._watch is not None:
                    self._watch.ponderhit()
                self.released.set()

    def attach(self, watch: Watch) -> None:
        """Take the watchdog of the running search; a ``ponderhit`` that has already come reaches it too."""
        with self._lock:
            self._watch = watch
            if self.hit:
                watch.ponderhit()

    # --- the search ---

    def go(
        self, position: PositionLike, limits: Limits, on_info: Callable[[Info], None] | None = None, skill: Skill | None = None
    ) -> SearchResult:
        """Search; see ``Engine.go``."""
        with self._lock:
            if not self._prepared:
                self._clear_signals()
            self._prepared, self._active = False, True
        try:
            return Run(self, position, limits, on_info, skill or Skill()).result()
        finally:
            with self._lock:
                self._active = False
                self._watch = None

    # --- questions ---

    def evaluate(self, position: PositionLike) -> int:
        """The static evaluation, view of the player to act."""
        space = self.workspace(0)
        arrays = space.arrays
        score = self.evaluation.kernel(position.memory, position.ply, arrays["weights"], arrays["scratch"])
        return int(score)

    def probe(self, position: PositionLike) -> dict[str, Any] | None:
        """The table's entry of a position; see ``Engine.probe``."""
        compile_kernel(probe_key)
        out = np.zeros(4, dtype=np.int64)
        probe_key(self.table.address, self.table.clusters, np.uint64(position.key), out)
        bits, score, bound, depth = (int(word) for word in out)
        if bound == 0:
            return None
        best = next((int(move) for move in position.legal_moves() if (int(move) ^ (int(move) >> 32)) & 0xFFFFFFFF == bits), 0)
        lower = score if bound & LOWER else -INFINITE
        upper = score if bound & UPPER else INFINITE
        return {"best": best, "lower": lower, "upper": upper, "depth": depth}

    def hashfull(self) -> int:
        """Entries of the current search per mille."""
        return self.table.hashfull()
