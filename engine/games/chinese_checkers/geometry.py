"""The star board: holes, directions, camps, gates, distances; every table in plain Python, then frozen.

Holes are numbered row by row from the bottom tip (``a1`` is 0, ``q1`` is 120), in a row from the left. A set of holes is a pair
of ``uint64`` words: holes 0..63 in the low one, 64..120 in the high one.

::

    q  1                          D
    p  2                        D   D
    o  3                      D   D   D
    n  4                    D   D   D   D
    m 13  C   C   C   C   o   o   o   o   o   E   E   E   E
    l 12    C   C   C   o   o   o   o   o   o   E   E   E
    k 11      C   C   o   o   o   o   o   o   o   E   E
    j 10        C   o   o   o   o   o   o   o   o   E
    i  9          o   o   o   o   o   o   o   o   o
    h 10        B   o   o   o   o   o   o   o   o   F
    g 11      B   B   o   o   o   o   o   o   o   F   F
    f 12    B   B   B   o   o   o   o   o   o   F   F   F
    e 13  B   B   B   B   o   o   o   o   o   F   F   F   F
    d  4                    A   A   A   A
    c  3                      A   A   A
    b  2                        A   A
    a  1                          A

Seats are numbered A = 0 to F = 5, clockwise. A seat's *own view* is the board turned so that its camp is at the bottom.
"""

from __future__ import annotations

import re

import numpy as np

ROWS = 17
HOLES = 121
LENGTHS = (1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1)
FIRST = (12, 11, 10, 9, 0, 1, 2, 3, 4, 3, 2, 1, 0, 9, 10, 11, 12)  #: doubled column of each row's first hole
SEATS = 6
LETTERS = "ABCDEF"
SIDES = 6  #: directions
LONGEST = 13  #: holes of the longest line

#: (row, doubled column) of each hole.
PLACES = tuple((row, FIRST[row] + 2 * n) for row in range(ROWS) for n in range(LENGTHS[row]))
AT = {place: hole for hole, place in enumerate(PLACES)}
#: Row and doubled column steps; the first three go to higher numbers, so that the nearest piece on their rays is the lowest bit.
DIRECTIONS = ((0, 2), (1, -1), (1, 1), (0, -2), (-1, 1), (-1, -1))
_MIDDLE = (8, 12)
_NAME = re.compile("([a-q])([1-9][0-9]?)")


# --- names --------------------------------------------------------------------------------------------------------------


def hole_name(hole: int) -> str:
    """``a1`` .. ``q1``."""
    row, column = PLACES[hole]
    return f"{chr(ord('a') + row)}{(column - FIRST[row]) // 2 + 1}"


def hole_of(name: str) -> int:
    """The hole called ``name``, -1 if there is none."""
    match = _NAME.fullmatch(name)
    if match is None:
        return -1
    row = ord(match[1]) - ord("a")
    return AT.get((row, FIRST[row] + 2 * (int(match[2]) - 1)), -1) if int(match[2]) <= LENGTHS[row] else -1


NAMES = tuple(hole_name(hole) for hole in range(HOLES))


# --- symmetry -----------------------------------------------------------------------------------------------------------


def _turned(place: tuple[int, int]) -> tuple[int, int]:
    """The place turned by 60 degrees clockwise around the middle: what lies in camp A comes to camp B."""
    up, right = place[0] - _MIDDLE[0], place[1] - _MIDDLE[1]
    return _MIDDLE[0] + (up - right) // 2, _MIDDLE[1] + (3 * up + right) // 2


def _mirrored(hole: int) -> int:
    """Left and right exchanged."""
    row, column = PLACES[hole]
    return AT[row, 2 * _MIDDLE[1] - column]


def _build_views() -> np.ndarray:
    views = np.zeros((SEATS, HOLES), np.int16)
    for hole, start in enumerate(PLACES):
        place = start
        for turn in range(SEATS):
            views[(SEATS - turn) % SEATS, hole] = AT[place]
            place = _turned(place)
    return _frozen(views)


def _frozen(table: np.ndarray) -> np.ndarray:
    table.flags.writeable = False
    return table


MIRROR = _frozen(np.array([_mirrored(hole) for hole in range(HOLES)], np.int16))
#: [seat, hole]: the hole as that seat sees it, its camp at the bottom.
VIEW = _build_views()


# --- sets ---------------------------------------------------------------------------------------------------------------


def words(holes: set[int] | frozenset[int]) -> tuple[int, int]:
    """The two words of a set."""
    whole = sum(1 << hole for hole in holes)
    return whole & (1 << 64) - 1, whole >> 64


def _seat_sets(of_a: set[int]) -> list[frozenset[int]]:
    """For each seat the holes that it sees where A sees ``of_a``."""
    return [frozenset(hole for hole in range(HOLES) if int(VIEW[seat, hole]) in of_a) for seat in range(SEATS)]


