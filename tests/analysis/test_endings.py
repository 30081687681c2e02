"""Endgame tables: every won ending of the sample is won inside fifty moves, however little is searched."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from pathlib import Path

import chess
import chess.syzygy
import pytest

import engine
from protocols.analysis.analyst import Analyst, Settings

ROOT = Path(__file__).resolve().parents[2]
KINDS = [
    "KQk",
    "KRk",
    "KPk",
    "KBNk",
    "KBBk",
    "KQkr",
    "KQkn",
    "KRkn",
    "KRkb",
    "KQkp",
    "KPPk",
    "KBPk",
    "KNPk",
    "KRPk",
    "KPkp",
    "KNNk",
]


@pytest.fixture(scope="module")
def judge(data_folder):
    with chess.syzygy.open_tablebase(str(data_folder / "syzygy")) as opened:
        yield opened


@pytest.fixture(scope="module")
def analyst(data_folder):
    return Analyst(Settings("chess", nodes=150, hash_mb=1, tables=str(data_folder / "syzygy")))


def won_board(chance: random.Random, pieces: str, judge) -> chess.Board | None:
    """A position of ``pieces`` that White, to move, wins; None if the dice do not find one."""
    for _ in range(300):
        board = chess.Board(None)
        for symbol, square in zip(pieces, chance.sample(chess.SQUARES, len(pieces)), strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(symbol))
        if board.is_valid() and any(board.legal_moves) and judge.probe_wdl(board) == 2:
            return board
    return None


@pytest.mark.parametrize("pieces", KINDS)
def test_what_is_won_is_won(analyst, judge, pieces):
    """White is this engine with 150 nodes a move; Black plays what holds out longest by the tables."""
    board = won_board(random.Random(pieces), pieces, judge)
    if board is None:
        assert pieces == "KNNk"
        return
    start, moves = board.fen(), []
    while not board.is_game_over():
        assert board.halfmove_clock < 100, "the fifty moves are over"
        if board.turn:
            analysis, _ = analyst.analyse(analyst.game.position(start, moves))
            assert analysis.score >= 20_000 and analysis.lines[0].tbhits > 0
            board.push_uci(analysis.best)
        else:
            board.push(max(board.legal_moves, key=lambda move: resistance(judge, board, move)))
        moves.append(board.peek().uci())
        assert judge.probe_wdl(board) in (2, -2) or board.is_checkmate(), "the win is never let go"
    assert board.is_checkmate() and not board.turn


def resistance(judge, board: chess.Board, move: chess.Move) -> int:
    """How long White needs after ``move``: more is better for Black."""
    board.push(move)
    try:
        return 1000 if board.is_insufficient_material() else judge.probe_dtz(board)
    finally:
        board.pop()


def test_draws_are_held_and_told(analyst, judge):
    position = analyst.game.position("8/8/8/4k3/8/8/4P3/K7 b - - 0 1")
    analysis, _ = analyst.analyse(position)
    board = chess.Board(position.text())
    assert (analysis.score == 0) == (judge.probe_wdl(board) == 0)
    board.push_uci(analysis.best)
    assert judge.probe_wdl(board) == -judge.probe_wdl(chess.Board(position.text()))


def test_on_the_command_line(qiji, data_folder):
    import json

    words = ["analyse", "chess", "--position", "8/8/8/8/8/2k5/8/K1B1N3 w - - 0 1", "--depth", "3", "--hash", "1"]
    done = qiji(*words, "--syzygy", str(data_folder / "syzygy"), "--json", "--final")
    record = json.loads(done.lines[-1])
    assert record["score"] >= 20_000 and record["tbhits"] > 0 and record["wdl"] == [1000, 0, 0]
    assert "+win" in qiji(*words, "--syzygy", str(data_folder / "syzygy")).out
    assert engine.load("chess").position("8/8/8/8/8/2k5/8/K1B1N3 w - - 0 1").parse(record["best"])


def test_probe_depth_over_uci(data_folder):
    command = [sys.executable, "-m", "protocols.cli", "uci"]
    process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin and process.stdout

    def ask(line: str, until: str) -> str:
        process.stdin.write(line + "\n")
        process.stdin.flush()
        said = ""
        while not said.splitlines()[-1:] or not said.splitlines()[-1].startswith(until):
            said += process.stdout.readline()
        return said

    assert "option name SyzygyProbeDepth type spin default 1 min 1 max 100" in ask("uci", "uciok")
    ask(f"setoption name SyzygyPath value {data_folder / 'syzygy'}\nsetoption name SyzygyProbeDepth value 3\nisready", "readyok")
    ask("position fen 8/8/8/8/8/2k5/8/K1B1N3 w - - 0 1\nisready", "readyok")
    hits = [set(re.findall(r" tbhits (\d+)", ask(f"go depth {depth}", "bestmove"))) for depth in (2, 3)]
    assert hits[0] == {"0"} and "0" not in hits[1]
    process.stdin.write("quit\n")
    process.stdin.close()
    process.wait(30)
    process.stdout.close()
