"""Forced wins before the search: for games whose spec has a ``solver`` (threat-space search in five in a row, solved pyramids).

The solver is asked first, with a small share of the limits. A proven win is the answer, with its line. Else the search
looks at the moves that matter only, and where the other side threatens a forced win, at those that parry it. A
proven loss is answered with the move that holds out longest.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine.core.score import MATE
from engine.game import Game, Position
from engine.search.context import STOP_CELL
from engine.search.driver import AlphaBeta
from engine.search.limits import Info, Limits, SearchResult
from engine.search.skill import Skill
from engine.search.wdl import wdl

NODES_PER_SECOND = 60_000  #: of the solver for a second of the time for the move: a tenth of it or less
FEWEST, MOST = 3_000, 2_000_000
OF_DEPTH = 20_000  #: where no time is given
_GAME_MOVES = 30  #: moves that a clock must last for


class Forced:
    """The solver and the search of one engine."""

    def __init__(self, game: Game, search: AlphaBeta) -> None:
        self._game, self._search = game, search
        self._solver: Any = None

    @property
    def solver(self) -> Any:
        """The solver; made (and compiled) on first use."""
        if self._solver is None:
            self._solver = self._game.spec.solver(self._game)
        return self._solver

    def go(self, position: Position, limits: Limits, on_info: Callable[[Info], None] | None, skill: Skill) -> SearchResult:
        """As ``Engine.go``."""
        start = time.perf_counter()
        if skill.limited or limits.search_moves or limits.exclude_moves or not len(position.legal_moves()):
            return self._search.go(position, limits, on_info, skill)
        solver, nodes = self.solver, _budget(limits, position.player)
        if not self._search._prepared:
            self._search.prepare()  # else the stop of an earlier search would end the solver
        control = getattr(self._search, "control", None)  # a tree search stops otherwise
        if control is not None:
            solver.watch(control.ctypes.data + 8 * STOP_CELL)
        before = solver.nodes
        proof, sign = solver.win(position, nodes), 1
        if proof is None:
            proof, sign = solver.loss(position, nodes), -1
        if proof is None:
            moves = solver.defences(position, nodes // 2) or solver.candidates(position)
            left = _less(limits, position.player, start, solver.nodes - before, moves)
            return self._search.go(position, left, on_info, skill)
        score = sign * (MATE - proof.plies)
        line = Info(
            depth=proof.plies, seldepth=proof.plies, multipv=1, score=score, bound="exact", nodes=solver.nodes - before,
            time_s=time.perf_counter() - start, nps=int((solver.nodes - before) / max(time.perf_counter() - start, 1e-6)),
            hashfull=0, pv=proof.line, wdl=wdl(score, self._game.spec.id),
        )  # fmt: skip
        return self._tell(position, limits, on_info, line, start)

    def _tell(
        self, position: Position, limits: Limits, on_info: Callable[[Info], None] | None, line: Info, start: float
    ) -> SearchResult:
        """Report a proof; the search still keeps the rules of pondering and of infinite search, and finds further lines."""
        best = line.pv[0]
        if on_info:
            on_info(line)
        # Beside a proven loss the estimates of other moves would look better than the move that lasts longest.
        several = self._search.multipv > 1 and line.score > 0
        moves = self.solver.candidates(position) if several else (best,)
        changed = _less(limits, position.player, start, line.nodes, moves)
        if not several:
            changed = replace(changed, depth=1)

        def others(info: Info) -> None:
            if on_info and info.current_number == 0 and info.pv and info.pv[0] != best:
                on_info(replace(info, multipv=max(info.multipv, 2)))

        result = self._search.go(position, changed, others if on_info else None)
        rest = [info for info in result.lines if info.pv and info.pv[0] != best]
        lines = (line, *(replace(info, multipv=number) for number, info in enumerate(rest[: self._search.multipv - 1], start=2)))
        ponder = line.pv[1] if len(line.pv) > 1 else 0
        return SearchResult(best, ponder, lines, result.nodes + line.nodes, time.perf_counter() - start, line.depth)


def _budget(limits: Limits, seat: int) -> int:
    """Nodes of the solver."""
    if limits.nodes:
        return max(limits.nodes // 5, 200)
    seconds = limits.movetime_s
    if seconds is None and seat < len(limits.clock_s) and limits.clock_s[seat] is not None:
        increment = limits.increment_s[seat] if seat < len(limits.increment_s) else 0.0
        seconds = max(limits.clock_s[seat] or 0.0, 0.0) / (limits.moves_to_go or _GAME_MOVES) + increment
    if seconds is None:
        return OF_DEPTH if limits.depth else MOST
    return int(min(max(seconds * NODES_PER_SECOND, FEWEST), MOST))


def _less(limits: Limits, seat: int, start: float, nodes: int, moves: tuple[int, ...]) -> Limits:
    """The limits that are left after ``nodes`` of the solver, with the root moves ``moves``."""
    gone = time.perf_counter() - start
    movetime = None if limits.movetime_s is None else max(limits.movetime_s - gone, 0.001)
    clocks = tuple(clock - gone if index == seat and clock is not None else clock for index, clock in enumerate(limits.clock_s))
    left = None if limits.nodes is None else max(limits.nodes - nodes, 1)
    return replace(limits, nodes=left, movetime_s=movetime, clock_s=clocks, search_moves=moves)
