"""One engine that analyses positions and stretches of games, with a results store and endgame tables where they are wanted."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any

import engine
from engine.errors import QijiError
from protocols.analysis.store import Analysis, Fulfilled, Line, Step, Store, engine_version

if TYPE_CHECKING:
    from engine import Game, Info, Limits, Position, SearchResult
    from engine.core.spec import CatalogueEntry
    from protocols.bitbases import Bitbases
    from protocols.tablebase import Tablebases

Search = Callable[["Analyst", "Position", "Limits", Callable[["Info"], None]], "tuple[SearchResult, bool]"]
"""How a search is run; returns its result and whether it was cut short."""


@dataclass(frozen=True)
class Settings:
    """What a process needs to know to analyse; plain data."""

    game: str
    rules: dict[str, str] = field(default_factory=dict)
    """Rule options, name -> text."""
    depth: int | None = None
    nodes: int | None = None
    time_s: float | None = None
    mate: int | None = None
    infinite: bool = False
    multipv: int = 1
    threads: int = 1
    hash_mb: int = 128
    notation: str = "wire"
    """For people."""
    store: str = ""
    """The file of the results store; empty: none."""
    apart: bool = False
    """A stretch of a game takes from the store only what was found for the same stretch: the order of work changes nothing."""
    tables: str = ""
    """Folders of endgame tables: Syzygy's for chess, our own for draughts; empty: none."""
    eval_file: str = ""
    """As the engine option ``EvalFile``."""

    def limits(self) -> Limits:
        """The limits of each search."""
        return engine.Limits(depth=self.depth, nodes=self.nodes, movetime_s=self.time_s, mate=self.mate, infinite=self.infinite)

    def as_json(self) -> dict[str, Any]:
        """Plain data for ``Settings(**data)``."""
        return asdict(self)


def search_here(
    analyst: Analyst, position: Position, limits: Limits, on_info: Callable[[Info], None]
) -> tuple[SearchResult, bool]:
    """Search in the calling thread."""
    return analyst.go(position, limits, on_info), False


def _is_settled(info: Info) -> bool:
    """Whether deeper searches will not change the line: a mate far inside the searched depth."""
    return engine.is_mate(info.score) and info.depth > 2 * engine.mate_plies(info.score) + 2


class TableError(QijiError):
    """Endgame tables that are not there."""


def open_bitbases(entry: CatalogueEntry, paths: str) -> Bitbases:
    """The endgame tables of a game of the draughts family.

    Raises
    ------
    TableError
        If there are none, or one of them cannot be used.
    """
    from protocols.bitbases import Bitbases

    problems: list[str] = []
    tables = Bitbases(entry, paths, problems.append)
    if problems or not tables.count:
        raise TableError(problems[0] if problems else f"no tables of {entry.id} in {paths!r}")
    return tables


def _open_tables(entry: CatalogueEntry, paths: str) -> Tablebases | Bitbases:
    if entry.module == "draughts":
        return open_bitbases(entry, paths)
    from protocols.tablebase import Tablebases

    tables = Tablebases(paths)
    if not tables.count:
        raise TableError(f"no Syzygy tables in {paths!r}")
    return tables


