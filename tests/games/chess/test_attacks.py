"""Attack sets against walks in plain Python, and the modes that other machines take."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numba import njit

from engine.games.chess import attacks, rays

ROOT = Path(__file__).resolve().parents[3]
RNG = random.Random(17)


def sparse() -> np.uint64:
    """A random set of about 16 cells."""
    return np.uint64(RNG.getrandbits(64) & RNG.getrandbits(64))


@njit
def _single(cell, occupied):
    return attacks.rook_attacks(cell, occupied), attacks.bishop_attacks(cell, occupied)


@njit
def _spans(orthogonal, diagonal, empty):
    return rays.slider_span(orthogonal, diagonal, empty)


@njit
def _king(king, own, orthogonal, diagonal, empty):
    return rays.king_rays(king, own, orthogonal, diagonal, empty)


@njit
def _counts(file, rank, diagonal, antidiagonal, empty, targets):
    return rays.slider_count(file, rank, diagonal, antidiagonal, empty, targets), rays.knight_count(file, targets)


@njit
def _leapers(pieces, up):
    return attacks.knight_span(pieces), attacks.pawn_span(pieces, up)


def test_lines_of_one_piece():
    none = np.uint64(0)
    for cell in range(64):
        piece = np.uint64(1 << cell)
        for _ in range(40):
            occupied = sparse() | piece
            rook, bishop = _single(cell, occupied)
            assert rook == rays.slider_span_slow(piece, none, ~occupied)
            assert bishop == rays.slider_span_slow(none, piece, ~occupied)


def test_lines_of_all_pieces_at_once():
    for _ in range(2000):
        orthogonal, diagonal, own, targets = sparse(), sparse(), sparse(), sparse()
        king = np.uint64(1 << RNG.randrange(64))
        occupied = orthogonal | diagonal | own | king
        assert _spans(orthogonal, diagonal, ~occupied) == rays.slider_span_slow(orthogonal, diagonal, ~occupied)
        enemy_orthogonal, enemy_diagonal = orthogonal & ~(own | king), diagonal & ~(own | king)
        arguments = (king, own & ~king, enemy_orthogonal, enemy_diagonal, ~occupied)
        assert _king(*arguments) == rays.king_rays_slow(*arguments)
        sets = (orthogonal, diagonal, own, orthogonal | own, ~occupied, targets)
        assert _counts(*sets) == (rays.slider_count_slow(*sets), rays.knight_count_slow(orthogonal, targets))


def test_sets_of_leapers():
    for _ in range(500):
        pieces = (sparse() | np.uint64(1 << 20)) & ~(attacks.RANK_1 | attacks.RANK_8)
        cells = [cell for cell in range(64) if int(pieces) >> cell & 1]
        for colour, up in ((0, np.uint64(8)), (1, np.uint64(56))):
            knights, pawns = _leapers(pieces, up)
            assert knights == np.bitwise_or.reduce(attacks.KNIGHT_STEPS[cells])
            assert pawns == np.bitwise_or.reduce(attacks.PAWN_STEPS[[64 * colour + cell for cell in cells]])


_COUNT = """
import engine
game = engine.load("chess")
for fen in (
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
):
    print(game.position(fen).perft(DEPTH))
"""


def counts_with(depth: int, cache: Path, **environment: str) -> list[int]:
    """The leaf counts of three positions in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", _COUNT.replace("DEPTH", str(depth))],
        cwd=ROOT,
        env=os.environ | environment | {"QIJI_CACHE": str(cache)},
        capture_output=True,
        text=True,
        check=True,
    )
    return [int(line) for line in done.stdout.split()]


def test_without_compilation(tmp_path):
    assert counts_with(2, tmp_path, NUMBA_DISABLE_JIT="1") == [2039, 191, 496]


@pytest.mark.slow
def test_on_a_plain_machine(tmp_path):
    """A processor without vectors beyond the baseline and without bit extract."""
    assert counts_with(3, tmp_path, NUMBA_CPU_NAME="generic", NUMBA_CPU_FEATURES="", QIJI_PORTABLE="1") == [97862, 2812, 9483]
