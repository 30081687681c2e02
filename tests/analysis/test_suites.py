"""Files of positions on the command line: the table of what was solved, limits of lines, EPD with results."""

from __future__ import annotations

import io
import json

import chess
import pytest

from protocols.analysis.records import KEYS
from protocols.cli.analyse_lines import epd_line

SUITE = (
    '# positions\n6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id "back rank";\n\n'
    '6rk/6pp/8/6N1/8/8/8/6K1 w - - dm 1;\n6k1/5ppp/8/8/8/8/8/R5K1 w - - am Ra8; c0 "not so";\nstartpos moves e2e4\n'
    '{"fen": "6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1", "bm": "Nf7", "id": "json"}\n'
    "6k1/5ppp/8/8/8/8/7r/K5r1 w - - bm Ka2;\n"
)


@pytest.fixture
def suite(tmp_path):
    path = tmp_path / "mates.epd"
    path.write_text(SUITE.replace("6k1/5ppp/8/8/8/8/7r/K5r1 w - - bm Ka2;\n", ""))
    return str(path)


def records(done):
    found = [json.loads(line) for line in done.lines]
    assert done.status == 0 and all(list(record) == KEYS for record in found)
    return found


def test_the_table(qiji, suite):
    done = qiji("analyse", "chess", suite, "--depth", "3", "--hash", "1")
    assert done.status == 0 and "error" not in done.err and done.lines[-1] == "3 of 4 solved"
    rows = done.lines[1 : done.lines.index("")]
    assert [row.split()[0] for row in rows] == ["2", "4", "5", "6", "7"]
    assert (
        "back rank" in rows[0] and "Ra8#" in rows[0] and rows[0].split("Ra8#")[2].split()[0].startswith("d") and " #1 " in rows[0]
    )
    assert "mate in 1" in rows[1] and "not Ra8#" in rows[2] and "  no  " in rows[2] and "  no  " not in rows[3]
    assert "positions, " in done.lines[-3] and "time to the solution: mean" in done.lines[-2]


def test_json(qiji, suite):
    final = [
        record for record in records(qiji("analyse", "chess", suite, "--depth", "3", "--hash", "1", "--json")) if record["final"]
    ]
    assert [record["solved"] for record in final] == [True, True, False, None, True]
    assert [record["id"] for record in final] == ["back rank", None, None, None, "json"]
    assert [record["number"] for record in final] == [2, 4, 5, 6, 7] and final[0]["solved_depth"] >= 1
    assert final[3]["position"].startswith("rnbqkbnr/pppppppp/8/8/4P3/") and final[3]["solved_depth"] is None
    only = records(qiji("analyse", "chess", suite, "--depth", "3", "--hash", "1", "--json", "--final"))
    assert len(only) == 5 and all(record["final"] for record in only)


def test_multipv_and_positions_without_moves(qiji, tmp_path):
    path = tmp_path / "x.epd"
    path.write_text("startpos\nk7/8/8/8/8/8/1q6/K7 w - - 0 1\n7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n")
    done = qiji("analyse", "chess", str(path), "--depth", "2", "--hash", "1", "--multipv", "2")
    rows = done.lines[1 : done.lines.index("")]
    assert done.status == 0 and len(rows) == 4 and "no legal move: draw " in rows[-1]
    found = records(qiji("analyse", "chess", str(path), "--depth", "2", "--hash", "1", "--multipv", "2", "--json", "--final"))
    assert [record["multipv"] for record in found] == [1, 2, 1, None] and found[-1]["result"].startswith("draw ")


def test_limits_of_lines(qiji, tmp_path):
    path = tmp_path / "x.epd"
    path.write_text("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - acd 3;\n")
    (own,) = records(qiji("analyse", "chess", str(path), "--hash", "1", "--json", "--final"))
    (given,) = records(qiji("analyse", "chess", str(path), "--depth", "2", "--hash", "1", "--json", "--final"))
    assert (own["depth"], given["depth"]) == (3, 2)


