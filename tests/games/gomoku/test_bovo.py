"""How the bench program for Bovo reads its board; Bovo itself needs a display."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from bench.bovo import BOARD, OUTSIDE, SEEN, has_five, position_text


@pytest.mark.parametrize("step", [(0, 1), (1, 0), (1, 1), (1, -1)])
@pytest.mark.parametrize("edge", ["low", "high"])
def test_fives_in_every_direction_up_to_the_edge(step, edge):
    for length, five in ((4, False), (5, True), (6, True)):
        stones = np.zeros((BOARD, BOARD), bool)
        row = 0 if edge == "low" else BOARD - 1 - step[0] * (length - 1)
        left = edge == "low" if step[1] >= 0 else edge == "high"
        reach = abs(step[1]) * (length - 1)
        column = (0 if left else BOARD - 1 - reach) + (reach if step[1] < 0 else 0)
        for place in range(length):
            stones[row + step[0] * place, column + step[1] * place] = True
        assert has_five(stones) == five, (row, column, length)


def test_rows_do_not_go_on_at_the_other_edge():
    stones = np.zeros((BOARD, BOARD), bool)
    stones[3, -3:] = stones[4, :2] = True
    assert not has_five(stones)


def test_position_text_shows_the_middle():
    board = np.zeros((BOARD, BOARD), np.int64)
    board[OUTSIDE, OUTSIDE] = 2  # the top left corner of what is seen, by the first player
    board[0, 5] = 1  # unseen, but it counts for the turn
    text = position_text(board, 2)
    position = engine.load("gomoku", {"size": str(SEEN)}).position(text)
    assert position.text() == text and text.startswith("b19/20/") and text.endswith(" b")
    board[OUTSIDE + SEEN - 1, OUTSIDE + 2] = 2
    assert position_text(board, 2).endswith("/2b17 w")
