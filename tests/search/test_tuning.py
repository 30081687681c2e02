"""The measuring programs ``bench spsa`` and ``bench ablation``: games, journals, the rule of motion."""

from __future__ import annotations

import json

import pytest

import engine
from bench import ablation, selfmatch, spsa
from bench.journal import Journal
from bench.selfmatch import Job, Outcome, Workers
from engine.search.params import PARAMETERS, defaults_of
from protocols.match.elo import from_pairs

NAMES = ("lmr_base", "razor_base", "futile_slope")
PLAN = spsa.Plan("chess", 100, 800, 1, 7, NAMES)


class Scripted:
    """A side that plays the moves of a list and claims the scores of another."""

    def __init__(self, moves, scores):
        self.script, self.scores = moves, scores

    def new_game(self):
        self.left, self.claims = list(self.script), list(self.scores)

    def choose(self, position):
        return position.parse(self.left.pop(0)), self.claims.pop(0)


# --- games --------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def chess():
    return engine.load("chess")


def test_a_mate_counts_for_the_side_that_gives_it(chess):
    """The fool's mate: whoever is the second side from the start position wins."""
    white, black = Scripted(["f2f3", "g2g4"], [0, 0]), Scripted(["e7e5", "d8h4"], [0, 0])
    assert selfmatch.play(chess, [], white, black) == Outcome(0.0, 4)
    assert selfmatch.play(chess, ["f2f3"], Scripted(["e7e5", "d8h4"], [0, 0]), Scripted(["g2g4"], [0])) == Outcome(1.0, 4)


@pytest.mark.parametrize(("claims", "points"), [((900, -900), 1.0), ((-900, 900), 0.0)])
def test_a_game_is_decided_when_both_sides_agree(chess, claims, points):
    shuffle = ["g1f3", "f3g1", "g1f3"], ["g8f6", "f6g8", "g8f6"]
    first, second = (Scripted(moves, [claim] * 3) for moves, claim in zip(shuffle, claims, strict=True))
    assert selfmatch.play(chess, [], first, second) == Outcome(points, selfmatch.WIN_PLIES)


def test_sides_that_both_see_themselves_winning_play_on(chess):
    first, second = Scripted(["f2f3", "g2g4"], [900, 900]), Scripted(["e7e5", "d8h4"], [900, 900])
    assert selfmatch.play(chess, [], first, second) == Outcome(0.0, 4)


def test_equal_settings_share_each_pair():
    """With fixed nodes and empty memories both games of a pair are the same game, also in other processes."""
    jobs = [Job(number, {}, defaults_of(engine.load("chess").spec.search_params)) for number in range(2)]
    with Workers("chess", 60, 1) as here:
        assert list(here.results(jobs)) == [2, 2]


def test_processes_do_not_change_a_result():
    jobs = [Job(number, {}, {"see_depth": -1, "lmr_depth": 0, "use_quiescence": 0}) for number in range(4)]
    with Workers("chess", 60, 1) as here, Workers("chess", 60, 2) as there:
        expected = list(here.results(jobs))
        assert list(there.results(jobs)) == expected
    assert sum(expected) > 8, "a search without quiescence must not win"


@pytest.mark.parametrize("game_id", ["draughts", "chess"])
def test_a_game_has_its_own_numbers(game_id):
    """The drivers, and the point where a tuning begins, take what the game's specification changes."""
    game = engine.load(game_id)
    known = {p.name: p for p in PARAMETERS}
    own = game.spec.search_params
    assert bool(own) == (game_id == "draughts")
    assert all(known[name].low <= value <= known[name].high for name, value in (own | game.spec.analysis_params).items())
    params = engine.Engine(game)._search.params
    assert {name: int(params[name][0]) for name in known} == {name: p.default for name, p in known.items()} | own
    if own:
        assert spsa.Spsa(spsa.Plan(game_id, 100, 8, 1, 7, tuple(own))).point == own


# --- journal ------------------------------------------------------------------------------------------------------------


def test_a_cut_line_is_dropped_and_the_rest_kept(tmp_path):
    path = tmp_path / "j.jsonl"
    Journal(path, {"a": 1}).add({"x": 1})
    with path.open("a") as file:
        file.write('{"x": 2')
    journal = Journal(path, {"a": 1})
    assert journal.lines == [{"x": 1}]
    journal.add({"x": 3})
    assert Journal(path, {"a": 1}).lines == [{"x": 1}, {"x": 3}]


def test_another_measurement_is_refused(tmp_path):
    path = tmp_path / "j.jsonl"
    Journal(path, {"game": "chess", "nodes": 5})
    with pytest.raises(ValueError, match="differs in nodes"):
        Journal(path, {"game": "chess", "nodes": 6})
    path.write_text("nonsense\n")
    with pytest.raises(ValueError, match="line 1 is not JSON"):
        Journal(path, {"game": "chess", "nodes": 6})


# --- SPSA ---------------------------------------------------------------------------------------------------------------

OPTIMUM = {"lmr_base": 150, "razor_base": 100, "futile_slope": 75}


