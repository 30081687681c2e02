"""An engine process that is read by a thread of its own, so that no pipe can block the runner."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path

from protocols.client.player import EngineError

_CHUNK = 1 << 16
#: Output that nobody has read yet; above it the reader waits, so that the engine's pipe fills up and not our memory.
UNREAD_BYTES = 4 << 20
#: Output during one answer; more is no engine's talk. The same holds for a single line.
FLOOD_BYTES, LINE_BYTES = 32 << 20, 1 << 20
#: A write that takes longer finds a process that does not read.
WRITE_S = 20.0
_KEPT_LINES = 40

Traffic = Callable[[str, str], None]
"""``traffic(direction, line)`` sees every line: ``>`` to the engine, ``<`` from it."""


class EngineProcess:
    """A child process spoken to by lines.

    Parameters
    ----------
    name : str
        What error messages call it.
    command : list of str
        Program and arguments; no shell.
    directory : str, optional
        Its working directory.
    stderr_log : Path, optional
        Where the child's standard error goes; otherwise it is thrown away.
    traffic : callable, optional
        See ``Traffic``.
    """

    def __init__(
        self, name: str, command: list[str], directory: str = "", stderr_log: Path | None = None, traffic: Traffic | None = None
    ) -> None:
        self.name = name
        self.recent: deque[str] = deque(maxlen=_KEPT_LINES)
        """The last lines in both directions, for error reports."""
        self._traffic = traffic
        self._lines: queue.SimpleQueue[tuple[float, str, int] | None] = queue.SimpleQueue()
        self._received = self._taken = self._mark = 0
        self._ended = self._closing = False
        self._fault: EngineError | None = None
        self.writing_since = 0.0
        """When the write under way began, 0 between writes; see ``_Watchdog``."""
        self.arrived = 0.0
        """``time.perf_counter()`` of the arrival of the line that was read last."""
        try:
            self._log = stderr_log.open("ab") if stderr_log else None
        except OSError as error:
            raise EngineError("start", f"cannot write {stderr_log}: {error.strerror}") from None
        try:
            self._child = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._log or subprocess.DEVNULL,
                bufsize=0,
                cwd=directory or None,
                # Ctrl-C in the runner's terminal must not reach the engine.
                start_new_session=sys.platform != "win32",
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
            )
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            if directory and not os.path.isdir(directory):
                reason = f"there is no folder {directory!r}"
            raise EngineError("start", f"cannot start {command[0]}: {reason}") from None
        threading.Thread(target=self._read, daemon=True, name=f"read {name}").start()
        _WATCHDOG.add(self)

    # --- reading ---

    def _read(self) -> None:
        assert self._child.stdout is not None
        pipe = self._child.stdout.fileno()
        rest = b""
        while not self._closing:
            try:
                block = os.read(pipe, _CHUNK)
            except (OSError, ValueError):
                block = b""
            if not block:
                break
            now = time.perf_counter()
            self._received += len(block)
            *lines, rest = (rest + block).split(b"\n")
            for line in lines:
                self._lines.put((now, line.decode("utf-8", "replace").strip(), len(line) + 1))
            if len(rest) > LINE_BYTES:
                self._fault = EngineError("flood", f"{self.name} wrote a line of more than {LINE_BYTES} bytes")
                break
            while self._received - self._taken > UNREAD_BYTES and not self._closing:
                time.sleep(0.005)
        if rest.strip() and self._fault is None:
            self._lines.put((time.perf_counter(), rest.decode("utf-8", "replace").strip(), len(rest)))
        self._ended = True
        self._lines.put(None)
        self._child.stdout.close()

    @property
    def alive(self) -> bool:
        """Whether the process is running and still talks."""
        return not self._ended and self._child.poll() is None

    @property
    def pid(self) -> int:
        """The process id."""
        return self._child.pid

    def read(self, timeout_s: float) -> str | None:
        """The next line, or None when ``timeout_s`` seconds have passed; :attr:`arrived` tells when it came.

        Raises
        ------
        EngineError
            At the end of the output, or when there is far too much of it.
        """
        try:
            found = self._lines.get(timeout=timeout_s) if timeout_s > 0 else self._lines.get_nowait()
        except queue.Empty:
            return None
        if found is None:
            self._lines.put(None)
            raise self._end()
        self.arrived, line, size = found
        self._taken += size
        if self._taken - self._mark > FLOOD_BYTES:
            raise EngineError("flood", f"{self.name} wrote more than {FLOOD_BYTES >> 20} MB without an answer")
        self.recent.append(f"< {line}")
        if self._traffic:
            self._traffic("<", line)
        return line

    def _end(self) -> EngineError:
        """Why there is no more output."""
        if self._fault:
            return self._fault
        try:
            status: int | None = self._child.wait(0.2)
        except subprocess.TimeoutExpired:
            status = None
        if status is None:
            return EngineError("disconnect", f"{self.name} closed its output")
        if status < 0:
            try:
                name = signal.Signals(-status).name
            except ValueError:
                name = f"signal {-status}"
            return EngineError("crash", f"{self.name} was ended by {name}")
        return EngineError("crash", f"{self.name} ended with exit status {status}")

    def wait_for(self, word: str, timeout_s: float) -> list[str]:
        """Read until a line that is or begins with ``word``; return all lines, that one last.

        Raises
        ------
        EngineError
            ``stall`` when the time is over, others as :meth:`read`.
        """
        seen: list[str] = []
        end = time.perf_counter() + timeout_s
        while True:
            left = end - time.perf_counter()
            line = self.read(left) if left > 0 else None
            if line is None:
                raise EngineError("stall", f"{self.name} did not answer {word!r} within {timeout_s:g} s")
            seen.append(line)
            if line == word or line.startswith(word + " "):
                return seen

    def drain(self) -> list[str]:
        """Take the lines that are already here; what a new answer may cost counts from now on.

        Raises
        ------
        EngineError
            At the end of the output.
        """
        lines = []
        self._mark = self._taken
        while (line := self.read(0)) is not None:
            lines.append(line)
        self._mark = self._taken
        return lines

    # --- writing ---

    def send(self, *lines: str) -> None:
        """Write ``lines`` in one piece.

        Raises
        ------
        EngineError
            If the process has gone or does not read.
        """
        for line in lines:
            self.recent.append(f"> {line}")
            if self._traffic:
                self._traffic(">", line)
        assert self._child.stdin is not None
        data = memoryview("".join(line + "\n" for line in lines).encode("utf-8"))
        self.writing_since = time.monotonic()
        try:
            while data:
                data = data[self._child.stdin.write(data) or 0 :]
        except (OSError, ValueError):
            if self._fault:
                raise self._fault from None
            if self._child.poll() is None and not self._ended:
                raise EngineError("disconnect", f"{self.name} closed its input") from None
            raise self._end() from None
        finally:
            self.writing_since = 0.0

    def kill_for(self, error: EngineError) -> None:
        """End the process at once; every later call raises ``error``."""
        self._fault = error
        self._kill()

    # --- end ---

    def close(self, quit_line: str = "quit", grace_s: float = 3.0) -> None:
        """Ask the process to leave, then make it; never raises for what the process does."""
        self._closing = True
        assert self._child.stdin is not None
        if self._child.poll() is None:
            try:
                self.send(quit_line)
            except EngineError:
                pass
        try:
            self._child.stdin.close()
        except OSError:
            pass
        try:
            self._child.wait(grace_s)
        except subprocess.TimeoutExpired:
            self._kill()
            self._child.wait()
        _WATCHDOG.remove(self)
        if self._log:
            self._log.close()

    def _kill(self) -> None:
        """Kill the process and, where the system can, all that it has started."""
        try:
            if sys.platform != "win32":
                os.killpg(self._child.pid, signal.SIGKILL)
            else:
                self._child.kill()
        except OSError:
            self._child.kill()


class _Watchdog:
    """Kills processes that have not read their input for long: a blocked write cannot be given up in any other way."""

    def __init__(self) -> None:
        self._watched: set[EngineProcess] = set()
        self._lock = threading.Lock()
        self._running = False

    def add(self, process: EngineProcess) -> None:
        """Watch ``process``."""
        with self._lock:
            self._watched.add(process)
            if not self._running:
                self._running = True
                threading.Thread(target=self._run, daemon=True, name="engine watchdog").start()

    def remove(self, process: EngineProcess) -> None:
        """Watch it no longer."""
        with self._lock:
            self._watched.discard(process)

    def _run(self) -> None:
        while True:
            time.sleep(0.5)
            with self._lock:
                if not self._watched:
                    self._running = False
                    return
                watched = list(self._watched)
            for process in watched:
                since = process.writing_since
                if since and time.monotonic() - since > WRITE_S:
                    process.kill_for(EngineError("stall", f"{process.name} has not read its input for {WRITE_S:g} s"))


_WATCHDOG = _Watchdog()
