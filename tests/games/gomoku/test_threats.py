"""The threat-space solver: a suite of forced wins, every defence tried, the slow twin, and what the engine makes of it."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

import engine
from tests.reference.gomoku_fours import wins_by_fours
from tests.reference.gomoku_twin import Board

LINES = Path(__file__).with_name("threats.txt").read_text(encoding="utf-8").splitlines()
SUITE = [line.split(" ; ") for line in LINES if line[0] != "#"]
LIMIT_S = 5.0
MODES = {"gomoku": "freestyle", "gomoku-standard": "standard", "renju": "renju"}


def solved(game_id, text, **limits):
    game = engine.load(game_id)
    return game.spec.solver(game).win(game.position(text), **limits)


def test_the_suite_is_complete():
    kinds = [line[4] for line in SUITE]
    assert kinds.count("fours") >= 26 and kinds.count("threes") >= 30
    assert sum(len(line) > 5 for line in SUITE) >= 3


@pytest.mark.parametrize("line", SUITE, ids=[line[0] for line in SUITE])
def test_suite(line):
    _, game_id, text, moves, kind, *_ = line
    game = engine.load(game_id)
    position = game.position(text)
    solver = game.spec.solver(game)
    begin = time.process_time()
    win = solver.win(position, nodes=1_500_000)
    assert time.process_time() - begin < LIMIT_S
    assert win is not None and (win.moves, win.by_fours) == (int(moves), kind == "fours")
    assert win.plies == 2 * win.moves - 1
    winner = position.seat
    for move in win.line:
        assert not position.result().over
        position.push(move)
    result = position.result()
    assert result.over and result.winners == (winner,) and len(win.line) <= win.plies
    assert len(win.line) == win.plies or result.reason != "five"


@pytest.mark.parametrize("line", [x for x in SUITE if x[4] == "fours" and x[1] in MODES and int(x[3]) <= 5], ids=lambda x: x[0])
def test_shortest_by_the_slow_twin(line):
    _, game_id, text, moves, *_ = line
    board, colour = Board.read(text), text.split()[1]
    assert wins_by_fours(board, colour, MODES[game_id], int(moves))
    assert not wins_by_fours(board, colour, MODES[game_id], int(moves) - 1)


def attack_holds(position, solver, moves):
    """Whether the solver's attack wins within ``moves`` against every legal move of the defender, not only those it looks at."""
    win = solver.win(position, nodes=1_500_000)
    if win is None or win.moves > moves:
        return False
    winner = position.seat
    position.push(win.line[0])
    holds = position.result().over and position.result().winners == (winner,)
    if not position.result().over:
        holds = True
        for answer in [int(move) for move in position.legal_moves()]:
            position.push(answer)
            result = position.result()
            holds = result.winners == (winner,) if result.over else attack_holds(position, solver, moves - 1)
            position.pop()
            if not holds:
                break
    position.pop()
    return holds


#: Wins by threes have large trees: one of each sort here, all up to four moves in bench/results/gomoku.md.
WALKED = [x for x in SUITE if (x[4] == "fours" and int(x[3]) == 4) or x[0] in ("T13", "W03")]


@pytest.mark.parametrize("line", WALKED, ids=[x[0] for x in WALKED])
def test_every_defence_loses(line):
    game = engine.load(line[1])
    assert attack_holds(game.position(line[2]), game.spec.solver(game), int(line[3]))


def test_nothing_is_found_where_nothing_is():
    for game_id in ("gomoku", "renju", "gomoku-caro"):
        assert solved(game_id, engine.load(game_id).position().text()) is None
    # A three that is shut on one side and a lone stone win nothing.
    assert solved("gomoku", "15/15/15/15/15/15/15/5wbbb6/15/15/15/7b7/15/15/15 b") is None


def test_a_shut_five_is_no_threat_in_caro():
    # f8-i8 with white stones on d8 and k8: e8 makes five shut at one end only, which wins; j8 as well.
    rows = "15/15/15/15/15/15/15/3w1bbbb1w4/15/15/15/15/15/15/15"
    win = solved("gomoku-caro", f"{rows} b")
    assert win is not None and win.moves == 1
    # The same without one stone: the four that it makes can be parried on either end, since the other five is then shut.
    rows = "15/15/15/15/15/15/15/3w1bbb2w4/15/15/15/15/15/15/15"
    assert solved("gomoku-caro", f"{rows} b") is None
    assert solved("gomoku", f"{rows} b").moves == 2


def test_defences():
    # Black has three stones in the open and two lines of two: White must parry the win by fours.
    game = engine.load("gomoku")
    position = game.position("15/15/15/15/15/15/15/6bbb6/15/15/15/4w2w7/15/15/15 w")
    solver = game.spec.solver(game)
    kept = {position.format(move) for move in solver.defences(position)}
    assert {"f8", "j8"} <= kept <= {"e8", "f8", "j8", "k8"}
    for point in kept:
        after = position.copy()
        after.push(point)
        assert not wins_by_fours(Board.read(after.text()), "b", "freestyle", 6)
    assert solver.defences(game.position("startpos", ["h8", "a1"])) is None


def test_the_engine_plays_and_announces_a_win():
    line = next(x for x in SUITE if x[1] == "gomoku" and x[4] == "threes" and int(x[3]) >= 7)
    game = engine.load("gomoku")
    player = engine.Engine(game, hash_mb=4)
    position = game.position(line[2])
    player.set_position(position)
    infos = []
    result = player.go(engine.Limits(movetime_s=1.0), infos.append)
    moves = int(line[3])
    assert result.score == 32_000 - (2 * moves - 1) and len(result.lines[0].pv) == 2 * moves - 1
    assert infos[0].pv == result.lines[0].pv and result.best == result.lines[0].pv[0] and result.ponder == result.lines[0].pv[1]
    player.configure(multipv=2)
    result = player.go(engine.Limits(depth=2))
    assert [len(result.lines), result.lines[0].score, result.lines[1].multipv] == [2, 32_000 - (2 * moves - 1), 2]


@pytest.mark.parametrize("game_id", ["gomoku", "gomoku-standard", "gomoku-caro", "renju", "renju-seed"])
def test_forced_moves_are_played(game_id):
    game = engine.load(game_id)
    player = engine.Engine(game, hash_mb=4)
    for rows, moves in (
        (
            "15/15/15/15/15/15/15/2wbbbb8/15/15/15/4w2w7/15/15/4w10 w",
            {"h8", "i8"} if "caro" in game_id else {"h8"},
        ),  # block the five
        ("15/15/15/15/15/15/15/3bwwww1b5/15/15/15/4b2b7/15/15/4b10 w", {"i8"} if "caro" not in game_id else set()),  # make it
        (
            "15/15/15/15/15/15/15/6bbb6/15/15/15/4w2w7/15/15/15 w",
            set() if "caro" in game_id else {"e8", "f8", "j8", "k8"},
        ),  # parry
    ):
        position = game.position(rows)
        player.set_position(position)
        best = position.format(player.go(engine.Limits(nodes=2000)).best)
        assert not moves or best in moves
