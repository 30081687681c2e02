"""The rule text's lists of moves, worked examples, bad input and options."""

from __future__ import annotations

import pytest

import engine
from tests.games.sijiao_xiangqi.test_perft import ROWS
from tests.reference.sijiao_twin import Twin

TEXTS = {(row[0], row[1]): row[3] for row in ROWS}
CHECKS = "rK,9/9,bK/10/4,kP,5/1,kR,8/3,rP,6/10/{},6/2,kK,7/8,wK,1 k 1111 - 0 40"
CORNERS, SIDES = "sijiao-xiangqi", "sifang-xiangqi"


def position(game, text="startpos", moves="", **options):
    return engine.load(game, options).position(text, moves.split())


def wire(place) -> str:
    return " ".join(sorted(place.format(int(move)) for move in place.legal_moves()))


def test_lists_of_moves():
    assert wire(position(CORNERS, TEXTS["ally-check", CORNERS])) == "h8j7 h8j9 i9j8"
    assert wire(position(SIDES, TEXTS["parry", SIDES])) == "f4j4 h5j4 h5j6 i1j2 j1k1 k5j5"


@pytest.mark.parametrize(("name", "reason"), [("double-mate", "checkmate"), ("stalemate", "stalemate")])
def test_decided_positions(name, reason):
    place = position(CORNERS, TEXTS[name, CORNERS])
    assert str(place.result()) == f"win red,white {reason}" and not len(place.legal_moves())
    assert place.text() == TEXTS[name, CORNERS]


def test_each_attack_alone_could_be_met():
    assert "a1a2" in wire(position(CORNERS, TEXTS["double-mate", CORNERS], Command="own"))


def test_perpetual_check_and_repetition():
    moves = "b6a6 a10b10 a6b6 b10a10 " * 2
    text = CHECKS.format("3,wS")
    assert str(position(CORNERS, text, moves).result()) == "win red,white perpetual-check"
    assert str(position(CORNERS, text, moves, PerpetualCheck="draw").result()) == "draw repetition"
    text, moves = CHECKS.format("7,wR").replace("7,wR,6", "7,wR,2"), "b6b7 h3h4 b7b6 h4h3 " * 2
    assert str(position(CORNERS, text, moves).result()) == "draw repetition"
    assert str(position(CORNERS, text, " ".join(moves.split()[:7])).result()) == "ongoing"
    # Played on, the result is that of the last position.
    assert str(position(CORNERS, text, moves + "e7e8").result()) == "ongoing"


def test_a_mate_from_the_start():
    place = position(CORNERS, "startpos", "h9d9 b8b4 h8i10 i3i10 g8f8 b4b8 h7h6 d8e8 d9d8 b9c10 h6h5 i10g10")
    assert str(place.result()) == "win red,white checkmate" and place.text().endswith(" k 1111 - 0 12")
    assert place.history("pgn4")[-1].endswith("#")


def test_side_start():
    place = position(SIDES, "startpos", "g3g10 a9b10 m17m10")
    assert place.in_check and wire(place) == "q13q10 q7q10 s11r10 s12q10 s8q10 s9r10"
    assert len(position(SIDES, "startpos", "g3g10").legal_moves()) == 6
    assert position(SIDES, "startpos", "g3g10 a9b10 m17m10 s9r10").history("pgn4") == [
        "Cg3-g10+", "Aa9-b10", "Cm17-m10+", "As9-r10",
    ]  # fmt: skip


def test_generals_are_captured():
    moves = "m1l3 a7c6 m17n17 q13j13 j4j5 j13j19 j19j1"
    place = position(SIDES, "startpos", moves, EndRule="capture-both")
    assert str(place.result()) == "win red,white capture" and place.text().endswith(" w 0101 - 0 7")


