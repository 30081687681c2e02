"""Position strings of chess: what is read, repaired, refused and written (rule text, section 3)."""

from __future__ import annotations

import chess
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import engine

GAME = engine.load("chess")
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def text_of(given: str) -> str:
    return GAME.position(given).text()


@pytest.mark.parametrize(
    ("given", "printed"),
    [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", START),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 7", START.replace("0 1", "7 1")),
        ("  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR \t w  qkQK   -  0  1 ", START),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1", START),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KKqQk - 0 1", START),
        ("2k5/8/3K4/1p6/p7/P7/1B6/8 b KQkq - 0 1", "2k5/8/3K4/1p6/p7/P7/1B6/8 b - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
        ("4k3/8/8/8/8/8/4K3/7R w K - 0 1", "4k3/8/8/8/8/8/4K3/7R w - - 0 1"),
        ("4k3/8/8/8/8/8/8/1RR1K1RR w GC - 0 1", "4k3/8/8/8/8/8/8/1RR1K1RR w GC - 0 1"),
        ("4k3/8/8/8/8/8/8/1RR1K1RR w KQ - 0 1", "4k3/8/8/8/8/8/8/1RR1K1RR w KQ - 0 1"),
        ("4k3/8/8/8/8/8/8/1RR1K1RR w HB - 0 1", "4k3/8/8/8/8/8/8/1RR1K1RR w KQ - 0 1"),
        ("4k3/8/8/8/8/8/8/4K1RR w HG - 0 1", "4k3/8/8/8/8/8/8/4K1RR w K - 0 1"),
        ("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2", None),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"),
        ("8/8/8/K2pP2r/8/8/8/7k w - d6 0 1", "8/8/8/K2pP2r/8/8/8/7k w - - 0 1"),
        ("8/5bk1/8/2Pp4/8/1K6/8/8 w - d6 0 1", "8/5bk1/8/2Pp4/8/1K6/8/8 w - - 0 1"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 0", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"),
        ("4k3/pppppppp/pppp4/8/8/QQQQQQQQ/QQQQQQQQ/4K3 w - - 0 1", "4k3/pppppppp/pppp4/8/8/QQQQQQQQ/QQQQQQQQ/4K3 w - - 0 1"),
    ],
)
def test_accepted(given, printed):
    expected = printed or given.replace("e6", "-")
    assert text_of(given) == expected
    assert text_of(expected) == expected


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("blah", "1 fields"),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "0 black kings"),
        ("2P5/8/8/3p4/4bK2/8/4k1p1/2Q5 w - - 12 81", "pawn on rank 1 or 8"),
        ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "not to move stands in check"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "unknown side 'x'"),
        ("4k3/8/8/8/8/8/8/4K3 wb - - 0 1", "unknown side"),
        ("4k3/8/8/8/8/8/4K3 w - - 0 1", "7 ranks"),
        ("4k3/8/8/8/8/8/7/4K3 w - - 0 1", "7 files instead of 8 on rank 2"),
        ("4k3/8/8/8/8/8/8p/4K3 w - - 0 1", "9 files"),
        ("4k3/8/8/8/8/8/6x1/4K3 w - - 0 1", "unknown letter 'x'"),
        ("4k3/8/8/8/8/8/9/4K3 w - - 0 1", "unknown letter '9'"),
        ("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "2 white kings"),
        ("4k3/8/8/8/8/8/8/4K3 w x - 0 1", "unknown castling letter 'x'"),
        ("4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "bad e.p. square 'e9'"),
        ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", "halfmove clock '-1' is no number"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 ٣", "fullmove number"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 99999 1", "above 9999"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 extra", "7 fields"),
        ("４k3/8/8/8/8/8/8/4K3 w - - 0 1", "unknown letter"),
        ("8/8/8/4x3/8/8/8 q z z9 a b", "unknown side"),
    ],
)
def test_refused(given, words):
    with pytest.raises(engine.PositionError) as caught:
        GAME.position(given)
    assert words in str(caught.value) and "\n" not in str(caught.value)


