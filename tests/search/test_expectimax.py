"""Expectimax against plain means and maxima over the rules, written without windows, tables or move ordering."""

from __future__ import annotations

import random

import numpy as np
import pytest

import engine
from engine.core.score import MATE_BOUND
from engine.expectimax import mean
from engine.expectimax.chance import CERTAIN
from engine.search.params import PLAIN

PLAIN_SEARCH = {**PLAIN, "use_quiescence": 0}
#: Dice: the player to act has a die and more than one decision.
DICE = [
    "0,8,13,F/-/2,30,44,F/- b 4 0 90",
    "H,3,3,F/-/H,30,44,53/- r 3 0 60",
    "H,12,18,40/-/15,15,20,F/- r 5 0 60",
    "F,F,F,52/-/F,F,50,54/- r 2 0 60",
]
SEATS = [
    "H,10,12,47/H,H,2,2/H,H,H,40/H,35,35,F r 5 0 41",
    "0,8,13,F/3,3,9,F/2,30,44,F/- b 4 0 90",
]
FLIPS = [
    "c2?1P1k/1C1p2N1/2?2c1R/P1C1n?a1 w P2p1 3 40",
    "7?/8/1Rk5/8 b p1 0 100",
    "??6/1K1p4/2r5/5A2 b C1n1 0 60",
]


def static(position):
    """The static evaluation of the header's player."""
    spec = position.game.spec
    scratch = np.zeros(max(1, spec.scratch_words), np.int64)
    return int(position.game.kernel("evaluate")(position.memory, position.ply, spec.weights, scratch))


def value(position, depth, ply=0):
    """The score of who acts (or rolls) after looking ``depth`` decisions ahead; means are rounded down as integers are."""
    player = position.player
    if position.chance_due:
        if depth <= 0:
            return static(position)
        outcomes, total = position.outcomes(), 0
        for outcome, weight in outcomes:
            position.push(outcome)
            total += weight * min(max(value(position, depth, ply + 1), -CERTAIN), CERTAIN)
            position.pop()
        return total // sum(weight for _, weight in outcomes)
    result = position.result()
    if result.over:
        return (MATE_BOUND if player in result.winning_seats else -MATE_BOUND) if result.winners else 0
    if depth <= 0:
        return static(position)
    best = -10 * MATE_BOUND
    for move in position.legal_moves().tolist():
        position.push(move)
        score = value(position, depth - 1, ply + 1)
        best = max(best, score if position.player == player else -score)
        position.pop()
    return best


def engine_of(game):
    player = engine.Engine(game, hash_mb=1)
    player.set_params(PLAIN_SEARCH)
    return player


@pytest.mark.parametrize("text", DICE)
def test_two_seats(text):
    game = engine.load("aeroplane")
    player, position = engine_of(game), game.position(text)
    for depth in (1, 2):
        player.new_game()
        player.set_position(position)
        found = player.go(engine.Limits(depth=depth))
        wanted = value(position, depth)
        if abs(wanted) >= MATE_BOUND:
            assert engine.is_mate(found.score) and (found.score > 0) == (wanted > 0)
        else:
            assert abs(found.score - wanted) <= 1, (depth, found.score, wanted)


@pytest.mark.parametrize("text", DICE)
def test_one_move_below_each_roll_changes_no_score(text):
    """Star2 at work below the root, with dice."""
    game = engine.load("aeroplane")
    player, position = engine_of(game), game.position(text)
    player._search.probes, depth = 1, 2
    player.set_position(position)
    found, wanted = player.go(engine.Limits(depth=depth)), value(position, depth)
    assert engine.is_mate(found.score) if abs(wanted) >= MATE_BOUND else abs(found.score - wanted) <= 1


@pytest.mark.parametrize("text", DICE)
def test_tables_and_windows_change_no_score(text):
    game = engine.load("aeroplane")
    player, position = engine.Engine(game, hash_mb=1), game.position(text)
    player.set_position(position)
    found = player.go(engine.Limits(depth=2))
    wanted = value(position, 2)
    assert engine.is_mate(found.score) or abs(found.score - wanted) <= 2


