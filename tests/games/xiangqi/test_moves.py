"""Generated moves against two other programs, and the kernels of one move against the generator."""

from __future__ import annotations

import random

import numpy as np
import pytest

from engine.core import contract
from engine.games.xiangqi.play import place_all
from engine.games.xiangqi.state import STATE
from tests.reference import xiangqi_twin as twin
from tests.reference.xiangqi_positions import generate, play_randomly, random_setups, wire_moves


def twin_moves(text: str) -> set[str]:
    board, side, _ = twin.read_fen(text)
    return {twin.wire(move) for move in twin.legal_moves(board, side)}


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("4k4/9/9/9/4N4/9/9/9/9/4K4 w", "e0d0 e0e1 e0f0"),
        ("4k4/9/9/9/9/9/9/9/9/3K5 w", "d0d1"),
        ("3k5/9/3P5/9/9/9/9/9/9/4K4 b", ""),
        # A cannon without a screen: nothing may step between it and the king.
        ("3k5/9/9/4c4/9/9/p8/R8/P8/4K4 w", "a2a3 a2b2 a2c2 a2d2 a2f2 a2g2 a2h2 a2i2 e0e1 e0f0"),
        ("3k5/9/9/9/4c4/9/9/3P5/9/4K4 w", "e0d0 e0e1 e0f0 d2d3"),
        # Both screens of a cannon stay on the file, and neither may take the other.
        ("3k5/9/9/4c4/9/4p4/9/4R4/9/4K4 w", "e0e1 e0f0 e2e1 e2e3"),
        # The screen of a checking cannon may leave, a second screen may step in, the cannon may be taken.
        ("3k5/9/4r4/4c4/9/4P4/9/9/R8/4K4 w", "a1e1 e0f0"),
        ("3k5/9/9/4c4/4P4/9/9/R8/9/4K4 w", "e5d5 e5f5 e5e6 a2e2 e0f0"),
        # A horse gives check over an empty leg; blocking the leg helps.
        ("3k5/9/9/9/9/9/9/5n3/P8/4K4 w", "e0e1 e0f0"),
        ("3k5/9/9/9/9/9/9/5n3/R8/4K4 w", "a1f1 e0e1 e0f0"),
        # The piece on a horse's leg is pinned unless it takes the horse.
        ("3k5/9/9/9/9/9/9/5n3/5R3/4K4 w", "f1f2 e0e1 e0f0"),
        # A pawn gives check forwards and sideways, not backwards.
        ("3k5/9/9/9/9/9/9/4p4/4K4/4p4 w", "e1f1 e1e2 e1e0"),
    ],
)
def test_small_cases(game, text, moves):
    position = game.position(text)
    assert wire_moves(position) == twin_moves(position.text())
    assert wire_moves(position) == set(moves.split())


def test_legal_moves_against_pyffish(game):
    pyffish = pytest.importorskip("pyffish")
    for number, position in enumerate(play_randomly(game, seed=11, games=42)):
        if number % 3 == 0:
            expected = pyffish.legal_moves("xiangqi", position.text(), [])
            assert sorted(position.format(int(m), "fairy") for m in position.legal_moves()) == sorted(expected), position.text()
    assert number > 6000


def test_legal_moves_of_free_setups_against_the_twin(free_game):
    for position in random_setups(free_game, seed=12, count=400):
        assert wire_moves(position) == twin_moves(position.text()), position.text()


def test_many_pieces(free_game):
    for position in random_setups(free_game, seed=13, count=40, pieces=(60, 200)):
        assert wire_moves(position) == twin_moves(position.text()), position.text()
        assert len(position.legal_moves()) <= free_game.spec.max_moves


def test_parts_count_and_check_flag(free_game):
    for position in random_setups(free_game, seed=14, count=600):
        legal = generate(position, "gen_moves")
        noisy, quiet = generate(position, "gen_noisy"), generate(position, "gen_quiet")
        assert sorted(noisy + quiet) == sorted(legal) and len(set(legal)) == len(legal)
        assert all(contract.move_victim(m) for m in noisy) and not any(contract.move_victim(m) for m in quiet)
        assert position.perft(1) == len(legal)
        board, side, _ = twin.read_fen(position.text())
        assert position.in_check == bool(twin.king_attackers(board, side)), position.text()


