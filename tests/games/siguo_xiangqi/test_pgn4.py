"""Games of both games on the cross in PGN4 style: numbers, tags, reading them back, files that a match writes."""

from __future__ import annotations

import pytest

import engine
from protocols.files.pgn4 import Record4, read_record, write_record

CROWN = "j4j7 d10g10 f16f15 p6o6 j7j8 g10h10 f15f14 o6n6 j8j9 h10i10 f14f13 n6m6 j9j10 i10j10 m19l17 m6l6".split()
FFA_WIN = "m3m12 c13s13 m17m1 q7q12 m12m10 s13s11 j14j13 q13l13 m10a10 g17g4 l13l1 a10s10 m1j1".split()


def test_numbers_of_the_rule_text():
    game = engine.load("siren-xiangqi")
    text = write_record(Record4({"Red": "A", "Blue": "B"}, "startpos", CROWN), game)
    assert "4. j9-j10=W .. i10xWj10=W .. Nm19-l17 .. m6-l6" in text.replace("\n", " ") and '[Variant "siren-xiangqi"]' in text
    assert read_record(text, game).moves == CROWN


@pytest.mark.parametrize("result", ["2,0,3,1", "2.5,1,2.5,0", "*"])
def test_free_for_all_comes_back(result):
    game = engine.load("siguo-xiangqi", {"Teams": "ffa", "CheckRule": "capture"})
    record = Record4({"Red": 'A "the" first', "Result": result}, "startpos", FFA_WIN, {3: "book"})
    text = write_record(record, game)
    again = read_record(text, game)
    assert again.moves == FFA_WIN and again.comments == {3: "book"} and again.tags["Red"] == 'A "the" first'
    assert text.rstrip().endswith(result) and "Cm1xKj1#" in text
    # Green opens no round: the number changes with the first seat that lives, Yellow after Red has fallen.
    assert text.count(". ") >= 4


def test_a_match_writes_them(tmp_path, capfd):
    from protocols.cli import main

    out = tmp_path / "games.pgn"
    players = [word for n in "ab" for word in ("-engine", "proto=inprocess", f"name={n}")]
    words = ["match", "-game", "siguo-xiangqi", "-option", "Teams=ffa", "-option", "MoveLimit=8", *players, "-each", "nodes=20"]
    assert main([*words, "-pgnout", str(out), "-journal", str(tmp_path / "m.jsonl")]) == 0
    capfd.readouterr()
    text = out.read_text(encoding="utf-8")
    assert (
        text.count('[Options "Teams=ffa,MoveLimit=8"]') == 2
        and text.count('[Result "1.5,1.5,1.5,1.5"]') == 2
        and text.count("[Green ") == 2
        and '[Termination "move-limit"]' in text
    )
