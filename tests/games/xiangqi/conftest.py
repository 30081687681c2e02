"""The game under default options and with free set-ups."""

from __future__ import annotations

import pytest

import engine


@pytest.fixture(scope="session")
def game():
    return engine.load("xiangqi")


@pytest.fixture(scope="session")
def free_game():
    return engine.load("xiangqi", {"FreeSetup": "true"})
