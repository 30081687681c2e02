"""The star board for people: rows as in the rules, routes, penalties, pictures."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest

import engine
from protocols.show import View, board_notes, board_png, board_svg, board_text
from protocols.show.chinese_checkers import COLOURS, MARK

SIX = ("startpos", ["d1e5", "e4f4"], {"seats": "6"})
CHAIN = ("1/D1/2D/4/4A3D4/4D3D3/5D5/4D1A3/5A3/1A3A4/5A5/4D1D5/4D3A4/3A/3/AA/1 A AD 15,15", ["m5e7"], {})


def view(text="startpos", moves=(), options=None):
    return View.of(engine.load("chinese-checkers", options or {}).position(text, moves))


def test_text():
    lines = board_text(view(*SIX), "ascii").plain.splitlines()
    assert len(lines) == 17 and lines[0].split() == ["q", "1", "D"]
    assert lines[11].split() == "f 12 B B B [B] . . . . . F F F".split()
    assert lines[12].split() == "e 13 B B B [.] A . . . . F F F F".split()
    assert lines[13].split() == "d 4 . A A A".split()


@pytest.mark.parametrize("charset", ["unicode", "chinese", "ascii"])
@pytest.mark.parametrize("colour", [False, True])
@pytest.mark.parametrize("shown", [SIX, CHAIN, ("startpos", [], {})], ids=["six", "chain", "start"])
def test_lines_are_equally_long(charset, colour, shown):
    lines = board_text(view(*shown), charset, colour).plain.splitlines()
    assert len({len(line) for line in lines}) == 1


def test_route_of_a_chain():
    shown = view(*CHAIN)
    assert shown.last_move_names == ("m5-k5-i5-g7-e7",)
    assert board_notes(shown)[0] == "route: m5-k5-i5-g7-e7, 4 jumps"
    assert board_svg(shown, 300).count(f'r="5" fill="{MARK}"') == 3
    assert board_text(shown, "ascii").plain.count("+") == 3


def test_notes_of_seats_and_penalties():
    options = {"teams": "opposite", "camp_penalty": "yes"}
    start = "1/2/3/4/6D6/5D6/4B6/4B5/6E2/6E3/4A6/3A8/13/4/3/2/A A ABDE 10,10,10,10"
    assert board_notes(view(start, ["f4f3"], options)) == [
        "A 11 moves, 0 of 10 home; B 10 moves, 0 of 10 home; D 10 moves, 0 of 10 home; E 10 moves, 0 of 10 home",
        "penalty: A has to take f3 back to f4 or out of the camp",
        "penalty: D loses its next turn",
    ]
    over = "A/AA/AAA/AAAA/13/12/11/10/9/10/11/12/13/4/3/2/1 D AD 26=,30x"
    assert board_notes(view(over)) == ["A 26 moves, finished; D 30 moves, eliminated"]


def test_pictures():
    drawing = board_svg(view(*SIX), 300)
    root = ElementTree.fromstring(drawing)
    assert root.get("width") == "300" and int(root.get("height")) > 300
    assert all(drawing.count(f'fill="{fill}" stroke="{rim}"') == 10 for fill, rim, _ in COLOURS)
    assert board_png(view(*SIX), 200).startswith(b"\x89PNG")
    assert MARK not in board_svg(view(), 300)
    assert MARK not in board_svg(view("1/2/3/4/13/12/11/10/9/10/11/12/13/4/D1D/DD/A A AD 5,5", ["pass"]), 300)
