"""pygomo-lib, a client library for engines of five in a row, plays whole games against us."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

import engine
from tests.protocols.talk import ROOT

pygomo = pytest.importorskip("pygomo", reason="the package pygomo-lib is not installed")
pytestmark = pytest.mark.client


@pytest.fixture(scope="module")
def program(tmp_path_factory) -> str:
    """A launcher of the form that Piskvork asks for."""
    words = [sys.executable, "-m", "protocols.cli", "warmup", "gomoku"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert not done.returncode, done.stdout + done.stderr
    path = tmp_path_factory.mktemp("engines") / "pbrain-qiji"
    path.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m protocols.cli gomocup 2>/dev/null\n')
    path.chmod(0o755)
    return str(path)


@contextmanager
def connected(program: str) -> Iterator:
    """A client, whose pipes are closed at the end: it leaves that to the garbage collector."""
    client = pygomo.EngineClient(program)
    client.connect()
    process = client._transport._process
    try:
        yield client
    finally:
        client.quit()
        process.wait(10)
        for pipe in (process.stdin, process.stdout, process.stderr):
            pipe.close()


def quickly(client, rule: int) -> None:
    client.set_time(turn_time_ms=2000, match_time_ms=200_000, time_left_ms=2147483647)
    client.set_rule(rule)
    client.execute("INFO", "MAX_NODE", 1000)


@pytest.mark.parametrize("rule, mode, size", [(0, "freestyle", 15), (1, "standard", 20), (4, "renju", 15)])
def test_whole_games(program, rule, mode, size):
    """Two processes, two clients: each move of one is the other's turn; our referee judges the game."""
    position = engine.load("gomoku", {"rule": mode, "size": str(size)}).position()
    depths: list[int] = []
    with connected(program) as black, connected(program) as white:
        for client in (black, white):
            assert client.start(size) and "Qiji" in client.about()
            quickly(client, rule)
        reply = black.begin(timeout=60)
        while True:
            position.push(reply.move.to_numeric())
            if position.result().over or position.ply >= 120:
                break
            mover = white if position.player else black
            reply = mover.turn(reply.move, timeout=60)
            assert reply is not None, position.history()
            depths += [info.depth for info in reply.all_info]
    assert position.ply > 8 and depths and max(depths) >= 2
    assert not position.result().over or position.result().reason in ("five", "full")


def test_what_the_client_reads(program):
    with connected(program) as client:
        assert client.start(15)
        quickly(client, 0)
        reply = client.turn("h8", timeout=60)
        info = reply.search_info
        assert info.depth >= 1 and info.nodes > 0 and info.pv[0] == reply.move
        assert client.takeback(reply.move) and client.restart()
        position = pygomo.BoardPosition()
        for text, colour in (("7,7", 2), ("8,7", 1), ("7,8", 2)):
            position.add_move(pygomo.Move(text), colour)
        assert client.board(position, timeout=60).move.to_numeric() not in ("7,7", "8,7", "7,8")
        assert client.restart()
        client.board(position, start_thinking=False)
        best = client.nbest(3, timeout=60)
        assert {info.multipv for info in best.all_info} == {1, 2, 3}
