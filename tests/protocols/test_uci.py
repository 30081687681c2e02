"""The conformance list of UCI, item by item, against real processes.

Items share a process where nothing of an earlier one can help a later one: each begins with the options back at their defaults,
``ucinewgame`` and ``isready``. Numbers in names are those of the list.
"""

from __future__ import annotations

import os
import re
import time

import chess
import pytest

from tests.protocols.talk import within

pytestmark = pytest.mark.timed

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
def shared(starter):
    """The process that most items share."""
    talk = starter("uci")
    talk.send("uci", "isready").wait("readyok")
    return talk


@pytest.fixture
def uci(shared, starter):
    """A process in the state after ``uci`` and ``isready``."""
    assert shared.process.poll() is None, shared.errors
    shared.send("stop", *(f"setoption name {option}" for option in RESET), "ucinewgame", "position startpos", "isready")
    shared.wait("readyok")
    yield shared
    shared.send("stop", "isready").wait("readyok")


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


# --- raw processes ---


def test_01_02_03_05_handshake_of_a_raw_process(starter):
    raw = starter("uci")
    raw.send("isready").wait("readyok", 10)  # 2: no uci before it
    assert raw.before == [] and raw.lines == ["readyok"]
    raw.send("quit")
    assert raw.exit_code() == 0
    raw = starter("uci")  # 1 and 3: pipes stay open and silent
    assert raw.rest() == []
    raw.send("uci").wait("uciok", 2.0)
    assert raw.lines[0].startswith("id name ") and raw.lines[1].startswith("id author ")
    assert len(raw.lines) == len(raw.before) + 1
    raw.send_bytes(b"isready\r\n").wait("readyok")
    raw.send_bytes(b"\t isready  \n").wait("readyok")  # 5
    raw.send("quit")
    assert raw.exit_code() == 0


def test_uciok_comes_within_half_a_second(starter):
    fastest = 9.0
    for _ in range(3):
        talk = starter("uci")
        talk.send("uci").wait("uciok")
        fastest = min(fastest, talk.at - talk.begin)
        talk.send("quit")
        assert talk.exit_code() == 0
    assert fastest < 0.5


OPTION = re.compile(
    r"option name (?P<name>\S.*?) type (?:check default (?:true|false)|button|string default \S.*"
    r"|spin default (?P<value>-?\d+) min (?P<low>-?\d+) max (?P<high>-?\d+)"
    r"|combo default (?P<chosen>\S+)(?P<values>(?: var \S+)+))"
)


def test_01_options_are_well_formed(uci):
    uci.send("uci").wait("uciok")
    names = []
    for line in uci.before:
        if not line.startswith("option"):
            assert re.fullmatch(r"id (name|author) \S.*", line)
            continue
        match = OPTION.fullmatch(line)
        assert match, line
        names.append(match["name"])
        if match["value"]:
            assert int(match["low"]) <= int(match["value"]) <= int(match["high"])
        if match["values"]:
            assert match["chosen"] in match["values"].split(" var ")
    assert len(names) == len({name.lower() for name in names})
    wanted = "Hash,Clear Hash,Threads,Ponder,MultiPV,Move Overhead,UCI_LimitStrength,UCI_Elo,UCI_ShowWDL,UCI_Chess960,UCI_Variant"
    assert set(wanted.split(",")) <= set(names)


def test_04_uci_twice(uci):
    uci.send("uci", "uci").wait("uciok")
    first = list(uci.before)
    uci.wait("uciok")
    assert uci.before == first and first[0].startswith("id name")


# --- odd input ---


def test_06_unknown_commands(uci):
    uci.send("foo bar", " ", "isready").wait("readyok")
    assert uci.before == ["info string unknown command: foo bar"]


def test_07_08_10_options_are_taken(uci):
    uci.send(
        "setoption name hASH value 32",
        "setoption name clear hash",
        "setoption name Move Overhead value 100",
        "setoption name UCI_Opponent value GM 2800 human Gary Kasparov",
    )
    alive(uci)
    assert uci.before == []


