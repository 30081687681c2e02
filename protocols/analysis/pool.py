"""Analysis in this process or in several: tasks in, results out in the same order, bounded memory.

A task is a dictionary of plain data:

* ``{"kind": "line", "number": 7, "text": "startpos", "all": False, "own_limits": False}``: a line of a file of positions; the
  result has ``records``, see ``records``;
* ``{"kind": "stretch", "start": "startpos", "moves": ["e2e4", ...], "first": 0, "last": 16}``: positions of a game; the result
  has ``found``, an ``Analysis`` as plain data for each.

Instead of these a result may have ``error``, one line. A task may carry anything else, for whoever gets it back.

The processes run ``python -m protocols.analysis.worker`` and talk in JSON lines over pipes. One that dies costs its task, which
fails with an error; another takes its place. If this process dies, theirs end as soon as they notice that the pipe is closed.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from engine.errors import QijiError
from protocols.analysis.analyst import Analyst, Search, Settings, search_here
from protocols.analysis.perform import perform

Task = dict[str, Any]
Result = dict[str, Any]
OnDone = Callable[[Task, int], None]
"""Told of each position of a stretch that is done: the task and the ply."""

#: Tasks for each process that are read ahead or whose results wait for an earlier one.
_AHEAD = 16
#: Processes that may die without having done anything before the pool gives up.
_FALSE_STARTS = 3
#: A process that has closed its end of the pipe is about to end.
_LAST_WAIT_S = 5.0


class PoolError(QijiError):
    """The processes cannot be started."""


def cores() -> int:
    """Processors that this process may use."""
    try:
        return max(1, len(os.sched_getaffinity(0)))
    except AttributeError:
        return os.cpu_count() or 1


def run_here(analyst: Analyst, tasks: Iterable[Task], on_done: OnDone | None = None) -> Iterator[tuple[Task, Result]]:
    """Do the tasks one after another with an engine of this process."""
    for task in tasks:
        yield task, perform(analyst, task, (lambda ply, task=task: on_done(task, ply)) if on_done else None)  # type: ignore[misc]


class Pool:
    """Several processes, each with an engine of its own; a context manager."""

    def __init__(self, settings: Settings, jobs: int) -> None:
        self.settings, self.jobs = settings, jobs
        self._events: queue.SimpleQueue[tuple[str, Any, Any]] = queue.SimpleQueue()
        self._workers: list[_Worker] = []
        self._false_starts = 0

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *fault: object) -> None:
        for worker in self._workers:
            worker.end()
        self._workers.clear()

    def run(self, tasks: Iterable[Task], on_done: OnDone | None = None) -> Iterator[tuple[Task, Result]]:
        """The results of ``tasks`` in their order; ``on_done`` is called in this thread.

        Raises
        ------
        PoolError
        """
        ahead = threading.Semaphore(_AHEAD * self.jobs)
        threading.Thread(target=self._feed, args=(tasks, ahead), name="qiji-tasks", daemon=True).start()
        waiting: list[tuple[int, Task]] = []
        known: dict[int, Task] = {}
        done: dict[int, Result] = {}
        number, printed, total = 0, 0, -1
        while printed != total:
            kind, source, content = self._events.get()
            if kind == "task":
                waiting.append((number, source))
                known[number] = source
                number += 1
            elif kind == "end":
                total = number
                if isinstance(source, BaseException):
                    raise source
            elif kind == "message" and source in self._workers:
                if content.get("done") is not None:
                    if on_done is not None and source.task is not None:
                        on_done(known[source.task], content["done"])
                    continue
                self._false_starts = 0
                done[source.finish()] = content
            elif kind == "dead" and source in self._workers:
                self._bury(source, done)
            waiting = self._hand_out(waiting)
            while printed in done:
                ahead.release()
                yield known.pop(printed), done.pop(printed)
                printed += 1

    def _feed(self, tasks: Iterable[Task], ahead: threading.Semaphore) -> None:
        try:
            for task in tasks:
                ahead.acquire()
                self._events.put(("task", task, None))
        except BaseException as fault:
            self._events.put(("end", fault, None))
        else:
            self._events.put(("end", None, None))

    def _hand_out(self, waiting: list[tuple[int, Task]]) -> list[tuple[int, Task]]:
        while waiting:
            free = next((worker for worker in self._workers if worker.task is None), None)
            if free is None:
                if len(self._workers) == self.jobs:
                    break
                free = _Worker(self.settings, self._events)
                self._workers.append(free)
            free.begin(*waiting.pop(0))
        return waiting

    def _bury(self, worker: _Worker, done: dict[int, Result]) -> None:
        self._workers.remove(worker)
        reason = worker.end(_LAST_WAIT_S)
        if worker.idle_death:
            self._false_starts += 1
            if self._false_starts >= _FALSE_STARTS:
                raise PoolError(f"the processes of the analysis do not start: {reason}")
        if worker.task is not None:
            done[worker.finish()] = {"error": f"the analysing process has ended: {reason}"}


class _Worker:
    """One process."""

    def __init__(self, settings: Settings, events: queue.SimpleQueue[tuple[str, Any, Any]]) -> None:
        root = str(Path(__file__).resolve().parents[2])
        paths = [root, *filter(None, [os.environ.get("PYTHONPATH")])]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONIOENCODING": "utf-8"}
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "protocols.analysis.worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=environment,
            )
        except OSError as error:
            raise PoolError(f"cannot start {sys.executable}: {error.strerror}") from None
        self.task: int | None = None
        """The number of the task that it does."""
        self.idle_death = True
        """Whether it has never finished a task."""
        self.fault = ""
        self._events = events
        self._write(settings.as_json())
        threading.Thread(target=self._read, name="qiji-results", daemon=True).start()

    def _write(self, data: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(data).encode() + b"\n")
            self._process.stdin.flush()
        except OSError:
            pass  # it has died; the reader will say so

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            try:
                message = json.loads(line)
            except ValueError:
                break
            if "fatal" in message:
                self.fault = message["fatal"]
                break
            self._events.put(("message", self, message))
        self._events.put(("dead", self, None))

    def begin(self, number: int, task: Task) -> None:
        """Hand it a task."""
        self.task = number
        self._write(task)

    def finish(self) -> int:
        """Its task is done; returns the number."""
        number, self.task, self.idle_death = self.task, None, False
        assert number is not None
        return number

    def end(self, patience_s: float = 0.0) -> str:
        """Kill it, unless it ends by itself in time, and say how it ended."""
        code: int | None = None
        try:
            code = self._process.wait(patience_s)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except (OSError, ValueError):
                    pass
        if self.fault:
            return self.fault
        return "killed" if code is None else f"signal {-code}" if code < 0 else f"exit status {code}"


def run_tasks(
    settings: Settings,
    tasks: Iterable[Task],
    jobs: int,
    on_done: OnDone | None = None,
    analyst: Analyst | None = None,
    search: Search = search_here,
) -> Iterator[tuple[Task, Result]]:
    """The results of ``tasks`` in order, from ``jobs`` processes; from this one (with ``analyst``, if given) if that is one."""
    if jobs <= 1:
        yield from run_here(analyst or Analyst(settings, search), tasks, on_done)
        return
    with Pool(settings, jobs) as pool:
        yield from pool.run(tasks, on_done)
