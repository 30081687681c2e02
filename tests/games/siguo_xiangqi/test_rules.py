"""Every row, list, example and refused string of the rule text of the war of the four kingdoms."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import engine
from bench.perft import perft_file, read_rows
from engine.games.cross.geometry import CELL_OF
from tests.games.four_armies import BAD_MOVES, board, check_refused, moves_of, refused
from tests.reference.cross_twin import Options, perft
from tests.reference.siguo_twin import Siguo

ROWS = list(read_rows(perft_file("siguo-xiangqi")))
OPTION_FILE = Path(__file__).with_name("perft-options.txt")
OPTION_ROWS = list(read_rows(OPTION_FILE))
POSITIONS = {row.name: row.position for row in ROWS + OPTION_ROWS}
DEEPEST = 600_000  #: leaves that a test counts; ``python -m bench perft siguo-xiangqi --all`` counts every row
TWIN = {
    "start-capture": Options(), "start-ffa-capture": Options(ffa=True), "ffa-facing-ffa": Options(mate=True, ffa=True),
}  # fmt: skip
KINGS = {"rK": "j1", "bK": "a10", "yK": "i19", "gK": "s9"}
TEAM_WIN = "g3g2 c13g13 g17f17 q13q8 j6i6 d8e8 f17f10 q7g7 m3m4 g13g15 f10s10 i6i7 g15g7 m17i17 i7g7 a7c6 s10a10".split()
FFA_WIN = "m3m12 c13s13 m17m1 q7q12 m12m10 s13s11 j14j13 q13l13 m10a10 g17g4 l13l1 a10s10 m1j1".split()
HORSE_J10 = "j10g12 j10g8 j10h11 j10h13 j10h7 j10h9 j10i12 j10i8 j10k12 j10k8 j10l11 j10l13 j10l7 j10l9 j10m12 j10m8"


def options_of(name):
    """The options of a row of the second file."""
    lines = OPTION_FILE.read_text(encoding="utf-8").splitlines()
    words = lines[lines.index(f"id {name}") + 1].removeprefix("option ").split(",")
    return dict(word.split("=") for word in words)


@pytest.fixture(scope="module")
def game():
    return engine.load("siguo-xiangqi")


def points_of(position):
    out = np.zeros(8, np.int64)
    position.game.kernel("payoff")(position.memory, position.ply, out)
    return [float(half) / 2 for half in out[:4]]


# --- rows and lists -----------------------------------------------------------------------------------------------------


def test_rows_are_complete():
    names = "start pawns links frame-check cannons horses fall last-pair game1"
    assert {row.name for row in ROWS} == set(names.split()) and len(ROWS) == 26
    assert {row.name for row in OPTION_ROWS} == set(TWIN) and len(OPTION_ROWS) == 10


@pytest.mark.parametrize("row", [row for row in ROWS if row.leaves <= DEEPEST], ids=lambda row: f"{row.name}-{row.depth}")
def test_perft(game, row):
    position = game.position(row.position)
    assert position.text() == row.position and not position.notes
    assert position.perft(row.depth) == row.leaves
    if row.leaves < 120:
        assert perft(Siguo.read(row.position, Options(mate=True)), row.depth) == row.leaves


@pytest.mark.parametrize("row", [r for r in OPTION_ROWS if r.leaves <= DEEPEST], ids=lambda row: f"{row.name}-{row.depth}")
def test_perft_under_options(row):
    game = engine.load("siguo-xiangqi", options_of(row.name))
    assert game.position(row.position).perft(row.depth) == row.leaves
    if row.leaves < 120:
        assert perft(Siguo.read(row.position, TWIN[row.name]), row.depth) == row.leaves


@pytest.mark.parametrize(
    ("name", "origin", "captures", "listed"),
    [
        ("frame-check", "", False, "j1k1"),
        ("cannons", "g10", True, "g10b10 g10d10 g10j10 g10k10 g10p10"),
        ("cannons", "j3", True, "j3j10 j3j15"),
        ("horses", "j10", False, HORSE_J10),
        ("horses", "n6", False, "n6k8 n6l5 n6l7 n6l9 n6m4 n6m8 n6o8 n6p7"),
        ("pawns", "f6", False, "f6e6 f6f10 f6f7 f6f8 f6f9 f6g6 f6h6 f6i6"),
        ("pawns", "n5", False, "n5n6 n5o6"),
        ("pawns", "o8", False, "o8o7 o8o9 o8p8"),
        ("pawns", "d12", False, "d12c12 d12d11 d12d13"),
    ],
)
def test_lists_of_moves(game, name, origin, captures, listed):
    """Of the pieces of other seats it is what they may do when their seat has the turn."""
    text = POSITIONS[name]
    if origin in ("o8", "d12", "f6", "n5"):
        owner = int(game.position(text).state["board"][CELL_OF[origin]]) >> 4
        text = text.replace(" r 1111", f" {'rbyg'[owner]} 1111")
    assert moves_of(game.position(text), origin, captures) == set(listed.split())


# --- worked examples ----------------------------------------------------------------------------------------------------


def test_check_over_the_frame(game):
    position = game.position("startpos", ["g3g10"])
    assert position.in_check and position.seat == "blue"
    assert moves_of(position) == set("a11b10 a12c10 a8c10 a9b10 c13c10 c7c10 f10g10".split())
    assert position.history("pgn4") == ["Cg3-g10+"] and position.history("chinese") == ["红炮g3-g10"]
    line = "g3g10 a9b10 m19l17 s9r10".split()
    names = game.position("startpos", line).history("pgn4")
    assert names == ["Cg3-g10+", "Aa9-b10", "Nm19-l17+", "As9-r10"]
    assert game.position("startpos", names).history() == line


def test_mate_when_the_turn_comes(game):
    position = game.position(POSITIONS["fall"], ["c6a6"])
    assert position.text() == (
        "x5,4,yK,4,x5/x5,9,x5/x5,7,yR,1,x5/x5,9,x5/x5,3,yP,5,x5/1,rR,17/19/19/12,gP,6/17,gA,gK/14,gN,4/19/19/rR,6,rP,11/x5,9,x5/"
        "x5,9,x5/x5,9,x5/x5,9,x5/x5,4,rK,4,x5 y 1011 b 1 41"
    )
    assert str(position.result()) == "ongoing"


def test_last_pair(game):
    position = game.position(POSITIONS["last-pair"], ["c6a6"])
    assert str(position.result()) == "win red,yellow checkmate" and position.text().split()[1:] == "b 1010 gb 1 41".split()
    assert len(position.legal_moves()) == 0 and position.history("pgn4") == ["Rc6-a6#"]
    with pytest.raises(engine.IllegalMoveError):
        engine.load("siguo-xiangqi", {"Teams": "ffa"}).position(POSITIONS["last-pair"], ["c6a6"])


def test_capture_with_teams():
    position = engine.load("siguo-xiangqi", {"CheckRule": "capture"}).position("startpos", TEAM_WIN)
    assert str(position.result()) == "win red,yellow capture" and position.text().split()[1:] == "y 1010 gb 0 17".split()
    assert points_of(position) == [3, 0, 3, 0]


def test_capture_free_for_all():
    position = engine.load("siguo-xiangqi", {"CheckRule": "capture", "Teams": "ffa"}).position("startpos", FFA_WIN)
    assert str(position.result()) == "win yellow capture" and position.text().split()[1:] == "y 0010 bgr 0 13".split()
    assert points_of(position) == [2, 0, 3, 1]


def test_draws_share_what_remains():
    ffa = engine.load("siguo-xiangqi", {"Teams": "ffa"})
    position = ffa.position(f"{board(rK='j1', yK='i19')} r 1010 gb 240 0")
    assert str(position.result()) == "draw no-capture" and points_of(position) == [2.5, 1, 2.5, 0]
    position = ffa.position(f"{board(**KINGS)} r 1111 - 0 1000")
    assert str(position.result()) == "draw move-limit" and points_of(position) == [1.5] * 4


# --- options ------------------------------------------------------------------------------------------------------------


def test_teams_follow_the_option(game):
    assert game.teams == (0, 1, 0, 1)
    assert engine.load("siguo-xiangqi", {"Teams": "FFA"}).teams == (0, 1, 2, 3)


def test_corner_links_can_be_closed():
    text = POSITIONS["links"]
    assert {"f5e6", "n5o6"} & moves_of(engine.load("siguo-xiangqi").position(text))
    closed = engine.load("siguo-xiangqi", {"CornerLinks": "false"}).position(text)
    assert not {"f5e6", "n5o6"} & moves_of(closed) and "f5f6" in moves_of(closed)


def test_dead_pieces_stay():
    game = engine.load("siguo-xiangqi", {"DeadPieces": "stay", "CheckRule": "capture"})
    text = f"{board(**KINGS | {'rR': 'a6', 'bD': 'f10', 'bR': 'e14', 'rD': 'f8', 'rC': 'e6', 'yP': 'f12'})} r 1111 - 0 0"
    position = game.position(text, ["a6a10"])
    assert position.text().split()[1:4] == ["y", "1011", "b"] and "dD" in position.text() and "dR" in position.text()
    for move in ("f12f13", "s9s10"):
        position.push(move)
    red = moves_of(position)
    assert "f8f9" in red and "f8f10" not in red, "a shield takes no shield, not even an inert one"
    assert "e6e14" not in red, "the cannon has no screen"
    assert not any(position.state["board"][int(move) >> 9 & 511] >> 4 == 4 for move in position.legal_moves())
    again = game.position(position.text())
    assert again.text() == position.text() and again.key == position.key


def test_inert_pieces_are_screens_and_can_be_taken(game):
    text = f"{board(**KINGS | {'rC': 'g3', 'dK': 'g9', 'dP': 'g12', 'bP': 'f11'})} r 1111 - 0 0"
    position = game.position(text)
    assert position.text() == text and "g3g12" in moves_of(position) and "g3g9" not in moves_of(position)


# --- given positions ----------------------------------------------------------------------------------------------------


def test_a_mated_seat_to_move_falls_at_once(game):
    text = f"{board(**KINGS | {'rR': 'a6 b6', 'bP': 'f12'})} b 1111 - 3 9"
    position = game.position(text)
    assert position.text().split()[1:] == ["y", "1011", "b", "3", "9"] and position.notes
    last = game.position(f"{board(rK='j1', bK='a10', yK='i19', rR='a6 b6')} b 1110 - 3 9")
    assert str(last.result()) == "win red,yellow checkmate" and last.text().split()[1:4] == ["b", "1010", "gb"]


@pytest.mark.parametrize(
    ("alive", "given", "written"),
    [("1010", "-", "bg"), ("1010", "b", "gb"), ("1010", "gb", "gb"), ("1000", "y", "bgy"), ("0010", "b", "rgb")],
)
def test_fallen_seats_that_are_not_named_fell_first(game, alive, given, written):
    kings = {piece: place for number, (piece, place) in enumerate(KINGS.items()) if alive[number] == "1"}
    position = game.position(f"{board(**kings)} r {alive} {given} 0 0")
    assert position.text().split()[3] == written and str(position.result()) == "win red,yellow fallen"


START = POSITIONS["start"]
REFUSED = [
    *refused(START, KINGS),
    ("a kind of another game", START.replace("yA", "yT", 1)),
    ("fallen is no seat", START.replace(" - 0", " x 0")),
    ("fallen and living", START.replace(" - 0", " b 0")),
    ("fallen twice", f"{board(rK='j1', yK='i19')} r 1010 bb 0 0"),
    ("a general in the middle", f"{board(**KINGS | {'rK': 'j10'})} r 1111 - 0 0"),
    ("a shield outside the frame", f"{board(**KINGS | {'rD': 'j5'})} r 1111 - 0 0"),
]


@pytest.mark.parametrize("text", [text for _, text in REFUSED], ids=[name for name, _ in REFUSED])
def test_refused(game, text):
    check_refused(game, text)


@pytest.mark.parametrize(
    "text",
    [
        f"{board(**KINGS | {'rR': 'f1 g1 h1 n1 f2', 'rD': 'f6 g6 h6'})} r 1111 - 0 0",  # more than the set has
        f"{board(**KINGS | {'dK': 'f1', 'dD': 'a14', 'dB': 'j10', 'dA': 'n19'})} r 1111 - 0 0",  # inert pieces anywhere
        f"{board(**KINGS | {'rR': 'a6', 'bP': 'f12'})} y 1111 - 0 0",  # Blue stands in check and is not to move
        f"{board(**KINGS)} r 1111 - 50 3",  # quiet above ply
        f"{board(rK='j1', yK='i19')} b 1010 bg 0 0",  # the alive field decides
    ],
)
def test_accepted(game, text):
    assert game.position(text).text() == text


def test_the_turn_of_a_fallen_seat_follows_the_teams():
    text = f"{board(rK='j1', yK='i19')} b 1010 gb 0 0"
    assert str(engine.load("siguo-xiangqi").position(text).result()) == "win red,yellow fallen"
    with pytest.raises(engine.PositionError):
        engine.load("siguo-xiangqi", {"Teams": "ffa"}).position(text)


# --- moves and options in words -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "error"), BAD_MOVES)
def test_bad_moves(game, text, error):
    with pytest.raises(error):
        game.position().parse(text)


@pytest.mark.parametrize(
    "options", [{"Teams": "adjacent"}, {"CheckRule": "check"}, {"DeadPieces": "go"}, {"CornerLinks": "maybe"}, {"MoveLimit": "x"}]
)
def test_bad_options(options):
    with pytest.raises(engine.OptionError):
        engine.load("siguo-xiangqi", options)
