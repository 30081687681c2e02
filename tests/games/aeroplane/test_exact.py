"""Exact figures: lone planes, one plane each, two against one; the table that ships; learned evaluation against both."""

from __future__ import annotations

import random

import numpy as np
import pytest

import engine
from engine.games.aeroplane import exact
from engine.games.aeroplane.features import SIZE
from engine.games.aeroplane.state import UNIT


def expected_rolls(options, place):
    """Mean number of rolls until a lone plane is home, from the rules alone: a system of linear equations."""
    game = engine.load("aeroplane", options)
    names = ["H", *map(str, range(56))]
    size = len(names)
    matrix, right = np.eye(size), np.ones(size)
    for row, name in enumerate(names):
        for die in range(1, 7):
            position = game.position(f"{name}/-/-/- r - 0 0", [f"r{die}"])
            (move,) = position.legal_moves().tolist()
            position.push(move)
            after = position.text().split("/")[0]
            if after != "F":
                matrix[row, names.index(after)] -= 1 / 6
    return np.linalg.solve(matrix, right)[names.index(place)]


def test_lone_plane():
    assert expected_rolls({}, "H") == pytest.approx(19.376365657583086, abs=1e-10)
    assert expected_rolls({}, "0") == pytest.approx(16.376365657583086, abs=1e-10)
    assert all(expected_rolls({}, str(place)) == pytest.approx(6, abs=1e-10) for place in (50, 53, 55))
    assert expected_rolls({"TakeOff": "6"}, "H") == pytest.approx(22.376365657583086, abs=1e-10)


def memory_of(game):
    size = game.spec.state.itemsize
    memory = np.zeros(4 * size, np.uint8)
    memory[:size] = game.position().memory[:size]
    return memory


@pytest.fixture(scope="module")
def two():
    return engine.load("aeroplane", {"Players": "2"})


def test_one_plane_each(two):
    values = exact.solve(memory_of(two), ((1, 1),))
    assert values[0] == pytest.approx(0.5225972737737759, abs=1e-11)
    assert values[exact.PLACES + 1] == pytest.approx(0.5252691479714161, abs=1e-11)


def test_shipped_table_is_the_solution(two):
    values = exact.solve(memory_of(two), exact.SHIPPED, error=1e-7)
    shipped = exact.shipped()
    assert shipped.size == values.size and np.abs(shipped / exact.STEPS - values).max() < 2e-5


def chance(position):
    """The evaluation of the seat that acts as a chance of winning."""
    kernel = position.game.kernel("evaluate")
    spec = position.game.spec
    score = int(kernel(position.memory, position.ply, spec.weights, np.zeros(spec.scratch_words, np.int64)))
    return (score / UNIT + 1) / 2


def test_evaluation_looks_into_the_table(two):
    assert two.spec.weights.size == SIZE + exact.shipped().size
    assert chance(two.position("H/-/H/- r - 0 0")) == pytest.approx(0.5226, abs=6e-4)
    assert chance(two.position("-/0,F,F,F/-/0 g - 0 0")) == pytest.approx(0.5253, abs=6e-4)
    assert chance(two.position("55,F/-/H,H/- r - 0 0")) > 0.93
    assert chance(two.position("H,H,F,F/-/55,F,F,F/- r - 0 0")) < 0.15


def test_tables_count_for_the_usual_options_only(two):
    lost = two.position("0,55,F,F/-/55,F,F,F/- r - 0 0")
    exact_rules = engine.load("aeroplane", {"Players": "2", "Finish": "exact"}).position(lost.text())
    assert chance(lost) != chance(exact_rules)


def test_search_agrees_with_the_solved_game(two):
    """One plane each at the end, two dice apart from the table: a search of one decision finds the best one by the table."""
    player = engine.Engine(two, hash_mb=1)
    values, begins = exact.shipped() / exact.STEPS, exact.offsets(exact.SHIPPED)
    rng, seen = random.Random(2), 0
    while seen < 60:
        mine, yours = sorted(rng.choices(range(-1, 56), k=2)), rng.randrange(-1, 56)
        names = {-1: "H"}
        try:
            text = f"{','.join(names.get(p, str(p)) for p in mine)}/-/{names.get(yours, yours)}/- r - 0 0"
            position = two.position(text, [f"r{rng.randrange(1, 6)}"])
        except engine.PositionError:
            continue
        legal = position.legal_moves().tolist()
        if len(legal) < 2:
            continue
        seen += 1
        known = []
        for move in legal:
            position.push(move)
            known.append(1 - _roller(position, values, begins))
            position.pop()
        player.set_position(position)
        found = legal.index(player.go(engine.Limits(depth=1)).best)
        assert known[found] >= max(known) - 2e-3, (position.text(), known, found)


def _roller(position, values, begins):
    """The chance of the seat that rolls, from the table by hand."""
    seats = [[] if words == "-" else words.split(",") for words in position.text().split()[0].split("/")]
    codes = []
    for seat in (position.player, (position.player + 2) % 4):
        own = sorted({"H": 0}.get(word) if word == "H" else int(word) + 1 for word in seats[seat] if word != "F")
        codes.append((len(own), own[0] if len(own) == 1 else own[1] * (own[1] + 1) // 2 + own[0]))
    (mine, first), (others, second) = codes
    return values[begins[mine, others] + first * exact.TUPLES[others] + second]


def test_scores_of_all_seats_are_a_share(two):
    game = engine.load("aeroplane")
    kernel, spec = game.kernel("evaluate_seats"), game.spec
    out = np.zeros(4, np.int64)
    for text, seats in (
        (game.entry.start, 4),
        ("H,3/-/12,40/H,H b - 0 0", 3),
        ("F,F,F,F/H,H,H,1/-/- y - 0 9", 2),
    ):
        position = game.position(text)
        kernel(position.memory, 0, spec.weights, np.zeros(spec.scratch_words, np.int64), out)
        playing = [seat for seat, words in enumerate(text.split()[0].split("/")) if words != "-"]
        assert len(playing) == seats and abs(sum(out[seat] for seat in playing)) <= seats
    assert out[0] == UNIT and out[1] == -UNIT


def test_learning_begins_to_tell_good_from_bad():
    from engine.games.aeroplane.features import OFFSETS
    from engine.games.aeroplane.training import learned

    weights = learned(300, 1)
    for left in range(4):
        place = weights[OFFSETS["place"] + 58 * left :]
        assert place[51] > place[21] > place[0]
    assert weights.size == SIZE and weights[OFFSETS["roll"]] > 0
    assert np.array_equal(weights, learned(300, 1))
