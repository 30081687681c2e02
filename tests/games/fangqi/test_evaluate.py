"""The evaluation against a slow one that counts region by region, and the search on positions with a known best step."""

from __future__ import annotations

import random

import numpy as np
import pytest

import engine
from engine.core.contract import move_is_noisy
from engine.games.fangqi.explain import Board
from engine.games.fangqi.geometry import NEIGHBOURS, POINTS, REGIONS
from engine.games.fangqi.weights import CLASSES, COUNTS, OFFSETS, STAGES, class_of


def slow(text, weights):
    """The evaluation in floating point, from the position string."""
    board = Board.of(text)
    own = {point for point, letter in board.balls.items() if letter == board.side}
    enemy = set(board.balls) - own
    placing = board.phase == "P"
    stages = np.zeros(STAGES)

    def add(name, entry, times=1):
        place = OFFSETS[name] + STAGES * entry
        stages[:] += times * weights[place : place + STAGES]

    for side, (mine, theirs) in enumerate(((own, enemy), (enemy, own))):
        steps = [
            (start, end)
            for start in mine
            for end in range(POINTS)
            if int(NEIGHBOURS[0, start]) >> end & 1 and end not in board.balls
        ]
        if not placing:
            add("step", side, len(steps))
        for region in REGIONS:
            points = set(region.points)
            if region.name in board.spent:
                continue
            if not points & theirs and points & mine and len(points & mine) < len(points):
                add("shape", (side * CLASSES + class_of(region)) * COUNTS + len(points & mine))
            missing = points - mine
            if not placing and len(missing) == 1 and any(end in missing and start not in points for start, end in steps):
                add("ready", 5 * side + region.value)
    add("ball", 0, len(own) - len(enemy))
    add("due", 0, board.due)
    add("turn", 0)
    count = len(board.balls)
    share = count / 32 if placing else 1 - min(count, 32) / 32
    first, second = stages[:2] if placing else stages[2:]
    return (1 - share) * first + share * second


@pytest.mark.parametrize("seed", range(3))
def test_evaluation_counts_regions(seed):
    game = engine.load("fangqi")
    rng, numbers = random.Random(seed), np.random.default_rng(seed)
    weights = numbers.integers(-90, 90, game.spec.weights.size).astype(np.int32)
    scratch = np.zeros(1, np.int64)
    phases = set()
    for _ in range(3):
        position = game.position()
        for _ in range(110):
            legal = [int(move) for move in position.legal_moves()]
            if not legal:
                break
            noisy = [move for move in legal if move_is_noisy(move)] if rng.random() < 0.4 else []
            position.push(rng.choice(noisy or legal))
            text = position.text()
            value = int(game.kernel("evaluate")(position.memory, position.ply, weights, scratch))
            assert abs(value - slow(text, weights)) <= 1, text
            phases.add(text.split()[2][0])
    assert {"P", "M"} <= phases


@pytest.mark.parametrize(
    ("text", "best", "least"),
    [
        ("6/1b2b1/b5/wwb3/w5/2w1b1 w P - - 0", "b2", 100),
        ("6/6/6/ww4/1w1b2/w1bb2 w M - - 0", "a1a2", 31_000),
        ("6/6/6/ww4/b5/bbw3 w M - Da3 0", "b3b2", 31_000),
        ("6/2w1w1/w5/bbw3/b5/2b1w1 w P - - 0", "b2", -1000),
    ],
    ids=["two-shapes", "too-few", "blocked", "defence"],
)
def test_search_finds(text, best, least):
    game = engine.load("fangqi")
    player = engine.Engine(game, hash_mb=4)
    position = game.position(text)
    player.set_position(position)
    result = player.go(engine.Limits(depth=6))
    assert position.format(result.best) == best and result.score >= least
