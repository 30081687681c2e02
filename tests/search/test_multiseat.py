"""Searches for more than two teams against plain recursions in Python, and as searches of the engine."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest

import engine
from engine.core.contract import winners_of
from engine.core.score import EVAL_LIMIT, MATE
from engine.errors import OptionError
from engine.network.weights import write_weights
from engine.search.params import PLAIN

FFA = {"Teams": "ffa"}
#: Four small armies near each other.
SMALL = (
    "x5,4,yK,4,x5/x5,9,x5/x5,9,x5/x5,4,yP,4,x5/x5,9,x5/19/9,yN,9/19/19/bK,5,bP,2,rP,3,gN,5/18,gK/6,bN,12/19/19/x5,9,x5/x5,4,rP,4,x5/"
    "x5,9,x5/x5,4,rA,4,x5/x5,3,rK,5,x5 r 1111 - 0 40"
)
WIN_IN_ONE = "m3m12 c13s13 m17m1 q7q12 m12m10 s13s11 j14j13 q13l13 m10a10 g17g4 l13l1 a10s10".split()


class Plain:
    """The recursions, straight from the papers; no windows, no table, static evaluation at depth 0."""

    def __init__(self, position: engine.Position) -> None:
        game = self.game = position.game
        self.gen, self.make, self.adjudicate = map(game.kernel, ("gen_moves", "make_move", "adjudicate"))
        self.seats = game.kernel("evaluate_seats")
        self.memory, self.root = position.stack_copy(40), position.ply
        self.states = self.memory.view(game.spec.state)
        self.player = position.player

    def acting(self, row: int) -> int:
        return int(self.states[row]["player"])

    def moves(self, row: int) -> list[int]:
        found = np.zeros(self.game.spec.max_moves, np.int64)
        return [int(move) for move in found[: self.gen(self.memory, row, found)]]

    def scores(self, row: int) -> list[int]:
        out = np.zeros(8, np.int64)
        self.seats(self.memory, row, self.game.spec.weights, np.zeros(1, np.int64), out)
        return [int(score) for score in out[:4]]

    def maxn(self, row: int, depth: int) -> list[int]:
        code, ply = int(self.adjudicate(self.memory, row, self.root)), row - self.root
        if code and ply:
            winners = int(winners_of(code))
            lost = [min(score, -EVAL_LIMIT // 2) for score in self.scores(row)]
            return [0] * 4 if not winners else [MATE - ply if winners >> seat & 1 else lost[seat] for seat in range(4)]
        if depth == 0:
            return self.scores(row)
        seat, best = self.acting(row), None
        for move in self.moves(row):
            self.make(self.memory, row, move)
            child = self.maxn(row + 1, depth - 1)
            if best is None or child[seat] > best[seat]:
                best = child
        assert best is not None
        return best

    def value(self, row: int) -> int | None:
        """The value for the root's seat where the game is over, else None."""
        code, ply = int(self.adjudicate(self.memory, row, self.root)), row - self.root
        if not code or not ply:
            return None
        winners = int(winners_of(code))
        return 0 if not winners else MATE - ply if winners >> self.player & 1 else ply - MATE

    def paranoid(self, row: int, depth: int) -> int:
        over = self.value(row)
        if over is not None:
            return over
        if depth == 0:
            return self.scores(row)[self.player]
        values = []
        for move in self.moves(row):
            self.make(self.memory, row, move)
            values.append(self.paranoid(row + 1, depth - 1))
        return max(values) if self.acting(row) == self.player else min(values)

    def best_reply(self, row: int, depth: int) -> int:
        over = self.value(row)
        if over is not None:
            return over
        if depth == 0:
            return self.scores(row)[self.player]
        values = []
        mine, mover, first = self.acting(row) == self.player, row, self.acting(row)
        while True:
            for move in self.moves(mover):
                self.make(self.memory, mover, move)
                child = mover + 1
                if not mine and self.value(child) is None:
                    start = self.acting(child)
                    while self.acting(child) != self.player and not (child > mover + 1 and self.acting(child) == start):
                        self.make(self.memory, child, 0)
                        child += 1
                values.append(self.best_reply(child, depth - 1))
            if mine:
                return max(values)
            self.make(self.memory, mover, 0)
            mover += 1
            if self.acting(mover) in (self.player, first):
                return min(values)


@pytest.fixture(scope="module")
def game():
    return engine.load("siguo-xiangqi", FFA)


@pytest.fixture(scope="module")
def player(game):
    made = engine.Engine(game, hash_mb=2)
    made.warm_up()
    return made


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize(("name", "plain"), [("paranoid", "paranoid"), ("brs", "best_reply"), ("maxn", "maxn")])
def test_equal_to_the_plain_recursion(game, player, name, plain, depth):
    for line in ("", "j10i10 a10b10 j19k19 s9s10"):
        position = game.position(SMALL, line.split())
        wanted = getattr(Plain(position), plain)(position.ply, depth)
        player.configure(search=name)
        player.set_params({**PLAIN, "use_quiescence": 0, "futile_depth": 0, "lmr_depth": 0})
        player.new_game()
        player.set_position(position)
        found = player.go(engine.Limits(depth=depth))
        player.configure(search="")
        assert found.score == (wanted[position.player] if plain == "maxn" else wanted), position.text()
        assert found.best in position.legal_moves()


