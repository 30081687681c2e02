"""Solved positions: the file, its lookup, and that whoever plays second by it stays in it and wins."""

from __future__ import annotations

import random

import numpy as np
import pytest

import engine
from engine.core import contract
from engine.games.quadro.geometry import CELLS, SITE_OF, turned
from engine.games.quadro.rules import SETTINGS, rules_of
from engine.games.quadro.tables import known

SHIPPED = [game_id for game_id in SETTINGS if (known.FOLDER / f"{game_id}.lost").is_file()]


def name(own: int, enemy: int) -> int:
    """The name of a position, literally: the least of its eight forms."""
    forms = []
    for symmetry in range(8):
        number = 0
        for balls, shift in ((own, 30), (enemy, 0)):
            number |= sum(1 << SITE_OF[turned(cell, symmetry)] + shift for cell in CELLS if balls >> cell & 1)
        forms.append(number)
    return min(forms)


def of(position) -> int:
    side = position.player
    return name(int(position.state["balls"][side]), int(position.state["balls"][1 - side]))


def test_files_round_trip(tmp_path):
    names = np.unique(np.random.default_rng(1).integers(0, 1 << 60, 1000, dtype=np.uint64))
    known.write_names(tmp_path / "x.lost", names[::-1])
    assert np.array_equal(known.read_names(tmp_path / "x.lost"), names)
    (tmp_path / "y.lost").write_bytes(b"something else")
    with pytest.raises(ValueError, match="holds no solved positions"):
        known.read_names(tmp_path / "y.lost")


def test_what_ships():
    assert "pylos-child" in SHIPPED
    for game_id in SHIPPED:
        assert rules_of(engine.load(game_id).options) == known.default_rules(game_id)
        names = known.read_names(known.FOLDER / f"{game_id}.lost")
        assert names[0] == 0, "the start position"
        assert len(names) > 10_000 and all(names[1:] > names[:-1])


@pytest.mark.parametrize("game_id", SHIPPED)
def test_lost_positions_are_closed(game_id):
    """From positions of the file every turn of the mover has an answer that leads into the file, below its limit of balls."""
    names = {int(one) for one in known.read_names(known.FOLDER / f"{game_id}.lost")}
    most = max(one.bit_count() for one in names)
    game, rng = engine.load(game_id), random.Random(game_id)
    answered = 0
    for _ in range(4):
        position = game.position()
        while int(position.state["balls"][0] | position.state["balls"][1]).bit_count() + 3 <= most:
            assert of(position) in names
            turns = list(position.legal_moves())
            for turn in rng.sample(turns, min(3, len(turns))):
                position.push(int(turn))
                answers = []
                for answer in position.legal_moves():
                    position.push(int(answer))
                    answers += [int(answer)] if of(position) in names else []
                    position.pop()
                position.pop()
                assert answers, position.text()
                answered += 1
            position.push(int(turn))
            position.push(rng.choice(answers))
    assert answered > 30


@pytest.mark.parametrize("game_id", SHIPPED)
def test_the_second_player_wins(game_id):
    """A few quick games: the engine moves second, random turns and its own search move first."""
    game, rng = engine.load(game_id), random.Random(5)
    second, first = engine.Engine(game, hash_mb=8), engine.Engine(game, hash_mb=8)
    for round_number in range(4):
        position = game.position()
        while not position.result().over:
            if position.player == 0 and round_number % 2 == 0:
                position.push(int(rng.choice(list(position.legal_moves()))))
                continue
            player = (first, second)[position.player]
            player.set_position(position)
            result = player.go(engine.Limits(nodes=60_000 if player is second else 2_000))
            if position.player == 1 and position.ply == 1:
                assert result.score > 20_000, "known to be won"
            position.push(int(result.best))
        assert position.result().winners == ("black",), position.history()


def test_only_the_first_turn_is_looked_up():
    position = engine.load("pylos-child").position()
    memory = position.stack_copy(4)
    kernel = position.game.kernel("adjudicate")
    position.game.kernel("make_move")(memory, 0, int(position.legal_moves()[0]))
    assert kernel(memory, 0, 0) == 0, "the root itself is searched"
    assert kernel(memory, 1, 0) == 0, "won for the side to move"
    legal = np.zeros(position.game.spec.max_moves, dtype=np.int64)
    lost = 0
    for move in legal[: position.game.kernel("gen_moves")(memory, 1, legal)]:
        position.game.kernel("make_move")(memory, 1, int(move))
        code = kernel(memory, 2, 1)
        assert kernel(memory, 2, 0) == 0
        if code:
            assert int(contract.winners_of(code)) == 2
            lost += 1
    assert lost > 0
