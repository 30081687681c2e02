"""Start times: what a cold cache costs (compilation of everything) and what a warm one costs (loading it).

    python -m bench compile [GAME ...]

Each figure is the CPU and wall time of a process of its own, so imports count. The cold run uses a throwaway cache folder.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from bench import frame

ROOT = Path(__file__).resolve().parent.parent

_HANDSHAKE = "from protocols.cli import main; main(['uci'])"
_WARM_UP = (
    "import sys, io, engine; from protocols.cli.progress import prepare\n"
    "for name in sys.argv[1:]: prepare(engine.Engine(engine.load(name), hash_mb=1), lambda *report: None)"
)


@dataclass(frozen=True)
class Times:
    """One process."""

    wall_s: float
    cpu_s: float

    def __str__(self) -> str:
        return f"{self.wall_s:7.2f} s wall {self.cpu_s:7.2f} s CPU"


def timed(code: str, arguments: list[str], cache: str, text: str = "") -> Times:
    """Run ``python -c code`` with the kernel cache ``cache`` and ``text`` as its input."""
    environment = os.environ | {"QIJI_CACHE": cache}
    before = os.times()
    start = time.perf_counter()
    command = [sys.executable, "-c", code, *arguments]
    subprocess.run(command, cwd=ROOT, env=environment, input=text, text=True, check=True, capture_output=True)
    wall_s = time.perf_counter() - start
    after = os.times()
    return Times(wall_s, after.children_user - before.children_user + after.children_system - before.children_system)


def handshake_s(cache: str) -> float:
    """Seconds from the start of a process to ``uciok``."""
    environment = os.environ | {"QIJI_CACHE": cache}
    start = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-c", _HANDSHAKE],
        cwd=ROOT,
        env=environment,
        text=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        assert process.stdin and process.stdout
        process.stdin.write("uci\n")
        process.stdin.flush()
        for line in process.stdout:
            if line.strip() == "uciok":
                break
        elapsed = time.perf_counter() - start
        process.stdin.write("quit\n")
        process.stdin.flush()
    return elapsed


@frame.program()
def main(words: list[str]) -> int:
    """Measure and print."""
    from engine.games import CATALOGUE, find_entry

    parser = frame.parser(__name__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="default: all")
    games = [find_entry(name).id for name in parser.parse_args(words).games] or [entry.id for entry in CATALOGUE]
    with tempfile.TemporaryDirectory(prefix="qiji-cache-") as cache:
        print(f"uciok, cold cache            {handshake_s(cache):7.2f} s")
        print(f"cold  {' + '.join(games):22} {timed(_WARM_UP, games, cache)}", flush=True)
        for game in games:
            print(f"warm  {game:22} {timed(_WARM_UP, [game], cache)}", flush=True)
        print(f"uciok, warm cache            {handshake_s(cache):7.2f} s")
        folders = sorted(path for path in Path(cache).iterdir() if path.is_dir())
        for folder in folders:
            size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
            print(f"cache {folder.name:40} {size / 2**20:6.1f} MiB")
    return 0
