"""One warm kernel cache for the whole run: the first process compiles, all others (workers, subprocesses) load.

``QIJI_CACHE`` may name the folder; else it is the usual one, so that a second run and ``qiji`` itself find it warm, too.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
_WARM_UP = "import sys; from protocols.cli import main; sys.exit(main(['warmup']))"


def _warm_up() -> str:
    """Fill the cache in a process of its own; returns what it said if it failed."""
    done = subprocess.run([sys.executable, "-c", _WARM_UP], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr if done.returncode else ""


def pytest_sessionstart(session: pytest.Session) -> None:
    """Before workers start, fill the cache once; a run in one process compiles what it uses."""
    os.environ.setdefault("PYTHONPATH", str(ROOT))
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        # Shells start background jobs so, and every process that a test interrupts would inherit it.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    option = session.config.option
    if getattr(option, "numprocesses", None) and not hasattr(session.config, "workerinput") and not option.collectonly:
        fault = _warm_up()
        if fault:
            print(f"cannot compile all kernels beforehand:\n{fault}", file=sys.stderr)


@pytest.fixture(scope="session")
def warm_cache() -> None:
    """For tests with time limits: every kernel is in the cache."""
    fault = _warm_up()
    assert not fault, fault


@pytest.fixture(scope="session")
def data_folder() -> Path:
    """The folder of public test data that ``QIJI_DATA`` names."""
    name = os.environ.get("QIJI_DATA")
    if not name:
        pytest.skip("QIJI_DATA names no folder of test data")
    return Path(name)
