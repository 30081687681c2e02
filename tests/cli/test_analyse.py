"""``qiji analyse``: limits, MultiPV, the table for people, JSON for programs, suites, and ``qiji bench``."""

from __future__ import annotations

import json
import re
import time

import pytest

from protocols.analysis.records import KEYS
from protocols.cli.words import score_text, score_words, short

SMOTHERED = "6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1"
BACK_RANK = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"


def records(done):
    assert done.status == 0, done.err
    found = [json.loads(line) for line in done.lines]
    assert all(list(record) == KEYS for record in found)
    return found


def test_json_of_both_games(qiji):
    for game, best in (("chess", "san"), ("xiangqi", "chinese")):
        found = records(qiji("analyse", game, "--depth", "5", "--json"))
        last = found[-1]
        assert [record["final"] for record in found] == [False] * (len(found) - 1) + [True]
        assert last["game"] == game and last["depth"] == 5 and last["multipv"] == 1 and last["nodes"] > 5
        assert [record["depth"] for record in found[:-1]] == sorted(record["depth"] for record in found[:-1])
        assert last["best"] == last["pv"][0] and len(last["pv"]) == len(last["line"])
        assert sum(last["wdl"]) == 1000 and last["mate"] is None and last["solved"] is None and last["result"] == "ongoing"
        wire = qiji("position", game, "--moves", *last["pv"])
        named = qiji("position", game, "--moves", *last["line"])
        assert wire.status == named.status == 0 and wire.out == named.out, best


def test_multipv_lines_differ_and_come_best_first(qiji):
    found = [r for r in records(qiji("analyse", "chess", "--depth", "5", "--multipv", "3", "--json")) if r["final"]]
    assert [record["multipv"] for record in found] == [1, 2, 3]
    assert len({record["best"] for record in found}) == 3
    assert [record["score"] for record in found] == sorted((record["score"] for record in found), reverse=True)


def test_a_mate(qiji):
    last = records(qiji("analyse", "chess", "--position", BACK_RANK, "--depth", "4", "--json"))[-1]
    assert (last["best"], last["mate"], last["line"]) == ("a1a8", 1, ["Ra8#"]) and last["wdl"] == [1000, 0, 0]
    lost = records(qiji("analyse", "chess", "--position", "6k1/5ppp/8/8/8/8/7r/K5r1 w - - 0 1", "--json"))[-1]
    assert lost["best"] is None and lost["pv"] == [] and lost["result"] == "win black checkmate" and lost["final"]
    table = qiji("analyse", "chess", "--position", SMOTHERED, "--depth", "4")
    assert "white mates in 1" in table.out and "Nf7#" in table.out and "#1" in table.out


def test_a_position_without_moves(qiji):
    done = qiji("analyse", "chess", "--moves", "f3", "e5", "g4", "Qh4", "--depth", "3")
    assert done.status == 0 and done.lines[-2] == "no legal move: win black checkmate"


def test_the_table(qiji):
    done = qiji("analyse", "chess", "--depth", "4", "--moves", "e4")
    lines = done.lines
    assert "to move: black" in lines and lines[1].startswith(" 8 │")
    head = next(number for number, line in enumerate(lines) if "win/draw/loss" in line)
    rows = [line.split() for line in lines[head + 1 : lines.index("", head)]]
    assert [row[0].split("/")[0] for row in rows][-1] == "4" and all(len(row) >= 7 for row in rows)
    assert lines[-2].startswith("1. ") and "for black, depth 4: " in lines[-2]


def test_notations(qiji):
    last = records(qiji("analyse", "xiangqi", "--depth", "3", "--notation", "wxf", "--moves", "C2=5", "--json"))[-1]
    assert re.fullmatch(r"[KAEHRCP][1-9][=+-][1-9]", last["line"][0]) and last["line"] != last["pv"]
    last = records(qiji("analyse", "xiangqi", "--depth", "3", "--notation", "wire", "--json"))[-1]
    assert last["line"] == last["pv"]


