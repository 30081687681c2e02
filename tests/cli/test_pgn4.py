"""Records of four seats on the command line: moves judged, annotations, PGN4 and positions into one another, bad input."""

from __future__ import annotations

import json
import re

import pytest

import engine
from protocols.analysis.scan import scan
from protocols.files.pgn4 import Record4, numbered, read_record, write_record

LINE = "g3g10 a9b10 m19l17 s9r10 g10g15 b10a9".split()
FFA = {"Teams": "ffa", "CheckRule": "capture"}
NAMES = {"Red": "A", "Blue": "B", "Yellow": "C", "Green": "D"}
LIMITS = ["--nodes", "300", "--hash", "1"]


@pytest.fixture(scope="module")
def siguo():
    return engine.load("siguo-xiangqi")


@pytest.fixture
def record(siguo, tmp_path):
    path = tmp_path / "game.pgn4"
    path.write_text(write_record(Record4(NAMES | {"Result": "*"}, moves=LINE, comments={1: "said"}), siguo), encoding="utf-8")
    return path


@pytest.fixture
def ffa(tmp_path):
    path = tmp_path / "ffa.pgn"
    game = engine.load("siguo-xiangqi", FFA)
    path.write_text(write_record(Record4(NAMES | {"Result": "2.5,1,2.5,0"}, moves=LINE), game), encoding="utf-8")
    return path


# --- analysis -----------------------------------------------------------------------------------------------------------


def test_the_moves_are_judged(qiji, record):
    done = qiji("analyse", "siguo-xiangqi", str(record), *LIMITS, "--json")
    found = [json.loads(line) for line in done.lines]
    assert done.status == 0 and [one["label"] for one in found[:-1]] == ["1.", "1...", "1...", "1...", "2.", "2..."]
    assert [one["move"] for one in found[:-1]] == LINE and [one["seat"] for one in found[:5]][3:] == ["green", "red"]
    assert found[-1]["title"] == "A - B - C - D" and [seat["moves"] for seat in found[-1]["seats"]] == [2, 2, 1, 1]
    # The sign of a score changes between teams: Blue is an enemy of Red, whose move it follows.
    assert found[0]["score_after"] == -found[1]["score"]


def test_annotations_leave_the_game_as_it_is(qiji, record, siguo, tmp_path):
    out, graph = tmp_path / "out.pgn4", tmp_path / "g.svg"
    done = qiji("analyse", "siguo-xiangqi", str(record), *LIMITS, "--annotate", str(out), "--graph", str(graph))
    text = out.read_text(encoding="utf-8")
    assert done.status == 0 and text.count("[%eval ") == len(LINE) and "{said}" in text
    assert read_record(text, siguo).moves == LINE
    assert "Red: accuracy" in text and "Green: accuracy" in text and ">D</text>" in graph.read_text(encoding="utf-8")


def test_numbers_of_a_variation(siguo):
    position = siguo.position("startpos", LINE[:2])
    assert numbered(position, LINE[2:5], ["x", "y", "z"], 1) == "1... x .. y 2. z"
    assert numbered(siguo.position(), LINE[:2], ["x", "y"], 0) == "1. x .. y"
    # Blue has fallen: the round goes on with Yellow and ends with Green.
    fallen = siguo.position(re.sub(r"b[A-Z]", "1", siguo.position().text()).replace(" 1111 - ", " 1011 b "))
    assert numbered(fallen, ["j4j5", "j16j15", "p10o10", "f4f5"], list("wxyz"), 0) == "1. w .. x .. y 2. z"


def test_free_for_all_is_not_judged(qiji, ffa):
    done = qiji("analyse", "siguo-xiangqi", str(ffa), "--option", "Teams=ffa", *LIMITS)
    assert done.status == 2 and done.err.startswith("qiji: error: analyse: moves are judged where two teams play")
    assert done.err.count("\n") == 1 and not done.out


def test_rules_of_the_tags_are_asked_for(qiji, ffa, record):
    done = qiji("analyse", "siguo-xiangqi", str(ffa), "--option", "CheckRule=capture", *LIMITS)
    assert done.status == 2 and "line 1: this game was played by other rules; say --option Teams=ffa" in done.err
    text = record.read_text(encoding="utf-8").replace("[Variant", '[Options "Teams"]\n[Variant', 1)
    record.write_text(text, encoding="utf-8")
    done = qiji("analyse", "siguo-xiangqi", str(record), *LIMITS)
    assert done.status == 2 and "bad tag Options: 'Teams' is no NAME=VALUE" in done.err


