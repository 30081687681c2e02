"""The board for people: backs, pieces, what may still lie there, what has been taken, the last move."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest

import engine
from protocols.show import View, board_notes, board_parts, board_svg, board_text
from protocols.show.banqi import BACK, captured_of, cells_of, pool_of

MIXED = ("c2?1P1k/1C1p2N1/2?2c1R/P1C1n?a1 w P2p1 3 40", ["g3f3"])
FLIPPED = ("startpos", ["c3c3p"])


def view(text="startpos", moves=(), **options):
    return View.of(engine.load("banqi", options).position(text, moves))


def test_text():
    lines = board_text(view(*MIXED), "ascii").plain.splitlines()
    assert lines[0] == "4  c   .   .   ##  .   P   .   k  "
    assert lines[1] == "3  .   C   .   p   .  [N ][. ] .  "
    assert lines[4].split() == list("abcdefgh")
    assert "▓▓" in board_text(view()).plain and "卒" in board_text(view(*FLIPPED), "chinese").plain


@pytest.mark.parametrize("charset", ["unicode", "chinese", "ascii"])
@pytest.mark.parametrize("colour", [False, True])
def test_lines_are_equally_wide(charset, colour):
    from rich.cells import cell_len

    lines = board_text(view(*MIXED), charset, colour).plain.splitlines()[:4]
    assert len({cell_len(line) for line in lines}) == 1


def test_notes():
    assert board_notes(view(*MIXED)) == [
        "face-down: 3: 兵2 卒1",
        "taken: 帥1 仕2 相2 俥1 傌1 兵1 士1 象2 車2 馬1 卒3",
    ]
    assert board_notes(view(*FLIPPED), "ascii")[-1] == "revealed: p on c3, 5 of 32"


def test_every_piece_is_somewhere():
    text = view(*MIXED).position
    whole = {**captured_of(text)}
    for letter, count in pool_of(text).items():
        whole[letter] = whole.get(letter, 0) + count
    for letter in cells_of(text):
        if letter not in ("", "?"):
            whole[letter] = whole.get(letter, 0) + 1
    assert sum(whole.values()) == 32 and whole["P"] == whole["p"] == 5


def test_picture():
    drawing = board_svg(view(*MIXED), 300)
    root = ElementTree.fromstring(drawing)
    assert root.get("width") == "300" and BACK in drawing
    uses = drawing.count('xlink:href="#man-')
    assert uses == len([cell for cell in cells_of(view(*MIXED).position) if cell])
    assert drawing.count('href="#man-down"') == 3
    assert board_svg(view(), 300).count('href="#man-down"') == 32


def test_parts():
    parts = board_parts(engine.load("banqi").entry)
    assert parts and set(parts.men) == set("KABRNCPkabrncp?") and len(parts.points) == 32
