"""Running players that wait for their next game."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Sequence
from typing import IO

from engine import Game
from protocols.client import start_player
from protocols.client.player import EngineError, Player, PlayerSpec


class Pool:
    """Starts players when there is none idle and keeps a few that are."""

    def __init__(self, specs: Sequence[PlayerSpec], game: Game, idle: int = 8, log: IO[str] | None = None) -> None:
        self._specs, self._game, self._most_idle, self._log = specs, game, idle, log
        self._idle: deque[tuple[int, Player]] = deque()
        self._busy: set[Player] = set()
        self._lock = threading.Lock()
        self._closed = False
        self._log_lock = threading.Lock()

    def take(self, index: int) -> tuple[Player, bool]:
        """A player by its number in the match, and whether an idle one was found dead and replaced.

        Raises
        ------
        EngineError
            If it cannot be started.
        """
        idle, dead = self._take_idle(index)
        for player in dead:
            player.close()
        if idle is not None:
            return idle, bool(dead)
        player = start_player(self._specs[index], self._game, self._traffic(index))
        with self._lock:
            if not self._closed:
                self._busy.add(player)
                return player, bool(dead)
        player.close()
        raise EngineError("start", "the match is over")

    def _take_idle(self, index: int) -> tuple[Player | None, list[Player]]:
        """An idle player that is alive, and those that are not any more."""
        dead: list[Player] = []
        with self._lock:
            for item in [item for item in self._idle if item[0] == index]:
                self._idle.remove(item)
                if item[1].usable:
                    self._busy.add(item[1])
                    return item[1], dead
                dead.append(item[1])
        return None, dead

    def give_back(self, index: int, player: Player, healthy: bool) -> None:
        """After a game; one that broke down, or wants a new process for each game, is ended."""
        keep = healthy and not self._specs[index].restart and player.usable
        ended: list[Player] = []
        with self._lock:
            self._busy.discard(player)
            if keep and not self._closed:
                self._idle.append((index, player))
                while len(self._idle) > self._most_idle:
                    ended.append(self._idle.popleft()[1])
            else:
                ended.append(player)
        for old in ended:
            old.close()

    def close(self, force: bool = False) -> None:
        """End all idle players; with ``force`` also those that play, whose games then break off."""
        with self._lock:
            self._closed = True
            ended = [player for _, player in self._idle] + (list(self._busy) if force else [])
            self._idle.clear()
        threads = [threading.Thread(target=player.close, daemon=True) for player in ended]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def _traffic(self, index: int):
        if self._log is None:
            return None
        log, name, lock = self._log, self._specs[index].name, self._log_lock

        def write(direction: str, line: str) -> None:
            with lock:
                log.write(f"{name} {direction} {line}\n")

        return write