# --- conversion ---------------------------------------------------------------------------------------------------------


def test_from_one_notation_to_another(qiji, record, tmp_path):
    chinese, back = tmp_path / "c.pgn4", tmp_path / "b.pgn4"
    assert qiji("convert", str(record), str(chinese), "--notation", "chinese").status == 0
    assert "1. 红炮g3-g10 .. 蓝士a9-b10 {said} .. 黄马m19-l17 .. 绿士s9-r10 2." in chinese.read_text(encoding="utf-8")
    done = qiji("convert", str(chinese), str(back))
    assert done.status == 0 and done.out == f"{back}: 1 game\n" and back.read_bytes() == record.read_bytes()


def test_games_become_positions_and_those_become_games(qiji, ffa, tmp_path):
    fen, pgn = tmp_path / "all.fen", tmp_path / "g.pgn"
    assert qiji("convert", str(ffa), str(fen), "--positions", "all").out == f"{fen}: {len(LINE) + 1} positions\n"
    lines = fen.read_text(encoding="utf-8").splitlines()
    position = engine.load("siguo-xiangqi", FFA).position("startpos", LINE)
    assert lines[-1] == position.text() and lines[0] == engine.find_entry("siguo-xiangqi").start
    assert qiji("convert", str(fen), str(pgn), "--game", "siguo-xiangqi").out == f"{pgn}: {len(LINE) + 1} games\n"
    assert [one.position for one in scan(pgn.read_text(encoding="utf-8"), chess=False)] == lines
    done = qiji("convert", str(pgn), "-", "--to", "fen", "--only", "3")
    assert done.status == 0 and done.lines == [lines[2]]


def test_options_are_kept(qiji, ffa, tmp_path):
    out = tmp_path / "again.pgn4"
    assert qiji("convert", str(ffa), str(out)).status == 0
    text = out.read_text(encoding="utf-8")
    assert '[Options "Teams=ffa,CheckRule=capture"]' in text and text.rstrip().endswith(" 2.5,1,2.5,0")
    assert text == ffa.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("change", "words", "said"),
    [
        (("Ng", "Ng"), ["out.xqf"], "convert: games of four seats become .pgn4 or .fen, not .xqf"),
        (("Ng", "Ng"), ["out.pgn4", "--notation", "wxf"], "has no notation 'wxf'; known: wire, pgn4, chinese"),
        (("Ng", "Ng"), ["out.pgn4", "--only", "2"], "the file holds 1 games, there is no game 2"),
        (("Aa9-b10", "Aa9-c10"), ["out.pgn4"], "line 9, move 2: 'Aa9-c10' is no legal move"),
        (("[Red", '[Options "Teams=none"]\n[Red'), ["out.pgn4"], "line 1: "),
        (('StartFen4 "', 'StartFen4 "1,'), ["out.pgn4"], "line 1: bad position: "),
        (("siguo-xiangqi", "siren-xiangqi"), ["out.pgn4", "--game", "siguo-xiangqi"], "this is a game of 'siren-xiangqi'"),
        (("{said}", "{said"), ["out.pgn4"], "a comment without its '}'"),
    ],
)
def test_bad_input_is_one_line(qiji, record, tmp_path, monkeypatch, change, words, said):
    monkeypatch.chdir(tmp_path)
    record.write_text(record.read_text(encoding="utf-8").replace(*change, 1), encoding="utf-8")
    done = qiji("convert", str(record), *words)
    assert done.status == 2 and said in done.err and done.err.count("\n") == 1
    assert not (tmp_path / words[0]).exists()


def test_what_stands_before_a_fault_is_kept_on_demand(qiji, record, tmp_path, siguo):
    out = tmp_path / "part.pgn4"
    record.write_text(record.read_text(encoding="utf-8").replace("As9-r10", "As9-q10", 1), encoding="utf-8")
    done = qiji("convert", str(record), str(out), "--partial")
    assert done.status == 2 and read_record(out.read_text(encoding="utf-8"), siguo).moves == LINE[:3]


def test_only_four_seats_become_pgn4(qiji, tmp_path):
    chess = tmp_path / "c.pgn"
    chess.write_text('[White "x"]\n\n1. e4 *\n')
    done = qiji("convert", str(chess), str(tmp_path / "c.pgn4"))
    assert done.status == 2 and "holds chess; only games of four seats become .pgn4" in done.err
