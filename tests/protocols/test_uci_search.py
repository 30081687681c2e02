"""UCI: clocks, other limits and several lines; numbers in names are those of the conformance list."""

from __future__ import annotations

import re
import time

import chess
import pytest

from tests.protocols.talk import within
from tests.protocols.uci_talk import INFO_SCORE, MATE_IN_ONE, bestmove, check_lines, scores, stopped, timed_move

pytestmark = pytest.mark.timed


# --- clocks ---


@pytest.mark.parametrize(
    ("moves", "command"),
    [
        ("", "go wtime 100"),
        ("e2e4", "go btime 100"),
        ("", "go binc 100 btime 100 winc 100 wtime 100"),
    ],
)
def test_20_21_short_clocks(uci, moves, command):
    board = chess.Board()
    for text in moves.split():
        board.push_uci(text)
    uci.send("position startpos" + (f" moves {moves}" if moves else ""))
    within(0.1, lambda: timed_move(uci, command, board))
    assert scores(uci.before)
    uci.silent("bestmove.*", 0.2)


def test_22_the_opponents_clock_is_negative(uci):
    uci.send("position startpos", "isready").wait("readyok")
    start = time.monotonic()
    uci.send("go wtime 6000 btime -170671 winc 100 binc 2000")
    assert bestmove(uci)
    assert 0.02 < uci.at - start < 3.5
    uci.send("position startpos moves e2e4", "isready").wait("readyok")
    start = time.monotonic()
    uci.send("go wtime 165661 btime -170671 winc 2000 binc 2000")
    board = chess.Board()
    board.push_uci("e2e4")
    assert bestmove(uci, board)
    assert uci.at - start < 2.5


@pytest.mark.parametrize(
    "command", ["wtime 0 btime 0", "wtime -5 btime -5 movestogo -5", "movetime 0", "movetime 1", "movetime -20"]
)
def test_23_24_no_time_at_all(uci, command):
    uci.send("position startpos")
    within(0.2, lambda: timed_move(uci, "go " + command))


def test_movetime_is_kept(uci):
    uci.send("position startpos")
    within(0.45, lambda: timed_move(uci, "go movetime 400"))
    assert timed_move(uci, "go movetime 400") > 0.3


# --- other limits ---


def test_25_nodes(uci):
    for limit, most in ((1, 1000), (1000, 2000)):
        uci.send("position startpos", f"go nodes {limit}")
        move = bestmove(uci)
        last = scores(uci.before)[-1][0]
        assert int(re.search(r" nodes (\d+)", last)[1]) <= most
        assert last.split(" pv ")[1].split()[0] == move.uci()


def test_26_depth(uci):
    uci.send("position startpos", "go depth 6")
    move = bestmove(uci)
    found = scores(uci.before)
    assert [int(m[1]) for m in found][-1] == 6 and {int(m[1]) for m in found} == set(range(1, 7))
    assert found[-1][0].split(" pv ")[1].split()[0] == move.uci()
    check_lines(chess.Board(), uci.before)


@pytest.mark.parametrize(("fen", "wait_s", "best"), [(MATE_IN_ONE, 1.5, "d1d8"), ("8/5kR1/8/3K4/8/8/8/8 b - - 0 1", 2.0, "f7g7")])
def test_27_28_infinite_ends_only_by_stop(uci, fen, wait_s, best):
    uci.send(f"position fen {fen}", "go infinite")
    uci.silent("bestmove.*", wait_s)
    assert stopped(uci, "stop", chess.Board(fen)).uci() == best

    def once() -> float:
        uci.send("go infinite")
        time.sleep(0.1)
        start = time.monotonic()
        stopped(uci, "stop", chess.Board(fen))
        return uci.at - start

    within(0.2, once)


def test_bare_go_is_infinite(uci):
    for command in ("go", "go wtime x depth y"):
        uci.send("position startpos", command)
        uci.silent("bestmove.*", 0.5)
        uci.send("stop")
        assert bestmove(uci)


