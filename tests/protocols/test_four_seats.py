"""Four seats over UCI: clocks, result words, mates in moves of the winning side, words for bad strings."""

from __future__ import annotations

import pytest

import engine
from engine.core.score import MATE
from protocols.go import read_go, uci_limits
from protocols.render import own_moves_to_mate
from tests.reference.cross_twin import write_board

OPEN = "m3m12 c13s13 m17m1 q7q12 m12m10 s13s11 j14j13 q13l13 m10a10 g17g4 l13l1 a10s10"
FFA = {"Teams": "ffa", "CheckRule": "capture"}


@pytest.mark.parametrize(
    "line",
    [
        "wtime 1000 winc 10 btime 2000 binc 20 time2 3000 inc2 30 time3 4000 inc3 40",
        "rtime 1000 rinc 10 btime 2000 binc 20 ytime 3000 yinc 30 gtime 4000 ginc 40",
    ],
)
def test_clocks_of_four_seats(line):
    said = read_go(line.split())
    limits = uci_limits(said, 4)
    assert not said.faults and limits.clock_s == (1, 2, 3, 4) and limits.increment_s == (0.01, 0.02, 0.03, 0.04)


def test_result_words():
    assert engine.load("siguo-xiangqi", FFA).position("startpos", (OPEN + " m1j1").split()).result_string() == "2,0,3,1"
    assert engine.load("siguo-xiangqi", FFA).position().result_string() is None
    teams = engine.load("siguo-xiangqi")
    for fields, word in (("r 1010 gb 0 0", "1-0"), ("b 0101 ry 0 0", "0-1")):
        kings = {"r": (0, "j1"), "b": (1, "a10"), "y": (2, "i19"), "g": (3, "s9")}
        board = write_board({point: seat + "K" for seat, (n, point) in kings.items() if fields.split()[1][n] == "1"})
        assert teams.position(f"{board} {fields}").result_string() == word
    assert teams.position(engine.find_entry("siguo-xiangqi").start.replace("- 0 0", "- 240 300")).result_string() == "1/2-1/2"


def test_mates_count_the_moves_of_the_winning_side():
    """With Blue and Green fallen but for one of them, Red and Yellow move in turn: two moves of theirs to one of Green's."""
    game = engine.load("siguo-xiangqi", {"CheckRule": "capture"})
    text = "x5,3,yK,5,x5/" + "x5,9,x5/" * 4 + "19/" * 9 + "x5,9,x5/" * 4 + "x5,4,rK,4,x5 r 1011 b 0 0"
    text = text.replace("19/19/19/19/", "19/19/19/18,gK/", 1)
    position = game.position(text)
    line = ["j1j2", "i19i18", "s11s10"]
    walk, moves = position.copy(), []
    for word in line:
        moves.append(walk.push(word))
    assert own_moves_to_mate(position, MATE - 5, moves) == 4, "Red, Yellow, (Green,) Red, Yellow: the rest as if all pass"
    assert own_moves_to_mate(position, 6 - MATE, moves) == -2
    assert own_moves_to_mate(position, 120, moves) is None
    chess = engine.load("chess").position()
    assert own_moves_to_mate(chess, MATE - 5, []) == 3


def answer(talk, pattern="bestmove .*"):
    """All lines up to the one that matches."""
    last = talk.wait(pattern)
    return [*talk.before, last]


def test_conversation(starter):
    talk = starter("uci")
    talk.send("uci").wait("uciok")
    talk.send("setoption name UCI_Variant value siguo-xiangqi", "setoption name Teams value ffa")
    talk.send("setoption name CheckRule value capture", "isready").wait("readyok")
    talk.send(f"position startpos moves {OPEN} m1j1", "go depth 2")
    said = answer(talk)
    assert said[-1] == "bestmove 0000" and "info string result 2,0,3,1 capture" in said
    talk.send(f"position startpos moves {OPEN}", "position fen x5 r 1111 - 0", "go depth 2 ytime 5000 yinc 10")
    said = answer(talk)
    assert said[-1] == "bestmove m1j1" and any("score mate 1 " in line for line in said)
    assert any(line.startswith("info string invalid position: ") for line in said), "and the old position stays"
    start = engine.find_entry("siguo-xiangqi").start.replace("- 0 0", "- 240 300")
    talk.send(f"position fen {start}", "go nodes 50")
    said = answer(talk)
    assert "info string result 1.5,1.5,1.5,1.5 no-capture" in said and said[-1].split()[1] not in ("0000", "(none)")
    talk.send(f"position startpos moves {OPEN}", "d", "isready")
    said = answer(talk, "readyok")
    assert {"Alive: red, yellow", "Fallen: blue, green (in this order)", "Side to move: yellow"} <= set(said)
    talk.send("go perft 1").wait("Nodes searched: [1-9][0-9]")
    talk.send("setoption name Search value mcts", "go depth 2")
    assert answer(talk)[-1].split()[1] == "m1j1"
    talk.send("setoption name Search value alphabeta", "isready")
    assert any("more than two teams" in line for line in answer(talk, "readyok"))
    talk.send("setoption name UCI_Variant value siguo-xiangqi", "position startpos moves g3g10", "go depth 2")
    assert answer(talk)[-1].split()[1] in "a11b10 a12c10 a8c10 a9b10 c13c10 c7c10 f10g10".split(), "teams, and mate again"
    talk.send("quit")
    assert talk.process.wait(30) == 0
