"""Position strings, bad input, and the ways to write moves that xiangqi does not have."""

from __future__ import annotations

import pytest

import engine

PAOWEI, SHENGSHI = "paowei-xiangqi", "shengshi-xiangqi"


def position(game, text, moves="", **options):
    return engine.load(game, options).position(text, moves.split())


@pytest.mark.parametrize(
    ("game", "text", "fault"),
    [
        (PAOWEI, "4k4/9/9/9/9/9/9/9/9/3K5 w Aj0 - 0 1", "field 3 is 'Aj0'"),
        (PAOWEI, "4k4/9/9/9/9/9/9/9/9/3K5 w - h9 0 1", "field 4 'h9' is neither"),
        (PAOWEI, "4k4/9/9/9/9/9/9/9/9/3K5 w - h9h2/- 0 1", "'h9h2' is not '-' or three points"),
        (PAOWEI, "4k2C1/9/9/9/9/9/9/9/9/3K5 w - h9g2h7/- 0 1", "is not between g2 and h9 on one line"),
        (PAOWEI, "4k2C1/9/9/9/9/9/9/9/9/3K5 w - h9h2h1/- 0 1", "h1 is not between"),
        (PAOWEI, "4k2C1/9/9/9/9/9/9/9/9/3K5 w - h9h2h9/- 0 1", "h9 is not between"),
        (PAOWEI, "4k2C1/9/9/9/9/9/9/9/9/3K5 w - h9h2g7/- 0 1", "g7 is not between"),
        (PAOWEI, "4k2R1/9/9/9/9/9/9/9/9/3K5 w - h9h2h7/- 0 1", "no cannon of Red on h9"),
        (PAOWEI, "4k2C1/9/7p1/9/9/9/9/9/9/3K5 b - h9h2h7/- 0 1", "no cannon of Black on h9"),
        (PAOWEI, "4k2C1/9/7p1/9/9/9/9/7p1/9/3K5 b - -/h9h2h7 0 1", "h2 is not empty"),
        (PAOWEI, "4k2C1/9/7p1/7p1/9/9/9/9/9/3K5 b - -/h9h2h7 0 1", "h7 is not the only piece between"),
        (PAOWEI, "4k2C1/9/9/9/9/9/9/9/9/3K5 b - -/h9h2h7 0 1", "h7 is not the only piece between"),
        (PAOWEI, "4k4/9/9/9/9/9/9/9/3P5/3AK4 w", "Black's king can be captured"),
        (PAOWEI, "4k4/9/9/9/9/9/9/9/3A5/3K5 w", "Red's advisor cannot stand on d1"),
        (SHENGSHI, "4k4/9/9/9/9/9/9/9/9/3K5 w Bj0 - 0 1", "'B' on half-point j0 is no advisor"),
        (SHENGSHI, "4k4/9/9/9/9/9/9/9/9/3K5 w Aj2 - 0 1", "field 3 'Aj2' is neither"),
        (SHENGSHI, "4k4/9/9/9/9/9/9/9/9/5K3 w Aj7 - 0 1", "Red's advisor cannot stand on j7"),
        (SHENGSHI, "4k4/9/9/9/9/9/9/9/9/5K3 w Aj0Aj0 - 0 1", "two advisors on half-point j0"),
        (SHENGSHI, "4k4/9/9/9/9/9/9/9/9/3K5 w Aj0 - 0 1", "a piece on d0, a corner of the occupied half-point j0"),
        (SHENGSHI, "4k4/9/9/9/9/9/9/9/9/1B1K5 w - - 0 1", "Red's bishop cannot stand on b0"),
        (SHENGSHI, "4k4/9/9/9/9/9/9/9/9/A2K5 w - - 0 1", "Red's advisor cannot stand on a0"),
        (SHENGSHI, "9/4k4/9/9/9/9/9/9/4K4/9 w - - 0 1", "Black's king can be captured"),
        (SHENGSHI, "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1", "Black's king can be captured"),
        (SHENGSHI, "4k4/9/9/9/9/9/9/9/4K4/9 w - - 0 1", "Black's king can be captured"),
    ],
)
def test_bad_positions(game, text, fault):
    with pytest.raises(engine.PositionError) as error:
        position(game, text)
    assert fault in str(error.value) and "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("game", "text", "options"),
    [
        (PAOWEI, "4k4/9/9/9/B8/8b/9/9/9/3K5 w - - 0 1", {}),  # elephants stand everywhere
        (SHENGSHI, "4k4/9/9/9/9/9/3B1B3/9/3B1K3/9 w - - 0 1", {"FreeSetup": "true"}),
        (SHENGSHI, "4k4/9/9/9/9/9/9/9/4K4/9 b - - 0 1", {}),  # the king of the side not to move is on its centre
        (SHENGSHI, "9/4k4/9/9/9/9/9/9/4K4/9 w - - 0 1", {"BothCentres": "legal"}),
        (SHENGSHI, "3k5/9/9/9/9/9/9/9/9/5K3 w Aj0 - 0 1", {}),
        (SHENGSHI, "3k5/9/9/9/9/9/9/9/9/4K4 w Aj1ak7 - 0 1", {}),
    ],
)
def test_accepted_positions(game, text, options):
    assert position(game, text, **options).text() == text


