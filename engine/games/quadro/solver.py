"""Solved positions before the search (``engine.forced``): wins and losses of the sets that ship, with their length."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.core.jit import compile_kernel
from engine.games.quadro.rules import rules_of
from engine.games.quadro.tables.known import attack, defence, names_of, shipped


@dataclass(frozen=True)
class Proven:
    """A position that is won or lost for the side to move."""

    plies: int
    """Turns until the end, both sides' counted, if the winner hurries and the loser lasts."""
    line: tuple[int, ...]
    """Such turns, as far as the set goes."""


class Solver:
    """The solver of one engine; the methods are those that ``engine.forced`` asks for."""

    def __init__(self, game: Any) -> None:
        self._rules = rules_of(game.options)
        self._proof = shipped(self._rules)
        self._enough = int(game.options["repetition"])
        self._found = np.zeros(3, dtype=np.int64)
        self.nodes = 0
        """Positions judged since the solver was made."""
        if self._proof is not None:
            for function in (attack, defence, names_of):
                compile_kernel(function)

    def watch(self, address: int) -> None:
        """Every question is answered within milliseconds: nothing to stop."""

    def win(self, position: Any, nodes: int) -> Proven | None:
        """How the side to move wins, if one of its turns leads to a position that is known to be lost."""
        return self._line(position, attack)

    def loss(self, position: Any, nodes: int) -> Proven | None:
        """How the side to move loses, if the position is known to be lost, and lasts as long as possible."""
        return self._line(position, defence)

    def defences(self, position: Any, nodes: int) -> None:
        """Nothing that the search would not find."""
        return None

    def candidates(self, position: Any) -> tuple[int, ...]:
        """All turns."""
        return ()

    # --- work ---

    def _line(self, position: Any, first: Any) -> Proven | None:
        if self._proof is None:
            return None
        side = position.player
        balls = position.state["balls"]
        own, enemy = np.uint64(balls[side]), np.uint64(balls[1 - side])
        barred = self._barred(position)
        line: list[int] = []
        plies, kernel = 0, first
        while kernel(own, enemy, self._rules, *self._proof, barred, self._found):
            self.nodes += 1
            move, lasts, moved = self._found.tolist()
            plies = plies or lasts
            line.append(move)
            own, enemy = enemy, np.uint64(moved)
            kernel = attack if kernel is defence else defence
        return Proven(plies, tuple(line)) if line else None

    def _barred(self, position: Any) -> np.ndarray:
        """The names of the positions of the game that one more occurrence would make a draw."""
        if not self._enough:
            return np.zeros(0, dtype=np.uint64)
        rows = position.memory.view(position.game.spec.state)[: position.ply + 1]
        oldest = position.ply - min(position.ply, int(position.state["reversible"]))
        balls, sides = rows["balls"][oldest:], rows["player"][oldest:].astype(np.int64)
        order = np.arange(len(sides))
        names = np.zeros(len(sides), dtype=np.uint64)
        names_of(balls[order, sides].copy(), balls[order, 1 - sides].copy(), names)
        found, counts = np.unique(names, return_counts=True)
        return found[counts + 1 >= self._enough]
