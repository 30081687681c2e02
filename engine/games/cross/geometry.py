"""Points, lines and zones of the cross: a 9x9 centre with four arms ("lands") of 9x5.

Files a-s, ranks 1-19; a point exists if its file is f-n or its rank is 6-14. Cells 0..260 count the existing points rank by
rank::

    19               252 .. 260            land and palace of seat 2 (north)
    15               216 .. 224
    14   197 .. 201  202 .. 210  211 .. 215
         seat 1          centre       seat 3
     6    45 ..  49   50 ..  58   59 ..  63
     5                36 ..  44
     1                 0 ..   8            land and palace of seat 0 (south)
         a .. e       f .. n       o .. s

Directions are 0 up, 1 right, 2 down, 3 left, so that a seat's number is its forward direction. Tables hold -1 where no point is.
"""

from __future__ import annotations

import numpy as np

SEATS = 4
SIDE = 19
CELLS = 261
DIRECTIONS = ((0, 1), (1, 0), (0, -1), (-1, 0))  #: (right, up)
DIAGONALS = ((1, 1), (1, -1), (-1, -1), (-1, 1))
#: For each of eight leaps: the leg (a direction) and the target.
_LEAPS = tuple(((right, up), (2 * right + side * up, 2 * up + side * right)) for right, up in DIRECTIONS for side in (1, -1))
FILES = "abcdefghijklmnopqrs"
CENTRE, ROYAL = 4, 4  #: the zone numbers of the centre in ``LAND`` and of the royal palace in ``PALACE``


def exists(file: int, rank: int) -> bool:
    """Whether there is a point on ``file`` and ``rank``, both from 0."""
    return 0 <= file < SIDE and 0 <= rank < SIDE and (5 <= file <= 13 or 5 <= rank <= 13)


#: Cell -> (file, rank), and back.
PLACES = tuple((file, rank) for rank in range(SIDE) for file in range(SIDE) if exists(file, rank))
INDEX = {place: cell for cell, place in enumerate(PLACES)}


def point_name(cell: int) -> str:
    """``f1`` .. ``n19``."""
    file, rank = PLACES[cell]
    return f"{FILES[file]}{rank + 1}"


NAMES = tuple(point_name(cell) for cell in range(CELLS))
CELL_OF = {name: cell for cell, name in enumerate(NAMES)}
THRONE = CELL_OF["j10"]


def _frozen(table: np.ndarray) -> np.ndarray:
    table.flags.writeable = False
    return table


def _shifts(steps) -> np.ndarray:
    """int16[len(steps), CELLS]: the point that lies so far right and up."""
    return _frozen(
        np.array([[INDEX.get((file + right, rank + up), -1) for file, rank in PLACES] for right, up in steps], np.int16)
    )


def _land(file: int, rank: int) -> int:
    if rank < 5 or rank > 13:
        return 0 if rank < 5 else 2
    if file < 5 or file > 13:
        return 1 if file < 5 else 3
    return CENTRE


_PALACE_CENTRES = ((9, 1), (1, 9), (9, 17), (17, 9), (9, 9))


def _palace(file: int, rank: int) -> int:
    for number, (x, y) in enumerate(_PALACE_CENTRES):
        if max(abs(file - x), abs(rank - y)) <= 1:
            return number
    return -1


NEXT = _shifts(DIRECTIONS)  #: [direction, cell]
DIAGONAL = _shifts(DIAGONALS)  #: [diagonal, cell], also the eye of an elephant
ELEPHANT = _shifts([(2 * right, 2 * up) for right, up in DIAGONALS])  #: [diagonal, cell]
HORSE = _shifts([leap for _, leap in _LEAPS])  #: [leap, cell]; the target
HORSE_LEG = _shifts([leg for leg, _ in _LEAPS])  #: [leap, cell]; the point that must exist and be empty
HORSE_FROM = _shifts([(-right, -up) for _, (right, up) in _LEAPS])  #: [leap, target]: where a horse would come from
HORSE_FROM_LEG = _shifts([(leg[0] - right, leg[1] - up) for leg, (right, up) in _LEAPS])  #: its leg then
FILE, RANK = (_frozen(np.array(numbers, np.int8)) for numbers in zip(*PLACES, strict=True))
LAND = _frozen(np.array([_land(*place) for place in PLACES], np.int8))  #: the seat that the land belongs to, CENTRE
PALACE = _frozen(np.array([_palace(*place) for place in PLACES], np.int8))  #: the seat of the palace, ROYAL, -1
#: [seat, cell]: 1 on the five points of that seat's advisors.
ADVISER_POINT = _frozen(
    np.array(
        [[int(_palace(f, r) == seat and (f - _PALACE_CENTRES[seat][0] + r - _PALACE_CENTRES[seat][1]) % 2 == 0) for f, r in
        PLACES]
         for seat in range(SEATS)], np.int8)
)  # fmt: skip


#: int8[seat, cell]: how far a cell lies from the back rank of that seat, 0..18.
FORWARD_RANK = _frozen(
    np.array([[(rank, file, SIDE - 1 - rank, SIDE - 1 - file)[seat] for file, rank in PLACES] for seat in range(SEATS)], np.int8)
)


def turned(seat: int, cell: int) -> int:
    """``cell`` as seat 0 would see it if it sat where ``seat`` sits."""
    file, rank = PLACES[cell]
    return INDEX[((file, rank), (SIDE - 1 - rank, file), (SIDE - 1 - file, SIDE - 1 - rank), (rank, SIDE - 1 - file))[seat]]
