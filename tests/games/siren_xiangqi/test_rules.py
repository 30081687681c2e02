"""Every row, list, example and refused string of the rule text of four-player xiangqi with palace and throne."""

from __future__ import annotations

import pytest

import engine
from bench.perft import perft_file, read_rows
from tests.games.four_armies import BAD_MOVES, board, check_refused, moves_of, refused
from tests.reference.cross_twin import Options, perft
from tests.reference.siren_twin import Siren

ROWS = list(read_rows(perft_file("siren-xiangqi")))
POSITIONS = {row.name: row.position for row in ROWS}
DEEPEST = 500_000  #: leaves that a test counts; ``python -m bench perft siren-xiangqi --all`` counts every row

FIRST_CROWN = "j4j7 d10g10 f16f15 p6o6 j7j8 g10h10 f15f14 o6n6 j8j9 h10i10 f14f13 n6m6 j9j10 i10j10".split()
WIN = (
    "m3h3 d14g14 n16n14 p14n14 j4j7 d6g6 m17m14 q7o7 f4f6 g14g15 g17g6 n14m14 l1j3 a6f6 g6s6 p10n10 f1f6 a14f14 n19n10 o7o6 "
    "g3g12 f14f13 n10s10 g12a12 c13c14 f16f13 a12a10"
).split()
PAWN_STEPS = (
    "f4f5 f4f6 f4f7 g2f2 g2g1 g2g10 g2g11 g2g12 g2g13 g2g14 g2g15 g2g16 g2g17 g2g18 g2g19 g2g3 g2g4 g2g5 g2g6 g2g7 g2g8 g2g9 "
    "g2h2 g2i2 g2j2 g2k2 g2l2 g2m2 g2n2 j1i1 j1j2 j1k1 l5l6 n4n5 n4n6"
).split()


WALL = "i9 i10 i11 j9 j11 k9 k10 k11"
KINGS = {"rK": "j1", "bK": "a10", "yK": "j19", "gK": "s10"}


@pytest.fixture(scope="module")
def game():
    return engine.load("siren-xiangqi")


# --- rows and lists -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", [row for row in ROWS if row.leaves <= DEEPEST], ids=lambda row: f"{row.name}-{row.depth}")
def test_perft(game, row):
    position = game.position(row.position)
    assert position.text() == row.position and not position.notes
    assert position.perft(row.depth) == row.leaves
    if row.leaves < 2000:
        assert perft(Siren.read(row.position, Options()), row.depth) == row.leaves


def test_rows_are_complete():
    assert list(POSITIONS) == "start full-ring breach enthrone crowned general-king regicide pawn-steps game2".split()
    assert len(ROWS) == 28


def test_lists_of_moves(game):
    assert moves_of(game.position(POSITIONS["pawn-steps"])) == set(PAWN_STEPS)
    crowned = game.position(POSITIONS["crowned"])
    assert moves_of(crowned, "j10") == {"j10b10", "j10i10", "j10j9", "j10k10"}
    yellow = [move for move in crowned.legal_moves() if crowned.state["board"][int(move) >> 9 & 511] >> 4 == 2]
    assert len(yellow) == 36 and len(crowned.legal_moves()) == 73
    assert moves_of(game.position(POSITIONS["general-king"]), "j10") == {"j10i10", "j10j11", "j10j19", "j10j9", "j10k10"}


# --- worked examples ----------------------------------------------------------------------------------------------------


def test_first_crown(game):
    position = game.position("startpos", FIRST_CROWN[:9])
    assert position.text().split()[0].count("nT") == 7
    position = game.position("startpos", FIRST_CROWN[:13])
    assert position.text().split()[1:4] == ["b", "1111", "j10"] and "rW" in position.text()
    assert len(position.legal_moves()) == 60
    position.push(FIRST_CROWN[13])
    assert position.text().split()[1:4] == ["y", "1111", "j10"] and "bW" in position.text() and "rW" not in position.text()
    assert len(position.legal_moves()) == 71
    names = position.history("pgn4")
    assert names[12:] == ["j9-j10=W", "i10xWj10=W"]
    assert position.history("chinese")[12:] == ["红兵j9-j10称王", "蓝兵i10吃j10称王"]


def test_win_by_capture(game):
    position = game.position("startpos", WIN)
    assert position.text().split()[1:] == ["r", "1010", "-", "0", "27"]
    assert str(position.result()) == "win red,yellow capture"
    assert len(position.legal_moves()) == 0 and position.perft(2) == 0
    assert position.history("pgn4")[-2:] == ["f16xRf13", "Ca12xKa10#"]


def test_regicide_hands_the_crown_over(game):
    position = game.position(POSITIONS["regicide"], ["j4j10"])
    assert position.text().split()[1:4] == ["b", "1111", "j10"] and "rW" in position.text() and "rR" not in position.text()


# --- the crown ----------------------------------------------------------------------------------------------------------