def vector(position, depth):
    """The score of every seat, each taking what is best for itself."""
    spec = position.game.spec
    if position.result().over or depth <= 0:
        out = np.zeros(4, np.int64)
        scratch = np.zeros(max(1, spec.scratch_words), np.int64)
        position.game.kernel("evaluate_seats")(position.memory, position.ply, spec.weights, scratch, out)
        return out.tolist()
    if position.chance_due:
        total = np.zeros(4, np.int64)
        for outcome, _ in position.outcomes():
            position.push(outcome)
            total += np.array(vector(position, depth))
            position.pop()
        return (total // 6).tolist()
    seat, best = position.player, None
    for move in position.legal_moves().tolist():
        position.push(move)
        found = vector(position, depth - 1)
        position.pop()
        if best is None or found[seat] > best[seat]:
            best = found
    return best


@pytest.mark.parametrize("text", SEATS)
def test_many_seats(text):
    game = engine.load("aeroplane")
    player, position = engine_of(game), game.position(text)
    for depth in (1, 2):
        player.set_position(position)
        assert abs(player.go(engine.Limits(depth=depth)).score - vector(position, depth)[position.player]) <= 1


@pytest.mark.parametrize("text", FLIPS)
def test_a_flip_is_worth_the_mean_of_what_it_reveals(text):
    """At depth 1 every root move by itself: moves by the evaluation behind them, flips by its mean over the pool."""
    game = engine.load("banqi")
    player, position = engine_of(game), game.position(text)
    for move in position.legal_moves().tolist():
        player.new_game()
        player.set_position(position)
        found = player.go(engine.Limits(depth=1, search_moves=(move,))).score
        seat, total, whole, over = position.player, 0, 0, False
        for outcome, weight in position.outcomes(move) or [(move, 1)]:
            position.push(outcome)
            over |= position.result().over
            total += weight * (static(position) if position.player == seat else -static(position))
            whole += weight
            position.pop()
        assert over or abs(found - total / whole) <= 1, (position.format(move), found, total / whole)


def revealed(position, depth, root=True):
    """The score of who acts, flips of the root one by one, those below it together worth the static evaluation."""
    player, result = position.player, position.result()
    if result.over:
        return (MATE_BOUND if player in result.winning_seats else -MATE_BOUND) if result.winners else 0
    if depth <= 0:
        return static(position)
    best = -10 * MATE_BOUND
    for move in position.legal_moves().tolist():
        if not position.outcomes(move):
            position.push(move)
            score = -revealed(position, depth - 1, False)
            position.pop()
        elif root:
            score = flipped(position, move, depth - 2)
        else:
            score = static(position)
        best = max(best, score)
    return best


def flipped(position, move, depth):
    """The mean of a flip over the pool, each piece within the spread around the position before it shows."""
    kernel = position.game.kernel("make_move")
    memory = position.stack_copy(2)
    kernel(memory, position.ply, move)
    scratch = np.zeros(max(1, position.game.spec.scratch_words), np.int64)
    centre = int(position.game.kernel("evaluate")(memory, position.ply + 1, position.game.spec.weights, scratch))
    total = whole = 0
    for outcome, weight in position.outcomes(move):
        position.push(outcome)
        score = -revealed(position, depth, False)
        total += weight * min(max(score, centre - mean.SPREAD), centre + mean.SPREAD)
        whole += weight
        position.pop()
    return total // whole


@pytest.mark.parametrize("text", [FLIPS[0], FLIPS[2]])
def test_one_move_below_each_piece_changes_no_score(text):
    """Star2 at work below flips of the root."""
    game = engine.load("banqi")
    player, position = engine_of(game), game.position(text)
    player._search.probes, depth = 1, 3
    player.set_position(position)
    assert player.go(engine.Limits(depth=depth)).score == revealed(position, depth)


@pytest.mark.parametrize(
    ("game_id", "text"), [("banqi", FLIPS[0]), ("aeroplane", DICE[0]), ("aeroplane", SEATS[1])], ids=["flips", "dice", "seats"]
)
def test_node_limits_hold_within_an_iteration(game_id, text):
    """Not even the first iteration is finished for its own sake; its first move is, so that there is one to play."""
    game = engine.load(game_id)
    player, position = engine.Engine(game, hash_mb=1), game.position(text)
    player.set_position(position)
    legal = position.legal_moves().tolist()
    first = player.go(engine.Limits(nodes=1))
    player.new_game()
    assert first.best in legal and first.nodes < player.go(engine.Limits(depth=1)).nodes
    for nodes in (first.nodes + 1, 5 * first.nodes, 20_000):
        player.new_game()
        found = player.go(engine.Limits(nodes=nodes))
        assert found.best in legal and found.nodes <= nodes + 1, nodes


def test_certain_wins_are_said_and_uncertain_ones_are_not():
    game = engine.load("banqi")
    player = engine.Engine(game, hash_mb=1)
    player.set_position(game.position("7?/8/1Rk5/8 b p1 0 100"))
    assert engine.is_mate(player.go(engine.Limits(depth=3)).score)
    player.set_position(game.position("6??/8/1R2k3/8 b P1p1 0 100"))
    assert not engine.is_mate(player.go(engine.Limits(depth=3)).score)


def test_variations_end_before_chance():
    rng = random.Random(3)
    for game_id in ("banqi", "aeroplane"):
        game = engine.load(game_id)
        for name in ("expectimax", "mcts-chance"):
            player = engine.Engine(game, hash_mb=1)
            player.configure(search=name)
            position = game.position()
            for _ in range(12):
                if position.chance_due:
                    position.push(rng.choice(position.outcomes())[0])
                player.set_position(position)
                found = player.go(engine.Limits(nodes=300))
                line = position.copy()
                for move in found.lines[0].pv:
                    assert not line.chance_due
                    line.push(move)
                assert found.lines[0].pv[0] == found.best
                outcomes = position.outcomes(found.best)
                position.push(rng.choice(outcomes)[0] if outcomes else found.best)


def test_games_without_chance_have_no_such_search():
    from engine.errors import OptionError
    from engine.expectimax.driver import Expectimax
    from engine.multiseat.mcts import MctsChance

    for driver in (Expectimax, MctsChance):
        with pytest.raises(OptionError, match="has no chance"):
            driver(engine.load("chess"))
