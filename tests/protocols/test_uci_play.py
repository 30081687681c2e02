"""UCI: ends of games, commands in a search, Chess960, output for people; numbers in names are those of the conformance list."""

from __future__ import annotations

import os
import re
import time

import chess
import pytest

from tests.protocols.uci_talk import MATE_IN_ONE, MATED, alive, bestmove, check_lines, scores, without_times

pytestmark = pytest.mark.timed


# --- ends of games ---


def test_37_38_39_no_legal_move(uci):
    uci.send(f"position fen {MATED}", "go depth 5")
    assert bestmove(uci, chess.Board(MATED)) is None
    assert uci.before == ["info depth 0 score mate 0"]
    start = time.monotonic()
    uci.send("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go movetime 500")
    assert bestmove(uci) is None
    assert uci.before == ["info depth 0 score cp 0"] and uci.at - start < 0.3
    uci.send("position startpos", "go depth 3")
    assert bestmove(uci)
    assert [m[1] for m in scores(uci.before)] == ["1", "2", "3"]


def test_no_legal_move_waits_for_stop(uci):
    for command in ("go infinite", "go ponder wtime 1000 btime 1000"):
        uci.send(f"position fen {MATED}", command)
        uci.silent("bestmove.*", 0.3)
        uci.send("stop")
        assert bestmove(uci) is None


def test_40_bare_kings(uci):
    board = chess.Board("8/8/4k3/8/8/3K4/8/8 w - - 0 1")
    uci.send(f"position fen {board.fen()}", "go movetime 200")
    assert bestmove(uci, board)
    assert scores(uci.before)[-1].group(2, 3) == ("cp", "0")


def test_41_third_repetition_on_the_board(uci):
    board = chess.Board()
    moves = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8"
    for text in moves.split():
        board.push_uci(text)
    uci.send(f"position startpos moves {moves}", "go depth 4")
    assert bestmove(uci, board)


def test_49_mate_in_one(uci):
    uci.send(f"position fen {MATE_IN_ONE}", "go mate 1")
    assert bestmove(uci, chess.Board(MATE_IN_ONE)).uci() == "d1d8"
    assert scores(uci.before)[-1].group(2, 3) == ("mate", "1")


def test_mate_lines_are_as_long_as_they_say(uci):
    for fen, moves in (
        ("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1", 2),
        ("8/8/8/8/8/5k2/5p2/5K1R b - - 0 1", None),
    ):
        board = chess.Board(fen)
        uci.send("ucinewgame", f"position fen {fen}", "go depth 12")
        bestmove(uci, board)
        check_lines(board, uci.before)
        last = scores(uci.before)[-1]
        if moves:
            assert last.group(2, 3) == ("mate", str(moves))
            assert len(last[0].split(" pv ")[1].split()) == 2 * moves - 1


def test_52_no_ponder_move_after_the_end(uci):
    fen = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2"
    uci.send(f"position fen {fen}", "go depth 4")
    assert uci.wait("bestmove.*") == "bestmove d8h4"


# --- commands in a search ---


def test_42_new_game_in_a_search(uci):
    board = chess.Board()
    board.push_uci("d2d4")
    uci.send("position startpos", "go infinite")
    time.sleep(0.3)
    uci.send("ucinewgame", "isready", "position startpos moves d2d4", "go depth 3")
    assert bestmove(uci, chess.Board())
    uci.wait("readyok")
    assert bestmove(uci, board)


def test_43_go_in_a_search(uci):
    uci.send("position startpos", "go infinite")
    time.sleep(0.3)
    uci.send("go depth 3")
    assert bestmove(uci) and bestmove(uci)
    uci.silent("bestmove.*", 0.2)


def test_position_and_options_in_a_search(uci):
    board = chess.Board()
    board.push_uci("e2e4")
    uci.send("position startpos", "go infinite", "setoption name MultiPV value 2", "position startpos moves e2e4", "go depth 3")
    assert bestmove(uci)
    assert bestmove(uci, board)
    assert any("multipv 2" in line for line in uci.before)


# --- Chess960 ---


