"""Where pieces may go in the variants, as tables: short steps, elephants' diagonals, half-points, chains of jumps.

Everything that differs from xiangqi and depends on points alone is here; first index: the variant. Lists end with -1.
"""

from __future__ import annotations

import numpy as np

from engine.games.xiangqi.mailbox import NEAR as XIANGQI_NEAR
from engine.games.xiangqi.state import ADVISOR, BLACK, COLOR_BIT, FILES, KING, PAWN, RANKS, RED
from engine.games.xiangqi_variants.state import CELLS, PAOWEI, POINTS, SHENGSHI

CENTRES = (13, 76)  #: e1 and e8

#: Elephant lines of Red in shengshi-xiangqi.
_LINES = ("c0 d1 e2 f3 g4", "g0 f1 e2 d3 c4", "a2 b1 c0", "a2 b3 c4", "i2 h1 g0", "i2 h3 g4")
_DIAGONALS = ((1, 1), (1, -1), (-1, 1), (-1, -1))
_STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))


def point_of(name: str) -> int:
    """The number of ``a0`` .. ``i9``."""
    return "abcdefghi".index(name[0]) + FILES * int(name[1])


def _at(rank: int, file: int) -> int:
    return rank * FILES + file if 0 <= rank < RANKS and 0 <= file < FILES else -1


def in_palace(point: int, color: int) -> bool:
    """Whether ``point`` is one of the nine of the palace of ``color``."""
    rank, file = divmod(point, FILES)
    return 3 <= file <= 5 and (rank <= 2 if color == RED else 7 <= rank < RANKS)


def is_home(point: int, color: int) -> bool:
    """Whether ``point`` is on the half of ``color``."""
    return (point < 45) == (color == RED)


def _steps(variant: int, kind: int, color: int, point: int) -> list[int]:
    """Where a king, advisor or pawn goes in one step; sliding pawns and half-points not included."""
    rank, file = divmod(point, FILES)
    forward = 1 if color == RED else -1
    if kind == PAWN:
        found = [_at(rank + forward, file)]
        if variant == PAOWEI or not is_home(point, color):
            found += [_at(rank, file - 1), _at(rank, file + 1)]
        return [target for target in found if target >= 0]
    if not in_palace(point, color):
        return []
    if kind == ADVISOR and variant == PAOWEI and (rank + file) % 2 != (0 if color == BLACK else 1):
        return []
    found = [_at(rank + r, file + f) for r, f in (_STRAIGHT if kind == KING else _DIAGONALS)]
    return [target for target in found if target >= 0 and in_palace(target, color)]


def _build_steps() -> tuple[np.ndarray, np.ndarray]:
    """``(to, from)``, int8[2, 16, 90, 5]: targets of the piece code on a point, and origins from which it reaches it."""
    to, origin = (np.full((2, 16, POINTS, 5), -1, dtype=np.int8) for _ in range(2))
    for variant in (PAOWEI, SHENGSHI):
        for color in (RED, BLACK):
            for kind in (KING, ADVISOR, PAWN):
                code = kind + COLOR_BIT * color
                reverse: dict[int, list[int]] = {}
                for point in range(POINTS):
                    targets = _steps(variant, kind, color, point)
                    to[variant, code, point, : len(targets)] = targets
                    for target in targets:
                        reverse.setdefault(target, []).append(point)
                for target, origins in reverse.items():
                    origin[variant, code, target, : len(origins)] = origins
    return to, origin


