"""Verdicts: losses, marks and accuracy against values worked out by hand or published."""

from __future__ import annotations

import math

import pytest

from engine.core.score import MATE
from protocols.analysis.judge import Found, expected, judge, move_accuracy, summarise

TEAMS = (0, 1)


def test_expected_score():
    assert expected(0, "chess") == 0.5 and expected(MATE - 3, "chess") == 1.0 and expected(-MATE, "xiangqi") == 0.0
    values = [expected(score, "chess") for score in range(-900, 901, 50)]
    assert values == sorted(values)
    assert all(abs(a + b - 1) < 0.0011 for a, b in zip(values, reversed(values), strict=True))


def test_accuracy_of_a_move_is_that_of_lichess():
    # https://lichess.org/page/accuracy: 103.1668 * exp(-0.04354 * (before - after)) - 3.1669 on per cents.
    assert move_accuracy(0.5, 0.5) == 100 and move_accuracy(0.5, 0.9) == 100
    for points in (1, 5, 10, 20, 40):
        assert move_accuracy(0.9, 0.9 - points / 100) == pytest.approx(103.1668 * math.exp(-0.04354 * points) - 3.1669)
    assert move_accuracy(0.9, 0.8) == pytest.approx(63.58, abs=0.01)
    assert move_accuracy(1.0, 0.0) == 0


def find_score(value: float) -> int:
    """A chess score whose expected score is nearest to ``value``."""
    return min(range(-1200, 1200), key=lambda score: abs(expected(score, "chess") - value))


@pytest.mark.parametrize("loss,mark,nag", [(0.03, "", 0), (0.06, "?!", 6), (0.11, "?", 2), (0.17, "??", 4), (0.6, "??", 4)])
def test_marks(loss, mark, nag):
    before, after = find_score(0.8), find_score(0.8 - loss)
    found = [Found(before, 5, ("e2e4",)), Found(-after, 5, ("e7e5",))]
    (verdict,) = judge(found, ["d2d4"], [0, 1], TEAMS, "chess")
    assert (verdict.mark, verdict.nag) == (mark, nag)
    assert verdict.loss == pytest.approx(loss, abs=0.005) and verdict.loss_cp == before - after
    (best,) = judge(found, ["e2e4"], [0, 1], TEAMS, "chess")
    assert best.best and (best.loss, best.loss_cp, best.mark, best.accuracy) == (0, 0, "", 100)


def test_losses_are_capped_and_never_negative():
    found = [Found(MATE - 5, 5, ("a1a8",)), Found(0, 5, ("e7e5",)), Found(MATE - 9, 5, ("x",))]
    first, second = judge(found, ["b1b2", "e7e6"], [0, 1, 0], TEAMS, "chess")
    assert first.loss_cp == 1000 and first.loss == pytest.approx(0.5) and first.mark == "??"
    assert second.loss_cp == 1000, "a mate that is allowed counts as ten pawns"
    better = judge([Found(0, 5, ("x",)), Found(-80, 5, ("y",))], ["z"], [0, 1], TEAMS, "chess")[0]
    assert better.loss_cp == 0 and better.loss == 0 and better.accuracy == 100


def test_a_seat_that_moves_twice_keeps_its_view():
    found = [Found(50, 5, ("a",)), Found(40, 5, ("b",)), Found(10, 5, ())]
    verdicts = judge(found, ["x", "b"], [0, 0, 1], TEAMS, "chess")
    assert [verdict.score_after for verdict in verdicts] == [40, -10]


def test_summary():
    scores = [0, 0, 0, find_score(0.8), -300, 300, -300]
    found = [Found(score, 6, ("best",)) for score in scores]
    played = ["best", "other", "other", "best", "best", "best"]
    players = [0, 1, 0, 1, 0, 1, 0]
    verdicts = judge(found, played, players, TEAMS, "chess")
    curve = [expected(s if p == 0 else -s, "chess") for s, p in zip(scores, players, strict=True)]
    white, black = summarise(verdicts, players, 2, curve)
    assert (white.moves, black.moves) == (3, 3)
    assert (white.inaccuracies, white.mistakes, white.blunders) == (0, 0, 1) and black.blunders == 0
    # Windows of two positions: the weight of a move is how far the curve goes with it, held in 0.5..12.
    weights = [min(12.0, max(0.5, 100 * abs(a - b) / 2)) for a, b in zip(curve, curve[1:], strict=False)]
    for summary, seat in ((white, 0), (black, 1)):
        own = [(v.accuracy, w) for v, w, p in zip(verdicts, weights, players, strict=False) if p == seat]
        weighted = sum(a * w for a, w in own) / sum(w for _, w in own)
        harmonic = len(own) / sum(1 / max(a, 1) for a, _ in own)
        assert summary.accuracy == pytest.approx((weighted + harmonic) / 2)
        losses = [v.loss_cp for v, p in zip(verdicts, players, strict=False) if p == seat]
        assert summary.average_loss_cp == pytest.approx(sum(losses) / 3)


def test_a_game_without_moves():
    white, black = summarise([], [0], 2, [0.5])
    assert white.accuracy is None and black.moves == 0 and white.average_loss_cp == 0
    alone = judge([Found(10, 3, ("a",)), Found(0, 3, ())], ["b"], [0, 1], TEAMS, "chess")
    white, black = summarise(alone, [0, 1], 2, [0.51, 0.5])
    assert white.accuracy is not None and black.accuracy is None
