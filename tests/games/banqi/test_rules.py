"""Figures, results and lists of the rule text, section 10, by the engine and by the slow twin."""

from __future__ import annotations

from fractions import Fraction

import pytest

import engine
from engine.errors import QijiError
from tests.reference.banqi_twin import Rules, Twin

START = "????????/????????/????????/???????? - K1A2B2R2N2C2P5k1a2b2r2n2c2p5 0 0"
MIXED = "c2?1P1k/1C1p2N1/2?2c1R/P1C1n?a1 w P2p1 3 40"
OPEN = "K1p5/1pP4k/2A1?3/3b1p1P w a1 0 30"
BLACK = "2K1r3/1n2C1p1/P1a1b2R/3c2N1 b - 7 50"
LATE = "NnPp1C1b/2c1p3/r1C2n2/1P3R2 w - 0 70"
LAST = "7?/8/1Rk5/8 b p1 0 100"
DEAL = "kpAbCRcPArppCpPbBKNnRPanrNpacBPP"
ALL = ("banqi", "banqi-lianzhong", "banqi-hk")
#: position, games, moves, perft by kinds, weighted perft
FIGURES = [
    (START, ALL, 32, (448, 192448), (1024, 984064)),
    (MIXED, ("banqi",), 21, (24, 489, 10446), (27, 609, 14164)),
    (MIXED, ("banqi-lianzhong",), 21, (24, 488, 10379), (27, 607, 14035)),
    (MIXED, ("banqi-hk",), 21, (24, 463, 10070), (27, 581, 13700)),
    (OPEN, ("banqi", "banqi-hk"), 11, (11, 179, 2026), (11, 179, 2026)),
    (OPEN, ("banqi-lianzhong",), 9, (9, 135, 1323), (9, 135, 1323)),
    (BLACK, ("banqi",), 22, (22, 307, 6079), (22, 307, 6079)),
    (BLACK, ("banqi-lianzhong",), 22, (22, 306, 6047), (22, 306, 6047)),
    (BLACK, ("banqi-hk",), 21, (21, 311, 5808), (21, 311, 5808)),
    (LATE, ("banqi",), 15, (15, 296, 4302), (15, 296, 4302)),
    (LATE, ("banqi-lianzhong",), 13, (13, 236, 2927), (13, 236, 2927)),
    (LATE, ("banqi-hk",), 16, (16, 337, 5053), (16, 337, 5053)),
    (LAST, ALL, 5, (5, 18), (5, 18)),
]
OPTIONS = [
    ("banqi-lianzhong", {"EqualCapture": "all"}, OPEN, (11, 179, 2026), ()),
    ("banqi-lianzhong", {"EqualCapture": "all"}, LATE, (15, 296, 4212), ()),
    ("banqi-lianzhong", {"CannonTakesHorse": "true"}, MIXED, (24, 488, 10380), ()),
    ("banqi-lianzhong", {"CannonTakesHorse": "true"}, MIXED, (27, 607, 14036), ("weighted",)),
    ("banqi", {"WipeoutEnds": "false"}, LAST, (5, 19, 97), ()),
]
CYCLE = "a4a3 h4h3 a3a4 h3h4 a4a3 h4h3 a3a4 h3h4"
#: game options, position, actions, result
RESULTS = [
    ({}, "K6k/8/8/8 w - 0 10", CYCLE, "draw repetition"),
    ({}, "K6k/8/8/8 w - 0 10", CYCLE[: CYCLE.rindex(" ")], "ongoing"),
    ({"Repetition": "off"}, "K6k/8/8/8 w - 0 10", CYCLE, "ongoing"),
    ({}, "K6k/8/8/8 w - 179 250", "a4a3", "draw no-progress"),
    ({"NoProgressPlies": "0"}, "K6k/8/8/8 w - 179 250", "a4a3", "ongoing"),
    ({}, LAST, "c2b2", "win black wipeout"),
    ({"WipeoutEnds": "false"}, LAST, "c2b2", "ongoing"),
    ({}, "6Cp/7N/8/8 b - 0 30", "", "win red no-moves"),
    ({}, START, "a4a4P b4b4k", "ongoing"),
    ({}, "?7/8/8/8 - P1 0 0", "", "ongoing"),
    ({}, "?7/8/8/8 - P1 0 0", "a4a4P", "win red wipeout"),
]


@pytest.mark.parametrize("row", range(len(FIGURES)))
def test_perft(row):
    text, games, moves, kinds, weighted = FIGURES[row]
    for game_id in games:
        position = engine.load(game_id).position(text)
        assert len(position.legal_moves()) == moves
        for depth, count in enumerate(kinds, start=1):
            assert position.perft(depth) == position.perft(depth, ["kinds"]) == count, (game_id, depth)
        for depth, count in enumerate(weighted, start=1):
            assert position.perft(depth, ["weighted"]) == count, (game_id, depth)
        twin = Twin.read(text, Rules(game_id))
        depth = 1 if text == START else 2
        assert twin.perft(depth) == kinds[depth - 1] and twin.perft(depth, "weighted") == weighted[depth - 1]


