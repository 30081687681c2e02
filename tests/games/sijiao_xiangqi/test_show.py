"""The boards for people."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest
from rich.cells import cell_len

import engine
from protocols.show import View, board_notes, board_png, board_svg, board_text
from protocols.show.sijiao_xiangqi import checked_generals, forward, point_of

FALL = (
    "x5,4,bK,4,x5/x5,9,x5/x5,7,bR,1,x5/x5,9,x5/x5,3,bP,5,x5/1,bR,17/19/2,rN,9,rC,6/12,wP,6/rK,16,wA,wK/6,rP,7,wN,4/19/19/"
    "2,kR,4,kP,11/x5,9,x5/x5,9,x5/x5,9,x5/x5,9,x5/x5,4,kK,4,x5 k 1111 - 0 40"
)


def view(game, text="startpos", moves=(), **options):
    return View.of(engine.load(game, options).position(text, moves))


VIEWS = [
    ("sijiao-xiangqi", "startpos", ["h9d9", "b8b4"]),
    ("sifang-xiangqi", "startpos", ["g3g10"]),
    ("sifang-xiangqi", FALL, ["c6a6"]),
]


@pytest.mark.parametrize("charset", ["unicode", "chinese", "ascii"])
@pytest.mark.parametrize("colour", [False, True])
def test_lines_are_equally_wide(charset, colour):
    for words in VIEWS:
        lines = [line for line in board_text(view(*words), charset, colour).plain.splitlines() if line]
        assert len({cell_len(line) for line in lines[:-1]}) == 1


def test_text():
    lines = board_text(view(*VIEWS[0]), "ascii").plain.splitlines()
    assert lines[0] == "10  rK  rR   +  rS   +    +  bS  bB   +  bK  " and "[rC ]" in lines[7]
    assert "r卒" in board_text(view(*VIEWS[0])).plain and "r兵" in board_text(view(*VIEWS[0])).plain


def test_check_and_falls():
    seen = view("sifang-xiangqi", "startpos", ["g3g10"])
    assert seen.in_check and checked_generals(seen) == [point_of("a10")] and "#e5281b" in board_svg(seen)
    assert board_notes(view(*VIEWS[2])) == ["fallen: red"] and board_notes(seen) == []
    stay = view("sifang-xiangqi", FALL, ["c6a6"], DeadPieces="stay")
    assert "#8b8377" in board_svg(stay)


def test_both_generals_of_one_command():
    place = view("sijiao-xiangqi", "rK,8,bK/10/10/10/10/10/10/10/10/kK,3,rR,4,wK k 1111 - 0 1")
    assert place.in_check and len(checked_generals(place)) == 2


def test_pawns_show_their_way():
    corner = view("sijiao-xiangqi")
    assert [forward(corner, man) for man in ("kP", "rS", "wS", "bP", "dP", "kR")] == [
        (0, 1),
        (1, 0),
        (-1, 0),
        (0, -1),
        None,
        None,
    ]


def test_pictures():
    for words in VIEWS:
        assert ElementTree.fromstring(board_svg(view(*words), 300)).get("width") == "300"
    pytest.importorskip("resvg_py")
    assert board_png(view(*VIEWS[1]), 200)[:4] == b"\x89PNG"