def test_a_colour_falls():
    text = TEXTS["fall", SIDES]
    place = position(SIDES, text, "c6a6")
    assert str(place.result()) == "ongoing"
    assert place.text() == (
        "x5,4,bK,4,x5/x5,9,x5/x5,7,bR,1,x5/x5,9,x5/x5,3,bP,5,x5/1,bR,17/19/19/12,wP,6/17,wA,wK/14,wN,4/19/19/kR,6,kP,11/"
        "x5,9,x5/x5,9,x5/x5,9,x5/x5,9,x5/x5,4,kK,4,x5 b 1011 - 1 41"
    )
    decided = position(SIDES, text, "c6a6", EndRule="mate-one")
    assert str(decided.result()) == "win black,blue checkmate"
    assert decided.text().split()[0] == place.text().split()[0] and decided.text().endswith(" r 1011 - 1 41")
    stay = position(SIDES, text, "c6a6", DeadPieces="stay")
    assert "dK" in stay.text() and stay.text().split()[2] == "1011"


def test_a_given_position_is_settled():
    text = position(SIDES, TEXTS["fall", SIDES], "c6a6", DeadPieces="stay").text()
    assert position(SIDES, text).text() == text  # inert pieces are read whatever the option
    mated = "x5,4,bK,4,x5/x5,9,x5/x5,9,x5/x5,9,x5/x5,9,x5/1,bR,17/19/19/19/rK,16,wA,wK/19/19/19/kR,18/" + "x5,9,x5/" * 4
    place = position(SIDES, mated + "x5,4,kK,4,x5 r 1111 - 3 40")
    assert place.text().split()[1:] == ["b", "1011", "-", "3", "40"] and place.notes
    alive = mated.replace("rK,16,wA,wK", "19") + "x5,4,kK,4,x5 w 1010 - 0 9"
    assert str(position(SIDES, alive).result()) == "win black,blue fallen"
    one = mated.replace("rK,16", "17") + "x5,4,kK,4,x5 k 1011 - 0 9"
    assert str(position(SIDES, one).result()) == "ongoing"
    assert str(position(SIDES, one, EndRule="mate-one").result()) == "win black,blue fallen"


def test_limits():
    text = TEXTS["facing", CORNERS].rsplit(" ", 2)[0]
    assert str(position(CORNERS, f"{text} 119 300").result()) == "ongoing"
    assert str(position(CORNERS, f"{text} 120 300").result()) == "draw no-capture"
    assert str(position(CORNERS, f"{text} 0 500").result()) == "draw move-limit"
    assert str(position(CORNERS, f"{text} 0 500", Command="own").result()) == "ongoing"
    assert str(position(CORNERS, f"{text} 7 8", NoCaptureLimit="7").result()) == "draw no-capture"
    fallen = position(SIDES, TEXTS["fall", SIDES], "c6a6").text().rsplit(" ", 1)[0]
    assert str(position(SIDES, f"{fallen} 1000").result()) == "win black,blue move-limit"
    assert len(position(SIDES, f"{fallen} 1000").legal_moves())


# --- bad input ----------------------------------------------------------------------------------------------------------

BOARD = "rK,8,bK/10/10/10/10/10/10/10/10/kK,3,wR,4,wK"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (f"{BOARD} k 1111 - 0", "5 fields instead of 6"),
        (f"{BOARD} r 1111 - 0 0", "the turn is 'r', none of k, w"),
        (f"{BOARD} k 111 - 0 0", "alive is '111'"),
        (f"{BOARD} k 1111 x 0 0", "field 4 is 'x'"),
        (f"{BOARD} k 1111 - -1 0", "quiet is '-1'"),
        (f"{BOARD} k 1111 - 0 x", "ply is 'x'"),
        (f"{BOARD} k 0111 - 0 0", "Black has fallen and has a piece on a1"),
        (f"{BOARD} k 0000 - 0 0", "both alliances have lost"),
        (f"{BOARD} k 0011 - 0 0", "both alliances have lost"),
        (f"{BOARD}/10 k 1111 - 0 0", "11 ranks instead of 10"),
        (BOARD.replace("10", "11", 1) + " k 1111 - 0 0", "rank 9 has 11 cells instead of 10"),
        (BOARD.replace("10", "x10", 1) + " k 1111 - 0 0", "bad number 'x10' on rank 9"),
        (BOARD.replace("10", "0,10", 1) + " k 1111 - 0 0", "bad number '0' on rank 9"),
        (BOARD.replace("wR", "wQ") + " k 1111 - 0 0", "unknown piece 'wQ' on rank 1"),
        (BOARD.replace("wR", "wK") + " k 1111 - 0 0", "White has 2 generals"),
        (BOARD.replace("rK,8", "9") + " k 1111 - 0 0", "Red has 0 generals"),
        (BOARD.replace("kK,3", "3,kK") + " k 1111 - 0 0", "Black's K on d1, outside every palace"),
        (BOARD.replace("wR", "wA") + " k 1111 - 0 0", "White's A on e1, off the points"),
        (BOARD.replace("wR", "wB") + " k 1111 - 0 0", "White's B on e1, outside its land"),
    ],
)
def test_bad_positions(text, fault):
    with pytest.raises(engine.PositionError) as error:
        position(CORNERS, text)
    assert fault in str(error.value) and "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (("x5,bR", "x4,1,bR"), "'1' covers e19, which does not exist"),
        (("x5,9,x5", "x6,8,x5"), "'x6' covers f18, which is a point"),
        (("x5,9,x5", "x5,bS,8,x5"), "unknown piece 'bS'"),
        (("x5,9,x5", "x4,bR,9,x5"), "bR stands on e18, which does not exist"),
        (("k 1111", "k 0111"), "Black has fallen and has a piece"),
        (("k 1111", "r 1111x"), "alive is '1111x'"),
    ],
)
def test_bad_positions_of_the_cross(change, fault):
    start = engine.find_entry(SIDES).start
    with pytest.raises(engine.PositionError) as error:
        position(SIDES, start.replace(*change, 1))
    assert fault in str(error.value)


