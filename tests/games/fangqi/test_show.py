"""The board for people: balls, what the last step made and earns, what a step would make."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ElementTree

import pytest

import engine
from engine.core.contract import move_victim
from engine.games.fangqi.explain import Board, last_made
from protocols.show import View, board_notes, board_png, board_svg, board_text
from protocols.show.fangqi import MADE, OFFER

TWO = ("6/1b2b1/b5/wwb3/w5/2w1b1 w P - - 0", ["b2"])
OFFERS = ("3bbb/2b3/6/6/w1b3/1wwwww w M - - 7", [])


def view(text="startpos", moves=(), **options):
    return View.of(engine.load("fangqi", options).position(text, moves))


def test_text():
    lines = board_text(view(*TWO), "ascii").plain.splitlines()
    assert lines[0] == "6  x  .  .  .  .  x " and lines[4] == "2  w [w] .  .  .  . "
    assert lines[6].split() == list("abcdef")
    assert "●" in board_text(view(*TWO)).plain


@pytest.mark.parametrize("charset", ["unicode", "chinese", "ascii"])
@pytest.mark.parametrize("colour", [False, True])
def test_lines_are_equally_long(charset, colour):
    lines = board_text(view(*OFFERS), charset, colour).plain.splitlines()
    assert len({len(line) for line in lines}) == 1


def test_what_was_made():
    assert board_notes(view(*TWO)) == [
        "made: b2: 方 Sa2 + 三斜 Da3 = 2 bonus balls 补子",
        "due: 2 bonus balls 补子",
        "spent: 三斜 Da3, 方 Sa2",
    ]
    assert board_notes(view(*TWO), "ascii")[0] == "made: b2: square Sa2 + diagonal of 3 Da3 = 2 bonus balls"


def test_what_would_be_made():
    assert board_notes(view(*OFFERS)) == ["would make: a2a1: 批 R1 = 1 capture 吃子"]
    drawing = board_svg(view(*OFFERS), 300)
    assert ElementTree.fromstring(drawing).get("width") == "300" and OFFER in drawing and MADE not in drawing
    assert MADE in board_svg(view(*TWO), 300)
    assert board_png(view(*TWO), 200).startswith(b"\x89PNG")


@pytest.mark.parametrize("options", [{}, {"steps": "king", "scope": "player"}], ids=str)
def test_explanations_agree_with_the_rules(options):
    rng = random.Random(1)
    game = engine.load("fangqi", options)
    made = 0
    for _ in range(4):
        position = game.position()
        for _ in range(90):
            legal = [int(move) for move in position.legal_moves()]
            if not legal:
                break
            board = Board.of(position.text())
            told = {name: sum(r.value for r in regions) for name, regions in board.offers(options.get("steps") == "king")}
            assert told == {position.format(move): int(move_victim(move)) for move in legal if move_victim(move)}
            move = rng.choice([m for m in legal if move_victim(m)] or legal)
            text, wire = position.text(), position.format(move)
            assert sum(region.value for region in last_made(text, wire)) == move_victim(move)
            made += bool(move_victim(move))
            position.push(move)
    assert made > 20
