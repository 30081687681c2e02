"""The conformance list of XBoard's protocol, item by item, against real processes; numbers in names are those of the list."""

from __future__ import annotations

import re
import time

import chess
import pytest

import engine
from engine.games import find_entry
from protocols.xboard_edit import BoardEditor
from tests.protocols.talk import within

pytestmark = pytest.mark.timed

THINKING = re.compile(r"(\d+) (-?\d+) (\d+) (\d+) (\d+) (\d+) (\d+)\t(\S.*)")


@pytest.fixture(scope="module")
def shared(starter):
    talk = starter("xboard")
    talk.send("xboard", "protover 2").wait("feature done=1")
    return talk


@pytest.fixture
def xboard(shared):
    """A process after ``xboard``, ``protover 2`` and ``done=1``, in a new game, without thinking output."""
    assert shared.process.poll() is None, shared.errors
    shared.send("exit", "force", "nopost", "easy", "level 0 5 0", "new", "ping 99").wait("pong 99")
    yield shared
    shared.send("exit", "force", "new", "ping 98").wait("pong 98")


def move(talk, board: chess.Board, timeout_s: float = 60.0) -> chess.Move:
    """The next ``move``, played on ``board``."""
    text = talk.wait(r"move \S+", timeout_s).split()[1]
    played = board.parse_xboard(text)
    board.push(played)
    return played


def thinking(lines: list[str]) -> list[re.Match[str]]:
    return [m for m in map(THINKING.fullmatch, lines) if m]


def test_01_handshake(starter):
    talk = starter("xboard")
    talk.send("xboard", "protover 2").wait("feature done=0", 2.0)
    assert talk.before == [] and talk.at - talk.begin < 2.0
    talk.wait("feature done=1")
    text = " ".join(talk.before)
    assert all(line.startswith(("feature ", "# ")) for line in talk.before)
    assert "ping=1" in text and "setboard=1" in text and 'variants="normal,fischerandom,xiangqi"' in text
    for line in talk.before:
        if "option=" in line:
            assert re.fullmatch(
                r'feature option="[^"=]+ -(check [01]|spin -?\d+ -?\d+ -?\d+|button|(string|file)( .*)?|combo \S+( /// \S+)+)"',
                line,
            ), line
    talk.send("quit")
    assert talk.exit_code() == 0 and talk.errors == b""


def test_02_unknown_commands(xboard):
    xboard.send("accepted ping", "rejected highlight", "nosuch 1", "ping 3").wait("pong 3")
    assert xboard.before == ["Error (unknown command): nosuch 1"]


def test_03_first_move_of_cutechess(xboard):
    xboard.send("new", "level 40 5 0", "post", "hard", "time 300", "otim 30000", "usermove e2e4")
    board = chess.Board()
    board.push_uci("e2e4")
    before = board.copy()
    move(xboard, board)
    lines = thinking(xboard.before)
    assert lines
    for match in lines:
        at = before.copy()
        for text in match[8].rstrip("?!").split():
            at.push_xboard(text)
    xboard.send("easy", "ping 4").wait("pong 4")


def test_04_force_and_go(xboard):
    xboard.send("new", "force", "usermove e2e4", "usermove e7e5", "ping 1").wait("pong 1")
    assert xboard.before == []
    board = chess.Board()
    board.push_uci("e2e4")
    board.push_uci("e7e5")
    xboard.send("st 0.2", "go")
    move(xboard, board)


def test_05_illegal_move(xboard):
    xboard.send("st 0.2", "new", "usermove e2e5", "usermove e2e4")
    board = chess.Board()
    board.push_uci("e2e4")
    move(xboard, board)
    assert xboard.before == ["Illegal move: e2e5"]


def test_06_illegal_position(xboard):
    xboard.send("st 0.2", "new", "force", "setboard 8/8/8/8/8/8/8/8 w - - 0 1", "usermove e2e4", "ping 1").wait("pong 1")
    assert xboard.before[0].startswith("tellusererror Illegal position") and xboard.before[1:] == ["Illegal move: e2e4"]
    xboard.send("new", "go")
    move(xboard, chess.Board())


def test_07_ping_waits_for_the_move(xboard):
    def once() -> float:
        start = time.monotonic()
        xboard.send("new", "st 1", "go", "ping 5")
        xboard.wait(r"move \S+")
        took = xboard.at - start
        assert took > 0.5
        assert not any(line.startswith("pong") for line in xboard.before)
        xboard.wait("pong 5")
        return took

    within(1.05, once)


