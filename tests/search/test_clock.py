"""Time management and the model of results: plain functions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.score import MATE, RULE_WIN
from engine.search.clock import SHORTEST_S, Settling, budget
from engine.search.limits import Info, Limits
from engine.search.skill import ELO_HIGH, ELO_LOW, SKILL_FULL, Skill
from engine.search.wdl import wdl

SECONDS = st.floats(min_value=-100, max_value=100_000)


@given(
    st.tuples(st.none() | SECONDS, st.none() | SECONDS),
    st.tuples(st.floats(0, 60), st.floats(0, 60)),
    st.none() | st.integers(-3, 200),
    st.none() | SECONDS,
    st.floats(0, 5),
    st.integers(0, 1),
)
def test_budget_never_passes_the_clock(clock, increment, moves, movetime, overhead, seat):
    limits = Limits(clock_s=clock, increment_s=increment, moves_to_go=moves, movetime_s=movetime)
    found = budget(limits, seat, overhead)
    if movetime is not None:
        assert found.hard_s is not None and found.hard_s <= max(movetime, SHORTEST_S)
    own = clock[seat]
    if own is not None:
        assert SHORTEST_S <= found.soft_s <= found.hard_s
        assert found.hard_s <= max(own - overhead, SHORTEST_S)


def test_budget_without_limits_is_endless():
    assert budget(Limits(), 0, 0.03).hard_s is None and budget(Limits(depth=5), 0, 0.03).soft_s is None


def test_budget_grows_with_the_clock_and_near_the_control():
    def soft(**given):
        return budget(Limits(**given), 0, 0.03).soft_s

    assert soft(clock_s=(10.0, 1.0)) < soft(clock_s=(60.0, 1.0)) < soft(clock_s=(60.0, 1.0), increment_s=(1.0, 1.0))
    assert soft(clock_s=(60.0, 60.0), moves_to_go=40) < soft(clock_s=(60.0, 60.0), moves_to_go=5)
    assert budget(Limits(clock_s=(60.0, 60.0), moves_to_go=1), 0, 0.03).hard_s < 60.0


def test_a_game_by_increment_alone_never_loses_on_time():
    """Every move takes the hard limit: the clock still never runs out."""
    for base, increment in ((5.0, 0.05), (60.0, 0.6), (1.0, 0.0), (0.2, 0.1)):
        clock = base
        for _ in range(200):
            used = budget(Limits(clock_s=(clock, clock), increment_s=(increment, increment)), 0, 0.03).hard_s
            assert used < clock or clock <= 0.031 + SHORTEST_S
            clock += increment - used
            if clock < 0.04:
                break


def test_settling():
    settled, shaken = Settling(20), Settling(20)
    for turn in range(8):
        low = settled.scale(7, 20, 0.9)
        high = shaken.scale(turn, 20 - 40 * turn, 0.3)
    assert low < 0.8 and high > 1.5


@pytest.mark.parametrize("game_id", ["chess", "xiangqi", "other"])
def test_wdl(game_id):
    before = -1
    for score in range(-3000, 3001, 25):
        win, draw, loss = wdl(score, game_id)
        assert win + draw + loss == 1000 and min(win, draw, loss) >= 0 and win >= before
        assert wdl(-score, game_id) == (loss, draw, win)
        before = win
    assert wdl(MATE - 5, game_id) == wdl(RULE_WIN, game_id) == (1000, 0, 0)


def test_skill():
    assert not Skill().limited and not Skill(SKILL_FULL, 0).limited
    assert Skill(elo=ELO_LOW).nodes() < Skill(elo=1500).nodes() < Skill(elo=ELO_HIGH).nodes()
    assert Skill(level=0).target == ELO_LOW and Skill(level=0, elo=2000).target == ELO_LOW
    lines = [Info(5, 5, n + 1, -3 * n * n, "exact", 1, 0.0, 1, 0, (n + 1,)) for n in range(4)]
    weak, strong = Skill(elo=ELO_LOW), Skill(elo=ELO_HIGH)
    assert len({weak.choose(lines).pv[0] for _ in range(100)}) > 1
    far = [lines[0], Info(5, 5, 2, -900, "exact", 1, 0.0, 1, 0, (9,))]
    assert all(strong.choose(far).pv[0] == 1 for _ in range(50))