def test_09_bad_options_change_nothing(uci):
    uci.send(
        "setoption name NoSuch value 3",
        "setoption name",
        "setoption",
        "setoption name Hash value",
        "setoption name Hash value abc",
        "setoption name Hash value 99999999999",
        "setoption name UCI_Chess960 value maybe",
        "setoption name UCI_Variant value",
        "setoption name UCI_Variant value tiddlywinks",
    )
    alive(uci)
    assert len(uci.before) == 8 and all(line.startswith("info string ") for line in uci.before)
    uci.send("debug on", "setoption name Hash value 32", "debug off", "isready").wait("readyok")
    assert "info string set Hash 32" in uci.before
    uci.send("position startpos", "go depth 1")
    assert bestmove(uci)


def test_11_limited_strength(uci):
    board = chess.Board()
    uci.send(
        "setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 800", "position startpos", "go movetime 300"
    )
    assert bestmove(uci, board)
    weak = int(re.search(r" nodes (\d+)", uci.before[-1])[1])
    uci.send("setoption name UCI_LimitStrength value false", "ucinewgame", "position startpos", "go depth 7")
    bestmove(uci, board)
    lines = uci.before
    uci.send("setoption name UCI_Elo value 1200", "ucinewgame", "position startpos", "go depth 7")
    bestmove(uci, board)
    assert weak < 5000 and without_times(uci.before) == without_times(lines)


def without_times(lines: list[str]) -> list[str]:
    return [re.sub(r" (nps|time|hashfull) \d+", "", line) for line in lines]


def test_12_empty_move_list(uci):
    uci.send("position startpos moves", "go depth 2")
    assert bestmove(uci)
    assert not any("info string" in line for line in uci.before)


def test_13_incomplete_positions(uci):
    uci.send("position", "position fen", "position moves e2e4", "go depth 2")
    assert bestmove(uci)
    assert len([line for line in uci.before if line.startswith("info string")]) == 3
    alive(uci)


def test_14_four_fields(uci):
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - -"
    uci.send(f"position fen {fen}", "go depth 3")
    assert bestmove(uci, chess.Board(fen + " 0 1"))


def test_15_bad_fen_keeps_the_position(uci):
    board = chess.Board()
    board.push_uci("e2e4")
    for bad in (
        "blah",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "k7/8/8/8/8/8/8/K6Q w x - 0 1",
    ):
        uci.send("position startpos moves e2e4", f"position fen {bad}", "go depth 2")
        assert bestmove(uci, board)
        assert uci.before[0].startswith("info string ")


def test_16_false_castling_letters(uci):
    uci.send("position fen 2k5/8/3K4/1p6/p7/P7/1B6/8 b KQkq - 0 1", "go depth 5")
    assert bestmove(uci, chess.Board("2k5/8/3K4/1p6/p7/P7/1B6/8 b - - 0 1"))


def test_17_illegal_move_ends_the_list(uci):
    board = chess.Board()
    board.push_uci("e2e4")
    board.push_uci("e7e5")
    uci.send("position startpos moves e2e4 e7e5 a1a8 g1f3", "go depth 2")
    assert bestmove(uci, board)
    assert "a1a8" in uci.before[0] and uci.before[0].startswith("info string move 3")


def test_18_a_very_long_game(uci):
    shuttle = ["g1f3", "g8f6", "f3g1", "f6g8"]
    board = chess.Board()
    for text in shuttle * 200:
        board.push_uci(text)
    uci.send("position startpos moves " + " ".join(shuttle * 200), "go depth 2")
    assert bestmove(uci, board)


def test_19_upper_case_promotion(uci):
    board = chess.Board()
    moves = "e2e4 d7d5 e4d5 c7c6 d5c6 b8a6 c6b7 a8b8 b7c8".split()
    for text in moves[:-1]:
        board.push_uci(text)
    board.push_uci("b7c8q")
    uci.send("position startpos moves " + " ".join(moves) + "Q", "d", "isready").wait("readyok")
    assert f"Fen: {board.fen()}" in uci.before


# --- clocks ---


@pytest.mark.parametrize(
    ("moves", "command"),
    [
        ("", "go wtime 100"),
        ("e2e4", "go btime 100"),
        ("", "go binc 100 btime 100 winc 100 wtime 100"),
    ],
)
def test_20_21_short_clocks(uci, moves, command):
    board = chess.Board()
    for text in moves.split():
        board.push_uci(text)
    uci.send("position startpos" + (f" moves {moves}" if moves else ""))
    within(0.1, lambda: timed_move(uci, command, board))
    assert scores(uci.before)
    uci.silent("bestmove.*", 0.2)


