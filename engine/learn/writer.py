"""The one process that adds games to a file: what it has written counts, what a kill cut off is removed and played again."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import BinaryIO

from engine.learn.record import Block, GameReader, Header, RecordError, join_games
from engine.lock import lock_file

PROGRAM = "program"  #: key of a header's ``info``: which program made the file; a newer one may add to it


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
        """Positions with a score in the file: plies without those of the openings."""
        self.damaged: list[int] = []
        """Offsets of damaged parts; they are left as they are, and their games count as missing."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file: BinaryIO = self.path.open("a+b", buffering=0)
        except OSError as error:
            raise RecordError(f"cannot write {path}: {error.strerror}") from None
        try:
            self._lock()
            self._open()
        except BaseException:
            self._file.close()
            raise

    def _lock(self) -> None:
        try:
            lock_file(self._file)
        except OSError:
            raise RecordError(f"{self.path} is in use by another process") from None

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
            self._count(block)
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
        self._count(block)
        return len(block.games)

    def _count(self, block: Block) -> None:
        self.numbers.update(block.games["number"].tolist())
        self.positions += len(block.moves) - int(block.games["opening"].sum())

    def close(self) -> None:
        """Let go of the file."""
        with contextlib.suppress(OSError):
            self._file.close()

    def __enter__(self) -> GameWriter:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def _difference(old: Header, new: Header) -> str | None:
    """Where two headers differ, in words; None if they do not."""
    for name in ("game", "options", "start", "move_bytes", "info"):
        a, b = getattr(old, name), getattr(new, name)
        if isinstance(a, dict):
            key = next((key for key in (*a, *b) if key != PROGRAM and a.get(key) != b.get(key)), None)
            if key is None:
                continue
            return f"{key} is {a.get(key)!r} there and {b.get(key)!r} now"
        if a != b:
            return f"{name} is {a!r} there and {b!r} now"
    return None
