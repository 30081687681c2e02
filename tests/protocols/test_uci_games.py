"""UCI with several games: variants, both ways to count ten ranks, the Cyclone dialect."""

from __future__ import annotations

import re
import time

import pytest

XIANGQI = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"
ZERO, ONE = r"[a-i]\d[a-i]\d", r"[a-i]([1-9]|10)[a-i]([1-9]|10)"


@pytest.fixture(scope="module")
def shared(starter):
    talk = starter("uci")
    talk.send("uci", "isready").wait("readyok")
    return talk


@pytest.fixture
def uci(shared):
    shared.send(
        "stop",
        "setoption name UCI_Coordinates value auto",
        "setoption name UCI_Variant value xiangqi",
        "position startpos",
        "isready",
    )
    shared.wait("readyok")
    yield shared
    shared.send("stop", "isready").wait("readyok")


def best(talk) -> str:
    return talk.wait("bestmove .*").split()[1]


def shown(talk) -> str:
    """The position on the board."""
    talk.send("d", "isready").wait("readyok")
    return next(line for line in talk.before if line.startswith("Fen: "))


def test_variant_sets_the_start_array(uci):
    assert shown(uci).startswith(f"Fen: {XIANGQI} w")
    uci.send("setoption name UCI_Variant value standard")
    assert shown(uci) == "Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    uci.send("setoption name UCI_Variant value", "setoption name UCI_Variant value none", "isready").wait("readyok")
    assert [line for line in uci.before if "none" in line]
    assert shown(uci).startswith("Fen: rnbqkbnr")


def test_auto_counts_from_one_after_the_variant_was_set(uci):
    uci.send("position startpos moves h3e3 h10g8", "go depth 4")
    move = best(uci)
    assert re.fullmatch(ONE, move)
    pvs = [line.split(" pv ")[1].split() for line in uci.before if " pv " in line]
    assert pvs and all(re.fullmatch(ONE, word) for pv in pvs for word in pv)
    assert shown(uci).split()[1] == "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR"
    assert not any("info string" in line for line in uci.before)


def test_the_base_is_common_to_a_line(uci):
    uci.send("position startpos moves h2e2 h9g7 h0g2")  # a rank 0: all of it counts from 0
    assert shown(uci).split()[1] == "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R"
    uci.send("setoption name UCI_Coordinates value zero", "position startpos moves h3e3 h10g8")
    assert shown(uci).split()[1] == "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR"
    uci.send("go depth 3")
    assert re.fullmatch(ZERO, best(uci))
    uci.send("position startpos", "go depth 3 searchmoves h2e2 b2e2")
    assert best(uci) in ("h2e2", "b2e2")
    uci.send("setoption name UCI_Coordinates value one", "position startpos", "go depth 3 searchmoves h3e3 b3e3")
    assert best(uci) in ("h3e3", "b3e3")


def test_perft_of_xiangqi(uci):
    uci.send("position startpos", "go perft 2", "isready").wait("readyok")
    assert "Nodes searched: 1920" in uci.before
    assert len([line for line in uci.before if re.fullmatch(ONE + r": \d+", line)]) == 44


def test_rule_options(uci):
    uci.send(
        "setoption name repetition rule value asianrule",
        "setoption name Rule60MaxPly value 80",
        "setoption name Rule60MaxPly value 8000",
        "isready",
    )
    uci.wait("readyok")
    assert len(uci.before) == 1 and "8000" in uci.before[0]
    uci.send("setoption name Repetition Rule value ChineseRule", "setoption name Rule60MaxPly value 120")


def test_mated_and_stalemated_roots(uci):
    for fen in ("R2k5/4R4/9/9/9/9/9/9/9/4K4 b - - 0 1", "3k5/8R/9/9/9/9/9/9/9/4K4 b - - 0 1"):
        uci.send(f"position fen {fen}", "go depth 4")
        assert uci.wait("bestmove .*") == "bestmove (none)"
        assert uci.before == ["info depth 0 score mate 0"]


def test_flip(uci):
    uci.send("position startpos moves h3e3", "flip")
    assert shown(uci).split()[1:3] == ["rnbakabnr/9/1c2c4/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR", "w"]


def test_cyclone(starter):
    talk = starter("uci")
    talk.send("uci", "setoption name UCI_Variant value xiangqi", "isready").wait("readyok")
    talk.send(f"fen {XIANGQI} r moves h2e2 b9c7", "go depth 3")
    assert re.fullmatch(ZERO, best(talk))
    talk.send("startpos moves h0g2", "go depth 3")
    assert re.fullmatch(ZERO, best(talk))
    talk.send("quit")
    assert talk.exit_code() == 0
    talk = starter()
    talk.send("ucicyclone").wait("uciok", 3.0)
    talk.send("startpos", "go depth 2")
    assert re.fullmatch(ZERO, best(talk))


def test_launched_with_a_game(starter):
    talk = starter("uci", "--game", "xiangqi")
    talk.send("uci").wait("uciok")
    text = "\n".join(talk.before)
    assert "option name UCI_Variant type combo default xiangqi var chess var xiangqi" in text
    assert "Repetition Rule" in text and "UCI_Chess960" not in text
    talk.send("position startpos", "go depth 2")
    assert re.fullmatch(ZERO, best(talk))
    start = time.monotonic()
    talk.send("quit")
    assert talk.exit_code() == 0 and time.monotonic() - start < 2
