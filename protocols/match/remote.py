"""The games of a match as tasks of a Ray cluster.

A task is a game's number; playing it twice does no harm, since the journal takes every number once. So a worker or a machine that
dies costs the games that it was playing, and these are handed out again. Every machine needs Qiji and the engines, at the same
paths; the openings and all settings travel with the task.
"""

from __future__ import annotations

import os
import socket
from typing import TYPE_CHECKING, Any

from engine.cluster import MOST_TRIES, ClusterError, connect, last_line
from engine.errors import QijiError
from protocols.match.openings import Openings
from protocols.match.settings import MatchSettings

if TYPE_CHECKING:
    from protocols.match.runner import Match
    from protocols.match.worker import Worker

_workers: dict[str, Worker] = {}
"""Those of this process, by match; engines wait in them for the next game."""


def play_task(key: str, settings: MatchSettings, texts: tuple[list[str], str, bool], number: int) -> dict[str, Any]:
    """Runs in a process of the cluster: play game ``number`` of the match ``key``."""
    import engine
    from protocols.match.worker import Worker

    worker = _workers.get(key)
    if worker is None:
        for old in _workers.values():
            old.close()
        _workers.clear()
        game = engine.load(settings.game, settings.options)
        worker = _workers[key] = Worker(settings, Openings(game, settings.openings, *texts))
    return {**worker.play(number), "host": socket.gethostname(), "process": os.getpid()}


def run_on_ray(match: Match, openings: Openings) -> None:
    """Play what is left on the cluster that the settings name.

    Raises
    ------
    ClusterError
    """
    ray = connect(match.settings.ray, match.settings.concurrency)
    try:
        from ray.exceptions import RayError, RayTaskError

        task = ray.remote(num_cpus=1, max_retries=0)(play_task)
        settings = ray.put(match.settings)
        texts = ray.put(openings.portable())
        key = str(match.journal.path.resolve()) + openings.fingerprint
        limit = match.settings.concurrency or max(1, int(ray.cluster_resources().get("CPU", 1)))
        running: dict[Any, int] = {}
        tries: dict[int, int] = {}

        def hand_out(number: int) -> None:
            tries[number] = tries.get(number, 0) + 1
            running[task.remote(key, settings, texts, number)] = number

        try:
            while True:
                while len(running) < limit and (number := match.next_number()) is not None:
                    hand_out(number)
                if not running:
                    return
                ready, _ = ray.wait(list(running), num_returns=1, timeout=1.0)
                for reference in ready:
                    number = running.pop(reference)
                    try:
                        match.commit(ray.get(reference))
                    except RayTaskError as error:
                        cause = error.cause if isinstance(error.cause, QijiError) else ClusterError(last_line(error))
                        match.fail(cause)
                    except RayError as error:
                        if tries[number] >= MOST_TRIES:
                            text = f"game {number + 1}: its worker died {MOST_TRIES} times: {last_line(error)}"
                            match.fail(ClusterError(text))
                        elif not match.end:
                            hand_out(number)
        finally:
            for reference in running:
                ray.cancel(reference, force=True)
    finally:
        ray.shutdown()
