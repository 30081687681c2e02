"""Position strings: reading, refusing, canonical printing; coordinate moves."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from protocols.coordinates import to_zero_based
from tests.reference.xiangqi_positions import random_setups

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
BARE = "4k4/9/9/9/9/9/9/9/9/3K5"


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("startpos", START),
        (START, START),
        (START.replace(" w ", " r "), START),
        (START.replace("n", "h").replace("N", "H").replace("b", "e").replace("B", "E"), START),
        (START.split(" ")[0], START),
        (f"{BARE} b", f"{BARE} b - - 0 1"),
        (f"{BARE} w -", f"{BARE} w - - 0 1"),
        (f"{BARE} w - - 7", f"{BARE} w - - 7 1"),
        (f"{BARE} w - - 7 0", f"{BARE} w - - 7 1"),
        (f"  {BARE}   w  - -  0007 012 ", f"{BARE} w - - 7 12"),
        (f"{BARE} b - - 500 900", f"{BARE} b - - 500 900"),
        ("22k4/45/9/9/9/9/9/9/9/3K5 w", f"{BARE} w - - 0 1"),
        # Pawns may stand anywhere.
        ("P3k3p/9/9/9/9/9/9/9/9/p2K4P w", "P3k3p/9/9/9/9/9/9/9/9/p2K4P w - - 0 1"),
    ],
)
def test_reading(game, text, canonical):
    position = game.position(text)
    assert position.text() == canonical and game.position(canonical).text() == canonical and position.notes == []


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("9/9", ["2 ranks"]),
        (f"{BARE}/9 w", ["11 ranks"]),
        (BARE.replace("4k4", "4k3") + " w", ["rank 9 has 8 points"]),
        (BARE.replace("4k4", "4k5") + " w", ["rank 9 has 10 points"]),
        (BARE.replace("4k4", "4k04") + " w", ["unknown letter '0' on rank 9"]),
        (BARE.replace("4k4", "4kx3") + " w", ["unknown letter 'x' on rank 9"]),
        (f"{BARE} W", ["side 'W'"]),
        (f"{BARE} red", ["side 'red'"]),
        (f"{BARE} w K -", ["field 3 is 'K'"]),
        (f"{BARE} w - KQ", ["field 4 is 'KQ'"]),
        (f"{BARE} w - - -1 1", ["halfmove '-1'"]),
        (f"{BARE} w - - 0 x", ["fullmove 'x'"]),
        (f"{BARE} w - - 1.5 1", ["halfmove '1.5'"]),
        (f"{BARE} w - - ² 1", ["halfmove '²'"]),
        (f"{BARE} w - - {'9' * 5000} 1", ["halfmove '999"]),
        (f"{BARE} w - - 0 1 0", ["7 fields"]),
        ("9/9/9/9/9/9/9/9/9/3K5 w", ["Black has 0 kings"]),
        ("4k4/4k4/9/9/9/9/9/9/9/3K5 w", ["Black has 2 kings"]),
        ("4k4/9/9/9/9/9/3K5/9/9/9 w", ["Red's king cannot stand on d3"]),
        ("6k2/9/9/9/9/9/9/9/9/3K5 w", ["Black's king cannot stand on g9"]),
        ("4k4/9/9/9/9/9/9/9/4A4/A2K5 w", ["Red's advisor cannot stand on a0"]),
        ("4k4/3a5/9/9/9/9/9/9/9/3K5 w", ["Black's advisor cannot stand on d8"]),
        ("4k4/9/9/9/2B6/9/9/9/9/3K5 w", ["Red's bishop cannot stand on c5"]),
        ("4k4/9/9/9/9/b8/9/9/9/3K5 w", ["Black's bishop cannot stand on a4"]),
        ("3k5/9/9/9/9/9/9/9/9/3K5 w", ["Black's king can be captured"]),
        ("4k4/9/9/9/9/9/9/9/3r5/3K5 b", ["Red's king can be captured"]),
        ("4k4/9/9/9/9/9/9/PPPPPP3/9/3K5 w", ["Red has 6 pawns"]),
        ("4k4/9/9/9/9/9/9/RRR6/9/3K5 w", ["Red has 3 rooks"]),
        ("4k4/9/9/nnn6/ccc6/9/9/9/9/3K5 w", ["Black has 3 horses", "Black has 3 cannons"]),
        # All faults in one line.
        ("4k4/9/9/9/9/9/9/x8/9/3K5 q K z -1 1", ["unknown letter 'x'", "side 'q'", "field 3", "field 4", "halfmove"]),
    ],
)
def test_refusing(game, text, faults):
    with pytest.raises(engine.PositionError) as caught:
        game.position(text)
    message = str(caught.value)
    assert "\n" not in message and len(message) < 700
    for fault in faults:
        assert fault in message, message


def test_free_setup(game, free_game):
    text = "4k4/9/9/nnnn5/ccc6/9/9/PPPPPPPPP/9/3K5 w - - 0 1"
    with pytest.raises(engine.PositionError, match="FreeSetup"):
        game.position(text)
    assert free_game.position(text).text() == text
    with pytest.raises(engine.PositionError, match="kings"):
        free_game.position("3kk4/9/9/9/9/9/9/9/9/3K5 w")


def test_counters_run_with_the_game(game):
    position = game.position("startpos", ["b0c2", "b9c7"])
    assert position.text().endswith(" w - - 2 2")
    position = game.position("3k5/9/9/9/9/9/p8/R8/9/4K4 b - - 9 40", ["a3a2"])
    assert position.text() == "3k5/9/9/9/9/9/9/p8/9/4K4 w - - 0 41"
    # Pawn moves do not reset the count.
    assert game.position("startpos", ["a3a4"]).text().endswith(" b - - 1 1")


def test_round_trip_of_random_positions(free_game):
    for position in random_setups(free_game, seed=31, count=300):
        text = position.text()
        assert free_game.position(text).text() == text


LETTERS = "KABNRCPkabnrcpEHeh123456789/ wbr-0x\t"


@settings(max_examples=400, deadline=None)
@given(st.one_of(st.text(max_size=80), st.text(alphabet=LETTERS, max_size=120)))
def test_any_text_is_read_or_refused(text):
    check_text(text)


@settings(max_examples=400, deadline=None)
@given(st.integers(0, len(START)), st.integers(0, 4), st.text(alphabet=LETTERS + "\n帥", max_size=4))
def test_damaged_text_is_read_or_refused(start, length, patch):
    check_text(START[:start] + patch + START[start + length :])


def check_text(text: str) -> None:
    game = engine.load("xiangqi")
    try:
        position = game.position(text)
    except engine.PositionError as error:
        assert "\n" not in str(error)
    else:
        again = game.position(position.text())
        assert again.text() == position.text() and again.key == position.key


# --- moves --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["h2e2", "H2E2", "H2-E2", "h2-e2", " h2e2 "])
def test_spellings_of_a_move(game, text):
    position = game.position()
    assert position.format(position.parse(text)) == "h2e2"


def test_printing(game):
    position = game.position()
    move = position.parse("h2e2")
    assert [position.format(move, name) for name in ("wire", "iccs", "fairy")] == ["h2e2", "H2-E2", "h3e3"]
    position.push("b0c2")
    move = position.parse("h9g7")
    assert [position.format(move, name) for name in ("wire", "iccs", "fairy")] == ["h9g7", "H9-G7", "h10g8"]
    assert position.parse("h10g8") == move


def test_one_based_moves_through_the_translation(game):
    position = game.position()
    for move in position.legal_moves():
        text = position.format(int(move), "fairy")
        assert position.parse(to_zero_based([text], True)[0]) == move


@pytest.mark.parametrize("text", ["h2h2", "e0e5", "a9a8", "h2e3", "h11h10", "a0a0", "i9i10"])
def test_illegal_moves(game, text):
    with pytest.raises((engine.IllegalMoveError, engine.MoveSyntaxError)):
        game.position().parse(text)


def test_random_move_text(game):
    rng = random.Random(33)
    position = game.position()
    legal = {position.format(int(m)) for m in position.legal_moves()}
    for _ in range(2000):
        text = rng.choice("abcdefghi") + str(rng.randrange(11)) + rng.choice("abcdefghi") + str(rng.randrange(11))
        try:
            move = position.parse(text)
        except (engine.IllegalMoveError, engine.MoveSyntaxError):
            assert text not in legal
        else:
            assert position.format(move) == text or position.format(move, "fairy") == text
