"""What a match needs of a player, whatever protocol it speaks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Protocol

from engine import Game, Position
from protocols.client.clock import Clock, TimeControl

#: Scores of a win in ``n`` plies are ``MATE_CP - n``, of a loss ``n - MATE_CP``.
MATE_CP = 32_000
MATE_BOUND = 31_000


class EngineError(Exception):
    """The engine did not do what its protocol asks.

    ``kind``: ``start`` (cannot be started), ``crash`` (the process has ended), ``disconnect`` (it closed a pipe), ``stall``
    (no answer in time), ``flood`` (endless output) or ``protocol`` (nonsense).
    """

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(text)
        self.kind = kind


@dataclass(frozen=True)
class Patience:
    """Seconds that an engine is waited for outside of its clock."""

    start_s: float = 60.0
    """For the handshake."""
    ping_s: float = 60.0
    """For ``isready`` and the like; engines load tables and compile there."""
    kill_s: float = 3.0
    """For a late move after the flag, and for the process to leave; then it is killed."""
    stall_s: float = 600.0
    """For a move that no clock limits."""


@dataclass(frozen=True)
class PlayerSpec:
    """How to start a player."""

    name: str
    command: tuple[str, ...] = ()
    """Program and arguments; empty: our own engine."""
    protocol: str = "uci"
    """``uci``, ``ucci``, ``xboard``, ``hub``, ``dxp``, ``gomocup``, or ``inprocess``: our engine without a process of its own."""
    options: dict[str, str] = field(default_factory=dict)
    init: tuple[str, ...] = ()
    """Lines sent after the handshake."""
    directory: str = ""
    """Working directory of the process."""
    control: TimeControl = field(default_factory=TimeControl)
    patience: Patience = field(default_factory=Patience)
    restart: bool = False
    """Whether every game gets a new process."""
    stderr_log: str = ""
    """File that the process's standard error is appended to; else it is thrown away."""

    def identity(self) -> dict:
        """What makes results of two matches comparable: everything but names of logs and patience."""
        fields = asdict(self)
        for name in ("patience", "stderr_log", "control", "restart"):
            fields.pop(name)
        return {**fields, "command": list(self.command), "init": list(self.init), "control": self.control.as_dict()}


@dataclass(frozen=True)
class Reply:
    """An engine's answer to one position."""

    move: str = ""
    """Text in a notation that ``Position.push`` reads; empty if it gave none."""
    score: int | None = None
    """Centipawns from its view; wins and losses as for ``MATE_CP``."""
    depth: int | None = None
    seldepth: int | None = None
    nodes: int | None = None
    time_s: float = 0.0
    """From the request to the arrival of the move."""
    pv: tuple[str, ...] = ()
    """The expected line as the engine wrote it."""
    resigns: bool = False
    offers_draw: bool = False
    """It offers a draw with this move, or accepts the opponent's offer."""
    claim: str = ""
    """A result that the engine claims instead of moving: ``1-0``, ``0-1`` or ``1/2-1/2``, and its words."""


class Player(Protocol):
    """The player of one or more seats. Every method but ``close`` may raise ``EngineError``."""

    name: str
    notes: list[str]
    """What people should know about the engine, a sentence each."""

    @property
    def usable(self) -> bool:
        """Whether it can play another game."""

    def start_game(self, position: Position, seats: Sequence[int], clocks: Sequence[Clock]) -> None:
        """A new game begins at ``position`` (with the opening's moves played); the player has ``seats``."""

    def play(self, position: Position, clocks: Sequence[Clock], draw_offered: bool = False) -> Reply:
        """Think about ``position`` (its seat is one of the player's) and answer."""

    def end_game(self, result: str, reason: str) -> None:
        """The game is over: ``1-0``, ``0-1``, ``1/2-1/2`` or ``*``."""

    def close(self) -> None:
        """End the process."""


def is_chess960(game: Game) -> bool:
    """Whether castling is written and announced in the way of Chess960."""
    return bool(game.options.get("UCI_Chess960"))


def changed_rules(game: Game) -> dict[str, str]:
    """The rule options that differ from their defaults, as text."""
    defaults = {option.name: option.default for option in game.entry.options}
    return {
        name: str(value).lower() if isinstance(value, bool) else str(value)
        for name, value in game.options.items()
        if value != defaults.get(name)
    }