def test_08_move_now(xboard):
    def once() -> float:
        xboard.send("new", "level 0 10 0", "go", "ping 1")
        time.sleep(0.3)
        start = time.monotonic()
        xboard.send("?")
        xboard.wait(r"move \S+")
        took = xboard.at - start
        xboard.wait("pong 1")
        return took

    within(0.2, once)
    xboard.send("?", "ping 2").wait("pong 2")
    assert [line for line in xboard.before if not line.startswith("pong")] == []


def test_09_analysis(xboard):
    boards = [chess.Board(), chess.Board(), chess.Board()]
    boards[1].push_uci("e2e4")
    xboard.send("new", "post", "analyze", "ping 10").wait("pong 10")
    for number, change in enumerate(("usermove e2e4", "undo", "exit")):
        time.sleep(0.5)
        lines = xboard.rest()
        seen = thinking(lines)
        assert seen and all(boards[number].parse_xboard(m[8].split()[0]) for m in seen)
        assert len(seen) == len(lines)
        if number == 1:
            assert re.fullmatch(r"stat01: \d+ \d+ \d+ \d+ 20( \S+)?", xboard.send(".").wait("stat01.*", 1.0))
        xboard.send(change, f"ping {11 + number}").wait(f"pong {11 + number}")
        assert not any(line.startswith("move") for line in xboard.before)
    xboard.send("ping 1").wait("pong 1")
    xboard.silent(".*", 0.3)


def test_10_exclude_and_include(xboard):
    xboard.send("post", "analyze", "exclude all", "include a2a3", "ping 1").wait("pong 1")
    time.sleep(0.5)
    xboard.send("exit", "ping 2").wait("pong 2")
    seen = thinking(xboard.before)
    assert seen and all(m[8].split()[0] == "a2a3" for m in seen)
    xboard.send("force", "exclude all", "include h2h3", "include g2g3", "post", "analyze", "ping 3").wait("pong 3")
    time.sleep(0.4)
    xboard.send("exit", "ping 4").wait("pong 4")
    seen = thinking(xboard.before)
    assert seen and all(m[8].split()[0] in ("h2h3", "g2g3") for m in seen)


def test_11_depth_stays_after_level(xboard):
    xboard.send("new", "sd 4", "level 0 5 0", "post", "go")
    move(xboard, chess.Board())
    assert thinking(xboard.before)[-1][1] == "4"
    xboard.send("new", "st 0.4", "go")
    move(xboard, chess.Board())
    assert int(thinking(xboard.before)[-1][1]) > 4


def test_12_decimals(xboard):
    start = time.monotonic()
    xboard.send("new", "level 0 0:10 0.1", "go")
    move(xboard, chess.Board())
    assert xboard.at - start < 4

    def once() -> float:
        start = time.monotonic()
        xboard.send("new", "st 0.5", "go")
        move(xboard, chess.Board())
        assert xboard.at - start > 0.2
        return xboard.at - start

    within(0.6, once)
    xboard.send("level 0 x 0", "ping 1").wait("pong 1")
    assert xboard.before[0].startswith("Error (bad value)")


def test_13_chess960(xboard):
    fen = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 0 1"
    board = chess.Board(fen, chess960=True)
    xboard.send("new", "variant fischerandom", "force", f"setboard {fen}", "st 0.3", "go")
    move(xboard, board)
    fen = "4k3/8/8/8/8/8/8/R3K1R1 w GA - 0 1"
    xboard.send("force", f"setboard {fen}", "exclude all", "include O-O-O", "post", "analyze")
    time.sleep(0.3)
    xboard.send("exit", "usermove O-O", "ping 1").wait("pong 1")
    assert thinking(xboard.before)[-1][8].split()[0] == "O-O-O"
    assert not any("Illegal" in line for line in xboard.before)


