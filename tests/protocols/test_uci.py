"""UCI: handshake, options, positions and ends of processes; numbers in names are those of the conformance list."""

from __future__ import annotations

import re
import time

import chess
import pytest

from tests.protocols.uci_talk import alive, bestmove, without_times

pytestmark = pytest.mark.timed


# --- raw processes ---


def test_01_02_03_05_handshake_of_a_raw_process(starter):
    raw = starter("uci")
    raw.send("isready").wait("readyok", 10)  # 2: no uci before it
    assert raw.before == [] and raw.lines == ["readyok"]
    raw.send("quit")
    assert raw.exit_code() == 0
    raw = starter("uci")  # 1 and 3: pipes stay open and silent
    assert raw.rest() == []
    raw.send("uci").wait("uciok", 2.0)
    assert raw.lines[0].startswith("id name ") and raw.lines[1].startswith("id author ")
    assert len(raw.lines) == len(raw.before) + 1
    raw.send_bytes(b"isready\r\n").wait("readyok")
    raw.send_bytes(b"\t isready  \n").wait("readyok")  # 5
    raw.send("quit")
    assert raw.exit_code() == 0


def test_uciok_comes_within_half_a_second(starter):
    fastest = 9.0
    for _ in range(3):
        talk = starter("uci")
        talk.send("uci").wait("uciok")
        fastest = min(fastest, talk.at - talk.begin)
        talk.send("quit")
        assert talk.exit_code() == 0
    assert fastest < 0.5


OPTION = re.compile(
    r"option name (?P<name>\S.*?) type (?:check default (?:true|false)|button|string default \S.*"
    r"|spin default (?P<value>-?\d+) min (?P<low>-?\d+) max (?P<high>-?\d+)"
    r"|combo default (?P<chosen>\S+)(?P<values>(?: var \S+)+))"
)


def test_01_options_are_well_formed(uci):
    uci.send("uci").wait("uciok")
    names = []
    for line in uci.before:
        if not line.startswith("option"):
            assert re.fullmatch(r"id (name|author) \S.*", line)
            continue
        match = OPTION.fullmatch(line)
        assert match, line
        names.append(match["name"])
        if match["value"]:
            assert int(match["low"]) <= int(match["value"]) <= int(match["high"])
        if match["values"]:
            assert match["chosen"] in match["values"].split(" var ")
    assert len(names) == len({name.lower() for name in names})
    wanted = "Hash,Clear Hash,Threads,Ponder,MultiPV,Move Overhead,UCI_LimitStrength,UCI_Elo,UCI_ShowWDL,UCI_Chess960,UCI_Variant"
    assert set(wanted.split(",")) <= set(names)


def test_04_uci_twice(uci):
    uci.send("uci", "uci").wait("uciok")
    first = list(uci.before)
    uci.wait("uciok")
    assert uci.before == first and first[0].startswith("id name")


# --- odd input ---


def test_06_unknown_commands(uci):
    uci.send("foo bar", " ", "isready").wait("readyok")
    assert uci.before == ["info string unknown command: foo bar"]


def test_07_08_10_options_are_taken(uci):
    uci.send(
        "setoption name hASH value 32",
        "setoption name clear hash",
        "setoption name Move Overhead value 100",
        "setoption name UCI_Opponent value GM 2800 human Gary Kasparov",
    )
    alive(uci)
    assert uci.before == []


def test_09_bad_options_change_nothing(uci):
    uci.send(
        "setoption name NoSuch value 3",
        "setoption name",
        "setoption",
        "setoption name Hash value",
        "setoption name Hash value abc",
        "setoption name Hash value 99999999999",
        "setoption name UCI_Chess960 value maybe",
        "setoption name UCI_Variant value",
        "setoption name UCI_Variant value tiddlywinks",
    )
    alive(uci)
    assert len(uci.before) == 8 and all(line.startswith("info string ") for line in uci.before)
    uci.send("debug on", "setoption name Hash value 32", "debug off", "isready").wait("readyok")
    assert "info string set Hash 32" in uci.before
    uci.send("position startpos", "go depth 1")
    assert bestmove(uci)


def test_11_limited_strength(uci):
    board = chess.Board()
    uci.send(
        "setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 800", "position startpos", "go movetime 300"
    )
    assert bestmove(uci, board)
    weak = int(re.search(r" nodes (\d+)", uci.before[-1])[1])
    uci.send("setoption name UCI_LimitStrength value false", "ucinewgame", "position startpos", "go depth 7")
    bestmove(uci, board)
    lines = uci.before
    uci.send("setoption name UCI_Elo value 1200", "ucinewgame", "position startpos", "go depth 7")
    bestmove(uci, board)
    assert weak < 5000 and without_times(uci.before) == without_times(lines)


