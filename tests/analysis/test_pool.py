"""Batches: order, bad lines, bounded reading, processes that die."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from protocols.analysis import pool as pool_module
from protocols.analysis.analyst import Settings
from protocols.analysis.pool import Pool, PoolError, run_tasks
from protocols.analysis.records import KEYS

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = Settings("chess", depth=2, hash_mb=1)


def line(number: int, text: str = "startpos") -> dict:
    return {"kind": "line", "number": number, "text": text, "all": False, "own_limits": False}


def batch(count: int) -> list[dict]:
    texts = ["startpos", "startpos moves e4", "rubbish", "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;", "8/8/8/8/8/8/8/8 w - - 0 1"]
    return [line(number, texts[number % len(texts)]) for number in range(count)]


def finals(results) -> list[dict]:
    return [next(record for record in result["records"] if record["final"]) for _, result in results]


def stripped(records: list[dict]) -> list[dict]:
    """Without what differs from run to run."""
    return [{key: value for key, value in record.items() if key not in ("nps", "time_s", "solved_time_s")} for record in records]


def test_two_processes_answer_as_one_in_order():
    alone = finals(run_tasks(SETTINGS, batch(23), 1))
    together = finals(run_tasks(SETTINGS, batch(23), 2))
    assert stripped(alone) == stripped(together)
    assert [record["number"] for record in together] == list(range(23))
    assert [bool(record["error"]) for record in together[:5]] == [False, False, True, False, True]


def test_a_process_that_dies_costs_its_task():
    with Pool(SETTINGS, 2) as pool:
        results = pool.run(batch(10))
        first = next(results)
        victim = pool._workers[0]
        victim._process.send_signal(signal.SIGKILL)
        victim._process.wait()
        rest = list(results)
    texts = [result.get("error", "") for _, result in [first, *rest]]
    assert len(texts) == 10 and len([text for text in texts if text]) <= 1
    assert all("ended: signal 9" in text for text in texts if text)


def test_a_task_that_kills_its_process(monkeypatch):
    """Whatever happens in a process, the others and the order stand."""
    tasks = [line(0), {"kind": "line", "number": 1}, line(2)]  # a task without text makes the process end
    results = [result for _, result in run_tasks(SETTINGS, tasks, 2)]
    assert "records" in results[0] and "records" in results[2] and "exit status" in results[1]["error"]


def test_settings_that_no_process_can_use(tmp_path):
    bad = Settings("chess", depth=2, hash_mb=1, store=str(tmp_path / "no" / "store"))
    with pytest.raises(PoolError, match="store"):
        list(run_tasks(bad, batch(3), 2))


def test_reading_ahead_is_bounded(monkeypatch):
    monkeypatch.setattr(pool_module, "_AHEAD", 4)
    read = []

    def endless():
        for number in range(100_000):
            read.append(number)
            yield line(number)

    with Pool(SETTINGS, 2) as pool:
        results = pool.run(endless())
        for _ in range(5):
            next(results)
        time.sleep(0.5)
        assert len(read) <= 5 + 2 * 4 + 2


def test_answers_come_while_the_input_is_still_open():
    wait = threading.Event()

    def slow():
        yield line(0)
        wait.wait(60)
        yield line(1)

    with Pool(SETTINGS, 2) as pool:
        results = pool.run(slow())
        assert next(results)[0]["number"] == 0
        wait.set()
        assert next(results)[0]["number"] == 1


def test_a_fault_of_the_reader_reaches_the_caller():
    def broken():
        yield line(0)
        raise OSError("the disk is gone")

    with pytest.raises(OSError, match="disk"):
        list(run_tasks(SETTINGS, broken(), 2))


def test_processes_end_with_their_parent():
    code = (
        "import time\nfrom protocols.analysis.pool import Pool\nfrom protocols.analysis.analyst import Settings\n"
        "pool = Pool(Settings('chess', time_s=100.0, hash_mb=1), 1)\n"
        "task = {'kind': 'line', 'number': 0, 'text': 'startpos', 'all': False, 'own_limits': False}\n"
        "import threading\nthreading.Thread(target=lambda: list(pool.run([task])), daemon=True).start()\n"
        "while not pool._workers: time.sleep(0.01)\n"
        "print(pool._workers[0]._process.pid, flush=True)\ntime.sleep(100)"
    )
    parent = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    child = int(parent.stdout.readline())
    time.sleep(1.0)
    parent.kill()
    parent.wait()
    parent.stdout.close()
    for _ in range(600):
        if not alive(child):
            return
        time.sleep(0.1)
    os.kill(child, signal.SIGKILL)
    raise AssertionError("the process searches on for nobody")


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"
    except OSError:
        return False


# --- the command --------------------------------------------------------------------------------------------------------


@pytest.fixture
def many(tmp_path):
    path = tmp_path / "many.fen"
    path.write_text("".join(f"{task['text']}\n" for task in batch(25)) + "# comment\n\n")
    return path


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_batch_command(qiji, many, jobs):
    done = qiji("analyse", "chess", str(many), "--depth", "2", "--hash", "1", "--json", "--final", "--jobs", jobs)
    records = [json.loads(text) for text in done.lines]
    assert done.status == 2 and all(list(record) == KEYS for record in records)
    assert [record["number"] for record in records] == list(range(1, 26))
    bad = [record for record in records if record["error"]]
    assert len(bad) == 10 and all(record["best"] is None and record["final"] for record in bad)
    assert done.err.count("\n") == 1 and "10 lines of 25 are bad, the first is line 3" in done.err


def test_batch_without_faults(qiji, tmp_path):
    path = tmp_path / "good"
    path.write_text("startpos\nstartpos moves d4\n")
    done = qiji("analyse", "chess", str(path), "--depth", "2", "--hash", "1", "--json", "--jobs", "2")
    assert done.status == 0 and [json.loads(text)["final"] for text in done.lines].count(True) == 2 and len(done.lines) > 4


def test_batch_from_standard_input():
    """As a user pipes it, in a process of its own."""
    command = [
        sys.executable,
        "-m",
        "protocols.cli",
        "analyse",
        "xiangqi",
        "-",
        "--depth",
        "2",
        "--hash",
        "1",
        "--json",
        "--final",
    ]
    done = subprocess.run(
        [*command, "--jobs", "2"],
        cwd=ROOT,
        input="startpos\nx\nstartpos moves h2e2\n",
        capture_output=True,
        text=True,
        check=False,
    )
    records = [json.loads(text) for text in done.stdout.splitlines()]
    assert done.returncode == 2 and [bool(record["error"]) for record in records] == [False, True, False]
    assert done.stderr.splitlines()[-1].startswith("qiji: error: - line 2: ")


def test_a_closed_pipe_ends_a_batch(many):
    command = f"{sys.executable} -m protocols.cli analyse chess {many} --depth 2 --hash 1 --json --jobs 2 | head -1"
    done = subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
    assert json.loads(done.stdout)["number"] == 1 and "Traceback" not in done.stderr
