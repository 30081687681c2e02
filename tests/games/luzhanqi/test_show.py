"""Boards of army chess for people, and the command line from a seat's view."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree

import pytest

import engine
from engine.views import seat_view
from protocols.cli import main
from protocols.show import View, board_notes, board_png, board_svg, board_text
from protocols.show.army import KNOWN_MARK, MARK

PLACED = ["@abccddeeffggghhhiiijjkklj", "@hgdcabfieihgfeickdghkjjlj", "a6a7", "c7c6"]
FOUR = "3Bl1/5/5/5/5/5/15/Gl11/1Gj5Bc1Pa5/5Gd4RcPl/15/5/5/1Rh3/5/5/1Rl3 r * - - 0 40"


def view(game_id, seat=None, text="startpos", moves=()):
    position = engine.load(game_id).position(text, moves)
    return View.of(position if seat is None else seat_view(position, seat))


def test_text_of_a_view():
    lines = board_text(view("luzhanqi", 1, moves=PLACED), "ascii").plain.splitlines()
    assert len(lines) == 24 and lines[0] == " 1  X -[L]- X -[X]- X  " and lines[-1].split() == list("edcba")
    assert lines[10] == " 6  X = X =*X*= X = o  " and "#       #       #" in lines[11]


@pytest.mark.parametrize(
    ("game_id", "text"),
    [("luzhanqi", "1l1j1/jA3/5/5/5/5/5/5/5/5/K1i1J/1L1G1 w * - 5 40"), ("siguo-junqi", FOUR), ("luzhanqi-flip", "startpos")],
)
def test_every_board_is_drawn(game_id, text):
    for seat in (None, 0, 1) if game_id != "luzhanqi-flip" else (None,):
        for charset in ("unicode", "ascii"):
            for colour in (False, True):
                lines = board_text(view(game_id, seat, text), charset, colour).plain.splitlines()
                assert len({len(line.rstrip()) > 0 for line in lines}) >= 1
        picture = board_svg(view(game_id, seat, text), 400)
        assert ElementTree.fromstring(picture).get("width") == "400"
    assert board_png(view(game_id, None, text), 200).startswith(b"\x89PNG")


def test_pictures_of_views_hide_kinds_and_show_what_is_known():
    truth, seen = board_svg(view("luzhanqi", moves=PLACED), 400), board_svg(view("luzhanqi", 0, moves=PLACED), 400)
    assert truth.count('fill="#fff8e8"') == 47 and seen.count('fill="#fff8e8"') == 25
    assert seen.count(KNOWN_MARK) == 2 and MARK in seen


def test_notes():
    notes = board_notes(view("luzhanqi", 1, moves=PLACED), "ascii")
    assert notes == ["fight: the attacker lost", "public: b12, d1", "black has lost: 1 marshal, 1 brigade"]


def test_show_a_seat(capsys):
    assert main(["show", "luzhanqi", "--moves", *PLACED, "--seat", "0"]) == 0
    assert "w 0 b12,d1 0 4" in capsys.readouterr().out
    assert main(["show", "luzhanqi", "--moves", *PLACED, "--seat", "-"]) == 0
    assert "w - b12,d1 0 4" in capsys.readouterr().out
    for words in (["luzhanqi", "--seat", "2"], ["chess", "--seat", "0"]):
        assert main(["show", *words]) == 2
        assert capsys.readouterr().err.startswith("qiji: error: ")


@pytest.mark.parametrize("words", [["moves", "luzhanqi"], ["perft", "luzhanqi", "2"], ["moves", "siguo-junqi"]])
def test_placements_are_not_listed(words, capsys):
    assert main(words) == 2
    assert "too many to list" in capsys.readouterr().err


def test_perft_of_a_view(capsys):
    assert main(["perft", "luzhanqi", "1", "--position", "1x3/4x/5/5/5/5/5/5/4C/5/5/1L3 w 0 - 0 98"]) == 2
    assert "view *" in capsys.readouterr().err


def test_moves_from_views(capsys):
    text = "1x3/4x/5/5/5/5/5/5/4C/5/5/1L3 {} {} - 0 98"
    counts = []
    for turn, viewer in (("w", "0"), ("b", "0"), ("w", "-")):
        position = (
            text.format(turn, viewer).replace("C", "X" if viewer == "-" else "C").replace("L", "X" if viewer == "-" else "L")
        )
        assert main(["moves", "luzhanqi", "--position", position]) == 0
        counts.append(len(capsys.readouterr().out.split()))
    assert counts == [12, 0, 0]


def test_analysis_tells_odds(capsys):
    assert main(["analyse", "luzhanqi", "--moves", *PLACED, "--seat", "0", "--nodes", "200", "--json", "--final"]) == 0
    records = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    odds = {record["point"]: record["odds"] for record in records if "odds" in record}
    assert len(odds) == 22 and all(abs(sum(row.values()) - 1) < 1e-9 for row in odds.values())
    assert "a" not in {kind for row in odds.values() for kind in row}, "black's marshal is dead"
    assert all("l" not in row for row in odds.values()), "its flag is on b12"
    total = {kind: sum(row.get(kind, 0) for row in odds.values()) for kind in "j"}
    assert abs(total["j"] - 3) < 1e-6
