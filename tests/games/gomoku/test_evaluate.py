"""The evaluation's numbers by rule, and what the tables behind the shapes say of a new stone's reach."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.games.gomoku.patterns import REACH, felt_of_bits
from engine.games.gomoku.rules import MODES
from engine.games.gomoku.weights import BLOCK, MOVE, SIZE, WEIGHTS

ROWS = "15/15/15/15/15/15/6bw7/6wb7/8b6/15/15/15/15/15/15 w"
FAR_LEFT, FAR_RIGHT = 1, 1 << REACH - 1  #: the points five places away


@pytest.mark.parametrize("mode", MODES)
def test_each_rule_has_its_own_numbers(mode):
    game = engine.load("gomoku", {"rule": mode})
    evaluate, scratch = game.kernel("evaluate"), np.zeros(1, np.int64)
    position = game.position(ROWS)
    score = evaluate(position.memory, 0, WEIGHTS, scratch)
    for number, other in enumerate(MODES):
        changed = WEIGHTS.copy()
        changed[BLOCK * number + MOVE] += 50
        assert evaluate(position.memory, 0, changed, scratch) == score + 50 * (other == mode)


def test_every_rule_has_numbers():
    assert WEIGHTS.size == SIZE == BLOCK * len(MODES) and WEIGHTS.dtype == np.int32
    assert not np.array_equal(WEIGHTS[:BLOCK], WEIGHTS[-BLOCK:])


@pytest.mark.parametrize("mode", MODES)
def test_a_stone_is_felt_as_far_as_rows_of_the_rule_reach(mode):
    felt = felt_of_bits(MODES.index(mode))
    alone = felt[:, :, 0]
    assert (alone >> 1 & 7 == 7).all()
    # Six in a row span five places more than one stone; a rule that counts no sixth stone looks four places far.
    black, white = (bool((table[0] & FAR_LEFT).any() and (table[1] & FAR_RIGHT).any()) for table in felt)
    exact = mode != "freestyle"
    assert (black, white) == (exact, exact and mode != "renju")
    for colour in range(2):
        assert felt[colour, 0, 0] == int(f"{felt[colour, 1, 0]:05b}"[::-1], 2), "left and right are mirrored"


def test_nothing_is_felt_behind_stones_of_both_colours():
    black, white = 1, 1 << REACH + 1  # right of the stone: a black one, then a white one
    for mode in range(len(MODES)):
        assert (felt_of_bits(mode)[:, 1, black | white] == 0).all()
