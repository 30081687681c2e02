"""The conformance list of UCCI, item by item, against real processes; numbers in names are those of the list."""

from __future__ import annotations

import re
import time

import pyffish
import pytest

from tests.protocols.talk import within

pytestmark = pytest.mark.timed

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
CHASE = "1r2kab1r/2c1a4/n1c1b1n2/4p2N1/p1p6/1C4P2/P1P1P4/2N1B3C/4A4/1RBAK2R1 w - - 0 1"
CHASE_MOVES = ["h6i4", "i9h9", "i4h6", "h9i9"]
BEST = r"bestmove [a-i]\d[a-i]\d( ponder [a-i]\d[a-i]\d)?( draw| resign)?"


def legal(fen: str, moves: list[str] = ()) -> set[str]:
    """Legal moves in UCCI's coordinates, from Fairy-Stockfish's rules."""
    raised = [re.sub(r"\d", lambda m: str(int(m[0]) + 1), move) for move in moves]
    found = pyffish.legal_moves("xiangqi", fen, raised)
    return {re.sub(r"\d+", lambda m: str(int(m[0]) - 1), move) for move in found}


@pytest.fixture(scope="module")
def shared(starter):
    talk = starter("ucci")
    talk.send("ucci").wait("ucciok")
    talk.send("isready").wait("readyok")
    return talk


@pytest.fixture
def ucci(shared):
    assert shared.process.poll() is None, shared.errors
    shared.send("setoption newgame", "setoption usemillisec true", f"position fen {START}", "isready").wait("readyok")
    yield shared
    shared.send("stop", "isready").wait("readyok")


def bestmove(talk, fen: str = START, moves: list[str] = (), timeout_s: float = 60.0) -> str:
    """The next ``bestmove``: one legal move."""
    line = talk.wait("(bestmove|nobestmove).*", timeout_s)
    assert re.fullmatch(BEST, line), line
    move = line.split()[1]
    assert move in legal(fen, moves)
    return move


def test_01_handshake(starter):
    talk = starter("ucci")
    talk.send("isready", "position startpos", "ucci").wait("ucciok")
    assert talk.at - talk.begin < 1.5
    assert talk.before[0].startswith("id name ")
    assert any(line.startswith("option usemillisec ") for line in talk.before)
    for line in talk.before[4:]:
        assert re.fullmatch(
            r"option [a-z0-9_]+ type (check|button|string|spin min -?\d+ max -?\d+|combo( var [a-z0-9_-]+)+)( default \S.*)?",
            line,
        ), line
    talk.send("quit").wait("bye", 1.0)
    assert talk.exit_code() == 0 and talk.errors == b""


def test_02_isready_while_thinking(ucci):
    ucci.send("go infinite")
    time.sleep(0.2)
    start = time.monotonic()
    ucci.send("isready").wait("readyok")
    assert ucci.at - start < 0.2
    assert not any("bestmove" in line for line in ucci.before)
    ucci.send("stop")
    bestmove(ucci)


def test_03_depth(ucci):
    ucci.send("go depth 4")
    bestmove(ucci)
    found = [re.fullmatch(r"info depth (\d+) score (-?\d+) pv [a-i]\d[a-i]\d.*", line) for line in ucci.before]
    assert [m[1] for m in found if m][-1] == "4"
    assert any(re.fullmatch(r"info nodes \d+ time \d+", line) for line in ucci.before)
    ucci.silent(".*bestmove.*", 0.2)


@pytest.mark.parametrize("mode", ["depth 6", "nodes 20000", "time 3000 increment 0", "time 500"])
def test_04_banmoves(ucci, mode):
    position = f"position fen {CHASE} moves {' '.join(CHASE_MOVES)}"
    ucci.send(position, "banmoves h6i4", "banmoves a0a1 zzzz", f"go {mode}")
    assert bestmove(ucci, CHASE, CHASE_MOVES) != "h6i4"


def test_04_banmoves_are_cleared_by_position(ucci):
    ucci.send("go depth 3")
    best = bestmove(ucci)
    ucci.send(f"banmoves {best}", "go depth 3")
    assert bestmove(ucci) != best
    ucci.send("setoption newgame", f"position fen {START}", "go depth 3")
    assert bestmove(ucci) == best


def test_04_all_moves_banned(ucci):
    ucci.send("banmoves " + " ".join(sorted(legal(START))), "go depth 3")
    bestmove(ucci)


def test_05_depth_0(ucci):
    ucci.send("go depth 0").wait("nobestmove", 1.0)
    assert re.fullmatch(r"info depth 0 score -?\d+", ucci.before[-1])


def test_06_no_legal_move(ucci):
    for fen in ("R2k5/4R4/9/9/9/9/9/9/9/4K4 b - - 0 1", "3k5/8R/9/9/9/9/9/9/9/4K4 b - - 0 1"):  # mated, stalemated
        assert not legal(fen)
        ucci.send(f"position fen {fen}", "go depth 3").wait("nobestmove", 2.0)
    drawn = "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1"
    ucci.send(f"position fen {drawn}", "go depth 4")
    bestmove(ucci, drawn)


def test_07_stop(ucci):
    def once() -> float:
        ucci.send("go infinite")
        time.sleep(0.3)
        start = time.monotonic()
        ucci.send("stop")
        bestmove(ucci)
        return ucci.at - start

    within(0.1, once)
    ucci.send("stop").wait("nobestmove", 1.0)
    assert ucci.before == []


