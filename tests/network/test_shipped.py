"""The networks that ship: right files, small and quick to load, the default evaluation, equal numbers on every machine."""

from __future__ import annotations

import time

import numpy as np
import pytest

import engine
from engine.network.digest import feature_digest
from engine.network.format import read_network
from tests.network.nets import expected_score

IDENTITIES = {"chess": "a84e56e6", "xiangqi": "f1a08a18"}
UP = {
    "chess": "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "xiangqi": "rnbakabn1/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
}


@pytest.fixture(scope="module")
def shipped(game):
    path = game.spec.network_file
    assert path is not None and path.name == f"{game.spec.id}.qnet"
    return path


def test_the_file_belongs_to_the_inputs(game, shipped):
    assert shipped.stat().st_size < 2_000_000
    network = read_network(shipped, game.spec)  # looks at inputs and checksum
    assert network.features == feature_digest(game.spec) and network.identity == IDENTITIES[game.spec.id]
    assert "positions" in network.text


def test_loading_takes_no_time(game, shipped):
    best = 1.0
    for _ in range(5):
        begin = time.process_time()
        read_network(shipped, game.spec, trusted=True)
        best = min(best, time.process_time() - begin)
    assert best < 0.05


def test_it_is_the_default_and_evaluates_as_the_reference_does(game, shipped):
    network, player = read_network(shipped, game.spec), engine.Engine(game, hash_mb=1)
    assert player.evaluation_name == f"{shipped.name} {network.identity}"
    random = np.random.default_rng(8)
    for _ in range(3):
        position = game.position()
        while position.ply < 80 and not position.result().over:
            assert player.evaluate(position) == expected_score(network, game, position.memory, position.ply)
            legal = position.legal_moves()
            position.push(int(legal[random.integers(legal.size)]))
    player.configure(eval_file="hand-made")
    assert player.evaluation_name == "hand-made"


def test_it_knows_what_a_great_piece_is_worth(game):
    player = engine.Engine(game, hash_mb=1)
    assert abs(player.evaluate(game.position())) < 80
    assert player.evaluate(game.position(UP[game.spec.id])) > 400
    assert player.evaluate(game.position(UP[game.spec.id].replace(" w ", " b "))) < -300


def test_searches_repeat(game):
    """Equal nodes, scores and moves from two engines: nothing of the network depends on where it lies or what ran before."""
    found = []
    for _ in range(2):
        player = engine.Engine(game, hash_mb=4)
        position = game.position()
        for _ in range(4):
            player.set_position(position)
            result = player.go(engine.Limits(depth=7))
            found.append((result.nodes, result.score, result.best))
            position.push(result.best)
    assert found[:4] == found[4:]
