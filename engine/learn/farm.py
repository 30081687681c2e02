"""Self-play by many processes: batches of games handed out by number to workers here, one process each.

A batch is a pure function of the work and its numbers, so one whose worker died is simply handed out again.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from engine.errors import QijiError
from engine.game import load
from engine.learn.record import Block, join_games
from engine.learn.selfplay import Selfplay, SelfplayError, Settings

BATCH = 16  #: games of a batch, and what a kill costs each worker at most
MOST_TRIES = 3  #: a batch whose workers die so often is not handed out again

Batch = range
NextBatch = Callable[[], Batch | None]
"""Gives the numbers of the next batch, None if there is none (any more)."""


@dataclass(frozen=True)
class Work:
    """All that a worker anywhere needs to know."""

    game: str
    options: tuple[tuple[str, str], ...] = ()
    """Rule options, name and text."""
    settings: Settings = Settings()
    seed: int = 1
    eval_file: str = ""
    """As the engine option ``EvalFile``: a network's path, ``hand-made``, or empty for what the game ships with."""

    def player(self) -> Selfplay:
        """A player for this work; slow, as it loads the kernels.

        Raises
        ------
        QijiError
        """
        return Selfplay(load(self.game, dict(self.options)), self.settings, self.eval_file)


_players: dict[Work, Selfplay] = {}
"""The one of this process."""


def play_batch(work: Work, numbers: Batch) -> Block:
    """Play the games ``numbers``; keeps its player for the next batch."""
    player = _players.get(work)
    if player is None:
        _players.clear()
        player = _players[work] = work.player()
    return join_games([player.play(work.seed, number) for number in numbers], "startpos")


# --- the worker's side --------------------------------------------------------------------------------------------------


def _serve(pipe: Connection, work: Work) -> None:
    """Play batches until the pipe is closed from the other side, by a kill at the latest."""
    try:
        while True:
            numbers = pipe.recv()
            try:
                pipe.send(play_batch(work, numbers))
            except QijiError as error:
                pipe.send(str(error))
    except (EOFError, OSError):
        os._exit(0)


# --- the parent's side --------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Processes that start meanwhile ignore Ctrl-C for good: what it means is the parent's business."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class _Worker:
    def __init__(self, work: Work) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(target=_serve, args=(theirs, work), daemon=True)
        with _interrupts_ignored():
            self.process.start()
        theirs.close()
        self.batch: Batch | None = None

    def give(self, batch: Batch) -> None:
        self.batch = batch
        try:
            self.pipe.send(batch)
        except OSError:
            pass  # it died: the answer will say so

    def close(self) -> None:
        self.pipe.close()
        self.process.kill()
        self.process.join()


def play_here(work: Work, workers: int, next_batch: NextBatch) -> Iterator[Block]:
    """Play batches in ``workers`` processes until ``next_batch`` gives no more; yields each as it is finished.

    Raises
    ------
    SelfplayError
        If a batch cannot be played.
    """
    tries: dict[int, int] = {}
    again: list[Batch] = []
    running: list[_Worker] = []

    def employ(worker: _Worker) -> None:
        batch = again.pop() if again else next_batch()
        if batch is None:
            running.remove(worker)
            worker.close()
        else:
            tries[batch.start] = tries.get(batch.start, 0) + 1
            worker.give(batch)

    try:
        for _ in range(workers):
            if (first := next_batch()) is None:
                break
            again.append(first)
            running.append(_Worker(work))
            employ(running[-1])
        while running:
            for pipe in wait([worker.pipe for worker in running]):
                worker = next(worker for worker in running if worker.pipe is pipe)
                try:
                    answer = worker.pipe.recv()
                except (EOFError, OSError):
                    running.remove(worker)
                    again.append(_checked(worker, tries))
                    worker.close()
                    running.append(worker := _Worker(work))
                else:
                    if isinstance(answer, str):
                        raise SelfplayError(answer)
                    yield answer
                employ(worker)
    finally:
        for worker in running:
            worker.close()


def _checked(worker: _Worker, tries: dict[int, int]) -> Batch:
    """The batch of a dead worker, if it may be tried again."""
    assert worker.batch is not None
    if tries[worker.batch.start] >= MOST_TRIES:
        worker.process.join(1)
        status = worker.process.exitcode
        raise SelfplayError(f"game {worker.batch.start}: its worker died {MOST_TRIES} times, exit status {status}")
    return worker.batch
