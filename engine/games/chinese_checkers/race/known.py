"""The race tables that ship, and the compiled lookup: ``moves_home`` says how many moves an army needs, if its end is in a table.

File ``chinese-checkers.race``: :data:`MAGIC`, for each variant the length of its part as four bytes, little endian, then the
parts, LZMA of one byte a set. A variant is one way to set ``pieces``, ``jump``, ``stop=closed`` and ``leave``; only the first is
opened for most users, the others when a position is read under their options.
"""

from __future__ import annotations

import lzma
import threading
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
from numba import types

from engine.core.bits import U0, bit, popcount
from engine.core.cells import named_cells
from engine.core.jit import JIT_DISABLED, leaf
from engine.core.raw import loader
from engine.games.chinese_checkers.geometry import GOAL_SIZES, VIEW
from engine.games.chinese_checkers.hops import first_hole, high_bit, low_bit
from engine.games.chinese_checkers.race.region import BEHIND, CELL_OF_HOLE, KEPT, number_of
from engine.games.chinese_checkers.state import CLOSED

MAGIC = b"qiji race 1\n"
FILE = Path(__file__).resolve().parent.parent / "chinese-checkers.race"
VARIANTS = 16

cells, cells_address = named_cells("qiji_chinese_checkers_race", VARIANTS)
_load_byte, _load_address = loader(types.uint8), loader(types.int64)
#: [seat, hole]: the cell of the seat's table, below 0 outside.
REGION = CELL_OF_HOLE[VIEW] - np.int8(BEHIND)
REGION.flags.writeable = False
_SIZES = np.array(GOAL_SIZES, np.int64)
_opened: dict[int, np.ndarray] = {}
_lock = threading.Lock()


# --- lookup -------------------------------------------------------------------------------------------------------------


@leaf
def cells_of(low, high, seat):
    """The cells of a set of holes as ``uint64``, all bits where a hole lies outside the seat's region."""
    mask = U0
    while low | high != U0:
        hole = first_hole(low, high)
        low &= ~low_bit(hole)
        high &= ~high_bit(hole)
        cell = np.int64(REGION[seat, hole])
        if cell < 0:
            return ~U0
        mask |= bit(cell)
    return mask


@leaf
def moves_home(state, seat):
    """The moves that ``seat`` alone on the board needs to fill its goal; -1 if its pieces are not all in the last rows."""
    if JIT_DISABLED:
        return np.int64(-1)
    wide = np.int64(state["wide"])
    variant = wide | np.int64(state["distant"]) << 1 | np.int64(state["stop"] == CLOSED) << 2 | np.int64(state["leave"]) << 3
    table = _load_address(cells_address(), variant)
    if table == 0:
        return np.int64(-1)
    mask = cells_of(state["low"][seat], state["high"][seat], seat)
    if mask >> np.uint64(KEPT) != U0 or popcount(mask) != _SIZES[wide]:
        return np.int64(-1)
    return _load_byte(table, number_of(mask))


# --- files --------------------------------------------------------------------------------------------------------------


def variant_of(options: dict[str, Any]) -> int:
    """The variant of rule options."""
    wide, distant = options["pieces"] == "15", options["jump"] == "distant"
    return int(wide) | int(distant) << 1 | int(options["stop"] == "closed") << 2 | int(options["leave"]) << 3


def write_tables(path: Path, tables: list[np.ndarray]) -> None:
    """Write the file from the tables of all variants."""
    parts = [lzma.compress(table.tobytes(), preset=9) for table in tables]
    lengths = b"".join(len(part).to_bytes(4, "little") for part in parts)
    path.write_bytes(MAGIC + lengths + b"".join(parts))


def read_table(path: Path, variant: int) -> np.ndarray:
    """The table of a variant from a file, uint8.

    Raises
    ------
    ValueError
        If it is no such file.
    """
    data = path.read_bytes()
    begin = len(MAGIC) + 4 * VARIANTS
    if not data.startswith(MAGIC) or len(data) < begin:
        raise ValueError(f"{path} holds no race tables")
    lengths = np.frombuffer(data[len(MAGIC) : begin], "<u4").astype(int)
    begin += int(lengths[:variant].sum())
    try:
        table = np.frombuffer(lzma.decompress(data[begin : begin + int(lengths[variant])]), np.uint8)
    except lzma.LZMAError as error:
        raise ValueError(f"{path}: {error}") from None
    if table.size != comb(KEPT, GOAL_SIZES[variant & 1]):
        raise ValueError(f"{path}: part {variant} has {table.size} sets")
    return table


def open_table(options: dict[str, Any]) -> None:
    """Let the compiled rules find the table of these rule options, once for each process."""
    variant = variant_of(options)
    if variant in _opened or JIT_DISABLED:
        return
    with _lock:
        if variant not in _opened:
            _opened[variant] = np.ascontiguousarray(read_table(FILE, variant))
            cells[variant] = _opened[variant].ctypes.data
