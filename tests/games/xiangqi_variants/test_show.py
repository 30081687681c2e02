"""The boards for people."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest

import engine
from protocols.show import View, board_notes, board_png, board_svg, board_text
from protocols.show.xiangqi_variants import RETURN

HALF = ("r1bak4/4a4/4b4/9/9/9/9/9/9/3K5 w Ak0Aj1 - 0 1", ["j1e2"])


def view(game, text="startpos", moves=(), **options):
    return View.of(engine.load(game, options).position(text, moves))


@pytest.mark.parametrize("charset", ["unicode", "chinese", "ascii"])
@pytest.mark.parametrize("colour", [False, True])
def test_lines_are_equally_wide(charset, colour):
    from rich.cells import cell_len

    for seen in (view("paowei-xiangqi", moves=["h2h9", "a9a8"]), view("shengshi-xiangqi", *HALF)):
        lines = board_text(seen, charset, colour).plain.splitlines()
        assert len(lines) == 20 and len({cell_len(line.rstrip("] ")) for line in lines[:-1:2]}) <= 2


def test_half_points_are_shown():
    seen = view("shengshi-xiangqi", *HALF)
    lines = board_text(seen, "ascii").plain.splitlines()
    assert lines[17] == "    |   |   |   | X | A |   |   |   |"
    assert board_notes(seen) == ["half-point: 仕 on k0; nobody lands on its corners"]
    assert board_notes(seen, "ascii") == ["half-point: A on k0; nobody lands on its corners"]


def test_returns_are_shown():
    seen = view("paowei-xiangqi", moves=["h2h9", "b7b0"])
    assert board_notes(seen) == [
        "return: the cannon on h9 may go back to h2 over h7",
        "return: the cannon on b0 may go back to b7 over b2",
    ]
    assert board_svg(seen).count(RETURN) == 2 and RETURN not in board_svg(view("paowei-xiangqi"))


def test_pictures():
    for seen in (view("paowei-xiangqi", moves=["h2h9"]), view("shengshi-xiangqi", *HALF), view("shengshi-xiangqi")):
        assert ElementTree.fromstring(board_svg(seen, 300)).get("width") == "300"
    assert "scale(0.62)" in board_svg(view("shengshi-xiangqi", *HALF))
    pytest.importorskip("resvg_py")
    assert board_png(view("shengshi-xiangqi", *HALF), 200)[:4] == b"\x89PNG"
