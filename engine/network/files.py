"""What the file formats of evaluations do alike."""

from __future__ import annotations

import os
from pathlib import Path


def write_whole(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file; one that is there is replaced at once and whole, or stays as it is."""
    path = Path(path)
    beside = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        beside.write_bytes(data)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def begins_with(path: str | os.PathLike[str], start: bytes) -> bool:
    """Whether there is an ordinary file that begins so."""
    try:
        if not os.path.isfile(path):  # opening a pipe would wait for its other end
            return False
        with open(path, "rb") as file:
            return file.read(len(start)) == start
    except (OSError, ValueError):
        return False
