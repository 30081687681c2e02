"""PDN FEN: every form of the rule text's section 4 is read, one form is written, faults are named."""

from __future__ import annotations

import pytest

import engine

START_8 = "W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
START_10 = f"W:W{','.join(map(str, range(31, 51)))}:B{','.join(map(str, range(1, 21)))}"


@pytest.mark.parametrize(
    ("game_id", "text"),
    [
        ("checkers", "B:" + START_8),
        ("checkers-flying", "B:" + START_8),
        ("draughts", START_10),
        ("draughts64", "W:" + START_8),
        ("russian", "W:" + START_8),
        ("pool", "W:" + START_8),
    ],
)
def test_start_positions(game_id, text):
    assert engine.load(game_id).position().text() == text


@pytest.mark.parametrize(
    ("game_id", "text", "canonical"),
    [
        ("checkers", "W:W30-32:B1,2,K3.", "W:W30,31,32:B1,2,K3"),
        ("checkers", "b:BK4:wK29,a3", "B:W21,K29:BK4"),
        ("checkers", "W:W:B9", "W:W:B9"),
        ("draughts", "W:W31-50:B1-20", START_10),
        ("draughts", "W:B1-20:W31-50", START_10),
        ("draughts", "W:WK31-K50:BK1-K20", START_10.replace("W:W31", "W:WK31").replace(",", ",K").replace(":B1", ":BK1")),
        ("draughts", "W:WK46-48:BK3", "W:WK46,K47,K48:BK3"),
        ("draughts", '"W:W32:B19:H0:F1"', "W:W32:B19"),
        ("draughts", " ' W : W 32 : B 19 . ' ", "W:W32:B19"),
        ("russian", "W:Wa1,Kc3:Bb8", "W:WK22,29:B1"),
        ("russian", "W:Wa1-c1:Bh8", "W:W29,30:B4"),
        ("draughts64", "W:WA1:BKG1", "W:W29:BK32"),
        ("pool", "B:B:WK1", "B:WK1:B"),
        ("checkers", "W:W030:B01", "W:W30:B1"),
    ],
)
def test_read_and_write(game_id, text, canonical):
    game = engine.load(game_id)
    assert game.position(text).text() == canonical
    assert game.position(canonical).text() == canonical


@pytest.mark.parametrize(
    ("game_id", "text", "fault"),
    [
        ("checkers", "W:W20:B", "the side that is not to move has no piece"),
        ("checkers", "W:W1:B9", "a white man on its crown row on 1"),
        ("checkers", "W:W20:B32", "a black man on its crown row on 32"),
        ("checkers", "W:W20:B20", "square 20 is used twice"),
        ("checkers", "W:W33:B9", "33 is no dark square"),
        ("checkers", "W:W0:B9", "0 is no dark square"),
        ("checkers", "W:Wb1:B9", "b1 is no dark square"),
        ("draughts", "W:Wa1:B9", "a1 is no dark square"),
        ("draughts", "W:W51:B9", "51 is no dark square"),
        ("draughts", "W:W40-30:B9", "range 40-30 falls"),
        ("draughts", "W:W30-K40:B9", "'30-K40' names no piece"),
        ("draughts", "W:W30,,31:B9", "'' names no piece"),
        ("draughts", "W:W30:B9:X1", "unknown field 'X1'"),
        ("draughts", "W:W30:W31", "two fields for White"),
        ("draughts", "W:W30", "a field for each side is needed"),
        ("draughts", "G:W30:B9", "must begin with W: or B:"),
        ("draughts", "", "empty"),
        ("draughts", "W:W30:B9:H", "unknown field 'H'"),
        ("draughts", "W:H3:W30:B9", "unknown field 'H3'"),
    ],
)
def test_faults(game_id, text, fault):
    game = engine.load(game_id)
    with pytest.raises(engine.PositionError) as caught:
        game.position(text)
    assert fault in str(caught.value) and "\n" not in str(caught.value)


def test_more_pieces_than_at_the_start():
    text = "W:WK21,K22,K23,K24,K25,K26,K27,K28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12,13"
    assert engine.load("checkers").position(text).text() == text


def test_repetition_once_is_no_rule():
    with pytest.raises(engine.OptionError):
        engine.load("draughts", {"Repetition": "1"}).position()


def test_more_captures_than_a_list_holds():
    """Such positions need free choice on the large board and a made-up placement; no list is cut off in silence."""
    white, black = "WK4,K46,K5,K25,K36,K48,K16,K45", "20,33,30,K34,K17,13,K10,K28,K31,K18,43,K41,K9,44,K42,11,K39,K6"
    game = engine.load("draughts", {"CaptureRule": "free"})
    with pytest.raises(engine.PositionError, match="1,024 captures or more are too many in"):
        game.position(f"W:{white}:BK27,{black}")
    position = game.position(f"B:{white}:B{black},K21")
    position.push("21-27")
    with pytest.raises(engine.IllegalMoveError, match="1,024 captures or more are too many"):
        position.push("4-15")
    assert len(engine.load("draughts").position(f"W:{white}:BK27,{black}").legal_moves()) == 86  # the most pieces: few are left
