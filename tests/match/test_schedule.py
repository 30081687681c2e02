"""Who meets whom: numbers, colours, openings."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.errors import QijiError
from protocols.match.elo import from_pairs
from protocols.match.schedule import Plan, task
from protocols.match.standings import Standings, standings_of


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("games", [1, 2, 4])
@pytest.mark.parametrize("tournament", ["roundrobin", "gauntlet"])
def test_colours_are_balanced(players, games, tournament):
    plan = Plan(players, rounds=4, games=games, tournament=tournament)
    first: Counter = Counter()
    for number in range(plan.total):
        one = task(plan, number)
        first[one.pairing, one.first] += 1
        assert {one.first, one.second} == set(one.pairing)
    for a, b in plan.pairings:
        assert first[(a, b), a] == first[(a, b), b] == 4 * games / 2


def test_pairs_share_an_opening_and_change_seats():
    plan = Plan(3, rounds=5, games=2)
    for number in range(0, plan.total, 2):
        a, b = task(plan, number), task(plan, number + 1)
        assert (a.opening, a.pairing, a.round) == (b.opening, b.pairing, b.round)
        assert (a.first, a.second) == (b.second, b.first)
    assert {task(plan, number).opening for number in range(plan.total)} == set(range(5))


def test_every_game_has_its_own_opening_without_repeat():
    plan = Plan(2, rounds=3, games=2, repeat=False)
    assert [task(plan, n).opening for n in range(6)] == [0, 1, 2, 3, 4, 5] and plan.openings == 6 and not plan.paired


def test_noswap_and_reverse():
    assert {task(Plan(2, 4, swap=False), n).first for n in range(8)} == {0}
    assert [task(Plan(2, 1, reverse=True), n).first for n in range(2)] == [1, 0]


def test_gauntlet_pairings():
    assert Plan(4, tournament="gauntlet").pairings == [(0, 1), (0, 2), (0, 3)]
    assert Plan(4, tournament="gauntlet", seeds=2).pairings == [(0, 2), (0, 3), (1, 2), (1, 3)]
    assert len(Plan(6).pairings) == 15


@pytest.mark.parametrize("settings", [{"players": 1}, {"players": 3, "tournament": "swiss"}, {"players": 2, "seeds": 2}])
def test_impossible_tournaments(settings):
    with pytest.raises(QijiError):
        Plan(**settings)


def test_seats_of_teams():
    one = task(Plan(2), 1)
    assert one.seats((0, 1)) == [1, 0] and one.seats((0, 1, 0, 1)) == [1, 0, 1, 0]


def entry(number, points, pairing=(0, 1), round_number=0, first=0, fault=None, reason="checkmate"):
    return {
        "number": number,
        "round": round_number,
        "pairing": list(pairing),
        "seats": [pairing[first], pairing[1 - first]],
        "points": points,
        "reason": reason,
        "plies": 10,
        "fault": fault,
    }


def test_pairs_are_counted_in_any_order():
    results = [(0, 0, 1.0), (3, 1, 0.5), (1, 0, 0.5), (2, 1, 0.5), (5, 2, 0.0), (4, 2, 1.0), (6, 3, 1.0)]
    standings = standings_of(["a", "b"], True, [entry(n, points, round_number=r) for n, r, points in results])
    tally = standings.against(0, 1)
    assert (tally.wins, tally.draws, tally.losses, tally.pairs, tally.win_loss_pairs) == (3, 3, 1, [0, 0, 2, 1, 0], 1)
    assert tally.estimate.score == from_pairs((0, 0, 2, 1, 0)).score
    mirrored = standings.against(1, 0)
    assert (mirrored.wins, mirrored.losses, mirrored.pairs) == (1, 3, [0, 1, 2, 0, 0])


def test_ranking_and_faults():
    standings = Standings(["a", "b", "c"], False)
    standings.add(entry(0, 0.0, (0, 1)))
    standings.add(entry(1, 0.5, (0, 2)))
    standings.add(entry(2, 0.0, (1, 2), fault=1, reason="time-forfeit"))
    assert standings.ranking() == [2, 1, 0] and standings.games == 3
    assert standings.faults[1] == {"time-forfeit": 1} and standings.ends["checkmate"] == 2
    assert standings.total(2).points == 1.5
