"""UCI for games with private pieces: whose view a list of moves is, what is answered, what is refused."""

from __future__ import annotations

import pytest

from tests.protocols.talk import Talk

RED, BLACK = "@abccddeeffggghhhiiijjkklj", "@hgdcabfieihgfeickdghkjjlj"


@pytest.fixture(scope="module")
def talk():
    one = Talk("uci")
    one.send("uci").wait("uciok")
    one.send("setoption name UCI_Variant value luzhanqi-ccgc", "isready").wait("readyok", 240)
    yield one
    one.kill()


def ask(talk, *lines):
    talk.send(*lines, "isready").wait("readyok")
    return talk.before


def shown(talk):
    return next(line for line in ask(talk, "d") if line.startswith("Fen: ")).removeprefix("Fen: ")


def test_options_are_listed(talk):
    assert any("UCI_Variant" in line and "luzhanqi-ccgc" in line and "siguo-junqi" in line for line in talk.lines)
    for name in ("MineHit", "EngineerScout", "FlagReveal", "NoContactPlies", "NoContactResult", "InfoMode", "FirstSeat"):
        assert any(line.startswith(f"option name {name} ") for line in talk.lines)


def test_placements(talk):
    talk.send("ucinewgame", "position startpos", "go movetime 300").wait("bestmove @[a-l]{25}")
    talk.send("position startpos moves @-", "go movetime 300").wait("bestmove @[a-l]{25}")


def test_worked_dialogue(talk):
    talk.send(f"position startpos moves {RED} @-", "go nodes 200").wait("bestmove [a-e][0-9]+[a-e][0-9]+")
    line = next(line for line in reversed(talk.before) if " pv " in line)
    assert len(line.split(" pv ")[1].split()) == 1, "a variation stops at the first thing that nobody knows"
    ask(talk, f"position startpos moves {RED} @- a6a7=!d1!b12 c7c6o")
    assert shown(talk) == "xlxxx/xxxxx/x1x1x/xx1xx/x1x1x/1x1xx/1BCCD/D1E1E/FF1GG/G1H1H/HIIIJ/JKKLJ w 0 b12,d1 0 4"
    ask(talk, f"position startpos moves @- {BLACK} a6a7=!d1!b12 c7c6o")
    assert shown(talk) == "jljjk/hgdkc/i1e1f/gh1ie/i1f1b/1c1gh/1XXXX/X1X1X/XX1XX/X1X1X/XXXXX/XXXLX w 1 b12,d1 0 4"
    talk.send("go nodes 50").wait(r"bestmove \(none\)")
    ask(talk, f"position startpos moves {RED} {BLACK} a6a7 c7c6")
    assert shown(talk) == "jljjk/hgdkc/i1e1f/gh1ie/i1f1b/1c1gh/1BCCD/D1E1E/FF1GG/G1H1H/HIIIJ/JKKLJ w * b12,d1 0 4"


def test_bad_positions_and_tokens(talk):
    ask(talk, f"position startpos moves {RED} {BLACK}")
    before = shown(talk)
    said = ask(talk, "position fen 5/5/5/5/5/5/5/5/5/5/5/LL3 w * - 0 9")
    assert any(line.startswith("info string invalid position: ") for line in said)
    assert shown(talk) == before
    talk.send("go nodes 50").wait("bestmove 0000")
    said = ask(talk, f"position startpos moves {RED} @- a6a7 c7c6o")
    assert "info string invalid move a6a7" in said
    said = ask(talk, f"position startpos moves {RED} @- a6a7=!d1!b12 c7c6")
    assert "info string invalid move c7c6" in said
    assert any(line.startswith("info string move 4: ") and "c7c6" in line for line in said), "and why"
    talk.send("go nodes 50").wait(r"bestmove \(none\)")  # the position is the one after the good moves: black's turn


def test_perft_needs_the_truth(talk):
    ask(talk, f"position startpos moves {RED} {BLACK}")
    said = ask(talk, "go perft 2")
    assert "Nodes searched: 1195" in said
    for line in (f"position startpos moves {RED} @-", "position startpos"):
        said = ask(talk, line, "go perft 1")
        assert any(text.startswith("info string ") for text in said) and not any("Nodes searched" in text for text in said)


def test_announcements_of_other_referees_are_ignored(talk):
    said = ask(talk, f"position startpos moves {RED} @- a6a7=!d1!b12&noise c7c6o;later")
    assert not any("invalid" in line for line in said)
    assert shown(talk).endswith("w 0 b12,d1 0 4")


def test_four_seats(talk):
    ask(talk, "setoption name UCI_Variant value siguo-junqi")
    ask(talk, "position startpos moves @- @fgibgefkdhegaidhijcjkjhlc @- @- i6i7")
    assert shown(talk).split()[1:4] == ["p", "p", "-"]
    talk.send("go time2 1000 time3 1000 wtime 800 btime 800").wait("bestmove [a-q][0-9]+[a-q][0-9]+", 240)
    ask(talk, "setoption name UCI_Variant value luzhanqi-ccgc")
