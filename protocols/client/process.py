"""An engine process that is read by a thread of its own, so that no pipe can block the runner."""

from __future__ import annotations

import queue
import subprocess
import threading
import time
from collections import deque
from pathlib import Path


class EngineError(Exception):
    """The engine did not do what its protocol asks. ``kind``: ``crash``, ``stall`` or ``protocol``."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(text)
        self.kind = kind


class EngineProcess:
    """A child process spoken to by lines.

    Parameters
    ----------
    command : list of str
        Program and arguments; no shell.
    stderr_log : Path, optional
        Where the child's standard error goes; otherwise it is thrown away.
    """

    def __init__(self, command: list[str], stderr_log: Path | None = None) -> None:
        self.command = command
        self.recent: deque[str] = deque(maxlen=40)
        """The last lines in both directions, for error reports."""
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._log = stderr_log.open("ab") if stderr_log else None
        try:
            self._child = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._log or subprocess.DEVNULL, bufsize=0
            )
        except OSError as error:
            raise EngineError("crash", f"cannot start {command[0]}: {error.strerror or error}") from None
        threading.Thread(target=self._read, daemon=True, name=f"read {command[0]}").start()

    def _read(self) -> None:
        assert self._child.stdout is not None
        rest = b""
        while True:
            try:
                block = self._child.stdout.read(65536)
            except (OSError, ValueError):
                block = b""
            if not block:
                break
            *lines, rest = (rest + block).split(b"\n")
            for line in lines:
                self._lines.put(line.decode("utf-8", "replace").strip())
        if rest.strip():
            self._lines.put(rest.decode("utf-8", "replace").strip())
        self._lines.put(None)

    @property
    def alive(self) -> bool:
        """Whether the process is still running."""
        return self._child.poll() is None

    @property
    def exit_code(self) -> int | None:
        """The exit status, None while it runs."""
        return self._child.poll()

    def send(self, line: str) -> None:
        """Write one line.

        Raises
        ------
        EngineError
            If the process has gone.
        """
        self.recent.append(f"> {line}")
        assert self._child.stdin is not None
        try:
            self._child.stdin.write(line.encode("utf-8") + b"\n")
        except (OSError, ValueError):
            raise EngineError("crash", f"{self.command[0]} has closed its input") from None

    def read(self, timeout_s: float) -> str | None:
        """The next line, or None when ``timeout_s`` seconds have passed.

        Raises
        ------
        EngineError
            At the end of the output.
        """
        try:
            line = self._lines.get(timeout=max(0.0, timeout_s))
        except queue.Empty:
            return None
        if line is None:
            self._lines.put(None)
            raise EngineError("crash", f"{self.command[0]} has closed its output (exit status {self._child.poll()})")
        self.recent.append(f"< {line}")
        return line

    def wait_for(self, word: str, timeout_s: float) -> list[str]:
        """Read until a line that is or begins with ``word``; return all lines, that one last.

        Raises
        ------
        EngineError
            ``stall`` when the time is over, ``crash`` at the end of the output.
        """
        seen: list[str] = []
        end = time.monotonic() + timeout_s
        while True:
            line = self.read(end - time.monotonic())
            if line is None:
                raise EngineError("stall", f"{self.command[0]} did not answer {word!r} within {timeout_s:g} s")
            seen.append(line)
            if line == word or line.startswith(word + " "):
                return seen

    def drain(self) -> None:
        """Throw away the lines that are already here."""
        while True:
            try:
                line = self._lines.get_nowait()
            except queue.Empty:
                return
            if line is None:
                self._lines.put(None)
                return

    def close(self, quit_line: str = "quit", grace_s: float = 2.0) -> None:
        """Ask the process to leave, then make it."""
        try:
            self.send(quit_line)
            assert self._child.stdin is not None
            self._child.stdin.close()
        except (EngineError, OSError):
            pass
        try:
            self._child.wait(grace_s)
        except subprocess.TimeoutExpired:
            self._child.kill()
            self._child.wait()
        if self._log:
            self._log.close()
