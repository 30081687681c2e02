"""Opening rules with swaps and offers (rule text, section 6)."""

from __future__ import annotations

import itertools

import pytest

import engine
from engine.games.gomoku.opening import OFFER, PICK, STAY, STONE, SWAP, Opening, symmetries
from engine.games.gomoku.rules import OPENINGS


def after(rule, *events):
    opening = Opening(rule)
    for event in events:
        opening.play(event)
    return opening


@pytest.mark.parametrize(
    ("moves", "same", "classes"),
    [("h8 h9 h7 h6", 4, 62), ("h8 h9 h10 h11", 2, 116), ("h8 i9 i7 g8", 1, 221), ("h8 i9 j10 g7", 2, 116)],
)
def test_classes_of_fifth_moves(moves, same, classes):
    opening = after("rif", *moves.split()[:3], "STAY", moves.split()[3])
    assert len(symmetries(set(opening.stones[::2]), set(opening.stones[1::2]))) == same
    assert len(opening.different_points()) == classes


def test_twenty_six_openings():
    turns = symmetries({(0, 0)}, set())
    around = [(x, y) for x in range(-2, 3) for y in range(-2, 3) if (x, y) != (0, 0)]
    near = [point for point in around if max(map(abs, point)) == 1]
    found = {frozenset((t(a), t(b)) for t in turns) for a, b in itertools.product(near, around) if a != b}
    assert len(turns) == 8 and len(found) == 26


def test_swap():
    opening = after("swap", "h8", "a1", "b2")
    assert (opening.player, opening.expected) == (2, (SWAP, STAY))
    opening.play("swap")
    assert opening.finished and opening.player_of("black") == 2 and opening.moves == ("h8", "a1", "b2")


def test_swap2():
    assert after("swap2", "h8", "a1", "b2", "STAY").colours == {1: "black", 2: "white"}
    opening = after("swap2", "h8", "a1", "b2", "c3", "d4")
    assert (opening.player, opening.expected) == (1, (SWAP, STAY)) and len(opening.moves) == 5
    opening.play("SWAP")
    assert opening.finished and opening.colours == {1: "white", 2: "black"}


def test_rif_and_soosyrv():
    opening = after("rif", "h8", "h9", "h10", "SWAP", "a1")
    assert (opening.player, opening.expected) == (2, (OFFER,))
    opening.play("OFFER j6 k6")
    assert (opening.player, opening.expected) == (1, (PICK,))
    with pytest.raises(engine.IllegalMoveError, match="not offered"):
        opening.play("PICK a2")
    opening.play("PICK k6")
    assert opening.finished and opening.moves[-1] == "k6"
    opening = after("soosyrv-8", "h8", "h9", "h10", "STAY", "h11", "N 3", "SWAP")
    assert (opening.player, opening.colours[2]) == (2, "black")
    with pytest.raises(engine.IllegalMoveError, match="g8 and i8 are alike"):
        opening.play("OFFER a1 g8 i8")
    with pytest.raises(engine.IllegalMoveError, match="2 points are offered, not 3"):
        opening.play("OFFER a1 g8")
    with pytest.raises(engine.MoveSyntaxError, match="1 to 8"):
        after("soosyrv-8", "h8", "h9", "h10", "STAY", "h11", "N 9")


def test_taraguchi():
    opening = after("taraguchi-10", "h8", "SWAP", "h9", "STAY", "h10", "STAY", "i8")
    assert opening.colours[2] == "black" and (opening.player, opening.expected) == (2, (SWAP, STAY, OFFER))
    opening.play("STAY")
    with pytest.raises(engine.IllegalMoveError, match="outside the 9x9"):
        opening.play("a1")
    opening.play("l8")
    assert (opening.player, opening.expected) == (1, (SWAP, STAY))
    opening.play("SWAP")
    assert opening.finished and opening.colours == {1: "black", 2: "white"}
    opening = after("taraguchi-10", "h8", "STAY", "h9", "STAY", "h10", "STAY", "i8")
    opening.play("OFFER a1 a2 a3 a4 a5 a6 a7 a8 a9 a10")
    opening.play("PICK a7")
    assert opening.finished and len(opening.moves) == 5


def test_bad_events():
    for events, message in (
        (("i9",), "outside the 1x1"),
        (("h8", "SWAP"), "now comes stone"),
        (("h8", "h8"), "there is a stone"),
        (("h8", "z9"), "no point"),
        (("h8", ""), "missing"),
        (("h8", "h9", "h10", "SWAP x"), "nothing may follow"),
    ):
        with pytest.raises((engine.MoveSyntaxError, engine.IllegalMoveError), match=message):
            after("rif", *events)
    with pytest.raises(engine.MoveSyntaxError, match="no opening rule"):
        Opening("pro")
    assert {rule: Opening(rule).finished for rule in OPENINGS} == {rule: rule == "none" for rule in OPENINGS}
    assert Opening("centre").expected == (STONE,)
