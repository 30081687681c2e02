"""Files that are there as a whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def fresh_file(name: str | Path) -> Iterator[Path]:
    """The place to write what becomes the file ``name`` when the block ends well; nothing of it stays otherwise.

    A link stays one; a pipe or device is written as it is.

    Raises
    ------
    OSError
        With ``name`` as its file name.
    """
    path = Path(name)
    special = path.exists() and not path.is_file()
    target = path.resolve()
    fresh = path if special else target.with_name(f"{target.name}.{os.getpid()}.new")
    try:
        yield fresh
        if not special:
            os.replace(fresh, target)
    except OSError as error:
        error.filename, error.filename2 = str(name), None
        raise
    finally:
        if not special:
            fresh.unlink(missing_ok=True)


def write_whole(name: str | Path, data: bytes) -> None:
    """Write ``data`` into the file ``name``; see :func:`fresh_file`.

    Raises
    ------
    OSError
    """
    with fresh_file(name) as fresh:
        fresh.write_bytes(data)
