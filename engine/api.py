"""The engine of one game: give it a position, let it search under limits, read what it found. Speaks no protocol.

>>> import engine
>>> game = engine.load("chess")
>>> player = engine.Engine(game)
>>> player.set_position(game.position("startpos", ["e2e4"]))
>>> result = player.go(engine.Limits(depth=8))
>>> game.position("startpos", ["e2e4"]).format(result.best) in ("e7e5", "c7c5", "e7e6", "c7c6", "g8f6", "b8c6", "d7d5", "d7d6")
True

Threads: ``go`` blocks and may run in any thread, one at a time; ``stop``, ``ponderhit``, ``hashfull`` and ``searching`` may be
called from other threads meanwhile. Everything else belongs between searches.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from engine.errors import NetworkError
from engine.forced import Forced
from engine.game import Game, Position
from engine.network.load import HAND_MADE, choose_evaluation
from engine.search.limits import Info, Limits, SearchResult
from engine.search.registry import make_search, search_name
from engine.search.skill import ELO_HIGH, ELO_LOW, SKILL_FULL, Skill

__all__ = ["ELO_HIGH", "ELO_LOW", "SKILL_FULL", "Engine"]


class Engine:
    """One engine with its own transposition table, histories and threads."""

    def __init__(
        self, game: Game, hash_mb: int = 64, threads: int = 1, move_overhead_s: float = 0.03, eval_file: str = ""
    ) -> None:
        self.game = game
        self._settings: dict[str, Any] = {}
        self._use_search(search_name(game.entry, "", game.teams))
        self.eval_file = ""
        """The setting ``eval_file`` in use."""
        self._position: Position | None = None
        self._skill = Skill()
        self._running = threading.Lock()
        try:
            self.configure(eval_file=eval_file)
        except NetworkError:
            if eval_file:
                raise
            self.configure(eval_file=HAND_MADE)  # the shipped file is damaged; asking for it again says so
        self.configure(hash_mb=hash_mb, threads=threads, move_overhead_s=move_overhead_s)

    # --- setup ---

    def _use_search(self, name: str) -> None:
        self._search, self._search_name = make_search(self.game, name), name
        self._forced = Forced(self.game, self._search) if self.game.spec.solver is not None else None

    def warm_up(self, progress: Callable[[str, int, int], None] | None = None) -> None:
        """Compile (or load from the cache) every kernel that a search needs; without it the first search does so.

        ``progress(name, done, total)`` is called before each kernel and once more, with ``done == total``, at the end.
        """
        if self._forced is not None:
            self._forced.solver  # noqa: B018  made on first use
        self._search.warm_up(progress)

    def configure(
        self,
        hash_mb: int | None = None,
        threads: int | None = None,
        multipv: int | None = None,
        move_overhead_s: float | None = None,
        skill_level: int | None = None,
        elo: int | None = None,
        analyse_mode: bool | None = None,
        eval_file: str | None = None,
        search: str | None = None,
    ) -> None:
        """Change settings; None leaves one as it is. Not during a search.

        hash_mb : size of the transposition table, at least 1; a new size empties it.
        threads : search threads, at least 1.
        multipv : how many best lines are searched, at least 1.
        move_overhead_s : seconds that are kept back of every clock for the way to the GUI.
        skill_level : 0 (weakest) .. ``SKILL_FULL`` (full strength).
        elo : ``ELO_LOW`` .. ``ELO_HIGH``; 0 is full strength. The weaker one of the two settings holds.
        analyse_mode : search in full also where a move could be played at once, and with the game's ``analysis_params``.
        eval_file : path of a network to evaluate with; ``hand-made``: the game's own evaluation; empty: the network that ships
            with the game, where there is none the hand-made one. A change forgets everything learned.
        search : one of the game's searches by name (``qiji games``); empty: its default. A change forgets everything learned.

        Raises
        ------
        MemoryError
            If there is no room for the table; the old one is then kept.
        engine.errors.NetworkError
            If the file cannot be used; the evaluation then stays, all other settings are applied.
        engine.errors.OptionError
            If the game has no such search; nothing changes then.
        """
        if search is not None and (wanted := search_name(self.game.entry, search, self.game.teams)) != self._search_name:
            self._use_search(wanted)
            self._search.configure(**self._settings)
            self._search.set_evaluation(choose_evaluation(self.game.spec, self.eval_file))
        if skill_level is not None:
            self._skill.level = skill_level
        if elo is not None:
            self._skill.elo = elo
        changes = {"hash_mb": hash_mb, "threads": threads, "multipv": multipv, "overhead_s": move_overhead_s}
        self._search.configure(**changes, analyse_mode=analyse_mode)
        self._settings |= {name: value for name, value in changes.items() if value is not None}
        if analyse_mode is not None:
            self._settings["analyse_mode"] = analyse_mode
        if eval_file is not None:
            self._search.set_evaluation(choose_evaluation(self.game.spec, eval_file))
            self.eval_file = eval_file

    @property
    def search_name(self) -> str:
        """The name of the search in use."""
        return self._search_name

    @property
    def evaluation_name(self) -> str:
        """File name and fingerprint of the network that evaluates, or ``hand-made``."""
        return self._search.evaluation.name

    def set_params(self, changes: dict[str, int]) -> None:
        """Change numbers of the search by name (``engine.search.params.PARAMETERS``); for tuners and tests.

        Raises
        ------
        KeyError
            For an unknown name.
        """
        self._search.set_params(changes)

    def set_position(self, position: Position) -> None:
        """Search from ``position`` from now on; a copy is kept, with the whole game before it.

        A position with other seats or teams than the engine's game is searched by the default search for these.
        """
        self._position = position.copy()
        if position.game.teams != self.game.teams:
            self.game = position.game
            self._use_search(search_name(self.game.entry, "", self.game.teams))
            self._search.configure(**self._settings)
            self._search.set_evaluation(choose_evaluation(self.game.spec, self.eval_file))

    @property
    def position(self) -> Position:
        """The position that ``go`` searches (the start position until one is set)."""
        if self._position is None:
            self._position = self.game.position()
        return self._position

    def new_game(self) -> None:
        """Forget everything learned: table, histories, clock memory. The next search is that of a fresh process."""
        self._search.new_game()

    def clear_hash(self) -> None:
        """Empty the transposition table."""
        self._search.clear_hash()

    # --- searching ---

    def prepare(self) -> None:
        """Announce a ``go``: a ``stop`` or ``ponderhit`` between this call and the start of that ``go`` is kept and counts.

        A program that starts ``go`` in another thread calls this first; ``go`` itself does so if nobody has.
        """
        self._search.prepare()

    def go(self, limits: Limits, on_info: Callable[[Info], None] | None = None) -> SearchResult:
        """Search the position under ``limits`` and return the best move; blocks.

        ``on_info`` gets every finished line, in the calling thread. With ``limits.infinite``, or ``limits.ponder`` before
        ``ponderhit``, it does not return before ``stop``.
        """
        with self._running:
            if self._forced is not None:
                return self._forced.go(self.position, limits, on_info, self._skill)
            return self._search.go(self.position, limits, on_info, self._skill)

    def stop(self) -> None:
        """End the search that runs or is prepared, within 10 ms; nothing if there is none."""
        self._search.stop()

    def ponderhit(self) -> None:
        """The expected move was played: the search that ponders goes on by its clock, which counts from now."""
        self._search.ponderhit()

    @property
    def searching(self) -> bool:
        """Whether a ``go`` is running."""
        return self._running.locked()

    # --- questions ---

    def evaluate(self, position: Position | None = None) -> int:
        """The static evaluation in score units from the view of the player to act, without any search."""
        return self._search.evaluate(position or self.position)

    def probe(self, position: Position | None = None) -> dict[str, Any] | None:
        """What the transposition table knows of a position, None if nothing.

        Keys: ``best`` (a legal move or 0), ``lower`` and ``upper`` (bounds of its score, view of the player to act), ``depth``.
        """
        return self._search.probe(position or self.position)

    def hashfull(self) -> int:
        """How full the table is with entries of the current search, per mille (estimated from a sample)."""
        return self._search.hashfull()
