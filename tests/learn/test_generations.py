"""Runs of generations: the order of the steps, what is kept, going on after a kill at every step, a real run of tiny ones."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

import pytest

from engine.learn.generations import (
    LOG,
    TABLE,
    GenerationsError,
    Matched,
    Played,
    Trained,
    read_log,
    run_generations,
    table,
)

ROOT = Path(__file__).resolve().parents[2]
IDENTITY = {"game": "none", "nodes": 5}
ELO = {1: 30.0, 2: -12.0, 3: 4.0, 4: 50.0}
VERDICTS = {1: "H1", 2: "", 3: "", 4: "H0"}


class FakeSteps:
    """Steps that write files and note each piece of work; ``kill`` = (step, generation, part) ends the process there."""

    def __init__(self, diary: Path, kill: tuple[str, int, int] | None = None) -> None:
        self.diary, self.kill = diary, kill

    def _work(self, step: str, number: int, path: Path, text: str) -> None:
        """Three parts of work that are each done once, whatever happens between them."""
        for part in range(3):
            if self.kill == (step, number, part):
                os.kill(os.getpid(), signal.SIGKILL)
            done = path.read_text().count("part") if path.exists() else 0
            if done <= part:
                with path.open("a") as file:
                    file.write(f"part {part} {text}\n")
                with self.diary.open("a") as file:
                    file.write(f"{step} {number} {part} {text}\n")

    def play(self, number, champion, folder):
        path = folder / f"g-{number}.qsp"
        self._work("play", number, path, champion)
        return Played(path, 10 * number, 100 * number)

    def train(self, number, records, champion, out):
        self._work("train", number, out, ",".join(path.name for path in records) + " " + champion)
        return Trained(90 * number, 0.1 / number)

    def match(self, number, network, champion, journal):
        self._work("match", number, journal, champion)
        return Matched(ELO[number], 5.0, 40, VERDICTS[number])


def test_the_better_one_is_kept(tmp_path):
    entries = run_generations(tmp_path, IDENTITY, 4, 2, "hand-made", FakeSteps(tmp_path / "diary"))
    assert [entry.kept for entry in entries] == [True, False, True, False]
    assert [entry.champion for entry in entries] == ["hand-made", "network-1.qnet", "network-1.qnet", "network-3.qnet"]
    diary = (tmp_path / "diary").read_text().splitlines()
    assert f"train 4 0 g-3.qsp,g-4.qsp {tmp_path / 'network-3.qnet'}" in diary
    assert read_log(tmp_path) == entries
    text = (tmp_path / TABLE).read_text()
    assert text == table(entries) and "| 2 | network-1.qnet | 20 | 200 | 180 | 0.050000 | 40 | -12 ± 5 | - | no |" in text
    assert run_generations(tmp_path, IDENTITY, 4, 2, "hand-made", FakeSteps(tmp_path / "diary")) == entries
    assert (tmp_path / "diary").read_text().splitlines() == diary


_SCRIPT = """
import sys
from pathlib import Path
from engine.learn.generations import run_generations
from tests.learn.test_generations import IDENTITY, FakeSteps
folder, step, number, part = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
run_generations(folder, IDENTITY, 2, 3, "hand-made", FakeSteps(folder / "diary", (step, number, part)))
"""


def test_a_run_goes_on_after_kills_at_every_step(tmp_path):
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    wanted = run_generations(whole, IDENTITY, 2, 3, "hand-made", FakeSteps(whole / "diary"))
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    for number in (1, 2):
        for step in ("play", "train", "match"):
            words = [sys.executable, "-c", _SCRIPT, str(killed), step, str(number), "1"]
            assert subprocess.run(words, env=environment, cwd=ROOT).returncode == -signal.SIGKILL
    assert run_generations(killed, IDENTITY, 2, 3, "hand-made", FakeSteps(killed / "diary")) == wanted
    diaries = [(folder / "diary").read_text().replace(str(folder), "") for folder in (whole, killed)]
    assert diaries[0] == diaries[1]


def test_a_torn_line_is_written_again_and_a_bad_one_refused(tmp_path):
    steps = FakeSteps(tmp_path / "diary")
    entries = run_generations(tmp_path, IDENTITY, 2, 3, "hand-made", steps)
    log = tmp_path / LOG
    log.write_bytes(log.read_bytes()[:-20])
    assert len(read_log(tmp_path)) == 1
    assert run_generations(tmp_path, IDENTITY, 2, 3, "hand-made", steps) == entries
    log.write_bytes(b"{}\n" + log.read_bytes())
    with pytest.raises(GenerationsError, match="line 1 is no generation"):
        read_log(tmp_path)
    log.write_text(json.dumps({**asdict(entries[0]), "number": 7}) + "\n")
    with pytest.raises(GenerationsError, match="line 1 is generation 7"):
        read_log(tmp_path)


def test_another_run_in_the_folder_is_refused(tmp_path):
    run_generations(tmp_path, IDENTITY, 1, 3, "hand-made", FakeSteps(tmp_path / "diary"))
    with pytest.raises(GenerationsError, match="a run with nodes 5 instead of 9"):
        run_generations(tmp_path, {**IDENTITY, "nodes": 9}, 1, 3, "hand-made", FakeSteps(tmp_path / "diary"))


@pytest.mark.slow
def test_two_real_generations_with_a_kill_between(tmp_path):
    words = [
        sys.executable, "-m", "bench", "generations", "chess", "--dir", str(tmp_path), "--generations", "2", "--positions", "600",
        "--nodes", "60", "--hidden", "16", "--epochs", "2", "--match-games", "4", "--match-nodes", "100", "--workers", "1",
        "--first", "hand-made",
    ]  # fmt: skip
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    first = subprocess.Popen(words, env=environment, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert first.stdout is not None
    for line in first.stdout:
        if line.startswith(b"training: epoch 1"):
            break
    first.send_signal(signal.SIGKILL)
    first.wait()
    first.stdout.close()
    assert read_log(tmp_path) == []
    done = subprocess.run(words, env=environment, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    entries = read_log(tmp_path)
    assert [entry.number for entry in entries] == [1, 2] and all(entry.positions >= 600 for entry in entries)
    assert all((tmp_path / entry.network).exists() and 0 < entry.loss < 0.3 for entry in entries)
    assert all(entry.match_games == 4 for entry in entries)
