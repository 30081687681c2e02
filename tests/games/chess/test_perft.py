"""Leaf counts: every row of ``perft.txt`` by the counting kernel, the cheap ones through the contract's kernels, too."""

from __future__ import annotations

from pathlib import Path

import pytest

import engine
from bench.perft import read_rows
from engine.core.jit import compile_kernel
from engine.games.chess.perft import perft_by_moves

GAME = engine.load("chess")
ROWS = list(read_rows(Path(__file__).with_name("perft.txt")))
CHEAP = [row for row in ROWS if row.leaves < 300_000]


def test_the_file_is_complete():
    assert len({row.name for row in ROWS}) == 35
    assert {row.name: row.depth for row in ROWS}["start-position"] == 6


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.name}-{row.depth}")
def test_counts(row):
    assert GAME.position(row.position).perft(row.depth) == row.leaves


@pytest.mark.parametrize("row", CHEAP, ids=lambda row: f"{row.name}-{row.depth}")
def test_counts_through_moves(row):
    position = GAME.position(row.position)
    position._grow(row.depth + 2)
    compile_kernel(perft_by_moves)
    assert perft_by_moves(position.memory, 0, row.depth) == row.leaves


def test_depth_zero_and_a_finished_game():
    assert GAME.position().perft(0) == 1
    mated = GAME.position("startpos", ["f2f3", "e7e5", "g2g4", "d8h4"])
    assert [mated.perft(depth) for depth in (1, 2, 3)] == [0, 0, 0]


def test_from_a_later_ply():
    position = GAME.position("startpos", ["e2e4", "d7d5", "e4e5", "f7f5"])
    assert position.perft(4) == GAME.position(position.text()).perft(4)
    assert "e5f6" in {position.format(m) for m in position.legal_moves()}


def test_mirrored_positions_count_the_same():
    """Swapping the colours and mirroring the ranks changes no count."""
    for row in ROWS:
        if row.leaves > 3_000_000:
            continue
        placement, side, castling, skipped, *rest = row.position.split()
        flipped = "/".join(reversed(placement.swapcase().split("/")))
        skipped = skipped.translate(str.maketrans("36", "63"))
        text = " ".join([flipped, "b" if side == "w" else "w", castling.swapcase(), skipped, *rest])
        assert GAME.position(text).perft(row.depth) == row.leaves, row


def test_rules_outside_the_fast_path():
    """king-capture counts pseudo-legal moves (figures by python-chess's pseudo-legal generator)."""
    free = engine.load("chess", {"win_by": "king-capture"})
    assert [free.position().perft(depth) for depth in (1, 2, 3, 4)] == [20, 400, 8902, 197742]
    safe = engine.load("chess", {"castle_rook_safe": "true"})
    assert safe.position().perft(3) == 8902
