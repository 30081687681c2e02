"""Move counts of the rule texts."""

from __future__ import annotations

import pytest

import engine
from bench.perft import Row, perft_file, read_rows

ROWS = list(read_rows(perft_file("paowei-xiangqi")))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.game} {row.name} {row.depth}")
def test_perft(row: Row):
    options = dict([row.option.split("=")]) if row.option else {}
    assert engine.load(row.game, options).position(row.position).perft(row.depth) == row.leaves


def test_file_is_complete():
    assert len(ROWS) == 15 + 3 + 34 + 18