def test_22_the_opponents_clock_is_negative(uci):
    uci.send("position startpos", "isready").wait("readyok")
    start = time.monotonic()
    uci.send("go wtime 6000 btime -170671 winc 100 binc 2000")
    assert bestmove(uci)
    assert 0.02 < uci.at - start < 3.5
    uci.send("position startpos moves e2e4", "isready").wait("readyok")
    start = time.monotonic()
    uci.send("go wtime 165661 btime -170671 winc 2000 binc 2000")
    board = chess.Board()
    board.push_uci("e2e4")
    assert bestmove(uci, board)
    assert uci.at - start < 2.5


@pytest.mark.parametrize(
    "command", ["wtime 0 btime 0", "wtime -5 btime -5 movestogo -5", "movetime 0", "movetime 1", "movetime -20"]
)
def test_23_24_no_time_at_all(uci, command):
    uci.send("position startpos")
    within(0.2, lambda: timed_move(uci, "go " + command))


def test_movetime_is_kept(uci):
    uci.send("position startpos")
    within(0.45, lambda: timed_move(uci, "go movetime 400"))
    assert timed_move(uci, "go movetime 400") > 0.3


# --- other limits ---


def test_25_nodes(uci):
    for limit, most in ((1, 1000), (1000, 2000)):
        uci.send("position startpos", f"go nodes {limit}")
        move = bestmove(uci)
        last = scores(uci.before)[-1][0]
        assert int(re.search(r" nodes (\d+)", last)[1]) <= most
        assert last.split(" pv ")[1].split()[0] == move.uci()


def test_26_depth(uci):
    uci.send("position startpos", "go depth 6")
    move = bestmove(uci)
    found = scores(uci.before)
    assert [int(m[1]) for m in found][-1] == 6 and {int(m[1]) for m in found} == set(range(1, 7))
    assert found[-1][0].split(" pv ")[1].split()[0] == move.uci()
    check_lines(chess.Board(), uci.before)


@pytest.mark.parametrize(("fen", "wait_s", "best"), [(MATE_IN_ONE, 1.5, "d1d8"), ("8/5kR1/8/3K4/8/8/8/8 b - - 0 1", 2.0, "f7g7")])
def test_27_28_infinite_ends_only_by_stop(uci, fen, wait_s, best):
    uci.send(f"position fen {fen}", "go infinite")
    uci.silent("bestmove.*", wait_s)
    assert stopped(uci, "stop", chess.Board(fen)).uci() == best

    def once() -> float:
        uci.send("go infinite")
        time.sleep(0.1)
        start = time.monotonic()
        stopped(uci, "stop", chess.Board(fen))
        return uci.at - start

    within(0.2, once)


def stopped(talk, command: str, board: chess.Board | None = None) -> chess.Move:
    """The answer to ``stop`` or ``ponderhit``."""
    talk.send(command)
    move = bestmove(talk, board)
    assert move
    return move


def test_bare_go_is_infinite(uci):
    for command in ("go", "go wtime x depth y"):
        uci.send("position startpos", command)
        uci.silent("bestmove.*", 0.5)
        uci.send("stop")
        assert bestmove(uci)


@pytest.mark.parametrize("answer", ["ponderhit", "stop"])
def test_29_30_ponder(uci, answer):
    board = chess.Board()
    board.push_uci("e2e4")
    uci.send("position startpos moves e2e4", "go ponder wtime 1000 btime 1000")
    uci.silent("bestmove.*", 1.5)
    start = time.monotonic()
    uci.send(answer)
    assert bestmove(uci, board)
    assert uci.at - start < (1.0 if answer == "ponderhit" else 0.2)
    uci.silent("bestmove.*", 0.2)


def test_ponder_with_a_mate_waits_and_a_hit_answers_at_once(uci):
    uci.send(f"position fen {MATE_IN_ONE}", "go ponder wtime 60000 btime 60000")
    uci.silent("bestmove.*", 0.7)
    uci.send("ponderhit")
    assert bestmove(uci, chess.Board(MATE_IN_ONE), 2.0).uci() == "d1d8"
    uci.send("position startpos", "go ponder", "isready").wait("readyok")
    uci.silent("bestmove.*", 0.3)
    uci.send("ponderhit")
    assert bestmove(uci, None, 2.0)


def test_31_stop_and_ponderhit_while_idle(uci):
    uci.send("stop", "ponderhit", "isready").wait("readyok")
    assert uci.before == []


