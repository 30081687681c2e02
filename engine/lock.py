"""One writer for a file: the lock that journals and records take."""

from __future__ import annotations

import sys
from typing import BinaryIO


def lock_file(file: BinaryIO) -> None:
    """Let no other process lock ``file`` as long as it is open here.

    Raises
    ------
    OSError
        If another process has it.
    """
    if sys.platform == "win32":
        import msvcrt

        file.seek(1 << 40)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
