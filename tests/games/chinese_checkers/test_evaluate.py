"""The evaluation against a slow one from the position string, scores of all seats, and what the search makes of it."""

from __future__ import annotations

import random

import numpy as np
import pytest

import engine
from engine.games.chinese_checkers.geometry import CAMP_SETS, DISTANCE, JUMP_COUNT, JUMPS, LETTERS, PLACES, ROWS, VIEW
from engine.games.chinese_checkers.race.known import FILE, read_table, variant_of
from engine.games.chinese_checkers.race.region import BEHIND, HOLE_OF_CELL, number_of
from engine.games.chinese_checkers.text import Board
from engine.games.chinese_checkers.weights import CLASS_OF, OFFSETS, STAGES

KEPT_HOLES = HOLE_OF_CELL[BEHIND:]


def slow_lateness(board, seat, options):
    """n (n + 1) / 2, n the moves by which the exit limit is too near."""
    number = LETTERS.index(seat)
    rows = [PLACES[int(VIEW[number, hole])][0] for hole, letter in board.pieces.items() if letter == seat]
    inside = sum(max(4 - row, 0) for row in rows)
    late_by = min(6 - (options["exit_limit"] - int(board.moves[board.seats.index(seat)]) - inside), 18)
    return late_by * (late_by + 1) // 2 if options["exit_limit"] and inside and late_by > 0 else 0


def slow_progress(board, seat, options, weights, table):
    """The progress of a seat that plays, in floating point."""
    number = LETTERS.index(seat)
    own = [hole for hole, letter in board.pieces.items() if letter == seat]
    views = [int(VIEW[number, hole]) for hole in own]
    goal = CAMP_SETS[(number + 3) % 6]
    blocked = any(board.pieces.get(hole, seat) != seat for hole in goal)
    if not blocked and len(own) == 10 and set(views) <= set(KEPT_HOLES):
        return -100 * int(table[number_of(np.uint64(sum(1 << KEPT_HOLES.index(view) for view in views)))])
    sums = np.zeros(STAGES)

    def add(name, entry, times=1):
        place = OFFSETS[name] + STAGES * entry
        sums[:] += times * weights[place : place + STAGES]

    for hole, view in zip(own, views, strict=True):
        add("place", int(CLASS_OF[view]))
        for over, land in JUMPS[hole, : JUMP_COUNT[hole]]:
            if DISTANCE[number, hole] - DISTANCE[number, land] == 2 and int(over) in board.pieces:
                add("jump", 0, int(land) not in board.pieces)
                add("bridge", 0, board.pieces[int(over)] == seat)
    add("last", min([PLACES[view][0] for view in views], default=ROWS - 1))
    add("exit", 0, slow_lateness(board, seat, options))
    gone = min(max(140 - sum(int(DISTANCE[number, hole]) for hole in own), 0), 120) / 120
    return (1 - gone) * sums[0] + gone * sums[1]


def slow_scores(text, options, weights, table):
    """The score of each seat in play, all of them playing, no teams."""
    board = Board.of(text)
    values = {seat: slow_progress(board, seat, options, weights, table) for seat in board.seats}
    values[board.turn] += weights[OFFSETS["turn"]]
    scores = {}
    for seat in board.seats:
        others = [max(values[other], -4000) for other in board.seats if other != seat]
        rest = others[0] if len(others) == 1 else (max(others) + sum(others) / len(others)) / 2
        scores[seat] = values[seat] - rest
    return scores


@pytest.mark.parametrize("seats", ["2", "3", "4", "6"])
def test_evaluation_counts_pieces(seats):
    game = engine.load("chinese-checkers", {"seats": seats, "exit_limit": "18"})
    rng = random.Random(seats)
    weights = np.random.default_rng(int(seats)).integers(-60, 60, game.spec.weights.size).astype(np.int32)
    table = read_table(FILE, variant_of(game.options))
    scratch, out = np.zeros(8, np.int64), np.zeros(8, np.int64)
    position = game.position()
    for _ in range(17 * int(seats)):
        noisy = [m for m in position.legal_moves().tolist() if m >> 23 & 31]
        position.push(rng.choice(noisy if noisy and rng.random() < 0.8 else position.legal_moves().tolist()))
        if str(position.result()) != "ongoing":
            break
        text = position.text()
        wanted = slow_scores(text, game.options, weights, table)
        game.kernel("evaluate_seats")(position.memory, position.ply, weights, scratch, out)
        for seat, score in wanted.items():
            eased = score if abs(score) <= 400 else np.sign(score) * (400 + (abs(score) - 400) / 6)
            eased += slow_lateness(Board.of(text), seat, game.options) * int(weights[OFFSETS["exit"]])
            assert abs(int(out[LETTERS.index(seat)]) - eased) <= 3, (text, seat)
        value = int(game.kernel("evaluate")(position.memory, position.ply, weights, scratch))
        assert abs(value - wanted[position.seat]) <= 3