def test_a_general_that_takes_the_king_stays_a_general(game):
    text = f"{board(**KINGS | {'bW': 'j10', 'nT': 'i9'})} y 1111 j10 0 0"
    position = game.position(text, ["j19j10"])
    assert position.text().split()[3] == "j10" and "yK" in position.text() and "W" not in position.text()
    assert game.position(text, ["j19j10"]).history("pgn4") == ["Kj19xWj10+"]
    assert game.position(text, ["j19j10"]).history("chinese") == ["黄将j19吃j10称王"]


def test_the_crown_goes_with_a_fallen_seat_and_comes_back(game):
    text = f"{board(**KINGS | {'bW': 'j10', 'rR': 'a6', 'bP': 'f3'})} r 1111 j10 0 0"
    position = game.position(text, ["a6a10"])
    assert position.text().split()[1:4] == ["y", "1011", "-"]
    assert "b" not in position.text().split()[0]
    assert game.position(text, ["a6a10", "j19j18", "s10s9", "a10i10", "j18j19", "s9s10", "i10j10"]).text().split()[3] == "j10"


def test_a_bearer_that_is_a_captured_general(game):
    """The taker has the crown before the army of the fallen seat is removed."""
    text = f"{board(**KINGS | {'bK': 'j10', 'rR': 'j5', 'gP': 'n8'})} r 1111 j10 0 0"
    position = game.position(text, ["j5j10"])
    assert position.text().split()[1:4] == ["y", "1011", "j10"] and "rW" in position.text()


def test_the_king_commands_a_living_ally_only(game):
    with_ally = game.position(f"{board(**KINGS | {'rW': 'j10', 'yR': 'f19'})} r 1111 j10 0 0")
    assert moves_of(with_ally, "f19") and moves_of(with_ally, "j19")
    pieces = {piece: points for piece, points in KINGS.items() if piece != "yK"}
    alone = game.position(f"{board(**pieces | {'rW': 'j10', 'gR': 'f19'})} r 1101 j10 0 0")
    assert not moves_of(alone, "f19")
    ally = game.position(f"{board(**KINGS | {'rW': 'j10', 'yR': 'f19'})} y 1111 j10 0 0")
    assert not moves_of(ally, "j10") and not moves_of(ally, "j1")


def test_a_piece_on_the_throne_has_no_crown_until_one_moves_there(game):
    position = game.position(f"{board(**KINGS | {'rN': 'j10'})} r 1111 - 0 0", ["j10k12", "a10a9", "j19k19", "s10s9", "k12j10"])
    assert position.text().split()[3] == "j10" and "rW" in position.text()


def test_a_whole_wall_keeps_cannons_out(game):
    """A cannon with a screen could take on the throne; the breach rule forbids it until a garrison piece is gone."""
    whole = {"nT": WALL, "rC": "j3", "bN": "j10"}
    assert "j3j10" not in moves_of(game.position(f"{board(**KINGS | whole)} r 1111 - 0 0"))
    broken = whole | {"nT": WALL.removesuffix(" k11")}
    assert "j3j10" in moves_of(game.position(f"{board(**KINGS | broken)} r 1111 - 0 0"))


# --- check rule mate ----------------------------------------------------------------------------------------------------


def test_mate_never_takes_a_general():
    mate = engine.load("siren-xiangqi", {"CheckRule": "mate"})
    text = f"{board(**KINGS | {'rR': 'a6', 'rP': 'f9', 'bP': 'f11'})} r 1111 - 0 0"
    assert "a6a10" in moves_of(engine.load("siren-xiangqi").position(text))
    assert "a6a10" not in moves_of(mate.position(text))
    check = mate.position(text.replace(" r 1111", " b 1111"))
    assert check.in_check and moves_of(check) == {"a10b10"}


def test_mate_counts_the_crown_and_facing():
    """The own general may not face the enemy W; the king may leave its ally in check."""
    mate = engine.load("siren-xiangqi", {"CheckRule": "mate"})
    facing = mate.position(f"{board(**KINGS | {'bW': 'j10', 'rP': 'j7'})} r 1111 j10 0 0")
    assert "j7i7" not in moves_of(facing) and "j7j8" in moves_of(facing)
    ally = mate.position(f"{board(**KINGS | {'rW': 'i9', 'bR': 'f19'})} r 1111 i9 0 0")
    assert "i9i10" in moves_of(ally), "Yellow's general is attacked and need not be helped"


def test_mated_seats_fall_at_once():
    mate = engine.load("siren-xiangqi", {"CheckRule": "mate"})
    text = f"{board(**KINGS | {'rR': 'a6 b6', 'bP': 'f12'})} b 1111 - 3 9"
    position = mate.position(text)
    assert position.text().split()[1:] == ["y", "1011", "-", "3", "9"] and position.notes
    last = mate.position(f"{board(rK='j1', bK='a10', yK='j19', rR='a6 b6')} b 1110 - 3 9")
    assert str(last.result()) == "win red,yellow checkmate" and last.text().split()[1:3] == ["b", "1010"]


