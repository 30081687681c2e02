"""What tests of the draughts protocols share: a cache that is warm for a few games, and processes that are ended afterwards."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.protocols.talk import ROOT, Talk

#: Each game has kernels of its own; these are what the tests play.
GAMES = ("draughts", "checkers", "russian")


@pytest.fixture(scope="session")
def warm_draughts() -> None:
    """The kernels of :data:`GAMES` are in the cache."""
    words = [sys.executable, "-m", "protocols.cli", "warmup", *GAMES]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert not done.returncode, done.stdout + done.stderr


@pytest.fixture
def start_draughts(warm_draughts) -> Iterator:
    """Starts ``qiji`` with some arguments; ends it with the test."""
    started: list[Talk] = []

    def begin(*arguments: str, **more) -> Talk:
        started.append(Talk(*arguments, command=(sys.executable, "-m", "protocols.cli"), **more))
        return started[-1]

    yield begin
    for talk in started:
        talk.kill()


def python_with(folder: str) -> dict[str, str]:
    """The environment of a Python that finds the packages of ``folder`` first."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join((folder, str(ROOT)))}
