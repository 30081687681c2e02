"""How good the moves of a game were: loss in hundredths of a pawn and in expected score, marks, accuracy.

The expected score of a position is its chance of a win plus half of that of a draw, from the engine's curves for the game.

Accuracy is that of Lichess (https://lichess.org/page/accuracy). A move that takes the expected score of its player from ``b``
to ``a`` per cent has the accuracy ``103.1668 * exp(-0.04354 * (b - a)) - 3.1669``, held in 0..100. The accuracy of a player in a
game is the mean of two means over its moves: the harmonic one, and the arithmetic one weighted by how much the game swings around
each move (the standard deviation of the expected score in a window of a tenth of the game, 2 to 8 positions, the weight held
in 0.5..12).

Marks: a move that gives away 5, 10 or 15 points of a hundred in expected score is ``?!``, ``?`` or ``??``; the same steps as
Lichess's 0.1, 0.2 and 0.3 on its scale from -1 to 1. The best move never has a mark.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from engine.search.wdl import wdl

#: Scores count up to this, in hundredths of a pawn, where losses are taken.
LOSS_CAP = 1000
#: Loss of expected score, glyph, numeric annotation glyph; the worst first.
MARKS = ((0.15, "??", 4), (0.10, "?", 2), (0.05, "?!", 6))


@dataclass(frozen=True)
class Found:
    """What a search says of one position of a game."""

    score: int
    """Score units from the view of the player to move."""
    depth: int = 0
    line: tuple[str, ...] = ()
    """The best line in wire notation; empty where there is no legal move."""


@dataclass(frozen=True)
class Verdict:
    """One move of a game."""

    ply: int
    """0 for the first move of the record."""
    best: bool
    """Whether it is the move that the search prefers."""
    score: int
    """Of the position before the move, from its player's view."""
    score_after: int
    """Of the position after it, from the same view."""
    loss_cp: int
    """Hundredths of a pawn given away, from 0."""
    expected: float
    """The expected score before the move, 0..1."""
    expected_after: float
    loss: float
    """Expected score given away, 0..1."""
    mark: str
    """``?!``, ``?``, ``??`` or empty."""
    nag: int
    """The numeric annotation glyph of the mark, 0 without one."""
    accuracy: float
    """0..100."""


@dataclass(frozen=True)
class Summary:
    """The play of one seat."""

    seat: int
    moves: int
    accuracy: float | None
    """0..100; None without a move."""
    average_loss_cp: float
    inaccuracies: int
    mistakes: int
    blunders: int


def expected(score: int, game_id: str) -> float:
    """The expected score, 0..1, of the player whose score is ``score``."""
    win, draw, _ = wdl(score, game_id)
    return (win + draw / 2) / 1000


def move_accuracy(before: float, after: float) -> float:
    """The accuracy, 0..100, of a move that takes its player's expected score from ``before`` to ``after`` (0..1)."""
    if after >= before:
        return 100.0
    return min(100.0, max(0.0, 103.1668 * math.exp(-0.04354 * 100 * (before - after)) - 3.1669))


def judge(
    found: Sequence[Found], played: Sequence[str], players: Sequence[int], teams: Sequence[int], game_id: str
) -> list[Verdict]:
    """The verdicts on the moves ``played`` (wire notation).

    found : of each position of the game, one more than moves.
    players : the seat that acts in each of these positions.
    teams : the team of each seat; a score changes its sign only between teams.
    """
    verdicts = []
    for ply, move in enumerate(played):
        here, after = found[ply], found[ply + 1]
        same = teams[players[ply]] == teams[players[ply + 1]]
        score_after = after.score if same else -after.score
        best = bool(here.line) and here.line[0] == move
        before_e, after_e = expected(here.score, game_id), expected(score_after, game_id)
        loss = 0.0 if best else max(0.0, before_e - after_e)
        loss_cp = 0 if best else max(0, _capped(here.score) - _capped(score_after))
        mark, nag = next(((mark, nag) for least, mark, nag in MARKS if loss >= least), ("", 0))
        accuracy = 100.0 if best else move_accuracy(before_e, after_e)
        verdicts.append(Verdict(ply, best, here.score, score_after, loss_cp, before_e, after_e, loss, mark, nag, accuracy))
    return verdicts


def _capped(score: int) -> int:
    return max(-LOSS_CAP, min(LOSS_CAP, score))


def summarise(verdicts: Sequence[Verdict], players: Sequence[int], seats: int, curve: Sequence[float]) -> list[Summary]:
    """The play of each seat.

    players : the seat that made each move.
    curve : the expected score of seat 0 in each position of the game, 0..1, one more than moves.
    """
    weights = _weights([100 * value for value in curve])
    found = []
    for seat in range(seats):
        own = [(verdict, weights[verdict.ply]) for verdict in verdicts if players[verdict.ply] == seat]
        marks = [verdict.mark for verdict, _ in own]
        found.append(
            Summary(
                seat,
                len(own),
                _accuracy(own),
                statistics.fmean(verdict.loss_cp for verdict, _ in own) if own else 0.0,
                marks.count("?!"),
                marks.count("?"),
                marks.count("??"),
            )
        )
    return found


def _accuracy(moves: Sequence[tuple[Verdict, float]]) -> float | None:
    if not moves:
        return None
    weighted = sum(verdict.accuracy * weight for verdict, weight in moves) / sum(weight for _, weight in moves)
    harmonic = len(moves) / sum(1 / max(1.0, verdict.accuracy) for verdict, _ in moves)
    return (weighted + harmonic) / 2


def _weights(curve: Sequence[float]) -> list[float]:
    """A weight for each move from the curve of positions around it, in per cent."""
    size = min(8, max(2, len(curve) // 10), len(curve))
    windows = [curve[:size]] * max(0, size - 2) + [curve[at : at + size] for at in range(len(curve) - size + 1)]
    return [min(12.0, max(0.5, statistics.pstdev(window))) for window in windows]
