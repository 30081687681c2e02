"""Searches for ``qiji analyse``: the engine warmed up while people watch, and Ctrl-C heard in the middle."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from protocols.cli.arguments import CommandError

if TYPE_CHECKING:
    from engine import Info, Limits, Position, SearchResult
    from protocols.analysis.analyst import Analyst, Settings

#: Seconds for a position, and for each move of a game, where nothing else limits the search.
DEFAULT_S, GAME_DEFAULT_S = 5.0, 1.0
#: The engine has no more search threads; more processes than this are a slip of the keyboard.
MOST_THREADS, MOST_JOBS = 256, 1024


def has_limits(settings: Settings) -> bool:
    """Whether anything but the user ends a search."""
    return any((settings.depth, settings.nodes, settings.time_s, settings.mate, settings.infinite))


def make_analyst(settings: Settings, search: Callable) -> Analyst:
    """An analyst, warmed up while people watch.

    Raises
    ------
    CommandError, engine.QijiError
    """
    from protocols.analysis.analyst import Analyst
    from protocols.cli.progress import warm_up

    try:
        analyst = Analyst(settings, search)
    except MemoryError:
        raise CommandError(f"analyse: no memory for a table of {settings.hash_mb} MB") from None
    warm_up(analyst.player)
    return analyst


def warm_for_pool(settings: Settings) -> None:
    """Fill the cache before several processes want it, and find out here what the settings are worth."""
    from dataclasses import replace

    make_analyst(replace(settings, hash_mb=1), interruptible)


# --- searching ----------------------------------------------------------------------------------------------------------


def patient(analyst: Analyst, position: Position, limits: Limits, on_info: Callable[[Info], None]) -> tuple[SearchResult, bool]:
    """Search in a thread of its own, so that this one hears Ctrl-C, which ends the search; see ``analyst.Search``."""
    from engine import Info

    found: queue.Queue[Info | SearchResult | BaseException] = queue.Queue()
    analyst.player.prepare()

    def work() -> None:
        try:
            found.put(analyst.go(position, limits, found.put))
        except BaseException as error:
            found.put(error)

    thread = threading.Thread(target=work, name="qiji-search", daemon=True)
    thread.start()
    interrupted = False
    while True:
        try:
            item = found.get()
            if isinstance(item, Info):
                on_info(item)
                continue
        except (KeyboardInterrupt, BrokenPipeError) as error:
            analyst.player.stop()
            if interrupted or isinstance(error, BrokenPipeError):
                raise
            interrupted = True
            continue
        if isinstance(item, BaseException):
            raise item
        thread.join()
        return item, interrupted


def interruptible(
    analyst: Analyst, position: Position, limits: Limits, on_info: Callable[[Info], None]
) -> tuple[SearchResult, bool]:
    """As :func:`patient`, but Ctrl-C ends everything."""
    result, interrupted = patient(analyst, position, limits, on_info)
    if interrupted:
        raise KeyboardInterrupt
    return result, False
