"""Gomocup players at the table: what they are told, what their answers mean, and what becomes of bad ones."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import engine
from protocols.cli import main
from protocols.client import start_player
from protocols.client.clock import Clock, TimeControl
from protocols.client.gomocup import clock_lines, read_score
from protocols.client.player import MATE_CP, EngineError, Patience, PlayerSpec
from protocols.match.openings import Opening

SCRIPTED = Path(__file__).parent / "engines" / "scripted_gomocup.py"
MINUTE = TimeControl(base_s=60.0)
PATIENCE = Patience(start_s=30, ping_s=30, kill_s=0.3, stall_s=2.0)
BLACK, WHITE = "7,7 7,8 7,9 7,10 7,11", "8,7 8,8 8,9 8,10"


@pytest.fixture(scope="module")
def gomoku() -> engine.Game:
    return engine.load("gomoku")


def player(name: str, moves: str, *words: str, log: str = "", control: TimeControl = MINUTE, **more) -> PlayerSpec:
    command = (sys.executable, str(SCRIPTED), f"--moves={moves}", *words)
    return PlayerSpec(name, command, "gomocup", control=control, patience=PATIENCE, stderr_log=log, **more)


def told(log: str) -> list[str]:
    return Path(log).read_text().splitlines()


def test_what_the_players_are_told(gomoku, table, tmp_path):
    logs = str(tmp_path / "black"), str(tmp_path / "white")
    black = player("black", BLACK, log=logs[0], options={"Max_Memory": "367001600"}, init=("ABOUT",))
    record = table(gomoku, [black, player("white", WHITE, log=logs[1])])
    assert (record.reason, record.winners) == ("five", (0,)) and len(record.moves) == 9
    assert record.moves[:2] == ["h8", "i8"]
    assert (record.scores[0], record.depths[0], record.seldepths[0], record.nodes[0]) == (41, 7, 9, 1234)
    lines = told(logs[0])
    settings = ["INFO game_type 1", "INFO rule 0", "INFO max_memory 367001600"]
    assert lines[:5] == ["ABOUT", *settings, "START 15"]
    asked = [line for line in lines if line.split()[0] in ("BEGIN", "TURN", "BOARD")]
    assert asked == ["BEGIN", "TURN 8,7", "TURN 8,8", "TURN 8,9", "TURN 8,10"]
    assert "INFO timeout_match 60000" in lines and lines[-1] == "END"
    begin = lines.index("BEGIN")
    assert [line.split()[1] for line in lines[begin - 3 : begin]] == ["timeout_turn", "timeout_match", "time_left"]
    white = told(logs[1])
    first = white.index("BOARD")
    assert white[first : first + 3] == ["BOARD", "7,7,2", "DONE"] and "TURN 7,8" in white


def test_openings_and_other_rules(table, tmp_path):
    log = str(tmp_path / "log")
    game = engine.load("renju", {"opening": "none"})
    opening = Opening("15/15/15/15/15/15/6w8/7b7/15/15/15/15/15/15/15 b", ("i8", "a1"))
    record = table(game, [player("black", "99,99", log=log), player("white", WHITE)], opening=opening)
    assert (record.reason, record.winners) == ("illegal-move", (1,)) and "not on this board" in record.detail
    lines = told(log)
    start = lines.index("BOARD")
    assert lines[start : start + 6] == ["BOARD", "7,7,1", "6,6,2", "8,7,1", "0,14,2", "DONE"] and "INFO rule 4" in lines


def test_the_first_stone_of_an_opening_is_nobodys_choice(table, tmp_path):
    log = str(tmp_path / "log")
    record = table(engine.load("renju"), [player("black", "0,0", log=log), player("white", "8,8")])
    assert record.moves[:3] == ["h8", "i7", "a15"]
    assert "BEGIN" not in told(log) and "8,8,2" in told(log)


@pytest.mark.parametrize(
    "fault, reason, detail",
    [
        ("crash", "crash", "exit status 3"),
        ("error", "protocol", "refuses the game"),
        ("close", "disconnect", ""),
        ("unknown", "stall", ""),
        ("stall", "stall", ""),
        ("empty-line", "five", ""),
        ("suggest", "five", ""),
    ],
)
def test_bad_engines(gomoku, table, fault, reason, detail):
    control = TimeControl(base_s=1.0) if reason == "stall" else MINUTE
    record = table(gomoku, [player("black", BLACK), player("white", WHITE, "--fault", fault, "--at", "1", control=control)])
    assert record.reason == reason and detail in record.detail and record.winners == (0,)


@pytest.mark.parametrize("fault, kind", [("no-handshake", "stall"), ("refuses", "start")])
def test_engines_that_do_not_start(gomoku, fault, kind):
    spec = replace(player("white", WHITE, "--fault", fault), patience=Patience(start_s=2.0, kill_s=0.3))
    with pytest.raises(EngineError) as caught:
        start_player(spec, gomoku)
    assert caught.value.kind == kind


def test_a_late_answer_loses_on_time(gomoku, table):
    late = player("white", WHITE, "--fault", "late", "--at", "0", control=TimeControl(base_s=0.3))
    record = table(gomoku, [player("black", BLACK), late])
    assert record.reason == "time-forfeit" and record.winners == (0,)


@pytest.mark.parametrize(
    "answer, reason",
    [("7,7", "illegal-move"), ("-1,-1", "illegal-move"), ("15,3", "illegal-move"), ("h8", "stall"), ("hello", "stall")],
)
def test_illegal_answers(gomoku, table, answer, reason):
    control = TimeControl(base_s=1.0)
    record = table(gomoku, [player("black", BLACK), player("white", answer, control=control)])
    assert record.reason == reason and record.winners == (0,)


@pytest.mark.parametrize("last, reason, winner", [("7,7", "claim", 1), ("1,1", "illegal-move", 0)])
def test_claims(table, last, reason, winner):
    """A forbidden stone is pointed out; a claim without one is an illegal move."""
    game = engine.load("renju-seed", {"opening": "none"})
    white = player("white", "0,0 14,0 0,14 14,14 CLAIM")
    record = table(game, [player("black", f"6,7 8,7 7,6 7,8 {last}"), white])
    assert (record.reason, record.winners) == (reason, (winner,))


def test_clocks():
    def lines(**control) -> list[str]:
        return clock_lines(Clock(TimeControl(**control)))

    assert lines(base_s=60.0) == ["INFO timeout_turn 60000", "INFO timeout_match 60000", "INFO time_left 60000"]
    assert lines(movetime_s=0.5)[0] == "INFO timeout_turn 500" and lines(movetime_s=0.5)[2] == "INFO time_left 2147483647"
    assert lines(nodes=100)[0] == "INFO timeout_turn 2147483647" and lines(nodes=100)[-1] == "INFO max_node 100"
    assert lines(depth=3, base_s=1.0, increment_s=0.1)[3:] == ["INFO time_increment 100", "INFO max_depth 3"]


@pytest.mark.parametrize(
    "text, score",
    [("ev 41", 41), ("ev -7", -7), ("ev +M5", MATE_CP - 5), ("Eval -M4", 4 - MATE_CP), ("Eval 3 |", 3), ("pv 3", None)],
)
def test_scores(text, score):
    assert read_score(f"MESSAGE depth 3-4 {text} n 10") == score


def test_our_engine_plays_itself(tmp_path, monkeypatch, capsys):
    """``qiji match``: our process against our engine without one, without a fault."""
    monkeypatch.chdir(tmp_path)
    for game in ("gomoku-caro", "renju"):
        words = ["-engine", "cmd=qiji", "name=a", "proto=gomocup", "-engine", "proto=inprocess", "name=b", "-each", "nodes=200"]
        assert main(["match", "--game", game, *words, "-rounds", "1", "-games", "2", "-jsonout", f"{game}.jsonl"]) == 0
        games = [json.loads(line) for line in Path(f"{game}.jsonl").read_text().splitlines()]
        assert len(games) == 2 and all(one["reason"] in ("five", "full") for one in games), games
    capsys.readouterr()