@pytest.mark.parametrize("name", ["paranoid", "brs", "maxn", "mcts"])
def test_takes_the_last_general(name):
    game = engine.load("siguo-xiangqi", FFA | {"CheckRule": "capture"})
    position = game.position("startpos", WIN_IN_ONE)
    player = engine.Engine(game, hash_mb=2)
    player.configure(search=name)
    player.set_position(position)
    result = player.go(engine.Limits(nodes=2000))
    assert position.format(result.best) == "m1j1"
    assert result.score == MATE - 1 if name != "mcts" else result.score > 1500


@pytest.mark.parametrize("name", ["paranoid", "brs", "maxn", "mcts"])
def test_lines_are_legal_and_the_search_repeats(game, player, name):
    player.configure(search=name, multipv=3)
    position = game.position("startpos", ["g3g10", "a9b10"])
    player.set_position(position)
    runs = []
    for _ in range(2):
        player.new_game()
        runs.append(player.go(engine.Limits(depth=2 if name == "maxn" else 4)))
    player.configure(search="", multipv=1)
    assert [(line.pv, line.score) for line in runs[0].lines] == [(line.pv, line.score) for line in runs[1].lines]
    lines = runs[0].lines
    assert len({line.pv[0] for line in lines}) == len(lines) == 3 and lines[0].pv[0] == runs[0].best
    assert [line.score for line in lines] == sorted((line.score for line in lines), reverse=True)
    for line in lines:
        walk = position.copy()
        for move in line.pv:
            walk.push(move)


def test_another_team_at_the_root_starts_afresh(game, player):
    """What is best against all others says nothing for the next seat."""
    position = game.position("startpos", ["g3g10"])
    fresh = engine.Engine(game, hash_mb=2)
    fresh.set_position(position)
    wanted = fresh.go(engine.Limits(nodes=4000))
    player.new_game()
    player.set_position(game.position())
    player.go(engine.Limits(nodes=4000))
    player.set_position(position)
    found = player.go(engine.Limits(nodes=4000))
    assert (found.best, found.score) == (wanted.best, wanted.score)


def test_the_default_fits_the_teams(game):
    assert engine.Engine(engine.load("siguo-xiangqi"), hash_mb=1).search_name == "alphabeta"
    player = engine.Engine(game, hash_mb=1)
    assert player.search_name == "paranoid"
    with pytest.raises(OptionError, match="more than two teams"):
        player.configure(search="alphabeta")
    assert player.search_name == "paranoid"


# --- tree search --------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def tree(game):
    made = engine.Engine(game, hash_mb=2)
    made.configure(search="mcts")
    made.set_position(game.position("startpos", ["g3g10"]))
    return made


def test_tree_search_keeps_its_limits(game, tree):
    assert tree.go(engine.Limits(nodes=500)).nodes == 500
    seen = []
    result = tree.go(engine.Limits(depth=4), seen.append)
    assert result.nodes == 4**4 and seen[-1].depth == result.depth == 4 and seen[-1].nodes == result.nodes
    only = tuple(int(move) for move in tree.position.legal_moves()[2:4])
    assert tree.go(engine.Limits(nodes=300, search_moves=only)).best in only
    assert tree.go(engine.Limits(nodes=300, exclude_moves=only)).best not in only
    begin = time.process_time()
    assert tree.go(engine.Limits(movetime_s=0.05)).best and time.process_time() - begin < 1


def test_a_full_tree_goes_on(tree):
    result = tree.go(engine.Limits(nodes=6000))
    assert result.nodes == 6000 and tree.hashfull() > 900


def test_tree_search_waits_for_stop_and_ponderhit(tree):
    for limits, free in (
        (engine.Limits(infinite=True, nodes=200), tree.stop),
        (engine.Limits(ponder=True, nodes=200), tree.ponderhit),
    ):
        done = []
        tree.prepare()
        thread = threading.Thread(target=lambda limits=limits, done=done: done.append(tree.go(limits)))
        thread.start()
        time.sleep(0.3)
        assert not done
        free()
        thread.join(10)
        assert done and done[0].best


def test_tree_search_of_two_teams():
    """Without scores of every seat the evaluation of the side to move serves both."""
    game = engine.load("siren-xiangqi")
    moves = (
        "m3h3 d14g14 n16n14 p14n14 j4j7 d6g6 m17m14 q7o7 f4f6 g14g15 g17g6 n14m14 l1j3 a6f6 g6s6 p10n10 f1f6 a14f14 n19n10 o7o6 "
        "g3g12 f14f13 n10s10 g12a12 c13c14 f16f13"
    ).split()
    player = engine.Engine(game, hash_mb=2)
    player.configure(search="mcts")
    position = game.position("startpos", moves)
    player.set_position(position)
    assert position.format(player.go(engine.Limits(nodes=1500)).best) == "a12a10"
    assert player.evaluate() == engine.Engine(game, hash_mb=1).evaluate(position)


@pytest.mark.parametrize("search", ["paranoid", "brs", "maxn", "mcts"])
def test_weights_of_a_file_are_used(search, tmp_path):
    """Searches for many seats evaluate with the weights that they are given; all zero leaves them nothing to choose by."""
    game = engine.load("siguo-xiangqi", FFA)
    path = tmp_path / "zero.txt"
    write_weights(path, game.spec.id, np.zeros_like(game.spec.weights))
    scores = []
    for file in ("", str(path)):
        player = engine.Engine(game, hash_mb=8, eval_file=file)
        player.configure(search=search)
        player.set_position(game.position(SMALL))
        scores.append(player.go(engine.Limits(nodes=300)).score)
    assert scores[0] != scores[1]
