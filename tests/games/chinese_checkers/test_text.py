"""Position strings and move text: what is refused, what is completed, routes, options that depend on each other."""

from __future__ import annotations

import random

import pytest

import engine
from engine.games.chinese_checkers.geometry import FOREIGN_SETS, HOLES, NAMES, hole_of
from engine.games.chinese_checkers.text import Board, board_text, jumps_from

START = "D/DD/DDD/DDDD/13/12/11/10/9/10/11/12/13/AAAA/AAA/AA/A A AD 0,0"
EMPTY = "1/2/3/4/13/12/11/10/9/10/11/12/13/4/3/2"
#: What is wrong -> a piece of the message.
BAD = {
    "D/DD/DDD/DDDD/13/12/11/10/9/10/11/12/13/AAAA/AAA/AA/A A AD": "3 fields instead of 4 or 5",
    f"{START} x y": "6 fields",
    START.replace("D/DD/", "D/", 1): "16 rows instead of 17",
    START.replace("/13/", "/12/", 1): "row m has 12 holes instead of 13",
    START.replace("/13/", "/14/", 1): "row m has 14 holes",
    START.replace("/13/", "/12AA/", 1): "row m has 14 holes",
    START.replace("/13/", "/0DDD10/", 1): "a run of 0 holes in row m",
    START.replace("/13/", "/12G/", 1): "unknown letter 'G' in row m",
    START.replace("/13/", "/12d/", 1): "unknown letter 'd'",
    START.replace("/13/", "/99999999999999/", 1): "row m has 9999 holes",
    START.replace(" A AD", " B AD"): "the seat to move is 'B'",
    START.replace(" A AD", " a AD"): "the seat to move is 'a'",
    START.replace(" A AD", " A DA"): "seats 'DA' are none of AD, ACE, ABDE, ABCDEF",
    START.replace(" A AD 0,0", " A ABC 0,0,0"): "seats 'ABC'",
    START.replace("0,0", "0"): "1 numbers of moves instead of 2",
    START.replace("0,0", "0,0,0"): "3 numbers of moves",
    START.replace("0,0", "0,-1"): "moves '-1' are no number",
    START.replace("0,0", "0,00"): "moves '00'",
    START.replace("0,0", "0,1y"): "moves '1y'",
    START.replace("0,0", "0,9999999999"): "moves '9999999999'",
    START.replace("0,0", "3x,3"): "pieces of A, which is eliminated",
    f"{START} D-": "a fifth field without camp_penalty=yes",
    f"{EMPTY}/B A AD 0,0": "pieces of B, which is not in play",
    f"{EMPTY}/1 A AD 0,0": "no piece on the board",
    f"{EMPTY}/1 D AD 3x,5=": "no piece on the board",
}
PENALTY_START = "1/2/3/4/6D6/5D6/4B6/4B5/6E2/6E3/4A6/2A9/13/4/3/2/A B ABDE 11,10,10,10"
BAD_PENALTIES = {
    "C-": "C does not play",
    "D-,D-": "stands twice",
    "Af3": "neither a lost turn",
    "Af3z4": "neither a lost turn",
    "Af3f99": "f99 is no hole",
    "Af4f3": "f4 holds no piece of A",
    "Aa1f3": "a1 holds no piece of A that has to leave",
    "Af3f4,Af3f5": "two duties",
    "Af3f3": "holds no piece",
}


@pytest.fixture(scope="module")
def game():
    return engine.load("chinese-checkers")


@pytest.mark.parametrize("text", BAD)
def test_refused(game, text):
    with pytest.raises(engine.PositionError) as caught:
        game.position(text)
    assert BAD[text] in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize("field", BAD_PENALTIES)
def test_refused_penalties(field):
    game = engine.load("chinese-checkers", {"teams": "opposite", "camp_penalty": "yes"})
    assert game.position(f"{PENALTY_START} Af3f4,D-").text() == f"{PENALTY_START} Af3f4,D-"
    assert game.position(f"{PENALTY_START} D-,Af3f4").text() == f"{PENALTY_START} Af3f4,D-"
    with pytest.raises(engine.PositionError) as caught:
        game.position(f"{PENALTY_START} {field}")
    assert BAD_PENALTIES[field] in str(caught.value)


def test_few_pieces_are_read(game):
    assert str(game.position(f"{EMPTY}/A D AD 0,0").result()) == "ongoing", "D has none and passes"
    assert str(game.position(f"{EMPTY}/1 A AD 30x,31x").result()) == "win D exit-limit", "taken off, both"


def test_finished_seats_stand_as_they_are(game):
    text = "1/2/3/4/13/12/11/10/4A4/10/11/12/13/4/3/2/1 D AD 7=,6"
    position = game.position(text)
    assert position.text() == text and str(position.result()) == "ongoing"


def test_turn_of_a_seat_that_is_out_goes_on(game):
    position = game.position("1/2/3/4/13/12/11/10/4A4/5C4/11/12/13/4/3/2/1 E ACE 7,7,6x")
    assert position.text().split()[1] == "A"
    assert position.notes == [f"E does not play any more; read as {position.text()}"]


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"seats": "4", "pieces": "15"}, "option pieces: 15 pieces need two or three seats, not 4"),
        ({"seats": "6", "pieces": "15"}, "option pieces: 15 pieces need two or three seats, not 6"),
        ({"teams": "opposite"}, "option teams: opposite needs four or six seats, not 2"),
        ({"seats": "3", "teams": "neighbour"}, "option teams: neighbour needs four or six seats, not 3"),
        ({"seats": "6", "teams": "neighbour"}, "option teams: neighbour needs four seats, not 6"),
        ({"camp_penalty": "yes"}, "option camp_penalty: only with teams"),
        (
            {"seats": "4", "teams": "opposite", "camp_penalty": "yes", "stop": "any"},
            "option camp_penalty: only with stop=own, not any",
        ),
    ],
    ids=str,
)
def test_options_that_do_not_go_together(options, text):
    game = engine.load("chinese-checkers", options)
    with pytest.raises(engine.OptionError) as caught:
        game.position()
    assert str(caught.value) == text


