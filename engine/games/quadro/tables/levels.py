"""Solving a rule set in the order of distance: after level n all that is decided within n turns is known, and nothing else.

Level 0 finds who has no turn left, odd levels the wins, even ones the losses: a loss takes an even number of turns, a win an odd
one. Slower than ``run.Solver``, whose passes go against the order of play, but it tells how long every win takes: a loser
who resists as long as possible against a winner who hurries.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cached_property
from pathlib import Path

import numpy as np

from engine.games.quadro.tables import solve
from engine.games.quadro.tables.run import FULL, Progress, Solver

UNKNOWN = 255  #: in ``distances``: not lost, or not known to be
_CHUNK = 1 << 18


class Levels(Solver):
    """The tables of one rule set, 4.1 GiB, with the turns that each loss with few balls takes, a byte each.

    balls : up to so many balls on the board losses are kept with their distance (16: 2.0 GiB, 18: 3.3 GiB).
    """

    kind = "levels"

    def __init__(self, rules: int, balls: int, folder: Path | None = None) -> None:
        self.balls = balls
        super().__init__(rules, folder)
        self.both = True

    def _begin(self) -> None:
        words, count = int(self.offsets[-1]), len(self.pyramids)
        self.number = -1
        self.won = np.zeros(words, dtype=np.uint64)
        self.held = np.full(words, FULL, dtype=np.uint64)
        # Rows: of the losses and of the wins; the last level that changed something, and that looked at the pyramid.
        self.stamps = np.zeros((2, count), dtype=np.int64)
        self.judged = np.full((2, count), -1, dtype=np.int64)
        self.distances = np.full(64 * (words - self.first_word), UNKNOWN, dtype=np.uint8)

    @cached_property
    def first_word(self) -> int:
        """Where the words of the pyramids with few balls begin, whose losses are in ``distances``."""
        counts = np.array([int(one).bit_count() for one in self.pyramids])
        return int(self.offsets[int(np.argmax(counts <= self.balls))])

    def run(
        self, report: Callable[[Progress], None], passes: int = 0, save_every_s: float = 600.0, until_decided: bool = False
    ) -> None:
        """Work until two levels bring nothing new, or for so many levels (``passes``), or until the start position is decided."""
        quiet, saved = 0, time.monotonic()
        last = self.number + passes if passes else -1
        while not self.finished and (not passes or self.number != last):
            if until_decided and self.value(0, 0):
                return
            self.number += 1
            changed = self._level(report)
            quiet = 0 if changed else quiet + 1
            self.finished = quiet == 2
            if self.finished or self.number == last or time.monotonic() - saved > save_every_s:
                self._save()
                saved = time.monotonic()

    def _level(self, report: Callable[[Progress], None]) -> int:
        kind = self.number & 1  # 0: losses, made from what wins; 1: the other way round
        mode = solve.WINS if kind else solve.LOSSES
        judged, sources, largest = self.judged[kind], self.stamps[1 - kind], int(np.diff(self.offsets).max())
        work, spare = np.zeros((2, largest), dtype=np.uint64), np.zeros((2, largest), dtype=np.uint64)
        before = self.won[self.first_word :].copy()
        looked = changed = 0
        for index in range(len(self.pyramids)):
            since = int(judged[index])
            if since >= 0 and not solve.is_stale(index, self.pyramids, self.places, self.rules, sources, since):
                continue
            more = solve.solve_pyramid(
                index, self.pyramids, self.offsets, self.places, self.won, self.held, self.rules, work, spare, mode
            )
            judged[index] = self.number
            if more:
                self.stamps[kind, index] = self.number
            looked, changed = looked + 1, changed + int(more)
            if looked % 1024 == 0:
                report(Progress(self.number, index, looked, changed))
        if not kind:
            self._note(before)
        report(Progress(self.number, len(self.pyramids), looked, changed))
        return changed

    def _note(self, before: np.ndarray) -> None:
        """Write the number of this level where a loss is new since ``before``."""
        fresh = self.won[self.first_word :] & ~before
        words = np.flatnonzero(fresh)
        for part in np.array_split(words, max(1, len(words) // _CHUNK)):
            bits = np.unpackbits(fresh[part].astype("<u8").view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")
            row, bit = np.nonzero(bits)
            self.distances[64 * part[row] + bit] = self.number

    def plies(self, own: int, enemy: int) -> int | None:
        """In how many turns the side to move loses; None if it does not, or has too many balls before it."""
        found = np.flatnonzero(self.pyramids == np.uint64(own | enemy))
        if not len(found) or (own | enemy).bit_count() > self.balls:
            return None
        word, bit = solve.place_of(own | enemy, enemy)
        distance = int(self.distances[64 * (word + int(self.offsets[found[0]]) - self.first_word) + bit])
        return None if distance == UNKNOWN else distance

    # --- files ---

    def _save(self) -> None:
        if self.folder is not None:
            self.folder.mkdir(parents=True, exist_ok=True)
            self.distances.tofile(self.folder / f"distances-{self.number}")
            super()._save()
            for path in self.folder.glob("distances-*"):
                if path.name != f"distances-{self.number}":
                    path.unlink()

    def _load(self) -> None:
        super()._load()
        assert self.folder is not None
        self.distances = np.fromfile(self.folder / f"distances-{self.number}", dtype=np.uint8)
        if self.distances.size != 64 * (int(self.offsets[-1]) - self.first_word):
            raise ValueError(f"{self.folder} holds distances up to another number of balls")
