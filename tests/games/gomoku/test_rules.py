"""Forbidden points, winning rows and move counts of the rule text (section 10), and how games end."""

from __future__ import annotations

from pathlib import Path

import pytest

import engine
from bench.perft import read_rows
from engine.games.gomoku.notation import forbidden_points

HERE = Path(__file__).parent
LINES = [line.split(" ; ") for line in (HERE / "points.txt").read_text(encoding="utf-8").splitlines() if line[0] != "#"]
POINTS = [line for line in LINES if line[0][0] == "R"]
LISTS = [line for line in LINES if len(line) == 2]
WINS = [line for line in LINES if line[0][0] == "W"]
MODES = ("freestyle", "standard", "renju", "caro", "caro-exact")
#: A board with a black four on h5-k5, another point away from five, and white stones elsewhere.
FOUR = "15/15/15/15/15/15/15/15/15/15/7bbbb4/15/15/15/www1w10 b"


def forbidden(rows, game="renju", options=None):
    return forbidden_points(engine.load(game, options).position(f"{rows} b").memory, 0)


def test_the_tables_are_complete():
    assert (len(POINTS), len(LISTS), len(WINS)) == (31, 4, 5)


@pytest.mark.parametrize("line", POINTS, ids=[line[0] for line in POINTS])
def test_worked_points(line):
    _, rows, point, verdict, listed = line
    found = forbidden(rows)
    assert set(found) == set(listed.split()) - {"-"}
    position = engine.load("renju").position(f"{rows} b")
    assert found.get(point, "") == ("" if verdict in ("allowed", "wins") else verdict)
    position.push(point)
    expected = {"allowed": "ongoing", "wins": "win black five"}.get(verdict, f"win white {verdict}")
    assert str(position.result()) == expected
    assert engine.load("renju").position(position.text()).text() == position.text()


@pytest.mark.parametrize("line", LISTS, ids=["dense-1", "dense-2", "dense-3", "dense-4"])
def test_whole_lists(line):
    assert forbidden(line[0]) == dict(item.split(" ") for item in line[1].split(", "))


@pytest.mark.parametrize("line", WINS, ids=[line[0] for line in WINS])
@pytest.mark.parametrize("mode", MODES)
def test_winning_rows(line, mode):
    _, rows, move, verdicts = line
    colour, point = move.split()
    position = engine.load("gomoku", {"rule": mode}).position(f"{rows} {colour[0]}", [point])
    assert (str(position.result()) == f"win {colour} five") == (verdicts.split()[MODES.index(mode)] == "yes")


@pytest.mark.parametrize("row", list(read_rows(HERE / "perft.txt")), ids=lambda row: f"{row.name.split()[0]}-{row.depth}")
def test_perft(row):
    game = engine.load("gomoku", {"rule": row.name.split()[1], "forbidden": "illegal"})
    assert game.position(row.position).perft(row.depth) == row.leaves


# --- ends of the game ---------------------------------------------------------------------------------------------------

CROSS = "15/15/15/15/15/15/7b7/6b1b6/7b7/15/15/15/15/15/15 b"


def test_a_forbidden_move_loses():
    position = engine.load("renju").position(CROSS, ["h8"])
    assert str(position.result()) == "win white double-three" and not len(position.legal_moves())


def test_a_forbidden_move_may_be_illegal():
    with pytest.raises(engine.IllegalMoveError, match="double-three is forbidden"):
        engine.load("renju", {"forbidden": "illegal"}).position(CROSS, ["h8"])


def test_a_forbidden_move_can_be_pointed_out_at_once():
    position = engine.load("renju-seed").position(CROSS, ["h8"])
    assert str(position.result()) == "ongoing" and position.text().endswith(" w h8")
    claimed = position.copy()
    claimed.push("claim")
    assert str(claimed.result()) == "win white claim"
    assert engine.load("renju-seed").position(claimed.text()).result() == claimed.result()
    position.push("a1")
    assert position.text().endswith(" b") and "claim" not in [position.format(int(move)) for move in position.legal_moves()]
    with pytest.raises(engine.IllegalMoveError, match="nothing to claim"):
        engine.load("renju-seed").position("startpos", ["h8", "claim"])