def test_32_stop_right_after_go(uci):
    for _ in range(200):
        uci.send("position startpos", "go infinite", "stop")
    for _ in range(200):
        assert bestmove(uci)
    uci.silent("bestmove.*", 0.1)


def test_33_isready_in_a_search(uci):
    uci.send("position startpos", "go infinite")
    time.sleep(0.3)

    def once() -> float:
        start = time.monotonic()
        uci.send("isready").wait("readyok")
        assert not any(line.startswith("bestmove") for line in uci.before)
        return uci.at - start

    within(0.2, once)
    time.sleep(0.5)
    assert any(" pv " in line for line in uci.lines[uci.mark :])
    stopped(uci, "stop")


def test_34_searchmoves(uci):
    uci.send("position startpos", "go depth 4 searchmoves a2a3 h2h3", "go searchmoves h2h3 depth 4")
    assert bestmove(uci).uci() in ("a2a3", "h2h3")
    assert bestmove(uci).uci() == "h2h3"
    assert scores(uci.before)[-1][1] == "4"
    uci.send("go depth 4")
    assert bestmove(uci).uci() not in ("a2a3", "h2h3")
    uci.send("go depth 3 searchmoves e2e5 a2a3")
    assert bestmove(uci).uci() == "a2a3"
    assert any("e2e5" in line for line in uci.before)


# --- several lines ---


def test_35_multipv_with_few_moves(uci):
    board = chess.Board("7k/8/8/8/8/8/8/K7 w - - 0 1")
    uci.send("setoption name MultiPV value 5", f"position fen {board.fen()}", "go depth 5")
    assert bestmove(uci, board)
    for depth in range(1, 6):
        assert multipv_block(uci.before, depth) == [1, 2, 3]


def multipv_block(lines: list[str], depth: int) -> list[int]:
    """The MultiPV numbers of the last exact lines of a depth."""
    found: dict[int, str] = {}
    for line in lines:
        match = re.match(rf"info depth {depth} .*multipv (\d+) ", line)
        if match and "bound" not in line:
            found[int(match[1])] = line
    return sorted(found)


def test_36_multipv(uci):
    uci.send("setoption name MultiPV value 4", "position startpos", "go depth 8")
    move = bestmove(uci)
    check_lines(chess.Board(), uci.before)
    for depth in range(1, 9):
        assert multipv_block(uci.before, depth) == [1, 2, 3, 4]
        block = [
            line for line in uci.before if line.startswith(f"info depth {depth} ") and " pv " in line and "bound" not in line
        ][-4:]
        values = [int(INFO_SCORE.fullmatch(line)[3]) for line in block]
        heads = [line.split(" pv ")[1].split()[0] for line in block]
        assert values == sorted(values, reverse=True) and len(set(heads)) == 4
    assert heads[0] == move.uci()


# --- ends of games ---


def test_37_38_39_no_legal_move(uci):
    uci.send(f"position fen {MATED}", "go depth 5")
    assert bestmove(uci, chess.Board(MATED)) is None
    assert uci.before == ["info depth 0 score mate 0"]
    start = time.monotonic()
    uci.send("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go movetime 500")
    assert bestmove(uci) is None
    assert uci.before == ["info depth 0 score cp 0"] and uci.at - start < 0.3
    uci.send("position startpos", "go depth 3")
    assert bestmove(uci)
    assert [m[1] for m in scores(uci.before)] == ["1", "2", "3"]


def test_no_legal_move_waits_for_stop(uci):
    for command in ("go infinite", "go ponder wtime 1000 btime 1000"):
        uci.send(f"position fen {MATED}", command)
        uci.silent("bestmove.*", 0.3)
        uci.send("stop")
        assert bestmove(uci) is None


def test_40_bare_kings(uci):
    board = chess.Board("8/8/4k3/8/8/3K4/8/8 w - - 0 1")
    uci.send(f"position fen {board.fen()}", "go movetime 200")
    assert bestmove(uci, board)
    assert scores(uci.before)[-1].group(2, 3) == ("cp", "0")


def test_41_third_repetition_on_the_board(uci):
    board = chess.Board()
    moves = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8"
    for text in moves.split():
        board.push_uci(text)
    uci.send(f"position startpos moves {moves}", "go depth 4")
    assert bestmove(uci, board)


