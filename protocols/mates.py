"""Variations that reach the mate that they announce.

A search may cut the tail of a variation where its table already knew the result; match runners compare the length of a line with
its mate score, and people want to see the end.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

import engine
from engine.core.contract import winners_of

if TYPE_CHECKING:
    from engine import Engine, Info, Position

#: Printed for a win whose whole line is not known: decisive, but no distance that the line does not show.
UNSHOWN_WIN = 20_000
#: Tails of this many plies are searched for by trying out; longer ones must be in the table.
_TRIED_PLIES = 3
#: The clock runs while moves are tried (5 microseconds each). In all of a search at most so many are, and one more for every so
#: many nodes: a millisecond, and some per cent of the search.
_FREE_TRIES, _NODES_PER_TRY = 200, 200


class _Exhausted(Exception):
    """No more moves may be tried."""


class MateLines:
    """Completes the mates of one search of ``player`` from ``root``."""

    def __init__(self, player: Engine, root: Position) -> None:
        self._player, self._root = player, root
        self._gen_moves, self._make_move, self._result = map(root.game.kernel, ("gen_moves", "make_move", "result"))
        self._tries = 0

    def complete(self, info: Info) -> Info:
        """``info`` with the variation of an exact mate completed, or with :data:`UNSHOWN_WIN` where its rest is not found."""
        if info.bound != "exact" or not info.pv or not engine.is_mate(info.score):
            return info
        plies = engine.mate_plies(info.score)
        if len(info.pv) >= plies:
            return info
        walk = self._root.copy()
        for move in info.pv:
            if move not in walk.legal_moves():
                return _unshown(info)
            walk.push(move)
        try:
            tail = self._tail(walk, plies - len(info.pv), _FREE_TRIES + info.nodes // _NODES_PER_TRY)
        except _Exhausted:
            tail = []
        return replace(info, pv=(*info.pv, *tail)) if tail else _unshown(info)

    def _tail(self, walk: Position, plies: int, most: int) -> list[int]:
        """Moves from ``walk`` that end in mate after exactly ``plies`` plies; empty if none are found."""
        known = self._player.probe(walk) if plies > 1 else None
        move = int(known["best"]) if known else 0
        if move:
            walk.push(move)
            rest = self._tail(walk, plies - 1, most)
            walk.pop()
            if rest:
                return [move, *rest]
        if plies > _TRIED_PLIES:
            return []
        return self._mating_line(walk.stack_copy(plies), walk.ply, plies, most, proven=True)

    def _mating_line(self, stack: np.ndarray, ply: int, plies: int, most: int, proven: bool) -> list[int]:
        """A line of exactly ``plies`` plies (at least 1) from row ``ply`` that mates; empty if there is none.

        If the mate is not ``proven``, every answer of the loser must be mated as quickly.
        """
        attacking, line = plies % 2 == 1, list[int]()
        for move in self._moves(stack, ply):
            self._tries += 1
            if self._tries > most:
                raise _Exhausted
            self._make_move(stack, ply, move)
            rest = self._mating_line(stack, ply + 1, plies - 1, most, proven and not attacking) if plies > 1 else []
            if rest or (plies == 1 and self._is_mated(stack, ply + 1)):
                line = [move, *rest]
                if attacking or proven:
                    return line
            elif not attacking:
                return []
        return line

    def _moves(self, stack: np.ndarray, ply: int) -> list[int]:
        moves = np.zeros(self._root.game.spec.max_moves, dtype=np.int64)
        return moves[: self._gen_moves(stack, ply, moves)].tolist()

    def _is_mated(self, stack: np.ndarray, ply: int) -> bool:
        return not self._moves(stack, ply) and bool(winners_of(int(self._result(stack, ply))))


def _unshown(info: Info) -> Info:
    return replace(info, score=UNSHOWN_WIN if info.score > 0 else -UNSHOWN_WIN)
