"""Consoles and pipes of every kind: legacy encodings, readers that go away, Ctrl-C."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

COMMAND = [sys.executable, "-c", "import sys; from protocols.cli import main; sys.exit(main())"]


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*COMMAND, *words], env=os.environ | environment, capture_output=True, check=False, timeout=300)


@pytest.mark.parametrize("encoding", ["gbk", "cp1252"])
def test_boards_on_legacy_consoles(encoding):
    for game, sign in (("chess", " r  n  b  q "), ("xiangqi", "俥--傌--" if encoding == "gbk" else "R---N---")):
        done = run("show", game, PYTHONIOENCODING=encoding)
        text = done.stdout.decode(encoding)
        assert done.returncode == 0 and not done.stderr
        assert sign in text and "?" not in text and "to move: " in text


@pytest.mark.parametrize("encoding", ["gbk", "cp1252"])
def test_chinese_text_in_and_out(encoding):
    done = run("games", PYTHONIOENCODING=encoding)
    assert done.returncode == 0 and ("中国象棋".encode("gbk") in done.stdout) == (encoding == "gbk")
    done = run("moves", "xiangqi", "--notation", "chinese", PYTHONIOENCODING=encoding)
    assert done.returncode == 0 and len(done.stdout.decode(encoding).split()) == 44
    done = run("position", "xiangqi", "--moves", "炮二平五", PYTHONIOENCODING=encoding)
    assert done.returncode == 0 and done.stdout.startswith(b"rnbakabnr/9/1c5c1/")
    done = run("position", "xiangqi", "--moves", "炮二平十", PYTHONIOENCODING=encoding)
    assert done.returncode == 2 and done.stderr.startswith(b"qiji: error: ") and done.stderr.count(b"\n") == 1


@pytest.mark.skipif(os.name == "nt", reason="POSIX signals and pipes")
def test_a_reader_that_goes_away_is_no_error():
    command = [*COMMAND, "perft", "chess", "4", "--divide"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout and process.stderr
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


@pytest.mark.timed
@pytest.mark.skipif(os.name == "nt", reason="POSIX signals and pipes")
def test_ctrl_c_ends_an_analysis_with_its_best_move(warm_cache):
    command = [*COMMAND, "analyse", "chess", "--time", "600"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout and process.stderr
        for line in process.stdout:
            if line.split("/")[0].strip() == "3":
                break
        start = time.monotonic()
        process.send_signal(signal.SIGINT)
        rest, errors = process.stdout.read(), process.stderr.read()
    assert process.returncode == 130 and time.monotonic() - start < 60
    assert "1. " in rest and errors == ""


@pytest.mark.timed
@pytest.mark.skipif(os.name == "nt", reason="POSIX signals and pipes")
def test_ctrl_c_elsewhere_is_quiet():
    command = [*COMMAND, "perft", "chess", "7", "--divide"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout and process.stderr
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.stderr.read() == b""
    assert process.returncode == 130


def test_bare_command_and_module_wait_for_a_gui():
    for command in (COMMAND, [sys.executable, "-m", "protocols.cli"]):
        done = subprocess.run(command, input=b"uci\nquit\n", capture_output=True, timeout=60, check=False)
        assert done.returncode == 0 and b"uciok" in done.stdout
