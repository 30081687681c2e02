"""One search from its start to its result: sets the threads going, listens to the main one, watches the clock."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.core.score import INFINITE, MATE, is_mate, mate_plies
from engine.search.clock import Budget, Settling, budget
from engine.search.context import CURRENT_MOVE, CURRENT_NUMBER, LINE_WORDS, NODES, STOP_CELL, Workspace
from engine.search.given import GameLike, PositionLike
from engine.search.limits import Info, Limits, SearchResult
from engine.search.root import DEEPEST, FAILED, FINISHED, ITERATION, NEW_DEPTH, STOPPED, advance, begin
from engine.search.skill import Skill
from engine.search.table import LOWER, UPPER
from engine.search.watch import Watch
from engine.search.wdl import wdl

if TYPE_CHECKING:
    from engine.search.driver import AlphaBeta

QUIET_START_S = 3.0  #: no bounds and no current moves are reported before this
CURRENT_EVERY_S = 1.0
_BOUNDS = {0: "exact", LOWER: "lower", UPPER: "upper"}


class Run:
    """The state of one ``go``."""

    def __init__(
        self, driver: AlphaBeta, position: PositionLike, limits: Limits, on_info: Callable[[Info], None] | None, skill: Skill
    ) -> None:
        self._space = driver.workspace(0)
        self._start = time.perf_counter()
        self._driver, self._limits, self._on_info, self._skill = driver, limits, on_info, skill
        self._position = position
        self._spec = driver.spec
        self._ctx = self._space.ctx
        self._control = driver.control
        self._lines: tuple[Info, ...] = ()
        self._depth = 0
        self._emitting = threading.Lock()
        self._watch: Watch | None = None
        self._pondering = limits.ponder
        self._settling = Settling(driver.last_score)
        self._clocked = any(clock is not None for clock in limits.clock_s) or bool(limits.increment_s)
        self._budget = Budget() if limits.infinite else budget(limits, position.player, driver.overhead_s)
        self._soft_start = self._start
        self._soft_passed = False

    # --- course ---

    def result(self) -> SearchResult:
        """Do the search."""
        driver, limits = self._driver, self._limits
        driver.table.next_search()
        self._control[: LINE_WORDS * (1 + driver.threads)].reshape(-1, LINE_WORDS)[1:] = 0
        if self._prepare(self._space) == 0:
            return self._without_moves()
        helpers = self._start_helpers()
        try:
            self._start_watch()
            self._search()
            self._wait_for_permission()
        finally:
            if self._watch is not None:
                self._watch.close()
            if helpers:
                self._control[STOP_CELL] = 1
                for helper in helpers:
                    helper.join()
        if self._nodes() and not limits.search_moves and not limits.exclude_moves:
            driver.last_score = self._lines[0].score if self._lines else None
        return self._finish()

    def _prepare(self, space: Workspace) -> int:
        """Load the game into a thread's workspace; the number of root moves."""
        limits, ctx = self._limits, space.ctx
        memory = self._driver.table
        sides = self._driver.sides(self._position)
        space.load(self._position.memory, self._position.ply, self._position.moves, sides)
        ctx["table"], ctx["clusters"], ctx["age"] = memory.address, memory.clusters, memory.age
        ctx["threads"] = self._driver.threads
        ctx["max_depth"] = DEEPEST
        # Mate problems are full of zugzwang.
        ctx["null_move"] = int(self._spec.null_move and limits.mate is None)
        count = begin(space.address)
        if limits.search_moves or limits.exclude_moves:
            roots = space.root_moves[:count]
            kept = [
                root.copy()
                for root in roots
                if (not limits.search_moves or int(root["move"]) in limits.search_moves)
                and int(root["move"]) not in limits.exclude_moves
            ]
            if kept:
                count = len(kept)
                for place, root in enumerate(kept):
                    space.root_moves[place] = root
                ctx["root_count"] = count
        ctx["lines"] = min(max(self._driver.multipv, self._skill.lines()), count)
        if space is self._space and limits.depth is not None:
            ctx["max_depth"] = min(max(limits.depth, 1), DEEPEST)
        # Every thread looks at the sum: one that the system has put aside would let the others run on.
        caps = [cap for cap in (limits.nodes, self._skill.nodes()) if cap]
        ctx["node_limit"] = min(caps) if caps else 0
        return count

    def _start_helpers(self) -> list[threading.Thread]:
        helpers = []
        for number in range(1, self._driver.threads):
            space = self._driver.workspace(number)
            self._prepare(space)
            helper = threading.Thread(target=advance, args=(space.address, FINISHED), daemon=True, name=f"qiji-search-{number}")
            helper.start()
            helpers.append(helper)
        return helpers

    def _start_watch(self) -> None:
        report = self._report_current if self._on_info else None
        if self._budget.hard_s is None and report is None:
            return
        self._watch = Watch(
            self._control, self._start, self._budget.hard_s, self._pondering, report, QUIET_START_S, CURRENT_EVERY_S
        )
        self._driver.attach(self._watch)
        self._watch.start()

    def _search(self) -> None:
        listen = self._on_info is not None or self._budget.soft_s is not None or self._limits.mate or self._clocked
        wanted = FINISHED | (ITERATION | FAILED if listen else 0)
        while True:
            event = advance(self._space.address, wanted)
            if event == ITERATION:
                self._depth = int(self._ctx["depth"])
                self._keep_lines()
                if self._enough():
                    return
            elif event == FAILED:
                if self._on_info is not None and time.perf_counter() - self._start > QUIET_START_S:
                    self._emit(self._info(int(self._ctx["line"]), int(self._ctx["line"])))
            else:
                self._depth = int(self._ctx["depth"]) - int(event == STOPPED and self._ctx["phase"] != NEW_DEPTH)
                self._keep_lines(last=True)
                return

    def _wait_for_permission(self) -> None:
        """After a natural end: infinite searches wait for ``stop``, pondering ones also for ``ponderhit``."""
        driver = self._driver
        while self._limits.infinite or (self._pondering and not driver.hit):
            if self._control[STOP_CELL] and driver.released.is_set():
                return
            driver.released.wait()
            if self._limits.infinite and not self._control[STOP_CELL]:
                driver.released.clear()

    # --- decisions ---

    def _enough(self) -> bool:
        """Whether to end after a complete iteration."""
        limits, now = self._limits, time.perf_counter()
        best = self._lines[0]
        if (
            limits.mate is not None
            and is_mate(best.score)
            and best.score > 0
            and (mate_plies(best.score) + 1) // 2 <= limits.mate
        ):
            return True
        scale = self._settling.scale(best.pv[0], best.score, self._node_share())
        if self._pondering:
            if not self._driver.hit:
                soft = self._budget.soft_s
                self._soft_passed = soft is not None and now - self._start > soft * scale
                return False
            self._pondering = False
            self._soft_start = self._driver.hit_time
            if self._soft_passed:
                return True
        if not self._clocked or limits.infinite or self._budget.soft_s is None:
            return False
        if not self._driver.analyse_mode:
            if self._ctx["root_count"] == 1:
                return True
            if is_mate(best.score) and self._depth > 2 * mate_plies(best.score):
                return True
        return now - self._soft_start > min(self._budget.soft_s * scale, self._budget.hard_s or 1e9)

    def _node_share(self) -> float:
        return float(self._space.root_moves[0]["nodes"]) / max(int(self._ctx["nodes"]), 1)

    # --- reports ---

    def _nodes(self) -> int:
        others = sum(int(self._control[LINE_WORDS * (1 + n) + NODES]) for n in range(1, self._driver.threads))
        return int(self._ctx["nodes"]) + others

    def _info(self, index: int, line: int) -> Info:
        root = self._space.root_moves[index]
        elapsed = time.perf_counter() - self._start
        nodes, score = self._nodes(), int(root["score"])
        pv = self._space.root_pv[int(root["pv"]), : int(root["pv_length"])]
        return Info(
            depth=int(root["depth"]),
            seldepth=int(root["seldepth"]),
            multipv=line + 1,
            score=score,
            bound=_BOUNDS[int(root["bound"])],
            nodes=nodes,
            time_s=elapsed,
            nps=int(nodes / elapsed) if elapsed > 0 else 0,
            hashfull=self._driver.hashfull() if self._on_info else 0,
            pv=tuple(pv.tolist()),
            wdl=wdl(score, self._spec.id),
        )

    def _keep_lines(self, last: bool = False) -> None:
        """Read the lines that stand in the root moves; a line that is only a bound leaves the last exact one in its place.

        ``last``: nothing will follow, so a move that has just failed high is better than the exact one before it.
        """
        count = int(self._ctx["lines"])
        lines = []
        for line in range(count):
            root = self._space.root_moves[line]
            better = last and line == 0 and root["bound"] == LOWER
            if (root["bound"] != 0 and not better) or root["score"] == -INFINITE:
                break
            lines.append(self._info(line, line))
        if not lines:
            return
        fresh = tuple(lines)
        if len(fresh) < count:
            known = {info.pv[0] for info in fresh}
            rest = [info for info in self._lines if info.pv[0] not in known]
            fresh = tuple(_renumbered(info, number) for number, info in enumerate((*fresh, *rest)[:count], start=1))
        if self._lines and [_essence(info) for info in fresh] == [_essence(info) for info in self._lines]:
            return
        self._lines = fresh
        for info in fresh:
            self._emit(info)

    def _emit(self, info: Info) -> None:
        if self._on_info is not None:
            with self._emitting:
                self._on_info(info)

    def _report_current(self) -> None:
        """From the watchdog's thread: which root move is being searched."""
        own = LINE_WORDS
        move, number = int(self._control[own + CURRENT_MOVE]), int(self._control[own + CURRENT_NUMBER])
        if move == 0:
            return
        nodes = sum(int(self._control[LINE_WORDS * (1 + n) + NODES]) for n in range(self._driver.threads))
        elapsed = time.perf_counter() - self._start
        self._emit(
            Info(
                depth=int(self._ctx["depth"]), seldepth=int(self._ctx["seldepth"]), multipv=1, score=0, bound="exact",
                nodes=nodes, time_s=elapsed, nps=int(nodes / elapsed), hashfull=self._driver.hashfull(), pv=(), current_move=move,
                current_number=number,
            )
        )  # fmt: skip

    # --- end ---

    def _without_moves(self) -> SearchResult:
        """The root has no legal move: a line that says how the game stands, and no best move."""
        line = finished_line(self._driver.game, self._position)
        self._emit(line)
        self._wait_for_permission()
        return SearchResult(best=0, ponder=0, lines=(line,), time_s=time.perf_counter() - self._start)

    def _finish(self) -> SearchResult:
        lines = self._lines
        if not lines:
            lines = (self._info(0, 0),)
        chosen = self._skill.choose(lines) if self._skill.limited else lines[0]
        best = chosen.pv[0]
        ponder = self._ponder_move(chosen)
        return SearchResult(best, ponder, lines, self._nodes(), time.perf_counter() - self._start, self._depth)

    def _ponder_move(self, line: Info) -> int:
        """The second move of the line, if the game goes on after it."""
        if len(line.pv) < 2:
            return 0
        space, row = self._space, self._position.ply
        make, result = self._driver.game.kernel("make_move"), self._driver.game.kernel("result")
        for number, move in enumerate(line.pv[:2]):
            make(space.arrays["memory"], row + number, move)
        return 0 if result(space.arrays["memory"], row + 2) else line.pv[1]


def finished_line(game: GameLike, position: PositionLike) -> Info:
    """The line of a root without legal moves: how the game stands, and no move."""
    code = int(game.kernel("result")(position.memory, position.ply))
    score = 0
    if winners := code >> 8 & 0xFF:
        won = game.teams[position.player] in {team for seat, team in enumerate(game.teams) if winners >> seat & 1}
        score = MATE if won else -MATE
    return Info(0, 0, 1, score, "exact", 0, 0.0, 0, 0, (), wdl(score, game.spec.id))


def _essence(info: Info) -> tuple[int, int, tuple[int, ...]]:
    return info.depth, info.score, info.pv


def _renumbered(info: Info, number: int) -> Info:
    return replace(info, multipv=number)
