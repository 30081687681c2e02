"""Conversations with a real process in the Gomocup protocol."""

from __future__ import annotations

import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine
from tests.protocols.talk import ROOT, Talk

MOVE = r"\d+,\d+"
SIZE = 15


def start(*words: str, **more) -> Talk:
    return Talk(*(words or ("gomocup",)), command=(sys.executable, "-m", "protocols.cli"), **more)


@pytest.fixture(scope="session")
def warm_gomoku() -> None:
    """The kernels of five in a row are in the cache."""
    words = [sys.executable, "-m", "protocols.cli", "warmup", "gomoku"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert not done.returncode, done.stdout + done.stderr


@pytest.fixture
def begin(warm_gomoku) -> Iterator:
    """Starts processes; ends them with the test."""
    started: list[Talk] = []

    def one(*words: str, **more) -> Talk:
        started.append(start(*words, **more))
        return started[-1]

    yield one
    for talk in started:
        talk.kill()


@pytest.fixture(scope="module")
def shared(warm_gomoku) -> Iterator[Talk]:
    talk = start()
    talk.send("START 15").wait("OK", 300)  # an engine that is being compiled takes its time
    yield talk
    talk.kill()


@pytest.fixture
def talk(shared) -> Talk:
    """A process with an empty board of 15x15, freestyle, and quick moves."""
    shared.send("INFO max_memory 0", "INFO rule 0", "INFO max_node 500", "INFO time_left 2147483647", "INFO claim 0")
    shared.send("INFO timeout_turn 20000", "INFO pondering 0", "YXBLOCKRESET", "START 15").wait("OK")
    return shared


def point(text: str) -> tuple[int, int]:
    x, y = text.split(",")
    return int(x), int(y)


def board_lines(rows: str, own: str = "b") -> list[str]:
    """``BOARD`` lines of a position string's rows; Black first, colours in turn."""
    position = engine.load("gomoku").position(f"{rows} b")
    stones = position.game.spec.notation.stones_of(position.state)
    sides = {1: [], 2: []}
    for index, stone in enumerate(stones):
        if stone:
            field = 1 if "bw"[stone - 1] == own else 2
            sides[stone].append(f"{index % SIZE},{SIZE - 1 - index // SIZE},{field}")
    mixed = []
    while sides[1] or sides[2]:
        mixed += [side.pop(0) for side in (sides[1], sides[2]) if side]
    return mixed


# --- the conversation ---------------------------------------------------------------------------------------------------


def test_the_example_of_the_protocol(talk):
    talk.send("INFO game_type 1", "INFO rule 4", "INFO time_left 119870", "BEGIN")
    assert talk.wait(MOVE) == "7,7"
    talk.send("INFO time_left 119500", "TURN 7,6")
    assert point(talk.wait(MOVE)) not in ((7, 7), (7, 6)) and any(line.startswith("MESSAGE depth ") for line in talk.before)
    talk.send("YXBOARD", "7,8,1", "6,7,2", "8,8,1", "0,0,2", "7,6,1", "14,14,2", "DONE", "YXSHOWFORBID").wait(r"FORBID \.")
    talk.send("RESTART").wait("OK")
    stones = ["6,7,1", "0,0,2", "8,7,1", "14,0,2", "7,6,1", "0,14,2", "7,8,1", "14,14,2"]
    talk.send("YXBOARD", *stones, "DONE", "YXSHOWFORBID").wait(r"FORBID 0707\.")
    talk.send("YXWHYFORBID 7,7").wait("FORBID double-three")
    talk.send("YXWHYFORBID 3,3").wait("FORBID none")
    assert talk.send("BOARD", *stones, "DONE").wait(MOVE) != "7,7"
    talk.send("FOO").wait("UNKNOWN FOO")


def test_nothing_is_printed_that_nobody_reads(talk):
    mark = len(talk.lines)
    talk.send("INFO timeout_turn 1000", "info nonsense", "INFO", "INFO evaluate 3,4", "INFO folder /tmp", "INFO max_node 300")
    talk.send("YXHASHCLEAR", "", "   ", "YXSTOP", "STOP", "YXBOARD", "7,7,2", "DONE", "ABOUT").wait('name="Qiji", version=".*')
    assert len(talk.lines) == mark + 1


def test_line_ends_case_and_blanks(talk):
    talk.send_bytes(b"restart\r\n").wait("OK")
    talk.send_bytes(b"  ReStart \r").wait("OK")
    talk.send_bytes(b"\r\nturn  7 , 7\r\n").wait(MOVE)
    talk.send_bytes(b"RESTART " + b"x" * 100_000 + b"\n").wait("OK")
    talk.send_bytes(b"y" * 100_000 + b"\n").wait("UNKNOWN y{57}[.]{3}")
    talk.send_bytes(b"BOARD\r7,7,2\r8,8,1\r\r\nDONE\rABOUT\r").wait("name=.*")
    talk.wait(MOVE)


@pytest.mark.parametrize("size", [5, 6, 20, 15])
def test_sizes(talk, size):
    talk.send(f"START {size}").wait("OK")
    x, y = point(talk.send("TURN 0,0").wait(MOVE))
    assert 0 <= x < size and 0 <= y < size and (x, y) != (0, 0)
    for bad in ("START 4", "START 0", "START 22", "START", "START fifteen", "RECTSTART 15,20", "RECTSTART 15"):
        talk.send(bad).wait("ERROR .+")
    talk.send(f"RECTSTART {size},{size}").wait("OK")
    talk.send("BEGIN").wait(MOVE)


def test_boards(talk):
    for colour in ("b", "w"):
        stones = board_lines("15/15/15/15/15/5w9/6b1w6/7b7/6wb7/8b6/15/15/15/15/15", colour)
        random.Random(colour).shuffle(stones)
        for _ in range(2):
            assert f"{talk.send('BOARD', *stones, 'DONE').wait(MOVE)}," not in " ".join(stones)
    assert talk.send("BOARD", "DONE").wait(MOVE) == "7,7"
    talk.send("BOARD", "7,7,3", "7,8,3", "8,8,2", "DONE").wait(MOVE)
    assert talk.send("TURN 0,14").wait(MOVE) not in ("7,7", "7,8", "8,8", "0,14")


def test_moves_are_taken_back(talk):
    talk.send("INFO rule 4", "TURN 7,7")
    reply = talk.wait(MOVE)
    talk.send(f"TAKEBACK {reply}").wait("OK")
    talk.send("TAKEBACK 7,7").wait("OK")
    talk.send("TAKEBACK 7,7").wait("ERROR there is no stone on 7,7")
    assert talk.send("BEGIN").wait(MOVE) == "7,7"
    talk.send("TURN 7,7").wait("ERROR point 7,7 is not empty")
    talk.send("BEGIN").wait("ERROR the board is not empty")
    talk.send("PLAY 3,3").wait("3,3")
    talk.send("TURN 3,3").wait("ERROR .*")


def test_a_full_board(talk):
    talk.send("START 5").wait("OK")
    points = [(x, y) for y in range(5) for x in range(5)]
    stones = [f"{x},{y},{1 + (x + 2 * y) // 2 % 2}" for x, y in points[:-2]]
    talk.send("YXBOARD", *stones, "DONE")
    assert talk.send("TURN 4,4").wait(MOVE) == "3,4"
    talk.send("TURN 0,0").wait("ERROR .*")
    talk.send("YXNBEST 2").wait("ERROR the board is full")
    talk.send("BOARD", *[f"{x},{y},{1 + (x + 2 * y) // 2 % 2}" for x, y in points], "DONE").wait("ERROR the board is full")
    talk.send("YXBOARD", *stones, "3,4,1", "DONE", "TURN 4,4").wait("ERROR the board is full")


def test_before_any_board(begin):
    talk = begin()
    for line in (
        "BEGIN",
        "TURN 7,7",
        "RESTART",
        "TAKEBACK 7,7",
        "YXSHOWFORBID",
        "PLAY 7,7",
        "CLAIM",
        "YXNBEST 2",
        "YXWHYFORBID 7,7",
    ):
        talk.send(line).wait("ERROR no board")
    talk.send("BOARD", "7,7,1", "DONE").wait("ERROR no board")
    talk.send("SWAP2BOARD", "DONE").wait("ERROR no board")
    talk.send("DONE").wait("ERROR .*")
    talk.send("ABOUT", "YXSHOWINFO").wait("name=.*")
    talk.wait("MESSAGE INFO MAX_HASH_SIZE 26")
    talk.close_input()
    assert talk.exit_code() == 0 and talk.errors == b""


# --- rules --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule, mode", [(0, "freestyle"), (1, "standard"), (4, "renju"), (8, "caro"), (9, "caro-exact")])
def test_fives_are_made_and_parried(talk, rule, mode):
    """Black has four in a row with one point, or White has: no other answer is right under any rule."""
    talk.send(f"INFO rule {rule}")
    own = "15/15/15/15/15/15/15/w3bbbb7/15/15/15/15/15/15/w2w2w8"
    assert point(talk.send("BOARD", *board_lines(own), "DONE").wait(MOVE)) in ((3, 7), (8, 7))
    other = "15/15/15/15/15/15/15/3bwwww7/15/15/15/15/15/15/b2b2b8"
    parries = ("8,7", "9,7") if mode.startswith("caro") else ("8,7",)  # in caro the row to be may be shut instead
    assert talk.send("BOARD", *board_lines(other), "DONE").wait(MOVE) in parries


def test_six_in_a_row(talk):
    six = board_lines("15/15/15/15/15/15/15/3bbb1bb6/15/15/15/15/15/15/w1w1w1w1w6")
    answers = {}
    for rule in (0, 1, 4, 8, 9):
        talk.send(f"INFO rule {rule}")
        answers[rule] = talk.send("BOARD", *six, "DONE").wait(MOVE)
    assert answers[0] == answers[8] == "6,7" and answers[4] != "6,7"


def test_forbidden_points_of_the_table(talk):
    """Every position of the rule text's tables 10.1 and 10.2."""
    rules = ROOT.parent / "shared" / "rules" / "gomoku.md"
    if not rules.exists():
        pytest.skip("the rule texts are not here")
    text = rules.read_text(encoding="utf-8")
    rows = re.findall(r"\| R\d\d \| `(\S+)` \| \w+ \| [^|]+ \| ([^|]+) \|", text)
    rows += re.findall(r"^- `(\S+) b`: (.*)$", text, re.M)
    assert len(rows) == 35
    talk.send("INFO rule 4")
    for stones, names in rows:
        expected = {(ord(name[0]) - 97, SIZE - int(name[1:])) for name in re.findall(r"\b[a-o]\d+\b", names)}
        talk.send("YXBOARD", *board_lines(stones), "DONE", "YXSHOWFORBID")
        answer = talk.wait(r"FORBID (\d{4})*\.")
        found = {(int(code[:2]), int(code[2:])) for code in re.findall(r"\d{4}", answer)}
        assert found == expected, stones
    talk.send("INFO rule 0", "YXSHOWFORBID").wait(r"FORBID \.")


def test_a_renju_player_takes_what_is_left(talk):
    """The only parry is forbidden: some other point, and not the forbidden one."""
    talk.send("INFO rule 4")
    rows = "15/15/15/15/15/7b7/7b7/2bwwww1bb5/15/15/15/15/15/15/15"
    lines = board_lines(rows)
    talk.send("YXBOARD", *lines, "DONE", "YXSHOWFORBID")
    banned = re.findall(r"\d{4}", talk.wait("FORBID .*"))
    x, y = point(talk.send("BOARD", *lines, "DONE").wait(MOVE))
    assert f"{x:02d}{y:02d}" not in banned


def test_unsupported_rules_are_told_with_the_next_answer(talk):
    talk.send("INFO rule 3")
    for line in ("BEGIN", "TURN 7,7", "RESTART", "START 15"):
        talk.send(line).wait("ERROR rule 3: continuous games are not supported")
    talk.send("INFO rule 12", "BEGIN").wait("ERROR rule 12 is not supported")
    talk.send("INFO rule 2", "BEGIN").wait(MOVE)  # this manager has used the Yixin extension
    talk.send("YXBOARD", "6,7,1", "0,0,2", "8,7,1", "14,0,2", "7,6,1", "0,14,2", "7,8,1", "14,14,2", "DONE", "YXSHOWFORBID")
    talk.wait(r"FORBID 0707\.")


def test_claims(talk):
    stones = ["6,7,2", "0,0,1", "8,7,2", "14,0,1", "7,6,2", "0,14,1", "7,8,2", "14,14,1"]
    talk.send("INFO rule 4", "INFO claim 1", "YXBOARD", *stones, "7,7,2", "DONE", "CLAIM").wait("OK")
    talk.send("TAKEBACK 7,7").wait("OK")
    talk.send("CLAIM").wait("ERROR not forbidden")
    assert talk.send("TURN 7,7").wait(f"CLAIM|{MOVE}") == "CLAIM"
    talk.send("INFO claim 0", "RESTART", "YXBOARD", *stones, "DONE", "TURN 7,7").wait("OK")
    assert talk.wait(f"CLAIM|{MOVE}") != "CLAIM"


def test_blocked_points(talk):
    four = board_lines("15/15/15/15/15/15/15/3bbbb8/15/15/15/15/15/15/w2w2w2w5")
    talk.send("YXBLOCK", "7,7", "DONE")
    assert talk.send("BOARD", *four, "DONE").wait(MOVE) == "2,7"
    talk.send("YXBLOCKUNDO", "7,7", "DONE", "YXBLOCK", "2,7", "DONE")
    assert talk.send("BOARD", *four, "DONE").wait(MOVE) == "7,7"
    talk.send("YXBLOCKRESET", "BOARD", *four, "DONE").wait(MOVE)
    talk.send("YXBLOCK", "7,77", "DONE").wait("ERROR .*")


# --- openings -----------------------------------------------------------------------------------------------------------


def test_swap2(talk):
    talk.send("INFO rule 1", "SWAP2BOARD", "DONE")
    placed = talk.wait(rf"{MOVE} {MOVE} {MOVE}").split()
    assert len(set(placed)) == 3
    assert talk.send("SWAP2BOARD", *placed, "DONE").wait(f"SWAP|{MOVE}( {MOVE})?") not in placed
    assert talk.send("SWAP2BOARD", *placed, "0,0", "14,14", "DONE").wait(f"SWAP|{MOVE}") not in (*placed, "0,0", "14,14")
    # Three black stones in an open row against none: nobody wants White. And the other way round.
    lost = ["7,7", "0,0", "8,7", "14,14", "9,7"]
    assert talk.send("SWAP2BOARD", *lost, "DONE").wait(f"SWAP|{MOVE}") == "SWAP"
    for bad in (["7,7"], ["7,7", "7,7", "8,8"], ["7,7", "8,8", "15,15"], ["7,7,1", "8,8,2", "9,9,1"]):
        talk.send("SWAP2BOARD", *bad, "DONE").wait("ERROR .*")
    talk.send("BEGIN").wait(MOVE)


@pytest.mark.parametrize("rule", ["swap", "rif", "soosyrv-8", "taraguchi-10"])
def test_whole_openings(talk, rule):
    """The engine makes every decision; each is an event that the rule allows."""
    events: list[str] = []
    while True:
        talk.send(f"OPENING {rule}", *events, "DONE")
        answer = talk.wait(rf"{MOVE}|SWAP|STAY|N \d|OFFER .*|PICK {MOVE}|ERROR .*")
        if answer.startswith("ERROR"):
            break
        events.append(answer)
    assert answer == "ERROR the opening is over" and len(events) >= 4
    talk.send("OPENING nonsense", "DONE").wait("ERROR unknown opening rule .*")


# --- searching ----------------------------------------------------------------------------------------------------------


def test_the_best_lines(talk):
    talk.send("YXBOARD", "7,7,2", "8,8,1", "7,8,2", "DONE", "INFO max_node 2000", "YXNBEST 3").wait(MOVE)
    numbers = {found[1] for line in talk.before if (found := re.match(r"MESSAGE depth .* multipv (\d) ev ", line))}
    assert numbers == {"1", "2", "3"}
    for bad in ("YXNBEST", "YXNBEST 0", "YXNBEST many", "YXNBEST -1", "YXNBEST 99999"):
        talk.send(bad).wait("ERROR .*")


def test_a_search_is_stopped(talk):
    for word in ("YXSTOP", "stop"):
        talk.send("RESTART", "INFO max_node 0", "INFO timeout_turn 1000000", "TURN 7,7").wait("OK")
        talk.wait("MESSAGE depth .*")
        talk.send(word).wait(MOVE, 10)
    talk.send("TURN 0,0").wait("MESSAGE depth .*")
    talk.send("INFO timeout_turn 100").wait(MOVE, 10)
    talk.send("INFO timeout_turn 1000000", "TURN 0,2").wait("MESSAGE depth .*")
    talk.send("RESTART").wait(MOVE, 10)
    talk.wait("OK")


def test_thinking_on_the_opponents_time(talk):
    talk.send("INFO pondering 1", "TURN 7,7").wait(MOVE)
    mark = len(talk.lines)
    time.sleep(0.3)
    assert len(talk.lines) == mark
    talk.send("TURN 0,0").wait(MOVE)
    talk.send("YXSHOWFORBID").wait(r"FORBID \.")
    talk.send("RESTART").wait("OK")


def test_memory(talk):
    talk.send("INFO max_memory 1000000", "BEGIN").wait(r"ERROR max_memory 1000000 is too small: about \d+ bytes are needed.*")
    talk.send("TURN 7,7").wait("ERROR max_memory .*")
    needed = int(re.search(r"about (\d+)", talk.lines[-1])[1])
    allowed = needed + (24 << 20)
    talk.send(f"INFO max_memory {allowed}", "INFO max_node 30000", "TURN 7,7").wait(MOVE)
    for reply in ("0,0", "0,2", "14,14"):
        talk.send(f"TURN {reply}").wait(MOVE)
    if sys.platform == "linux":
        status = Path(f"/proc/{talk.process.pid}/status").read_text()
        assert int(re.search(r"VmRSS:\s+(\d+) kB", status)[1]) * 1024 < allowed


@pytest.mark.timed
@pytest.mark.parametrize("limit_ms, moves", [(0, 12), (100, 12), (1000, 5)])
def test_time_limits(begin, limit_ms, moves):
    """The first move of a fresh process is in time, too; on a busy machine the next try counts."""
    worst = []
    for _ in range(5):
        talk = begin()
        talk.send("START 15", f"INFO timeout_turn {limit_ms}", "INFO timeout_match 100000", "INFO rule 1").wait("OK")
        left, worst = 20_000, [*worst, 0.0]
        chance, taken = random.Random(limit_ms), set()
        for _ in range(moves):
            while (choice := (chance.randrange(15), chance.randrange(15))) in taken:
                pass
            sent = time.monotonic()
            talk.send(f"INFO time_left {left}", f"TURN {choice[0]},{choice[1]}")
            taken |= {choice, point(talk.wait(MOVE))}
            worst[-1] = max(worst[-1], talk.at - sent)
            left = max(200, left // 2)
        talk.send("END")
        assert talk.exit_code() == 0
        if worst[-1] <= max(limit_ms, 100) / 1000:
            return
    raise AssertionError(worst)


# --- the end ------------------------------------------------------------------------------------------------------------


def test_end_while_thinking(begin):
    talk = begin()
    talk.send("START 15", "INFO timeout_turn 1000000", "TURN 7,7").wait("OK")
    talk.wait("MESSAGE depth .*")
    mark = len(talk.lines)
    began = time.monotonic()
    talk.send("END")
    assert talk.exit_code() == 0 and time.monotonic() - began < 10
    assert not [line for line in talk.lines[mark:] if re.fullmatch(MOVE, line)] and talk.errors == b""


def test_end_while_compiling(begin, tmp_path):
    talk = begin(QIJI_CACHE=str(tmp_path))
    talk.send("START 15", "END")
    assert talk.exit_code(20) == 0 and "OK" not in talk.lines


@pytest.mark.parametrize("first", ["START 15", "about", "INFO timeout_turn 50"])
def test_the_first_line_tells_the_protocol(begin, first):
    talk = begin("--game", "gomoku")
    talk.send(first, "START 6", "BEGIN").wait(MOVE)
    talk.send("END")
    assert talk.exit_code() == 0 and talk.errors == b""


def test_games_of_the_command_line(begin):
    talk = begin("gomocup", "--game", "renju")
    talk.send("START 15").wait("OK")
    talk.send("YXBOARD", "6,7,1", "0,0,2", "8,7,1", "14,0,2", "7,6,1", "0,14,2", "7,8,1", "14,14,2", "DONE", "YXSHOWFORBID")
    talk.wait(r"FORBID 0707\.")
    words = [sys.executable, "-m", "protocols.cli", "gomocup", "--game", "chess"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "chess is not played over gomocup" in done.stderr


# --- noise --------------------------------------------------------------------------------------------------------------

#: Each line is bad in its own way and has exactly one answer.
BAD_LINES = """START|START 4|START -1|START 1000000000000|START 15 16|START 15,15|START x|START 0x0f|START 15.0|START １５
    RECTSTART|RECTSTART 15|RECTSTART 15,16|RECTSTART a,b|RECTSTART 4,4|RECTSTART 15;15
    TURN|TURN 7|TURN 7,|TURN ,7|TURN 15,0|TURN 0,15|TURN -1,-1|TURN 7,7,7|TURN h8|TURN 7 7|TURN 7.0,7|TURN 999999999999,1
    TURN 0x7,7|TURN 1e1,1|TURN \x00,\x01|TURN ７,７|TURN 7,7 8,8
    TAKEBACK|TAKEBACK 7,7|TAKEBACK 15,15|TAKEBACK x|TAKEBACK -1,0|PLAY|PLAY x,y|PLAY 15,15|PLAY 7|CLAIM|CLAIM 7,7|DONE|DONE 7,7
    YXNBEST|YXNBEST x|YXNBEST 0|YXNBEST -3|YXNBEST 1.5|YXNBEST ２|YXWHYFORBID|YXWHYFORBID x|YXWHYFORBID 15,15|YXWHYFORBID 7
    FOO|foo bar|BEGINN|TURN7,7|BOARD7,7,1|YXFOO|YX|7,7|7,7,1|-1,-1|,|OK|SWAP|SUGGEST 7,7|ERROR|UNKNOWN|MESSAGE hello
    uci|quit|isready|\x1b[A|日本語|'; drop table|%s%n|\\|\""""
#: Blocks (``/`` between lines) that are bad in some line; each has exactly one answer, after DONE.
BAD_BLOCKS = """BOARD/7,7|BOARD/7,7,0|BOARD/7,7,4|BOARD/7,7,-1|BOARD/15,0,1|BOARD/0,15,2|BOARD/-1,-1,1|BOARD/x|BOARD/7;7;1
    BOARD/7,7,1,1|BOARD/7,7,1.0|BOARD/7,7,x|BOARD/FOO|BOARD/h8|BOARD/7 7 1|BOARD/7,7,１|BOARD/,,,
    BOARD/7,7,1/7,7,2|BOARD/7,7,1/8,8,2/9,9,9|YXBOARD/15,15,1|YXBOARD/7,7,1/7,7,1|SWAP2BOARD/7,7|SWAP2BOARD/x|SWAP2BOARD/7,7/8,8|SWAP2BOARD/7,7/7,7/7,7
    SWAP2BOARD/7,7/8,8/15,15|SWAP2BOARD/1,1,1/2,2,2/3,3,1|YXBLOCK/x|YXBLOCKUNDO/15,15
    OPENING|OPENING swap/x|OPENING rif/0,0|OPENING taraguchi-999|OPENING soosyrv-２"""


def listed(text: str) -> list[str]:
    return [item.strip() for line in text.splitlines() for item in line.split("|")]


def test_a_hundred_malformed_inputs(talk):
    """Each has one ERROR or UNKNOWN line and changes nothing; the game then goes on."""
    everything = [[line] for line in listed(BAD_LINES)] + [[*block.split("/"), "DONE"] for block in listed(BAD_BLOCKS)]
    everything.append(["BOARD", "7,7,1", *["8,8,2"] * 5000, "DONE"])
    assert len(everything) >= 100
    talk.send("YXBOARD", "7,6,2", "8,8,1", "3,3,2", "DONE")
    random.Random(100).shuffle(everything)
    talk.rest()
    for lines in everything:
        mark = len(talk.lines)
        talk.send(*lines, "ABOUT").wait("name=.*")
        answers = talk.lines[mark:-1]
        assert len(answers) == 1 and re.match("ERROR .|UNKNOWN .", answers[0]), (lines[:3], answers)
    talk.send("TAKEBACK 3,3").wait("OK")
    talk.send("TURN 7,6").wait("ERROR point 7,6 is not empty")
    talk.send("TURN 3,3").wait(MOVE)
    assert talk.process.poll() is None and talk.errors == b""


def test_an_unfinished_block(talk):
    talk.send("BOARD", "7,7,1", "START 15").wait("ERROR BOARD without DONE")
    talk.wait("OK")
    talk.send("BOARD", "7,7,2", "INFO timeout_turn 20000", "8,8,1", "9,9,2", "DONE").wait(MOVE)


def test_random_lines(talk):
    words = """START RECTSTART RESTART BEGIN TURN PLAY TAKEBACK BOARD DONE SWAP2BOARD CLAIM INFO YXBOARD YXNBEST YXBLOCK
        YXBLOCKUNDO YXSHOWFORBID YXWHYFORBID YXSHOWINFO YXHASHCLEAR YXSTOP OPENING swap rif rule timeout_turn pondering 0 1 2 4
        5 6 7,7 8,8 0,0 7,7,1 8,8,2 3,3,3 -1,-1 15 20 x SWAP STAY \x00 日""".split()
    chance = random.Random("gomocup")
    for block in range(20):
        lines = [" ".join(chance.choices(words, k=chance.randint(1, 3))) for _ in range(30)]
        lines = [line for line in lines if not line.startswith("INFO timeout")]
        talk.send("INFO timeout_turn 30", *lines, "DONE", "INFO rule 0", f"sync{block}").wait(f"UNKNOWN sync{block}", 120)
    talk.send("INFO max_memory 0", "START 15").wait("OK")
    assert talk.process.poll() is None and talk.errors == b""
