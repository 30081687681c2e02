"""One warm kernel cache for the whole run: the first process compiles, all others (workers, subprocesses) load.

``QIJI_CACHE`` may name the folder; else it is the usual one, so that a second run and ``qiji`` itself find it warm, too.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
_WARM_UP = "import sys; from protocols.cli import main; sys.exit(main(['warmup']))"


def pytest_sessionstart(session: pytest.Session) -> None:
    """Fill the cache before any worker starts; a subprocess, so that this one stays small."""
    os.environ.setdefault("PYTHONPATH", str(ROOT))
    if hasattr(session.config, "workerinput") or session.config.option.collectonly or os.environ.get("NUMBA_DISABLE_JIT") == "1":
        return
    done = subprocess.run([sys.executable, "-c", _WARM_UP], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.exit(f"cannot compile the kernels:\n{done.stdout}{done.stderr}", returncode=3)


@pytest.fixture(scope="session")
def data_folder() -> Path:
    """The folder of public test data that ``QIJI_DATA`` names."""
    name = os.environ.get("QIJI_DATA")
    if not name:
        pytest.skip("QIJI_DATA names no folder of test data")
    return Path(name)