def test_limits(qiji):
    begin = time.monotonic()
    last = records(qiji("analyse", "chess", "--time", "0.3", "--json"))[-1]
    assert 0.1 < last["time_s"] < 3.0 and time.monotonic() - begin < 60
    assert records(qiji("analyse", "chess", "--nodes", "5000", "--json"))[-1]["nodes"] <= 6000
    assert records(qiji("analyse", "chess", "--nodes", "5000", "--depth", "2", "--json"))[-1]["depth"] == 2


def test_the_same_search_gives_the_same_lines(qiji):
    words = ["analyse", "xiangqi", "--depth", "5", "--json"]
    first, second = records(qiji(*words)), records(qiji(*words))
    for record in first + second:
        del record["nps"], record["time_s"]
    assert first == second


def test_words_for_scores():
    from engine.core.score import MATE, RULE_WIN, TABLE_WIN

    assert [score_text(score) for score in (0, 7, -123, 1999)] == ["+0.00", "+0.07", "-1.23", "+19.99"]
    assert (score_text(20_000), score_text(-20_000)) == ("+win", "-loss")
    assert [score_text(MATE - plies) for plies in (1, 2, 3, 9)] == ["#1", "#1", "#2", "#5"]
    assert [score_text(-MATE + plies) for plies in (0, 2, 4)] == ["#-0", "#-1", "#-2"]
    assert [score_text(score) for score in (TABLE_WIN, RULE_WIN - 3, -TABLE_WIN, -RULE_WIN)] == ["+win", "+win", "-loss", "-loss"]
    assert score_words(MATE - 5, "red") == "red mates in 3" and score_words(-MATE + 4, "red") == "red is mated in 2"
    assert score_words(-50, "black") == "-0.50 for black" and score_words(TABLE_WIN, "red") == "red wins by rule or table"


def test_short_counts():
    pairs = {
        0: "0",
        999: "999",
        1000: "1.00k",
        12345: "12.3k",
        99951: "100k",
        999_949: "1000k",
        1_234_567: "1.23M",
        10**10: "10.0G",
    }
    assert {number: short(number) for number in pairs} == pairs


# --- bench and warmup ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["chess", "xiangqi"])
def test_bench_is_deterministic(qiji, game):
    totals = []
    for _ in range(2):
        done = qiji("bench", game, "--depth", "4")
        number, nodes, speed, nps = done.lines[-1].split()
        assert done.status == 0 and (nodes, nps) == ("nodes", "nps") and int(speed) > 0
        totals.append(int(number))
    assert totals[0] == totals[1] > 1000


def test_bench_evaluates_as_it_is_told(qiji):
    plain, named, other = (
        qiji("bench", "chess", "--depth", "4", *more).lines[-1].split()[0]
        for more in ((), ("--eval-file", ""), ("--eval-file", "hand-made"))
    )
    assert plain == named != other
    refused = qiji("bench", "chess", "--depth", "4", "--eval-file", "nowhere.qnet")
    assert refused.status == 2 and "nowhere.qnet" in refused.err


def test_bench_of_all_games_adds_up(qiji):
    games = [json.loads(line)["id"] for line in qiji("games", "--json").lines]
    single = sum(int(qiji("bench", game, "--depth", "2").lines[-1].split()[0]) for game in games)
    assert int(qiji("bench", "--depth", "2").lines[-1].split()[0]) == single


def test_warmup(qiji):
    done = qiji("warmup", "chess")
    assert done.status == 0 and done.lines[-1].startswith("cache: ") and done.lines[-2].startswith("ready in ")
    assert "Chess: " in done.lines[0] and done.lines[-3].endswith(" ready")


def test_warmup_of_several_games(qiji):
    """The first game alone, the others beside each other, and each once."""
    done = qiji("warmup", "chess", "xiangqi", "checkers", "russian", "xiangqi", "--jobs", "2")
    assert done.status == 0 and done.lines[-2].endswith(" s: chess, xiangqi, checkers, russian")
    assert sorted(line for line in done.lines if line.endswith(": ready")) == [
        "English draughts: ready", "Russian draughts: ready", "Xiangqi: ready",
    ]  # fmt: skip
