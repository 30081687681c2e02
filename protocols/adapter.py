"""The life of a search as all protocols see it: idle, searching, pondering, analysing; one answer for each start.

Searches run in a thread of their own. Their results come back through the session's queue, so that everything a protocol does
with them happens in one thread and in order.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from protocols.lines import Events, report_defect

if TYPE_CHECKING:
    from engine import SearchResult

IDLE, SEARCHING, PONDERING, ANALYSING = "idle", "searching", "pondering", "analysing"

Work = Callable[[], "SearchResult | None"]


class SearchThread:
    """Runs one piece of work at a time and delivers its result exactly once.

    While pondering or analysing, a result that is there early is held until :meth:`stop` (or :meth:`ponderhit`).
    """

    def __init__(self, events: Events) -> None:
        self._events = events
        self._state = IDLE
        self._number = 0
        self._finished = threading.Event()
        self._thread: threading.Thread | None = None
        self._result: SearchResult | None = None
        self._interrupt: Callable[[], None] = _nothing
        self._on_ponderhit: Callable[[], None] = _nothing
        self._on_done: Callable[[SearchResult | None], None] = _ignore
        self._is_final: Callable[[SearchResult], bool] = lambda result: False
        self._held = False
        self._later: list[Callable[[], None]] = []

    @property
    def state(self) -> str:
        """``idle``, ``searching``, ``pondering`` or ``analysing``."""
        return self._state

    @property
    def active(self) -> bool:
        """Whether an answer is still due."""
        return self._state != IDLE

    def start(
        self,
        work: Work,
        on_done: Callable[[SearchResult | None], None],
        interrupt: Callable[[], None] = lambda: None,
        on_ponderhit: Callable[[], None] = lambda: None,
        state: str = SEARCHING,
        is_final: Callable[[SearchResult], bool] = lambda result: False,
    ) -> None:
        """Run ``work`` in a thread; ``on_done`` gets its result (None if it failed) in the session's thread.

        ``interrupt`` makes ``work`` return soon; ``on_ponderhit`` tells it that its guess was right; a result that ``is_final``
        is delivered even while analysing.
        """
        assert self._state == IDLE
        self._state, self._held = state, state in (PONDERING, ANALYSING)
        self._number += 1
        self._finished.clear()
        self._result = None
        self._interrupt, self._on_ponderhit, self._on_done = interrupt, on_ponderhit, on_done
        self._is_final = is_final
        self._thread = threading.Thread(target=self._run, args=(work, self._number), name="qiji-search", daemon=True)
        self._thread.start()

    def _run(self, work: Work, number: int) -> None:
        result = None
        try:
            result = work()
        except Exception:
            report_defect()
        self._result = result
        self._finished.set()
        self._events.post(lambda: self._arrived(number))

    def _arrived(self, number: int) -> None:
        if number != self._number or self._state == IDLE:
            return
        if self._state == ANALYSING and self._result is not None and self._is_final(self._result):
            self._held = False
        if not self._held:
            self._deliver()

    def _deliver(self) -> None:
        self._state = IDLE
        self._on_done(self._result)
        while self._later and self._state == IDLE:
            self._later.pop(0)()

    def stop(self) -> None:
        """Let the search answer as soon as it can; nothing while idle."""
        if self._state == IDLE:
            return
        self._held = False
        if self._finished.is_set():
            self._deliver()
        else:
            self._interrupt()

    def finish(self, timeout_s: float | None = None) -> bool:
        """Stop the search, wait for its answer and deliver it; whether nothing is due any more."""
        if self._state == IDLE:
            return True
        self._held = False
        if not self._finished.is_set():
            self._interrupt()
            if not self._finished.wait(timeout_s):
                return False
        self._deliver()
        return True

    def discard(self, timeout_s: float | None = None) -> bool:
        """As :meth:`finish`, but nobody gets the result."""
        self._on_done = _ignore
        return self.finish(timeout_s)

    def ponderhit(self) -> None:
        """The guess was right: a pondering search goes on as an ordinary one; nothing in any other state."""
        if self._state != PONDERING:
            return
        self._state, self._held = SEARCHING, False
        if self._finished.is_set():
            self._deliver()
        else:
            self._on_ponderhit()

    def after(self, action: Callable[[], None]) -> None:
        """Do ``action`` now, or when the search has answered."""
        if self._state == IDLE:
            action()
        else:
            self._later.append(action)


def _nothing() -> None:
    return None


def _ignore(result: SearchResult | None) -> None:
    return None