def test_14_15_mate_scores_and_claims(xboard):
    xboard.send("new", "force", "setboard 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "post", "st 1", "go")
    xboard.wait(r"1-0 \{White mates\}")
    assert xboard.before[-1] == "move d1d8"
    assert thinking(xboard.before)[-1][2] == "100001"
    xboard.send("ping 1").wait("pong 1")
    assert xboard.before == []
    xboard.send("new", "force", "setboard 7k/8/8/8/8/1r6/r7/5K2 w - - 0 1", "sd 6", "go")
    xboard.wait(r"move \S+")
    last = thinking(xboard.before)[-1]
    assert int(last[2]) == -100000 - len(last[8].split()) // 2
    xboard.send("new", "force", "setboard 8/8/8/8/8/8/5k1p/7K b - - 0 1", "st 0.2", "go").wait(r"move \S+")
    xboard.send("new", "force", "setboard 7k/8/8/8/8/8/5Kp1/8 w - - 0 1", "exclude all", "st 0.3", "go")
    xboard.wait(r"1/2-1/2 \{Insufficient material\}")
    assert xboard.before[-1] == "move f2g2"


def test_draw_claims_by_repetition_and_50_moves(xboard):
    xboard.send("new", "force", "setboard 8/8/4k3/8/8/3K4/8/R7 w - - 99 120", "sd 2", "go")
    xboard.wait(r"1/2-1/2 \{Draw by 50-move rule\}")


PERPETUAL = "c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w - - 0 1"


@pytest.mark.parametrize(
    ("position", "moves", "claim"),
    [
        (PERPETUAL, "h8h9 f9f8 h9h8 f8f9 h8h9 f9f8 h9h8 f8f9", "0-1 {Black wins: perpetual-check}"),
        (PERPETUAL, "h8h9 f9f8 h9h8 f8f9 h8h9 f9f8 h9h8", ""),
        ("startpos", "a0a1 a9a8 a1a0 a8a9 a0a1 a9a8 a1a0 a8a9", "1/2-1/2 {Draw by repetition}"),
        ("3k5/9/9/9/9/9/9/9/4r4/4K4 w - - 0 1", "e0e1", "1/2-1/2 {Insufficient material}"),
        ("3k5/9/9/9/9/9/9/9/R8/4K4 w - - 119 90", "a1a2", "1/2-1/2 {move-limit}"),
    ],
)
def test_claims_of_xiangqi_follow_its_rules(position, moves, claim):
    from protocols.xboard_output import claim_of

    assert claim_of(engine.load("xiangqi").position(position, moves.split())) == claim


def test_xiangqi_announces_the_verdict_on_a_repetition(xboard):
    checks = [f"usermove {move}" for move in "h8h9 f9f8 h9h8 f8f9 h8h9 f9f8 h9h8".split()]
    xboard.send("new", "variant xiangqi", "force", f"setboard {PERPETUAL}", *checks, "sd 4", "go")
    xboard.wait(r"0-1 \{Black wins: perpetual-check\}")
    assert xboard.before[-1] == "move f8f9"
    xboard.send("usermove h8h9", "ping 1").wait("pong 1")
    assert not any(line.startswith("move") for line in xboard.before), "the game is over"


def test_16_take_back(xboard):
    xboard.send(
        "new", "force", "undo", "remove", "usermove e2e4", "usermove e7e5", "usermove g1f3", "undo", "undo", "usermove c7c5"
    )
    board = chess.Board()
    for text in ("e2e4", "c7c5"):
        board.push_uci(text)
    xboard.send("usermove d2d4", "usermove c5d4", "remove", "st 0.2", "go")
    move(xboard, board)
    assert not any("llegal" in line for line in xboard.before)


def test_17_result_and_the_next_game(xboard):
    xboard.send("new", "level 0 5 0", "go", "ping 1", "result 1-0 {Black resigns}").wait("pong 1")
    xboard.silent("move.*", 0.3)
    xboard.send("usermove e2e4", "usermove e7e5", "ping 2").wait("pong 2")
    assert xboard.before == []
    xboard.send("new", "st 0.2", "usermove d2d4")
    board = chess.Board()
    board.push_uci("d2d4")
    move(xboard, board)


def test_18_settings(xboard):
    xboard.send(
        "memory 64", "cores 1", "option Hash=32", "option Clear Hash", "option Repetition Rule=AsianRule", "new", "ping 1"
    ).wait("pong 1")
    assert xboard.before == []
    xboard.send("option NoSuch=3", "cores many", "memory 0", "ping 2").wait("pong 2")
    assert len(xboard.before) == 3 and all(line.startswith("Error (bad value)") for line in xboard.before)


@pytest.mark.parametrize("expected", [True, False])
def test_19_pondering(xboard, expected):
    board = chess.Board()
    xboard.send("new", "force", "post", "hard", "usermove e2e4", "usermove e7e5", "st 0.5", "go")
    board.push_uci("e2e4")
    board.push_uci("e7e5")
    move(xboard, board)
    reply = thinking(xboard.before)[-1][8].split()[1]
    legal = [m.uci() for m in board.legal_moves]
    text = reply if expected else next(m for m in legal if m != reply)
    time.sleep(0.3)
    xboard.send("ping 7").wait("pong 7")
    xboard.send("time 1000", "otim 1000", f"usermove {text}")
    board.push_uci(text)
    move(xboard, board)
    xboard.send("easy", "ping 8").wait("pong 8")
    reply = next(iter(board.legal_moves))
    xboard.send(f"usermove {reply.uci()}")
    board.push(reply)
    move(xboard, board)


def test_playother_answers_the_next_move(xboard):
    xboard.send("new", "force", "usermove e2e4", "playother", "st 0.2", "ping 1").wait("pong 1")
    assert xboard.before == []
    board = chess.Board()
    for text in ("e2e4", "e7e5"):
        board.push_uci(text)
    xboard.send("usermove e7e5")
    move(xboard, board)


@pytest.mark.parametrize("end", ["quit", "eof"])
def test_20_end_while_thinking(starter, end):
    talk = starter("xboard")
    talk.send("xboard", "protover 2").wait("feature done=1")
    talk.send("new", "level 0 5 0", "go")
    time.sleep(0.3)
    start = time.monotonic()
    if end == "quit":
        talk.send("quit")
    else:
        talk.close_input()
    assert talk.exit_code(5) == 0 and time.monotonic() - start < 1.0
    assert talk.errors == b""


def test_22_draw_offers(xboard):
    for fen, accepted in (
        ("4k3/8/8/8/8/8/qr6/4K3 w - - 0 1", False),  # won for the engine, which plays Black
        ("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1", True),
        ("4k3/8/8/8/8/8/QR6/4K3 w - - 0 1", True),
    ):
        xboard.send("new", f"setboard {fen}", "draw", "ping 1").wait("pong 1")
        assert xboard.before == (["offer draw"] if accepted else []), fen


def test_xiangqi_counts_ranks_from_zero(xboard):
    xboard.send("new", "variant xiangqi", "post", "st 0.3", "usermove h2e2")
    text = xboard.wait(r"move \S+").split()[1]
    assert re.fullmatch(r"[a-i]\d[a-i]\d", text)
    assert all(re.fullmatch(r"[a-i]\d[a-i]\d|[?!]", word) for m in thinking(xboard.before) for word in m[8].split())
    xboard.send("usermove b0c2").wait(r"move \S+")
    assert not any("llegal" in line for line in xboard.before)
    xboard.send("new", "variant tiddlywinks", "ping 1").wait("pong 1")
    assert xboard.before == ["Error (unsupported variant): variant tiddlywinks"]


def test_hint_and_book(xboard):
    xboard.send("new", "force", "usermove e2e4", "st 0.3", "go").wait(r"move \S+")
    xboard.send("force", "hint", "bk", "ping 1").wait("pong 1")
    assert re.fullmatch(r"Hint: [a-h]\d[a-h]\d[qrbn]?", xboard.before[0])
    assert xboard.before[1].startswith(" ") and xboard.before[2] == ""


def test_edit_mode_of_old_guis(xboard):
    """What XBoard sends to engines without setboard: all pieces, White's and then Black's; a2a3 before them for Black to move."""
    white = [f"{piece}{file}1" for file, piece in zip("abcdefgh", "RNBQKBNR", strict=True)] + [f"P{file}2" for file in "abcdefgh"]
    black = [f"{line[0]}{line[1]}{9 - int(line[2])}" for line in white]
    xboard.send("new", "force", "a2a3", "edit", "#", *white, "xh1", "xe2", "Pe4", "c", *black, ".", "post", "sd 2", "go")
    board = chess.Board("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBN1 b Qkq - 0 1")
    move(xboard, board)
    assert not any("Error" in line or "llegal" in line for line in xboard.before)
    xboard.send("force", "edit", "hello", "Pa9", "#", "Ke1", ".", "usermove e1e2", "ping 1").wait("pong 1")
    assert xboard.before[:2] == ["Error (unknown command): hello", "Error (unknown command): Pa9"]
    assert xboard.before[2].startswith("tellusererror Illegal position") and xboard.before[3:] == ["Illegal move: e1e2"]
    xboard.send("new", "variant xiangqi", "force", "edit", "#", "Ke0", "Ra8", "Hb0", "Ec0", "c", "Kd9", "Ad7", ".", "sd 2", "go")
    xboard.wait(r"move [a-e]\d[a-i]\d")
    assert not any("llegal" in line for line in xboard.before)


def test_what_edit_mode_makes():
    entry = find_entry("chess")
    editor = BoardEditor(entry, entry.start)
    assert editor.text() == entry.start
    assert all(map(editor.obey, ("xa1", "c", "qh8", "c", "Pd4"))) and not editor.obey("Zz9") and not editor.obey("Pi1")
    assert editor.text() == "rnbqkbnq/pppppppp/8/8/3P4/8/PPPPPPPP/1NBQKBNR w Kq - 0 1"
    other = find_entry("xiangqi")
    assert BoardEditor(other, other.start).text() == other.start