@pytest.mark.parametrize("answer", ["ponderhit", "stop"])
def test_29_30_ponder(uci, answer):
    board = chess.Board()
    board.push_uci("e2e4")
    uci.send("position startpos moves e2e4", "go ponder wtime 1000 btime 1000")
    uci.silent("bestmove.*", 1.5)
    start = time.monotonic()
    uci.send(answer)
    assert bestmove(uci, board)
    assert uci.at - start < (1.0 if answer == "ponderhit" else 0.2)
    uci.silent("bestmove.*", 0.2)


def test_ponder_with_a_mate_waits_and_a_hit_answers_at_once(uci):
    uci.send(f"position fen {MATE_IN_ONE}", "go ponder wtime 60000 btime 60000")
    uci.silent("bestmove.*", 0.7)
    uci.send("ponderhit")
    assert bestmove(uci, chess.Board(MATE_IN_ONE), 2.0).uci() == "d1d8"
    uci.send("position startpos", "go ponder", "isready").wait("readyok")
    uci.silent("bestmove.*", 0.3)
    uci.send("ponderhit")
    assert bestmove(uci, None, 2.0)


def test_31_stop_and_ponderhit_while_idle(uci):
    uci.send("stop", "ponderhit", "isready").wait("readyok")
    assert uci.before == []


def test_32_stop_right_after_go(uci):
    for _ in range(200):
        uci.send("position startpos", "go infinite", "stop")
    for _ in range(200):
        assert bestmove(uci)
    uci.silent("bestmove.*", 0.1)


def test_33_isready_in_a_search(uci):
    uci.send("position startpos", "go infinite")
    time.sleep(0.3)

    def once() -> float:
        start = time.monotonic()
        uci.send("isready").wait("readyok")
        assert not any(line.startswith("bestmove") for line in uci.before)
        return uci.at - start

    within(0.2, once)
    time.sleep(0.5)
    assert any(" pv " in line for line in uci.lines[uci.mark :])
    stopped(uci, "stop")


def test_34_searchmoves(uci):
    uci.send("position startpos", "go depth 4 searchmoves a2a3 h2h3", "go searchmoves h2h3 depth 4")
    assert bestmove(uci).uci() in ("a2a3", "h2h3")
    assert bestmove(uci).uci() == "h2h3"
    assert scores(uci.before)[-1][1] == "4"
    uci.send("go depth 4")
    assert bestmove(uci).uci() not in ("a2a3", "h2h3")
    uci.send("go depth 3 searchmoves e2e5 a2a3")
    assert bestmove(uci).uci() == "a2a3"
    assert any("e2e5" in line for line in uci.before)


# --- several lines ---


def test_35_multipv_with_few_moves(uci):
    board = chess.Board("7k/8/8/8/8/8/8/K7 w - - 0 1")
    uci.send("setoption name MultiPV value 5", f"position fen {board.fen()}", "go depth 5")
    assert bestmove(uci, board)
    for depth in range(1, 6):
        assert multipv_block(uci.before, depth) == [1, 2, 3]


def multipv_block(lines: list[str], depth: int) -> list[int]:
    """The MultiPV numbers of the last exact lines of a depth."""
    found: dict[int, str] = {}
    for line in lines:
        match = re.match(rf"info depth {depth} .*multipv (\d+) ", line)
        if match and "bound" not in line:
            found[int(match[1])] = line
    return sorted(found)


def test_36_multipv(uci):
    uci.send("setoption name MultiPV value 4", "position startpos", "go depth 8")
    move = bestmove(uci)
    check_lines(chess.Board(), uci.before)
    for depth in range(1, 9):
        assert multipv_block(uci.before, depth) == [1, 2, 3, 4]
        block = [
            line for line in uci.before if line.startswith(f"info depth {depth} ") and " pv " in line and "bound" not in line
        ][-4:]
        values = [int(INFO_SCORE.fullmatch(line)[3]) for line in block]
        heads = [line.split(" pv ")[1].split()[0] for line in block]
        assert values == sorted(values, reverse=True) and len(set(heads)) == 4
    assert heads[0] == move.uci()
