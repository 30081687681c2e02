"""Shared engine processes: a start costs more than most conversations."""

from __future__ import annotations

import pytest

from tests.protocols.draughts_talk import start_draughts, warm_draughts  # noqa: F401
from tests.protocols.talk import Talk
from tests.protocols.uci_talk import shared_uci, uci  # noqa: F401


@pytest.fixture(scope="module")
def starter(warm_cache):
    """Starts processes and ends them with the module."""
    started: list[Talk] = []

    def start(*arguments: str, **more) -> Talk:
        started.append(Talk(*arguments, **more))
        return started[-1]

    yield start
    for talk in started:
        talk.kill()
