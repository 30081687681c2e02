"""Loading a game's engine behind the handshake: imports and compilation in a background thread, with progress."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from protocols.lines import Events, report_defect

if TYPE_CHECKING:
    from engine import Engine, Game

#: Kernels that come from the cache take no time worth a line.
_SILENT_S = 1.0
_REHEARSAL_DEPTH = 4
#: So many games stay loaded.
_KEPT = 2


class LoadError(Exception):
    """A game could not be loaded; the message is one line."""


class _Superseded(Exception):
    """Another game is wanted by now."""


def load_engine(game_id: str, progress: Callable[[str, int, int], None]) -> tuple[Game, Engine]:
    """The game and a warm engine for it."""
    import engine
    from protocols.render import VariationWriter

    game = engine.load(game_id)
    player = engine.Engine(game)
    player.warm_up(progress)
    # What is done for the first time takes long, and a first move may have a tenth of a second.
    position = game.position()
    writer = VariationWriter(position)
    player.set_position(position)
    player.go(engine.Limits(depth=_REHEARSAL_DEPTH), lambda info: writer.write(info.pv) and None)
    player.evaluate(position)
    player.new_game()
    return game, player


class Loader:
    """Keeps the engines of the games that were wanted last; a GUI changes to and fro (``new``, ``variant``) between games.

    Parameters
    ----------
    events : Events
        The session's queue; it is woken when a game is ready.
    on_progress : callable
        Gets lines such as ``compiling chess search 3/12``, from the loading thread, and only when something takes time.
    load : callable
        How an engine is made; tests replace it.
    """

    def __init__(
        self,
        events: Events,
        on_progress: Callable[[str], None],
        load: Callable[[str, Callable[[str, int, int], None]], tuple[Game, Engine]] = load_engine,
    ) -> None:
        self._events, self._on_progress, self._load = events, on_progress, load
        self.on_loaded: Callable[[], None] = lambda: None
        """Called in the session's thread whenever a game has been loaded (or has failed to)."""
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._wanted: str | None = None
        self._loaded: dict[str, tuple[Game, Engine] | LoadError] = {}

    def want(self, game_id: str) -> None:
        """Start loading ``game_id`` unless it is loaded or being loaded; returns at once."""
        with self._lock:
            self._wanted = game_id
            if game_id in self._loaded:
                self._loaded[game_id] = self._loaded.pop(game_id)  # the youngest again
            elif self._thread is None:
                self._thread = threading.Thread(target=self._run, name="qiji-load", daemon=True)
                self._thread.start()

    def get(self, game_id: str) -> tuple[Game, Engine]:
        """The game and its engine; waits for them, obeying ``quit``.

        Raises
        ------
        LoadError, protocols.lines.Quit
        """
        self.want(game_id)
        if not self.has(game_id):
            self._events.wait_until(lambda: self.has(game_id))
        outcome = self._loaded[game_id]
        if isinstance(outcome, LoadError):
            raise outcome
        return outcome

    @property
    def started(self) -> bool:
        """Whether anything has been loaded or is being loaded."""
        return self._wanted is not None

    def has(self, game_id: str) -> bool:
        """Whether ``game_id`` is loaded (or has failed to load)."""
        return game_id in self._loaded

    def _run(self) -> None:
        while True:
            game_id = self._wanted
            assert game_id is not None
            outcome: tuple[Game, Engine] | LoadError | None
            try:
                outcome = self._load(game_id, self._progress(game_id))
            except _Superseded:
                outcome = None
            except Exception as error:
                report_defect()
                outcome = LoadError(f"cannot load {game_id}: {' '.join(str(error).split()) or type(error).__name__}")
            with self._lock:
                if outcome is not None:
                    while len(self._loaded) >= _KEPT:
                        del self._loaded[next(iter(self._loaded))]
                    self._loaded[game_id] = outcome
                if self._wanted in self._loaded:
                    self._thread = None
                    break
        self._events.post(lambda: self.on_loaded())

    def _progress(self, game_id: str) -> Callable[[str, int, int], None]:
        start = 0.0

        def report(name: str, done: int, total: int) -> None:
            nonlocal start
            if self._wanted != game_id:
                raise _Superseded
            start = start or time.monotonic()
            if time.monotonic() - start > _SILENT_S and done < total:
                self._on_progress(f"compiling {name} {done + 1}/{total}")

        return report
