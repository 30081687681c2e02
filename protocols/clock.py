"""The time control of an XBoard game: ``level``, ``st``, ``sd``, ``time`` and ``otim``, kept up while the GUI is silent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.errors import OptionError


@dataclass
class GameClock:
    """Time in seconds. ``own`` and ``other`` are the engine's clock and its opponent's."""

    moves_per_session: int = 0
    """0: the base time is for the whole game."""
    base_s: float = 300.0
    increment_s: float = 0.0
    move_s: float | None = None
    """At most this long for a move, instead of a clock."""
    depth: int | None = None
    own_s: float = 300.0
    other_s: float = 300.0

    def set_level(self, words: list[str]) -> None:
        """``level MPS BASE INC``; BASE in minutes or ``m:ss``.

        Raises
        ------
        engine.errors.OptionError
        """
        if len(words) != 3:
            raise OptionError(f"level needs three values, not {' '.join(words)!r}")
        moves, base, increment = int(_number(words[0])), _minutes(words[1]), _number(words[2])
        self.moves_per_session, self.base_s, self.increment_s = max(0, moves), base, max(0.0, increment)
        self.move_s = None
        self.restart()

    def set_move_time(self, text: str) -> None:
        """``st N``.

        Raises
        ------
        engine.errors.OptionError
        """
        self.move_s = max(0.0, _number(text))

    def set_depth(self, text: str) -> None:
        """``sd N``.

        Raises
        ------
        engine.errors.OptionError
        """
        self.depth = max(1, int(_number(text)))

    def restart(self) -> None:
        """Both clocks as at the start of a game."""
        self.own_s = self.other_s = self.base_s

    def new_game(self) -> None:
        """As ``new``: clocks from the start, no depth limit."""
        self.depth = None
        self.restart()

    def set_own(self, text: str) -> None:
        """``time N``, centiseconds."""
        self.own_s = _number(text) / 100

    def set_other(self, text: str) -> None:
        """``otim N``, centiseconds."""
        self.other_s = _number(text) / 100

    def moved(self, used_s: float, own_moves: int) -> None:
        """The engine has used ``used_s`` for its move number ``own_moves``; only counts until the GUI tells the time."""
        self.own_s += self.increment_s - used_s
        if self.moves_per_session and own_moves % self.moves_per_session == 0:
            self.own_s += self.base_s

    def limits(self, seat: int, own_moves: int, overhead_s: float) -> dict[str, Any]:
        """Keyword arguments of ``Limits`` for the engine as ``seat`` that has made ``own_moves`` moves."""
        found: dict[str, Any] = {}
        if self.depth:
            found["depth"] = self.depth
        if self.move_s is not None:
            found["movetime_s"] = max(0.0, self.move_s - min(overhead_s, self.move_s / 2))
            return found
        clocks = (self.own_s, self.other_s) if seat == 0 else (self.other_s, self.own_s)
        found["clock_s"] = clocks
        found["increment_s"] = (self.increment_s, self.increment_s)
        if self.moves_per_session:
            found["moves_to_go"] = self.moves_per_session - own_moves % self.moves_per_session
        return found


def _number(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        raise OptionError(f"{text!r} is no number") from None
    if not abs(value) < 1e9:
        raise OptionError(f"{text!r} is out of range")
    return value


def _minutes(text: str) -> float:
    minutes, colon, seconds = text.partition(":")
    return max(0.0, _number(minutes) * 60 + (_number(seconds) if colon else 0.0))
