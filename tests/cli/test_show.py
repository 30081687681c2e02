"""Boards for people: what is on the terminal, and pictures that are valid, complete and need no font."""

from __future__ import annotations

import io
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from PIL import Image
from rich.cells import cell_len

import engine
from engine.games import CATALOGUE
from protocols import show
from protocols.show import View

SVG = "{http://www.w3.org/2000/svg}"
XIANGQI_MIDDLE = ["h2e2", "h9g7", "h0g2"]
XIANGQI_CHECK = ("3ak4/9/9/4C4/9/9/9/4p4/4A4/3AK1r2 w - - 0 1", [])
EXAMPLES = {"chess": "e4 e5 Nf3 Nc6 Bb5 a6".split(), "xiangqi": "炮二平五 马8进7 马二进三 车9平8".split()}
#: Plies of the recorded games after which the readme shows them.
RECORDED = {"banqi": 40, "chinese-checkers": 30, "luzhanqi": 24, "siguo-xiangqi": 40}


def view_of(game_id: str, text: str = "startpos", moves: tuple[str, ...] | list[str] = (), **options: str) -> View:
    return View.of(engine.load(game_id, options).position(text, moves))


# --- terminals ----------------------------------------------------------------------------------------------------------


def test_every_game_has_a_drawer():
    assert {entry.module for entry in CATALOGUE} <= set(show.DRAWERS)


def test_chess_board(qiji):
    lines = qiji("show", "chess", "--moves", "e2e4").lines
    assert lines[1] == " 8 │ ♜  ♞  ♝  ♛  ♚  ♝  ♞  ♜ │"
    assert lines[5] == " 4 │ ·  ·  ·  · [♙] ·  ·  · │" and lines[7] == " 2 │ ♙  ♙  ♙  ♙ [·] ♙  ♙  ♙ │"
    assert lines[10].split() == list("abcdefgh")
    assert "position: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1" in lines
    assert "to move: black" in lines and "result: ongoing" in lines
    assert next(line for line in lines if line.startswith("last move: ")).split()[2:4] == ["e2e4", "(e4,"]


def test_xiangqi_board(qiji):
    lines = qiji("show", "xiangqi", "--moves", *XIANGQI_MIDDLE).lines
    assert lines[0] == " 9  車──馬──象──士──將──士──象──┬───車"
    assert lines[4] == " 7  ├───砲──┼───┼───┼───┼───馬──砲──┤"
    assert lines[14] == " 2  ├───炮──┼───┼───炮──┼──[傌]─┼───┤"
    assert lines[18] == " 0  俥──傌──相──仕──帥──仕──相─[┴ ]─俥"
    assert all(word in lines[9] for word in "楚河漢界") and "╲ │ ╱" in lines[1] and "╱ │ ╲" in lines[3]
    assert lines[19].split() == list("abcdefghi")
    assert "to move: black" in lines
    assert next(line for line in lines if line.startswith("last move: ")).split()[2] == "h0g2"


@pytest.mark.parametrize("charset", ["unicode", "chinese", "ascii"])
@pytest.mark.parametrize("moves", [[], XIANGQI_MIDDLE, ["a0a1"], ["i3i4"]])
def test_xiangqi_columns_line_up(charset, moves):
    """East Asian characters are two columns wide, and still each file stands in one column."""
    lines = show.board_text(view_of("xiangqi", moves=moves), charset).plain.split("\n")
    assert len(lines) == 20
    for number, line in enumerate(lines[:19]):
        assert cell_len(line.rstrip("]")) in (37, 38), line
        points = list(range(4, 37, 4))
        if number % 2 and "楚" not in line and "r i v e r" not in line:
            bars = [column for column, sign in enumerate(line) if sign in "│|"]
            assert bars == points
    if charset == "ascii":
        assert "".join(lines).isascii()


def test_checks_results_and_options_are_told(qiji):
    lines = qiji("show", "xiangqi", "--position", XIANGQI_CHECK[0], "--option", "Repetition Fold=4").lines
    assert "to move: red, in check" in lines and "options: Repetition Fold=4" in lines
    assert "result: win black checkmate" in qiji("show", "chess", "--moves", "f3", "e5", "g4", "Qh4").lines
    once = "h8h9 f9f8 h9h8 f8f9".split()
    lines = qiji("show", "xiangqi", "--position", "c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w", "--moves", *once).lines
    assert "must change: red" in lines


def test_colours_paint_the_same_board():
    for game, moves in (("chess", ["e2e4"]), ("xiangqi", XIANGQI_MIDDLE)):
        text = show.board_text(view_of(game, moves=moves), "unicode", colour=True)
        assert text.spans and "[" not in text.plain or game == "xiangqi"
        for man in "♚♛♜♝♞♟" if game == "chess" else "帥仕相俥傌炮兵將士象車馬砲卒":
            assert man in text.plain