def test_infinite_ends_with_a_mate(ucci):
    fen = "3k5/4R4/9/9/9/9/9/9/8R/4K4 w - - 0 1"
    ucci.send(f"position fen {fen}", "go infinite")
    best = bestmove(ucci, fen)
    assert not legal(fen, [best])
    assert re.fullmatch(rf"info depth \d+ score 9999 pv {best}", [line for line in ucci.before if " score " in line][-1])
    ucci.send(f"position fen {START}", "go")
    ucci.silent(".*bestmove.*", 0.5)
    ucci.send("stop")
    bestmove(ucci)


def test_08_ponder(ucci):
    ucci.send(f"position fen {START} moves b0c2 b9c7", "go ponder time 3000 increment 0")
    ucci.silent(".*bestmove.*", 1.0)
    start = time.monotonic()
    ucci.send("ponderhit")
    bestmove(ucci, START, ["b0c2", "b9c7"])
    assert ucci.at - start < 2.0
    ucci.send("go ponder time 3000 increment 0")
    ucci.silent(".*bestmove.*", 0.3)
    ucci.send("stop")
    bestmove(ucci, START, ["b0c2", "b9c7"])


def test_09_units_of_time(ucci):
    def once(command: str) -> float:
        start = time.monotonic()
        ucci.send(command)
        bestmove(ucci)
        return ucci.at - start

    within(0.6, lambda: once("go time 600 movestogo 1"))
    ucci.send("setoption usemillisec false")
    within(1.0, lambda: once("go time 1 movestogo 1"))
    assert once("go time 1 movestogo 1") > 0.2


def test_10_probe(ucci):
    ucci.send("go depth 6")
    best = bestmove(ucci)
    line = ucci.send(f"probe fen {START}").wait("pophash.*", 1.0)
    assert re.fullmatch(r"pophash bestmove [a-i]\d[a-i]\d( (lower|upper)bound -?\d+ depth \d+){1,2}", line) and best in line
    assert ucci.send("probe fen 4k4/9/9/9/9/9/9/9/9/3K5 w").wait("pophash.*", 1.0) == "pophash"
    assert ucci.send("probe fen nonsense").wait("pophash.*", 1.0) == "pophash"
    ucci.send("go infinite")
    time.sleep(0.2)
    ucci.send("probe startpos moves h2e2").wait("pophash.*", 0.5)
    ucci.send("stop")
    bestmove(ucci)


def test_11_quit_while_thinking(starter):
    talk = starter("ucci")
    talk.send("ucci").wait("ucciok")
    talk.send("isready").wait("readyok")
    talk.send("position startpos", "go infinite")
    time.sleep(0.2)
    start = time.monotonic()
    talk.send("quit").wait("bye", 1.0)
    assert talk.exit_code(5) == 0 and time.monotonic() - start < 1.0
    assert talk.errors == b""


def test_options_in_any_form(ucci):
    ucci.send(
        "setoption hashsize 32",
        "setoption threads 1",
        "setoption name hashsize value 16",
        "setoption repetitionrule asianrule",
        "setoption repetitionrule chineserule",
        "setoption promotion false",
        "setoption style risky",
        "setoption nonsense 5",
        "setoption",
        "isready",
    ).wait("readyok")
    assert ucci.before == []
    ucci.send("setoption hashsize many", "isready").wait("readyok")
    assert len(ucci.before) == 1 and ucci.before[0].startswith("info message ")


def test_seconds_and_batch(ucci):
    ucci.send("setoption batch true", "go depth 5", "isready").wait("readyok")
    assert sum(line.startswith("bestmove") for line in ucci.before) == 1
    ucci.send("setoption batch false", "isready").wait("readyok")


def test_randomness_and_idle(ucci):
    ucci.send("setoption randomness huge")
    seen = set()
    for _ in range(8):
        ucci.send("go depth 3")
        seen.add(bestmove(ucci))
    ucci.send("setoption randomness none", "setoption idle large")
    assert len(seen) > 1
    start = time.monotonic()
    ucci.send("go time 2000 increment 0")
    bestmove(ucci)
    assert ucci.at - start < 1.5
    ucci.send("setoption idle none", "isready").wait("readyok")


def test_bad_positions(ucci):
    ucci.send("position fen nonsense", "position", "position startpos moves a0a9 b0c2", "go depth 2")
    bestmove(ucci)
    assert [line.startswith("info message ") for line in ucci.before[:3]] == [True] * 3
    ucci.send(START.replace("w - - 0 1", "r").join(["position fen ", ""]), "go depth 2")
    bestmove(ucci)


def test_draw_offer_of_the_opponent(ucci):
    fen = "3k5/9/9/9/9/9/9/9/9/4K3R w - - 30 60"
    ucci.send(f"position fen {fen}", "go draw depth 3")
    assert not ucci.wait("bestmove.*").endswith("draw")
    fen = "3k4r/9/9/9/9/9/9/9/9/4K4 w - - 30 60"
    ucci.send(f"position fen {fen}", "go draw depth 3")
    assert ucci.wait("bestmove.*").endswith(" draw")


def test_resignation(ucci):
    ucci.send("setoption resignscore 200")
    fen = "2rrk4/9/9/9/9/9/9/9/9/5K3 w - - 0 60"
    lines = []
    for number in range(3):
        ucci.send(f"position fen {fen.replace('60', str(60 + number))}", "go depth 3")
        lines.append(ucci.wait("bestmove.*"))
    ucci.send("setoption resignscore 0")
    assert [line.endswith(" resign") for line in lines] == [False, False, True]
