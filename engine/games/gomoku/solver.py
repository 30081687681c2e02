"""Forced wins of a position, with proof lines: the Python side of ``threats``.

>>> import engine
>>> game = engine.load("gomoku")
>>> position = game.position("15/15/15/15/15/15/15/6www6/15/15/15/15/15/15/15 w")
>>> win = game.spec.solver(game).win(position)
>>> win.moves, [position.format(move) for move in win.line[:1]]
(2, ['j8'])
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.core.jit import compile_kernel
from engine.games.gomoku import threats
from engine.games.gomoku.kernels import bind
from engine.games.gomoku.moves import gen_moves, gen_noisy, gen_quiet
from engine.games.gomoku.patterns import C_FIVE
from engine.games.gomoku.play import make_move
from engine.games.gomoku.state import MAX_MOVES, ROW_BYTES, STATE

_ROWS = 2 * threats.DEEPEST + 16
TABLE_ENTRIES = 1 << 17
FEW_FOURS = 30  #: moves of the longest win by fours that is looked for
FEW_THREES = 12  #: and by threes


@dataclass(frozen=True)
class Win:
    """A proven win of the player to act."""

    moves: int
    """Moves of the winner; no win by such threats is shorter."""
    line: tuple[int, ...]
    """The attack against the longest defence; packed moves from the position on."""
    by_fours: bool
    """Whether every move of the winner is a four."""

    @property
    def plies(self) -> int:
        """Plies until the five stands."""
        return 2 * self.moves - 1


class Solver:
    """Looks for forced wins in positions of one game. Not for several threads at once."""

    def __init__(self, game: Any) -> None:
        bind()
        for kernel in (threats.attack, gen_moves, gen_noisy, gen_quiet):
            compile_kernel(kernel)
        self._memory = np.zeros(_ROWS * ROW_BYTES, dtype=np.uint8)
        self._arena = np.zeros((_ROWS, MAX_MOVES + 1), dtype=np.int64)
        self._table = np.zeros(2 * TABLE_ENTRIES, dtype=np.uint64)
        self._job = np.zeros(threats.JOB_WORDS, dtype=np.int64)
        self._stop = np.zeros(1, dtype=np.int64)
        for word, value in {
            threats.MEMORY: self._memory.ctypes.data,
            threats.BYTES: self._memory.size,
            threats.ARENA: self._arena.ctypes.data,
            threats.TABLE: self._table.ctypes.data,
            threats.MASK: TABLE_ENTRIES - 1,
            threats.STOP: self._stop.ctypes.data,
        }.items():
            self._job[word] = value
        self.nodes = 0
        """Positions looked at since the solver was made."""

    @property
    def _rows(self) -> np.ndarray:
        return self._memory.view(STATE)

    def watch(self, address: int) -> None:
        """Give up where the int64 at ``address`` is not 0."""
        self._job[threats.STOP] = address

    def forget(self) -> None:
        """Empty the table."""
        self._table.fill(0)

    # --- questions ---

    def win(self, position: Any, nodes: int = 200_000, threes: bool = True) -> Win | None:
        """A win of the player to act by fours, else by fours and threes; None if none was found within ``nodes``."""
        self._load(position)
        end = self.nodes + nodes
        for mode, most in ((threats.FOURS, FEW_FOURS), (threats.THREES, FEW_THREES if threes else 0)):
            budget = end - self.nodes if mode == threats.THREES or not threes else max((end - self.nodes) // 4, 1)
            moves = self._shortest(0, mode, most, budget)
            if moves:
                return Win(moves, self._line(moves, mode), mode == threats.FOURS)
        return None

    def loss(self, position: Any, nodes: int) -> None:
        """Not looked for: what holds out longest is left to :meth:`defences` and the search."""
        return None

    def defences(self, position: Any, nodes: int = 100_000) -> tuple[int, ...] | None:
        """The moves that matter and after which the enemy has no win by fours; None if passing would not lose to one.

        Empty if every move loses to one. A win that is not found within ``nodes`` is none.
        """
        self._load(position)
        if self._rows[0]["outcome"] or self._rows[0]["counts"][1 - position.player, C_FIVE] or not self._rows[0]["stones"]:
            return None
        make_move(self._memory, 0, 0)
        if not self._shortest(1, threats.FOURS, FEW_FOURS, nodes // 4):
            return None
        candidates = self.candidates(position)
        kept = []
        for move in candidates:
            make_move(self._memory, 0, move)
            row = self._rows[1]
            if row["outcome"] or not self._shortest(1, threats.FOURS, FEW_FOURS, max(nodes // len(candidates), 200)):
                kept.append(move)
        return tuple(kept)

    def candidates(self, position: Any) -> tuple[int, ...]:
        """The moves that the search looks at (``gen_noisy`` and ``gen_quiet``); of an empty board the centre."""
        self._load(position)
        moves = self._candidates(0)
        if self._rows[0]["stones"] == 0:
            middle = int(self._rows[0]["size"]) // 2
            centre = middle * int(self._rows[0]["size"]) + middle
            return tuple(move for move in moves if move & 511 == centre) or moves
        return moves

    # --- work ---

    def _candidates(self, row: int) -> tuple[int, ...]:
        moves = np.zeros(MAX_MOVES, dtype=np.int64)
        found: list[int] = []
        for kernel in (gen_noisy, gen_quiet):
            found += moves[: kernel(self._memory, row, moves)].tolist()
        return tuple(found)

    def _load(self, position: Any) -> None:
        row = position.ply * ROW_BYTES
        self._memory[:ROW_BYTES] = position.memory[row : row + ROW_BYTES]

    def _wins(self, row: int, mode: int, moves: int, nodes: int) -> int:
        """1: won within ``moves``, 0: not, -1: given up."""
        job = self._job
        job[threats.MODE], job[threats.NODES], job[threats.LIMIT] = mode, 0, nodes
        job[threats.ABORTED] = job[threats.CUT] = 0
        won = int(threats.attack(job.ctypes.data, row, moves))
        self.nodes += int(job[threats.NODES])
        return -1 if job[threats.ABORTED] else won

    def _shortest(self, row: int, mode: int, most: int, nodes: int) -> int:
        """The fewest moves in which the player to act in ``row`` wins, 0 if it does not within ``most`` or ``nodes``."""
        end = self.nodes + nodes
        for moves in range(1, most + 1):
            won = self._wins(row, mode, moves, max(end - self.nodes, 1))
            if won:
                return max(won, 0) * moves
            if not self._job[threats.CUT]:
                return 0  # nothing was left to try
        return 0

    def _line(self, moves: int, mode: int) -> tuple[int, ...]:
        """The attack from row 0 against the defence that lasts longest."""
        line: list[int] = []
        row = 0
        while True:
            point = self._winning_point(row, mode, moves)
            line.append(self._play(row, point))
            if moves <= 1 or self._rows[row + 1]["outcome"]:
                return tuple(line)
            longest, choice = 0, 0
            for answer in self._candidates(row + 1):
                make_move(self._memory, row + 1, answer)
                if self._rows[row + 2]["outcome"]:
                    continue
                needed = self._shortest(row + 2, mode, moves - 1, 10_000_000)
                if needed > longest:
                    longest, choice = needed, answer
            if not choice:
                return tuple(line)
            make_move(self._memory, row + 1, choice)
            line.append(choice)
            row, moves = row + 2, longest

    def _winning_point(self, row: int, mode: int, moves: int) -> int:
        own = int(self._rows[row]["player"])
        classes = self._rows[row]["classes"].astype(np.int64)
        fives = np.flatnonzero((classes >> (4 * own) & 15) == C_FIVE)
        if fives.size:
            return int(fives[0])
        won = self._wins(row, mode, moves, 10_000_000)
        assert won == 1
        return int(self._job[threats.POINT])

    def _play(self, row: int, point: int) -> int:
        """Play the stone on ``point`` in ``row`` and return the packed move."""
        moves = np.zeros(MAX_MOVES, dtype=np.int64)
        move = next(m for m in moves[: gen_moves(self._memory, row, moves)].tolist() if m & 511 == point)
        make_move(self._memory, row, move)
        return move
