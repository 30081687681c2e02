"""Plays a match: takes what is left of it, lets workers play, keeps every result once, stops when enough is known."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

from engine import Position
from engine.errors import QijiError
from protocols.client.player import Reply
from protocols.match.journal import Journal
from protocols.match.play import BREAKDOWNS
from protocols.match.schedule import Task
from protocols.match.settings import MatchSettings
from protocols.match.standings import Standings, standings_of
from protocols.match.worker import Worker

#: How long an interrupted run waits for its threads.
_LAST_WAIT_S = 5.0
FINISHED, SPRT, BROKEN, INTERRUPTED = "finished", "sprt", "broken", "interrupted"


class Observer(Protocol):
    """Sees what happens in a match. Calls come from any thread, one at a time but for ``ply``."""

    def begin(self, match: Match) -> None:
        """The match begins or goes on."""

    def ply(self, match: Match, task: Task, position: Position, reply: Reply) -> None:
        """A move has been played in a running game; never called if ``watches_plies`` is false."""

    def game(self, match: Match, entry: dict[str, Any]) -> None:
        """A game is finished and in the journal."""

    def end(self, match: Match) -> None:
        """Nothing more will be played in this run."""

    watches_plies: bool


class Match:
    """The state of a match that is being played."""

    def __init__(self, settings: MatchSettings, journal: Journal, observers: Sequence[Observer] = ()) -> None:
        self.settings, self.journal, self._observers = settings, journal, observers
        self.names = [player.name for player in settings.players]
        self.paired = settings.plan.paired
        self.standings: Standings = standings_of(self.names, self.paired, journal.games.values())
        self.played_now = 0
        self.began = time.monotonic()
        self.end = ""
        """Why no more games are begun: ``finished``, ``sprt``, ``broken``, ``interrupted``; empty while they are."""
        self.broken_by = ""
        """A sentence about the engine that broke down."""
        self.error: BaseException | None = None
        self._lock = threading.Lock()
        self._running: set[int] = set()
        self._numbers = self._left()
        self._check_sprt()

    # --- questions ---

    @property
    def total(self) -> int:
        """Games of the whole match."""
        return self.settings.plan.total

    @property
    def done(self) -> int:
        """Finished games."""
        return len(self.journal.games)

    @property
    def eta_s(self) -> float | None:
        """Seconds until the end at the pace of this run, None before its first game has ended."""
        if not self.played_now:
            return None
        return (time.monotonic() - self.began) / self.played_now * (self.total - self.done)

    @property
    def log_likelihood_ratio(self) -> float:
        """That of the sequential test; 0 without one."""
        return self.settings.sprt.ratio(self._counts()) if self.settings.sprt else 0.0

    @property
    def verdict(self) -> str:
        """``H0``, ``H1`` or, while the test must go on or there is none, an empty string."""
        return self.settings.sprt.verdict(self._counts()) if self.settings.sprt else ""

    def _counts(self) -> Sequence[int]:
        return self.standings.against(0, 1).counts(self.paired)

    # --- what dispatchers do ---

    def _left(self) -> Iterator[int]:
        return (number for number in range(self.total) if number not in self.journal.games)

    def next_number(self) -> int | None:
        """A game to be played now, None if no more shall be begun."""
        with self._lock:
            if self.end:
                return None
            number = next(self._numbers, None)
            if number is not None:
                self._running.add(number)
            return number

    def commit(self, entry: dict[str, Any]) -> None:
        """Keep a finished game; one that is known already changes nothing."""
        with self._lock:
            self._running.discard(entry["number"])
            if not self.journal.add(entry):
                return
            self.standings.add(entry)
            self.played_now += 1
            for observer in self._observers:
                observer.game(self, entry)
            if self.done == self.total:
                self.end = self.end or FINISHED
            self._check_sprt()
            if entry["fault"] is not None and entry["reason"] in BREAKDOWNS and not self.settings.recover:
                self.end = self.end or BROKEN
                self.broken_by = self.broken_by or f"game {entry['number'] + 1}: {entry['reason']}: {entry['detail']}"

    def _check_sprt(self) -> None:
        if not self.end and self.verdict:
            self.end = SPRT

    def watch(self, task: Task, position: Position, reply: Reply) -> None:
        """Pass a move of a running game on; takes no time from other games."""
        for observer in self._observers:
            if observer.watches_plies:
                observer.ply(self, task, position, reply)

    @contextmanager
    def still(self) -> Iterator[None]:
        """No game is counted while this is held; for displays that draw in a thread of their own."""
        with self._lock:
            yield

    @property
    def watched(self) -> bool:
        """Whether anybody wants to see moves."""
        return any(observer.watches_plies for observer in self._observers)

    def fail(self, error: BaseException) -> None:
        """A worker cannot go on; the match ends and raises this."""
        with self._lock:
            self.error = self.error or error
            self.end = self.end or BROKEN

    # --- the whole run ---

    def run(self, dispatch: Callable[[Match], None] | None = None) -> str:
        """Play what is left and return why it ended.

        Raises
        ------
        engine.errors.QijiError
            If an opening cannot be read.
        """
        self.began = time.monotonic()
        if self.done >= self.total:
            self.end = self.end or FINISHED
        for observer in self._observers:
            observer.begin(self)
        try:
            if not self.end:
                (dispatch or run_here)(self)
        except KeyboardInterrupt:
            self.end = INTERRUPTED
        if not self.end:
            self.end = FINISHED
        for observer in self._observers:
            observer.end(self)
        if self.error is not None:
            raise self.error
        return self.end


def run_here(match: Match, worker: Worker | None = None) -> None:
    """Play with threads of this process; the engines and the compiled searches use the cores."""
    own = worker is None
    worker = worker or Worker(match.settings)
    progress = match.watch if match.watched else None

    def work() -> None:
        try:
            while (number := match.next_number()) is not None:
                entry = worker.play(number, progress)
                if match.end == INTERRUPTED:
                    return  # its engines were taken away
                match.commit(entry)
                time.sleep(match.settings.wait_s)
        except (QijiError, OSError) as error:
            match.fail(error)
        except BaseException as error:
            match.fail(error)
            raise

    count = min(match.settings.concurrency, match.total - match.done)
    threads = [threading.Thread(target=work, name=f"game {n + 1}", daemon=True) for n in range(count)]
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            while thread.is_alive():
                thread.join(0.2)
    except KeyboardInterrupt:
        match.end = INTERRUPTED
        worker.close(force=True)
        for thread in threads:
            thread.join(_LAST_WAIT_S)
        raise
    finally:
        if own:
            worker.close()
