"""The slow twin of the search: negamax over a game's kernels, called one by one from Python, without any pruning."""

from __future__ import annotations

import numpy as np

from engine.core.contract import winners_of
from engine.core.score import DRAW, MATE, RULE_WIN


class Plain:
    """Values of fixed-depth searches; no table, no window, no order."""

    def __init__(self, position):
        self.game = position.game
        self.spec = self.game.spec
        self.memory = position.stack_copy(40)
        self.root = position.ply
        self.kernels = {name: self.game.kernel(name) for name in ("gen_moves", "make_move", "adjudicate", "result", "evaluate")}
        self.weights = np.zeros(1, np.int32) if self.spec.weights is None else np.ascontiguousarray(self.spec.weights, np.int32)
        self.scratch = np.zeros(max(self.spec.scratch_words, 1), np.int64)
        self.nodes = 0

    def team(self, row):
        return self.spec.entry.teams[int(self.memory.view(self.spec.state)[row]["player"])]

    def verdict(self, row, ply, code, certain):
        winners = int(winners_of(code))
        if not winners:
            return DRAW
        winner = next(self.spec.entry.teams[seat] for seat in range(8) if winners >> seat & 1)
        top = MATE if certain or self.kernels["result"](self.memory, row) == code else RULE_WIN
        return top - ply if winner == self.team(row) else ply - top

    def value(self, depth, ply=0):
        """The score of the node at ``ply``, view of its player."""
        row = self.root + ply
        self.nodes += 1
        if ply:
            code = self.kernels["adjudicate"](self.memory, row, self.root)
            if code:
                return self.verdict(row, ply, code, False)
        if depth == 0:
            return self.kernels["evaluate"](self.memory, row, self.weights, self.scratch)
        moves = np.zeros(self.spec.max_moves, dtype=np.int64)
        count = self.kernels["gen_moves"](self.memory, row, moves)
        if count == 0:
            return self.verdict(row, ply, self.kernels["result"](self.memory, row), True)
        best = -MATE
        for move in moves[:count]:
            self.kernels["make_move"](self.memory, row, move)
            sign = 1 if self.team(row + 1) == self.team(row) else -1
            best = max(best, sign * self.value(depth - 1, ply + 1))
        return best
