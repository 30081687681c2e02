"""Monte Carlo tree search on a small game with bonus moves, wide moves and four seats: wins, defences, bookkeeping."""

from __future__ import annotations

import numpy as np
import pytest

from engine.core.contract import draw_code, win_code
from engine.game import Game
from engine.mcts import Mcts, outcome
from tests.reference import four_in_a_row

VARIANTS = {
    "plain": four_in_a_row.spec(),
    "bonus-wide": four_in_a_row.spec(bonus=True, wide=True),
    "allies-bonus": four_in_a_row.spec(bonus=True, seats=4),
}


def after(variant, columns):
    return Game(VARIANTS[variant]).position("-", list(columns))


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(
    ("columns", "best", "least", "most"),
    [("112233", "4", 0.99, 1.0), ("1122335", "4", 0.0, 1.0), ("51617", "", 0.0, 1.0)],
    ids=["win", "defence", "open"],
)
def test_small_positions(variant, columns, best, least, most):
    position = after(variant, columns)
    found = Mcts(position.game, nodes=50_000, seed=3).search(position, iterations=3000)
    assert not best or position.format(found.best) == best
    assert least <= found.value <= most
    assert found.iterations == 3000 and sorted(found.visits) == sorted(int(move) for move in position.legal_moves())
    assert sum(found.visits.values()) == 3000, "each iteration goes through one child of the root"


@pytest.mark.parametrize(
    ("teams", "code", "values"),
    [
        ((0, 1), draw_code(1), (0.5, 0.5)),
        ((0, 1), win_code(2, 0), (0, 1)),
        ((0, 1, 0, 1), win_code(5, 0), (1, 0)),
        ((0, 1, 2, 3), win_code(9, 0), (0.5, 0, 0, 0.5)),
        ((0, 1, 2), draw_code(0), (1 / 3, 1 / 3, 1 / 3)),
    ],
)
def test_outcomes_are_shared(teams, code, values):
    out = np.zeros(len(values))
    outcome(np.int64(code), np.array(teams, np.int64), out)
    assert out == pytest.approx(values)


def test_the_same_player_again():
    """The middle column lets the same player move again: 4 and then 5 makes a four in one turn, which nobody can stop."""
    position = after("bonus-wide", "213161")
    found = Mcts(position.game, nodes=50_000).search(position, iterations=4000)
    walk = position.copy()
    walk.push(found.best)
    assert found.value > 0.95, (found, position.text())


def test_equal_seeds_give_equal_trees():
    position = after("allies-bonus", "1234")
    runs = [Mcts(position.game, nodes=20_000, seed=seed).search(position, iterations=500) for seed in (5, 5, 6)]
    assert runs[0] == runs[1] != runs[2]


def test_a_full_tree_ends_the_search():
    position = after("plain", "")
    found = Mcts(position.game, nodes=40).search(position, iterations=100_000)
    assert found.iterations < 100_000 and found.nodes <= 40 and found.best


def test_a_game_that_is_over():
    position = after("plain", "1122334")
    assert Mcts(position.game, nodes=40).search(position, iterations=10).best == 0


def test_noisy_rollouts_see_more():
    """A four that is there is taken in every rollout, so the value of a position with one is nearly certain from the start."""
    position = after("plain", "11223")
    plain, noisy = (
        Mcts(position.game, noisy_share=share, nodes=5000).search(position, iterations=60).value for share in (0, 100)
    )
    assert noisy != plain
