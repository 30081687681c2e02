"""Scores and variations as text: what every protocol needs to print a search's lines."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

import engine
from engine.errors import QijiError

if TYPE_CHECKING:
    from engine import Position

#: A score of 100 wins every second game; the width of the transition, in score units.
_EVEN_SCORE, _SPREAD = 100.0, 62.0


def win_chances(score: int) -> tuple[int, int, int]:
    """Win, draw and loss per mille of a score, for searches that say nothing themselves; the sum is 1000."""
    if abs(score) >= engine.WIN_BOUND:
        return (1000, 0, 0) if score > 0 else (0, 0, 1000)
    win = round(1000 / (1 + math.exp((_EVEN_SCORE - score) / _SPREAD)))
    loss = round(1000 / (1 + math.exp((_EVEN_SCORE + score) / _SPREAD)))
    return win, 1000 - win - loss, loss


def moves_to_mate(score: int) -> int | None:
    """Moves (of the winner) until mate, negative for the loser; None if the score is no mate."""
    if not engine.is_mate(score):
        return None
    plies = engine.mate_plies(score)
    return (plies + 1) // 2 if score > 0 else -(plies // 2)


def own_moves_to_mate(position: Position, score: int, line: Sequence[int]) -> int | None:
    """As :func:`moves_to_mate` from ``position``, where seats may not alternate: the moves of the winning team along ``line``.

    Behind its end every seat is taken to pass.
    """
    game = position.game
    if len(game.teams) == 2 or not engine.is_mate(score):
        return moves_to_mate(score)
    plies = engine.mate_plies(score)
    stack, row, make = position.stack_copy(plies + 2), position.ply, game.kernel("make_move")
    movers: list[int] = []
    for ply in range(plies):
        movers.append(game.teams[int(stack.view(game.spec.state)[row + ply]["player"])])
        if ply >= len(line) and not game.spec.null_move:
            return moves_to_mate(score)
        make(stack, row + ply, line[ply] if ply < len(line) else 0)
    own = game.teams[position.player]
    if score > 0:
        return max(1, movers.count(own))
    winner = next((team for team in reversed(movers) if team != own), own)
    return -movers.count(winner)


def wire(position: Position, move: int) -> str:
    """A move in the game's wire notation."""
    return position.format(move)


class VariationWriter:
    """Writes variations from one root; lines of one search share most of their moves, so those are walked once.

    ``spell`` turns a move of a position into text. A line ends where the game ends, at a third occurrence and in front of an
    illegal move; its first move is always written.
    """

    def __init__(self, position: Position, spell: Callable[[Position, int], str] = wire) -> None:
        self._walk = position.copy()
        self._spell = spell
        self._moves: list[int] = []
        self._texts: list[str] = []
        self._ended: list[bool] = []
        self._keys = _keys_since_irreversible(position)

    def write(self, moves: Iterable[int]) -> list[str]:
        """The texts of ``moves`` as far as the line may be shown."""
        written = 0
        for move in moves:
            if written and self._ended[written - 1]:
                break
            if written < len(self._moves) and self._moves[written] != move:
                self._back_to(written)
            if written == len(self._moves) and not self._forward(int(move)):
                break
            written += 1
        return self._texts[:written]

    def _back_to(self, count: int) -> None:
        while len(self._moves) > count:
            self._walk.pop()
            self._keys.pop()
            for stack in (self._moves, self._texts, self._ended):
                stack.pop()

    def _forward(self, move: int) -> bool:
        try:
            text = self._spell(self._walk, move) if move in self._walk.legal_moves() else ""
            if not text:
                return False
            self._walk.push(move)
        except QijiError:
            return False
        key = self._walk.key
        self._keys.append(key)
        over = self._walk.result().over or not len(self._walk.legal_moves()) or self._keys.count(key) >= 3
        self._moves.append(move)
        self._texts.append(text)
        self._ended.append(over)
        return True


def _keys_since_irreversible(position: Position) -> list[int]:
    """Hash keys of the rows that the present position could repeat, itself the last."""
    rows = position.memory.view(position.game.spec.state)
    first = max(0, position.ply - int(position.state["reversible"]))
    return [int(key) for key in rows["key"][first : position.ply + 1]]
