"""The results store: what it answers, what it keeps, several processes and sudden death."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

import engine
from protocols.analysis.analyst import Analyst, Settings
from protocols.analysis.store import Analysis, Fulfilled, Line, Step, Store, StoreError, engine_version, past_of, text_of

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def game():
    return engine.load("chess")


@pytest.fixture
def store(tmp_path):
    opened = Store(str(tmp_path / "s.sqlite"))
    yield opened
    opened.close()


def analysis(depth=8, nodes=1000, time_s=0.5, score=31, move="e2e4") -> Analysis:
    line = Line(depth, depth + 4, score, nodes, time_s, 2000, 5, 0, (move, "e7e5"))
    return Analysis((line,), depth, nodes, time_s, (Step(1, 0.01, 20, 10, "d2d4"), Step(depth, time_s, nodes, score, move)))


def limits(**words):
    return engine.Limits(**words)


def test_what_is_kept_comes_back(game, store):
    position, kept = game.position(), analysis()
    store.put(position, 1, "v1", kept, Fulfilled(8, 1000, 0.5))
    found = store.get(position, 1, "v1", limits(depth=8))
    assert found == kept and found.stored and not kept.stored and found.best == "e2e4" and found.score == 31 and len(store) == 1
    assert store.get(position, 1, "v1", limits(depth=5)) == kept
    for other in (limits(depth=9), limits(nodes=1001), limits(movetime_s=0.6), limits(), limits(depth=3, infinite=True)):
        assert store.get(position, 1, "v1", other) is None
    assert (
        store.get(position, 1, "v1", limits(nodes=900)) == kept and store.get(position, 1, "v1", limits(movetime_s=0.5)) == kept
    )
    assert store.get(position, 1, "v1", limits(depth=40, nodes=900)) == kept, "the first limit that is reached ends a search"
    assert store.get(position, 2, "v1", limits(depth=5)) is None and store.get(position, 1, "v2", limits(depth=5)) is None
    other_rules = engine.load("chess", {"claims": "off"}).position()
    assert store.get(other_rules, 1, "v1", limits(depth=5)) is None
    assert store.get(game.position("startpos", ["e4"]), 1, "v1", limits(depth=5)) is None


def test_the_deeper_result_stays(game, store):
    position = game.position()
    store.put(position, 1, "v1", analysis(9, 5000, 2.0, 40, "d2d4"), Fulfilled(9, 5000, 2.0))
    store.put(position, 1, "v1", analysis(7, 90_000, 9.0, 50, "c2c4"), Fulfilled(7, 90_000, 9.0))
    found = store.get(position, 1, "v1", limits(nodes=80_000))
    assert found.best == "d2d4" and len(store) == 1, "a slower search of less depth does not replace it"
    store.put(position, 1, "v1", analysis(12, 9000, 3.0, 20, "g1f3"), Fulfilled(12, 9000, 3.0))
    assert store.get(position, 1, "v1", limits(nodes=80_000)).best == "g1f3"


def test_fulfilled():
    done = analysis(8, 1000, 0.5)
    assert Fulfilled.by(done, limits(depth=8), False) == Fulfilled(8, 1000, 0.5)
    assert Fulfilled.by(done, limits(depth=20), False).depth == 20, "it ended before by itself: nothing is left to find"
    assert Fulfilled.by(done, limits(depth=20), True).depth == 8
    assert Fulfilled.by(done, limits(depth=20, mate=3), False).depth == 8
    assert Fulfilled.by(done, limits(nodes=1005), False) == Fulfilled(8, 1005, 0.5)
    assert Fulfilled.by(done, limits(depth=20, movetime_s=0.52), False) == Fulfilled(8, 1000, 0.52)


def test_identity_of_positions(game):
    plain = game.position("4k3/8/8/8/8/8/4P3/4K3 w - - 3 17")
    assert text_of(plain) == "4k3/8/8/8/8/8/4P3/4K3 w - - 3" and past_of(plain) == ""
    round_trip = game.position("startpos", "g1f3 g8f6 f3g1 f6g8".split())
    assert past_of(round_trip) and past_of(round_trip) != past_of(game.position("startpos", "b1c3 g8f6 c3b1 f6g8".split()))
    assert past_of(game.position("startpos", ["e4"])) == ""
    assert engine_version("chess").startswith(f"{engine.__version__}+") and engine_version("chess") != engine_version("xiangqi")


def test_bad_files(tmp_path, game):
    bad = tmp_path / "bad"
    bad.write_bytes(b"this is no database" * 100)
    for path in (bad, tmp_path / "no folder" / "x", tmp_path):
        with pytest.raises(StoreError, match="store"):
            Store(str(path))
    future = tmp_path / "future"
    Store(str(future)).close()
    with sqlite3.connect(future) as base:
        base.execute("PRAGMA user_version=99")
    base.close()
    with pytest.raises(StoreError, match="format 99"):
        Store(str(future))


def test_an_analyst_searches_once(tmp_path):
    settings = Settings("chess", depth=4, hash_mb=1, store=str(tmp_path / "s"))
    first = Analyst(settings)
    position = first.game.position()
    heard: list = []
    done, _ = first.analyse(position, heard.append)
    again, _ = Analyst(settings).analyse(position, lambda info: pytest.fail("it searches again"))
    assert heard and again == done and again.stored and not done.stored and done.course[-1].move == done.best
    deeper = Analyst(Settings("chess", depth=5, hash_mb=1, store=str(tmp_path / "s"))).analyse(position)[0]
    assert not deeper.stored and deeper.depth == 5
    mated = first.game.position("startpos", "f3 e5 g4 Qh4".split())
    assert first.analyse(mated)[0].best == "" and first.analyse(mated)[0].score == -engine.MATE


_WRITER = """
import sys
import engine
from protocols.analysis.store import Fulfilled, Store
from tests.analysis.test_store import analysis
store, game, number = Store(sys.argv[1]), engine.load("chess"), int(sys.argv[2])
for n in range(200):
    position = game.position(f"4k3/8/8/8/8/8/4P3/4K3 {'wb'[number]} - - {n % 90} 1")
    store.put(position, 1 + n // 90, "v", analysis(depth=n + 1), Fulfilled(n + 1, 0, 0.0))
    print(n, flush=True)
"""


def writer(path: Path, number: int) -> subprocess.Popen:
    return subprocess.Popen(
        [sys.executable, "-c", _WRITER, str(path), str(number)], cwd=ROOT, stdout=subprocess.PIPE, text=True, env=os.environ
    )


def test_several_processes_write_and_one_is_killed(tmp_path):
    path = tmp_path / "shared"
    Store(str(path)).close()
    writers = [writer(path, 0), writer(path, 1)]
    for line in writers[0].stdout:
        if int(line) >= 20:
            break
    writers[0].send_signal(signal.SIGKILL)
    told = [20, *map(int, writers[0].stdout.read().split())]
    assert writers[1].wait(60) == 0
    writers[1].stdout.close()
    writers[0].wait(60)
    writers[0].stdout.close()
    with sqlite3.connect(path) as base:
        rows = dict(
            base.execute("SELECT substr(position, instr(position, ' ') + 1, 1), count(*) FROM analysis GROUP BY 1").fetchall()
        )
        assert base.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    base.close()
    assert rows["b"] == 200 and rows["w"] >= max(told) + 1, "all that was said to be written is there"


def test_a_busy_store_is_waited_for(tmp_path, game):
    path = tmp_path / "busy"
    store = Store(str(path))
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    import threading

    threading.Timer(0.4, lambda: other.execute("COMMIT")).start()
    begin = time.monotonic()
    store.put(game.position(), 1, "v", analysis(), Fulfilled())
    assert time.monotonic() - begin > 0.2 and len(store) == 1
    other.close()
    store.close()
