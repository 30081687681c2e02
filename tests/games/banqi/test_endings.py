"""Small endings solved backwards from the ends with the compiled rules: the table of the rule text, and the engine plays them."""

from __future__ import annotations

from collections import Counter

import pytest

import engine
from bench.banqi_endings import TABLE, play_out, solve


@pytest.fixture(scope="module")
def chariot():
    """Chariot against horse: the values of all placements."""
    return solve(engine.load("banqi", {"NoProgressPlies": "0", "Repetition": "off"}), "R", "n")


@pytest.mark.parametrize("row", range(len(TABLE)))
def test_counts(row):
    game_id, red, black, red_acts, black_acts, longest = TABLE[row]
    game = engine.load(game_id, {"NoProgressPlies": "0", "Repetition": "off"})
    found = solve(game, red, black)
    for turn, wanted in (("w", red_acts), ("b", black_acts)):
        count = Counter(value for (_, side), (value, _) in found.items() if side == turn)
        assert (count[1], count[0], count[-1]) == wanted, turn
    if longest is not None:
        assert max(plies for value, plies in found.values() if value == 1) == longest


def test_the_engine_wins_what_is_won(chariot):
    """From some won placements of chariot against horse, against a defender that holds out as long as it can."""
    game = engine.load("banqi")
    player = engine.Engine(game, hash_mb=4)
    won = sorted(board for (board, turn), (value, _) in chariot.items() if turn == "w" and value == 1)
    for board in won[::32]:
        position = play_out(player, game.position(f"{board} w - 0 0"), chariot, 3000)
        assert position.result().winners == ("red",), (board, str(position.result()))


def test_solved_values_are_scored_as_such(chariot):
    """A search of a few plies sees every win that the table says is near."""
    game = engine.load("banqi")
    player = engine.Engine(game, hash_mb=4)
    near = sorted(board for (board, turn), (value, plies) in chariot.items() if turn == "w" and value == 1 and plies <= 5)
    assert len(near) > 20
    for board in near[::5]:
        player.new_game()
        player.set_position(game.position(f"{board} w - 0 0"))
        assert engine.is_mate(player.go(engine.Limits(depth=8)).score), board