def test_seats_of_a_team_share_their_score():
    game = engine.load("chinese-checkers", {"seats": "6", "teams": "opposite"})
    position = game.position()
    scratch, out = np.zeros(8, np.int64), np.zeros(8, np.int64)
    rng = random.Random(1)
    for _ in range(30):
        position.push(int(rng.choice(position.legal_moves().tolist())))
        game.kernel("evaluate_seats")(position.memory, position.ply, game.spec.weights, scratch, out)
        assert all(out[seat] == out[seat + 3] for seat in range(3))


def test_finished_and_eliminated_seats():
    game = engine.load("chinese-checkers")
    scratch, out = np.zeros(8, np.int64), np.zeros(8, np.int64)
    text = "A/AA/AAA/AAAA/13/12/11/10/4E4/10/11/12/E12/4/3/2/1 E ACE 26=,30x,31"
    position = game.position(text)
    position.game.kernel("evaluate_seats")(position.memory, 0, game.spec.weights, scratch, out)
    assert out[0] > 0 > out[4] > out[2]


# --- search -------------------------------------------------------------------------------------------------------------


def best(text, options=None, depth=5):
    game = engine.load("chinese-checkers", options or {})
    position = game.position(text)
    player = engine.Engine(position.game, hash_mb=4)
    player.set_position(position)
    result = player.go(engine.Limits(depth=depth))
    return position.format(result.best), result.score


def test_last_move_home():
    move, score = best("A/AA/AAA/1AAA/4A8/12/11/10/9/10/11/4D7/13/1DDD/DDD/DD/D A AD 25,25")
    assert move == "m5n1" and score > 8000, "D cannot finish in the same round"


def test_pieces_leave_in_time():
    """The last piece at home moves out with move 30, though another one has a longer way forward."""
    text = "1/2/3/4/4DDD6/5DDD4/4D6/4D1D3/9/3A6/4AA5/3A8/4A8/A3/3/2/1 A AD 29,28"
    assert best(text)[0].startswith("d1")


@pytest.mark.parametrize("search", ["mcts", "paranoid", "brs", "maxn"])
@pytest.mark.parametrize("seats", ["3", "6"])
def test_searches_of_more_seats(seats, search):
    game = engine.load("chinese-checkers", {"seats": seats})
    player = engine.Engine(game, hash_mb=1)
    player.configure(search=search)
    position = game.position()
    for _ in range(2 * int(seats)):
        player.set_position(position)
        position.push(player.go(engine.Limits(nodes=300)).best)
    pieces = Board.of(position.text()).pieces
    for seat, team in enumerate(game.teams):
        way = sum(int(DISTANCE[seat, hole]) for hole, letter in pieces.items() if letter == LETTERS[seat])
        assert team < 0 or way < 140, "every seat goes forward"


def test_a_position_of_other_seats_is_searched_as_such():
    game = engine.load("chinese-checkers")
    player = engine.Engine(game, hash_mb=1)
    assert player.search_name == "alphabeta"
    four = game.position("D/DD/DDD/DDDD/9EEEE/9EEE/9EE/9E/9/B9/BB9/BBB9/BBBB9/AAAA/AAA/AA/A A ABDE 0,0,0,0")
    player.set_position(four)
    assert player.search_name != "alphabeta"
    assert player.go(engine.Limits(nodes=200)).best in four.legal_moves()
    player.set_position(game.position())
    assert player.search_name == "alphabeta"


def test_a_whole_game_is_short():
    """Two seats at 1,000 nodes a move: at most 60 moves each."""
    game = engine.load("chinese-checkers")
    player = engine.Engine(game, hash_mb=4)
    position = game.position()
    while str(position.result()) == "ongoing":
        assert position.ply < 120, position.text()
        player.set_position(position)
        position.push(player.go(engine.Limits(nodes=1000)).best)
    assert position.result().reason == "goal"


def test_no_seat_dawdles_at_home():
    """Three seats, the rivals hopeless: what is left at home walks out while there is time, whatever else looks better."""
    game = engine.load("chinese-checkers")
    text = "1/2/3/4/9E2E/6E3EE/2C1C2EEE1/2C2EE2C/C7E/2A7/3C7/6A5/13/4/3/A1/1 A ACE 24,24,24"
    position = game.position(text)
    player = engine.Engine(position.game, hash_mb=1)
    for search in ("mcts", "brs"):
        player.configure(search=search)
        player.set_position(position)
        assert position.format(player.go(engine.Limits(nodes=100)).best).startswith("b1c")
