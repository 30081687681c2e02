"""Matches of more than two teams: who sits where, points by rank, standings with error bars, two and four engines."""

from __future__ import annotations

import math
from collections import Counter

import pytest

import engine
from protocols.match.play import seat_shares
from protocols.match.schedule import Plan, task
from protocols.match.standings import standings_of

FFA_WIN = "m3m12 c13s13 m17m1 q7q12 m12m10 s13s11 j14j13 q13l13 m10a10 g17g4 l13l1 a10s10 m1j1".split()


@pytest.fixture(scope="module")
def free_for_all():
    return engine.load("siguo-xiangqi", {"Teams": "ffa", "CheckRule": "capture"})


def test_everybody_sits_everywhere():
    plan = Plan(4, rounds=2, games=12, tournament="table")
    games = [task(plan, number) for number in range(plan.total)]
    assert plan.total == 24 and not plan.paired and all(game.pairing == (0, 1, 2, 3) for game in games)
    seats = Counter((seat, player) for game in games for seat, player in enumerate(game.seats((0, 1, 2, 3))))
    assert set(seats.values()) == {6}
    orders = {tuple(game.seats((0, 1, 2, 3))) for game in games}
    assert len(orders) == 24, "all orders of neighbours"


def test_empty_seats_have_somebody_to_ask_for():
    one = task(Plan(3, games=3, tournament="table"), 1)
    assert one.seats((0, -1, 1, -1, 2, -1)) == [2, 2, 0, 2, 1, 2]


def test_two_engines_take_turns_round_the_table():
    plan = Plan(2, games=2)
    assert [task(plan, number).seats((0, 1, 2, 3)) for number in (0, 1)] == [[0, 1, 0, 1], [1, 0, 1, 0]]


def test_points_follow_the_ranks(free_for_all):
    position = free_for_all.position("startpos", FFA_WIN)
    assert seat_shares(position, (2,)) == pytest.approx([2 / 6, 0, 3 / 6, 1 / 6])
    going_on = free_for_all.position("startpos", FFA_WIN[:3])
    assert seat_shares(going_on, (0, 1, 3)) == pytest.approx([1 / 3, 1 / 3, 0, 1 / 3]), "somebody has lost by a fault"
    assert seat_shares(going_on, ()) == [0.25] * 4
    assert seat_shares(engine.load("siguo-xiangqi").position(), ()) == [], "two teams win, draw and lose"


def entry(number, shares, fault=None):
    return {
        "number": number, "round": 0, "pairing": list(range(len(shares))), "seats": [0], "points": shares[0], "shares": shares,
        "reason": "capture", "fault": fault, "plies": 100,
    }  # fmt: skip


def test_standings_count_points_with_their_error():
    shares = [[0.5, 0.25, 0.25, 0.0], [0.0, 0.5, 0.25, 0.25], [0.5, 0.25, 0.0, 0.25]]
    standings = standings_of(("a", "b", "c", "d"), False, [entry(number, share) for number, share in enumerate(shares)])
    assert standings.games == 3 and standings.ranking()[:2] == [0, 1] and standings.ends["capture"] == 3
    table = standings.tables[0]
    assert table.mean == pytest.approx(1 / 3) and table.even == pytest.approx(3 / 4)
    assert table.error == pytest.approx(1.96 * math.sqrt(((1 / 6) ** 2 * 2 + (1 / 3) ** 2) / 2 / 3))
    assert math.isinf(standings_of(("a", "b"), False, [entry(0, [0.5, 0.5])]).tables[0].error)


def test_four_engines_at_one_table(tmp_path, capfd):
    from protocols.cli import main

    players = [word for n in "abcd" for word in ("-engine", "proto=inprocess", f"name={n}")]
    done = main(
        ["match", "-game", "siguo-xiangqi", "-option", "Teams=ffa", "-option", "MoveLimit=12", *players, "-each", "nodes=20",
         "-tournament", "table", "-games", "2", "-journal", str(tmp_path / "m.jsonl")]
    )  # fmt: skip
    said = capfd.readouterr().out
    assert done == 0 and said.count("25.00 %") >= 8 and "Finished game 2 (d vs a vs b vs c): a 25 %" in said


def test_a_table_needs_a_player_for_each_team(tmp_path, capfd):
    from protocols.cli import main

    players = [word for n in "abc" for word in ("-engine", "proto=inprocess", f"name={n}")]
    assert (
        main(["match", "-game", "siguo-xiangqi", "-option", "Teams=ffa", *players, "-each", "nodes=20", "-tournament", "table"])
        == 2
    )
    assert "has 4 teams here, not 3" in capfd.readouterr().err
