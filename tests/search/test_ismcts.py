"""The search over information sets: same input, same result; it uses what it knows and nothing else."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.games.luzhanqi.state import KIND, STATE
from engine.ismcts.driver import PARAMETERS, IsMcts
from engine.views import seat_view

#: Red's engineer clears the mine on a11 or takes nothing; black's flag on b12 is known and in reach of d12's guard only.
FLAG_IN_REACH = "1l3/1C3/5/2x2/5/5/5/5/5/5/K3J/1L1G1 w 0 b12 3 60"
THREAT = "1x1x1/x4/5/2x2/5/5/5/5/1x3/5/D3J/1L1G1 w 0 - 3 60"


def search(text, game_id="luzhanqi", nodes=600, **settings):
    game = engine.load(game_id)
    player = engine.Engine(game)
    player.configure(**settings)
    player.set_position(game.position(text))
    return game.position(text), player.go(engine.Limits(nodes=nodes))


def test_takes_a_flag_in_reach():
    position, result = search(FLAG_IN_REACH)
    assert position.format(result.best) == "b11b12" and result.score > 500
    assert result.lines[0].pv == (result.best,) and result.ponder == 0


def test_equal_searches_are_equal():
    (_, one), (_, two) = search(THREAT), search(THREAT)
    assert (one.best, one.score, one.nodes) == (two.best, two.score, two.nodes)


def test_several_lines_and_root_moves():
    position, result = search(THREAT, multipv=3)
    assert [line.multipv for line in result.lines] == [1, 2, 3] and len({line.pv for line in result.lines}) == 3
    player = engine.Engine(position.game)
    player.set_position(position)
    some = tuple(position.legal_moves().tolist()[:2])
    assert player.go(engine.Limits(nodes=200, search_moves=some)).best in some
    assert player.go(engine.Limits(nodes=200, exclude_moves=some)).best not in some


def test_same_view_of_different_truths_same_answer():
    """Black's general and division have changed places, which red cannot know yet."""
    game = engine.load("luzhanqi")
    answers = []
    for black in ("@hgdcabfieihgfeickdghkjjlj", "@hgdcaibfeihgfeickdghkjjlj"):
        truth = game.position("startpos", ["@abccddeeffggghhhiiijjkklj", black, "b6b5", "b7b8"])
        view = seat_view(truth, 0)
        player = engine.Engine(game)
        player.set_position(view)
        result = player.go(engine.Limits(nodes=300))
        answers.append((view.text(), result.best, result.score))
    assert answers[0] == answers[1]


def test_a_truth_is_searched_as_it_is():
    game = engine.load("luzhanqi")
    text = "1l1j1/1C3/5/2a2/5/5/5/5/5/5/K3J/1L1G1 w * - 3 60"
    player = engine.Engine(game)
    player.set_position(game.position(text))
    before = player.position.memory.copy()
    result = player.go(engine.Limits(nodes=300))
    assert game.position(text).format(result.best) == "b11b12"
    assert np.array_equal(before, player.position.memory)


def test_placements_come_from_the_book_and_differ():
    game = engine.load("siguo-junqi")
    player = engine.Engine(game)
    seen = set()
    for _ in range(12):
        player.set_position(game.position())
        text = game.position().format(player.go(engine.Limits(movetime_s=5.0)).best)
        assert text.startswith("@") and len(text) == 26
        game.position("startpos", [text])
        seen.add(text)
    assert len(seen) > 3


def test_parameters_have_names():
    player = engine.Engine(engine.load("luzhanqi"))
    player.set_params({"playout": 3})
    with pytest.raises(KeyError):
        player.set_params({"nonsense": 3})
    assert set(PARAMETERS) == {"playout", "score_scale", "exploration", "greedy", "losing", "winning"}
    with pytest.raises(engine.OptionError):
        player.configure(search="alphabeta")


def test_only_for_hidden_pieces():
    with pytest.raises(engine.OptionError):
        IsMcts(engine.load("fangqi"))


def test_stop_ends_an_endless_search():
    import threading

    game = engine.load("luzhanqi")
    player = engine.Engine(game)
    player.set_position(game.position(THREAT))
    player.warm_up()
    player.prepare()
    threading.Timer(0.2, player.stop).start()
    assert player.go(engine.Limits(infinite=True)).best


def test_the_present_row_is_the_only_one_rewritten():
    """``determinize`` with memory for its chain leaves all rows but the present one alone."""
    game = engine.load("luzhanqi")
    truth = game.position("startpos", ["@abccddeeffggghhhiiijjkklj", "@hgdcabfieihgfeickdghkjjlj", "a6a7", "c7c6"])
    view = seat_view(truth, 0)
    memory, chain = view.memory.copy(), np.zeros(4096, np.int64)
    kernel = game.kernel("determinize")
    samples = set()
    for _ in range(20):
        kernel(memory, view.ply, 0, chain)
        states = memory.view(STATE)
        assert np.array_equal(states[: view.ply], view.memory.view(STATE)[: view.ply])
        samples.add(tuple((states[view.ply]["piece"] & KIND).tolist()))
    assert len(samples) > 10
