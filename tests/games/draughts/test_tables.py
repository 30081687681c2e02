"""Endgame tables: the published counts, a slow solver on the slow twin, files, and what the compiled rules read."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

import engine
from bench.tables import main, published
from engine.core import contract
from engine.games.draughts.geometry import square_of
from engine.games.draughts.rules import SETTINGS
from engine.games.draughts.tables import opened
from engine.games.draughts.tables.build import build, plan
from engine.games.draughts.tables.file import TableFileError, path_of, read_table
from engine.games.draughts.tables.index import materials, sets_of, shape_of
from engine.games.draughts.tables.packing import CAPTURE, HOLE, VALUE
from engine.games.draughts.tables.work import Solver
from protocols.bitbases import Bitbases
from tests.reference.draughts_twin import Board, with_options

ROWS = published()
#: Pieces up to which the suite solves a game: a second of processor time in all, compiling left out.
PIECES = {"checkers": 4, "draughts": 3}


def solved(game_id, pieces):
    solver = Solver(game_id)
    for number in range(2, pieces + 1):
        for material in materials(number):
            if material not in solver.values:
                solver.solve(material)
    return solver


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Tables of three games, up to three pieces."""
    place = tmp_path_factory.mktemp("tables")
    for game_id in ("checkers", "russian", "draughts"):
        assert len(list(build(game_id, 3, place, pytest.fail))) == 16
    return place


@pytest.fixture
def tables(folder):
    """``tables(game)`` opens them until the end of the test."""
    made = []

    def begin(game, most_pieces=6):
        made.append(Bitbases(game.entry, str(folder), pytest.fail, most_pieces))
        return made[-1]

    yield begin
    for each in made:
        each.close()


# --- values -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", SETTINGS)
def test_published_counts(game_id):
    pieces = PIECES.get(game_id, 3)
    solver = solved(game_id, pieces)
    sums = {}
    for material, values in solver.values.items():
        counts = solver.counts(material)
        assert sum(counts) == np.count_nonzero(values & VALUE != HOLE)
        name, own, other = "".join(map(str, material)), sum(material[:2]), sum(material[2:])
        for label in (name, f"{own}-{other}", f"all-{own + other}"):
            sums[label] = tuple(a + b for a, b in zip(sums.get(label, (0, 0, 0)), counts, strict=True))
    expected = {name: counts for (game, name), counts in ROWS.items() if game == game_id and name in sums}
    assert len(expected) == {"checkers": 21, "draughts64": 5, "russian": 5}.get(game_id, 4)
    assert {name: sums[name] if len(counts) == 3 else (sum(sums[name]),) for name, counts in expected.items()} == expected


