"""Boards of both games on the cross, for people."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest
from rich.cells import cell_len

import engine
from protocols.show import View, board_notes, board_png, board_svg, board_text
from protocols.show.cross import CHECK, MARK

OPEN = "m3m12 c13s13 m17m1 q7q12 m12m10 s13s11 j14j13 q13l13 m10a10 g17g4 l13l1 a10s10"
FFA = {"Teams": "ffa", "CheckRule": "capture"}
CROWN = "j4j7 d10g10 f16f15 p6o6 j7j8 g10h10 f15f14 o6n6 j8j9 h10i10 f14f13 n6m6 j9j10 i10j10".split()


def view(game_id, moves=(), text="startpos", **options):
    return View.of(engine.load(game_id, options).position(text, moves))


def test_board_text():
    lines = board_text(view("siguo-xiangqi", ["g3g10"]), "ascii").plain.splitlines()
    assert lines[9].split() == "10 bK x x bP . bD [rC ] + + + + + + gD . gP x x gK".split()
    assert lines[0].split() == "19 yR yN yB yA yK yA yB yN yR".split() and lines[-1].split() == list("abcdefghijklmnopqrs")
    crowned = board_text(view("siren-xiangqi", CROWN), "unicode").plain
    assert "[b王]" in crowned and "n屯" in crowned


@pytest.mark.parametrize("charset", ["unicode", "chinese", "ascii"])
@pytest.mark.parametrize("game_id", ["siguo-xiangqi", "siren-xiangqi"])
def test_columns_line_up(charset, game_id):
    lines = board_text(view(game_id, ["j4j5", "d14e14"]), charset).plain.splitlines()
    full = [cell_len(line) for line in lines[5:14]]
    assert len(lines) == 20 and len(set(full)) == 1 and max(full) <= 80


def test_notes():
    assert board_notes(view("siren-xiangqi", CROWN))[1] == "crown: blue on j10"
    notes = board_notes(view("siguo-xiangqi", OPEN.split(), **FFA))
    assert notes[:2] == ["alive: red, yellow", "fallen: blue, green (in this order)"]


@pytest.mark.parametrize("game_id", ["siguo-xiangqi", "siren-xiangqi"])
def test_pictures(game_id):
    moves = ["g3g10"] if game_id == "siguo-xiangqi" else CROWN
    shown = view(game_id, moves)
    svg = board_svg(shown)
    root = ElementTree.fromstring(svg)
    assert root.attrib["viewBox"] and "<text" not in svg and svg == board_svg(shown)
    men = shown.position.split()[0]
    count = sum(cell[0] in "rbygn" for row in men.split("/") for cell in row.split(","))
    assert svg.count('<g transform="translate(') >= count and MARK in svg
    assert (CHECK in svg) == shown.in_check
    assert board_png(shown, 300).startswith(b"\x89PNG")


def test_links_are_drawn_where_they_are_open():
    assert "stroke-dasharray" in board_svg(view("siguo-xiangqi")) and "stroke-dasharray" not in board_svg(
        view("siguo-xiangqi", CornerLinks="false")
    )