def test_46_47_castling_in_both_forms(uci):
    after = "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2"
    castled = "2kr3r/8/8/8/8/8/8/R4RK1"
    uci.send(
        "setoption name UCI_Chess960 value true",
        "position fen r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1 moves e1h1 e8a8",
        "d",
        "isready",
    )
    uci.wait("readyok")
    assert any(line.startswith(f"Fen: {castled} w - - 2 2") for line in uci.before), (after, uci.before)
    fen = "5k2/8/8/8/8/8/8/4K2R w H - 0 1"
    uci.send(f"position fen {fen}", "go depth 1 searchmoves e1h1")
    assert uci.wait("bestmove.*").split()[1] == "e1h1"
    assert " pv e1h1" in uci.before[-1]
    uci.send("setoption name UCI_Chess960 value false")
    uci.send("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1 e8c8", "d", "isready").wait("readyok")
    assert any(line.startswith(f"Fen: {castled} w - - 2 2") for line in uci.before)
    uci.send("position fen 5k2/8/8/8/8/8/8/4K2R w K - 0 1", "go depth 1 searchmoves e1h1")
    assert uci.wait("bestmove.*").split()[1] == "e1g1"


# --- for people ---


def test_48_perft(uci):
    for command in ("go perft 3", "perft 3"):
        uci.send("position startpos", command, "isready").wait("readyok")
        lines = [line for line in uci.before if re.fullmatch(r"[a-h][1-8][a-h][1-8]: \d+", line)]
        assert len(lines) == 20 and "Nodes searched: 8902" in uci.before
        assert not any(line.startswith("bestmove") for line in uci.before)
    alive(uci)


def test_50_wdl(uci):
    uci.send("setoption name UCI_ShowWDL value true", "position startpos", "go depth 6")
    bestmove(uci)
    for match in scores(uci.before):
        numbers = re.search(r" wdl (\d+) (\d+) (\d+) ", match[0])
        assert numbers and sum(map(int, numbers.groups())) == 1000


def test_show_eval_flip_help(uci):
    uci.send("position startpos moves e2e4", "d", "eval", "flip", "d", "help", "register later", "isready").wait("readyok")
    text = "\n".join(uci.before)
    assert "Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq" in text
    assert "Fen: rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq" in text
    assert "Key: " in text and "Checkers: none" in text and "Evaluation: " in text
    uci.send("position fen 4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "d", "isready").wait("readyok")
    assert "Checkers: e2" in uci.before


def test_same_commands_same_output(uci):
    outputs = []
    for _ in range(2):
        uci.send("ucinewgame", "setoption name Clear Hash", "position startpos moves e2e4", "go depth 8")
        uci.wait("bestmove.*")
        first = without_times(uci.before)
        uci.send("go nodes 20000")
        uci.wait("bestmove.*")
        outputs.append((first, without_times(uci.before)))
    assert outputs[0] == outputs[1]


def test_51_a_game_with_the_checks_of_fastchess(uci):
    """1+0.01: no clock overrun, PVs legal and ended, the best move heads the last exact PV, mates have whole PVs."""
    for _ in range(3):
        uci.send("ucinewgame")
        if checked_game(uci):
            return
    # With more to do than processors, any process may be put to sleep for longer than its clock lasts.
    assert hasattr(os, "getloadavg") and os.getloadavg()[0] > 1.5 * (os.cpu_count() or 1), (
        "overran its clock in each of three games"
    )


def checked_game(talk) -> bool:
    """Play a game against itself; False if a clock ran out."""
    board, clocks = chess.Board(), [1.0, 1.0]
    while not board.is_game_over(claim_draw=True) and board.ply() < 200:
        moves = " moves " + " ".join(move.uci() for move in board.move_stack) if board.move_stack else ""
        talk.send(f"position startpos{moves}", "isready").wait("readyok")
        start = time.monotonic()
        talk.send("go wtime {} btime {} winc 10 binc 10".format(*(round(1000 * clock) for clock in clocks)))
        move = bestmove(talk, board)
        clocks[board.ply() % 2] += 0.01 - (talk.at - start)
        check_lines(board, talk.before)
        last = scores(talk.before)[-1]
        assert last[0].split(" pv ")[1].split()[0] == move.uci()
        for match in scores(talk.before):
            if match[2] == "mate":
                check_mate(board, match)
        if clocks[board.ply() % 2] <= 0.01:
            return False
        board.push(move)
    assert board.ply() > 20
    return True


def check_mate(board: chess.Board, match: re.Match[str]) -> None:
    """The PV of an exact mate score ends in that mate."""
    at, moves = board.copy(), int(match[3])
    pv = match[0].split(" pv ")[1].split()
    assert len(pv) == (2 * moves - 1 if moves > 0 else -2 * moves), match[0]
    for text in pv:
        at.push_uci(text)
    assert at.is_checkmate(), match[0]
