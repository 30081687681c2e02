"""The parts under the protocols, without a process: lines, options, words of go, coordinates, loading, searches, clocks."""

from __future__ import annotations

import os
import threading
import time

import pytest

from engine import CATALOGUE, find_entry
from engine.core.options import Option
from engine.errors import OptionError
from engine.search.limits import Limits, SearchResult
from protocols import xboard_boards
from protocols.adapter import ANALYSING, IDLE, PONDERING, SEARCHING, SearchThread
from protocols.clock import GameClock
from protocols.coordinates import to_zero_based
from protocols.go import NUMBER_WORDS, is_unlimited, read_go, told_faults, uci_limits
from protocols.lines import Events, Output, Quit, decode_line
from protocols.loader import Loader, LoadError
from protocols.options import ENGINE_OPTIONS, OptionValues, RuleTexts, merged_rules, ucci_line, uci_line, xboard_line
from protocols.ucci_options import OWN_OPTIONS, translated

# --- lines ---


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (b"uci", "uci"),
        (b"\xef\xbb\xbfuci\r", "uci"),
        ("名 棋机".encode(), "名 棋机"),
        ("名 棋机".encode("gbk"), "名 棋机"),
        (b"\xff\xfe", "\ufffd\ufffd"),
        (b"", ""),
    ],
)
def test_decode_line(raw, text):
    assert decode_line(raw).encode("ascii", "replace") == text.encode("ascii", "replace")


def test_reader_joins_pieces_and_keeps_the_last_line():
    reading, writing = os.pipe()
    events = Events()
    events.read_from(reading)
    for piece in (b"pos", b"ition\nis", b"ready\r\n\nlast"):
        os.write(writing, piece)
        time.sleep(0.01)
    os.close(writing)
    seen: list[str] = []
    assert events.run(seen.append) is False
    assert [line for line in seen if line] == ["position", "isready", "last"]
    os.close(reading)


def test_output_keeps_lines_whole_and_ends_quietly():
    written: list[bytes] = []
    output = Output(written.append)
    output.line("a\nb ", "c", "")
    output.line()
    assert written == [b"a b\nc\n\n"]
    ended = []

    def broken(data: bytes) -> None:
        raise BrokenPipeError

    output = Output(broken)
    output.on_closed = lambda: ended.append(1)
    output.line("x")
    output.line("y")
    assert ended == [1] and output.closed


def test_a_defect_does_not_end_the_session(capsys):
    events, seen = Events(), []

    def handle(line: str) -> None:
        seen.append(line)
        if line == "bad":
            raise ZeroDivisionError
        if line == "quit":
            raise Quit

    for line in ("bad", "good", "quit", "late"):
        events.post(line)
    assert events.run(handle) is True
    assert seen == ["bad", "good", "quit"] and "ZeroDivisionError" in capsys.readouterr().err


def test_waiting_keeps_lines_and_obeys_quit():
    events, done = Events(), []
    for item in ("one", lambda: done.append(1), "two"):
        events.post(item)
    events.wait_until(lambda: bool(done))
    seen: list[str] = []
    events.post("three")
    events.post(None)
    events.run(seen.append)
    assert seen == ["one", "two", "three"]
    events.post("position startpos")
    events.post("quit")
    with pytest.raises(Quit):
        events.wait_until(lambda: False)


def test_stop_while_waiting_counts_for_the_next_search_too():
    events, stops, done = Events(), [], []
    for item in ("stop", "go infinite", "stop", lambda: done.append(1)):
        events.post(item)
    events.wait_until(lambda: bool(done), lambda: stops.append(1))
    events.post(None)
    seen: list[str] = []
    events.run(seen.append)
    assert len(stops) == 2 and seen == ["go infinite", "stop"]


# --- options ---


def test_every_option_renders():
    rules = [option for entry in CATALOGUE for option in entry.options]
    for option in (*ENGINE_OPTIONS, *OWN_OPTIONS, *rules):
        assert uci_line(option).startswith(f"option name {option.name} type {option.kind}")
        assert xboard_line(option).startswith(f'feature option="{option.name} -')
        assert ucci_line(option).split()[2] == "type"


