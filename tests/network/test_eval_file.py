"""The option ``EvalFile`` in every protocol and command."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import chess
import pytest

import engine
from engine.network.format import write_network
from protocols.client.inprocess import InProcessPlayer
from protocols.client.player import EngineError, PlayerSpec
from tests.network.nets import random_network
from tests.protocols.talk import ROOT, Talk


@pytest.fixture(scope="module")
def networks(tmp_path_factory):
    """Game -> file; the name has a blank in it."""
    folder = tmp_path_factory.mktemp("some networks")
    files = {}
    for name in ("chess", "xiangqi"):
        files[name] = folder / f"{name}.qnet"
        write_network(files[name], random_network(engine.load(name), 32))
    return files


@pytest.fixture
def talk(warm_cache):
    started = []

    def start(*arguments: str) -> Talk:
        started.append(Talk(*arguments))
        return started[-1]

    yield start
    for one in started:
        one.kill()


def search(talk: Talk) -> list[str]:
    """The scores and moves of a small search from the start; told complaints come in ``talk.before`` too."""
    talk.send("position startpos", "go nodes 3000").wait("bestmove .*")
    return [line.split(" nps ")[0] for line in talk.before if " pv " in line and " depth " in line]


def test_uci(talk, networks, tmp_path):
    uci = talk("uci")
    uci.send("uci").wait("uciok")
    assert "option name EvalFile type string default <empty>" in uci.before
    uci.send("isready").wait("readyok")
    shipped = strip_times(search(uci))
    uci.send(f"setoption name EvalFile value {networks['chess']}", "isready").wait("readyok")
    assert not [line for line in uci.before if line.startswith("info string network")]
    learned = strip_times(search(uci))
    assert learned != shipped
    bad = tmp_path / "bad.qnet"
    bad.write_bytes(networks["chess"].read_bytes()[:5000])
    for path, words in ((bad, "damaged"), (networks["xiangqi"], "is for xiangqi, not for chess"), (tmp_path, "is no file")):
        uci.send(f"setoption name EvalFile value {path}", "isready", "isready").wait("readyok")
        told = [line for line in uci.before if line.startswith("info string network")]
        assert len(told) == 1 and words in told[0] and str(path) in told[0], uci.before
        uci.wait("readyok")
        assert not [line for line in uci.before if "network" in line]
        uci.send("ucinewgame")
        assert strip_times(search(uci)) == learned
    uci.send("setoption name EvalFile value hand-made")
    plain = strip_times(search(uci))
    assert plain not in (shipped, learned)
    uci.send("setoption name EvalFile value <empty>")
    assert strip_times(search(uci)) == shipped
    uci.send(f"setoption name EvalFile value {networks['chess']}")
    assert strip_times(search(uci)) == learned
    uci.send("setoption name EvalFile value <empty>", "setoption name UCI_Variant value xiangqi", "ucinewgame")
    xiangqi = strip_times(search(uci))
    uci.send(f"setoption name EvalFile value {networks['xiangqi']}")
    assert strip_times(search(uci)) != xiangqi
    uci.send("quit")
    assert uci.exit_code() == 0 and uci.errors == b""


def strip_times(lines: list[str]) -> list[tuple[str, ...]]:
    """Depth, score and moves of info lines."""
    kept = []
    for line in lines:
        words = line.split()
        kept.append((words[words.index("depth") + 1], *words[words.index("cp") + 1 : words.index("cp") + 2]))
    return kept


def test_ucci_and_xboard(talk, networks):
    ucci = talk("ucci")
    ucci.send("ucci").wait("ucciok")
    assert any(line.startswith("option evalfile type string") for line in ucci.before)
    ucci.send(f"setoption evalfile {networks['chess']}", "isready").wait("readyok")
    assert [line for line in ucci.before if "is for chess, not for xiangqi" in line]
    ucci.send(f"setoption evalfile {networks['xiangqi']}", "isready").wait("readyok")
    assert not [line for line in ucci.before if "network" in line]
    xboard = talk("xboard")
    xboard.send("xboard", "protover 2").wait("feature done=1")
    assert [line for line in xboard.before if 'option="EvalFile -file ' in line]
    xboard.send(f"option EvalFile={networks['xiangqi']}", "force", "usermove e2e4", "sd 1", "go").wait("move .*")
    assert [line for line in xboard.before if "is for xiangqi, not for chess" in line]


def test_match_players(networks):
    game = engine.load("chess")
    player = InProcessPlayer(PlayerSpec(name="a", options={"EvalFile": str(networks["chess"]), "Hash": "1"}), game)
    assert player._engine.evaluation_name.startswith("chess.qnet ")
    with pytest.raises(EngineError, match="is for xiangqi"):
        InProcessPlayer(PlayerSpec(name="a", options={"EvalFile": str(networks["xiangqi"]), "Hash": "1"}), game)


def test_analyse(networks, tmp_path):
    """The network's lines; a store keeps the results of evaluations apart; one line for a bad file."""

    def analyse(*words: str) -> tuple[int, list[str], str]:
        command = [sys.executable, "-m", "protocols.cli", "analyse", "chess", "--nodes", "3000", "--json", "--final", *words]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)})
        kept = [json.loads(line) for line in done.stdout.splitlines()]
        return done.returncode, [line["pv"] for line in kept if "pv" in line], done.stderr

    (tmp_path / "positions.fen").write_text(chess.STARTING_FEN + "\n")
    file, store = str(tmp_path / "positions.fen"), ("--store", str(tmp_path / "store.db"))
    shipped = analyse(file, *store)
    learned = analyse(file, *store, "--eval-file", str(networks["chess"]))
    assert shipped[0] == learned[0] == 0 and shipped[1] and learned[1] and shipped[1] != learned[1]
    assert analyse(file, *store)[1] == shipped[1]
    assert analyse(file, "--eval-file", str(engine.load("chess").spec.network_file))[1] == shipped[1]
    assert analyse(file, "--eval-file", "hand-made")[1] not in (shipped[1], learned[1])
    code, lines, said = analyse(file, "--eval-file", str(networks["xiangqi"]))
    assert code == 2 and not lines
    assert said.count("\n") == 1 and said.startswith("qiji: error:") and "is for xiangqi, not for chess" in said
