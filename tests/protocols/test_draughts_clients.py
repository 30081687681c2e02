"""pydraughts's engine classes, which lidraughts-bot uses, play whole games against us over Hub and DXP."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import engine
from bench.side_packages import folder
from tests.protocols.draughts_talk import python_with
from tests.protocols.talk import ROOT

pytestmark = pytest.mark.client

SCRIPT = Path(__file__).with_name("pydraughts_game.py")


@pytest.fixture(scope="module")
def pydraughts() -> str:
    """The folder of pydraughts, which cannot share an environment with py-draughts."""
    try:
        return str(folder("pydraughts==0.6.7"))
    except RuntimeError as error:
        pytest.skip(str(error))


def client(folder: str, *words: str, timeout_s: float = 400) -> dict:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", str(SCRIPT), *words],
        env=python_with(folder), cwd=ROOT, capture_output=True, text=True, timeout=timeout_s, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout.splitlines()[-1])


def replayed(moves: list[str]):
    return engine.load("draughts").position("startpos", moves)


@pytest.fixture
def command(tmp_path) -> str:
    """A program that is our Hub engine; pydraughts resolves links, so an interpreter's name would not do."""
    path = tmp_path / "qiji hub.sh"
    path.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m protocols.cli hub\n')
    path.chmod(0o755)
    return str(path)


@pytest.mark.parametrize("limit", [["nodes=500"], ["time=4.0", "inc=0.02"]])
def test_hub(warm_draughts, pydraughts, command, limit):
    found = client(pydraughts, "hub", command, *limit)
    assert found["id"]["name"] == "Qiji" and "normal" in found["variants"]
    assert found["warnings"] == [] and found["code"] == 0
    position = replayed(found["moves"])
    assert found["over"] == position.result().over or len(found["moves"]) == 300
    assert len(found["moves"]) > 30 and found["infos"] > len(found["moves"]) // 2


@pytest.mark.slow
@pytest.mark.parametrize("color, most", [("white", 200), ("black", 200), ("black", 9)])
def test_dxp(start_draughts, pydraughts, color, most):
    talk = start_draughts("dxp", "--listen", "127.0.0.1:0", "--nodes=300", "--games=1")
    port = talk.wait(r"listening .*").rsplit(":")[-1]
    found = client(pydraughts, "dxp", port, color, str(most))
    assert found["name"] == f"Qiji {engine.__version__}" and found["warnings"] == []
    position = replayed(found["moves"])
    told = [line.split()[1] for line in talk.lines if line.startswith(("ours ", "theirs "))]
    assert told[: len(found["moves"])] == found["moves"][: len(told)] and len(told) >= len(found["moves"]) - 1
    if most > 100:
        assert found["over"] == position.result().over and len(found["moves"]) > 20
    else:
        assert found["takeback"] == [True, 1 if color == "black" else 0]
    talk.wait("game 1 over .*")
    assert talk.errors == b""
