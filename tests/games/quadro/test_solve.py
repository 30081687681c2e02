"""Retrograde analysis: what the tables say of a position agrees with what they say of all that its turns lead to."""

from __future__ import annotations

import random

import numpy as np
import pytest

import engine
from engine.core.jit import compile_kernel
from engine.games.quadro.geometry import ALL, CELLS, TOP, shapes
from engine.games.quadro.rules import rules_of
from engine.games.quadro.tables import solve
from engine.games.quadro.tables.shapes import offsets, places, pyramids
from tests.reference.quadro_twin import SITES, Twin

#: Cells of the twin's sites.
CELL = {site: 16 * (site[0] - 1) + 4 * (site[2] - 1) + site[1] - 1 for site in SITES}


@pytest.fixture(scope="module")
def index():
    return {int(one): number for number, one in enumerate(pyramids())}


def test_pyramids(index):
    assert len(index) == 141_119 and set(index) >= {0, ALL & ~(1 << TOP)}
    order = [one.bit_count() for one in index]
    assert order == sorted(order, reverse=True)
    rng = random.Random(1)
    for one in rng.sample(list(index), 2000):
        for cell in CELLS:
            grown = one | 1 << cell
            if grown != one and grown in index:
                assert index[grown] < index[one]


def bit_of(table, index, occupied, mine):
    word, bit = solve.place_of(occupied, mine)
    return bool(int(table[int(offsets()[index[occupied]]) + word]) >> bit & 1)


@pytest.mark.parametrize("game_id", ["pylos-child", "pylos", "pylos-expert", "quadro"])
def test_one_pyramid_from_random_tables(game_id, index):
    """A pyramid judged from tables of random bits, against the twin that asks the same bits for every turn."""
    game = engine.load(game_id)
    for function in (solve.solve_pyramid, solve.is_stale):
        compile_kernel(function)
    rng, bits = random.Random(game_id), np.random.default_rng(7)
    words = int(offsets()[-1])
    won, held = np.zeros(words, dtype=np.uint64), np.zeros(words, dtype=np.uint64)
    size = int(np.diff(offsets()).max())
    work, spare = np.zeros((2, size), dtype=np.uint64), np.zeros((2, size), dtype=np.uint64)
    colours = {"w": 0, "b": 0}
    full = [one for one in index if any(shape & ~one == 0 for shape in shapes(True, False))]
    small, large = ([one for one in full if one.bit_count() in range(*ends)] for ends in ((4, 14), (18, 20)))
    for occupied in [*rng.sample(small, 3), *rng.sample(large, 1)]:
        reached = {index[occupied]}
        cases = []
        for _ in range(40):
            dense = rng.random()
            own = sum(1 << cell for cell in CELLS if occupied >> cell & 1 and rng.random() < dense)
            if occupied in large:  # some with all balls on the board
                own = sum(1 << cell for cell in rng.sample([c for c in CELLS if occupied >> c & 1], rng.choice((8, 14, 15))))
            board = {site: "w" if own >> cell & 1 else "b" for site, cell in CELL.items() if occupied >> cell & 1}
            ends = []
            for end in Twin(board, "w", game.options).turns().values():
                mine = sum(1 << CELL[site] for site, ball in end.items() if ball == "w")
                all_of_it = sum(1 << CELL[site] for site in end)
                reached.add(index[all_of_it])
                ends.append((all_of_it, mine))
            cases.append((own, ends))
        for number in reached:
            first, last = int(offsets()[number]), int(offsets()[number + 1])
            one, two, three, four = bits.integers(0, 1 << 64, (4, last - first), dtype=np.uint64)
            held[first:last] = one & two & three
            won[first:last] = held[first:last] & four
        expected = []
        for own, ends in cases:
            wins = any(bit_of(won, index, after, mine) for after, mine in ends)
            holds = any(bit_of(held, index, after, mine) for after, mine in ends)
            expected.append((occupied & ~own, not holds, not wins))
        rules = rules_of(game.options)
        number = index[occupied]
        place = slice(int(offsets()[number]), int(offsets()[number + 1]))
        once = [table[place].copy() for table in (won, held)]
        judged = []
        for mode in (solve.WINS, solve.LOSSES, solve.BOTH):
            won[place], held[place] = once
            solve.solve_pyramid(number, pyramids(), offsets(), places(), won, held, rules, work, spare, mode)
            judged.append((won[place].copy(), held[place].copy()))
        (won_1, held_1), (won_2, held_2), (won_3, held_3) = judged
        assert np.array_equal(won_1, once[0]) and np.array_equal(held_1, held_3), "only what can hold is judged"
        assert np.array_equal(won_2, won_3) and np.array_equal(held_2, once[1]), "only what has won is judged"
        for mine, is_won, is_held in expected:
            assert bit_of(won, index, occupied, mine) == is_won, (hex(occupied), hex(mine))
            assert bit_of(held, index, occupied, mine) == is_held, (hex(occupied), hex(mine))
        colours["w"] += sum(is_won for _, is_won, _ in expected)
        colours["b"] += sum(not is_won for _, is_won, _ in expected)
        stamps = np.zeros(len(index), dtype=np.int64)
        assert solve.is_stale(index[occupied], pyramids(), places(), rules, stamps, 0) == 0
        for number in reached - {index[occupied]}:
            stamps[:] = 0
            stamps[number] = 5
            assert solve.is_stale(index[occupied], pyramids(), places(), rules, stamps, 4) == 1
    assert min(colours.values()) > 0
