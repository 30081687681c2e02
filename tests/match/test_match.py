"""Whole matches through the command: what they write, how they go on, what they refuse."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time

import chess
import chess.pgn
import pytest

from protocols.match.journal import Journal, JournalError
from tests.match.conftest import engine_words, journal_entries

ROOT = __file__.rsplit("/tests/", 1)[0]
TWO = [*engine_words("alpha"), *engine_words("beta", "--score", "-30"), "-each", "tc=60+1"]


# --- outputs ------------------------------------------------------------------------------------------------------------


def test_pgn_reads_back_with_everything_in_it(match, tmp_path):
    (tmp_path / "o.epd").write_text("startpos moves e2e4 e7e5 g1f3\n")
    status, lines, _ = match(
        *TWO,
        "-rounds",
        "2",
        "-maxmoves",
        "8",
        "-pgnout",
        "file=g.pgn",
        "nodes=true",
        "-event",
        'A "quoted" event',
        "-openings",
        "file=o.epd",
    )
    assert status == 0 and lines[-1] == "Finished match: 4 games"
    text = (tmp_path / "g.pgn").read_text()
    stream, games = io.StringIO(text), []
    while (game := chess.pgn.read_game(stream)) is not None:
        games.append(game)
    assert len(games) == 4 and not any(game.errors for game in games)
    first = games[0].headers
    assert (first["White"], first["Black"], first["Result"]) == ("alpha", "beta", "1/2-1/2")
    assert (games[1].headers["White"], first["TimeControl"], first["Termination"]) == ("beta", "60+1", "adjudication")
    assert first["Event"].replace("\\", "") == 'A "quoted" event' or "quoted" in first["Event"]
    moves = list(games[0].mainline())
    assert len(moves) == 16 and [node.comment for node in moves[:3]] == ["book"] * 3
    assert moves[4].comment.startswith("+0.10/5 ") and "n=100" in moves[4].comment and 59 < moves[4].clock() <= 61
    assert moves[3].comment.startswith("-0.30/5 ") and moves[-1].comment.endswith("move-limit")


def test_pgn_of_positions_and_chess960(match, tmp_path):
    fen = "nqbnrkrb/pppppppp/8/8/8/8/PPPPPPPP/NQBNRKRB w GEge - 0 1"
    (tmp_path / "o.epd").write_text(fen + "\n")
    words = ["--moves", "f1g1 f8g8"]
    players = [*engine_words("a", *words), *engine_words("b", *words), "-each", "tc=60"]
    status, _, errors = match(
        *players, "-variant", "fischerandom", "-openings", "file=o.epd", "-maxmoves", "1", "-pgnout", "g.pgn"
    )
    assert status == 0 and "a has no option UCI_Chess960" in errors
    game = chess.pgn.read_game(io.StringIO((tmp_path / "g.pgn").read_text()))
    assert game is not None and not game.errors and game.board().chess960 and game.headers["SetUp"] == "1"
    assert [node.san() for node in game.mainline()] == ["O-O", "O-O"]


def test_what_stood_in_the_pgn_before_stays(match, tmp_path):
    (tmp_path / "g.pgn").write_text('[Event "old"]\n\n1. d4 *\n\n')
    words = [*TWO, "-maxmoves", "2", "-pgnout", "g.pgn", "-rounds"]
    match(*words, "1")
    match(*words, "2")
    events = [line for line in (tmp_path / "g.pgn").read_text().splitlines() if line.startswith("[Event")]
    assert events == ['[Event "old"]', *['[Event "Qiji match"]'] * 4]
    (tmp_path / "h.pgn").write_text('[Event "precious"]\n\n1. c4 *\n\n')
    for _ in range(2):
        match(*words, "2", "-pgnout", "h.pgn")
        text = (tmp_path / "h.pgn").read_text()
        assert text.count("precious") == 1 and text.count("[Event ") == 5


def test_xiangqi_game_file_reads_back(match, tmp_path, xiangqi):
    from engine.games.xiangqi.pgn import read_records

    players = [*engine_words("甲", protocol="ucci"), *engine_words("乙", protocol="ucci"), "-each", "tc=60"]
    status, _, _ = match("--game", "xiangqi", *players, "-maxmoves", "9", "-pgnout", "g.pgn", "-journal", "j.jsonl")
    assert status == 0
    records = list(read_records((tmp_path / "g.pgn").read_text(), xiangqi))
    games = journal_entries(tmp_path / "j.jsonl")
    assert [record.main_line() for record in records] == [game["moves"].split() for game in games]
    assert records[0].tags["Red"] == "甲" and records[1].tags["Red"] == "乙" and records[0].result == "1/2-1/2"
    assert records[0].root.children[0].comment.startswith("+0.10/5 ")


def test_json_lines_name_the_players(match, tmp_path):
    match(*TWO, "-maxmoves", "3", "-jsonout", "g.jsonl")
    games = [json.loads(line) for line in (tmp_path / "g.jsonl").read_text().splitlines()]
    assert [game["seats"] for game in games] == [["alpha", "beta"], ["beta", "alpha"]]
    one = games[0]
    count = one["plies"]
    assert all(len(one[key]) == count for key in ("scores", "depths", "nodes", "times_s", "clocks_s", "movers"))
    assert one["scores"][:2] == [10, -30] and one["moves"].split()[0] == "e2e4" and one["movers"] == "010101"


def test_quiet_output(match):
    _, lines, _ = match(*TWO, "-maxmoves", "2", "-rounds", "2", "-ratinginterval", "2")
    assert lines[0].startswith("4 games, journal match-")
    assert lines[1] == "Finished game 1 (alpha vs beta): 1/2-1/2 {move-limit: 4 plies}"
    assert sum(line.startswith("Results of alpha vs beta (60+1, start position)") for line in lines) == 2
    assert "Games: 4, Wins: 0, Losses: 0, Draws: 4, Points: 2.0 (50.00 %)" in lines
    assert "Ptnml(0-2): [0, 0, 2, 0, 0], WL/DD Ratio: 0.00" in lines


def test_bad_lines_are_counted(match):
    words = [*engine_words("a", "--pv", "e2e4 e7e5 e1e3"), *engine_words("b", "--pv", "d7d5"), "-each", "tc=60", "-maxmoves", "1"]
    _, lines, _ = match(*words, "-check-pv", "-games", "1")
    warnings = [line for line in lines if line.startswith("Warning")]
    assert len(warnings) == 2 and "ply 1: move 3 of the line" in warnings[0] and "begins with d7d5" in warnings[1]


def test_conversation_log(match, tmp_path):
    match(*TWO, "-maxmoves", "1", "-games", "1", "-log", "talk.log")
    lines = (tmp_path / "talk.log").read_text().splitlines()
    assert "alpha > uci" in lines and "beta < bestmove e7e5" in lines


def test_more_players_and_a_sequential_test(match):
    three = [*engine_words("a"), *engine_words("b"), *engine_words("c", "--fault", "illegal")]
    _, lines, _ = match(*three, "-each", "tc=60", "-rounds", "1", "-maxmoves", "2", "-ratinginterval", "0")
    table = [line.split() for line in lines if line[:4].strip().isdigit()]
    assert [row[1] for row in table] == ["a", "b", "c"] and table[2][6:8] == ["0.00", "%"] and table[0][6:8] == ["75.00", "%"]
    two = [*engine_words("a"), *engine_words("b", "--fault", "illegal"), "-each", "tc=60", "-rounds", "500"]
    status, lines, _ = match(*two, "-sprt", "elo0=0", "elo1=50", "alpha=0.2", "beta=0.2", "-ratinginterval", "0")
    assert status == 0 and lines[-1].startswith("SPRT ended after ") and lines[-1].endswith("H1 accepted")
    games = int(lines[-1].split()[3])
    assert 2 <= games < 200
    _, again, _ = match(*two, "-sprt", "elo0=0", "elo1=50", "alpha=0.2", "beta=0.2", "-ratinginterval", "0")
    assert again[-1] == lines[-1]


# --- going on -----------------------------------------------------------------------------------------------------------


def test_longer_match_goes_on_from_a_shorter_one(match, tmp_path):
    words = [*TWO, "-maxmoves", "2", "-journal", "j.jsonl", "-rounds"]
    match(*words, "1")
    before = (tmp_path / "j.jsonl").read_text()
    _, lines, _ = match(*words, "3")
    assert lines[0] == "Going on with j.jsonl: 2 of 6 games are finished"
    assert (tmp_path / "j.jsonl").read_text().startswith(before)
    assert sorted(game["number"] for game in journal_entries(tmp_path / "j.jsonl")) == list(range(6))


def test_another_match_does_not_touch_the_journal(match):
    match(*TWO, "-maxmoves", "2", "-journal", "j.jsonl")
    status, _, errors = match(*TWO, "-maxmoves", "3", "-journal", "j.jsonl")
    assert status == 2 and errors.count("\n") == 1
    assert "j.jsonl belongs to another match; it differs in rules.max_moves (2 there, 3 now)" in errors


def test_torn_line_is_dropped_and_its_game_played_again(match, tmp_path):
    words = [*TWO, "-maxmoves", "2", "-journal", "j.jsonl", "-rounds", "2", "-pgnout", "g.pgn"]
    match(*words)
    path = tmp_path / "j.jsonl"
    whole = path.read_bytes()
    path.write_bytes(whole[:-40])
    (tmp_path / "g.pgn").write_text("torn")
    match(*words)
    games = journal_entries(path)
    assert sorted(game["number"] for game in games) == [0, 1, 2, 3]
    assert (tmp_path / "g.pgn").read_text().count("[Event ") == 4


def test_a_failing_write_leaves_whole_lines_only(tmp_path):
    """Half a line is written, then the disk is full; what is written later does not stand behind that half."""
    journal = Journal(tmp_path / "j.jsonl", {"a": 1})
    assert journal.add({"number": 0})
    file, calls = journal._file, []

    class Filling:
        def write(self, data):
            calls.append(len(data))
            if len(calls) == 2:
                raise OSError(28, "No space left on device")
            return file.write(data[: len(data) // 2])

        def __getattr__(self, name):
            return getattr(file, name)

    journal._file = Filling()
    with pytest.raises(JournalError, match="cannot write .*j.jsonl: No space left"):
        journal.add({"number": 1, "text": "x" * 100})
    journal._file = file
    assert journal.add({"number": 2})
    journal.close()
    again = Journal(tmp_path / "j.jsonl", {"a": 1})
    assert sorted(again.games) == [0, 2]
    again.close()


def test_journal_in_use(tmp_path):
    journal = Journal(tmp_path / "j.jsonl", {"a": 1})
    with pytest.raises(JournalError, match="in use"):
        Journal(tmp_path / "j.jsonl", {"a": 1})
    assert journal.add({"number": 3}) and not journal.add({"number": 3, "other": 1})
    journal.close()
    again = Journal(tmp_path / "j.jsonl", {"a": 1})
    assert again.games == {3: {"number": 3}}
    again.close()


@pytest.mark.parametrize("text", ["hello\n", '{"a": 1}\n', '{"format": "qiji match 1", "match": {}}\nnot json\n'])
def test_no_journal(tmp_path, text):
    path = tmp_path / "j.jsonl"
    path.write_text(text)
    with pytest.raises(JournalError, match="is no line of a match journal"):
        Journal(path, {})
    assert path.read_text() == text


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
def test_killed_runner_loses_nothing_and_plays_nothing_twice(tmp_path):
    """Kill -9 at several moments; the journal only grows, and in the end every game is there once."""
    words = [*engine_words("a", "--think", "0.01"), *engine_words("b", "--think", "0.01", "--fault", "illegal", "--at", "15")]
    command = [sys.executable, "-m", "protocols.cli", "match", *words, "-each", "tc=60", "-rounds", "10", "-maxmoves", "10"]
    command += ["-concurrency", "2", "-journal", "j.jsonl", "-pgnout", "g.pgn"]
    environment = {**os.environ, "PYTHONPATH": ROOT}
    path, kept = tmp_path / "j.jsonl", b""
    for wanted in (1, 6, 12):
        runner = subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and (not path.exists() or path.read_bytes().count(b"\n") <= wanted):
            time.sleep(0.01)
        runner.send_signal(signal.SIGKILL)
        runner.wait()
        whole = path.read_bytes()
        assert whole.startswith(kept)
        kept = whole[: whole.rindex(b"\n") + 1]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    games = journal_entries(path)
    assert path.read_bytes().startswith(kept)
    assert sorted(game["number"] for game in games) == list(range(20))
    assert {(game["points"], game["reason"]) for game in games} == {(1.0, "illegal-move")}
    assert (tmp_path / "g.pgn").read_text().count("[Event ") == 20


@pytest.mark.skipif(sys.platform == "win32", reason="SIGINT")
def test_interrupted_runner_ends_its_engines(tmp_path):
    words = [*engine_words("a", "--think", "0.2"), *engine_words("b", "--think", "0.2")]
    command = [sys.executable, "-m", "protocols.cli", "match", *words, "-each", "tc=60", "-rounds", "50", "-journal", "j.jsonl"]
    runner = subprocess.Popen(
        command, cwd=tmp_path, env={**os.environ, "PYTHONPATH": ROOT}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert runner.stdout and "100 games" in runner.stdout.readline()
    time.sleep(0.3)
    runner.send_signal(signal.SIGINT)
    out, errors = runner.communicate(timeout=30)
    assert runner.returncode == 130 and errors == ""
    assert "Interrupted: 0 of 100 games are in j.jsonl; the same command plays the other 100" in out
    assert not journal_entries(tmp_path / "j.jsonl")


# --- refused ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ([], "give two players or more"),
        (["-engine", "cmd=x"], "give two players or more"),
        (["-engine", "cmd=x", "-engine", "name=y", "-each", "tc=1"], "-engine wants cmd=PROGRAM"),
        (["-engine", "cmd=x", "-engine", "cmd=y"], "x has no limit; give tc=..., st=..., nodes=... or depth=..."),
        (["-engine", "cmd=x", "-engine", "cmd=x", "-each", "tc=1"], "two engines are called 'x'"),
        (["-engine", "cmd=x", "-engine", "cmd=y", "-each", "tc=fast"], "-each tc: 'fast' is no time control"),
        (["-engine", "cmd=x", "-engine", "cmd=y", "-each", "speed=1"], "-each has no 'speed'; known: cmd, name"),
        (["-engine", "cmd=x", "proto=usi", "-engine", "cmd=y"], "-engine proto wants uci or ucci or xboard or cecp or hub"),
        (["-engine", "x", "-engine", "cmd=y"], "-engine wants KEY=VALUE, not 'x'"),
        (["-engine", "cmd=x", "proto=xboard", "-engine", "cmd=y", "-each", "st=0.5"], "take whole seconds as st, not 0.5"),
        (["-engine", "cmd=x", "proto=xboard", "-engine", "cmd=y", "-each", "nodes=5"], "cannot be limited by nodes"),
        ([*TWO, "-sprt", "elo0=5", "elo1=0"], "-sprt wants elo0 below elo1"),
        ([*TWO, "-sprt", "elo0=0"], "-sprt wants elo1=..."),
        ([*TWO, "-sprt", "elo0=0", "elo1=5", "model=bayesian"], "-sprt model wants normalized or logistic, not 'bayesian'"),
        ([*TWO, "-resign", "movecount=3"], "-resign wants score=..."),
        ([*TWO, "-draw", "score=x"], "-draw score wants a whole number from 0 on, not 'x'"),
        ([*TWO, "-openings", "order=random"], "-openings wants file=..., file=builtin or make=N"),
        ([*TWO, "-openings", "file=/no/file.epd"], "cannot read /no/file.epd"),
        ([*TWO, "-tb", "/no/folder"], "no folder of endgame tables: '/no/folder'"),
        ([*TWO, "-pgnout", "notation=san"], "-pgnout wants file=..."),
        ([*TWO, "--game", "halma"], "halma"),
        ([*TWO, "--option", "claims"], "-option wants NAME=VALUE, not 'claims'"),
        ([*TWO, "--option", "claims=maybe"], "claims"),
        ([*TWO, "-rounds", "0"], "0 is too small"),
        ([*TWO, "-nosuchflag", "1"], "unrecognized arguments: -nosuchflag 1"),
        ([*TWO, "-journal", "/no/such/folder/j.jsonl"], "cannot write /no/such/folder/j.jsonl"),
        ([*TWO, "--game", "xiangqi", "-tb", "."], "there are no endgame tables of xiangqi"),
        ([*TWO, "-repeat", "-norepeat"], "-repeat and -norepeat contradict each other"),
        ([*TWO, "-openings", "file=builtin", "start=1000"], "chess.txt has 200 openings, start=1000 is beyond them"),
        ([*TWO, "-report", "/"], "-report: cannot write /: Is a directory"),
        ([*TWO, "-log", "/"], "-log: cannot write /: Is a directory"),
        ([*TWO, "-each", "args='x"], "-each args wants arguments with closed quotation marks"),
        (["-engine", "cmd=sleep", "dir=/no/folder", *engine_words("b"), "-each", "tc=1"], "there is no folder '/no/folder'"),
        ([*TWO, "-journal", "/dev/null"], "/dev/null is no regular file"),
        (["-engine", "proto=inprocess", "option.Nothing=1", *engine_words("b"), "-each", "depth=1"], "unknown option 'Nothing'"),
        (
            ["-engine", "proto=inprocess", "option.Hash=none", *engine_words("b"), "-each", "depth=1"],
            "option Hash: 'none' is no whole number",
        ),
    ],
)
def test_bad_commands_are_one_line(match, words, complaint):
    if "/no/such/folder/j.jsonl" in words and os.access("/", os.W_OK):
        words = [word.replace("/no/such", "/proc") for word in words]
        complaint = complaint.replace("/no/such", "/proc")
    status, lines, errors = match(*words)
    assert status == 2 and not lines
    assert errors.startswith("qiji: error: match: ") and errors.count("\n") == 1 and complaint in errors