def test_order_of_half_points_and_dropped_returns():
    assert position(SHENGSHI, "5k3/9/9/9/9/9/9/9/9/3K5 w aj8Ak0 - 0 1").text().split()[2] == "Ak0aj8"
    held = "1nbakabCr/r8/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR w - h9h2h7/- 1 2"
    off = position(PAOWEI, held, CannonReturn="false")
    assert off.text().split()[3] == "-" and "switched off" in off.notes[0]
    gone = position(PAOWEI, held.replace("/9/9/P1P", "/7p1/9/P1P").replace("p1p1p1p1p", "p1p1p1p2"))
    assert gone.text().split()[3] == "-" and "no longer possible" in gone.notes[0]
    banned = "3k2r2/9/9/9/9/9/3p5/9/3C5/5K3 w Ak0 d1e1d3/- 0 1"
    with pytest.raises(engine.PositionError):
        position(SHENGSHI, banned)
    with pytest.raises(engine.PositionError, match="switched off"):
        position(SHENGSHI, "3k5/9/9/9/9/9/9/9/9/5K3 w Aj0 - 0 1", HalfPoints="false")


def test_a_return_to_a_banned_point_is_dropped():
    # The cannon came from e1, which the advisor on j0 now shuts.
    text = "3k5/9/9/9/4C4/9/4p4/9/9/5K3 w Aj0 e5e1e3/- 0 1"
    place = position(SHENGSHI, text)
    assert place.text().split()[3] == "-" and place.notes
    assert position(SHENGSHI, text.replace("Aj0", "-")).text().split()[3] == "e5e1e3/-"


@pytest.mark.parametrize(
    ("game", "text", "wire", "wxf", "chinese"),
    [
        (PAOWEI, "1nbakabCr/r8/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR w - h9h2h7/- 1 2", "h9h2", "C2-7", "炮二退七"),
        (PAOWEI, "4k4/9/9/9/9/9/4B4/9/4B4/3K5 w", "e3g5", "E++3", "前相进三"),
        (PAOWEI, "4k4/9/9/9/9/9/4B4/9/4B4/3K5 w", "e1g3", "E-+3", "后相进三"),
        (SHENGSHI, "4k4/9/9/9/9/9/9/9/9/3A1K3 w", "d0j0", "[d0j0]", "[d0j0]"),
        (SHENGSHI, "3k5/9/9/9/9/9/9/9/9/5K3 w Aj0 - 0 1", "j0k1", "[j0k1]", "[j0k1]"),
        (SHENGSHI, "3k5/9/9/9/6p2/9/2p1p4/9/2p6/1N3K3 w", "b0f4", "[b0f4]", "马八连[f4]"),
        (SHENGSHI, "4k4/9/9/9/9/9/9/9/3A5/3A1K3 w", "d1e2", "A++5", "前仕进五"),
        (SHENGSHI, "3k5/9/9/9/P2p1Pp2/9/9/9/9/4K4 w", "a5c5", "P9=7", "兵九平七"),
    ],
)
def test_move_text(game, text, wire, wxf, chinese):
    place = position(game, text)
    move = place.parse(wire)
    assert place.format(move, "wxf") == wxf and place.format(move, "chinese") == chinese
    for said in (wire, wxf, chinese, place.format(move, "iccs"), f"[{wire}]", place.format(move, "traditional")):
        assert place.parse(said) == move
    with pytest.raises(engine.IllegalMoveError):
        place.parse("马一连[a9]" if game == SHENGSHI else "a0a9")


def test_fairy_coordinates_of_half_points():
    place = position(SHENGSHI, "4k4/9/9/9/9/9/9/9/9/3A1K3 w")
    assert place.format(place.parse("d0j0"), "fairy") == "d1j1"


@pytest.mark.parametrize("game", ["xiangqi", PAOWEI, SHENGSHI])
@pytest.mark.parametrize("text", ["zzz", "h2e22", "炮二", "C2=", "马八连"])
def test_what_is_no_move_at_all_names_every_notation(game, text):
    with pytest.raises(engine.MoveSyntaxError) as caught:
        position(game, "startpos").parse(text)
    said = str(caught.value)
    assert said == f"'{text}' is no move in coordinates (h2e2), WXF (C2=5) or Chinese notation (炮二平五)"


@pytest.mark.parametrize("game", ["xiangqi", PAOWEI, SHENGSHI])
def test_illegal_and_ambiguous_moves(game):
    start = position(game, "startpos")
    for text in ("炮二平二", "C2=2"):
        with pytest.raises(engine.IllegalMoveError, match=f"illegal move '{text}'"):
            start.parse(text)
    with pytest.raises(engine.IllegalMoveError, match="illegal move 'h2i3' in rnbakabnr/9/") as caught:
        start.parse("h2i3")
    assert "w - - 0 1" in str(caught.value)
