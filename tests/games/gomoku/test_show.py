"""The board for people: stones with numbers, the last one, Black's forbidden points."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest

import engine
from protocols.show import View, board_notes, board_png, board_svg, board_text, check_word
from protocols.show.gomoku import FORBIDDEN, MARK, _stars

SVG = "{http://www.w3.org/2000/svg}"
GAME = "h8 i9 i7 g8 h7 h6 g7 f7".split()
R29 = "15/15/15/15/2b1bb9/7b7/8b6/15/8b6/7b7/3bbb1bb6/15/15/15/15 b"


def view(text: str = "startpos", moves: tuple[str, ...] | list[str] = (), game: str = "renju", **options: str) -> View:
    return View.of(engine.load(game, options).position(text, moves))


def test_text():
    lines = board_text(view(moves=GAME), "ascii").plain.splitlines()
    assert lines[3] == "12  .  .  .  +  .  .  .  .  .  .  .  +  .  .  . "
    assert lines[8] == " 7  .  .  .  .  . [w] b  b  b  .  .  .  .  .  . "
    assert lines[15].split() == list("abcdefghijklmno")
    drawn = board_text(view(moves=GAME)).plain.splitlines()
    assert drawn[0] == "15  ┌──┬──┬──┬──┬──┬──┬──┬──┬──┬──┬──┬──┬──┬──┐ "
    assert drawn[8] == " 7  ├──┼──┼──┼──┼─[○]─●──●──●──┼──┼──┼──┼──┼──┤ "


@pytest.mark.parametrize("charset", ["unicode", "chinese", "ascii"])
@pytest.mark.parametrize("colour", [False, True])
@pytest.mark.parametrize("size", ["5", "15", "20"])
def test_lines_are_equally_long(charset, colour, size):
    lines = board_text(view(moves=["a1", "b2"], game="gomoku", size=size), charset, colour).plain.splitlines()
    assert len({len(line) for line in lines}) == 1 and len(lines) == int(size) + 1


def test_forbidden_points():
    marked = view(R29)
    assert board_notes(marked) == ["forbidden: g5 overline, j8 double-three"]
    lines = board_text(marked, "ascii").plain.splitlines()
    assert [(row, line.count("*")) for row, line in enumerate(lines) if "*" in line] == [(7, 1), (10, 1)]
    assert board_svg(marked, 300).count(FORBIDDEN) == 2
    for other in (view(R29.replace(" b", " w")), view(R29, game="gomoku")):
        assert board_notes(other) == [] and FORBIDDEN not in board_svg(other, 300)


def test_numbers_and_the_last_stone():
    shown = view(moves=GAME)
    assert board_notes(shown) == ["moves: 1.h8 2.i9 3.i7 4.g8 5.h7 6.h6 7.g7 8.f7"]
    root = ElementTree.fromstring(board_svg(shown, 360))
    assert root.get("width") == "360"
    rings = [node for node in root.iter(f"{SVG}circle") if node.get("stroke") == MARK]
    assert [(node.get("cx"), node.get("cy")) for node in rings] == [(str(46 + 5 * 40), str(46 + 8 * 40))]
    plain = board_svg(view(), 360)
    inks = [node.get("stroke") for node in root.iter(f"{SVG}g")]
    assert len(inks) - plain.count("<g ") == len(GAME) and inks.count(MARK) == 1
    assert "<text" not in plain and "font" not in plain


def test_a_position_names_its_last_stone():
    won = view("15/15/15/15/15/15/15/4bbbbb6/15/15/15/w14/w14/w14/w14 w i8")
    assert won.result == "win black five" and "[b]" in board_text(won, "ascii").plain
    assert MARK in board_svg(won, 300)


@pytest.mark.parametrize("size, count", [(5, 1), (8, 4), (15, 5), (19, 9), (20, 4)])
def test_star_points(size, count):
    stars = _stars(size)
    assert len(stars) == count and stars == {(size - 1 - x, y) for x, y in stars}
    if size == 15:
        assert stars == {(3, 3), (3, 11), (11, 3), (11, 11), (7, 7)}


def test_png():
    assert board_png(view(moves=GAME), 200).startswith(b"\x89PNG")


def test_who_must_parry():
    five = view("15/15/15/15/15/15/15/4bbbb7/15/15/15/15/15/15/15 w")
    assert five.in_check and check_word(five) == "must parry a five"
