"""Records of games of four seats."""

from __future__ import annotations

from pathlib import Path

import pytest

import engine
from protocols.files.pgn4 import Record4, read_record, write_record

GAMES = Path(__file__).resolve().parents[2] / "playthroughs"


def test_numbers_and_dots():
    game = engine.load("sifang-xiangqi")
    text = write_record(Record4({"Black": 'A "b"', "Result": "*"}, moves="g3g10 a9b10 m17m10 s9r10 f4f5".split()), game)
    lines = text.splitlines()
    assert lines[:3] == ['[Variant "sifang-xiangqi"]', '[Black "A \\"b\\""]', '[Result "*"]']
    assert lines[-2] == "1. Cg3-g10+ .. Aa9-b10 .. Cm17-m10+ .. As9-r10 2. f4-f5 *"
    corner = engine.load("sijiao-xiangqi")
    assert "1. Ch9-d9 .. Cb8-b4 2. Nh8-i10 *" in write_record(Record4(moves="h9d9 b8b4 h8i10".split()), corner)


@pytest.mark.parametrize("game_id", ["sijiao-xiangqi", "sifang-xiangqi", "siren-xiangqi", "siguo-xiangqi"])
def test_round_trip(game_id):
    game = engine.load(game_id)
    moves = [line.split()[1] for line in (GAMES / f"{game_id}.txt").read_text(encoding="utf-8").splitlines()[2:-1]]
    record = Record4({"Result": "1-0", "Red": "x"}, game.entry.start, moves, {3: "said"})
    assert read_record(write_record(record, game), game) == record


def test_bad_moves_are_named():
    with pytest.raises(engine.IllegalMoveError, match="move 2: "):
        read_record("1. Ch9-d9 .. Cb8-c5 *", engine.load("sijiao-xiangqi"))
