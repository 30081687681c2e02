"""The engines that come with Python packages for draughts, as players of ``bench ladder``; installed on first use."""

from __future__ import annotations

import sys
from pathlib import Path

from bench.side_packages import folder
from protocols.client.player import PlayerSpec

ROOT = Path(__file__).resolve().parent.parent
#: Name -> package.
DRAUGHTS_ENGINES = {"py-draughts": "py-draughts==1.10.1", "dame-rs": "dame-rs==0.2.0"}
#: ``dame hub``, with the package in a folder of its own.
_DAME = "import runpy, sys; sys.path.insert(0, sys.argv.pop(1)); runpy.run_module('dame', run_name='__main__')"


def draughts_engine(name: str) -> PlayerSpec:
    """The player: py-draughts plays 10x10, English, Brazilian and Russian draughts, dame-rs 10x10; dame-rs gets a table of 64 MB.

    Raises
    ------
    RuntimeError
        If its package cannot be installed.
    """
    place = str(folder(DRAUGHTS_ENGINES[name]))
    if name == "dame-rs":
        return PlayerSpec(name, (sys.executable, "-c", _DAME, place, "hub"), "hub", {"hash": "64"})
    return PlayerSpec(name, (sys.executable, "-m", "bench.py_draughts", place), "hub", directory=str(ROOT))
