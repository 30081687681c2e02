"""The self-play command as people run it: workers, kills at any moment, resuming, mistakes, a local Ray cluster."""

from __future__ import annotations

import io
import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bench import records as records_command
from bench import selfplay as command
from engine.learn.farm import Work
from engine.learn.record import GameReader
from engine.learn.selfplay import Settings

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = Settings(nodes=40, opening_nodes=40, longest=60)
WORDS = ["--nodes", "40", "--opening-nodes", "40", "--longest", "60"]


def start(folder: Path, *words: str) -> subprocess.Popen:
    line = [sys.executable, "-m", "bench", "selfplay", "chess", "--out", str(folder), *WORDS, *words]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    _started.append(subprocess.Popen(line, cwd=ROOT, start_new_session=True, **pipes))
    return _started[-1]


_started: list[subprocess.Popen] = []


@pytest.fixture(autouse=True)
def nothing_runs_on():
    """A test that fails leaves no process behind."""
    yield
    for process in _started:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
    _started.clear()


def games_in(path: Path) -> dict[int, tuple[list[int], list[int]]]:
    """Number -> moves and scores; no number may occur twice."""
    found: dict[int, tuple[list[int], list[int]]] = {}
    for record in GameReader(path, "chess"):
        assert record.number not in found
        found[record.number] = (record.moves.tolist(), record.scores.tolist())
    return found


def reference(numbers) -> dict[int, tuple[list[int], list[int]]]:
    """The same games played here, one after the other."""
    player = Work("chess", settings=SETTINGS).player()
    played = (player.play(1, number) for number in numbers)
    return {record.number: (record.moves.tolist(), record.scores.tolist()) for record in played}


def children(process: int) -> list[int]:
    path = Path(f"/proc/{process}/task/{process}/children")
    return [int(word) for word in path.read_text().split()] if path.exists() else []


def alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="finds processes through /proc")
def test_kills_cost_no_written_game_and_repeat_none(warm_cache, tmp_path):
    """The command is killed five times at random moments, then a worker of it; in the end every game is there once, and is the
    one that an undisturbed run plays."""
    path, kept, rng = tmp_path / "chess-1.qsp", {}, random.Random(4)
    wanted = 1200
    for kill in range(6):
        process = start(tmp_path, "--games", str(wanted), "--workers", "2")
        deadline = time.monotonic() + 300
        while not path.exists() or not path.stat().st_size or len(games_in(path)) == len(kept):  # until it has written something
            assert process.poll() is None and time.monotonic() < deadline
            time.sleep(0.01)
        time.sleep(rng.random() * 0.3)
        workers = [child for child in children(process.pid) if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]
        assert workers
        if kill == 5:
            os.kill(workers[0], signal.SIGKILL)
            break
        process.kill()
        process.communicate()
        now = games_in(path)
        assert now | kept == now, "what was written stays"
        kept = now
        while any(map(alive, workers)):
            assert time.monotonic() < deadline, "workers outlive the command"
            time.sleep(0.01)
    assert process.wait(300) == 0
    assert f"finished: {wanted} games" in process.communicate()[1]
    assert games_in(path) == reference(range(wanted))


