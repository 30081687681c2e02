"""Solving a rule set: passes over all pyramids until nothing changes, kept on disk between them."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engine.core.jit import compile_kernel
from engine.games.quadro.rules import BONUS
from engine.games.quadro.tables import solve
from engine.games.quadro.tables.shapes import offsets, places, pyramids

FULL = np.uint64(0xFFFFFFFFFFFFFFFF)


@dataclass(frozen=True)
class Progress:
    """Where a run is."""

    number: int
    """Pass, from 1."""
    pyramid: int
    judged: int
    """Pyramids that were judged anew in this pass."""
    changed: int
    """Positions whose value changed in this pass, each side of the bounds counted."""


class Solver:
    """The tables of one rule set (``rules``: bits of ``games.quadro.rules``), 2 GiB, with a bonus twice as much.

    folder : where a run is kept and gone on with; None keeps it in memory only.
    """

    kind = "passes"  #: which way of working a folder holds

    def __init__(self, rules: int, folder: Path | None = None) -> None:
        self.rules, self.folder = rules, folder
        self.both = bool(rules & BONUS)
        self.mode = solve.BOTH if self.both else solve.DIRECT
        self.pyramids, self.offsets, self.places = pyramids(), offsets(), places()
        for function in (solve.solve_pyramid, solve.is_stale, solve.count_pyramid):
            compile_kernel(function)
        self.step, self.number, self.finished = 0, 0, False
        if folder is not None and (folder / "run.json").is_file():
            self._load()
        else:
            self._begin()

    def _begin(self) -> None:
        words, count = int(self.offsets[-1]), len(self.pyramids)
        self.won = np.zeros(words, dtype=np.uint64)
        self.held = np.full(words if self.both else 1, FULL, dtype=np.uint64)
        self.stamps = np.zeros(count, dtype=np.int64)
        self.judged = np.full(count, -1, dtype=np.int64)

    def run(self, report: Callable[[Progress], None], passes: int = 0, save_every_s: float = 600.0) -> None:
        """Work until nothing changes, or for so many ``passes``; what is won or lost before the last pass is so for good.

        Saved is after a pass if the last time was ``save_every_s`` ago, and at the end.
        """
        largest = int(np.diff(self.offsets).max())
        work, spare = np.zeros((2, largest), dtype=np.uint64), np.zeros((2, largest), dtype=np.uint64)
        saved = time.monotonic()
        last = self.number + passes if passes else -1
        while not self.finished and self.number != last:
            self.number += 1
            judged = changed = 0
            for index in range(len(self.pyramids)):
                since = int(self.judged[index])
                if since >= 0 and not solve.is_stale(index, self.pyramids, self.places, self.rules, self.stamps, since):
                    continue
                self.step += 1
                more = solve.solve_pyramid(
                    index, self.pyramids, self.offsets, self.places, self.won, self.held, self.rules, work, spare, self.mode
                )
                self.judged[index] = self.step
                if more:
                    self.stamps[index] = self.step
                judged, changed = judged + 1, changed + int(more)
                if judged % 1024 == 0:
                    report(Progress(self.number, index, judged, changed))
            report(Progress(self.number, len(self.pyramids), judged, changed))
            self.finished = judged == 0 or not self.both
            if self.finished or self.number == last or time.monotonic() - saved > save_every_s:
                self._save()
                saved = time.monotonic()

    def value(self, own: int, enemy: int) -> int | None:
        """1 won, 0 drawn or not yet known, -1 lost for the side to move, which has the cells ``own``; None with the top ball."""
        found = np.flatnonzero(self.pyramids == np.uint64(own | enemy))
        if not len(found):
            return None
        word, bit = solve.place_of(own | enemy, enemy)
        word += int(self.offsets[found[0]])
        if int(self.won[word]) >> bit & 1:
            return -1
        return 0 if self.both and int(self.held[word]) >> bit & 1 else 1

    def counts(self) -> np.ndarray:
        """``uint64[30, 3]``: by balls on the board, positions won, drawn (or undecided) and lost for the side to move."""
        out = np.zeros((30, 3), dtype=np.uint64)
        held = self.held if self.both else self.won
        for index in range(len(self.pyramids)):
            solve.count_pyramid(index, self.pyramids, self.offsets, self.won, held, out)
        return out

    # --- files ---

    def _save(self) -> None:
        if self.folder is None:
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        self.won.tofile(self.folder / "won.new")
        self.held.tofile(self.folder / "held.new")
        np.save(self.folder / "steps.new.npy", np.stack([self.stamps, self.judged]))
        notes = {"kind": self.kind, "rules": self.rules, "step": self.step, "number": self.number, "finished": self.finished}
        (self.folder / "run.new").write_text(json.dumps(notes), encoding="utf-8")
        for new, name in (("won.new", "won"), ("held.new", "held"), ("steps.new.npy", "steps.npy"), ("run.new", "run.json")):
            (self.folder / new).replace(self.folder / name)

    def _load(self) -> None:
        assert self.folder is not None
        notes = json.loads((self.folder / "run.json").read_text(encoding="utf-8"))
        if notes["rules"] != self.rules or notes.get("kind", "passes") != self.kind:
            raise ValueError(f"{self.folder} holds a run under other rules or in another order")
        self.step, self.number, self.finished = notes["step"], notes["number"], notes["finished"]
        self.won = np.fromfile(self.folder / "won", dtype=np.uint64)
        self.held = np.fromfile(self.folder / "held", dtype=np.uint64)
        self.stamps, self.judged = np.load(self.folder / "steps.npy")