def placements(rules, pieces):
    """Every board with ``pieces`` pieces of both colours, either side to move."""
    board = Board(rules, "W")
    squares = range(1, rules.side * rules.side // 2 + 1)
    for chosen in itertools.combinations(map(board.place, squares), pieces):
        for letters in itertools.product("wWbB", repeat=pieces):
            if {letter.upper() for letter in letters} != {"W", "B"}:
                continue
            men = dict(zip(chosen, letters, strict=True))
            if all(p[0] != {"w": 0, "b": rules.side - 1}.get(letter) for p, letter in men.items()):
                yield from (Board(rules, turn, men) for turn in "WB")


def slow_values(game_id):
    """1 won, 0 drawn, -1 lost for each position of two pieces: pass after pass over all of them, by the slow twin's moves."""
    replies = {b.text(): [b.after(move).text() for move in b.legal()] for b in placements(with_options(game_id), 2)}
    values = {}
    changed = True
    while changed:
        changed = False
        for text, after in replies.items():
            if text in values:
                continue
            # A position that is not listed is one whose player to act has nothing left.
            found = [values.get(reply) if reply in replies else -1 for reply in after]
            if -1 in found:
                values[text], changed = 1, True
            elif all(value == 1 for value in found):
                values[text], changed = -1, True
    return {text: values.get(text, 0) for text in replies}


@pytest.mark.parametrize("game_id", ["checkers", "russian"])
def test_every_position_of_two_pieces_against_the_slow_solver(tables, game_id):
    game = engine.load(game_id)
    known = tables(game)
    slow = slow_values(game_id)
    assert len(slow) == 2 * 3488 and set(slow.values()) == {-1, 0, 1}
    wrong = {text: value for text, value in slow.items() if known.value(game.position(text)) != value}
    assert not wrong


def random_text(rng, side, pieces):
    """A position string of so many pieces of both colours."""
    while True:
        squares = rng.sample(range(1, side * side // 2 + 1), pieces)
        sides = {"W": [], "B": []}
        for square in squares:
            colour = rng.choice("WB")
            row = (square - 1) // (side // 2)
            king = row == (0 if colour == "W" else side - 1) or rng.random() < 0.5
            sides[colour].append(f"{'K' if king else ''}{square}")
        if all(sides.values()):
            return f"{rng.choice('WB')}:W{','.join(sides['W'])}:B{','.join(sides['B'])}"


@pytest.mark.parametrize("game_id", ["checkers", "russian", "draughts"])
def test_searches_agree(tables, game_id):
    """What a search without tables and counters proves is what the tables say, and it refutes no draw."""
    rng, game = random.Random(game_id), engine.load(game_id, {"DrawRules": "repetition"})
    player = engine.Engine(game, hash_mb=1)
    proven = {}
    for _ in range(60):
        text = random_text(rng, SETTINGS[game_id].side, 3)
        player.new_game()
        player.set_position(game.position(text))
        proven[text] = player.go(engine.Limits(nodes=3000)).score
    known = tables(game)
    decided = {text: score for text, score in proven.items() if engine.is_mate(score)}
    assert len(decided) >= 15 and len({score > 0 for score in decided.values()}) == 2
    for text, score in decided.items():
        assert known.value(game.position(text)) == (1 if score > 0 else -1), text


# --- files --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", ["checkers", "russian", "draughts"])
def test_every_entry_reads_back(folder, game_id):
    solver = solved(game_id, 3)
    for material, values in solver.values.items():
        table = read_table(path_of(folder, game_id, material))
        assert table.counts == solver.counts(material)
        there = (values & CAPTURE == 0) & (values & VALUE != HOLE)
        assert np.array_equal(table.values()[there], values[there] & VALUE)
    fresh = Solver(game_id)
    for number in (2, 3):
        for material in materials(number):
            fresh.complete(material, read_table(path_of(folder, game_id, material)).values())
            assert np.array_equal(fresh.values[material], solver.values[material])


@pytest.mark.parametrize("game_id", ["checkers", "draughts"])
def test_kernels_look_up_what_the_solver_found(tables, game_id):
    """Entries of every material, either side to act; nothing where a capture is due."""
    rng, game, side = random.Random(7), engine.load(game_id), SETTINGS[game_id].side
    tables(game)
    seen = set()
    for material, values in solved(game_id, 3).values.items():
        for index in rng.sample(range(len(values)), 60):
            value, rest, places = int(values[index]), index, []
            for size in reversed(shape_of(material, side)):
                places.insert(0, rest % size)
                rest //= size
            if value & VALUE == HOLE:
                continue
            groups = [
                int(sets_of(count, side, group)[at]) for group, (count, at) in enumerate(zip(material, places, strict=True))
            ]
            squares = [[square_of(cell, side) for cell in range(64) if word >> cell & 1] for word in groups]
            last = side * side // 2 + 1
            expected = None if value & CAPTURE else {0: 0, 1: 1, 2: -1}[value]
            for turn, other in ("WB", "BW"):
                own_men, own_kings, men, kings = [[n if turn == "W" else last - n for n in group] for group in squares]
                own = ",".join([*map(str, own_men), *(f"K{n}" for n in own_kings)])
                enemy = ",".join([*map(str, men), *(f"K{n}" for n in kings)])
                position = game.position(f"{turn}:{turn}{own}:{other}{enemy}")
                assert opened.value_of(game_id, position.memory, 0) == expected, position.text()
                seen.add(expected)
    assert seen == {None, -1, 0, 1}


def test_a_build_goes_on_and_repairs(tmp_path, capsys):
    assert main(["checkers", "--pieces", "3", "--out", str(tmp_path)]) == 0
    paths = sorted(tmp_path.iterdir())
    before = [path.read_bytes() for path in paths]
    damaged, short = paths[3], paths[8]
    damaged.write_bytes(before[3][:-1] + bytes([before[3][-1] ^ 1]))
    short.write_bytes(before[8][:50])
    paths[5].unlink()
    for path in (damaged, short):
        with pytest.raises(TableFileError):
            read_table(path)
    assert main(["checkers", "--pieces", "3", "--out", str(tmp_path)]) == 0
    said = capsys.readouterr()
    assert damaged.name in said.err and short.name in said.err and "14 of 14 counts as published" in said.out
    assert [path.read_bytes() for path in sorted(tmp_path.iterdir())] == before
    assert main(["checkers", "--pieces", "2", "--out", str(tmp_path), "--verify"]) == 0


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (["chess", "--pieces", "4"], "for draughts only"),
        (["checkers", "--pieces", "7"], "2 to 6 pieces, not 7"),
        (["draughts", "--pieces", "1"], "2 to 5 pieces, not 1"),
        (["no-game", "--pieces", "4"], "unknown game"),
        (["checkers", "--pieces", "2", "--out", "/dev/null/x"], "cannot write"),
    ],
)
def test_bad_commands(words, fault, capsys):
    assert main(words) == 2
    said = capsys.readouterr().err
    assert fault in said and len(said.splitlines()) == 1


def test_plan_is_in_order():
    """Captures and crownings of a material lead to those before it, or to the one that is solved together with it."""
    order = plan("checkers", 6)
    assert len(order) == len(set(order)) == 4 + 12 + 25 + 44 + 70
    for place, (a, b, c, d) in enumerate(order):
        if a:
            assert order.index((c, d, a - 1, b + 1)) < place


# --- in the search ------------------------------------------------------------------------------------------------------


def test_verdicts_inside_the_tree(tables):
    """A search that starts above the tables takes a draw from them at once, and nothing else; one that starts inside does not."""
    rng, game = random.Random(5), engine.load("checkers", {"DrawRules": "repetition"})
    known = tables(game)
    adjudicate = game.kernel("adjudicate")
    seen = set()
    while len(seen) < 3 or rng.random() < 0.99:
        position = game.position(random_text(rng, 8, 4))
        for move in position.legal_moves():
            after = position.copy()
            after.push(int(move))
            value = opened.value_of("checkers", after.memory, 1)
            if value is None:
                assert adjudicate(after.memory, 1, 0) == 0
                continue
            seen.add(value)
            assert adjudicate(after.memory, 1, 0) == (contract.draw_code(0) if value == 0 else 0)
            assert adjudicate(after.memory, 1, 1) == 0
    position = game.position("W:WK30,K31:BK3")
    assert known.value(position) is not None
    position.push(int(position.legal_moves()[0]))
    assert adjudicate(position.memory, 1, 0) == 0


def test_evaluation_knows_the_result(tables):
    rng, game = random.Random(6), engine.load("checkers")
    player = engine.Engine(game, hash_mb=1)
    texts = [random_text(rng, 8, rng.choice((2, 3))) for _ in range(100)]
    without = {text: player.evaluate(game.position(text)) for text in texts}
    assert all(abs(score) < 2000 for score in without.values())
    known = tables(game)
    seen = set()
    for text in texts:
        position = game.position(text)
        if position.in_check or not len(position.legal_moves()):
            assert player.evaluate(position) == without[text]
            continue
        value, score = known.value(position), player.evaluate(position)
        seen.add(value)
        assert abs(score) < 300 if value == 0 else 10_000 < score * value < 20_000
    assert seen == {-1, 0, 1}
    known.close()
    assert [player.evaluate(game.position(text)) for text in texts] == list(without.values())


def test_other_rules_and_more_pieces_are_not_looked_up(tables):
    text = "W:WK30,K31:BK3"
    known = tables(engine.load("checkers"), most_pieces=2)
    assert known.value(engine.load("checkers").position(text)) is None
    assert known.value(engine.load("checkers").position("W:WK30:BK3")) == 0
    known = tables(engine.load("checkers"))
    assert known.value(engine.load("checkers").position(text)) == 1
    for options in ({"KingRange": "flying"}, {"MustCapture": "false"}, {"CaptureRule": "most"}):
        assert known.value(engine.load("checkers", options).position(text)) is None
    assert known.value(engine.load("checkers", {"DrawRules": "fmjd"}).position(text)) == 1


def test_a_won_ending_is_won(tables):
    """Two kings against one from all over the board: the kept moves and the search find the way within forty moves."""
    rng, game = random.Random(3), engine.load("checkers")
    known = tables(game)
    player = engine.Engine(game, hash_mb=4)
    won = 0
    while won < 3:
        squares = rng.sample(range(1, 33), 3)
        position = game.position(f"W:WK{squares[0]},K{squares[1]}:BK{squares[2]}")
        if known.value(position) != 1 or position.in_check:
            continue
        player.new_game()
        while not position.result().over:
            player.set_position(position)
            moves = known.probe(position)
            assert moves is None or moves.outcome == (1 if position.player == 0 else -1)
            position.push(player.go(engine.Limits(nodes=8000, search_moves=moves.moves if moves else ())).best)
        assert position.result().winners == ("white",)
        won += 1


def test_a_win_that_the_counter_prevents_is_a_draw(tables):
    """``short`` = 10 of 10x10: a table win that needs more than one more ply is worth nothing with nine on the clock."""
    rng, game = random.Random(4), engine.load("draughts")
    known = tables(game)
    player = engine.Engine(game, hash_mb=1)
    found = 0
    while found < 5:
        squares = rng.sample(range(1, 51), 3)
        position = game.position(f"W:WK{squares[0]},K{squares[1]}:BK{squares[2]}")
        if position.in_check or known.value(position) != 1:
            continue
        assert 1500 < player.evaluate(position) < 3000
        position.state["short"] = 9
        player.new_game()
        player.set_position(position)
        assert player.go(engine.Limits(depth=2)).score == 0
        found += 1
