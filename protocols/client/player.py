"""What a match needs of a player, whatever protocol it speaks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from engine import Game, Position


@dataclass
class Clock:
    """A game clock in seconds; index = seat."""

    remaining_s: list[float]
    increment_s: float = 0.0
    moves_to_go: int | None = None
    movetime_s: float | None = None
    """Fixed time a move; the clock is then unused."""
    nodes: int | None = None
    depth: int | None = None


@dataclass(frozen=True)
class Reply:
    """An engine's answer to one position."""

    move: str
    """Text as the engine wrote it; empty if it gave none."""
    score: int | None = None
    """Centipawns from its view; mates are beyond 30000."""
    depth: int | None = None
    nodes: int | None = None
    time_s: float = 0.0
    resigns: bool = False
    offers_draw: bool = False
    claims: str = ""
    """A result line that the engine sent instead of or after its move."""


@dataclass(frozen=True)
class PlayerSpec:
    """How to start a player."""

    name: str
    command: tuple[str, ...]
    protocol: str
    """``uci`` or ``xboard``."""
    options: dict[str, str] = field(default_factory=dict)
    init: tuple[str, ...] = ()
    """Lines sent after the handshake."""


class Player(Protocol):
    """A seat's player. Every method may raise ``EngineError``."""

    name: str

    def start_game(self, game: Game, start: str, seat: int, clock: Clock) -> None:
        """Set up a new game from the position string ``start``."""

    def play(self, position: Position, clock: Clock) -> Reply:
        """Think about ``position`` (its seat is the player's) and answer."""

    def close(self) -> None:
        """End the process."""
