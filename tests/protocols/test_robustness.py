"""Nothing ends, hangs or confuses a session: noise, long games, odd bytes, odd ends."""

from __future__ import annotations

import random
import re
import time

import pytest

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"

WORDS = {
    "uci": """uci isready setoption name value Hash 1 2 16 UCI_Variant chess xiangqi UCI_Chess960 true false MultiPV Threads Clear
        ucinewgame position startpos fen moves e2e4 e7e5 e1g1 h2e2 a1a8 b9c7 go depth nodes movetime wtime btime winc binc
        movestogo mate infinite ponder searchmoves stop ponderhit debug on off register d eval flip perft help -5 0 3 1.5
        99999999999999999999 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w b KQkq - 8/8/8/8/8/8/8/8 UCI_Coordinates one""",
    "ucci": """ucci isready setoption usemillisec hashsize randomness idle true false none 1 2 16 position fen startpos moves
        h2e2 b9c7 h0g2 banmoves go depth nodes time increment movestogo opptime infinite ponder draw ponderhit stop probe
        uccinewgame variant xiangqi 0 -1 7 99999999999999999999 9/9/9/9/9/9/9/9/9/9 w r b - repetitionrule asianrule""",
    "xboard": """xboard protover 2 new variant normal xiangqi fischerandom force go playother level 40 0 5 0:10 0.1 st sd time
        otim 100 usermove e2e4 e7e5 h2e2 ? ping draw result 1-0 setboard hint bk undo remove hard easy post nopost analyze exit
        . exclude include all memory cores 1 2 option Hash=8 Skill Level=3 accepted rejected computer name random -1 nan inf
        1e99 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w b KQkq - O-O @@@@ P@h3""",
}
SENSIBLE = {
    "uci": """position startpos moves e2e4 e7e5|position startpos moves h2e2|position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1
        go depth 3|go nodes 500|go infinite|go ponder wtime 100 btime 100|ponderhit|stop|go wtime 50 btime 50|ucinewgame
        go searchmoves e2e4 h2e2 depth 2|setoption name UCI_Variant value xiangqi|setoption name UCI_Variant value chess
        setoption name MultiPV value 3|setoption name UCI_Chess960 value true|setoption name UCI_Coordinates value one
        isready|d|go perft 2|startpos moves b0c2""",
    "ucci": """position startpos moves h2e2 b9c7|position fen 4k4/9/9/9/9/9/9/9/9/3K1R3 w|go depth 3|go time 50 increment 0
        go infinite|go ponder time 100|ponderhit|stop|banmoves h2e2 b2e2|go nodes 300|probe startpos|ponderhit draw|go depth 0
        setoption randomness large|setoption multipv 3|setoption newgame|isready|go draw depth 2|setoption idle small
        setoption usemillisec true""",
    "xboard": """new|force|go|usermove e2e4|usermove e7e5|usermove g1f3|undo|remove|analyze|exit|post|nopost|hard|easy|st 0.05
        sd 3|level 0 0:01 0|time 100|otim 100|?|variant xiangqi|variant fischerandom|variant normal|usermove h2e2|playother
        usermove h9g7|setboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1|exclude e2e4|include all|draw|hint|bk|.|result 1-0 {x}
        ping 7777|option MultiPV=2""",
}
NOISE = ["\x00", "\x1b[A", "日本語 象棋", "\\", '"', "{}", "%s%n", "'; drop", "\t\t", "value value", "=", "==", "¼", "𝔘" * 5]
HELLO = {"uci": ("uci", "uciok"), "ucci": ("ucci", "ucciok"), "xboard": ("protover 2", "feature done=1")}


def random_line(chance: random.Random, protocol: str) -> str:
    """A line of words of the protocol, now and then broken."""
    if chance.random() < 0.5:
        lines = [line.strip() for row in SENSIBLE[protocol].splitlines() for line in row.split("|")]
        return chance.choice(lines)
    words = chance.choices(WORDS[protocol].split(), k=chance.randint(1, 7))
    if chance.random() < 0.2:
        words.insert(chance.randrange(len(words) + 1), chance.choice(NOISE))
    if chance.random() < 0.05:
        words = ["".join(chance.choices("abcdefgh0123456789 -/", k=chance.randint(1, 300)))]
    return re.sub(r"perft\b", "perft 1", " ".join(words))


@pytest.mark.parametrize("protocol", sorted(WORDS))
def test_ten_thousand_random_lines(starter, protocol):
    chance = random.Random(f"noise {protocol}")
    talk = starter(protocol)
    hello, welcome = HELLO[protocol]
    talk.send(hello).wait(welcome)
    stop = {"uci": "stop", "ucci": "stop", "xboard": "?"}[protocol]
    for block in range(100):
        lines: list[str] = []
        for _ in range(99):
            lines.append(random_line(chance, protocol))
            if re.search(r"\b(go|analyze|usermove|hard|\?)", lines[-1]):
                lines.append(stop)
        data = ("\n".join(lines) + "\n").encode("utf-8", "surrogatepass")
        talk.send_bytes(data)
        if protocol == "xboard":
            talk.send("exit", "force", f"ping {block}").wait(f"pong {block}", 120)
        else:
            talk.send("stop", f"sync {block}").wait(rf"info (string|message) unknown command: sync {block}", 120)
    assert talk.process.poll() is None
    talk.send("quit")
    assert talk.exit_code() == 0
    assert b"Traceback" not in talk.errors, talk.errors.decode(errors="replace")[-3000:]
    if protocol == "ucci":
        strange = [
            line
            for line in talk.lines
            if not re.match(r"(id|option|ucciok|readyok|info|bestmove|nobestmove|pophash|bye)\b", line)
        ]
        assert not strange, strange[:5]