# --- ends ---------------------------------------------------------------------------------------------------------------


def test_repetition_is_judged_at_the_last_position(game):
    text = f"{board(**KINGS)} r 1111 - 0 0"
    there, back = "j1j2 a10b10 j19j18 s10r10".split(), "j2j1 b10a10 j18j19 r10s10".split()
    position = game.position(text, (there + back) * 2)
    assert str(position.result()) == "draw repetition"
    position.push("j1k1")
    assert str(position.result()) == "ongoing"


@pytest.mark.parametrize(
    ("options", "fields", "result"),
    [
        ({}, "r 1111 - 240 0", "draw no-capture"),
        ({"NoCaptureLimit": "10"}, "r 1111 - 9 0", "ongoing"),
        ({"NoCaptureLimit": "10"}, "r 1111 - 10 0", "draw no-capture"),
        ({}, "r 1111 - 0 1000", "draw move-limit"),
        ({}, "r 1111 - 240 1000", "draw no-capture"),
        ({"MoveLimit": "20"}, "r 1111 - 0 20", "draw move-limit"),
    ],
)
def test_limits(options, fields, result):
    assert str(engine.load("siren-xiangqi", options).position(f"{board(**KINGS)} {fields}").result()) == result


def test_move_limit_counts_living_seats(game):
    position = game.position(f"{board(rK='j1', yK='j19', gK='s10')} r 1011 - 0 1000")
    assert str(position.result()) == "win red,yellow move-limit" and len(position.legal_moves()) > 0
    fallen = game.position(f"{board(bK='a10', gK='s10')} r 0101 - 0 1000")
    assert str(fallen.result()) == "win blue,green fallen" and len(fallen.legal_moves()) == 0


# --- refused strings ----------------------------------------------------------------------------------------------------

START = POSITIONS["start"]
REFUSED = [
    *refused(START, KINGS),
    ("a neutral piece other than T", START.replace("nT", "nP", 1)),
    ("a seat's garrison", START.replace("nT", "rT", 1)),
    ("the crown's point", START.replace(" - 0", " z9 0")),
    ("a crown on a missing point", START.replace(" - 0", " a1 0")),
    ("a crown without K or W", START.replace(" - 0", " j10 0")),
    ("a crown on a pawn", START.replace(" - 0", " j4 0")),
    ("a W outside every palace", f"{board(**KINGS | {'rW': 'f9'})} r 1111 f9 0 0"),
    ("a W that is not on the crown's point", f"{board(**KINGS | {'rW': 'j10'})} r 1111 - 0 0"),
    ("a garrison piece on the throne", f"{board(**KINGS | {'nT': 'j10'})} r 1111 - 0 0"),
    ("a garrison piece off the wall", f"{board(**KINGS | {'nT': 'h10'})} r 1111 - 0 0"),
]


@pytest.mark.parametrize("text", [text for _, text in REFUSED], ids=[name for name, _ in REFUSED])
def test_refused(game, text):
    check_refused(game, text)


@pytest.mark.parametrize(
    "text",
    [
        f"{board(**KINGS | {'rR': 'f1 g1 h1 n1 f2', 'rP': 'f3 g3 h3 i3 j3 k3'})} r 1111 - 0 0",  # more than the set has
        f"{board(**KINGS | {'rN': 'j10'})} r 1111 - 0 0",  # on the throne without a crown
        f"{board(**KINGS | {'rR': 'a6', 'bP': 'f12'})} y 1111 - 0 0",  # Blue stands in check and is not to move
        f"{board(**KINGS)} r 1111 - 50 3",  # quiet above ply
        f"{board(**KINGS)} r 1111 j1 0 0",  # a general may bear the crown anywhere
        f"{board(rK='j1', yK='j19')} b 1010 - 0 0",  # the alive field decides
    ],
)
def test_accepted(game, text):
    assert game.position(text).text() == text


def test_split_runs_are_merged(game):
    split = START.replace("x5,9,x5", "x,x2,x2,4,5,x,x4", 1)
    assert game.position(split).text() == START


# --- moves and options --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "error"), BAD_MOVES)
def test_bad_moves(game, text, error):
    with pytest.raises(error):
        game.position().parse(text)


def test_human_moves_are_read(game):
    position = game.position()
    for text in ("j4-j7", "j4j7", "红兵j4-j7", "j4-j7+"):
        assert position.format(position.parse(text)) == "j4j7"
    assert position.format(position.parse("Cg3-g10"), "pgn4") == "Cg3-g10+"


@pytest.mark.parametrize("options", [{"CheckRule": "check"}, {"NoCaptureLimit": "-1"}, {"MoveLimit": "100001"}, {"Teams": "ffa"}])
def test_bad_options(options):
    with pytest.raises(engine.OptionError):
        engine.load("siren-xiangqi", options)


def test_option_names_in_any_case():
    assert engine.load("siren-xiangqi", {"checkrule": "MATE"}).options["CheckRule"] == "mate"
