"""Networks inside the search: every evaluation of real searches is right, and changing the evaluation leaves nothing behind."""

from __future__ import annotations

import os

import numpy as np
import pytest

import engine
from engine.core import contract
from engine.core.jit import kernel
from engine.core.spec import Evaluation
from engine.errors import NetworkError
from engine.network.format import write_network
from engine.network.inference import evaluate_network
from engine.network.load import choose_evaluation, network_evaluation
from tests.network.nets import expected_score, random_network

WRONG, ASKED = -1, -2  #: words of scratch memory at its end


@kernel(contract.EVALUATE)
def evaluate_twice(memory, ply, weights, scratch):
    """The network's score, compared with that from empty scratch memory; counts differences and calls."""
    half = (scratch.size - 8) // 2
    score = evaluate_network(memory, ply, weights, scratch[:half])
    fresh = scratch[half : 2 * half]
    fresh[:] = 0
    if evaluate_network(memory, ply, weights, fresh) != score:
        scratch[scratch.size + WRONG] += 1
    scratch[scratch.size + ASKED] += 1
    return score


@pytest.fixture(scope="module")
def player(game):
    return engine.Engine(game, hash_mb=4)


def counts(player: engine.Engine) -> tuple[int, int]:
    """(differences, evaluations) of all threads."""
    spaces = player._search._workspaces
    return tuple(sum(int(space.arrays["scratch"][word]) for space in spaces) for word in (WRONG, ASKED))


@pytest.mark.parametrize("threads", [1, 2])
def test_every_evaluation_of_a_search(game, network, player, threads):
    """Several moves of a game with the table kept, then another game, then a cleared table: null moves, branches, new roots."""
    plain = network_evaluation(network, game.spec)
    player.configure(threads=threads)
    player._search.set_evaluation(Evaluation("twice", evaluate_twice, plain.weights, 2 * plain.scratch_words + 8, plain.helpers))
    position = game.position()
    for turn in range(6):
        player.set_position(position)
        result = player.go(engine.Limits(nodes=6000))
        position.push(result.best)
        if turn == 2:
            position = game.position(position.text())
        elif turn == 3:
            player.clear_hash()
    wrong, asked = counts(player)
    assert wrong == 0 and asked > 5000
    player.configure(threads=1)


def test_evaluate_answers_with_the_network(game, network, network_file):
    player = engine.Engine(game, hash_mb=1, eval_file=str(network_file))
    assert named(player, network_file)
    position = game.position()
    for move in range(30):
        assert player.evaluate(position) == expected_score(network, game, position.memory, position.ply)
        legal = position.legal_moves()
        position.push(int(legal[move * 7 % len(legal)]))


def named(player: engine.Engine, path) -> bool:
    return player.evaluation_name.split()[0] == path.name


def go(player: engine.Engine, game: engine.Game, nodes: int = 4000) -> tuple:
    player.set_position(game.position())
    lines = []
    result = player.go(engine.Limits(nodes=nodes), lambda info: lines.append((info.depth, info.score, tuple(info.pv))))
    return result.best, tuple(lines)


def test_changing_the_evaluation_is_like_a_fresh_engine(game, network_file, tmp_path):
    """A, then B, then A again: each search is that of an engine which never had another evaluation."""
    second = tmp_path / "second.qnet"
    write_network(second, random_network(game, 64, seed=9))
    files = {name: go(engine.Engine(game, 1, eval_file=name), game) for name in ("hand-made", str(network_file), str(second))}
    assert len(set(files.values())) == 3
    player = engine.Engine(game, hash_mb=1)
    for name in (*files, *reversed(files), "HAND-MADE"):
        player.configure(eval_file=name)
        assert go(player, game) == files[name.lower() if name.isupper() else name], name


def test_a_bad_file_changes_nothing(game, network_file, tmp_path):
    bad = tmp_path / "bad.qnet"
    bad.write_bytes(network_file.read_bytes()[:-1])
    player = engine.Engine(game, hash_mb=1, eval_file=str(network_file))
    before = go(player, game)
    with pytest.raises(NetworkError, match="damaged"):
        player.configure(multipv=2, eval_file=str(bad))
    player.configure(multipv=1)
    player.new_game()
    assert named(player, network_file) and go(player, game) == before
    with pytest.raises(NetworkError, match="no such file"):
        engine.Engine(game, hash_mb=1, eval_file=str(tmp_path / "none"))


def test_a_pipe_is_refused_at_once(game, tmp_path):
    """Opening one would wait for its other end."""
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(NetworkError, match="is no file"):
        choose_evaluation(game.spec, str(tmp_path / "pipe"))


def test_the_shipped_network_is_the_default(game, network, network_file, tmp_path):
    import dataclasses

    shipped = dataclasses.replace(game.spec, network_file=network_file)
    bare = dataclasses.replace(game.spec, network_file=None)
    assert choose_evaluation(shipped).name == f"{network_file.name} {network.identity}"
    assert choose_evaluation(bare).name == choose_evaluation(shipped, "hand-made").name == "hand-made"
    broken = tmp_path / "broken.qnet"
    broken.write_bytes(b"QIJINET\0")
    player = engine.Engine(engine.game.Game(dataclasses.replace(game.spec, network_file=broken)), hash_mb=1)
    assert player.evaluation_name == "hand-made"
    with pytest.raises(NetworkError):
        player.configure(eval_file="")


def test_threads_share_the_weights(game, network_file):
    player = engine.Engine(game, hash_mb=4, threads=2, eval_file=str(network_file))
    player.set_position(game.position())
    player.go(engine.Limits(nodes=2000))
    arrays = [space.arrays for space in player._search._workspaces]
    assert arrays[0]["weights"] is arrays[1]["weights"] and arrays[0]["weights"].ctypes.data % 64 == 0
    assert not np.shares_memory(arrays[0]["scratch"], arrays[1]["scratch"])