def test_what_was_dropped_is_reported():
    notes = GAME.position("4k3/8/8/8/8/8/8/4K3 w KQ e6 0 0").notes
    assert len(notes) == 4
    assert "castling letter K" in notes[0] and "castling letter Q" in notes[1] and "e6" in notes[2] and "fullmove" in notes[3]
    assert GAME.position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1").notes == []
    assert GAME.position("4k3/8/8/8/8/8/8/1RR1K3 w BC - 0 1").notes == [
        "dropped castling letter for c1: one rook on each side of the king"
    ]


@pytest.mark.parametrize(
    ("given", "move", "printed"),
    [
        (START, "e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"),
        ("4k3/8/8/8/2p5/8/1P6/4K3 w - - 0 1", "b2b4", "4k3/8/8/8/1Pp5/8/8/4K3 b - b3 0 1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9", "e1g1", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 4 9"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 9", "e8c8", "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 4 10"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9", "a1a8", "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 9"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9", "h1h2", "r3k2r/8/8/8/8/8/7R/R3K3 b Qkq - 4 9"),
        ("4k3/8/8/8/8/8/8/R5KR w KQ - 0 1", "g1h1", "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 5 1", "a7a8n", "N3k3/8/8/8/8/8/8/4K3 b - - 0 1"),
    ],
)
def test_after_a_move(given, move, printed):
    assert GAME.position(given, [move]).text() == printed


def test_shredder_letters_on_request():
    shredder = engine.load("chess", {"shredder_fen": "true"})
    assert shredder.position().text() == START.replace("KQkq", "HAha")
    assert shredder.position("4k3/8/8/8/8/8/8/1RR1K1RR w GC - 0 1").text() == "4k3/8/8/8/8/8/8/1RR1K1RR w GC - 0 1"


def test_start_arrays():
    for number in range(960):
        game = engine.load("chess", {"array": f"chess960:{number}"})
        board = chess.Board.from_chess960_pos(number)
        assert game.position().text() == board.fen(), number
    assert engine.load("chess", {"array": "chess960:518"}).position().text() == START
    assert engine.load("chess", {"array": "Standard"}).position().text() == START


@pytest.mark.parametrize("name", ["chess960:960", "chess960:-1", "chess960", "chess960:", "random", "chess960:٣"])
def test_bad_arrays(name):
    with pytest.raises(engine.OptionError):
        engine.load("chess", {"array": name}).position()


def test_check_by_the_side_to_move_is_allowed_under_king_capture():
    free = engine.load("chess", {"win_by": "king-capture"})
    assert free.position("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1").text() == "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1"


FEN_LETTERS = st.text(alphabet="kqrbnpKQRBNP12345678/ -wbhaHAe36x0", max_size=90)


@st.composite
def nearly_good(draw):
    """A good position string with a few letters changed."""
    good = [START, "4k3/8/8/3pP3/8/8/8/R3K2R w KQ d6 0 1", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 9 31"]
    letters = list(draw(st.sampled_from(good)))
    for _ in range(draw(st.integers(0, 4))):
        place = draw(st.integers(0, len(letters) - 1))
        letters[place] = draw(st.sampled_from(["", "k", "K", "1", "8", "/", " ", "p", "R", "-", "é", "d6", "\u3000"]))
    return "".join(letters)


@given(st.one_of(st.text(max_size=60), FEN_LETTERS, nearly_good()))
@example("")
@example("8/8/8/8/8/8/8/8 w - - 0 1")
def test_any_text_is_read_or_refused(text):
    """Reading never fails in another way than ``PositionError``, and what it prints is a fixed point."""
    try:
        position = GAME.position(text)
    except engine.PositionError as error:
        assert "\n" not in str(error) and len(str(error)) < 1000
        return
    printed = position.text()
    again = GAME.position(printed)
    assert again.text() == printed and again.key == position.key and again.notes == []