class Judge:
    """Stands in for ``Workers``: the point nearer to OPTIMUM wins both games of a pair."""

    def __init__(self, *_):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def results(self, jobs):
        spans = {p.name: p.high - p.low for p in PARAMETERS}

        def miss(params):
            return sum(((params[name] - best) / spans[name]) ** 2 for name, best in OPTIMUM.items())

        return [4 if miss(job.one) < miss(job.other) else 0 for job in jobs]


@pytest.fixture
def judged(monkeypatch):
    monkeypatch.setattr(spsa, "Workers", Judge)


def test_spsa_finds_the_best_point(judged, tmp_path):
    tuner = spsa.run(spsa.Plan("chess", 100, 20_000, 1, 7, NAMES), tmp_path / "t.jsonl", 1, report=False)
    spans = {p.name: p.high - p.low for p in PARAMETERS}
    for name, best in OPTIMUM.items():
        assert abs(tuner.point[name] - best) < 0.12 * spans[name], (name, tuner.point)


def test_a_killed_run_goes_on_with_the_same_trajectory(judged, tmp_path):
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    expected = spsa.run(PLAN, whole, 1, report=False).point
    lines = whole.read_text().splitlines(keepends=True)
    assert len(lines) == 1 + PLAN.iterations
    cut.write_text("".join(lines[:100]) + lines[100][:20])
    assert spsa.run(PLAN, cut, 2, report=False).point == expected
    assert cut.read_text() == whole.read_text()
    assert json.loads(lines[-1])["point"] == {name: round(value, 3) for name, value in expected.items()}


def test_points_stay_in_range_and_shifts_oppose(tmp_path):
    tuner = spsa.Spsa(PLAN)
    for iteration in range(PLAN.iterations):
        (job,) = tuner.jobs(iteration, 200)
        for p in tuner.parameters:
            assert p.low <= job.one[p.name] <= p.high and p.low <= job.other[p.name] <= p.high
            assert job.one[p.name] != job.other[p.name]
        tuner.move(iteration, [4])
    other = spsa.Spsa(spsa.Plan("chess", 100, 800, 1, 8, NAMES))
    assert other.jobs(0, 200) != spsa.Spsa(PLAN).jobs(0, 200), "another seed must draw other signs"


def test_bad_words_are_told_in_one_line(tmp_path):
    with pytest.raises(ValueError, match="no parameter 'lmr_bose'"):
        spsa.tunable("lmr_bose")
    with pytest.raises(ValueError, match="no part 'razors'"):
        ablation.parts_named("razors")
    assert all(p.high - p.low > 1 for p in spsa.tunable())


# --- ablation -----------------------------------------------------------------------------------------------------------


def test_every_part_changes_a_parameter_from_its_default():
    defaults = {p.name: p.default for p in PARAMETERS}
    for part, changes in ablation.PARTS.items():
        assert changes and all(defaults[name] != value for name, value in changes.items()), part


def test_ablation_resumes_and_reports(tmp_path):
    path = tmp_path / "a.jsonl"
    parts = ["quiescence", "late move reductions"]
    whole = ablation.run("chess", 60, 4, parts, path, 1)
    lines = path.read_text().splitlines(keepends=True)
    assert len(lines) == 1 + 2 * 2
    path.write_text("".join(lines[:3]) + lines[3][:9])
    again = ablation.run("chess", 60, 4, parts, path, 1)
    assert ablation.scores(again) == ablation.scores(whole)
    assert path.read_text() == "".join(lines)
    points = ablation.scores(whole)["quiescence"]
    counts = [list(points.values()).count(k) for k in range(5)]
    text = ablation.table(whole, 200)
    assert f"| quiescence | {from_pairs(counts).elo:+.0f} |" in text and "4 of 200: unfinished" in text
    assert "| razoring | not measured | | 0 |" in text


def test_analysis_prunes_by_numbers_of_its_own(chess):
    """Fixed depth: analysis is the search with the game's ``analysis_params``, and play is again what it was before."""
    player = engine.Engine(chess, hash_mb=4)
    position = chess.position("r1bq1rk1/pp2bppp/2n2n2/2pp4/3P4/2N1PN2/PPQ1BPPP/R1B2RK1 w - - 0 9")

    def nodes():
        player.new_game()
        player.set_position(position)
        return player.go(engine.Limits(depth=9)).nodes

    play = nodes()
    player.configure(analyse_mode=True)
    analysis = nodes()
    player.configure(analyse_mode=False)
    again = nodes()
    player.set_params(chess.spec.analysis_params)
    assert again == play != analysis == nodes()


# --- selfmatch as a program -----------------------------------------------------------------------------------------------


def test_a_match_of_two_settings(capsys):
    assert selfmatch.main(["chess", "--one", "use_quiescence=0", "--nodes", "300", "--games", "6"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("6 games, pairs [") and "Elo" in out


@pytest.mark.parametrize("words", ["nosuch=1", "lmr_base", "lmr_base=x", "lmr_base=100000"])
def test_settings_that_are_none(words, capsys):
    assert selfmatch.main(["chess", "--one", words]) == 2
    assert words in capsys.readouterr().err