def test_49_mate_in_one(uci):
    uci.send(f"position fen {MATE_IN_ONE}", "go mate 1")
    assert bestmove(uci, chess.Board(MATE_IN_ONE)).uci() == "d1d8"
    assert scores(uci.before)[-1].group(2, 3) == ("mate", "1")


def test_mate_lines_are_as_long_as_they_say(uci):
    for fen, moves in (
        ("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1", 2),
        ("8/8/8/8/8/5k2/5p2/5K1R b - - 0 1", None),
    ):
        board = chess.Board(fen)
        uci.send("ucinewgame", f"position fen {fen}", "go depth 8")
        bestmove(uci, board)
        check_lines(board, uci.before)
        last = scores(uci.before)[-1]
        if moves:
            assert last.group(2, 3) == ("mate", str(moves))
            assert len(last[0].split(" pv ")[1].split()) == 2 * moves - 1


def test_52_no_ponder_move_after_the_end(uci):
    fen = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2"
    uci.send(f"position fen {fen}", "go depth 4")
    assert uci.wait("bestmove.*") == "bestmove d8h4"


# --- commands in a search ---


def test_42_new_game_in_a_search(uci):
    board = chess.Board()
    board.push_uci("d2d4")
    uci.send("position startpos", "go infinite")
    time.sleep(0.3)
    uci.send("ucinewgame", "isready", "position startpos moves d2d4", "go depth 3")
    assert bestmove(uci, chess.Board())
    uci.wait("readyok")
    assert bestmove(uci, board)


def test_43_go_in_a_search(uci):
    uci.send("position startpos", "go infinite")
    time.sleep(0.3)
    uci.send("go depth 3")
    assert bestmove(uci) and bestmove(uci)
    uci.silent("bestmove.*", 0.2)


def test_position_and_options_in_a_search(uci):
    board = chess.Board()
    board.push_uci("e2e4")
    uci.send("position startpos", "go infinite", "setoption name MultiPV value 2", "position startpos moves e2e4", "go depth 3")
    assert bestmove(uci)
    assert bestmove(uci, board)
    assert any("multipv 2" in line for line in uci.before)


# --- Chess960 ---


def test_46_47_castling_in_both_forms(uci):
    after = "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2"
    castled = "2kr3r/8/8/8/8/8/8/R4RK1"
    uci.send(
        "setoption name UCI_Chess960 value true",
        "position fen r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1 moves e1h1 e8a8",
        "d",
        "isready",
    )
    uci.wait("readyok")
    assert any(line.startswith(f"Fen: {castled} w - - 2 2") for line in uci.before), (after, uci.before)
    fen = "5k2/8/8/8/8/8/8/4K2R w H - 0 1"
    uci.send(f"position fen {fen}", "go depth 1 searchmoves e1h1")
    assert uci.wait("bestmove.*").split()[1] == "e1h1"
    assert " pv e1h1" in uci.before[-1]
    uci.send("setoption name UCI_Chess960 value false")
    uci.send("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1 e8c8", "d", "isready").wait("readyok")
    assert any(line.startswith(f"Fen: {castled} w - - 2 2") for line in uci.before)
    uci.send("position fen 5k2/8/8/8/8/8/8/4K2R w K - 0 1", "go depth 1 searchmoves e1h1")
    assert uci.wait("bestmove.*").split()[1] == "e1g1"


# --- for people ---


def test_48_perft(uci):
    for command in ("go perft 3", "perft 3"):
        uci.send("position startpos", command, "isready").wait("readyok")
        lines = [line for line in uci.before if re.fullmatch(r"[a-h][1-8][a-h][1-8]: \d+", line)]
        assert len(lines) == 20 and "Nodes searched: 8902" in uci.before
        assert not any(line.startswith("bestmove") for line in uci.before)
    alive(uci)


def test_50_wdl(uci):
    uci.send("setoption name UCI_ShowWDL value true", "position startpos", "go depth 6")
    bestmove(uci)
    for match in scores(uci.before):
        numbers = re.search(r" wdl (\d+) (\d+) (\d+) ", match[0])
        assert numbers and sum(map(int, numbers.groups())) == 1000


