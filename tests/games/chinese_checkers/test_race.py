"""The race: tables against a search by the slow twin, the way of one army alone, verdicts against the whole game searched out."""

from __future__ import annotations

import random
from functools import cache
from math import comb

import numpy as np
import pytest

import engine
from engine.core.contract import winners_of
from engine.games.chinese_checkers import evaluate
from engine.games.chinese_checkers.geometry import CAMP_OF, HOLES, NAMES, VIEW, hole_of
from engine.games.chinese_checkers.race.build import make_table
from engine.games.chinese_checkers.race.known import FILE, MAGIC, VARIANTS, read_table, variant_of, write_tables
from engine.games.chinese_checkers.race.region import BEHIND, HOLE_OF_CELL, KEPT, number_of, set_of
from engine.games.chinese_checkers.solver import Solver, is_pure_race
from engine.games.chinese_checkers.text import board_text
from tests.reference.chinese_checkers_twin import Rules, Twin

KEPT_HOLES = HOLE_OF_CELL[BEHIND:]  #: of A's tables, A's own view being the board
OPTIONS = [{}, {"jump": "distant"}, {"pieces": "15"}, {"leave": "yes"}, {"stop": "closed", "jump": "distant", "pieces": "15"}]


def random_set(rng, count, spread):
    """``count`` cells of the table, of which at most ``spread`` are not the highest ones."""
    cells = set(range(KEPT - count, KEPT))
    for _ in range(spread):
        cells.discard(rng.choice(sorted(cells)))
        cells.add(rng.choice([cell for cell in range(KEPT) if cell not in cells]))
    while len(cells) < count:
        cells.add(rng.choice([cell for cell in range(KEPT) if cell not in cells]))
    return cells


def test_numbers_count_all_sets():
    assert all(number_of(set_of(number, 10)) == number for number in range(0, comb(KEPT, 10), 997))
    sets = [int(set_of(number, 3)) for number in range(comb(KEPT, 3))]
    assert len(set(sets)) == len(sets) and sets == sorted(sets) and all(word.bit_count() == 3 for word in sets)


def test_file_is_what_the_builder_makes(tmp_path):
    """One of the sixteen variants, the quickest."""
    variant = variant_of({"pieces": "15", "jump": "adjacent", "stop": "own", "leave": False})
    assert np.array_equal(make_table(variant), read_table(FILE, variant))
    tables = [read_table(FILE, number) for number in range(VARIANTS)]
    write_tables(tmp_path / "again", tables)
    assert all(np.array_equal(read_table(tmp_path / "again", n), table) for n, table in enumerate(tables))


@pytest.mark.parametrize("damage", [b"", b"nonsense", MAGIC, MAGIC + bytes(64) + b"xx"])
def test_damaged_files(tmp_path, damage):
    (tmp_path / "bad").write_bytes(damage)
    with pytest.raises(ValueError, match="race|part|corrupt|format|end|LZMA|bad"):
        read_table(tmp_path / "bad", 0)


# --- one army alone -----------------------------------------------------------------------------------------------------


def alone(holes, rules):
    """A twin with nothing but these pieces of A."""
    return Twin(rules, dict.fromkeys(holes, "A"), "A", "AD", {"A": 0, "D": 0})


def least_moves(holes, rules, most):
    """The least moves that fill A's goal, by iterative deepening over the twin's moves; ``most`` + 1 if it takes more."""
    goal = frozenset(alone([], rules).goal("A"))

    @cache
    def within(now, moves):
        outside = len(goal - now)
        if not outside:
            return True
        if outside > moves:
            return False
        twin = alone(now, rules)
        return any(
            within(now - {start} | {end}, moves - 1)
            for start in now
            for end in twin.ends(start, "A")
            if twin.allowed(start, end, "A")
        )

    return next((moves for moves in range(most + 1) if within(frozenset(holes), moves)), most + 1)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_tables_hold_the_least_moves(options):
    """Searched by the twin over the whole board, stepping back anywhere."""
    game, rules = engine.load("chinese-checkers", options), Rules.of(options)
    table = read_table(FILE, variant_of(game.options))
    count, rng = int(game.options["pieces"]), random.Random(str(options))
    seen = set()
    for _ in range(12):
        cells = random_set(rng, count, rng.randrange(1, 4))
        number = number_of(np.uint64(sum(1 << cell for cell in cells)))
        if table[number] <= 3:
            assert least_moves([NAMES[KEPT_HOLES[cell]] for cell in cells], rules, 3) == table[number]
            seen.add(int(table[number]))
    assert len(seen) > 1


