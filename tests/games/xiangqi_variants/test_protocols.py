"""Both variants over UCI and UCCI, by a real process."""

from __future__ import annotations

import subprocess
import sys

import pytest

import engine

HALF = "3k5/9/9/9/6p2/9/2p1p4/9/2p6/1N3K3 w Aj0 - 0 1"


class Talk:
    """A process that is spoken to line by line."""

    def __init__(self, protocol: str) -> None:
        command = [sys.executable, "-m", "protocols.cli", protocol]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True)

    def say(self, *lines: str) -> None:
        assert self.process.stdin
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def until(self, word: str) -> list[str]:
        """The lines up to the first that begins with ``word``."""
        assert self.process.stdout
        lines: list[str] = []
        while not lines or not lines[-1].startswith(word):
            line = self.process.stdout.readline()
            assert line, lines
            lines.append(line.rstrip("\n"))
        return lines


@pytest.fixture(params=["uci", "ucci"])
def talk(request):
    made = Talk(request.param)
    made.say(request.param)
    made.until(f"{request.param}ok")
    made.protocol = request.param
    yield made
    with made.process as process:  # closes the pipes
        made.say("quit")
        assert process.wait(120) == 0


@pytest.mark.parametrize("game", ["paowei-xiangqi", "shengshi-xiangqi"])
def test_a_search(talk, game):
    text = HALF if game == "shengshi-xiangqi" else "1nbakabCr/r8/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR w - h9h2h7/- 1 2"
    if talk.protocol == "uci":
        talk.say(f"setoption name UCI_Variant value {game}")
        said = talk.until("info string variant")[-1]
        assert said.startswith(f"info string variant {game} files 9 ranks 10 pocket 0 template xiangqi startpos rnbakabnr/")
    else:
        talk.say(f"setoption variant {game}")
    talk.say("isready")
    talk.until("readyok")
    talk.say(f"position fen {text}", "go depth 3")
    best = talk.until("bestmove")[-1].split()[1]
    place = engine.load(game).position(text)
    assert best in {place.format(int(move)) for move in place.legal_moves()}  # ranks count from 0
    reply = next(iter(place.legal_moves()))
    talk.say(f"position fen {text} moves {place.format(int(reply))}", "go depth 2")
    place.push(int(reply))
    best = talk.until("bestmove")[-1].split()[1]
    assert best in {place.format(int(move)) for move in place.legal_moves()}
