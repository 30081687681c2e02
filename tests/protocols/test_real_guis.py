"""Debian's XBoard, headless, plays whole games between Qiji and other engines; also through ``uci2wb`` for UCI and UCCI."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import time

import pytest

from tests.protocols.talk import ROOT

GAMES = "/usr/games"
PATH = os.pathsep.join((os.environ.get("PATH", ""), GAMES))
QIJI = f"{sys.executable} -m protocols"


def found(*programs: str) -> bool:
    return all(shutil.which(program, path=PATH) for program in programs)


pytestmark = [
    pytest.mark.client,
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32" or not found("xboard", "xvfb-run"), reason="needs xboard and xvfb-run"),
]


def needs(*programs: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(not found(*programs), reason=f"needs {' and '.join(programs)}")


def play(first: str, second: str, variant: str, folder, limits: tuple[str, ...]) -> str:
    """One game, ``first`` has White; returns the game as XBoard saved it."""
    record = folder / "game.pgn"
    command = ["xvfb-run", "-a", "xboard", "-fcp", first, "-scp", second, "-variant", variant, "-mg", "1", "-sgf", str(record)]
    command += ["-fd", str(ROOT), "-sd", str(ROOT), *limits]
    environment = {**os.environ, "PATH": PATH, "PYTHONPATH": str(ROOT), "HOME": str(folder)}
    with (folder / "xboard.log").open("wb") as log:
        process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
        )
        try:
            deadline = time.monotonic() + 240
            while time.monotonic() < deadline:
                text = record.read_text(errors="replace") if record.exists() else ""
                if re.search(r"\}\s*(1-0|0-1|1/2-1/2|\*)\s*$", text):
                    return text
                assert process.poll() is None, (folder / "xboard.log").read_text(errors="replace")[-1500:]
                time.sleep(0.2)
            raise AssertionError(f"no game after 240 s; {(folder / 'xboard.log').read_text(errors='replace')[-1500:]}")
        finally:
            end_group(process)


def end_group(process: subprocess.Popen) -> None:
    """End the X server, XBoard and the engines; XBoard may linger over a question that nobody answers."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, number)
            time.sleep(0.5)
    process.wait(20)


def check(game: str) -> None:
    """The game was played to an end that its rules know."""
    assert re.search(r'\[Result "(1-0|0-1|1/2-1/2)"\]', game), game
    assert not re.search(r"illegal|forfeit|exit|crash|false|disconnect|lost on time|flag", game, re.IGNORECASE), game
    ends = r"mate|stalemate|repetition|50|60|move rule|insufficient|material|perpetual|draw|bare|White wins|Black wins|Red wins"
    assert re.search(ends, game.rsplit("{", 1)[1], re.IGNORECASE), game
    assert len(re.findall(r"\b\d+\. ", game)) >= 10, game


QUICK = ("-tc", "2", "-searchDepth", "4")


@needs("fairy-stockfish")
def test_chess_over_xboard(warm_cache, tmp_path):
    check(play(f"{QIJI} xboard", "fairy-stockfish", "normal", tmp_path, QUICK))


@needs("fairy-stockfish")
def test_xiangqi_over_xboard_with_a_clock(warm_cache, tmp_path):
    check(play(f"{QIJI} xboard", "fairy-stockfish", "xiangqi", tmp_path, ("-tc", "0:05", "-inc", "0.1")))


@needs("sjaakii")
def test_xiangqi_over_xboard_as_black(warm_cache, tmp_path):
    check(play("sjaakii", f"{QIJI} xboard", "xiangqi", tmp_path, QUICK))


@needs("uci2wb", "fairy-stockfish")
def test_xiangqi_over_ucci(warm_cache, tmp_path):
    check(play(f"uci2wb -x '{QIJI} ucci' {ROOT}", "fairy-stockfish", "xiangqi", tmp_path, QUICK))


@needs("uci2wb", "sjaakii")
def test_xiangqi_over_uci_in_the_cyclone_dialect(warm_cache, tmp_path):
    check(play(f"uci2wb -c '{QIJI} uci' {ROOT}", "sjaakii", "xiangqi", tmp_path, QUICK))


@needs("uci2wb", "sjaakii")
def test_chess_over_uci(warm_cache, tmp_path):
    check(play(f"uci2wb '{QIJI} uci' {ROOT}", "sjaakii", "normal", tmp_path, QUICK))