def test_spellings():
    assert uci_line(Option("A B", "spin", 3, 1, 5)) == "option name A B type spin default 3 min 1 max 5"
    assert uci_line(Option("S", "string", "")) == "option name S type string default <empty>"
    combo = Option("Rule", "combo", "Two", values=("One", "Two"))
    assert uci_line(combo) == "option name Rule type combo default Two var One var Two"
    assert xboard_line(combo) == 'feature option="Rule -combo One /// *Two"'
    assert ucci_line(combo) == "option rule type combo var one var two default two"
    assert xboard_line(Option("C", "check", True)) == 'feature option="C -check 1"'
    assert xboard_line(Option("BookFile", "string", "")) == 'feature option="BookFile -file "'
    assert ucci_line(Option("C D", "button")) == "option cd type button"


def test_values():
    values = OptionValues()
    values.set("hash", "128")
    values.set("MOVE overhead", "10")
    assert values.number("Hash") == 128 and values.number("Move Overhead") == 10
    for name, text in (("Hash", "0"), ("Hash", ""), ("Ponder", "perhaps"), ("Nothing", "1")):
        with pytest.raises(OptionError):
            values.set(name, text)
    assert values.number("Hash") == 128


def test_rules_stay_where_a_game_knows_them():
    rules, chess, xiangqi = RuleTexts(CATALOGUE), find_entry("chess"), find_entry("xiangqi")
    assert rules.set(chess, "repetitionrule", "asianrule") == "Repetition Rule"
    assert rules.of(chess) == {} and rules.of(xiangqi) == {"Repetition Rule": "AsianRule"}
    with pytest.raises(OptionError):
        rules.set(xiangqi, "Repetition Rule", "folk")
    with pytest.raises(OptionError):
        rules.set(chess, "No Such Rule", "1")


def test_listed_rule_options_have_room_for_every_game():
    listed = {option.name.lower(): option for option in merged_rules(CATALOGUE)}
    for entry in CATALOGUE:
        for option in entry.options:
            whole = listed[option.name.lower()]
            if whole.kind == option.kind == "combo":
                assert {value.lower() for value in option.values} <= {value.lower() for value in whole.values}
            elif whole.kind == option.kind == "spin":
                assert whole.low <= option.low and option.high <= whole.high
            else:
                assert whole.kind in (option.kind, "string")


def test_ucci_names():
    assert translated("hashsize", "0") == ("Hash", "64")
    assert translated("movelag", "10") == ("Move Overhead", "50")
    assert int(translated("threads", "0")[1]) >= 1
    assert translated("repetitionrule", "x") == ("repetitionrule", "x")


# --- go ---


def test_words_of_go():
    said = read_go("searchmoves e2e4 d2d4 wtime 100 binc x movestogo -3 nonsense depth 9 infinite".split())
    assert said.moves == ["e2e4", "d2d4"] and said.numbers == {"wtime": 100, "movestogo": -3, "depth": 9}
    assert said.flags == {"searchmoves", "infinite"}
    assert said.faults == ["value 'x' is not a time; binc is ignored", "unknown word 'nonsense'"]


@pytest.mark.parametrize("word", sorted(NUMBER_WORDS))
def test_what_is_wrong_with_a_number_of_go_is_said(word):
    for value in ("x", "1e9", "-", "9x"):
        said = read_go([word, value, "ponder"])
        assert word not in said.numbers and said.flags == {"ponder"}
        assert said.faults == [f"value '{value}' is not {NUMBER_WORDS[word]}; {word} is ignored"]
    assert read_go([word, "ponder"]).faults == read_go([word]).faults == [f"{word} lacks its value, {NUMBER_WORDS[word]}"]
    assert len(read_go([word, "9x" * 100]).faults[0]) < 120
    assert read_go([word, "7"]).numbers == {word: 7}


def test_faults_of_go_are_one_sentence():
    assert told_faults(read_go("nodes x depth".split())) == (
        "value 'x' is not a number of nodes; nodes is ignored; depth lacks its value, a number of plies"
    )
    assert told_faults(read_go(["what"] * 9)).endswith("and 4 more")


