"""Packages that cannot be installed beside each other (``pydraughts`` and ``py-draughts`` are both ``import draughts``).

Each is installed once into a folder of its own under the virtual environment; a process that puts the folder into ``PYTHONPATH``
sees it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path


def folder(requirement: str) -> Path:
    """The folder with the package ``NAME==VERSION`` and what it needs.

    Raises
    ------
    RuntimeError
        If it cannot be installed; the last words of pip.
    """
    place = Path(sys.prefix) / "side" / requirement.replace("==", "-")
    if not place.is_dir():
        fresh = place.with_name(f"{place.name}.{os.getpid()}")
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--target", str(fresh)]
        done = subprocess.run([*pip, requirement], capture_output=True, text=True, check=False)
        if done.returncode:
            shutil.rmtree(fresh, ignore_errors=True)
            raise RuntimeError(f"cannot install {requirement}: {done.stderr.strip().splitlines()[-1:]}")
        try:
            fresh.rename(place)
        except OSError:  # another process was faster
            shutil.rmtree(fresh, ignore_errors=True)
    return place