def test_an_unclaimed_overline_is_no_five():
    position = engine.load("renju-seed").position("15/15/15/15/15/15/15/3bbb1bb6/15/15/15/15/15/15/15 b", ["g8", "a1"])
    assert str(position.result()) == "ongoing"
    position.push("j8")  # seven in a row
    assert str(position.result()) == "ongoing"


def test_black_without_a_permitted_point():
    # Every empty point of this board is forbidden to Black.
    rows = "wwwww/wwwww/wwwww/wwwww/wwww1"
    game = engine.load("gomoku", {"rule": "renju", "forbidden": "illegal"})
    assert str(game.position(f"{rows} b").result()) == "ongoing"
    rows = "bbbbbbb/wwwwwww/wwwwwww/wwwwwww/bbb1bbb/wwwwwww/wwwwwww"
    position = game.position(f"{rows} b")
    assert str(position.result()) == "win white only-forbidden" and not len(position.legal_moves())
    passing = engine.load("gomoku", {"rule": "renju", "forbidden": "illegal", "pass": "true"}).position(f"{rows} b")
    assert str(passing.result()) == "ongoing" and [passing.format(int(m)) for m in passing.legal_moves()] == ["--"]


def test_full_board_and_move_limit():
    game = engine.load("gomoku", {"size": "5"})
    position = game.position("bwbwb/bwbwb/wbwbw/wbwbw/bwbw1 b", ["e1"])
    assert str(position.result()) == "draw full"
    position = engine.load("gomoku", {"max_moves": "3"}).position("startpos", ["a1", "b1", "c1"])
    assert str(position.result()) == "draw move-limit" and not len(position.legal_moves())


def test_passes():
    game = engine.load("renju", {"pass": "true"})
    position = game.position("startpos", ["h8", "--"])
    assert position.text().endswith(" b --") and game.position(position.text()).key == position.key
    position.push("--")
    assert str(position.result()) == "draw passes" and game.position(position.text()).result() == position.result()
    position = game.position("startpos", ["h8", "--", "a1", "--"])
    assert str(position.result()) == "ongoing"
    with pytest.raises(engine.IllegalMoveError, match="passing is not allowed"):
        engine.load("renju").position("startpos", ["h8", "--"])


def test_what_the_openings_allow():
    def count(opening, *moves):
        return len(engine.load("renju", {"opening": opening}).position("startpos", moves).legal_moves())

    assert [count("centre"), count("centre", "h8")] == [1, 224]
    assert [count("none"), count("swap"), count("swap2")] == [225, 225, 225]
    assert [count("soosyrv-8"), count("soosyrv-8", "h8"), count("soosyrv-8", "h8", "h9")] == [1, 8, 23]
    assert [count("taraguchi-10", "h8", "h9", "h10"), count("taraguchi-10", "h8", "h9", "h10", "i8")] == [46, 221]
    assert [count("rif", "h8", "h9"), count("rif", "h8", "h9", "h10")] == [23, 222]


def test_sizes():
    for size in (5, 6, 19, 20):
        position = engine.load("gomoku", {"size": str(size)}).position()
        assert len(position.legal_moves()) == size * size
    with pytest.raises(engine.OptionError):
        engine.load("gomoku", {"size": "21"})


@pytest.mark.parametrize(
    "text",
    ["", "b", "15/15 b", f"{FOUR[:-2]}", f"{FOUR[:-2]} x", FOUR.replace("7bbbb4", "7bbbb5"), f"{FOUR} z9", f"{FOUR} a2",
     f"{FOUR} --", f"{FOUR} claim", f"{FOUR} a1 h5 b2", "/".join(["21"] * 21) + " b"],
)  # fmt: skip
def test_bad_positions(text):
    if not text:
        return
    with pytest.raises(engine.PositionError, match="^bad position: "):
        engine.load("gomoku").position(text)


def test_move_texts():
    position = engine.load("gomoku").position()
    assert position.parse("h8") == position.parse("H8") == position.parse("7,7") == position.parse("7, 7")
    assert position.parse("a15") == position.parse("0,0") and position.parse("a1") == position.parse("0,14")
    assert position.format(position.parse("a15"), "gomocup") == "0,0"
    for text in ("p1", "a16", "15,0"):
        with pytest.raises(engine.IllegalMoveError, match="not on this board"):
            position.parse(text)
