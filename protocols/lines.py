"""Lines in, lines out: one event queue fed by a reader thread, and a writer that never tears a line.

Input is read as bytes with ``os.read``, so there is no lock on ``sys.stdin`` that a dying interpreter could trip over and nothing
that only POSIX has. A session runs in the thread that calls :meth:`Events.run`; every other thread talks to it by posting.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable
from typing import TextIO

Item = str | Callable[[], None] | None
"""What waits in the queue: an input line, a call to be made in the session's thread, or None for the end of input."""

_CHUNK = 1 << 16


class Quit(Exception):
    """Raised by a handler to leave :meth:`Events.run`."""


def decode_line(raw: bytes) -> str:
    """The text of an input line in UTF-8, else in GBK (consoles of Chinese Windows), without its line end."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        text = raw.decode("gb18030", errors="replace")
    return text.strip("\r\n\0\ufeff")


class Output:
    """Writes whole lines under one lock. Once the reader of the pipe has gone, it writes nothing more and says so once."""

    def __init__(self, write: Callable[[bytes], None] | None = None) -> None:
        self._write = write or _write_stdout
        self._lock = threading.Lock()
        self.closed = False
        self.on_closed: Callable[[], None] | None = None
        """Called once, in the writing thread, when the other end has closed."""
        self.log: LineLog | None = None

    def line(self, *lines: str) -> None:
        """Write ``lines`` in one piece and flush; line feeds inside a line become blanks."""
        texts = [" ".join(line.splitlines()).rstrip(" ") if "\n" in line or "\r" in line else line.rstrip(" ") for line in lines]
        if not texts:
            return
        data = "".join(text + "\n" for text in texts).encode("utf-8", errors="replace")
        with self._lock:
            if self.closed:
                return
            if self.log:
                self.log.add("<", texts)
            try:
                self._write(data)
                return
            except (OSError, ValueError):
                self.closed = True
        if self.on_closed:
            self.on_closed()

    def aside(self, text: str) -> None:
        """Say something to people on stderr, where no protocol listens."""
        if sys.stderr is not None:
            try:
                print(f"qiji: {text}", file=sys.stderr, flush=True)
            except (OSError, ValueError):
                pass


def _write_stdout(data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(1, view) :]


class LineLog:
    """A file that records a conversation, for people who look for a GUI's mistake."""

    def __init__(self, path: str) -> None:
        self._file: TextIO = open(path, "a", encoding="utf-8", buffering=1)
        self._start = time.monotonic()

    def add(self, mark: str, lines: list[str]) -> None:
        """Append ``lines``, each behind the seconds since the start and ``mark``; a full disk is not the game's problem."""
        try:
            for line in lines:
                self._file.write(f"{time.monotonic() - self._start:10.3f} {mark} {line}\n")
        except (OSError, ValueError):
            pass

    def close(self) -> None:
        """Close the file."""
        self._file.close()


class Events:
    """The queue of a session. Lines are handled in order; calls posted by other threads run between them."""

    def __init__(self) -> None:
        self._queue: queue.SimpleQueue[Item] = queue.SimpleQueue()
        self._backlog: deque[Item] = deque()
        self.log: LineLog | None = None
        self.ignore_interrupt = False
        """Whether Ctrl-C (or a GUI's SIGINT) is nothing to us."""
        self.is_quit: Callable[[str], bool] = lambda line: line.split()[:1] == ["quit"]
        self.is_stop: Callable[[str], bool] = lambda line: line.split()[:1] == ["stop"]
        """The lines of the protocol that :meth:`wait_until` must not keep for later."""

    def post(self, item: Item) -> None:
        """Append ``item``; any thread may do so."""
        self._queue.put(item)

    def read_from(self, descriptor: int = 0) -> None:
        """Start the thread that turns the bytes of ``descriptor`` into lines."""
        threading.Thread(target=self._read, args=(descriptor,), name="qiji-input", daemon=True).start()

    def _read(self, descriptor: int) -> None:
        pieces: list[bytes] = []
        while True:
            try:
                chunk = os.read(descriptor, _CHUNK)
            except OSError:
                chunk = b""
            if not chunk:
                break
            # A lone carriage return ends a line, too; a CR LF torn by the pipe leaves a blank line, which says nothing.
            *complete, rest = chunk.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
            for raw in complete:
                pieces.append(raw)
                self._post_line(b"".join(pieces))
                pieces = []
            if rest:
                pieces.append(rest)
        if pieces:
            self._post_line(b"".join(pieces))
        self.post(None)

    def _post_line(self, raw: bytes) -> None:
        line = decode_line(raw)
        if self.log:
            self.log.add(">", [line])
        self.post(line)

    def _next(self) -> Item:
        return self._backlog.popleft() if self._backlog else self._queue.get()

    def next_line(self) -> str | None:
        """The next line that is not blank; None at the end of input. For the time before there is a session."""
        while True:
            item = self._next()
            if item is None:
                return None
            if isinstance(item, str):
                if item.strip():
                    return item
            else:
                item()

    def unread(self, line: str) -> None:
        """Put ``line`` before everything that waits."""
        self._backlog.appendleft(line)

    def run(self, handle: Callable[[str], None]) -> bool:
        """Give every line to ``handle`` until the input ends (False) or a handler raises :class:`Quit` (True).

        Any other exception of a handler is a defect: it is written to stderr, and the session goes on.
        """
        while True:
            try:
                item = self._next()
                if item is None:
                    return False
                if isinstance(item, str):
                    handle(item)
                else:
                    item()
            except Quit:
                return True
            except KeyboardInterrupt:
                if not self.ignore_interrupt:
                    return True
            except Exception:
                report_defect()

    def wait_until(self, done: Callable[[], bool], on_stop: Callable[[], None] | None = None) -> None:
        """Wait until ``done()``; whoever makes it true posts any call to wake this up.

        Lines that come meanwhile are kept for later. ``quit`` is obeyed at once, and so is ``stop`` where ``on_stop`` is given.

        Raises
        ------
        Quit
        """
        kept: list[Item] = list(self._backlog)
        self._backlog.clear()
        try:
            while not done():
                item = self._queue.get()
                if isinstance(item, str):
                    if self.is_quit(item):
                        raise Quit
                    if on_stop and self.is_stop(item):
                        on_stop()
                        if not kept:
                            continue  # else it may belong to a search that one of those lines will start
                    kept.append(item)
                elif item is None:
                    kept.append(None)
                else:
                    item()
        finally:
            self._backlog.extendleft(reversed(kept))


def report_defect() -> None:
    """Write the traceback of the exception being handled to stderr, if there is one."""
    if sys.stderr is not None:
        try:
            traceback.print_exc(file=sys.stderr)
        except (OSError, ValueError):
            pass
