"""A search that ends in the middle of an iteration."""

from __future__ import annotations

import pytest

import engine
from engine import Limits

POSITIONS = (
    "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1",
    "r1bq1rk1/pp2bppp/2n2n2/2pp4/3P4/2N1PN2/PPQ1BPPP/R1B2RK1 w - - 0 9",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
)


@pytest.mark.parametrize("position", POSITIONS)
def test_the_move_does_not_depend_on_who_listens(position):
    """A move that has just failed high is played although no report of an exact score names it."""
    chess = engine.load("chess")
    player = engine.Engine(chess, hash_mb=4)
    lower = 0
    for nodes in range(2000, 60000, 1700):
        found = []
        for listener in (None, lambda info: None):
            player.new_game()
            player.set_position(chess.position(position))
            result = player.go(Limits(nodes=nodes), listener)
            found.append((result.best, result.lines[0].score, result.lines[0].bound))
        assert found[0][0] == found[1][0], nodes
        lower += found[1][2] == "lower"
    assert lower < 30
