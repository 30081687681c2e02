"""Position strings and move text: what is refused, what is completed, words of whole turns."""

from __future__ import annotations

import itertools

import pytest

import engine
from protocols.history import History

GOOD = "1b1bw1/1wb1b1/w1wwww/wbwwwb/1bwww1/1bw1b1 w P - Sc2,Sc3,Sd2,Sd3,Uc1 0"
#: What is wrong -> a piece of the message.
BAD = {
    "6/6/6/6/6/6 w P - -": "5 fields",
    "6/6/6/6/6/6 w P - - 0 1": "7 fields",
    "6/6/6/6/6 w P - - 0": "5 ranks",
    "6/6/6/6/6/7 w P - - 0": "unknown letter",
    "6/6/6/6/6/5 w P - - 0": "5 points",
    "6/6/6/6/6/5ww w P - - 0": "7 points",
    "6/6/6/6/6/5x w P - - 0": "unknown letter",
    "6/6/6/6/6/6 r P - - 0": "side to act",
    "6/6/6/6/6/6 w Q - - 0": "unknown phase",
    "6/6/6/6/6/6 w P-1 - - 0": "unknown phase",
    "6/6/6/6/6/6 w P - - -1": "quiet moves",
    "w5/6/6/6/6/6 w P - - 0": "corner a6",
    "wwwwww/wwwwww/wwwwww/wwwwww/ww4/6 w M - - 0": "26 balls",
    "6/6/6/6/6/6 w C2 b - 0": "number after phase C",
    "6/6/6/6/6/6 w X1 b - 0": "number after phase X",
    "6/6/6/6/6/6 w C - - 0": "not w or b in phase C",
    "6/6/6/6/6/6 w P b - 0": "not - in phase P",
    "6/6/6/6/6/6 w M w - 0": "not - in phase M",
    "6/6/6/6/6/6 w P - Sf1 0": "names no region",
    "6/6/6/6/6/6 w P - Sa1,Sa1 0": "named twice",
    "6/6/6/6/6/6 w P - Sa1w 0": "names no region",
}


@pytest.fixture(scope="module")
def game():
    return engine.load("fangqi")


@pytest.mark.parametrize("text", BAD)
def test_refused(game, text):
    with pytest.raises(engine.PositionError, match=BAD[text]):
        game.position(text)


def test_spent_in_any_order(game):
    for order in itertools.islice(itertools.permutations(["Sc2", "Sc3", "Sd2", "Sd3", "Uc1"]), 0, 120, 17):
        assert game.position(GOOD.replace("Sc2,Sc3,Sd2,Sd3,Uc1", ",".join(order))).text() == GOOD


def test_spent_by_player():
    game = engine.load("fangqi", {"scope": "player"})
    text = "6/6/6/1w1b2/1wwb2/3b2 w P - Sa2b,Sa2w,Uc1w 0"
    assert game.position(text).text() == text
    with pytest.raises(engine.PositionError, match="with its side"):
        game.position("6/6/6/6/6/6 w P - Sa2 0")


@pytest.mark.parametrize(
    ("text", "read"),
    [
        # 25 balls: a bonus lapses and White is skipped.
        ("1wwww1/wwwwww/wwwwww/wwwwww/1www2/6 w P2 - - 0", "1wwww1/wwwwww/wwwwww/wwwwww/1www2/6 b P - - 0"),
        # All points are full.
        ("1bbbb1/wwwwww/wwwwww/wwwwww/wwwwww/1bwbb1 w P - - 0", "1bbbb1/wwwwww/wwwwww/wwwwww/wwwwww/1bwbb1 w C b - 0"),
        # The loser is to act.
        ("6/6/6/6/2b3/wwwb2 w M2 - - 0", "6/6/6/6/2b3/wwwb2 b M - - 0"),
        # No corner step for either side: the stage is over.
        ("6/6/6/6/2bbb1/wwww2 b K w - 0", "6/6/6/6/2bbb1/wwww2 b M - - 0"),
    ],
)  # fmt: skip
def test_impossible_demands_are_completed(game, text, read):
    position = game.position(text)
    assert position.text() == read and len(position.notes) == 1


def test_words_of_turns(game):
    start = "6/1b2b1/b5/wwb3/w5/2w1b1 w P - - 0"
    position = game.position(start)
    assert len(position.push_word("b2+d2+e4")) == 3 and position.player == 1
    for word in ("b2+d2+e4+d1", "d2+e4", "b2+d2+d2", "b2d2", "b2+", "+b2", "b2++d2"):
        position = game.position(start)
        with pytest.raises(engine.QijiError):
            position.push_word(word)
        assert position.ply == 0 and position.text() == start
    capture = "6/6/6/ww4/1w1b2/w1bb2 w M - - 0"
    for word in ("a1a2xd1", "a1-a2xd1", "a1a2+xd1"):
        assert str(game.position(capture, [word]).result()) == "win white too-few"


def test_history_takes_words_back(game):
    history = History(game)
    start = "6/1b2b1/b5/wwb3/w5/2w1b1 w P - - 0"
    history.set(start, ["b2+d2+e4", "d4"])
    assert history.position.ply == 4
    history.set(start, ["b2+d2+e4", "d5"])
    assert history.position.ply == 4 and history.position.history()[-1] == "d5"
    history.set(start, ["b2", "d2"])
    assert history.position.ply == 2 and history.position.text().split()[2] == "P1"
    assert history.undo() and history.undo() and not history.undo() and history.position.text() == start


def test_misread_moves(game):
    position = game.position()
    with pytest.raises(engine.IllegalMoveError):
        position.push("a1")
    with pytest.raises(engine.MoveSyntaxError):
        position.push("g7")
    with pytest.raises(engine.IllegalMoveError):
        position.push("b2b3")
