"""Conversations over UCI with real processes.

Tests share a process where nothing of an earlier one can help a later one: each begins with the options back at their defaults,
``ucinewgame`` and ``isready``.
"""

from __future__ import annotations

import re
import time

import chess
import pytest

INFO_SCORE = re.compile(r"info depth (\d+) .*\bscore (cp|mate) (-?\d+)\b.*")
RESET = [
    "UCI_Variant value chess",
    "UCI_Chess960 value false",
    "MultiPV value 1",
    "Hash value 64",
    "Threads value 1",
    "Move Overhead value 30",
    "UCI_LimitStrength value false",
    "UCI_Elo value 2600",
    "UCI_ShowWDL value false",
    "UCI_AnalyseMode value false",
]
MATE_IN_ONE = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"
MATED = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"


@pytest.fixture(scope="module")
def shared_uci(starter):
    """The process that most items share."""
    talk = starter("uci")
    talk.send("uci", "isready").wait("readyok")
    return talk


@pytest.fixture
def uci(shared_uci):
    """A process in the state after ``uci`` and ``isready``."""
    assert shared_uci.process.poll() is None, shared_uci.errors
    shared_uci.send("stop", *(f"setoption name {option}" for option in RESET), "ucinewgame", "position startpos", "isready")
    shared_uci.wait("readyok")
    yield shared_uci
    shared_uci.send("stop", "isready").wait("readyok")


def alive(talk) -> None:
    talk.send("isready").wait("readyok", 1.0)


def bestmove(talk, board: chess.Board | None = None, timeout_s: float = 60.0) -> chess.Move | None:
    """The next ``bestmove``, legal on ``board``; ``talk.before`` holds the lines before it."""
    line = talk.wait(r"bestmove \S+( ponder \S+)?", timeout_s)
    words = line.split()
    board = board or chess.Board()
    if words[1] == "(none)":
        return None
    move = board.parse_uci(words[1])
    if len(words) > 2:
        after = board.copy()
        after.push(move)
        assert after.parse_uci(words[3])
    return move


def timed_move(talk, command: str, board: chess.Board | None = None) -> float:
    """Send ``command``; the seconds until its legal ``bestmove``."""
    talk.send("isready").wait("readyok")
    start = time.monotonic()
    talk.send(command)
    assert bestmove(talk, board)
    return talk.at - start


def scores(lines: list[str]) -> list[re.Match[str]]:
    """The exact score lines."""
    return [m for m in map(INFO_SCORE.fullmatch, lines) if m and "bound" not in m[0]]


def check_lines(board: chess.Board, lines: list[str]) -> None:
    """PVs are legal and end where the game ends."""
    for line in lines:
        if " pv " not in line:
            continue
        at = board.copy()
        for number, text in enumerate(line.split(" pv ")[1].split()):
            assert number == 0 or not (at.is_game_over() or at.is_repetition(3)), line
            at.push_uci(text)


def stopped(talk, command: str, board: chess.Board | None = None) -> chess.Move:
    """The answer to ``stop`` or ``ponderhit``."""
    talk.send(command)
    move = bestmove(talk, board)
    assert move
    return move


def without_times(lines: list[str]) -> list[str]:
    return [re.sub(r" (nps|time|hashfull) \d+", "", line) for line in lines]
