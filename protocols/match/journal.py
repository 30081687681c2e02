"""The journal of a match: one JSON object a line, the settings first, then every finished game as soon as it is finished.

A line ``{"output": FILE, "offset": BYTES}`` says where the games of this match begin in a file that repeats them.

It is all that a match leaves behind and all that it needs to go on. A line counts when its line feed is on the disk; what a kill
cut off is dropped at the next start, and that game is played again under its number.
"""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path
from typing import Any, BinaryIO

from engine.errors import QijiError
from engine.lock import lock_file

FORMAT = "qiji match 1"


class JournalError(QijiError):
    """A journal that cannot be used for this match."""


def read_journal(path: Path) -> tuple[dict, dict[int, dict], dict[str, int], int]:
    """The settings, the games by number, the offsets of outputs, and the length in bytes of what is whole.

    Raises
    ------
    JournalError
        If the file is no journal.
    """
    header: dict = {}
    games: dict[int, dict] = {}
    offsets: dict[str, int] = {}
    whole = 0
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            if not line.endswith(b"\n"):
                break
            try:
                entry = json.loads(line)
                if number == 1 and entry["format"] == FORMAT:
                    header = entry
                elif header and "output" in entry:
                    offsets[entry["output"]] = int(entry["offset"])
                elif header:
                    games.setdefault(entry["number"], entry)
                else:
                    raise ValueError
            except (ValueError, KeyError, TypeError):
                raise JournalError(f"{path}: line {number} is no line of a match journal") from None
            whole += len(line)
    return header, games, offsets, whole


class Journal:
    """An open journal; only one process has it."""

    def __init__(self, path: Path, identity: dict[str, Any]) -> None:
        """Open ``path`` for the match that ``identity`` describes.

        Raises
        ------
        JournalError
            If it belongs to another match, is used by another process or is no journal.
        """
        self.path = path
        if path.exists() and not path.is_file() and not path.is_dir():
            raise JournalError(f"{path} is no regular file")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file: BinaryIO = path.open("a+b", buffering=0)
        except OSError as error:
            raise JournalError(f"cannot write {path}: {error.strerror}") from None
        try:
            self._lock()
            header, self.games, self._offsets, whole = read_journal(path)
            if header:
                _compare(path, header["match"], identity)
            self._file.truncate(whole)
            self._length = whole
            if not header:
                self._write({"format": FORMAT, "match": identity})
        except BaseException:
            self._file.close()
            raise

    def _lock(self) -> None:
        try:
            lock_file(self._file)
        except OSError:
            raise JournalError(f"{self.path} is in use: this match is already running") from None

    def _write(self, entry: dict) -> None:
        """Append a line; where that fails the file ends as before, so that a later line is whole."""
        line = json.dumps(entry, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"
        data = memoryview(line)
        try:
            while data:
                data = data[self._file.write(data) or 0 :]
            os.fsync(self._file.fileno())
        except OSError as error:
            with contextlib.suppress(OSError):
                self._file.truncate(self._length)
            raise JournalError(f"cannot write {self.path}: {error.strerror}") from None
        self._length += len(line)

    def add(self, entry: dict) -> bool:
        """Keep a finished game for good; false, and nothing happens, if its number is there already."""
        if entry["number"] in self.games:
            return False
        self._write(entry)
        self.games[entry["number"]] = entry
        return True

    def offset_of(self, path: Path) -> int:
        """Where this match's games begin in an output; a new output begins at its present end, which is kept for later runs."""
        name = str(path.resolve())
        if name not in self._offsets:
            self._offsets[name] = path.stat().st_size if path.is_file() else 0
            self._write({"output": name, "offset": self._offsets[name]})
        return self._offsets[name]

    def close(self) -> None:
        """Let go of the file."""
        with contextlib.suppress(OSError):
            self._file.close()


def _compare(path: Path, old: dict, new: dict) -> None:
    """Raise if two identities differ, saying where."""
    new = json.loads(json.dumps(new))
    differences = list(_differences(old, new, ""))
    if differences:
        raise JournalError(f"{path} belongs to another match; it differs in {', '.join(differences[:4])}")


def _differences(old: Any, new: Any, where: str):
    if isinstance(old, dict) and isinstance(new, dict):
        for key in sorted(old.keys() | new.keys()):
            yield from _differences(old.get(key), new.get(key), f"{where}.{key}" if where else str(key))
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for index, (a, b) in enumerate(zip(old, new, strict=True), start=1):
            yield from _differences(a, b, f"{where} {index}")
    elif old != new:
        yield f"{where} ({json.dumps(old, ensure_ascii=False)} there, {json.dumps(new, ensure_ascii=False)} now)"
