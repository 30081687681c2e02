"""A conversation with a real process: lines sent, lines received with their times."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
#: Time that a loaded machine may take for what the protocols grant a fraction of a second.
PATIENCE_S = 60.0


def within(limit_s: float, once: Callable[[], float], tries: int = 3) -> None:
    """``once()`` returns the seconds that something took; it must manage ``limit_s`` in one of a few tries on a busy machine."""
    took = [once()]
    while took[-1] >= limit_s and len(took) < tries:
        took.append(once())
    assert took[-1] < limit_s, took


class Talk:
    """One engine process. ``lines`` grows while it talks; ``mark`` is where the next expectation begins to look."""

    def __init__(self, *arguments: str, command: Sequence[str] | None = None, **environment: str) -> None:
        self.begin = time.monotonic()
        environment = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
        self.process = subprocess.Popen(
            [*(command or (sys.executable, "-m", "protocols")), *arguments],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.lines: list[str] = []
        self.times: list[float] = []
        self.errors = b""
        self.mark = 0
        self._news = threading.Condition()
        self._ended = False
        self._threads = [
            threading.Thread(target=self._read, daemon=True),
            threading.Thread(target=self._read_errors, daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def _read(self) -> None:
        try:
            for raw in self.process.stdout:
                with self._news:
                    self.lines.append(raw.decode("utf-8").removesuffix("\n"))
                    self.times.append(time.monotonic())
                    self._news.notify_all()
        except (OSError, ValueError):
            pass  # a test has closed this end
        with self._news:
            self._ended = True
            self._news.notify_all()

    def _read_errors(self) -> None:
        self.errors = self.process.stderr.read()

    def send(self, *lines: str) -> Talk:
        """Send ``lines`` in one write."""
        return self.send_bytes("".join(line + "\n" for line in lines).encode())

    def send_bytes(self, data: bytes) -> Talk:
        """Send ``data`` as it is."""
        self.process.stdin.write(data)
        self.process.stdin.flush()
        return self

    def wait(self, pattern: str, timeout_s: float = PATIENCE_S) -> str:
        """The next line that matches ``pattern`` entirely; what came before it is in :attr:`before`."""
        return self._wait(lambda line: re.fullmatch(pattern, line) is not None, pattern, timeout_s)

    def _wait(self, fits: Callable[[str], bool], what: str, timeout_s: float) -> str:
        deadline = time.monotonic() + timeout_s
        start = at = self.mark
        with self._news:
            while True:
                while at < len(self.lines):
                    at += 1
                    if fits(self.lines[at - 1]):
                        self.before, self.mark = self.lines[start : at - 1], at
                        self.at = self.times[at - 1]
                        return self.lines[at - 1]
                rest = deadline - time.monotonic()
                assert rest > 0 and not self._ended, (
                    f"no {what!r} in {timeout_s} s; got {self.lines[start:]}; stderr {self.errors!r}"
                )
                self._news.wait(rest)

    def silent(self, pattern: str, seconds: float) -> None:
        """Wait ``seconds`` and make sure that no new line matched ``pattern``."""
        time.sleep(seconds)
        found = [line for line in self.lines[self.mark :] if re.fullmatch(pattern, line)]
        assert not found, found

    def rest(self) -> list[str]:
        """All lines since the last expectation; moves the mark."""
        found = self.lines[self.mark :]
        self.mark += len(found)
        return found

    def close_input(self) -> None:
        """End of input for the engine."""
        self.process.stdin.close()

    def exit_code(self, timeout_s: float = 10.0) -> int:
        """Wait for the end of the process."""
        code = self.process.wait(timeout_s)
        for thread in self._threads:
            thread.join(5)
        return code

    def kill(self) -> None:
        """End it, whatever it does."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(10)
        for thread in self._threads:
            thread.join(5)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            try:
                stream.close()
            except OSError:
                pass