@pytest.mark.parametrize("row", range(len(OPTIONS)))
def test_perft_with_options(row):
    game_id, options, text, counts, mode = OPTIONS[row]
    position = engine.load(game_id, options).position(text)
    assert tuple(position.perft(depth, mode) for depth in range(1, len(counts) + 1)) == counts


def test_perft_by_deal():
    position = engine.load("banqi").position()
    assert [position.perft(depth, ["deal", DEAL]) for depth in (1, 2, 3)] == [32, 992, 29795]
    assert Twin.read(START, Rules()).perft(2, "deal", DEAL) == 992
    for words in (["deal"], ["deal", DEAL[:-1]], ["deal", "K" * 32], ["all"], ["kinds", "2"]):
        with pytest.raises(QijiError):
            position.perft(1, words)


def test_weighted_perft_is_the_mean_over_deals():
    position = engine.load("banqi").position(MIXED)
    board = "".join(sign * (1 if not sign.isdigit() else 0) or "K" * int(sign) for sign in MIXED.split()[0].replace("/", ""))
    spots = [index for index, sign in enumerate(board) if sign == "?"]
    found = {2: [], 3: []}
    for letters in ("PPp", "PpP", "pPP"):
        deal = list(board.replace("?", "K"))
        for spot, letter in zip(spots, letters, strict=True):
            deal[spot] = letter
        for depth in found:
            found[depth].append(position.perft(depth, ["deal", "".join(deal)]))
    assert sorted(found[2]) == [371, 374, 376] and sorted(found[3]) == [7116, 7154, 7190]
    assert Fraction(sum(found[2]), 3) == Fraction(1121, 3) and Fraction(sum(found[3]), 3) == Fraction(21460, 3)
    assert mean_over_chance(position, 2) == Fraction(1121, 3) and mean_over_chance(position, 3) == Fraction(21460, 3)


def mean_over_chance(position, depth):
    """Perft where a flip counts once, as the mean of its outcomes by their probability."""
    if depth == 0:
        return Fraction(1)
    total = Fraction(0)
    for move in position.legal_moves().tolist():
        outcomes = position.outcomes(move) or [(move, 1)]
        whole = sum(weight for _, weight in outcomes)
        for outcome, weight in outcomes:
            position.push(outcome)
            total += Fraction(weight, whole) * mean_over_chance(position, depth - 1)
            position.pop()
    return total


@pytest.mark.parametrize("row", range(len(RESULTS)))
def test_results(row):
    options, text, moves, result = RESULTS[row]
    position = engine.load("banqi", options).position(text, moves.split())
    assert str(position.result()) == result
    assert bool(len(position.legal_moves())) == (result == "ongoing")


def test_no_moves_in_every_table():
    for game_id in ALL:
        assert str(engine.load(game_id).position("6Cp/7N/8/8 b - 0 30").result()) == "win red no-moves"


def test_the_second_occurrence_is_none_yet():
    position = engine.load("banqi").position("K6k/8/8/8 w - 0 10", CYCLE.split()[:4])
    assert position.text().split()[0] == "K6k/8/8/8" and str(position.result()) == "ongoing"


def test_next_strings():
    game = engine.load("banqi")
    assert game.position(START, ["a4a4P", "b4b4k"]).text() == (
        "Pk??????/????????/????????/???????? w K1A2B2R2N2C2P4a2b2r2n2c2p5 0 2"
    )
    assert game.position(LAST, ["c2b2"]).text() == "7?/8/1k6/8 w p1 0 101"
    assert game.position("startpos", ["c3c3p"]).text() == (
        "????????/??p?????/????????/???????? w K1A2B2R2N2C2P5k1a2b2r2n2c2p4 0 1"
    )
    position = game.position("startpos", "c3c3p d3d3p c4c4A d4d4b".split())
    assert position.text() == "??Ab????/??pp????/????????/???????? b K1A1B2R2N2C2P5k1a2b1r2n2c2p3 0 4"
    assert (position.player, position.seat, position.seat_name(1)) == (0, "black", "red")


def test_move_lists():
    def texts(game_id, text, options=None):
        position = engine.load(game_id, options).position(text)
        return [position.format(move) for move in position.legal_moves().tolist()]

    whole = "a4b4 a4a3 c3c4 c3b3 c3d3 c2b2 c2d2 c2c1 e2e2 h1h2 h1g1".split()
    assert texts("banqi", OPEN) == whole
    assert texts("banqi-lianzhong", OPEN) == [text for text in whole if text not in ("c3c4", "c3b3")]
    assert set(texts("banqi", LATE)) - set(texts("banqi-lianzhong", LATE)) == {"a4b4", "c4d4"}
    for game_id in ALL:
        assert "c2b2" in texts(game_id, LAST)


def test_colours_by_seat():
    game = engine.load("banqi", {"ColourBy": "seat"})
    position = game.position()
    assert position.text().split()[1] == "w" and position.seat == "red"
    position.push("a1a1p")
    assert position.text().split()[1] == "b" and position.seat == "black"


def test_number_of_deals():
    from math import factorial

    assert factorial(32) // (factorial(5) * 2**5) ** 2 == 17844701940490283892633600000
