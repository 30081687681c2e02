"""A run of self-play: which games are missing in its file, and their way from the workers into it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import engine
from engine.learn.farm import BATCH, Batch, NextBatch, Work
from engine.learn.record import Block, Header
from engine.learn.selfplay import Selfplay, SelfplayError, header
from engine.learn.writer import PROGRAM, GameWriter

SUFFIX = ".qsp"

Source = Callable[[NextBatch], Iterator[Block]]
"""Plays batches somewhere: ``farm.play_here`` or ``cluster.play_on_ray`` with their other arguments filled in."""


@dataclass(frozen=True)
class Goal:
    """When a run is complete: at so many games, or as soon as there are so many positions. One of the two is None."""

    games: int | None = None
    positions: int | None = None

    def __post_init__(self) -> None:
        given = [number for number in (self.games, self.positions) if number is not None]
        if len(given) != 1 or given[0] < 1:
            raise SelfplayError("a run needs either a number of games or one of positions, at least 1")


def file_of(folder: str | Path, work: Work) -> Path:
    """The file of a run."""
    return Path(folder) / f"{work.game}-{work.seed}{SUFFIX}"


def run_header(work: Work, player: Selfplay) -> Header:
    """The header of a run's file; it holds all that its games depend on."""
    info = {PROGRAM: f"qiji {engine.__version__}", "seed": work.seed, "evaluation": player.evaluation}
    return header(player.game, {**info, **asdict(work.settings)})


class Run:
    """The file of a run, open for more games."""

    def __init__(self, work: Work, folder: str | Path, goal: Goal, player: Selfplay) -> None:
        """Open or begin the file; ``player`` is one of ``work``.

        Raises
        ------
        RecordError
            If the file cannot be continued.
        """
        self.goal = goal
        self.writer = GameWriter(file_of(folder, work), run_header(work, player))
        self._numbers = self._missing()

    def _missing(self) -> Iterator[Batch]:
        """Runs of at most ``BATCH`` numbers that are not in the file, ascending."""
        known, limit = frozenset(self.writer.numbers), self.goal.games
        number = 0
        while limit is None or number < limit:
            if number in known:
                number += 1
                continue
            end = number + 1
            while end - number < BATCH and end not in known and (limit is None or end < limit):
                end += 1
            yield range(number, end)
            number = end

    @property
    def complete(self) -> bool:
        """Whether the goal is reached."""
        if self.goal.positions is not None:
            return self.writer.positions >= self.goal.positions
        return self.games_of_goal == self.goal.games

    @property
    def games_of_goal(self) -> int:
        """Games in the file, those beyond the goal left out."""
        limit = self.goal.games
        return len(self.writer.numbers) if limit is None else sum(number < limit for number in self.writer.numbers)

    def next_batch(self) -> Batch | None:
        """The next numbers to play."""
        return None if self.complete else next(self._numbers, None)

    def play(self, source: Source, on_block: Callable[[Block], None] | None = None) -> None:
        """Play until the goal is reached; ``on_block`` hears of every block that has been written."""
        blocks = source(self.next_batch)
        try:
            for block in blocks:
                if self.writer.add(block) and on_block:
                    on_block(block)
        finally:
            close = getattr(blocks, "close", None)
            if close:
                close()

    def close(self) -> None:
        """Let go of the file."""
        self.writer.close()

    def __enter__(self) -> Run:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()