def position_of(game, own, theirs, turn="A", counts=(20, 20)):
    """Pieces of A on the holes ``own``, of D on ``theirs``."""
    pieces = dict.fromkeys(own, "A") | dict.fromkeys(theirs, "D")
    return game.position(f"{board_text(pieces)} {turn} AD {counts[0]},{counts[1]}")


HOME_OF_D = [hole for hole in range(HOLES) if int(VIEW[3, hole]) in KEPT_HOLES[11:]]


@pytest.mark.parametrize("seed", range(4))
def test_ways_home_are_shortest_and_lead_home(seed):
    """Beyond the table: each first move of a shortest way leaves one move less, no other does, and the last one is home."""
    game, rng = engine.load("chinese-checkers"), random.Random(seed)
    solver = Solver(game)
    moves = -1
    while moves < 3:
        own = [KEPT_HOLES[cell] for cell in random_set(rng, 10, 2)]
        own.remove(rng.choice(own))
        own.append(rng.choice([hole for hole in range(HOLES) if NAMES[hole][0] in "hijk" and CAMP_OF[hole] < 0]))
        position = position_of(game, own, [*HOME_OF_D[:9], hole_of("e7")])
        assert is_pure_race(position.state, 0)
        moves, first = solver.shortest(position, 1_000_000)
    assert first
    for move in position.legal_moves().tolist():
        after = position.copy()
        after.push(move)
        left = after.copy()
        left.push(int(left.legal_moves()[0]))
        fewer = solver.shortest(left, 10_000_000)[0] if str(after.result()) == "ongoing" and moves > 1 else 0
        assert (fewer == moves - 1) == (move in first) and fewer >= moves - 1
    while str(position.result()) == "ongoing" and position.seat == "A":
        left, first = solver.shortest(position, 10_000_000)
        assert left == moves
        position.push(first[0])
        moves -= 1
        if str(position.result()) == "ongoing" and position.seat == "D":
            position.push(int(position.legal_moves()[0]))
    assert moves == 0


# --- verdicts -----------------------------------------------------------------------------------------------------------


def outcome(game, position, plies):
    """+1, 0, -1 for the player to act by all legal moves of both sides, None if it is not decided within ``plies``."""
    make, generate, result = (game.kernel(name) for name in ("make_move", "gen_moves", "result"))
    memory, teams = position.stack_copy(plies + 2), game.teams
    states = memory.view(game.spec.state)

    def search(row, left, alpha, beta):
        code = int(result(memory, row))
        if code:
            winners = int(winners_of(code))
            return 0 if not winners else 1 if winners >> int(states[row]["player"]) & 1 else -1
        if not left:
            return None
        moves = np.zeros(game.spec.max_moves, np.int64)
        best, open_ends = -2, False
        for move in moves[: generate(memory, row, moves)].tolist():
            make(memory, row, move)
            same = teams[int(states[row + 1]["player"])] == teams[int(states[row]["player"])]
            value = search(row + 1, left - 1, alpha, beta) if same else search(row + 1, left - 1, -beta, -alpha)
            if value is None:
                open_ends = True
                continue
            best = max(best, value if same else -value)
            alpha = max(alpha, best)
            if alpha >= beta:
                return best
        return None if open_ends and best < beta else best

    return search(position.ply, plies, -1, 1)


@pytest.mark.parametrize("options", [{}, {"equal_turns": "no"}, {"jump": "distant"}], ids=str)
def test_verdicts_are_those_of_the_whole_game(options):
    """Races close to their end: whatever both sides try, turning back included, the evaluation names the outcome."""
    game, rng = engine.load("chinese-checkers", options), random.Random(7)
    table = read_table(FILE, variant_of(game.options))
    scratch, seen = np.zeros(8, np.int64), []
    while len(seen) < 12:
        sets = [random_set(rng, 10, rng.randrange(1, 3)) for _ in range(2)]
        needed = [int(table[number_of(np.uint64(sum(1 << c for c in cells)))]) for cells in sets]
        if not 0 < max(needed) <= 2 or min(needed) == 0:
            continue
        theirs = [next(h for h in range(HOLES) if int(VIEW[3, h]) == KEPT_HOLES[cell]) for cell in sets[1]]
        turn = rng.choice("AD")
        counts = (21, 20) if turn == "D" else (20, 20)
        position = position_of(game, [KEPT_HOLES[cell] for cell in sets[0]], theirs, turn, counts)
        assert is_pure_race(position.state, position.player)
        value = int(game.kernel("evaluate")(position.memory, 0, game.spec.weights, scratch))
        assert value == 0 or abs(value) >= evaluate.RACE - 4000
        decided = outcome(game, position, 2 * max(needed) + 1)
        assert decided is None or decided == np.sign(value), position.text()
        if decided is not None:
            seen.append(decided)
    assert {1, -1} <= set(seen)
