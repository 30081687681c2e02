"""Games with networks, and a network file of each."""

from __future__ import annotations

import pytest

import engine
from engine.network.format import write_network
from tests.network.nets import random_network

GAMES = ("chess", "xiangqi")


@pytest.fixture(scope="session", params=GAMES)
def game(request):
    return engine.load(request.param)


@pytest.fixture(scope="session")
def network(game):
    return random_network(game, hidden=32)


@pytest.fixture(scope="session")
def network_file(game, network, tmp_path_factory):
    path = tmp_path_factory.mktemp("networks") / f"{game.entry.id}.qnet"
    write_network(path, network)
    return path
