"""Housekeeping of the folders that hold compiled kernels; see ``core.jit`` for their names."""

from __future__ import annotations

import re
import shutil
import time
from pathlib import Path

from engine.core.jit import ENGINE_ROOT, cache_root, unit_folder, unit_of

__all__ = ["cache_root", "present_folders", "prune_cache"]

_FOLDER = re.compile(r"[a-z_][\w.]*-[0-9a-f]{16}")


def present_folders() -> set[Path]:
    """The folders of the sources as they are now, whether or not they exist."""
    modules = (path.relative_to(ENGINE_ROOT).with_suffix("").parts for path in ENGINE_ROOT.rglob("*.py"))
    return {unit_folder(unit_of(".".join(("engine", *parts)))) for parts in modules}


def prune_cache(unused_days: float = 7) -> int:
    """Delete folders of other sources that no process has used for ``unused_days``; returns how many.

    A process that starts with a folder writes and removes a file there (numba tests whether it may), so the newest of the
    modification times tells the last use. Other installations that share the cache are safe as long as they are used.
    """
    present, oldest, count = present_folders(), time.time() - 86400 * unused_days, 0
    for folder in cache_root().iterdir():
        if folder in present or not _FOLDER.fullmatch(folder.name):
            continue
        try:
            if max(path.stat().st_mtime for path in (folder, *folder.iterdir())) < oldest:
                shutil.rmtree(folder)
                count += 1
        except OSError:
            continue  # another process was faster, or the folder is not ours to delete
    return count
