"""The optional Ray cluster: connecting to one, and handing out tasks that may be repeated without harm."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from engine.errors import QijiError

LOCAL = "local"
#: A task whose workers die so often is not handed out again.
MOST_TRIES = 5
_KNOCK_S = 10.0
_ROOT = Path(__file__).resolve().parents[1]


class ClusterError(QijiError):
    """A cluster that cannot be used."""


def import_ray() -> Any:
    """The module ``ray``.

    Raises
    ------
    ClusterError
        If the extra is not installed.
    """
    try:
        import ray
    except ImportError:
        raise ClusterError("--ray needs the extra 'ray': pip install 'qiji[ray]'") from None
    return ray


def connect(address: str, processes: int | None = None) -> Any:
    """Connect to the cluster at ``address`` and return the module ``ray``; ``ray.shutdown()`` ends it.

    address : ``local`` starts one on this machine for ``processes`` (default: all) processors; else ``HOST:PORT``,
        ``ray://HOST:PORT`` or ``auto``.

    Raises
    ------
    ClusterError
    """
    ray = import_ray()
    common = {"log_to_driver": False, "logging_level": "error", "runtime_env": {"env_vars": {"PYTHONPATH": _python_path()}}}
    try:
        _knock(address)
        if address == LOCAL:
            ray.init(num_cpus=processes or os.cpu_count(), include_dashboard=False, **common)
        else:
            ray.init(address=address, **common)
    except (ConnectionError, ValueError, RuntimeError, OSError) as error:
        raise ClusterError(f"no Ray cluster at {address!r}: {last_line(error)}") from None
    return ray


def repeatable_tasks(
    ray: Any, function: Callable[..., Any], common: tuple[Any, ...], next_item: Callable[[], Any | None], limit: int | None = None
) -> Iterator[Any]:
    """Run ``function(*common, item)`` for every item that ``next_item`` gives, on at most ``limit`` processors (default: all).

    Yields results as they come. A task whose process or machine died is handed out again, so ``function`` must do no harm when
    it runs twice.

    Raises
    ------
    QijiError
        As ``function`` raised it, or if a task cannot be finished.
    """
    from ray.exceptions import RayError, RayTaskError

    task = ray.remote(num_cpus=1, max_retries=0)(function)
    shared = [ray.put(argument) for argument in common]
    limit = limit or max(1, int(ray.cluster_resources().get("CPU", 1)))
    running: dict[Any, tuple[Any, int]] = {}
    try:
        while True:
            while len(running) < limit and (item := next_item()) is not None:
                running[task.remote(*shared, item)] = (item, 1)
            if not running:
                return
            ready, _ = ray.wait(list(running), num_returns=1, timeout=1.0)
            for reference in ready:
                item, tries = running.pop(reference)
                try:
                    result = ray.get(reference)
                except RayTaskError as error:
                    raise error.cause if isinstance(error.cause, QijiError) else ClusterError(last_line(error)) from None
                except RayError as error:
                    if tries >= MOST_TRIES:
                        raise ClusterError(f"{item}: its worker died {MOST_TRIES} times: {last_line(error)}") from None
                    running[task.remote(*shared, item)] = (item, tries + 1)
                else:
                    yield result
    finally:
        for reference in running:
            ray.cancel(reference, force=True)


def last_line(error: BaseException) -> str:
    """The last line of an error's text, or its type."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1][:200] if lines else type(error).__name__


def _knock(address: str) -> None:
    """Raise ``OSError`` if nobody listens at ``HOST:PORT``: Ray itself would wait there for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon and port.isdigit():
        socket.create_connection((host.strip("[]"), int(port)), _KNOCK_S).close()


def _python_path() -> str:
    """Where workers find our packages when they are not installed."""
    return os.pathsep.join(filter(None, (str(_ROOT), os.environ.get("PYTHONPATH", ""))))
