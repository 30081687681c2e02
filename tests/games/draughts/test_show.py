"""Boards of the draughts family: numbers, kings, the last move and what it captured."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import pytest

import engine
from engine.games.draughts.rules import SETTINGS
from protocols.show import View, board_png, board_svg, board_text
from protocols.show.draughts import GOLD, MARKED, TAKEN

CAPTURE = ("russian", "W:WK2,12,13,31:B6,7,K8,14,15,26", ["12x30x7x8x15x26"])


def view(game_id, text="startpos", moves=()):
    return View.of(engine.load(game_id).position(text, moves))


def test_text():
    lines = board_text(view(*CAPTURE), "ascii").plain.splitlines()
    assert lines[0] == "  1     .     W     .     .   4"
    assert lines[1] == "  5  .     b     x     x      8"
    assert lines[2] == "  9     .     .     .    [.] 12"
    assert lines[7] == " 29  .    [W]    w     .     32"
    assert lines[8].split() == list("abcdefgh")
    assert "⛁" in board_text(view(*CAPTURE)).plain


def test_squares_are_numbered_from_the_top():
    lines = board_text(view("draughts"), "ascii").plain.splitlines()
    assert [line.split()[0] for line in lines[:10]] == [str(n) for n in range(1, 47, 5)]
    assert [line.split()[-1] for line in lines[:10]] == [str(n) for n in range(5, 51, 5)]
    assert lines[0].count("b") == 5 and lines[9].count("w") == 5 and lines[4].count(".") == 5


@pytest.mark.parametrize("charset", ["unicode", "chinese", "ascii"])
@pytest.mark.parametrize("colour", [False, True])
def test_lines_are_equally_long(charset, colour):
    lines = board_text(view(*CAPTURE), charset, colour).plain.splitlines()
    assert len({len(line) for line in lines[:8]}) == 1


def test_svg():
    drawing = board_svg(view(*CAPTURE), 400)
    root = ElementTree.fromstring(drawing)
    assert root.get("width") == "400"
    assert drawing.count(f'fill="{GOLD}"') == 2, "two kings"
    assert drawing.count(f'fill="{TAKEN}"') == 4 and drawing.count(f'fill="{MARKED}"') == 2
    assert len(re.findall(r'<circle r="16"', drawing)) == 6


@pytest.mark.parametrize("game_id", SETTINGS)
def test_png(game_id):
    assert board_png(view(game_id), 200).startswith(b"\x89PNG")
