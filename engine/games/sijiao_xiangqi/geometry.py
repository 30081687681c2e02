"""Points, lines and zones of both boards; the first index of every table is the board.

The corner board has 10x10 points, numbered rank by rank from a1; its lands are the four quarters of 5x5. The cross is that of
``engine.games.cross``, cells included. Directions are 0 up, 1 right, 2 down, 3 left. Tables hold -1 where no point is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

import numpy as np

from engine.games.cross import geometry as cross
from engine.games.cross.geometry import CELLS, DIAGONALS, DIRECTIONS, SEATS

CORNERS, SIDES = 0, 1
GAMES = ("sijiao-xiangqi", "sifang-xiangqi")
SIDE = (10, cross.SIDE)  #: files and ranks of each board
FILES = cross.FILES
Place = tuple[int, int]  #: (file, rank), from 0

PLACES: tuple[tuple[Place, ...], ...] = (tuple((file, rank) for rank in range(10) for file in range(10)), cross.PLACES)
INDEX: tuple[dict[Place, int], ...] = tuple({place: cell for cell, place in enumerate(places)} for places in PLACES)
NAMES = tuple(tuple(f"{FILES[file]}{rank + 1}" for file, rank in places) for places in PLACES)
CELL_OF = tuple({name: cell for cell, name in enumerate(names)} for names in NAMES)
COUNT = np.array([len(places) for places in PLACES], np.int64)  #: points of each board

_PALACE_CENTRES = (((1, 1), (1, 8), (8, 8), (8, 1)), ((9, 1), (1, 9), (9, 17), (17, 9)))
_LEAPS = tuple(((right, up), (2 * right + side * up, 2 * up + side * right)) for right, up in DIRECTIONS for side in (1, -1))

#: [board, kind - 7, seat]: the direction in which a pawn of the kind (P, S) goes forward.
FORWARD = np.array([[[0, 2, 2, 0], [1, 1, 3, 3]], [[0, 1, 2, 3], [0, 1, 2, 3]]], np.int8)


def _land(board: int, place: Place) -> int:
    """The seat whose land it is, -1 in the centre of the cross."""
    if board == SIDES:
        land = int(cross.LAND[cross.INDEX[place]])
        return -1 if land == cross.CENTRE else land
    file, rank = place
    return ((0, 1), (3, 2))[file >= 5][rank >= 5]


def _palace(board: int, place: Place) -> int:
    """The seat whose palace it is, -1 outside."""
    for seat, (file, rank) in enumerate(_PALACE_CENTRES[board]):
        if max(abs(place[0] - file), abs(place[1] - rank)) <= 1:
            return seat
    return -1


def _is_adviser_point(seat: int, board: int, place: Place) -> int:
    file, rank = _PALACE_CENTRES[board][seat]
    return int(_palace(board, place) == seat and (place[0] - file + place[1] - rank) % 2 == 0)


def _shifts(steps: Iterable[Place]) -> np.ndarray:
    """int16[2, len(steps), CELLS]: the point that lies so far right and up."""
    steps = tuple(steps)
    table = np.full((2, len(steps), CELLS), -1, np.int16)
    for board in (CORNERS, SIDES):
        for n, (right, up) in enumerate(steps):
            for cell, (file, rank) in enumerate(PLACES[board]):
                table[board, n, cell] = INDEX[board].get((file + right, rank + up), -1)
    table.flags.writeable = False
    return table


def _zones(of: Callable[[int, Place], int]) -> np.ndarray:
    """int8[2, CELLS]."""
    table = np.full((2, CELLS), -1, np.int8)
    for board in (CORNERS, SIDES):
        for cell, place in enumerate(PLACES[board]):
            table[board, cell] = of(board, place)
    table.flags.writeable = False
    return table


NEXT = _shifts(DIRECTIONS)  #: [board, direction, cell]
DIAGONAL = _shifts(DIAGONALS)  #: [board, diagonal, cell], also the eye of an elephant
ELEPHANT = _shifts((2 * right, 2 * up) for right, up in DIAGONALS)
HORSE = _shifts(leap for _, leap in _LEAPS)  #: [board, leap, cell]; the target
HORSE_LEG = _shifts(leg for leg, _ in _LEAPS)  #: the point that must exist and be empty
HORSE_FROM = _shifts((-right, -up) for _, (right, up) in _LEAPS)  #: [board, leap, target]: where a horse would come from
HORSE_FROM_LEG = _shifts((leg[0] - right, leg[1] - up) for leg, (right, up) in _LEAPS)  #: its leg then
LAND, PALACE = _zones(_land), _zones(_palace)
FILE, RANK = _zones(lambda _, place: place[0]), _zones(lambda _, place: place[1])
#: [board, seat, cell]: 1 on the five points of that seat's advisers.
ADVISER_POINT = np.stack([_zones(partial(_is_adviser_point, seat)) for seat in range(SEATS)], axis=1)
ADVISER_POINT.flags.writeable = FORWARD.flags.writeable = COUNT.flags.writeable = False
