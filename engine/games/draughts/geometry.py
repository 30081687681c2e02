"""Where the dark squares lie in a 64-bit set, and the constants that the compiled rules of a board size are made with.

A set has a bit for each dark square in number order and one *ghost* after every second row; ghosts are never occupied and never
empty. So every diagonal step is the same shift from every square, and a step over the edge ends on a ghost or outside::

    8x8, period 9                         10x10, period 11
      .  0  .  1  .  2  .  3                .  0  .  1  .  2  .  3  .  4
      4  .  5  .  6  .  7  .   ghost 8      5  .  6  .  7  .  8  .  9  .   ghost 10
      .  9  . 10  . 11  . 12                . 11  . 12  . 13  . 14  . 15
     13  . 14  . 15  . 16  .   ghost 17    16  . 17  . 18  . 19  . 20  .   ghost 21
      ...                                   ...

Up and right is a step of -w, up and left of -(w + 1), down and left of w, down and right of w + 1, with w squares in a row.
A *cell* is the number of a bit, a *square* the number that people use, from 1.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from engine.games.draughts.regions import region_constants
from engine.games.draughts.rules import Setting


def cell_of(square: int, side: int) -> int:
    """The cell of a square (1..side * side / 2)."""
    return square - 1 + (square - 1) // side


def square_of(cell: int, side: int) -> int:
    """The inverse of :func:`cell_of`; ``cell`` must be no ghost."""
    return cell + 1 - cell // (side + 1)


def row_of(square: int, side: int) -> int:
    """The row of a square, 0 on top (White crowns there)."""
    return (square - 1) // (side // 2)


def column_of(square: int, side: int) -> int:
    """The column of a square, 0 at White's left."""
    row, place = divmod(square - 1, side // 2)
    return 2 * place + (1 if row % 2 == 0 else 0)


def square_at(row: int, column: int, side: int) -> int:
    """The square in a row and column; 0 for a light square and outside the board."""
    if not (0 <= row < side and 0 <= column < side) or (row + column) % 2 == 0:
        return 0
    return row * (side // 2) + column // 2 + 1


def cells_where(side: int, wanted: Any) -> int:
    """The set of the squares for which ``wanted(row, column)`` holds."""
    squares = range(1, side * side // 2 + 1)
    return sum(1 << cell_of(n, side) for n in squares if wanted(row_of(n, side), column_of(n, side)))


def _rays(side: int) -> np.ndarray:
    """``uint64[4, 64]``: the cells beyond a cell in each direction: 0 up right, 1 up left, 2 down left, 3 down right."""
    rays = np.zeros((4, 64), dtype=np.uint64)
    for square in range(1, side * side // 2 + 1):
        for direction, (down, right) in enumerate(((-1, 1), (-1, -1), (1, -1), (1, 1))):
            row, column, cells = row_of(square, side) + down, column_of(square, side) + right, 0
            while further := square_at(row, column, side):
                cells |= 1 << cell_of(further, side)
                row, column = row + down, column + right
            rays[direction, cell_of(square, side)] = cells
    rays.flags.writeable = False
    return rays


@cache
def constants(side: int) -> dict[str, Any]:
    """Name -> value of every constant that depends on the board alone; sets are ``uint64``."""
    last = side - 1
    bridge = (1, 5) if side == 8 else (3, 7)
    sets = {
        "BOARD": cells_where(side, lambda row, column: True),
        "INTERIOR": cells_where(side, lambda row, column: 0 < row < last and 0 < column < last),
        "TOP_ROW": cells_where(side, lambda row, column: row == 0),
        "SECOND_ROW": cells_where(side, lambda row, column: row == 1),
        "LAST_ROW": cells_where(side, lambda row, column: row == last),
        "LAST_BUT_ONE": cells_where(side, lambda row, column: row == last - 1),
        "ROAD": cells_where(side, lambda row, column: row + column == last),
        "CENTRE": cells_where(side, lambda row, column: abs(2 * row - last) <= 3 and abs(2 * column - last) <= side // 2),
        "EDGES": cells_where(side, lambda row, column: column in (0, last)),
        "TOP_BRIDGE": cells_where(side, lambda row, column: row == 0 and column in bridge),
        "LAST_BRIDGE": cells_where(side, lambda row, column: row == last and last - column in bridge),
        "W": side // 2,
        "W1": side // 2 + 1,
        "W2": side,
        "W3": side + 2,
    }
    values: dict[str, Any] = {name: np.uint64(word) for name, word in sets.items()}
    values["SIDE"] = side
    values["RAYS"] = _rays(side)
    values["MEN"] = (side - 2) // 2 * (side // 2)
    values["ROWS"] = np.array([cells_where(side, lambda r, c, row=row: r == row) for row in range(side)], dtype=np.uint64)
    values["CELLS"] = cell_of(side * side // 2, side) + 1
    values["INNER_ROW"] = np.uint64(side // 2 - 1)  # squares of a row that are not on the edge
    return values | region_constants(side)


def constants_of(setting: Setting) -> dict[str, Any]:
    """:func:`constants` and those of the setting: RULES."""
    return constants(setting.side) | {"RULES": setting.rules, "EIGHT": setting.side == 8}
