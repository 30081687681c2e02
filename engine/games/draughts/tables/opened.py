"""Opening the tables of a game for this process."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np

from engine.games.draughts.rules import SETTINGS
from engine.games.draughts.tables import kernel_of
from engine.games.draughts.tables.cell import cell_of, cells
from engine.games.draughts.tables.file import TableFile, TableFileError, read_table
from engine.games.draughts.tables.index import CODES, MOST, code_of
from engine.games.draughts.tables.packing import DRAW, LOSS, WIN
from engine.games.draughts.tables.probe import WORDS

_lock = threading.Lock()
_kept: list[np.ndarray] = []
"""Directories: compiled code may hold their addresses as long as the process lives."""
_files: dict[Path, TableFile] = {}
_open: dict[str, tuple[np.ndarray, int]] = {}
"""Game -> directory, most pieces of its tables."""


def open_tables(game_id: str, paths: str, complain: Callable[[str], object], most_pieces: int = MOST) -> int:
    """Let the rules of the game look up positions in the tables of some folders; how many there are.

    Takes the place of what was open for the game in this process. paths : folders separated by ``os.pathsep``; those that do not
    exist are skipped. Files that cannot be used are told to ``complain``. most_pieces : positions with more are not looked up.
    """
    setting = SETTINGS[game_id]
    directory = np.zeros(1 + WORDS * CODES, dtype=np.int64)
    found = 0
    with _lock:
        for folder in filter(None, map(str.strip, paths.split(os.pathsep))):
            for path in sorted(Path(folder).glob(f"{game_id}-????.qdt")):
                try:
                    table = _files.get(path.resolve()) or read_table(path)
                except TableFileError as error:
                    complain(str(error))
                    continue
                pieces = sum(table.material)
                place = 1 + WORDS * code_of(table.material)
                if table.game != game_id or pieces > most_pieces or directory[place]:
                    continue
                _files[path.resolve()] = table
                directory[place : place + WORDS] = table.offsets.ctypes.data, table.codes.ctypes.data
                directory[0] = max(directory[0], pieces)
                found += 1
        _kept.append(directory)
        _open[game_id] = directory, int(directory[0])
        cells[cell_of(setting.rules, setting.side)] = directory.ctypes.data if found else 0
    return found


def close_tables(game_id: str) -> None:
    """Look up nothing more for the game in this process."""
    setting = SETTINGS[game_id]
    cells[cell_of(setting.rules, setting.side)] = 0
    _open.pop(game_id, None)


def most_pieces(game_id: str) -> int:
    """The most pieces that the open tables of the game know; 0 if none are open."""
    return _open[game_id][1] if game_id in _open else 0


def limit_lookups(game_id: str, pieces: int) -> None:
    """From now on the rules look up positions with at most so many pieces (and no more than there are tables for)."""
    if game_id in _open:
        directory, most = _open[game_id]
        directory[0] = min(pieces, most)


def value_of(game_id: str, memory: np.ndarray, ply: int) -> int | None:
    """1 won, 0 drawn, -1 lost for the player to act in a row of the game's stack; None where no table says it.

    None also where the player has a capture: such positions are not in the tables.
    """
    return {DRAW: 0, WIN: 1, LOSS: -1}.get(int(kernel_of(game_id, "table_value")(memory, ply)))
