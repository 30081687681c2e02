"""Match statistics against values that fastchess publishes for known results."""

from __future__ import annotations

import math

import pytest

from protocols.match import texts
from protocols.match.elo import from_games, from_pairs, normalized_from_games, normalized_from_pairs
from protocols.match.sprt import Sprt, log_likelihood_ratio
from protocols.match.standings import Standings, Tally


@pytest.mark.parametrize(
    ("wins", "losses", "draws", "elo0", "elo1", "model", "ratio"),
    [
        (36433, 36027, 68692, 0, 2, "normalized", 0.92),
        (10871, 10650, 20431, -1.75, 0.25, "normalized", 2.30),
        (21404, 21184, 40708, 0.5, 2.5, "logistic", -1.57),
        (57433, 57030, 106593, 0, 2, "logistic", -2.59),
    ],
)
def test_trinomial_ratio(wins, losses, draws, elo0, elo1, model, ratio):
    assert log_likelihood_ratio((losses, draws, wins), elo0, elo1, model) == pytest.approx(ratio, abs=0.011)


@pytest.mark.parametrize(
    ("counts", "elo0", "elo1", "model", "ratio"),
    [
        ((365, 16618, 36029 + 200, 16974, 390), 0, 2, "normalized", 2.25),
        ((127, 4883, 10311 + 401, 5150, 104), -1.75, 0.25, "normalized", 3.01),
        ((223, 9863, 20279 + 1000, 10037, 246), 0.5, 2.5, "logistic", -3.07),
        ((871, 26175, 55003 + 980, 26678, 821), 0, 2, "logistic", -4.98),
    ],
)
def test_pentanomial_ratio(counts, elo0, elo1, model, ratio):
    assert log_likelihood_ratio(counts, elo0, elo1, model) == pytest.approx(ratio, rel=0.012)


@pytest.mark.parametrize(
    ("wins", "losses", "draws", "elo", "error", "los"),
    [(76, 89, 123, -20.76, 40.13, 15.53), (136, 96, 111, 49.77, 36.77, 99.60), (34, 356, 0, -508.44, 34.48, 0.0)],
)
def test_normalized_elo_of_games(wins, losses, draws, elo, error, los):
    found = normalized_from_games(wins, draws, losses)
    assert found.elo == pytest.approx(elo, rel=0.01)
    assert found.error == pytest.approx(error, rel=0.01)
    assert 100 * from_games(wins, draws, losses).los == pytest.approx(los, abs=0.01)


@pytest.mark.parametrize(
    ("counts", "nelo", "nelo_error", "elo", "error"),
    [
        ((34, 54, 31 + 32, 64, 75), 57.94, 28.28, 55.58, 27.65),
        ((332, 433, 457 + 41, 333, 334), -9.17, 10.96, -8.64, 10.33),
        ((7895, 8757, 5485 + 200, 568, 9999), -19.01, 2.65, -21.04, 2.95),
    ],
)
def test_elo_of_pairs(counts, nelo, nelo_error, elo, error):
    found = normalized_from_pairs(counts)
    assert found.elo == pytest.approx(nelo, rel=0.01)
    assert found.error == pytest.approx(nelo_error, rel=0.01)
    estimate = from_pairs(counts)
    low, high = estimate.interval
    assert estimate.elo == pytest.approx(elo, rel=0.01)
    assert (high - low) / 2 == pytest.approx(error, rel=0.01)


def test_logistic_elo_of_games():
    estimate = from_games(136, 111, 96)
    low, high = estimate.interval
    assert estimate.elo == pytest.approx(40.70, rel=0.01)
    assert (high - low) / 2 == pytest.approx(30.43, rel=0.01)


def test_verdicts():
    test = Sprt(0, 5)
    low, high = test.bounds
    assert (low, high) == pytest.approx((-2.944, 2.944), abs=0.001)
    assert test.verdict((0, 0, 0, 0, 300)) == "H1"
    assert test.verdict((300, 0, 0, 0, 0)) == "H0"
    assert test.verdict((3, 5, 10, 6, 3)) == ""
    assert log_likelihood_ratio((0, 0, 0), 0, 5) == 0
    with pytest.raises(ValueError):
        log_likelihood_ratio((1, 2), 0, 5)


@pytest.mark.parametrize(("wins", "draws", "losses"), [(7, 0, 0), (0, 0, 3), (0, 4, 0)])
def test_results_without_spread(wins, draws, losses):
    """Normalised Elo goes where Elo goes: to infinity with nothing but wins, to 0 with nothing but draws."""
    found, plain = normalized_from_games(wins, draws, losses), from_games(wins, draws, losses)
    assert found.elo == plain.elo and found.error == (0 if draws else math.inf)
    pairs = (losses, 0, draws, 0, wins)
    assert normalized_from_pairs(pairs).elo == from_pairs(pairs).elo == plain.elo


def test_nothing_played_is_no_even_score():
    assert math.isnan(from_games(0, 0, 0).los) and math.isnan(normalized_from_games(0, 0, 0).elo)
    assert math.isnan(normalized_from_pairs((0,) * 5).error)
    assert texts.tally_lines(Tally()) == ["Games: 0"]
    (_, line) = texts.ranking_lines(Standings(["a"], False))
    assert line.split() == ["1", "a", "-", "-", "-", "0", "-", "-"]
    (elo, *_) = texts.tally_lines(Tally(wins=2))
    assert elo == "Elo: inf +/- nan, nElo: inf +/- nan"