def test_epd_with_results(qiji, suite, tmp_path):
    out = tmp_path / "out.epd"
    assert qiji("analyse", "chess", suite, "--depth", "3", "--hash", "1", "--epd", str(out)).status == 0
    lines = out.read_text().splitlines()
    assert len(lines) == 5
    boards = []
    for line in lines:
        board = chess.Board(None)
        boards.append((board, board.set_epd(line)))
    first, second, third = (operations for _, operations in boards[:3])
    assert first["id"] == "back rank" and [move.uci() for move in first["bm"]] == ["a1a8"] and first["dm"] == 1
    assert second["dm"] == 1 and third["c0"] == "not so" and [move.uci() for move in third["pv"]][0] == "a1a8"
    assert boards[3][1]["ce"] and boards[3][1]["acd"] == 3 and boards[3][1]["acn"] > 3 and boards[4][1]["id"] == "json"


def test_epd_lines_of_what_could_not_be_analysed():
    assert epd_line("rubbish", [{"final": True, "error": "bad"}]) == "rubbish"


def test_bad_lines_do_not_stop_the_rest(qiji, tmp_path):
    path = tmp_path / "x.epd"
    path.write_text("startpos\nrubbish\nstartpos moves e5\nstartpos\n")
    done = qiji("analyse", "chess", str(path), "--depth", "1", "--hash", "1")
    assert done.status == 2 and "2 lines of 4 are bad, the first is line 2" in done.err and "2 positions" in done.out
    assert [line.split()[1] for line in done.lines[2:4]] == ["error:", "error:"]


def test_positions_from_standard_input(qiji, monkeypatch):
    class Input:
        buffer = io.BytesIO(b"startpos\nstartpos moves e4\n")

    monkeypatch.setattr("sys.stdin", Input())
    assert len(records(qiji("analyse", "chess", "-", "--depth", "2", "--hash", "1", "--json", "--final"))) == 2


def test_a_store_answers_the_second_time(qiji, suite, tmp_path):
    words = ["analyse", "chess", suite, "--depth", "3", "--hash", "1", "--store", str(tmp_path / "s"), "--json", "--final"]
    first, second = records(qiji(*words)), records(qiji(*words))
    assert [record["stored"] for record in first] == [False, False, True, False, True], "two positions come twice"
    assert all(record["stored"] for record in second)
    for record in first + second:
        del record["stored"]
    assert first == second
    table = qiji(*words[:-2])
    assert "from the store" in table.out and table.lines[-1] == "3 of 4 solved"
    one = qiji("analyse", "chess", "--depth", "2", "--hash", "1", "--store", str(tmp_path / "s"))
    again = qiji("analyse", "chess", "--depth", "2", "--hash", "1", "--store", str(tmp_path / "s"))
    assert "(from the store)" in again.out and one.lines[-2] == again.lines[-2]


def test_mates_of_xiangqi(qiji, data_folder, tmp_path):
    """The shortest of the compositions, as far as a shallow search finds them."""
    lines = (data_folder / "xiangqi" / "mates.jsonl").read_text().splitlines()
    short = sorted(lines, key=lambda line: json.loads(line)["win_in_plies"])[:3]
    path = tmp_path / "short.jsonl"
    path.write_text("\n".join(short))
    found = records(qiji("analyse", "xiangqi", str(path), "--nodes", "60000", "--hash", "16", "--json", "--final"))
    assert len(found) == 3 and all(record["solved"] is not None for record in found) and any(record["solved"] for record in found)


@pytest.mark.parametrize(
    "words,said",
    [
        (["--annotate", "x.pgn"], "--annotate"),
        (["--graph", "x.svg"], "--graph"),
        (["--infinite"], "--infinite"),
        (["--store", "no/such/folder/s"], "store"),
        (["--syzygy", "no/such/folder"], "no Syzygy tables"),
    ],
)
def test_options_that_mean_nothing(qiji, suite, words, said):
    done = qiji("analyse", "chess", suite, "--depth", "1", *words)
    assert done.status == 2 and said in done.err and done.err.count("\n") == 1
    assert qiji("analyse", "xiangqi", "--syzygy", "x", "--depth", "1").status == 2
    assert qiji("analyse", "chess", "--epd", "x", "--depth", "1").status == 2
