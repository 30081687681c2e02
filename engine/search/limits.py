"""What a search is told and what it reports; plain data, no numba."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Limits:
    """When a search ends. All limits that are given hold together; without any it runs until it is stopped."""

    depth: int | None = None
    """Plies."""
    nodes: int | None = None
    mate: int | None = None
    """Stop when a win in this many moves (of the winner) or fewer is proven."""
    movetime_s: float | None = None
    """Seconds for this move, exactly."""
    clock_s: tuple[float | None, ...] = ()
    """Remaining time of each seat in seconds; may be zero or negative."""
    increment_s: tuple[float, ...] = ()
    """Increment of each seat in seconds."""
    moves_to_go: int | None = None
    """Moves to the next time control; None: the rest of the game."""
    infinite: bool = False
    """Never end before ``stop``, whatever is found."""
    ponder: bool = False
    """As infinite until ``ponderhit``; the clocks then count from there."""
    search_moves: tuple[int, ...] = ()
    """Only these root moves; empty: all."""
    exclude_moves: tuple[int, ...] = ()
    """Root moves that are forbidden."""


@dataclass(frozen=True)
class Info:
    """One line of a search's output."""

    depth: int
    seldepth: int
    multipv: int
    """1 for the best line, 2 for the second, ..."""
    score: int
    """Score units from the view of the player at the root; see ``core.score``."""
    bound: str
    """``exact``, ``lower`` or ``upper``."""
    nodes: int
    time_s: float
    nps: int
    hashfull: int
    """Per mille."""
    pv: tuple[int, ...]
    """Packed moves from the root, legal ones only."""
    wdl: tuple[int, int, int] | None = None
    """Win, draw, loss per mille for the player at the root."""
    tbhits: int = 0
    current_move: int = 0
    """With ``current_number`` > 0: this line only tells which root move is being searched."""
    current_number: int = 0


@dataclass(frozen=True)
class SearchResult:
    """What a search returns."""

    best: int
    """The packed best move; 0 if the root has no legal move."""
    ponder: int
    """The expected answer; 0 if there is none."""
    lines: tuple[Info, ...] = field(default_factory=tuple)
    """The last exact line of each MultiPV number, best first."""
    nodes: int = 0
    time_s: float = 0.0
    depth: int = 0

    @property
    def score(self) -> int:
        """Score of the best line; 0 if there is none."""
        return self.lines[0].score if self.lines else 0
