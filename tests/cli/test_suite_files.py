"""Files of positions: plain, with moves, with EPD operations."""

from __future__ import annotations

import pytest

import engine
from protocols.cli.suite import parse_line, read_tasks


@pytest.fixture(scope="module")
def chess():
    return engine.load("chess")


def names(task, moves):
    return [task.position.format(move) for move in moves]


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


def test_several_best_moves_and_moves_to_avoid(chess):
    task = parse_line(chess, "4k3/8/8/8/8/8/4P3/4K2R w K - bm Kf2 O-O; am e3;")
    assert names(task, task.best) == ["e1f2", "e1g1"] and names(task, task.avoid) == ["e2e3"]
    avoid = parse_line(chess, '4k3/8/8/8/8/8/4P3/4K2R w K - am e3; id "a";')
    assert avoid.solved(avoid.position.parse("e4")) is True and avoid.solved(avoid.position.parse("e3")) is False


def test_counters_and_other_operations(chess):
    task = parse_line(chess, '4k3/8/8/8/8/8/4P3/4K2R w K - hmvc 12; fmvn 40; acd 12; c0 "bm e4;"; ce 55;')
    assert task.position.text() == "4k3/8/8/8/8/8/4P3/4K2R w K - 12 40" and not task.best
    assert parse_line(chess, "4k3/8/8/8/8/8/4P3/4K2R w K - 7 9 bm e4;").position.text().endswith(" 7 9")


def test_xiangqi_lines():
    game = engine.load("xiangqi")
    task = parse_line(game, 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 bm 炮二平五 h2d2; id "开局";')
    assert names(task, task.best) == ["h2e2", "h2d2"] and task.id == "开局"


def test_files_in_utf8_and_gbk(chess, tmp_path):
    for encoding in ("utf-8", "utf-8-sig", "gbk"):
        path = tmp_path / encoding
        path.write_bytes('# 局面\r\nstartpos\r\n\r\n4k3/8/8/8/8/8/8/4K2R w K - id "残局";\r\n'.encode(encoding))
        assert [task.id for task in read_tasks(chess, str(path))] == ["", "残局"]


@pytest.mark.parametrize("name", ["wacnew.epd", "arasan2024.epd", "eet.epd", "iq4.epd", "bratko-kopec.epd", "endgame.epd"])
def test_real_suites(chess, data_folder, name):
    """Every line of real suites is read, and agrees with python-chess about its position and best moves."""
    import chess as pychess

    tasks = read_tasks(chess, str(data_folder / "epd" / name))
    lines = [line for line in (data_folder / "epd" / name).read_text().splitlines() if line.strip()]
    assert len(tasks) == len(lines)
    for task, line in zip(tasks, lines, strict=True):
        board = pychess.Board(None)
        operations = board.set_epd(line)
        assert pychess.Board(task.position.text()).epd() == board.epd(), line
        assert sorted(names(task, task.best)) == sorted(move.uci() for move in operations.get("bm", ())), line
        assert task.id == str(operations.get("id", ""))
