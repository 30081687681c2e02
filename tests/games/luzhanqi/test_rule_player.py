"""The rule player of the measuring programs: what it remembers, and that it does what a sensible player does."""

from __future__ import annotations

import random

import pytest

import engine
from bench.hidden_memory import MOVABLE, Memory
from bench.hidden_rules import Rules, worth
from engine.games.luzhanqi.geometry import INDEX, TWO
from engine.games.luzhanqi.state import BOMB, DIVISION, ENGINEER, FLAG, GENERAL, HIT_ATTACKER, HIT_BOUNCE, MARSHAL, MINE
from engine.views import seat_view

RED = "@gcecedbkagkiihhfidjfjghlj"
BLACK = "@cihibfahgckeikhjfdgdeljjg"
BACK = frozenset(range(1, FLAG))  # any kind but the flag


def seen_by_red(*moves, game_id="luzhanqi-ccgc"):
    game = engine.load(game_id)
    return seat_view(game.position("startpos", [RED, BLACK, *moves]), 0)


def memory_of(view):
    memory = Memory(0)
    memory.follow(view)
    return memory


def point(name):
    return INDEX[TWO][name]


def test_places_and_moves_tell_kinds():
    memory = memory_of(seen_by_red("a3b3", "b7b8"))
    assert memory.kinds[point("a7")] == MOVABLE - {BOMB}
    assert memory.kinds[point("b12")] == MOVABLE | {MINE, FLAG} and memory.kinds[point("a12")] == MOVABLE | {MINE}
    assert memory.kinds[point("b8")] == MOVABLE - {BOMB} and point("b8") not in memory.still and point("b7") not in memory.kinds
    assert len(memory.kinds) == len(memory.owner) == 25


def test_fights_tell_kinds_and_memory_goes_on():
    view = seen_by_red("a3b3", "e7e6x")
    memory = memory_of(view)
    beaten = view.memory.view(view.game.spec.state)[3]["piece"][point("e6")] & 15
    assert memory.kinds[point("e6")] == {kind for kind in MOVABLE - {BOMB} if kind < beaten}
    later = memory_of(seen_by_red("a3b3", "e7e6x", "b3a3", "b7b8"))
    view.push("b3a3")
    view.push("b7b8")
    memory.follow(view)
    assert memory.kinds == later.kinds and memory.still == later.still


@pytest.mark.parametrize("kind", range(MARSHAL, 6))
def test_strong_men_leave_possible_mines_alone(kind):
    assert worth(kind, BACK, True, False, HIT_ATTACKER) < 0
    assert worth(kind, BACK, True, False, HIT_BOUNCE) > 0
    assert worth(kind, BACK - {MINE}, True, False, HIT_ATTACKER) > 0


def test_engineers_and_bombs_have_their_targets():
    assert worth(ENGINEER, frozenset({MINE}), True, False, HIT_ATTACKER) > 10
    assert worth(ENGINEER, frozenset({GENERAL, DIVISION}), False, False, HIT_ATTACKER) < 0
    assert worth(BOMB, frozenset({MARSHAL}), False, False, HIT_ATTACKER) > 20
    assert worth(BOMB, frozenset({ENGINEER}), False, False, HIT_ATTACKER) < 0
    assert worth(DIVISION, frozenset({FLAG}), True, True, HIT_ATTACKER) > 500


def chosen(text, game_id="luzhanqi-ccgc", **options):
    position = engine.load(game_id, options).position(text)
    return position.format(Rules(0).choose(position, random.Random(3)))


def test_takes_a_flag_that_is_shown():
    assert chosen("1l1x1/1C3/5/2x2/5/5/5/5/5/5/K3J/1L1G1 w 0 b12 3 60").startswith("b11b12")


def test_flees_from_what_is_surely_stronger():
    """The enemy's marshal is public and stands beside the division commander, which has nothing better to do."""
    move = chosen("1x1x1/5/5/5/5/5/1a3/1C3/5/5/4J/1L1G1 w 0 b6 3 60")
    assert move.startswith("b5") and move != "b5b6"


def test_fights_where_a_quiet_move_would_lose():
    """The 31st quiet ply loses: the captain attacks though the enemy is a general."""
    text = "1x1x1/5/5/5/5/b4/G4/5/5/5/4J/1L1D1 w 0 a7 {} 60"
    assert chosen(text.format(30)) == "a6a7"
    assert chosen(text.format(3)) != "a6a7"