def test_12_empty_move_list(uci):
    uci.send("position startpos moves", "go depth 2")
    assert bestmove(uci)
    assert not any("info string" in line for line in uci.before)


def test_13_incomplete_positions(uci):
    uci.send("position", "position fen", "position moves e2e4", "go depth 2")
    assert bestmove(uci)
    assert len([line for line in uci.before if line.startswith("info string")]) == 3
    alive(uci)


def test_14_four_fields(uci):
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - -"
    uci.send(f"position fen {fen}", "go depth 3")
    assert bestmove(uci, chess.Board(fen + " 0 1"))


def test_15_bad_fen_keeps_the_position(uci):
    board = chess.Board()
    board.push_uci("e2e4")
    for bad in (
        "blah",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "k7/8/8/8/8/8/8/K6Q w x - 0 1",
    ):
        uci.send("position startpos moves e2e4", f"position fen {bad}", "go depth 2")
        assert bestmove(uci, board)
        assert uci.before[0].startswith("info string ")


def test_16_false_castling_letters(uci):
    uci.send("position fen 2k5/8/3K4/1p6/p7/P7/1B6/8 b KQkq - 0 1", "go depth 5")
    assert bestmove(uci, chess.Board("2k5/8/3K4/1p6/p7/P7/1B6/8 b - - 0 1"))


def test_17_illegal_move_ends_the_list(uci):
    board = chess.Board()
    board.push_uci("e2e4")
    board.push_uci("e7e5")
    uci.send("position startpos moves e2e4 e7e5 a1a8 g1f3", "go depth 2")
    assert bestmove(uci, board)
    assert "a1a8" in uci.before[0] and uci.before[0].startswith("info string move 3")


def test_18_a_very_long_game(uci):
    shuttle = ["g1f3", "g8f6", "f3g1", "f6g8"]
    board = chess.Board()
    for text in shuttle * 200:
        board.push_uci(text)
    uci.send("position startpos moves " + " ".join(shuttle * 200), "go depth 2")
    assert bestmove(uci, board)


def test_19_upper_case_promotion(uci):
    board = chess.Board()
    moves = "e2e4 d7d5 e4d5 c7c6 d5c6 b8a6 c6b7 a8b8 b7c8".split()
    for text in moves[:-1]:
        board.push_uci(text)
    board.push_uci("b7c8q")
    uci.send("position startpos moves " + " ".join(moves) + "Q", "d", "isready").wait("readyok")
    assert f"Fen: {board.fen()}" in uci.before


# --- ends of processes ---


def test_44_quit_in_a_search(starter):
    talk = starter("uci")
    talk.send("uci", "isready").wait("readyok")
    talk.send("position startpos", "go infinite")
    time.sleep(0.3)
    start = time.monotonic()
    talk.send("quit")
    assert talk.exit_code(5) == 0 and time.monotonic() - start < 1.0
    assert talk.errors == b""


def test_45_end_of_input_in_a_search(starter):
    talk = starter("uci")
    talk.send("uci", "isready").wait("readyok")
    talk.send("position startpos", "go infinite")
    time.sleep(0.3)
    start = time.monotonic()
    talk.close_input()
    assert talk.exit_code(5) == 0 and time.monotonic() - start < 2.0
    assert talk.errors == b""


def test_54_broken_pipe_in_a_search(starter):
    talk = starter("uci")
    talk.send("uci", "isready").wait("readyok")
    talk.send("setoption name MultiPV value 3", "position startpos", "go infinite")
    time.sleep(0.3)
    start = time.monotonic()
    talk.process.stdout.close()
    talk.send("isready")
    assert talk.exit_code(5) == 0 and time.monotonic() - start < 2.0
    assert b"Traceback" not in talk.errors and b"Error" not in talk.errors


def test_53_bench_is_a_fingerprint(starter):
    totals = []
    for _ in range(2):
        talk = starter("bench", "chess", "--depth", "5")
        assert talk.exit_code(60) == 0
        text = "\n".join(talk.lines)
        totals.append(re.search(r"Nodes searched  : (\d+)", text)[1])
        assert re.search(r"Total time \(ms\) : \d+", text) and re.search(r"Nodes/second    : \d+", text)
        assert re.fullmatch(rf"{totals[-1]} nodes \d+ nps", talk.lines[-1])
    assert totals[0] == totals[1]