def test_the_turn_of_a_fallen_colour():
    text = position(SIDES, TEXTS["fall", SIDES], "c6a6").text()
    with pytest.raises(engine.PositionError, match="Red has the turn and has fallen"):
        position(SIDES, text.replace(" b 1011", " r 1011"))


def test_accepted_positions():
    text = "rK,8,bK/10/10/dK,dS,8/10/10/10/1,1,8/10/kK,3,wR,4,wK k 1111 - 9 3"
    assert position(CORNERS, text).text() == text.replace("1,1,8", "10")
    start = engine.find_entry(SIDES).start
    assert position(SIDES, start.replace("x5,", "x,x4,", 1)).text() == start
    many = "rK,rR,rR,rR,5,bK/10/10/10/10/10/10/10/10/kK,3,wR,4,wK k 1111 - 0 0"
    assert position(CORNERS, many).text() == many


@pytest.mark.parametrize(
    ("game", "options"),
    [
        (CORNERS, {"EndRule": "capture-both"}),
        (CORNERS, {"EndRule": "mate-both"}),
        (CORNERS, {"Command": "unified", "EndRule": "mate-both"}),
        (SIDES, {"Command": "unified"}),
        (SIDES, {"Command": "unified", "EndRule": "mate-one"}),
        (CORNERS, {"Command": "none"}),
        (CORNERS, {"Colour": "own"}),
        (CORNERS, {"MoveLimit": "-1"}),
    ],
)
def test_refused_options(game, options):
    with pytest.raises(engine.OptionError):
        engine.load(game, options)


def test_accepted_options():
    for options in ({"command": "OWN", "endrule": "capture-both"}, {"EndRule": "mate-both", "Command": "shared"}):
        assert len(position(CORNERS, **options).legal_moves()) in (12, 13)


def test_move_text():
    place = position(SIDES)
    move = place.parse("g3g10")
    assert place.format(move, "pgn4") == "Cg3-g10+" and place.format(move, "chinese") == "黑炮g3-g10"
    for said in ("g3g10", "Cg3-g10", "Cg3-g10+", "黑炮g3-g10"):
        assert place.parse(said) == move
    for said in ("Rg3-g10", "Cg3xg10", "g3xg10"):
        with pytest.raises(engine.IllegalMoveError):
            place.parse(said)
    with pytest.raises(engine.MoveSyntaxError):
        place.parse("g3g20")
    taken = position(SIDES, TEXTS["shared", SIDES])
    texts = {taken.format(int(move), "chinese") for move in taken.legal_moves()}
    assert any("吃" in text for text in texts) and any(text.startswith("蓝") for text in texts)


def test_twin_reads_the_examples():
    for (name, game), text in TEXTS.items():
        if name not in ("first-win", "flying", "start", "facing-own"):
            full = text if text != "startpos" else engine.find_entry(game).start
            assert Twin(game, full).text() == position(game, full).text()