def test_limits_of_go():
    def limits(text: str, seats: int = 2) -> Limits:
        return uci_limits(read_go(text.split()), seats)

    assert limits("wtime 1000 btime 2000 winc 10 movestogo 5") == Limits(
        clock_s=(1.0, 2.0), increment_s=(0.01, 0.0), moves_to_go=5
    )
    assert limits("btime 300").clock_s == (0.3, 0.3)
    assert limits("depth 0").depth == 1 and limits("nodes -5").nodes == 1 and limits("mate 0").mate is None
    assert limits("movetime -5").movetime_s == 0.0
    assert limits("wtime 9 time3 500", 4).clock_s == (0.009, None, None, 0.5)
    assert limits("depth 99999999999999999999999").depth == 10**12
    assert is_unlimited(limits("")) and is_unlimited(limits("depth x")) and is_unlimited(limits("depth 3 infinite"))
    assert not is_unlimited(limits("wtime -5")) and not is_unlimited(limits("movetime 0"))


# --- coordinates ---


@pytest.mark.parametrize(
    ("moves", "one_based", "expected"),
    [
        ("h3e3 h10g8", False, "h2e2 h9g7"),
        ("h2e2 h9g7", False, "h2e2 h9g7"),
        ("h3e3 h8e8", True, "h2e2 h7e7"),
        ("h2e2 h0g2", True, "h2e2 h0g2"),
        ("a1a2", True, "a0a1"),
        ("H3E3", True, "h2e2"),
        ("a0a10", True, "a0a10"),
        ("C2.5 炮二平五", True, "C2.5 炮二平五"),
    ],
)
def test_ranks_from_zero(moves, one_based, expected):
    assert to_zero_based(moves.split(), one_based) == expected.split()


# --- loading ---


def run_until(events: Events, done) -> None:
    events.wait_until(done)


def test_loading_reports_and_changes_its_mind():
    events, lines, started = Events(), [], []
    gate = threading.Event()

    def load(game_id, progress):
        started.append(game_id)
        for done in range(100):
            progress(f"{game_id} kernel", done, 100)
            if game_id == "chess":
                gate.wait(0.05)
        return game_id, object()

    loader = Loader(events, lines.append, load)
    loader.want("chess")
    time.sleep(0.2)
    loader.want("xiangqi")
    assert loader.get("xiangqi")[0] == "xiangqi"
    assert started == ["chess", "xiangqi"] and not loader.has("chess")
    gate.set()
    assert loader.get("chess")[0] == "chess" and loader.has("xiangqi")
    assert loader.get("xiangqi")[0] == "xiangqi" and started == ["chess", "xiangqi", "chess"]
    assert lines == []


def test_progress_lines_only_where_it_takes_time():
    events, lines = Events(), []

    def load(game_id, progress):
        for done in range(4):
            progress("kernel", done, 3)
            time.sleep(0.6 if done < 3 else 0)
        return game_id, object()

    assert Loader(events, lines.append, load).get("chess")[0] == "chess"
    assert lines == ["compiling kernel 3/3"]


def test_a_failure_to_load_is_one_line(capsys):
    def load(game_id, progress):
        raise RuntimeError("no compiler\nhere")

    loader = Loader(Events(), print, load)
    for _ in range(2):
        with pytest.raises(LoadError, match="^cannot load chess: no compiler here$"):
            loader.get("chess")
    assert capsys.readouterr().err.count("Traceback") == 1


# --- the search thread ---


class Work:
    """Work that ends when it is told to."""

    def __init__(self, best: int = 7) -> None:
        self.release, self.hit = threading.Event(), threading.Event()
        self.result = SearchResult(best, 0)

    def __call__(self) -> SearchResult:
        self.release.wait(5)
        return self.result


@pytest.fixture
def searching():
    events = Events()
    return events, SearchThread(events), []


def drain(events: Events) -> None:
    """Run what has been posted."""
    events.post(None)
    events.run(lambda line: None)


def test_one_answer_for_a_search(searching):
    events, search, answers = searching
    work = Work()
    search.start(work, answers.append, work.release.set)
    assert search.state == SEARCHING and not answers
    search.stop()
    events.wait_until(lambda: bool(answers))
    search.stop()
    assert search.finish() and search.state == IDLE
    drain(events)
    assert answers == [work.result]


