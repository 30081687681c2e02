"""Time controls and game clocks as a match runner keeps them."""

from __future__ import annotations

import math
import re
from dataclasses import asdict, dataclass

from engine.errors import QijiError

_CONTROL = re.compile(r"(?:(?P<moves>\d+)/)?(?:(?P<minutes>\d+):)?(?P<seconds>\d+(?:\.\d+)?)(?:\+(?P<increment>\d+(?:\.\d+)?))?")


class ControlError(QijiError):
    """A time control that cannot be read or that a protocol cannot express."""


@dataclass(frozen=True)
class TimeControl:
    """What limits a player's thinking. All limits that are given hold together."""

    moves: int = 0
    """Moves of each session; 0: the base time is for the whole game."""
    base_s: float | None = None
    """Seconds on the clock; None: no clock."""
    increment_s: float = 0.0
    movetime_s: float | None = None
    """At most this long for each move, instead of a clock."""
    nodes: int | None = None
    depth: int | None = None
    margin_s: float = 0.05
    """A clock may be overdrawn by this much: the runner's own delay on a busy machine."""

    @property
    def limited(self) -> bool:
        """Whether anything ends a search."""
        return any(limit is not None for limit in (self.base_s, self.movetime_s, self.nodes, self.depth))

    def as_dict(self) -> dict:
        """The fields that differ from the defaults."""
        default = asdict(TimeControl())
        return {name: value for name, value in asdict(self).items() if value != default[name]}

    def __str__(self) -> str:
        words = []
        if self.base_s is not None:
            words.append((f"{self.moves}/" if self.moves else "") + f"{self.base_s:g}" + f"+{self.increment_s:g}")
        if self.movetime_s is not None:
            words.append(f"{self.movetime_s:g} s a move")
        if self.nodes is not None:
            words.append(f"{self.nodes} nodes")
        if self.depth is not None:
            words.append(f"depth {self.depth}")
        return ", ".join(words) or "no limit"


def read_control(text: str) -> tuple[int, float | None, float]:
    """``[MOVES/]TIME[+INCREMENT]`` as moves, seconds and seconds; TIME in seconds or ``minutes:seconds``; ``inf`` is no clock.

    Raises
    ------
    ControlError
    """
    if text.strip().lower() in ("inf", "infinite"):
        return 0, None, 0.0
    found = _CONTROL.fullmatch(text.strip())
    base = 60 * int(found["minutes"] or 0) + float(found["seconds"]) if found else 0.0
    if found is None or not 0 < base < 1e8:
        raise ControlError(f"{text!r} is no time control; wanted: [MOVES/]TIME[+INCREMENT] in seconds, e.g. 8+0.08 or 40/60")
    return int(found["moves"] or 0), base, float(found["increment"] or 0)


class Clock:
    """One seat's clock."""

    def __init__(self, control: TimeControl) -> None:
        self.control = control
        self.remaining_s = math.inf if control.base_s is None else control.base_s
        self._to_go = control.moves

    @property
    def moves_to_go(self) -> int | None:
        """Moves until the next session, None where the time is for the whole game."""
        return self._to_go or None

    @property
    def budget_s(self) -> float:
        """The most that the next move may take, without the margin; infinite without a clock or move time."""
        if self.control.movetime_s is not None:
            return min(self.control.movetime_s, self.remaining_s)
        return self.remaining_s

    def overdrawn_s(self, used_s: float) -> float:
        """By how much a move that took ``used_s`` was too late; 0 if it was in time."""
        over = used_s - self.budget_s
        return over if over > self.control.margin_s else 0.0

    def spend(self, used_s: float) -> None:
        """A move has been made in ``used_s``; adds the increment and the next session's time."""
        if self.control.base_s is None:
            return
        self.remaining_s = max(self.remaining_s - used_s, 0.0) + self.control.increment_s
        if self._to_go:
            self._to_go -= 1
            if not self._to_go:
                self._to_go = self.control.moves
                self.remaining_s += self.control.base_s

    def add(self, seconds: float) -> None:
        """Add (or take) time outside of moves."""
        self.remaining_s = max(0.0, self.remaining_s + seconds)
