"""Solving tables in memory, smallest material first."""

from __future__ import annotations

from math import prod

import numpy as np

from engine.games.draughts.rules import SETTINGS
from engine.games.draughts.tables import kernel_of
from engine.games.draughts.tables.index import CODES, Material, code_of, reply_of, sets_of, shape_of
from engine.games.draughts.tables.packing import HOLE, UNKNOWN, VALUE
from engine.games.draughts.tables.solve import COUNTERS, FRAME_WORDS, SETS, VALUES


class Solver:
    """The tables of one game that are known so far, as bytes of ``solve``'s values, and the kernels that make more."""

    def __init__(self, game_id: str) -> None:
        self.setting = SETTINGS[game_id]
        self._directory = np.zeros(CODES, dtype=np.int64)
        self.values: dict[Material, np.ndarray] = {}
        """Material -> ``uint8`` values by index, bit CAPTURE where the player to act must capture."""

    def solve(self, material: Material) -> tuple[Material, ...]:
        """Find the values of ``material`` and of its reply material; both are returned, once if they are the same.

        All materials with fewer pieces, and those with as many pieces and fewer men, must be known.
        """
        pair = tuple(dict.fromkeys((material, reply_of(material))))
        frames = [self._frame(each) for each in pair]
        queue = np.empty(sum(len(values) for _, values, _ in frames), dtype=np.uint32)
        settled = 0
        for number, (frame, _, _) in enumerate(frames):
            settled = kernel_of(self.setting.id, "first_pass")(self._directory, frame, number, queue, settled)
        kernel_of(self.setting.id, "propagate")(frames[0][0], frames[-1][0], queue, settled)
        for each, (_, values, _) in zip(pair, frames, strict=True):
            values[values == UNKNOWN] = 0
            self._keep(each, values)
        return pair

    def complete(self, material: Material, values: np.ndarray) -> None:
        """Take over ``values`` (``uint8`` by index) that lack the positions with captures, and find those."""
        frame, values, _ = self._frame(material, values)
        kernel_of(self.setting.id, "first_pass")(self._directory, frame, -1, np.empty(0, dtype=np.uint32), 0)
        self._keep(material, values)

    def _frame(self, material: Material, values: np.ndarray | None = None) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """``solve``'s frame of a material, its value bytes and its counters (all must stay alive with the frame)."""
        side = self.setting.side
        shape = shape_of(material, side)
        counters = np.empty(prod(shape) if values is None else 0, dtype=np.uint8)
        if values is None:
            values = np.empty(prod(shape), dtype=np.uint8)
        frame = np.zeros(FRAME_WORDS, dtype=np.int64)
        frame[:SETS] = shape
        frame[SETS:VALUES] = [sets_of(count, side, group).ctypes.data for group, count in enumerate(material)]
        frame[VALUES], frame[COUNTERS] = values.ctypes.data, counters.ctypes.data
        return frame, values, counters

    def _keep(self, material: Material, values: np.ndarray) -> None:
        self.values[material] = values
        self._directory[code_of(material)] = values.ctypes.data

    def counts(self, material: Material) -> tuple[int, int, int]:
        """Won, drawn and lost positions of a known material, for the player to act."""
        draws, wins, losses = np.bincount(self.values[material] & VALUE, minlength=HOLE + 1)[:HOLE].tolist()
        return wins, draws, losses
