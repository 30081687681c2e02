"""The games of a match as tasks of a Ray cluster.

A task is a game's number; playing it twice does no harm, since the journal takes every number once. So a worker or a machine that
dies costs the games that it was playing, and these are handed out again. Every machine needs Qiji and the engines, at the same
paths; the openings and all settings travel with the task.
"""

from __future__ import annotations

import os
import socket
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import QijiError
from protocols.match.openings import Openings
from protocols.match.settings import MatchSettings

if TYPE_CHECKING:
    from protocols.match.runner import Match
    from protocols.match.worker import Worker

LOCAL = "local"
#: A game whose workers die so often is not handed out again.
_MOST_TRIES = 5
_KNOCK_S = 10.0
_ROOT = Path(__file__).resolve().parents[2]


class RayError(QijiError):
    """A cluster that cannot be used."""


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
    RayError
    """
    try:
        import ray
        from ray.exceptions import RayError as ClusterError
        from ray.exceptions import RayTaskError
    except ImportError:
        raise RayError("--ray needs the extra 'ray': pip install 'qiji[ray]'") from None

    _connect(ray, match.settings)
    try:
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
                        cause = error.cause if isinstance(error.cause, QijiError) else RayError(_last_line(error))
                        match.fail(cause)
                    except ClusterError as error:
                        if tries[number] >= _MOST_TRIES:
                            match.fail(RayError(f"game {number + 1}: its worker died {_MOST_TRIES} times: {_last_line(error)}"))
                        elif not match.end:
                            hand_out(number)
        finally:
            for reference in running:
                ray.cancel(reference, force=True)
    finally:
        ray.shutdown()


def _connect(ray: Any, settings: MatchSettings) -> None:
    common = {"log_to_driver": False, "logging_level": "error", "runtime_env": {"env_vars": {"PYTHONPATH": _python_path()}}}
    try:
        _knock(settings.ray)
        if settings.ray == LOCAL:
            ray.init(num_cpus=settings.concurrency or os.cpu_count(), include_dashboard=False, **common)
        else:
            ray.init(address=settings.ray, **common)
    except (ConnectionError, ValueError, RuntimeError, OSError) as error:
        raise RayError(f"no Ray cluster at {settings.ray!r}: {_last_line(error)}") from None


def _knock(address: str) -> None:
    """Raise ``OSError`` if nobody listens at ``HOST:PORT``: Ray itself would wait there for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon and port.isdigit():
        socket.create_connection((host.strip("[]"), int(port)), _KNOCK_S).close()


def _python_path() -> str:
    """Where workers find our packages when they are not installed."""
    return os.pathsep.join(filter(None, (str(_ROOT), os.environ.get("PYTHONPATH", ""))))


def _last_line(error: BaseException) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1][:200] if lines else type(error).__name__
