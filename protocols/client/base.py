"""What the players of all line protocols have in common."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

from engine import Game
from protocols.client.clock import Clock
from protocols.client.player import EngineError, PlayerSpec
from protocols.client.process import EngineProcess


class ProcessPlayer:
    """Drives one engine process for any number of games.

    Raises
    ------
    EngineError
        If the handshake fails; the process is ended then.
    """

    def __init__(self, spec: PlayerSpec, game: Game, process: EngineProcess) -> None:
        self.name = spec.name
        self.notes: list[str] = []
        """What people should know about the engine, a sentence each."""
        self._spec, self._process, self._game = spec, process, game
        try:
            self._handshake(game)
        except EngineError:
            process.close(grace_s=0.2)
            raise

    def _handshake(self, game: Game) -> None:
        """Everything from the first line to the engine's being ready for a game."""
        raise NotImplementedError

    def _ping(self) -> None:
        """Wait until the engine has dealt with all that it was told."""
        self._process.send("isready")
        self._process.wait_for("readyok", self._spec.patience.ping_s)

    @property
    def usable(self) -> bool:
        """Whether the process is still there."""
        return self._process.alive

    def end_game(self, result: str, reason: str) -> None:
        """Nothing, where the protocol has no word for it."""

    def close(self) -> None:
        """Quit."""
        self._process.close(grace_s=self._spec.patience.kill_s)


def _is_exact(line: str) -> bool:
    """Whether a line of UCI or UCCI has an exact score of the best variation."""
    if not line.startswith("info ") or " score " not in line or "bound" in line:
        return False
    return " multipv " not in line or " multipv 1 " in line


def wait_for_move(
    process: EngineProcess,
    clock: Clock,
    began: float,
    spec: PlayerSpec,
    is_answer: Callable[[str], bool],
    is_info: Callable[[str], bool] = _is_exact,
) -> tuple[str, str]:
    """The line that ``is_answer`` accepts and the last one before it that ``is_info`` accepts.

    After the flag the engine is told to stop; a late answer is returned as it is.

    Raises
    ------
    EngineError
        ``stall`` if there is none even then.
    """
    limited = math.isfinite(clock.budget_s)
    deadline = began + (clock.budget_s + clock.control.margin_s if limited else spec.patience.stall_s)
    stopped, info = False, ""
    while True:
        left = deadline - time.perf_counter()
        line = process.read(left) if left > 0 else None
        if line is None:
            if stopped:
                raise EngineError("stall", f"{spec.name} gave no move, not even {spec.patience.kill_s:g} s after the flag")
            stopped = True
            process.send("stop")
            deadline = time.perf_counter() + spec.patience.kill_s
        elif is_info(line):
            info = line
        elif is_answer(line):
            if stopped and not limited:
                raise EngineError("stall", f"{spec.name} gave no move within {spec.patience.stall_s:g} s")
            return line, info