@pytest.mark.parametrize(
    "name, value", [("seats", "5"), ("seats", "1"), ("pieces", "12"), ("jump", "long"), ("exit_limit", "-1")]
)
def test_values_that_are_none(name, value):
    with pytest.raises(engine.OptionError, match=f"^option {name}: "):
        engine.load("chinese-checkers", {name: value})


def test_exit_limit_of_doubles(game):
    assert game.options["exit_limit"] == 30
    doubles = game.with_options({"teams": "opposite", "seats": "4"})
    assert doubles.options["exit_limit"] == 35 and doubles.with_options({"teams": "none"}).options["exit_limit"] == 30
    assert game.with_options({"exit_limit": "30"}).with_options({"teams": "opposite"}).options["exit_limit"] == 30


def test_a_position_brings_its_own_seats(game):
    position = game.position("D/DD/DDD/DDDD/9EEEE/9EEE/9EE/9E/9/B9/BB9/BBB9/BBBB9/AAAA/AAA/AA/A A ABDE 0,0,0,0")
    assert position.game.options["seats"] == "4" and position.game.teams == (0, 1, -1, 2, 3, -1)
    assert game.teams == (0, -1, -1, 1, -1, -1)
    doubles = engine.load("chinese-checkers", {"teams": "opposite"}).position(position.text())
    assert doubles.game.teams == (0, 1, -1, 0, 1, -1)


# --- moves --------------------------------------------------------------------------------------------------------------


def test_names():
    assert [hole_of(name) for name in NAMES] == list(range(HOLES))
    assert [hole_of(name) for name in ("a2", "i0", "i10", "r1", "e14", "", "i05")] == [-1] * 7


@pytest.mark.parametrize("text", ["d1e5", "d1-e5"])
def test_steps_are_read(game, text):
    position = game.position()
    assert position.format(position.parse(text)) == "d1e5" and position.format(position.parse(text), "route") == "d1-e5"


CHAINS = "1/D1/2D/4/4A3D4/4D3D3/5D5/4D1A3/5A3/1A3A4/5A5/4D1D5/4D3A4/3A/3/AA/1 A AD 15,15"


def test_routes_are_read_by_their_ends(game):
    position = game.position(CHAINS)
    move = position.parse("m5e7")
    assert position.format(move, "route") == "m5-k5-i5-g7-e7"
    assert position.parse("m5-k5-k7-i7-g7-e7") == move == position.parse("m5-e7")


@pytest.mark.parametrize("options", [{}, {"jump": "distant"}, {"stop": "closed", "jump": "distant"}], ids=str)
def test_every_route_is_one(options):
    position = engine.load("chinese-checkers", options).position(CHAINS)
    distant = options.get("jump") == "distant"
    for move in position.legal_moves():
        way = position.format(int(move), "route").split("-")
        assert way[0] + way[-1] == position.format(int(move)) and position.parse("-".join(way)) == move
        taken = set(Board.of(CHAINS).pieces) - {hole_of(way[0])}
        for one, other in zip(way[:-1], way[1:], strict=True):
            assert len(way) == 2 or hole_of(other) in jumps_from(hole_of(one), taken, distant)
            assert "closed" not in options.values() or hole_of(other) not in FOREIGN_SETS[0]


@pytest.mark.parametrize("text", ["d1", "d1e5f5", "d1ee", "pass me", "d1--e5", "-d1-e5", "e05e6", "d1:e5", "d9e5"])
def test_no_moves(game, text):
    with pytest.raises(engine.MoveSyntaxError):
        game.position().parse(text)


@pytest.mark.parametrize("text", ["e5e6", "d1d2", "a1b1", "pass", "n1m5"])
def test_illegal_moves(game, text):
    with pytest.raises(engine.IllegalMoveError):
        game.position().parse(text)


def test_voluntary_passes():
    game = engine.load("chinese-checkers", {"timeout_wait": "yes"})
    position = game.position("startpos", ["d1e5", "pass", "pass", "n1m5"])
    assert position.text().endswith(" A AD 2,2") and position.history() == ["d1e5", "pass", "pass", "n1m5"]
    assert "pass" not in [position.format(int(move)) for move in position.legal_moves()]
    assert position.perft(1) == len(position.legal_moves()) > 14
    over = game.position("A/AA/AAA/AAAA/13/12/11/10/9/10/11/12/13/4/3/2/D D AD 5=,5")
    with pytest.raises(engine.IllegalMoveError):
        over.parse("pass")


def test_boards_round_trip():
    rng = random.Random(2)
    for _ in range(50):
        pieces = {hole: rng.choice("ABCDEF") for hole in rng.sample(range(HOLES), rng.randrange(60))}
        assert Board.of(f"{board_text(pieces)} A ABCDEF 0,0,0,0,0,0").pieces == pieces