@pytest.mark.parametrize("state", [PONDERING, ANALYSING])
def test_an_early_result_is_held(searching, state):
    events, search, answers = searching
    work = Work()
    work.release.set()
    search.start(work, answers.append, state=state)
    time.sleep(0.05)
    drain(events)
    assert answers == [] and search.state == state
    if state == PONDERING:
        search.ponderhit()
    else:
        search.ponderhit()
        assert answers == []
        search.stop()
    assert answers == [work.result] and search.state == IDLE


def test_a_final_result_ends_an_analysis(searching):
    events, search, answers = searching
    work = Work()
    search.start(work, answers.append, work.release.set, state=ANALYSING, is_final=lambda result: result.best == 7)
    work.release.set()
    events.wait_until(lambda: bool(answers))
    assert answers == [work.result] and search.state == IDLE


def test_ponderhit_tells_the_work_and_lets_the_result_through(searching):
    events, search, answers = searching
    work = Work()
    search.start(work, answers.append, work.release.set, work.hit.set, PONDERING)
    search.ponderhit()
    assert work.hit.is_set() and search.state == SEARCHING
    work.release.set()
    events.wait_until(lambda: bool(answers))
    assert answers == [work.result]


def test_what_waits_for_the_end_of_a_search(searching):
    events, search, answers = searching
    work, order = Work(), []
    search.after(lambda: order.append("idle"))
    search.start(work, lambda result: order.append("answer"), work.release.set)
    search.after(lambda: order.append("later"))
    assert order == ["idle"]
    search.finish()
    assert order == ["idle", "answer", "later"]
    drain(events)


def test_discarded_and_failed_searches(searching, capsys):
    events, search, answers = searching
    work = Work()
    search.start(work, answers.append, work.release.set)
    search.discard()
    assert answers == [] and search.state == IDLE
    search.start(lambda: 1 // 0, answers.append)
    events.wait_until(lambda: bool(answers))
    assert answers == [None] and "ZeroDivisionError" in capsys.readouterr().err


# --- clocks ---


def test_levels():
    clock = GameClock()
    clock.set_level(["40", "5", "0"])
    assert clock.limits(0, 3, 0.0) == {"clock_s": (300.0, 300.0), "increment_s": (0.0, 0.0), "moves_to_go": 37}
    clock.set_level(["0", "1:30", "0.5"])
    clock.set_own("1000")
    clock.set_other("2000")
    assert clock.limits(1, 0, 0.0) == {"clock_s": (20.0, 10.0), "increment_s": (0.5, 0.5)}
    clock.moved(2.0, 1)
    assert clock.own_s == pytest.approx(8.5)
    clock.set_depth("4")
    clock.set_move_time("0.5")
    assert clock.limits(0, 0, 0.03) == {"depth": 4, "movetime_s": pytest.approx(0.47)}
    clock.set_level(["2", "0:10", "0"])
    clock.moved(4.0, 1)
    clock.moved(4.0, 2)
    assert clock.own_s == pytest.approx(12.0) and clock.limits(0, 2, 0.0)["depth"] == 4
    clock.new_game()
    assert clock.own_s == 10 and clock.depth is None
    for bad in (["40", "5"], ["x", "5", "0"], ["0", "1:x", "0"], ["0", "nan", "0"], ["0", "1e99", "0"]):
        with pytest.raises(OptionError):
            clock.set_level(bad)


# --- boards that XBoard does not know ---


def test_variants_of_the_catalogue():
    names = xboard_boards.variants_of(entry for entry in CATALOGUE if "xboard" in entry.protocols)
    assert list(names)[:3] == ["normal", "fischerandom", "xiangqi"]


def test_description_of_a_foreign_board():
    board = xboard_boards.ForeignBoard("PNBRQ..K", (("P&", "fmWfcF"),), parent="xiangqi")
    entry = find_entry("xiangqi")
    assert board.lines(entry) == [f"setup (PNBRQ..K) 9x10+0_xiangqi {entry.start}", "piece P& fmWfcF"]
