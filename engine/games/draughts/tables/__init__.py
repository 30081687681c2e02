"""Endgame tables of the draughts family: won, drawn or lost for every position with few pieces, draw counters left out.

- ``index``: materials, and which number a position has in its table;
- ``solve``: retrograde analysis (compiled); ``work``: the same in order, in memory;
- ``packing``, ``file``: the files, packed, checksummed, read by mapping them into memory; ``build``: a folder of them;
- ``cell``, ``probe``, ``opened``: how compiled rules find and read them.

``python -m bench tables`` builds them.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from engine.core.jit import compile_kernel


def kernel_of(game_id: str, name: str) -> Any:
    """A compiled kernel of the game that the search has no use for; compiles it on first use."""
    kernels = import_module(f"engine.games.draughts.compiled.{game_id.replace('-', '_')}").KERNELS
    compile_kernel(kernels[name])
    return kernels[name]
