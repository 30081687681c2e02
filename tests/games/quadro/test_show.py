"""Pictures of the pyramid: levels, open sites, the last turn and the reserves."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest

import engine
from protocols.show import View, board_png, board_svg, board_text
from protocols.show.quadro import OPEN, PLACED, TAKEN

RESTACKED = ("quadro", "www1/bb2/bb2/4|3/3/3|2/2|1 w", ["1d4x1c4-2a2x1d4-2a3"])


def view(game_id, text="startpos", moves=()):
    return View.of(engine.load(game_id).position(text, moves))


def test_text():
    lines = board_text(view(*RESTACKED), "ascii").plain.splitlines()
    assert lines[0].split() == "4 w w x x 3 [w] 2 1".split()
    assert lines[1].split() == "3 b b . . 2 [w] 1".split() and lines[3].split() == "1 . . . .".split()
    assert lines[-1] == "reserve: w 11  b 11"
    assert "○" in board_text(view(*RESTACKED)).plain


def test_svg():
    drawing = board_svg(view(*RESTACKED), 500)
    root = ElementTree.fromstring(drawing)
    assert root.get("width") == "500"
    assert drawing.count('class="ball"') == 2 * 8 + 22, "each ball in its level and from above, and the reserves"
    assert drawing.count(f'stroke="{PLACED}"') == 3 and drawing.count(f'stroke="{TAKEN}"') == 2
    assert drawing.count(f'stroke="{OPEN}"') == 10


def test_raise_and_pass():
    drawing = board_svg(view("quadro", "wwb1/wwb1/4/4|3/3/3|2/2|1 b", ["1c3-2a3"]), 300)
    assert drawing.count(f'stroke="{PLACED}"') == 1 and drawing.count(f'stroke="{TAKEN}"') == 1
    game = engine.load("quadro", {"out": "pass"})
    passed = View.of(game.position("bbbw/bbbw/wbbb/bbww|bw1/bwb/wwb|w1/ww|1 b", ["pass"]))
    assert board_svg(passed, 300).count(f'stroke="{PLACED}"') == 0


@pytest.mark.parametrize("game_id", ["quadro", "pylos"])
def test_png(game_id):
    assert board_png(view(game_id), 200).startswith(b"\x89PNG")
