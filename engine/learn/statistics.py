"""What files of game records hold, in numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

import numpy as np

from engine.game import load
from engine.learn.dataset import Replayer
from engine.learn.record import END_RULE, ENDS, Block, GameReader, Header, RecordError


@dataclass
class Statistics:
    """Counts over all games of some files of one game."""

    game: str
    seats: tuple[str, ...]
    bytes: int = 0
    games: int = 0
    repeated: int = 0
    """Games that are there twice: of one seed and with one number."""
    plies: int = 0
    opening_plies: int = 0
    longest: int = 0
    """Plies of the longest game."""
    results: list[int] = field(default_factory=lambda: [0, 0, 0])
    """Games that the first team lost, drew and won."""
    reasons: Counter[str] = field(default_factory=Counter)
    damaged: list[str] = field(default_factory=list)
    """A sentence for each damaged part of a file."""

    @property
    def positions(self) -> int:
        """Positions with a score."""
        return self.plies - self.opening_plies

    def add(self, block: Block, header: Header) -> None:
        """Count the games of ``block``."""
        games = block.games
        self.games += len(games)
        self.plies += len(block.moves)
        self.opening_plies += int(games["opening"].sum())
        self.longest = max(self.longest, int(games["plies"].max(initial=0)))
        for result in range(3):
            self.results[result] += int(np.count_nonzero(games["result"] == result))
        for end, reason in zip(games["end"].tolist(), games["reason"].tolist(), strict=True):
            self.reasons[header.reasons[reason] if end == END_RULE else ENDS[end]] += 1


def statistics(paths: Sequence[Path]) -> Statistics:
    """Count all games of ``paths``.

    Raises
    ------
    RecordError
        If there is no file, one cannot be read or they are not of one game and one set of rule options.
    """
    if not paths:
        raise RecordError("no files of game records")
    first = GameReader(paths[0]).header
    found = Statistics(first.game, load(first.game).entry.seats)
    seen: set[tuple[object, int]] = set()
    for path in paths:
        reader = GameReader(path, first.game)
        if reader.header.options != first.options:
            raise RecordError(f"{path}: other rule options than in {paths[0]}")
        found.bytes += path.stat().st_size
        seed = reader.header.info.get("seed", str(path))
        for block in reader.blocks():
            found.add(block, reader.header)
            seen.update((seed, number) for number in block.games["number"].tolist())
        found.damaged += [f"{path}: damaged at byte {offset}" for offset in reader.damaged]
    found.repeated = found.games - len(seen)
    return found


def settled_share(path: Path, games: int) -> float | None:
    """Which share of the positions of the first ``games`` games a trainer uses (``dataset``); None if it can use none at all.

    Raises
    ------
    RecordError
        If the file cannot be read or does not fit the rules of the game.
    """
    reader = GameReader(path)
    game = load(reader.header.game, {name: str(value) for name, value in reader.header.options.items()})
    if "features" not in game.spec.kernels:
        return None
    replayer = Replayer(game)
    positions = 0
    for record in islice(reader, games):
        try:
            replayer.add(record, record.number)
        except ValueError as error:
            raise RecordError(f"{path}: {error}") from None
        positions += len(record.moves) - record.opening
    return replayer.count / positions if positions else None
