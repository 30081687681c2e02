"""The kernels against the literal twin and against the ``renju`` package, on random and on adversarial positions."""

from __future__ import annotations

import random

import numpy as np
import pytest

import engine
from engine.games.gomoku.notation import forbidden_points
from tests.reference.gomoku_twin import Board, name, perft, wins
from tests.reference.gomoku_twin import forbidden_points as twin_forbidden

MODES = ("freestyle", "standard", "caro", "caro-exact", "renju")
#: What a move keeps up to date and a reader of positions builds anew.
FIELDS = ("lines", "shapes", "classes", "near", "sets", "counts", "key", "structure_key", "stones", "shape", "outcome")


def random_text(rng: random.Random, size: int = 15) -> str:
    """Rows with many black shapes: sparse to dense, spread or in a small area, as pure noise would hardly ever have threes."""
    area = rng.randrange(5, size + 1)
    left, low = rng.randrange(size - area + 1), rng.randrange(size - area + 1)
    black, white = rng.uniform(0.08, 0.45), rng.uniform(0.0, 0.25)
    rows = []
    for row in range(size):
        cells = ["."] * size
        if low <= row < low + area:
            for column in range(left, left + area):
                cells[column] = rng.choices("bw.", (black, white, 1 - black - white))[0]
        text, run = "", 0
        for cell in [*cells, "|"]:
            if cell == ".":
                run += 1
                continue
            text += (str(run) if run else "") + cell.strip("|")
            run = 0
        rows.append(text)
    return "/".join(rows[::-1])


def test_forbidden_points_are_those_of_the_definitions():
    rng = random.Random(20)
    game = engine.load("renju")
    found = 0
    for _ in range(12):
        rows = random_text(rng)
        expected = twin_forbidden(Board.read(rows))
        assert forbidden_points(game.position(f"{rows} b").memory, 0) == expected, rows
        found += len(expected)
    assert found > 30


@pytest.mark.parametrize("count", [40])
def test_forbidden_points_are_those_of_the_renju_package(count):
    check_forbid = pytest.importorskip("renju.check_forbid")
    names = {0: "", 1: "double-three", 2: "double-four", 3: "overline"}
    game = engine.load("renju")
    rng = random.Random(6)
    for _ in range(count):
        rows = random_text(rng)
        board = Board.read(rows)
        grid = [[{"b": 1, "w": 2}.get(board.stones.get((x, y), ""), 0) for y in range(15)] for x in range(15)]
        expected = {}
        for x, y in board.points():
            if board.empty((x, y)):
                shape = names[check_forbid.get_foul_type([line[:] for line in grid], x, y)]
                if shape:
                    expected[name((x, y))] = shape
        assert forbidden_points(game.position(f"{rows} b").memory, 0) == expected, rows


@pytest.mark.parametrize("mode", MODES)
def test_winning_moves(mode):
    rng = random.Random(f"wins {mode}")
    game = engine.load("gomoku", {"rule": mode})
    won = 0
    for _ in range(25):
        size = rng.choice((5, 6, 8, 11))
        rows = random_text(rng, size)
        board = Board.read(rows)
        for colour in "bw":
            position = game.position(f"{rows} {colour}")
            for move in position.legal_moves():
                point = int(move) % 512 % size, int(move) % 512 // size
                twin = wins(board.with_stone(point, colour), point, mode)
                after = position.copy()
                after.push(int(move))
                assert (after.result().reason == "five") == twin, (rows, colour, name(point))
                won += twin
    assert won > 10


@pytest.mark.parametrize("mode", MODES)
def test_perft_of_small_boards(mode):
    rng = random.Random(f"perft {mode}")
    game = engine.load("gomoku", {"rule": mode, "forbidden": "illegal"})
    for _ in range(3):
        rows = random_text(rng, 6)
        assert game.position(f"{rows} b").perft(2) == perft(Board.read(rows), "b", mode, 2), rows


@pytest.mark.parametrize("mode", MODES)
def test_records_by_moves_are_those_of_their_text(mode):
    rng = random.Random(f"records {mode}")
    game = engine.load("gomoku", {"rule": mode, "forbidden": "claim", "size": str(rng.choice((7, 12, 15, 20)))})
    for _ in range(4):
        position = game.position()
        while len(position.legal_moves()) and position.ply < 60:
            position.push(int(rng.choice(list(position.legal_moves()))))
            fresh = game.position(position.text())
            for field in FIELDS:
                assert np.array_equal(fresh.state[field], position.state[field]), (position.text(), field)