ENCODINGS = {"utf-8": "unicode", "gb18030": "unicode", "gbk": "chinese", "cp1252": "ascii", "no such": "ascii", None: "ascii"}


@pytest.mark.parametrize(("encoding", "charset"), ENCODINGS.items())
def test_charset_of_an_encoding(encoding, charset):
    assert show.charset_for(encoding) == charset


# --- pictures -----------------------------------------------------------------------------------------------------------

VIEWS = {
    "chess": ("chess", "startpos", ["e2e4"], {}),
    "chess check": ("chess", "startpos", ["e4", "f5", "Qh5+"], {}),
    "chess960": ("chess", "4k3/8/8/8/8/8/8/1RK4R w KQ - 0 1", ["c1b1"], {"UCI_Chess960": "true"}),
    "xiangqi": ("xiangqi", "startpos", XIANGQI_MIDDLE, {}),
    "xiangqi check": ("xiangqi", *XIANGQI_CHECK, {}),
}


@pytest.mark.parametrize("name", VIEWS)
def test_svg_is_complete(name):
    game, text, moves, options = VIEWS[name]
    view = view_of(game, text, moves, **options)
    document = show.board_svg(view, 480)
    root = ElementTree.fromstring(document)
    assert root.tag == SVG + "svg" and root.get("width") == "480"
    known = {element.get("id") for element in root.iter() if element.get("id")}
    uses = [element.get("{http://www.w3.org/1999/xlink}href") or element.get("href") for element in root.iter(SVG + "use")]
    assert all(use and use.lstrip("#") in known for use in uses)
    men = sum(letter.isalpha() for letter in view.position.split()[0])
    assert len(uses) == men
    assert not list(root.iter(SVG + "text")), "text needs a font on the reader's machine"


def test_xiangqi_svg_marks_move_and_check():
    plain = show.board_svg(view_of("xiangqi"))
    assert "stroke-dasharray" not in plain and "#e5281b" not in plain
    assert "stroke-dasharray" in show.board_svg(view_of("xiangqi", moves=["h2e2"]))
    assert "#e5281b" in show.board_svg(view_of("xiangqi", *XIANGQI_CHECK))


@pytest.mark.parametrize("name", VIEWS)
def test_png_is_a_picture_of_the_board(name):
    game, text, moves, options = VIEWS[name]
    data = show.board_png(view_of(game, text, moves, **options), 300)
    image = Image.open(io.BytesIO(data)).convert("RGB")
    assert image.width == 300 and image.height in (300, 328)
    assert len(image.getcolors(1 << 20)) > 50
    empty = "4k3/8/8/8/8/8/8/4K3 w - - 0 1" if game == "chess" else "4k4/9/9/9/9/9/9/9/4A4/4K4 w - - 0 1"
    assert data != show.board_png(view_of(game, empty), 300)


def test_files(qiji, tmp_path):
    svg, png = tmp_path / "board.svg", tmp_path / "棋盘.png"
    done = qiji("show", "xiangqi", "--svg", str(svg), "--png", str(png), "--size", "360")
    assert done.status == 0 and "帥" in done.out
    ElementTree.parse(svg)
    data = png.read_bytes()
    assert data.startswith(b"\x89PNG") and int.from_bytes(data[16:20], "big") == 360


def test_png_without_the_extra(qiji, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    done = qiji("show", "chess", "--png", str(tmp_path / "board.png"))
    assert done.status == 2 and done.err == "qiji: error: PNG pictures need the extra 'png': pip install 'qiji[png]'\n"
    assert not (tmp_path / "board.png").exists()


def recorded(game, plies):
    """The first moves of the recorded game."""
    lines = (Path(__file__).parents[1] / "playthroughs" / f"{game}.txt").read_text(encoding="utf-8").splitlines()
    return [line.split(" ", 2)[1] for line in lines[2 : 2 + plies]]


@pytest.mark.parametrize("game", [*EXAMPLES, *RECORDED])
def test_examples_in_the_readme_are_what_the_program_draws(game):
    path = Path(show.__file__).with_name("examples") / f"{game}.svg"
    moves = EXAMPLES[game] if game in EXAMPLES else recorded(game, RECORDED[game])
    assert path.read_text(encoding="utf-8") == show.board_svg(view_of(game, moves=moves), 400)


def test_no_example_is_left_over():
    assert {path.stem for path in Path(show.__file__).with_name("examples").glob("*")} == {*EXAMPLES, *RECORDED}
