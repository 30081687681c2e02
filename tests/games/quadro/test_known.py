"""Solved positions: the file, its lookup, and that whoever plays second by it stays in it and wins."""

from __future__ import annotations

import random

import numpy as np
import pytest

import engine
from engine.core.score import MATE
from engine.games.quadro.geometry import CELLS, SITE_OF, turned
from engine.games.quadro.rules import SETTINGS, rules_of
from engine.games.quadro.tables import known

#: The published lengths of the whole game (rule text, section 10).
LENGTHS = {"pylos-child": 36, "pylos": 40, "pylos-expert": 46}
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
    rng = np.random.default_rng(1)
    names = np.unique(rng.integers(0, 1 << 60, 1000, dtype=np.uint64))
    plies = rng.integers(0, 60, len(names)).astype(np.uint8)
    known.write_proof(tmp_path / "x.lost", names, plies)
    read = known.read_proof(tmp_path / "x.lost")
    assert np.array_equal(read[0], names) and np.array_equal(read[1], plies)
    (tmp_path / "y.lost").write_bytes(b"something else")
    with pytest.raises(ValueError, match="holds no solved positions"):
        known.read_proof(tmp_path / "y.lost")
    (tmp_path / "z.lost").write_bytes((tmp_path / "x.lost").read_bytes()[:-200])
    with pytest.raises(ValueError, match=r"z\.lost"):
        known.read_proof(tmp_path / "z.lost")


def test_what_ships():
    assert "pylos-child" in SHIPPED
    for game_id in SHIPPED:
        assert rules_of(engine.load(game_id).options) == known.default_rules(game_id)
        names, plies = known.read_proof(known.FOLDER / f"{game_id}.lost")
        assert names[0] == 0, "the start position"
        assert plies[0] == LENGTHS[game_id] and not any(plies % 2)
        assert len(names) > 10_000 and all(names[1:] > names[:-1])


@pytest.mark.parametrize("game_id", SHIPPED)
def test_lost_positions_are_closed(game_id):
    """Every turn of the mover has an answer that leads into the file; the lengths fit."""
    lengths = dict(zip(*(part.tolist() for part in known.read_proof(known.FOLDER / f"{game_id}.lost")), strict=True))
    most = max(one.bit_count() for one in lengths)
    game, rng = engine.load(game_id), random.Random(game_id)
    answered = 0
    for _ in range(2):
        position = game.position()
        while int(position.state["balls"][0] | position.state["balls"][1]).bit_count() + 3 <= most:
            plies = lengths[of(position)]
            slowest = []
            for turn in position.legal_moves().tolist():
                position.push(turn)
                answers = []
                for answer in position.legal_moves().tolist():
                    position.push(answer)
                    answers += [(lengths[of(position)], answer)] if of(position) in lengths else []
                    position.pop()
                position.pop()
                assert answers, position.text()
                slowest.append((min(answers), turn))
                answered += 1
            assert max(slowest)[0][0] == plies - 2, position.text()
            (_, answer), turn = rng.choice(slowest)
            position.push(turn)
            position.push(answer)
    assert answered > 60


@pytest.mark.parametrize("game_id", SHIPPED)
def test_analysis_tells_the_length(game_id):
    """The start is lost in the published number of turns; each turn of the line brings the end nearer by one."""
    game = engine.load(game_id)
    player = engine.Engine(game, hash_mb=8)
    position = game.position()
    player.set_position(position)
    found = player.go(engine.Limits(nodes=1000))
    assert found.score == -(MATE - LENGTHS[game_id])
    player.configure(multipv=3)
    assert len(player.go(engine.Limits(nodes=1000)).lines) == 1, "estimates do not stand beside a proven loss"
    player.configure(multipv=1)
    for number, move in enumerate(found.lines[0].pv[:6], start=1):
        position.push(int(move))
        player.set_position(position)
        left = LENGTHS[game_id] - number
        assert player.go(engine.Limits(nodes=1000)).score == (MATE - left if left % 2 else left - MATE)


def test_repeated_positions_are_avoided():
    """A winning turn to a position that would be there for the third time is no win; the solver takes another one or none."""
    game = engine.load("pylos-child")
    position = game.position()
    position.push(position.legal_moves()[0])
    solver = game.spec.solver(game)
    first = solver.win(position, 0)
    after = position.copy()
    after.push(first.line[0])
    names, plies = known.shipped(rules_of(game.options))
    barred = np.array([of(after)], dtype=np.uint64)
    found = np.zeros(3, dtype=np.int64)
    own, enemy = (np.uint64(position.state["balls"][side]) for side in (1, 0))
    there = known.attack(own, enemy, rules_of(game.options), names, plies, barred, found)
    assert not there or int(found[0]) != first.line[0]


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
