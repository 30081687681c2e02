"""The search against its slow twin: equal values where nothing prunes, equal verdicts where everything does."""

from __future__ import annotations

import random

import pytest

import engine
from engine.game import Game
from engine.search.params import PLAIN
from tests.reference import four_in_a_row
from tests.search.plain import Plain

VARIANTS = {
    "plain": four_in_a_row.spec(),
    "bonus": four_in_a_row.spec(bonus=True),
    "wide": four_in_a_row.spec(wide=True),
    "allies": four_in_a_row.spec(seats=4),
    "allies-bonus": four_in_a_row.spec(bonus=True, wide=True, seats=4),
}
CHESS = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "7k/5Q2/8/8/8/8/8/K7 w - - 0 1",
    "8/8/8/8/8/5k2/6p1/6K1 b - - 99 80",
]
XIANGQI = [
    "r2akab1r/3n5/4b3n/p1p1pRp1p/9/2P3P2/P3P3c/N2C3C1/4A4/1RBAK1B2 w - - 0 1",
    "3k5/4P4/4b4/4C4/9/9/9/4B4/4A4/2B1K4 b - - 0 1",
]


def random_position(spec, seed, plies):
    position = Game(spec).position()
    chance = random.Random(seed)
    for _ in range(plies):
        legal = position.legal_moves()
        if not len(legal):
            break
        position.push(int(chance.choice(legal)))
    return position


def searcher(game, changes):
    player = engine.Engine(game, hash_mb=1, eval_file="hand-made")  # what the slow twin evaluates with
    player.set_params(changes)
    return player


def check_lines(position, result):
    """The variation is legal and ends where the score says."""
    walk = position.copy()
    for move in result.lines[0].pv:
        walk.push(move)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("table", [0, 1])
def test_four_equals_negamax(variant, table):
    spec = VARIANTS[variant]
    player = searcher(Game(spec), {**PLAIN, "use_quiescence": 0, "use_table": table, "use_pvs": table})
    for seed in range(12):
        position = random_position(spec, seed, 6 + seed)
        if not len(position.legal_moves()):
            continue
        player.set_position(position)
        for depth in (1, 2, 4):
            player.clear_hash()
            result = player.go(engine.Limits(depth=depth))
            assert result.score == Plain(position).value(depth), (variant, seed, depth)
            check_lines(position, result)


@pytest.mark.parametrize("game_id,texts", [("chess", CHESS), ("xiangqi", XIANGQI)])
def test_games_equal_negamax(game_id, texts):
    game = engine.load(game_id)
    player = searcher(game, {**PLAIN, "use_quiescence": 0})
    for text in texts:
        position = game.position(text)
        player.set_position(position)
        for depth in (1, 2, 3):
            player.clear_hash()
            result = player.go(engine.Limits(depth=depth))
            assert result.score == Plain(position).value(depth), (text, depth)
            check_lines(position, result)


@pytest.mark.parametrize("variant", VARIANTS)
def test_full_search_agrees_on_forced_ends(variant):
    """With all pruning on, a win that negamax sees within four plies is found, no later and no earlier."""
    spec = VARIANTS[variant]
    player = searcher(Game(spec), {})
    found = 0
    for seed in range(40):
        position = random_position(spec, 100 + seed, 14)
        if not len(position.legal_moves()):
            continue
        truth = Plain(position).value(4)
        if abs(truth) < 30_000:
            continue
        found += 1
        player.set_position(position)
        assert player.go(engine.Limits(depth=12)).score == truth, seed
    assert found >= 3
