"""Building the tables of a game into a folder, smallest material first; what lies there already is taken over."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import prod
from pathlib import Path

from engine.errors import QijiError
from engine.games.draughts.rules import SETTINGS
from engine.games.draughts.tables.file import TableFileError, path_of, read_table, write_table
from engine.games.draughts.tables.index import MOST, Material, materials, shape_of
from engine.games.draughts.tables.work import Solver

#: Side of the board -> pieces in all. More would not fit into the numbers of the solver's queue.
LIMITS = {8: MOST, 10: MOST - 1}


@dataclass(frozen=True)
class Built:
    """A table that is there."""

    material: Material
    counts: tuple[int, int, int]
    """Won, drawn and lost positions for the player to act."""
    entries: int
    file_bytes: int
    seconds: float
    """Processor time that it took; of two tables that are solved together the first has all of it. 0: it was there already."""


def plan(game_id: str, pieces: int) -> list[Material]:
    """The materials of all tables with up to so many pieces, in the order of building.

    Raises
    ------
    QijiError
        If there are none or too many.
    """
    limit = LIMITS[SETTINGS[game_id].side]
    if not 2 <= pieces <= limit:
        raise QijiError(f"{game_id} has tables of 2 to {limit} pieces, not {pieces}")
    return [material for number in range(2, pieces + 1) for material in materials(number)]


def entries_of(game_id: str, material: Material) -> int:
    """The entries of a table, holes included."""
    return prod(shape_of(material, SETTINGS[game_id].side))


def build(game_id: str, pieces: int, folder: Path, complain: Callable[[str], object], verify: bool = False) -> Iterator[Built]:
    """Build what is missing, yielding every table when it is there, in the order of :func:`plan`.

    Files that are damaged are told to ``complain`` and built again. With ``verify`` those that are there are built again and
    compared.

    Raises
    ------
    QijiError
        For bad arguments, a file of other values, a folder that cannot be written, or lack of memory.
    """
    wanted = plan(game_id, pieces)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        there = {} if verify else _there(game_id, wanted, folder, complain)
        missing = [material for material in wanted if material not in there]
        solver = Solver(game_id) if missing else None
        needed = max(sum(material) for material in missing) if missing else 0
        for material in wanted:
            seconds = 0.0
            if material in there:
                if solver is not None and sum(material) <= needed and material not in solver.values:
                    _take_over(solver, material, path_of(folder, game_id, material))
            elif solver is not None and material not in solver.values:
                began = time.process_time()
                for solved in solver.solve(material):
                    if solved not in there:
                        there[solved] = _store(solver, solved, folder, verify)
                seconds = time.process_time() - began
            size = path_of(folder, game_id, material).stat().st_size
            yield Built(material, there[material], entries_of(game_id, material), size, seconds)
    except OSError as error:
        raise QijiError(f"tables: cannot write {folder}: {error.strerror}") from None
    except MemoryError:
        raise QijiError(f"tables: no memory for {pieces} pieces; what is complete is kept") from None


def _there(
    game_id: str, wanted: list[Material], folder: Path, complain: Callable[[str], object]
) -> dict[Material, tuple[int, int, int]]:
    """The counts of the tables that are there and undamaged."""
    found = {}
    for material in wanted:
        path = path_of(folder, game_id, material)
        if path.exists():
            try:
                found[material] = _own(path, game_id, material)
            except TableFileError as error:
                complain(f"{error}; it is built again")
    return found


def _own(path: Path, game_id: str, material: Material) -> tuple[int, int, int]:
    table = read_table(path)
    if (table.game, table.material) != (game_id, material):
        raise TableFileError(f"table {path}: holds another table than its name says")
    return table.counts


def _take_over(solver: Solver, material: Material, path: Path) -> None:
    table = read_table(path)
    solver.complete(material, table.values())
    if solver.counts(material) != table.counts:
        raise TableFileError(f"table {path}: its values do not agree with its counts; delete it")


def _store(solver: Solver, material: Material, folder: Path, verify: bool) -> tuple[int, int, int]:
    counts = solver.counts(material)
    path = path_of(folder, solver.setting.id, material)
    if verify and path.exists():
        before = path.read_bytes()
        write_table(folder, solver.setting, material, solver.values[material], counts)
        if path.read_bytes() != before:
            raise TableFileError(f"table {path}: other values than those found now; it is replaced")
    else:
        write_table(folder, solver.setting, material, solver.values[material], counts)
    return counts
