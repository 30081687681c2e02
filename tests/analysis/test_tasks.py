"""Lines of files of positions: plain, with moves, with EPD operations, as JSON."""

from __future__ import annotations

import json

import pytest

import engine
from engine.core.score import MATE
from protocols.analysis.tasks import TaskError, operations_of, parse_line, read_lines


@pytest.fixture(scope="module")
def chess():
    return engine.load("chess")


@pytest.fixture(scope="module")
def xiangqi():
    return engine.load("xiangqi")


def names(task, moves):
    return [task.position.format(move) for move in moves]


def read(game, path):
    with open(path, "rb") as file:
        return [parse_line(game, line) for _, line in read_lines(file)]


def test_plain_lines(chess):
    assert parse_line(chess, "startpos").position.text() == chess.entry.start
    assert parse_line(chess, "startpos moves e2e4 e5").position.history() == ["e2e4", "e7e5"]
    assert parse_line(chess, chess.entry.start + " moves g1f3").position.seat == "black"
    assert parse_line(chess, chess.entry.start).solved(0) is None


def test_epd_operations(chess):
    fields = "r1bqk1r1/1p1p1n2/p1n2pN1/2p1b2Q/2P1Pp2/1PN5/PB4PP/R4RK1 w q -"
    task = parse_line(chess, fields + ' bm Rxf4; id "ERET 001 - Relief; open";')
    assert task.id == "ERET 001 - Relief; open" and names(task, task.best) == ["f1f4"] and not task.avoid
    assert task.position.text() == fields + " 0 1"
    assert task.solved(task.best[0]) is True and task.solved(0) is False
    assert task.wanted("san") == "Rxf4"


def test_several_best_moves_and_moves_to_avoid(chess):
    task = parse_line(chess, "4k3/8/8/8/8/8/4P3/4K2R w K - bm Kf2 O-O; am e3;")
    assert names(task, task.best) == ["e1f2", "e1g1"] and names(task, task.avoid) == ["e2e3"]
    assert task.wanted("san") == "Kf2 O-O not e3"
    avoid = parse_line(chess, '4k3/8/8/8/8/8/4P3/4K2R w K - am e3; id "a";')
    assert avoid.solved(avoid.position.parse("e4")) is True and avoid.solved(avoid.position.parse("e3")) is False


def test_mates_that_are_asked_for(chess):
    task = parse_line(chess, "6k1/5ppp/8/8/8/8/8/R5K1 w - - dm 1;")
    move = task.position.parse("Ra8")
    assert task.solved(move, MATE - 1) is True and task.solved(move, MATE - 3) is False
    assert task.solved(move, 900) is False and task.solved(move, -MATE + 2) is False and task.wanted("san") == "mate in 1"
    both = parse_line(chess, "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8; dm 1;")
    assert both.solved(move, 100) is True, "best moves alone decide where they are given"


def test_counters_limits_and_other_operations(chess):
    line = '4k3/8/8/8/8/8/4P3/4K2R w K - hmvc 12; fmvn 40; acd 12; acn 5000; acs 7; c0 "bm e4;"; ce 55;'
    task = parse_line(chess, line)
    assert task.position.text() == "4k3/8/8/8/8/8/4P3/4K2R w K - 12 40" and not task.best
    assert (task.depth, task.nodes, task.time_s) == (12, 5000, 7)
    assert parse_line(chess, "4k3/8/8/8/8/8/4P3/4K2R w K - acd 0; acn x;").depth is None
    assert parse_line(chess, "4k3/8/8/8/8/8/4P3/4K2R w K - 7 9 bm e4;").position.text().endswith(" 7 9")
    assert list(operations_of(line)) == ["hmvc", "fmvn", "acd", "acn", "acs", "c0", "ce"]


def test_xiangqi_lines(xiangqi):
    line = 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 bm 炮二平五 h2d2; id "开局";'
    task = parse_line(xiangqi, line)
    assert names(task, task.best) == ["h2e2", "h2d2"] and task.id == "开局"


def test_json_lines(chess, xiangqi):
    task = parse_line(chess, '{"position": "startpos", "moves": ["e4", "e5"], "id": "x", "bm": ["Nf3", "d4"], "am": "f3"}')
    assert task.position.history() == ["e2e4", "e7e5"] and task.id == "x"
    assert names(task, task.best) == ["g1f3", "d2d4"] and names(task, task.avoid) == ["f2f3"]
    fen = "3k5/9/9/9/9/9/9/9/9/R3K4 w"
    task = parse_line(xiangqi, json.dumps({"fen": fen, "first_winning_move": "a0a9", "win_in_plies": 7, "x": None}))
    assert names(task, task.best) == ["a0a9"] and task.mate == 4


@pytest.mark.parametrize("line", ['{"fen": 3}', "{", '{"id": "no position"}', '{"position": "8/8", "bm": "e4"}', "x" * 30_000])
def test_bad_lines_are_refused_in_one_line(chess, line):
    with pytest.raises(engine.QijiError) as fault:
        parse_line(chess, line)
    assert "\n" not in str(fault.value) and len(str(fault.value)) < 300


def test_only_an_object_is_a_json_line(chess):
    with pytest.raises(TaskError, match="bad JSON"):
        parse_line(chess, "{1}")


def test_files_in_utf8_and_gbk(chess, tmp_path):
    for encoding in ("utf-8", "utf-8-sig", "gbk"):
        path = tmp_path / encoding
        path.write_bytes('# 局面\r\nstartpos\r\n\r\n4k3/8/8/8/8/8/8/4K2R w K - id "残局";\r\n'.encode(encoding))
        assert [task.id for task in read(chess, path)] == ["", "残局"]
        with open(path, "rb") as file:
            assert [number for number, _ in read_lines(file)] == [2, 4]


@pytest.mark.parametrize("name", ["wacnew.epd", "arasan2024.epd", "eet.epd", "iq4.epd", "bratko-kopec.epd", "endgame.epd"])
def test_real_suites(chess, data_folder, name):
    """Every line of real suites is read, and agrees with python-chess about its position and best moves."""
    import chess as pychess

    tasks = read(chess, data_folder / "epd" / name)
    lines = [line for line in (data_folder / "epd" / name).read_text().splitlines() if line.strip()]
    assert len(tasks) == len(lines)
    for task, line in zip(tasks, lines, strict=True):
        board = pychess.Board(None)
        operations = board.set_epd(line)
        assert pychess.Board(task.position.text()).epd() == board.epd(), line
        assert sorted(names(task, task.best)) == sorted(move.uci() for move in operations.get("bm", ())), line
        assert task.id == str(operations.get("id", ""))


def test_the_xiangqi_compositions(xiangqi, data_folder):
    tasks = read(xiangqi, data_folder / "xiangqi" / "mates.jsonl")
    assert len(tasks) == 60 and all(task.best and task.mate and task.id for task in tasks)
