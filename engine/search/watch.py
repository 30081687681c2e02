"""The watchdog of one search: a thread that sets the stop cell at the hard limit.

From time to time it also tells which root move is being searched.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import numpy as np

from engine.search.context import STOP_CELL


class Watch(threading.Thread):
    """Runs beside one search. ``hard_s`` counts from ``start`` or, while pondering, from :meth:`ponderhit`."""

    def __init__(
        self, control: np.ndarray, start: float, hard_s: float | None, pondering: bool, report: Callable[[], None] | None,
        first_report_s: float, report_every_s: float,
    ) -> None:  # fmt: skip
        super().__init__(daemon=True, name="qiji-watch")
        self._control = control
        self._hard_s = hard_s
        self._deadline = None if pondering or hard_s is None else start + hard_s
        self._report, self._every = report, report_every_s
        self._next_report = start + first_report_s
        self._condition = threading.Condition()
        self._closed = False

    def ponderhit(self) -> None:
        """The clock counts from now."""
        with self._condition:
            if self._hard_s is not None:
                self._deadline = time.perf_counter() + self._hard_s
            self._condition.notify()

    def close(self) -> None:
        """End the thread; no report comes after this returns."""
        with self._condition:
            self._closed = True
            self._condition.notify()

    def run(self) -> None:
        """The thread's body."""
        with self._condition:
            while not self._closed:
                now = time.perf_counter()
                if self._deadline is not None and now >= self._deadline:
                    self._control[STOP_CELL] = 1
                    return
                wait = None if self._deadline is None else self._deadline - now
                if self._report is not None:
                    if now >= self._next_report:
                        self._report()
                        self._next_report = now + self._every
                    until = max(self._next_report - now, 0.0)
                    wait = until if wait is None else min(wait, until)
                self._condition.wait(wait)