def _sets_of(lists: np.ndarray) -> np.ndarray:
    """uint64[..., 2]: the points of each list as a set."""
    sets = np.zeros((*lists.shape[:-1], 2), dtype=np.uint64)
    for index in np.ndindex(*lists.shape[:-1]):
        for point in lists[index]:
            if point >= 0:
                sets[*index, point // 45] |= np.uint64(1 << int(point) % 45)
    return sets


def _elephant_moves(variant: int, color: int) -> dict[int, list[tuple[int, int, int]]]:
    """Origin -> (target, first point passed, second one or -1)."""
    lines = []
    if variant == PAOWEI:
        for point in range(POINTS):
            for r, f in _DIAGONALS:
                line, here = [point], _at(point // FILES + r, point % FILES + f)
                while here >= 0 and len(line) < 4:
                    line.append(here)
                    here = _at(here // FILES + r, here % FILES + f)
                lines.append(line)
    else:
        for text in _LINES:
            line = [point_of(name) for name in text.split()]
            if color == BLACK:
                line = [point % FILES + FILES * (RANKS - 1 - point // FILES) for point in line]
            lines += [side[start:] for side in (line, line[::-1]) for start in range(len(line))]
    moves: dict[int, list[tuple[int, int, int]]] = {}
    for line in lines:
        for length in (2, 3):
            if len(line) > length:
                moves.setdefault(line[0], []).append((line[length], line[1], line[2] if length == 3 else -1))
    return moves


def _build_elephants() -> np.ndarray:
    """int8[2, 2, 90, 8, 3]: variant, color, origin: targets and the one or two points that must be empty.

    The way back is the same, so the table also gives the origins from which a point is attacked.
    """
    table = np.full((2, 2, POINTS, 8, 3), -1, dtype=np.int8)
    for variant in (PAOWEI, SHENGSHI):
        for color in (RED, BLACK):
            for origin, moves in _elephant_moves(variant, color).items():
                table[variant, color, origin, : len(moves)] = moves
    return table


def _build_corners() -> np.ndarray:
    """int8[8, 4]: the corners of each half-point."""
    table = np.zeros((8, 4), dtype=np.int8)
    for half in range(8):
        low = (0, 0, 1, 1, 7, 7, 8, 8)[half] * FILES + 3 + half % 2
        table[half] = low, low + 1, low + FILES, low + FILES + 1
    return table


def _build_banned() -> np.ndarray:
    """uint64[256, 2]: the corners of all half-points of a byte."""
    table = np.zeros((256, 2), dtype=np.uint64)
    for byte in range(256):
        for half in range(8):
            if byte >> half & 1:
                for corner in CORNERS[half]:
                    table[byte, corner // 45] |= np.uint64(1 << int(corner) % 45)
    return table


def _build_halves_at() -> np.ndarray:
    """int8[90, 5]: the half-points of which a point is a corner."""
    table = np.full((POINTS, 5), -1, dtype=np.int8)
    for point in range(POINTS):
        halves = [half for half in range(8) if point in CORNERS[half]]
        table[point, : len(halves)] = halves
    return table


def _build_jumps() -> np.ndarray:
    """int8[90, 4, 2]: the point jumped over and the point of landing, -1 where that is off the board."""
    table = np.full((POINTS, 4, 2), -1, dtype=np.int8)
    for point in range(POINTS):
        rank, file = divmod(point, FILES)
        for n, (r, f) in enumerate(_DIAGONALS):
            if _at(rank + 2 * r, file + 2 * f) >= 0:
                table[point, n] = _at(rank + r, file + f), _at(rank + 2 * r, file + 2 * f)
    return table


def _build_near() -> np.ndarray:
    """uint8[90, 98]: whether a piece that leaves or enters the second point can change who attacks a king on the first."""
    table = np.zeros((POINTS, CELLS), dtype=np.uint8)
    table[:, :POINTS] = XIANGQI_NEAR
    for king in range(POINTS):
        for r, f in _DIAGONALS:
            for distance in (2, 3):  # of elephants; the diagonal neighbours are legs of horses
                point = _at(king // FILES + r * distance, king % FILES + f * distance)
                if point >= 0:
                    table[king, point] = 1
    return table


STEPS, ORIGINS = _build_steps()
STEP_SETS, ORIGIN_SETS = _sets_of(STEPS), _sets_of(ORIGINS)
ELEPHANTS = _build_elephants()
CORNERS = _build_corners()
CORNER_SETS = _sets_of(CORNERS)
BANNED = _build_banned()
HALVES_AT = _build_halves_at()
OPPOSITE = np.array([3, 2, 1, 0, 7, 6, 5, 4], dtype=np.int8)  #: the half-point across the centre of the palace
JUMPS = _build_jumps()
NEAR = _build_near()
for _table in (STEPS, ORIGINS, STEP_SETS, ORIGIN_SETS, ELEPHANTS, CORNERS, CORNER_SETS, BANNED, HALVES_AT, OPPOSITE, JUMPS, NEAR):
    _table.flags.writeable = False
