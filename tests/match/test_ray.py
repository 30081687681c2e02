"""A match on a local Ray cluster of several processes, one of which is killed in the middle."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time

import pytest

from tests.match.conftest import engine_words, journal_entries

ray = pytest.importorskip("ray", reason="the extra 'ray' is not installed")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
@pytest.mark.filterwarnings("ignore")
def test_killed_worker_costs_no_game_and_none_is_counted_twice(match, tmp_path):
    parents = tmp_path / "parents.txt"
    killed: list[int] = []
    over = threading.Event()

    def kill_one() -> None:
        while not over.is_set():
            found = parents.read_text().split() if parents.exists() else []
            if found:
                time.sleep(0.5)  # into its game
                killed.append(int(found[0]))
                os.kill(killed[0], signal.SIGKILL)
                return
            time.sleep(0.05)

    killer = threading.Thread(target=kill_one)
    killer.start()
    slow = ["--think", "0.1", "--parents", str(parents)]
    words = [*engine_words("a", *slow), *engine_words("b", *slow, "--fault", "illegal", "--at", "11"), "-each", "tc=60"]
    words += ["-rounds", "3", "-maxmoves", "8", "-journal", "j.jsonl", "-pgnout", "g.pgn", "-ray", "local", "-concurrency", "2"]
    status, lines, _ = match(*words)
    over.set()
    killer.join()
    games = journal_entries(tmp_path / "j.jsonl")
    assert status == 0 and lines[-1] == "Finished match: 6 games", lines
    assert killed and killed[0] != os.getpid()
    assert sorted(game["number"] for game in games) == list(range(6))
    assert len({game["process"] for game in games} - set(killed)) >= 2, "the killed worker has a successor"
    assert (tmp_path / "g.pgn").read_text().count("[Event ") == 6
    assert match(*words)[1][-1] == "Finished match: 6 games"


def test_no_cluster(match):
    status, _, errors = match(*engine_words("a"), *engine_words("b"), "-each", "tc=60", "-ray", "127.0.0.1:1")
    assert status == 2 and errors.startswith("qiji: error: match: no Ray cluster at '127.0.0.1:1'"), errors