def test_goals_workers_and_seeds(warm_cache, tmp_path, capsys):
    def play(*words: str) -> str:
        assert command.main(["chess", "--out", str(tmp_path), *WORDS, *words]) == 0
        return capsys.readouterr().err

    assert "finished: 5 games" in play("--games", "5", "--workers", "1")
    assert set(games_in(tmp_path / "chess-1.qsp")) == set(range(5))
    text = play("--games", "20", "--workers", "2")
    assert "going on with 5 games" in text and "finished: 20 games" in text
    assert games_in(tmp_path / "chess-1.qsp") == reference(range(20))
    assert "finished: 20 games" in play("--games", "3", "--workers", "1"), "more than the goal is there already"
    play("--positions", "500", "--workers", "1", "--seed", "9")
    other = games_in(tmp_path / "chess-9.qsp")
    scored = sum(len(record.moves) - record.opening for record in GameReader(tmp_path / "chess-9.qsp"))
    assert 500 <= scored < 500 + 16 * 60 and set(other) == set(range(len(other)))
    assert records_command.main([str(tmp_path), "--replayed", "5"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(f"chess: {20 + len(other)} games, ")
    assert lines[-1].startswith("quiet filter: ") and lines[-1].endswith(" % of the positions of 5 games pass")


@pytest.mark.parametrize(
    "words, text",
    [
        (["gess", "--games", "1"], "unknown game 'gess'; "),
        (["chess", "--games", "0"], "a run needs either a number of games or one of positions, at least 1"),
        (["chess", "--games", "1", "--workers", "0"], "--workers 0 is less than 1"),
        (["chess", "--games", "1", "--nodes", "0"], "nodes 0 is less than 1"),
        (["chess", "--games", "1", "--option", "claims"], "argument --option: 'claims' is not NAME=VALUE"),
        (["chess", "--games", "1", "--option", "claims=never"], "option claims: 'never' is none of auto, player, off"),
        (["chess", "--games", "1", "--seed", "-1"], "--seed -1 is not in 0..2**63-1"),
        (["chess", "--games", "1", "--eval-file", "none.qnet"], "network 'none.qnet': no such file or directory"),
        (["chess", "--games", "1", "--ray", "127.0.0.1:1"], "no Ray cluster at '127.0.0.1:1'"),
    ],
)
def test_mistakes(words, text, tmp_path, capsys):
    if "--ray" in words:
        pytest.importorskip("ray", reason="the extra 'ray' is not installed")
    assert command.main([*words, "--out", str(tmp_path)]) == 2
    last = capsys.readouterr().err.splitlines()[-1]
    assert last.startswith(f"bench selfplay: error: {text}")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="process groups")
def test_control_c_ends_all_processes_and_the_run_goes_on(warm_cache, tmp_path):
    path = tmp_path / "chess-1.qsp"
    process = start(tmp_path, "--games", "100000", "--workers", "2")
    deadline = time.monotonic() + 300
    while not path.exists() or not path.stat().st_size or not games_in(path):
        assert process.poll() is None and time.monotonic() < deadline
        time.sleep(0.01)
    assert command.main(["chess", "--out", str(tmp_path), "--games", "1", *WORDS]) == 2, "the file is in use"
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=120)  # ends when no process has the pipe any more
    assert process.returncode == 130
    assert errors.splitlines()[-1] == "stopped; the same command goes on" and "Traceback" not in errors
    count = len(games_in(path))
    process = start(tmp_path, "--games", str(count + 20), "--workers", "1")
    assert f"going on with {count} games" in process.communicate(timeout=300)[1]
    assert set(games_in(path)) >= set(range(count + 20))


def test_bar_on_a_terminal(warm_cache, tmp_path):
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    screen = Terminal()
    arguments = command.parser().parse_args(["chess", "--out", str(tmp_path), "--games", "3", "--workers", "1", *WORDS])
    assert command.run(arguments, screen) == 0
    assert re.search(r"━.*\b3 games, [1-9]\d* positions, [1-9]\d* positions/s", screen.getvalue())


def test_files_of_another_run(tmp_path, capsys):
    path = tmp_path / "chess-1.qsp"
    assert command.main(["chess", "--out", str(tmp_path), "--games", "1", "--workers", "1", *WORDS]) == 0
    before = path.read_bytes()
    capsys.readouterr()
    assert command.main(["chess", "--out", str(tmp_path), "--games", "1", "--workers", "1", *WORDS, "--nodes", "41"]) == 2
    assert capsys.readouterr().err.splitlines()[-1].endswith("holds games made in another way: nodes is 40 there and 41 now")
    assert path.read_bytes() == before
    path.write_text("1. e4 e5 *\n")
    assert command.main(["chess", "--out", str(tmp_path), "--games", "1", "--workers", "1", *WORDS]) == 2
    assert capsys.readouterr().err.splitlines()[-1] == f"bench selfplay: error: {path}: no file of game records"
    assert records_command.main([str(tmp_path / "none")]) == 2
    assert capsys.readouterr().err == f"bench records: error: {tmp_path / 'none'}: no such file or folder\n"


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="finds processes through /proc")
def test_ray_plays_the_same_games_and_each_once(warm_cache, tmp_path):
    """One of the two processes of a local cluster is killed in the middle."""
    pytest.importorskip("ray", reason="the extra 'ray' is not installed")
    path = tmp_path / "chess-1.qsp"
    process = start(tmp_path, "--games", "64", "--workers", "2", "--ray", "local")
    deadline = time.monotonic() + 900
    killed = 0
    while process.poll() is None and time.monotonic() < deadline:
        if not killed and path.exists() and games_in(path):
            killed = next(iter(_busy_workers(process.pid)), 0)
            if killed:
                os.kill(killed, signal.SIGKILL)
        time.sleep(0.02)
    _, errors = process.communicate(timeout=120)
    assert process.returncode == 0 and "finished: 64 games" in errors, errors
    assert killed, "a worker was caught at work"
    assert games_in(path) == reference(range(64))


def _busy_workers(command: int) -> list[int]:
    """Ray's processes under ``command`` that play a batch just now; their titles are ``ray::play_batch``."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if path.read_bytes().startswith(b"ray::play_batch") and command in _ancestors(int(path.parent.name)):
                found.append(int(path.parent.name))
        except OSError:
            continue
    return found


def _ancestors(process: int) -> list[int]:
    found = []
    while process > 1:
        process = int(Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[1])
        found.append(process)
    return found