def _word_table(sets: list[frozenset[int]]) -> np.ndarray:
    return _frozen(np.array([words(holes) for holes in sets], np.uint64))


_TRIANGLE = set(range(10))
_NEXT_ROW = {hole for hole in range(HOLES) if PLACES[hole][0] == 4 and 8 <= PLACES[hole][1] <= 16}
_GATE = _NEXT_ROW | {hole for hole in range(HOLES) if PLACES[hole][0] == 5 and 7 <= PLACES[hole][1] <= 17}
#: The camp (ten holes) and the start area of 15, and the eleven holes of the gate, of each seat.
CAMP_SETS, WIDE_SETS, GATE_SETS = _seat_sets(_TRIANGLE), _seat_sets(_TRIANGLE | _NEXT_ROW), _seat_sets(_GATE)
CAMPS, GATES = _word_table(CAMP_SETS), _word_table(GATE_SETS)  #: uint64[seat, word]
OPPOSITE = (3, 4, 5, 0, 1, 2)
TARGETS = _word_table([CAMP_SETS[seat] for seat in OPPOSITE])
FOREIGN_SETS = [
    frozenset[int]().union(*(CAMP_SETS[other] for other in range(SEATS) if other not in (seat, OPPOSITE[seat])))
    for seat in range(SEATS)
]
FOREIGN = _word_table(FOREIGN_SETS)
#: [wide, seat, word]: what a seat has to fill with 10 and with 15 pieces.
GOALS = _frozen(np.array([[words(sets[seat]) for seat in OPPOSITE] for sets in (CAMP_SETS, WIDE_SETS)], np.uint64))
GOAL_SIZES = (10, 15)
BOARD = words(set(range(HOLES)))
#: [hole]: whose camp it is, -1 in the hexagon.
CAMP_OF = _frozen(np.array([next((s for s in range(SEATS) if hole in CAMP_SETS[s]), -1) for hole in range(HOLES)], np.int8))


# --- lines and distances ------------------------------------------------------------------------------------------------


def _line(hole: int, direction: int) -> list[int]:
    """The holes from ``hole`` (not included) on in a direction."""
    (row, column), (up, right) = PLACES[hole], DIRECTIONS[direction]
    found: list[int] = []
    while (place := (row + up * (len(found) + 1), column + right * (len(found) + 1))) in AT:
        found.append(AT[place])
    return found


def _build_lines() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    line = np.full((HOLES, SIDES, LONGEST), -1, np.int8)
    ray = np.zeros((HOLES, SIDES, 2), np.uint64)
    beside = np.zeros((HOLES, 2), np.uint64)
    for hole in range(HOLES):
        near = set()
        for direction in range(SIDES):
            holes = _line(hole, direction)
            line[hole, direction, : len(holes)] = holes
            ray[hole, direction] = words(set(holes))
            near |= set(holes[:1])
        beside[hole] = words(near)
    return _frozen(line), _frozen(ray), _frozen(beside)


#: LINE[hole, direction, k]: the hole at distance k + 1, -1 outside. RAY: all of them as a set. BESIDE: the neighbours.
LINE, RAY, BESIDE = _build_lines()
NEIGHBOUR_PAIRS = sum(int(LINE[hole, direction, 0]) >= 0 for hole in range(HOLES) for direction in range(SIDES)) // 2
#: Sizes of the four classes of holes that an even way along lines connects.
CLASS_SIZES = tuple(
    sum(row % 2 == odd and (column - row) // 2 % 2 == side for row, column in PLACES) for odd in (0, 1) for side in (0, 1)
)


def _build_jumps() -> tuple[np.ndarray, np.ndarray]:
    count = np.zeros(HOLES, np.int8)
    jumps = np.zeros((HOLES, SIDES, 2), np.int8)
    for hole in range(HOLES):
        for direction in range(SIDES):
            if LINE[hole, direction, 1] >= 0:
                jumps[hole, count[hole]] = LINE[hole, direction, :2]
                count[hole] += 1
    return _frozen(count), _frozen(jumps)


#: JUMPS[hole, n]: the hole jumped over and the landing hole of adjacent jump n, n below JUMP_COUNT[hole].
JUMP_COUNT, JUMPS = _build_jumps()


def step_distance(one: int, other: int) -> int:
    """The steps from one hole to the other on an empty board, camps disregarded."""
    up = abs(PLACES[one][0] - PLACES[other][0])
    return up + max(0, (abs(PLACES[one][1] - PLACES[other][1]) - up) // 2)


TIPS = tuple(next(h for h in range(HOLES) if int(VIEW[seat, h]) == HOLES - 1) for seat in range(SEATS))
#: [seat, hole]: steps to the tip of the seat's target.
DISTANCE = _frozen(np.array([[step_distance(hole, tip) for hole in range(HOLES)] for tip in TIPS], np.int8))
