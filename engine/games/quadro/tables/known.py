"""Solved positions that ship: those lost for the side to move which a winning way of play meets.

A file ``<game>.lost`` beside the rules holds such positions for the rules of that game: whatever the first player does from the
start position on, one turn of the second player leads into the set again, up to the number of balls at which the file ends. So
whoever plays second by it never leaves the proof. See ``tables.proof`` and ``bench/results/quadro.md``.

File: :data:`MAGIC`, then LZMA of the names (``canonical.name_of``), ascending, as differences: eight planes, lowest bytes first.
"""

from __future__ import annotations

import lzma
import threading
from pathlib import Path

import numpy as np
from numba import types

from engine.core.bits import U0
from engine.core.jit import JIT_DISABLED, compile_kernel, inline_leaf, kernel
from engine.core.raw import load_i64, load_u64
from engine.games.quadro.rules import SETTINGS, rules_of
from engine.games.quadro.tables.canonical import name_of
from engine.games.quadro.tables.cell import cells, cells_address

MAGIC = b"qiji quadro lost 1\n"
FOLDER = Path(__file__).resolve().parent.parent
_FACTOR, _UP = np.uint64(0x9E3779B97F4A7C15), np.uint64(32)
_lock = threading.Lock()
_kept: list[np.ndarray] = []
_tried: set[int] = set()


# --- lookup -------------------------------------------------------------------------------------------------------------


@inline_leaf
def _slot(name, mask):
    return np.int64((name * _FACTOR) >> _UP) & mask


@inline_leaf
def is_known_lost(own, enemy, rules):
    """Whether the opened set of ``rules`` holds the position; ``own``: the balls of the side to move."""
    if JIT_DISABLED:
        return False
    directory = load_i64(cells_address(), rules)
    if directory == 0:
        return False
    table, mask = load_i64(directory, 0), load_i64(directory, 1)
    name = name_of(own, enemy) + np.uint64(1)
    slot = _slot(name, mask)
    word = load_u64(table, slot)
    while word != U0:
        if word == name:
            return True
        slot = (slot + 1) & mask
        word = load_u64(table, slot)
    return False


_FILL = types.FunctionType(types.void(types.Array(types.uint64, 1, "C"), types.Array(types.uint64, 1, "C")))


@kernel(_FILL)
def fill(names, table):
    """Put ``names`` + 1 into the empty hash table ``table``, a power of two of words, more than there are names."""
    mask = np.int64(table.size - 1)
    for index in range(names.size):
        name = names[index] + np.uint64(1)
        slot = _slot(name, mask)
        while table[slot] != U0:
            slot = (slot + 1) & mask
        table[slot] = name


# --- files --------------------------------------------------------------------------------------------------------------


def write_names(path: Path, names: np.ndarray) -> None:
    """Write a file from ``names``, uint64."""
    ordered = np.unique(names.astype(np.uint64))
    steps = np.diff(ordered, prepend=np.uint64(0))
    planes = np.ascontiguousarray(steps.astype("<u8").view(np.uint8).reshape(-1, 8).T)
    path.write_bytes(MAGIC + lzma.compress(planes.tobytes(), preset=9))


def read_names(path: Path) -> np.ndarray:
    """The names of a file, uint64, ascending.

    Raises
    ------
    ValueError
        If it is no such file.
    """
    data = path.read_bytes()
    if not data.startswith(MAGIC):
        raise ValueError(f"{path} holds no solved positions")
    try:
        planes = np.frombuffer(lzma.decompress(data[len(MAGIC) :]), dtype=np.uint8)
    except lzma.LZMAError as error:
        raise ValueError(f"{path}: {error}") from None
    steps = np.ascontiguousarray(planes.reshape(8, -1).T).view("<u8").reshape(-1)
    return np.cumsum(steps, dtype=np.uint64)


def open_names(rules: int, names: np.ndarray) -> None:
    """Let the compiled rules know that these positions are lost under ``rules``."""
    compile_kernel(fill)
    table = np.zeros(1 << max(4, int(names.size * 4 // 3).bit_length()), dtype=np.uint64)
    fill(np.ascontiguousarray(names), table)
    directory = np.array([table.ctypes.data, table.size - 1], dtype=np.int64)
    _kept.extend((table, directory))
    cells[rules] = directory.ctypes.data


def open_shipped(rules: int) -> None:
    """Open what ships for ``rules``, once for each process."""
    if rules in _tried or JIT_DISABLED:
        return
    with _lock:
        if rules in _tried:
            return
        for setting in SETTINGS.values():
            path = FOLDER / f"{setting.id}.lost"
            if rules == default_rules(setting.id) and path.is_file():
                open_names(rules, read_names(path))
        _tried.add(rules)


def default_rules(game_id: str) -> int:
    """The ``rules`` bits of a game without options."""
    setting = SETTINGS[game_id]
    values = {"bonus": setting.bonus, "lines": setting.lines, "diagonals": False, "restack": setting.restack}
    return rules_of({**values, "take_min": setting.take_min, "out": "no-move"})
