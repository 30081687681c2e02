"""Cheap samples against a walk by the Python rules with the same random numbers; labels by evaluation and by searches."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.core.keys import SplitMix64, mix
from engine.learn.record import GameRecord
from engine.learn.train_distil import BLOCK, MOST_RANDOM, Scatterer, cheap_samples
from tests.learn.test_dataset import random_games


def walk(game: engine.Game, record: GameRecord, seed: int):
    """The positions near those of a game, as ``scatter`` reaches them."""
    random = SplitMix64(mix(mix(mix(seed) ^ 0)))  # of game 0
    position = game.position()
    for index in record.moves:
        random.next()
        near = position.copy()
        for _ in range(random.next() % (MOST_RANDOM + 1)):
            legal = near.legal_moves()
            if not len(legal):
                break
            near.push(int(legal[random.next() % len(legal)]))
        if not near.in_check and len(near.legal_moves()):
            yield near
        position.push(int(position.legal_moves()[index]))


@pytest.mark.parametrize("game_id", ["chess", "xiangqi"])
def test_samples_equal_a_walk_by_the_rules(game_id):
    game = engine.load(game_id)
    record = random_games(game, 1, 4)[0]
    samples = Scatterer(game, 0).block([(0, record)], 11)
    evaluator, features = engine.Engine(game, hash_mb=1), game.kernel("features")
    evaluator.configure(eval_file="hand-made")
    found, at = np.zeros(512, np.int64), 0
    for position in walk(game, record, 11):
        evaluator.set_position(position)
        score = evaluator.evaluate()
        if abs(score) >= 2000:
            continue
        for view, seat in enumerate((position.player, 1 - position.player)):
            n = features(position.memory, position.ply, seat, found)
            begin, end = samples.offsets[2 * at + view : 2 * at + view + 2]
            assert samples.inputs[begin:end].tolist() == found[:n].tolist()
        assert samples.scores[at] == score
        at += 1
    assert at == samples.count > 30


def test_searched_labels_are_equal_whoever_makes_them():
    game = engine.load("chess")
    records = random_games(game, 5, 8)
    samples = cheap_samples(game, 80, records, 4000, 2)
    assert samples.count >= 4000 > len(records) * 60  # more than one walk near each game
    for threads in (1, 2):
        again = cheap_samples(game, 80, records, 4000, 2, threads)
        for name in ("inputs", "offsets", "scores", "games"):
            assert np.array_equal(getattr(again, name), getattr(samples, name)), name
    other = cheap_samples(game, 80, records, 4000, 3)
    assert not np.array_equal(other.scores[:500], samples.scores[:500])
    # The search leaves out the positions in which it captures, and sees more than the evaluation.
    static = cheap_samples(game, 0, records, 1, 2)
    searched = int((samples.games < BLOCK).sum())
    assert 0.2 * static.count < searched < static.count
    assert np.abs(samples.scores[:searched].astype(int)).mean() > 0


def test_no_games_or_none_that_help():
    game = engine.load("chess")
    with pytest.raises(ValueError, match="no games to learn from"):
        cheap_samples(game, 0, [], 10, 1)
    nothing = GameRecord(0, "startpos", 0, 1, 0, 0, np.zeros(0, np.uint16), np.zeros(0, np.int16))
    with pytest.raises(ValueError, match="no games with positions"):
        cheap_samples(game, 0, [nothing], 10, 1)
