"""What is said over UCI: options that belong together, defaults of a variant, clocks of two commanders, decided games."""

from __future__ import annotations

import pytest

import engine
from engine import OptionError
from engine.games import CATALOGUE, find_entry
from protocols.go import read_go, seated, uci_limits
from protocols.options import RuleTexts

CORNERS, SIDES = find_entry("sijiao-xiangqi"), find_entry("sifang-xiangqi")
MATE = "h9d9 b8b4 h8i10 i3i10 g8f8 b4b8 h7h6 d8e8 d9d8 b9c10 h6h5 i10g10"


def test_refused_combinations_keep_the_old_values():
    rules = RuleTexts(CATALOGUE)
    with pytest.raises(OptionError, match="needs Command"):
        rules.set(CORNERS, "EndRule", "capture-both")
    assert rules.of(CORNERS) == {}
    rules.set(CORNERS, "Command", "own")
    rules.set(CORNERS, "EndRule", "capture-both")
    with pytest.raises(OptionError):
        rules.set(CORNERS, "Command", "auto")
    assert rules.of(CORNERS) == {"Command": "own", "EndRule": "capture-both"}
    with pytest.raises(OptionError, match="not played on the cross"):
        RuleTexts(CATALOGUE).set(SIDES, "Command", "unified")


def test_clocks_of_two_commanders():
    position = engine.load("sijiao-xiangqi").position()
    limits = uci_limits(read_go("wtime 500 btime 9000 binc 100".split()), 4)
    order = position.game.spec.notation.clock_seats(position.game.options)
    assert seated(limits, order).clock_s == (0.5, None, None, 9.0) and seated(limits, order).increment_s == (0, 0, 0, 0.1)
    own = engine.load("sijiao-xiangqi", {"Command": "own"})
    assert seated(limits, own.spec.notation.clock_seats(own.options)).clock_s == (0.5, 9.0, None, None)
    assert seated(uci_limits(read_go(["depth", "3"]), 4), order).clock_s == ()


def test_result_strings():
    game = engine.load("sijiao-xiangqi")
    assert game.position("startpos", MATE.split()).result_string() == "0-1"
    assert game.position().result_string() is None
    lone = "rK,9/9,bK/10/4,kP,5/1,kR,8/3,rP,6/10/7,wR,2/2,kK,7/8,wK,1 k 1111 - 120 40"
    assert game.position(lone).result_string() == "1/2-1/2"