class Analyst:
    """An engine under :class:`Settings`.

    Raises
    ------
    QijiError
        If the store or the tables cannot be used.
    MemoryError
        If there is no room for the hash table.
    """

    def __init__(self, settings: Settings, search: Search = search_here) -> None:
        self.settings = settings
        self.game: Game = engine.load(settings.game, settings.rules)
        self._store = Store(settings.store) if settings.store else None
        self._tables = _open_tables(self.game.entry, settings.tables) if settings.tables else None
        self.player = engine.Engine(self.game, settings.hash_mb, settings.threads, eval_file=settings.eval_file)
        self.player.configure(multipv=settings.multipv, analyse_mode=True)
        self._search = search
        evaluation = self.player.evaluation_name
        kind = "bitbases" if self.game.entry.module == "draughts" else "syzygy"
        self._name = engine_version(settings.game) + (f" {kind}-{self._tables.count}" if self._tables else "")
        self._name += "" if evaluation == "hand-made" else f" {evaluation}"
        self._scope = ""

    def go(self, position: Position, limits: Limits, on_info: Callable[[Info], None]) -> SearchResult:
        """One search; where the tables know the root they choose its moves and put scores and order right."""
        self.player.set_position(position)
        known = None
        if self._tables is not None:
            known = self._tables.probe(position, lines=self.settings.multipv, among=limits.search_moves)
        if known is None:
            return self.player.go(limits, on_info)
        show = known.listener(on_info)
        guided = replace(limits, search_moves=known.moves)
        return known.concluded(self.player.go(guided, lambda info: on_info(info) if info.current_number else show(info)))

    def analyse(
        self, position: Position, on_info: Callable[[Info], None] | None = None, limits: Limits | None = None
    ) -> tuple[Analysis, bool]:
        """What is known of ``position`` under the settings' limits (or ``limits``), and whether the search was cut short.

        ``on_info`` gets what the engine reports; nothing where the store has the answer.
        """
        limits = limits or self.settings.limits()
        multipv = self.settings.multipv
        if self._store is not None:
            known = self._store.get(position, multipv, self._name + self._scope, limits)
            if known is not None:
                return known, False
        course: list[Step] = []
        wanted = open_lines = min(multipv, len(limits.search_moves) or len(position.legal_moves())) or 1
        ends_early = limits.movetime_s is not None and not limits.infinite

        def listen(info: Info) -> None:
            nonlocal open_lines
            if open_lines == 0:
                return
            if info.multipv == 1:
                open_lines = wanted
            if ends_early and info.bound == "exact" and not info.current_number and _is_settled(info):
                open_lines -= 1
                if open_lines == 0:
                    self.player.stop()
            if info.multipv == 1 and info.bound == "exact" and not info.current_number and info.pv:
                move = position.format(info.pv[0])
                if not course or (course[-1].move, course[-1].score) != (move, info.score):
                    course.append(Step(info.depth, info.time_s, info.nodes, info.score, move))
            if on_info is not None:
                on_info(info)

        result, interrupted = self._search(self, position, limits, listen)
        analysis = self._analysis(position, result, course)
        if self._store is not None and not limits.search_moves:
            self._store.put(position, multipv, self._name + self._scope, analysis, Fulfilled.by(analysis, limits, interrupted))
        return analysis, interrupted

    def _analysis(self, position: Position, result: SearchResult, course: list[Step]) -> Analysis:
        from protocols.render import VariationWriter

        writer = VariationWriter(position)
        lines = tuple(
            Line(
                info.depth, info.seldepth, info.score, info.nodes, info.time_s, info.nps, info.hashfull, info.tbhits,
                tuple(writer.write(info.pv)),
            )
            for info in result.lines
        )  # fmt: skip
        return Analysis(lines, result.depth, result.nodes, result.time_s, tuple(course))

    # --- stretches of games ---

    def stretch(
        self, start: str, moves: list[str], first: int, last: int, on_done: Callable[[int], None] | None = None
    ) -> list[Analysis]:
        """Analyse the positions after ``first`` .. ``last`` of ``moves`` (wire notation) from the position string ``start``.

        The last one is searched first and the hash table is kept from one to the next, so that what comes later in the game is
        known earlier. ``on_done`` gets the ply of each position that is done.
        """
        position = self.game.position(start, moves[:last])
        self.player.new_game()
        if self.settings.apart:
            text = " ".join((start, *moves[:last]))
            self._scope = f" stretch {hashlib.blake2b(text.encode(), digest_size=8).hexdigest()}"
        found = []
        for ply in range(last, first - 1, -1):
            found.append(self.analyse(position)[0])
            if on_done is not None:
                on_done(ply)
            if ply > first:
                position.pop()
        return found[::-1]
