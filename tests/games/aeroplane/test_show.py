"""The board for people: ring, lanes, hangars, planes, stacks, the die, what the last decision did."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest

import engine
from engine.games.aeroplane.state import SQUARE
from protocols.show import View, board_notes, board_svg, board_text
from protocols.show.aeroplane import _turned, cell_of, moved, ring

B = "H,10,12,47/H,H,2,2/H,H,H,40/H,35,35,F r - 0 41"


def view(text="startpos", moves=(), **options):
    return View.of(engine.load("aeroplane", options).position(text, moves))


def test_geometry():
    cells = ring()
    assert len(set(cells)) == 52
    for q, (row, column) in enumerate(cells):
        after = cells[(q + 1) % 52]
        assert max(abs(row - after[0]), abs(column - after[1])) == 1
        assert _turned((row, column), 1) == cells[(q + 13) % 52]
    for seat in range(4):
        assert all(cell_of(seat, place) == cells[int(SQUARE[seat, place])] for place in range(1, 51))
        lane = [cell_of(seat, place) for place in range(50, 56)]
        assert all(abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1 for a, b in zip(lane, lane[1:], strict=False))


def test_text():
    lines = board_text(view(B, ["r6", "10"]), "ascii").plain.splitlines()
    assert len(lines) == 15 and len({len(line) for line in lines}) == 1
    text = "\n".join(lines)
    assert "Y2" in text and "G2" in text and "[R]" in text and text.count(" B ") == 4 and "[*]" in text


@pytest.mark.parametrize("charset", ["unicode", "ascii"])
@pytest.mark.parametrize("colour", [False, True])
def test_start(charset, colour):
    text = board_text(view(), charset, colour).plain
    assert all(text.count(f" {letter} ") == 4 for letter in "RYBG")
    assert "Y" not in board_text(view("startpos", Players="2"), charset, colour).plain


def test_notes():
    assert board_notes(view(B, ["r6", "10"]), "ascii") == [
        "red: 1 in the hangar, 0 home, on 12 14 47",
        "yellow: 2 in the hangar, 0 home, on 2 2",
        "blue: 4 in the hangar, 0 home",
        "green: 1 in the hangar, 1 home, on 35 35",
        "a roll is due",
        "sent home: 1 of blue",
    ]
    assert board_notes(view(B, ["r6"]))[4] == "die: 6"
    assert "die: 6" not in board_notes(view("53,F,F,F/H/-/- r - 0 1", ["r3", "53"]))


def test_what_moved():
    assert moved(view(B, ["r6", "10"])) == [(0, 10), (0, 14)]
    assert moved(view(B, ["r6", "H"])) == [(0, 0)] and moved(view(B, ["r6"])) == [] and moved(view()) == []
    assert moved(view(B, ["r3", "12"])) == [(0, 12)]


def test_picture():
    drawing = board_svg(view(B, ["r5"]), 300)
    assert ElementTree.fromstring(drawing).get("width") == "300"
    assert drawing.count('r="5.5"') == 5
    assert ElementTree.fromstring(board_svg(view(B, ["r6", "10"]), 200)) is not None