def test_is_legal_takes_any_number(free_game):
    rng = random.Random(15)
    is_legal = free_game.kernel("is_legal")
    strangers: list[int] = []
    for position in random_setups(free_game, seed=15, count=300):
        legal = set(generate(position, "gen_moves"))
        trials = set(legal)
        trials |= {m ^ (1 << rng.randrange(64)) for m in legal for _ in range(3)}
        trials |= set(rng.sample(strangers, min(200, len(strangers))))
        trials |= {rng.getrandbits(64) for _ in range(20)} | {rng.getrandbits(28) for _ in range(20)} | {0, (1 << 63) - 1}
        for move in trials:
            signed = move - (1 << 64) if move >= 1 << 63 else move
            assert is_legal(position.memory, position.ply, signed) == int(signed in legal), (position.text(), hex(move))
        strangers = (strangers + sorted(legal))[-3000:]


def test_every_pseudo_legal_move_is_judged(free_game):
    """Moves that only the king forbids are the hard part of ``is_legal``."""
    is_legal = free_game.kernel("is_legal")
    forbidden = 0
    for position in random_setups(free_game, seed=16, count=300):
        board, side, _ = twin.read_fen(position.text())
        legal = {(m >> 9 & 511, m & 511) for m in generate(position, "gen_moves")}
        for origin, to in twin.pseudo_moves(board, side):
            code = position.state["board"]
            move = contract.pack_move(origin, to, int(code[origin]) & 7, int(code[to]) & 7, 0)
            assert is_legal(position.memory, position.ply, int(move)) == int((origin, to) in legal)
            forbidden += (origin, to) not in legal
    assert forbidden > 1000


def test_rows_equal_those_read_from_text(game):
    """What ``make_move`` keeps up to date is what a reader computes from the board."""
    for position in play_randomly(game, seed=17, games=6):
        row = position.state
        fresh = np.zeros(STATE.itemsize, dtype=np.uint8)
        copy = fresh.view(STATE)[0]
        copy["board"], copy["player"] = row["board"], row["player"]
        assert place_all(fresh, 0) == 0
        for name in ("key", "structure_key", "flags", "colors", "kinds", "target", "tied", "king"):
            assert np.array_equal(copy[name], row[name]), (name, position.text())


def test_null_move(game):
    for position in play_randomly(game, seed=18, games=2, plies=80):
        if position.in_check:
            continue
        other = "w" if position.player else "b"
        text = position.text().split()
        position._grow(position.ply + 3)
        game.kernel("make_move")(position.memory, position.ply, 0)
        after = position.memory.view(STATE)[position.ply + 1]
        try:
            turned = game.position(f"{text[0]} {other}").state
        except ValueError:
            continue
        for name in ("key", "flags", "target", "tied", "colors", "board"):
            assert np.array_equal(after[name], turned[name]), name
        assert after["reversible"] == 0 and after["halfmove"] == position.state["halfmove"] + 1


def flipped(text: str) -> str:
    """The same position with colors and ranks exchanged."""
    board, side, *rest = text.split()
    return " ".join(["/".join(reversed(board.swapcase().split("/"))), "w" if side == "b" else "b", *rest])


def mirrored(text: str) -> str:
    """The same position with files exchanged."""
    board, *rest = text.split()
    return " ".join(["/".join(row[::-1] for row in board.split("/")), *rest])


def test_symmetry(free_game):
    for position in random_setups(free_game, seed=19, count=200):
        text = position.text()
        legal = {(m >> 9 & 511, m & 511) for m in generate(position, "gen_moves")}
        turned = {(m >> 9 & 511, m & 511) for m in generate(free_game.position(flipped(text)), "gen_moves")}
        swapped = {(m >> 9 & 511, m & 511) for m in generate(free_game.position(mirrored(text)), "gen_moves")}
        assert turned == {tuple((9 - s // 9) * 9 + s % 9 for s in pair) for pair in legal}
        assert swapped == {tuple(s - s % 9 + 8 - s % 9 for s in pair) for pair in legal}


def test_features_of_both_views_are_symmetric(game):
    features = game.kernel("features")
    for position in play_randomly(game, seed=20, games=1):
        other = game.position(flipped(position.text()))
        for view in (0, 1):
            here, there = np.zeros(100, dtype=np.int64), np.zeros(100, dtype=np.int64)
            n = features(position.memory, position.ply, view, here)
            assert n == features(other.memory, 0, 1 - view, there) == np.count_nonzero(position.state["board"])
            assert sorted(here[:n]) == sorted(there[:n]) and here[:n].max() < 14 * 90