def long_game() -> list[str]:
    """1,200 plies of chess without a repetition rule in sight: both sides shuttle knights."""
    return ["g1f3", "g8f6", "f3g1", "f6g8"] * 300


def test_a_game_of_600_moves_over_uci(starter):
    talk = starter("uci")
    talk.send("uci", "isready").wait("readyok")
    moves = long_game()
    start = time.monotonic()
    for count in range(0, 1201, 40):
        talk.send("position startpos moves " + " ".join(moves[:count]), "go nodes 200")
        assert talk.wait("bestmove .*") != "bestmove (none)"
        assert not any("ignored" in line for line in talk.before)
    assert time.monotonic() - start < 60
    talk.send("quit")
    assert talk.exit_code() == 0 and talk.errors == b""


def test_a_game_of_600_moves_over_xboard(starter):
    talk = starter("xboard")
    talk.send("xboard", "protover 2").wait("feature done=1")
    talk.send("new", "force", *(f"usermove {text}" for text in long_game()), "sd 2", "go").wait(r"move \S+")
    assert not any("llegal" in line for line in talk.before)
    talk.send("force", *["undo"] * 1300, "ping 1").wait("pong 1")
    assert talk.before == [] or all(line.startswith("1/2") for line in talk.before)


def test_a_game_of_600_moves_over_ucci(starter):
    talk = starter("ucci")
    talk.send("ucci").wait("ucciok")
    moves = ["b0c2", "b9c7", "c2b0", "c7b9"] * 300
    talk.send(f"position fen {START} moves " + " ".join(moves), "go depth 2").wait("bestmove .*")
    talk.send("position startpos moves " + " ".join([*moves, "h0g2"]), "go depth 2").wait("bestmove .*")
    assert not any("message" in line for line in talk.before)


@pytest.mark.parametrize(
    "data",
    [
        b"uci\nisready\nposition startpos moves e2e4\ngo depth 2\n",  # several commands in one write
        b"\xef\xbb\xbfuci\r\nisready\r\nposition startpos moves e2e4\r\ngo depth 2\r\n",  # BOM and CR LF
        "uci\nsetoption name UCI_Opponent value none none human 棋机\nposition startpos\ngo depth 2\n".encode("gbk"),
        b"uci\nsetoption name BookFile value \xff\xfe\x80\nposition startpos\ngo depth 2\n",
        b"\n\n  \n\tuci\n\0\nposition startpos\ngo depth 2\n",
    ],
)
def test_bytes(starter, data):
    talk = starter()
    talk.send_bytes(data).wait("bestmove .*")
    assert "uciok" in talk.before
    talk.send("quit")
    assert talk.exit_code() == 0 and talk.errors == b""


def test_one_byte_at_a_time(starter):
    talk = starter("uci")
    for byte in b"uci\nposition startpos moves e2e4\ngo depth 1\n":
        talk.send_bytes(bytes([byte]))
    talk.wait("bestmove .*")


def test_last_line_without_a_line_end(starter):
    talk = starter("uci")
    talk.send_bytes(b"uci\nposition startpos\ngo perft 1\nisready")
    talk.close_input()
    assert talk.exit_code(60) == 0
    assert talk.lines[-1] == "readyok" and "Nodes searched: 20" in talk.lines


def test_end_of_input_answers_what_was_asked(starter):
    """``printf ... | qiji uci`` shows what its lines ask for; a search is stopped at the end of input."""
    talk = starter("uci")
    talk.send("uci", "position startpos", "go depth 200")
    talk.close_input()
    assert talk.exit_code(60) == 0
    assert talk.lines[-1].startswith("bestmove ") and talk.errors == b""


@pytest.mark.parametrize("first", ["uci", "ucci", "xboard"])
def test_first_line_tells_the_protocol(starter, first):
    talk = starter()
    talk.send("hello", first)
    if first == "xboard":
        talk.send("protover 2")
    talk.wait({"uci": "uciok", "ucci": "ucciok", "xboard": "feature done=1"}[first])
    talk.send("quit")
    assert talk.exit_code() == 0
    words = "a GUI begins with uci, ucci, xboard, hub or START"
    assert talk.errors.decode().splitlines() == [f"qiji: unknown first line 'hello'; {words}"]


def test_nothing_but_the_end(starter):
    for lines in ([], ["quit"], ["what is this"]):
        talk = starter()
        talk.send(*lines)
        talk.close_input()
        assert talk.exit_code() == 0 and talk.lines == []


def test_unknown_game(starter):
    talk = starter("uci", "--game", "tiddlywinks")
    assert talk.exit_code() == 2
    assert talk.errors.decode().startswith("qiji: error: unknown game 'tiddlywinks'") and talk.errors.count(b"\n") == 1


@pytest.mark.timed
def test_a_cold_cache_answers_the_handshake_and_quits_at_once(starter, tmp_path):
    talk = starter("uci", QIJI_CACHE=str(tmp_path))
    talk.send("uci").wait("uciok", 2.0)
    talk.send("isready", "position startpos", "go depth 2")
    line = talk.wait("info string compiling .*", 60)
    assert re.fullmatch(r"info string compiling \S.* \d+/\d+", line) and "readyok" not in talk.lines
    start = time.monotonic()
    talk.send("quit")
    assert talk.exit_code(10) == 0 and time.monotonic() - start < 1.5
    assert talk.errors == b""