def test_show_eval_flip_help(uci):
    uci.send("position startpos moves e2e4", "d", "eval", "flip", "d", "help", "register later", "isready").wait("readyok")
    text = "\n".join(uci.before)
    assert "Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq" in text
    assert "Fen: rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq" in text
    assert "Key: " in text and "Checkers: none" in text and "Evaluation: " in text
    uci.send("position fen 4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "d", "isready").wait("readyok")
    assert "Checkers: e2" in uci.before


def test_same_commands_same_output(uci):
    outputs = []
    for _ in range(2):
        uci.send("ucinewgame", "setoption name Clear Hash", "position startpos moves e2e4", "go depth 8")
        uci.wait("bestmove.*")
        first = without_times(uci.before)
        uci.send("go nodes 20000")
        uci.wait("bestmove.*")
        outputs.append((first, without_times(uci.before)))
    assert outputs[0] == outputs[1]


def test_51_a_game_with_the_checks_of_fastchess(uci):
    """1+0.01: no clock overrun, PVs legal and ended, the best move heads the last exact PV, mates have whole PVs."""
    for _ in range(3):
        uci.send("ucinewgame")
        if checked_game(uci):
            return
    # With more to do than processors, any process may be put to sleep for longer than its clock lasts.
    assert hasattr(os, "getloadavg") and os.getloadavg()[0] > 1.5 * (os.cpu_count() or 1), (
        "overran its clock in each of three games"
    )


def checked_game(talk) -> bool:
    """Play a game against itself; False if a clock ran out."""
    board, clocks = chess.Board(), [1.0, 1.0]
    while not board.is_game_over(claim_draw=True) and board.ply() < 200:
        moves = " moves " + " ".join(move.uci() for move in board.move_stack) if board.move_stack else ""
        talk.send(f"position startpos{moves}", "isready").wait("readyok")
        start = time.monotonic()
        talk.send("go wtime {} btime {} winc 10 binc 10".format(*(round(1000 * clock) for clock in clocks)))
        move = bestmove(talk, board)
        clocks[board.ply() % 2] += 0.01 - (talk.at - start)
        check_lines(board, talk.before)
        last = scores(talk.before)[-1]
        assert last[0].split(" pv ")[1].split()[0] == move.uci()
        for match in scores(talk.before):
            if match[2] == "mate":
                check_mate(board, match)
        if clocks[board.ply() % 2] <= 0.01:
            return False
        board.push(move)
    assert board.ply() > 20
    return True


def check_mate(board: chess.Board, match: re.Match[str]) -> None:
    """The PV of an exact mate score ends in that mate."""
    at, moves = board.copy(), int(match[3])
    pv = match[0].split(" pv ")[1].split()
    assert len(pv) == (2 * moves - 1 if moves > 0 else -2 * moves), match[0]
    for text in pv:
        at.push_uci(text)
    assert at.is_checkmate(), match[0]


# --- ends of processes ---


def test_44_quit_in_a_search(starter):
    talk = starter("uci")
    talk.send("uci", "isready").wait("readyok")
    talk.send("position startpos", "go infinite")
    time.sleep(0.3)
    start = time.monotonic()
    talk.send("quit")
    assert talk.exit_code(5) == 0 and time.monotonic() - start < 1.0
    assert talk.errors == b""


def test_45_end_of_input_in_a_search(starter):
    talk = starter("uci")
    talk.send("uci", "isready").wait("readyok")
    talk.send("position startpos", "go infinite")
    time.sleep(0.3)
    start = time.monotonic()
    talk.close_input()
    assert talk.exit_code(5) == 0 and time.monotonic() - start < 2.0
    assert talk.errors == b""


def test_54_broken_pipe_in_a_search(starter):
    talk = starter("uci")
    talk.send("uci", "isready").wait("readyok")
    talk.send("setoption name MultiPV value 3", "position startpos", "go infinite")
    time.sleep(0.3)
    start = time.monotonic()
    talk.process.stdout.close()
    talk.send("isready")
    assert talk.exit_code(5) == 0 and time.monotonic() - start < 2.0
    assert b"Traceback" not in talk.errors and b"Error" not in talk.errors


def test_53_bench_is_a_fingerprint(starter):
    totals = []
    for _ in range(2):
        talk = starter("bench", "chess", "--depth", "5")
        assert talk.exit_code(60) == 0
        text = "\n".join(talk.lines)
        totals.append(re.search(r"Nodes searched  : (\d+)", text)[1])
        assert re.search(r"Total time \(ms\) : \d+", text) and re.search(r"Nodes/second    : \d+", text)
        assert re.fullmatch(rf"{totals[-1]} nodes \d+ nps", talk.lines[-1])
    assert totals[0] == totals[1]
