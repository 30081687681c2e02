"""The one process that adds games to a file: what it has written counts, what a kill cut off is removed and played again."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from typing import BinaryIO

from engine.learn.record import Block, GameReader, Header, RecordError, join_games


class GameWriter:
    """An open file of games; no other process can open it for writing meanwhile."""

    def __init__(self, path: str | Path, header: Header) -> None:
        """Open ``path``, or make it with ``header``; a torn end is cut off.

        Raises
        ------
        RecordError
            If the file holds games made in another way, is in use, is none of ours or cannot be written.
        """
        self.path = Path(path)
        self.header = header
        self.numbers: set[int] = set()
        """Numbers of the games that are in the file."""
        self.positions = 0
        """Positions in the file, those of the openings included."""
        self.damaged: list[int] = []
        """Offsets of damaged parts; they are left as they are, and their games count as missing."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file: BinaryIO = self.path.open("a+b", buffering=0)
        except OSError as error:
            raise RecordError(f"cannot write {path}: {error.strerror}") from None
        try:
            lock_file(self._file, self.path)
            self._open()
        except BaseException:
            self._file.close()
            raise

    def _open(self) -> None:
        start = self.header.encode()
        self._file.seek(0)
        if start.startswith(self._file.read(len(start))) and self.path.stat().st_size < len(start):
            self._file.truncate(0)
            self._write(start)
            return
        reader = GameReader(self.path)
        if (where := _difference(reader.header, self.header)) is not None:
            raise RecordError(f"{self.path} holds games made in another way: {where}")
        for block in reader.blocks():
            self.numbers.update(block.games["number"].tolist())
            self.positions += len(block.moves)
        self.damaged = reader.damaged
        self._file.truncate(reader.end)

    def _write(self, data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            rest = rest[self._file.write(rest) or 0 :]
        os.fsync(self._file.fileno())

    def add(self, block: Block) -> int:
        """Keep the games of ``block`` that are not in the file yet, for good; returns how many."""
        numbers = block.games["number"].tolist()
        if not self.numbers.isdisjoint(numbers):
            records = [record for record in block.records(self.header) if record.number not in self.numbers]
            if not records:
                return 0
            block = join_games(records, self.header.start)
        self._write(block.encode(self.header.move_bytes))
        self.numbers.update(block.games["number"].tolist())
        self.positions += len(block.moves)
        return len(block.games)

    def close(self) -> None:
        """Let go of the file."""
        with contextlib.suppress(OSError):
            self._file.close()

    def __enter__(self) -> GameWriter:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def lock_file(file: BinaryIO, path: Path) -> None:
    """Let no other process have ``file`` as long as it is open.

    Raises
    ------
    RecordError
        If another process has it.
    """
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(1 << 40)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise RecordError(f"{path} is in use by another process") from None


def _difference(old: Header, new: Header) -> str | None:
    """Where two headers differ, in words; None if they do not."""
    for name in ("game", "options", "start", "move_bytes", "info"):
        a, b = getattr(old, name), getattr(new, name)
        if a == b:
            continue
        if isinstance(a, dict):
            key = next(key for key in (*a, *b) if a.get(key) != b.get(key))
            return f"{key} is {a.get(key)!r} there and {b.get(key)!r} now"
        return f"{name} is {a!r} there and {b!r} now"
    return None
