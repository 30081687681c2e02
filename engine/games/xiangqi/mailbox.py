"""A plain mailbox for the adjudication of repetitions: attackers, moves by the ways of moving, making and undoing a move.

This code runs only when a position has come back, so it is written for a short compilation. A *work board* is ``int8[92]``: the
piece codes of ``state.py`` on squares 0..89, then the squares of Red's and of Black's king. The bit ``EXCUSED`` of a code marks a
piece that attacked the enemy king in the position ``P`` that is being judged (``excuse`` in the rule text, 6.2): it travels with
the piece, so an exchange that is tried on the board needs no other bookkeeping.

``lists`` is ``int16``, a stack of move and square lists: a function writes from index ``start`` on and returns the end.
"""

from __future__ import annotations

import numpy as np

from engine.core.bits import U0, U1
from engine.core.jit import inline_leaf, leaf
from engine.games.xiangqi.state import (
    ADVISOR,
    BISHOP,
    CANNON,
    COLOR_BIT,
    FILES,
    HALF,
    KING,
    KNIGHT,
    PAWN,
    RANKS,
    ROOK,
    SQUARES,
)

EXCUSED = 16
NO_EXCUSE = np.int64(0)
CODE = 15  #: mask of the piece code without ``EXCUSED``
BOARD_SIZE = SQUARES + 2
SPAN = 24 * SQUARES  #: no list of moves of one position is longer: a square has at most 24 pieces of a side that could move to it

ALL_LEAPERS = 8  #: longest row of the leaper tables
_BLACK_PAWN = 0  #: row of the leaper tables; all other leapers have the row of their kind

# --- tables -------------------------------------------------------------------------------------------------------------

_DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1))
RAY_STEP = np.array([9, -9, 1, -1], dtype=np.int64)


def _square(rank: int, file: int) -> int:
    return rank * FILES + file if 0 <= rank < RANKS and 0 <= file < FILES else -1


def _in_palace(rank: int, file: int) -> bool:
    return 3 <= file <= 5 and (0 <= rank <= 2 or 7 <= rank <= 9)


def _build_ray_lengths() -> np.ndarray:
    """Squares between a square and the edge in each direction of ``RAY_STEP``, int8[4, 90]."""
    table = np.zeros((4, SQUARES), dtype=np.int8)
    for square in range(SQUARES):
        rank, file = divmod(square, FILES)
        table[:, square] = RANKS - 1 - rank, rank, FILES - 1 - file, file
    table.flags.writeable = False
    return table


def _leaps(row: int, rank: int, file: int) -> list[tuple[int, int]]:
    """Targets of a leaper and the square that must be empty for each, -1 for none."""
    found = []
    if row == KING or row == ADVISOR:
        steps = _DIRECTIONS if row == KING else ((1, 1), (1, -1), (-1, 1), (-1, -1))
        if _in_palace(rank, file):
            found = [(_square(rank + r, file + f), -1) for r, f in steps if _in_palace(rank + r, file + f)]
    elif row == BISHOP:
        for r, f in ((2, 2), (2, -2), (-2, 2), (-2, -2)):
            if (rank <= 4) == (rank + r <= 4):
                found.append((_square(rank + r, file + f), _square(rank + r // 2, file + f // 2)))
    elif row == KNIGHT:
        for r, f in _DIRECTIONS:
            for side in (1, -1):
                found.append((_square(rank + 2 * r + side * f, file + 2 * f + side * r), _square(rank + r, file + f)))
    elif row in (PAWN, _BLACK_PAWN):
        found.append((_square(rank + (1 if row == PAWN else -1), file), -1))
        if (rank >= 5) == (row == PAWN):
            found += [(_square(rank, file + 1), -1), (_square(rank, file - 1), -1)]
    return [leap for leap in found if leap[0] >= 0]


def _build_leaps(backward: bool) -> np.ndarray:
    """int8[8, 90, 8, 2]: targets (``backward``: origins) of a leaper on a square and the square to be empty; -1 ends a list."""
    table = np.full((8, SQUARES, ALL_LEAPERS, 2), -1, dtype=np.int8)
    used = np.zeros((8, SQUARES), dtype=int)
    for row in range(8):
        for square in range(SQUARES):
            for target, empty in _leaps(row, *divmod(square, FILES)):
                here, there = (target, square) if backward else (square, target)
                table[row, here, used[row, here]] = there, empty
                used[row, here] += 1
    table.flags.writeable = False
    return table


def _build_near() -> np.ndarray:
    """uint8[90, 90]: whether a piece that leaves or enters the second square can change who attacks a king on the first.

    True on the king's rank and file, on its diagonal neighbours (legs of horses) and a horse's leap away.
    """
    table = np.zeros((SQUARES, SQUARES), dtype=np.uint8)
    for king in range(SQUARES):
        for square in range(SQUARES):
            rank, file = abs(king // FILES - square // FILES), abs(king % FILES - square % FILES)
            table[king, square] = rank == 0 or file == 0 or rank * file in (1, 2)
    table.flags.writeable = False
    return table


RAY_LENGTH = _build_ray_lengths()
LEAPS = _build_leaps(False)
ARRIVALS = _build_leaps(True)
NEAR = _build_near()


# --- the board ----------------------------------------------------------------------------------------------------------


@inline_leaf
def color_of(code):
    """0 or 1 of a nonzero code."""
    return (np.int64(code) & COLOR_BIT) >> 3


@inline_leaf
def leaper_row(code):
    """The row of the leaper tables for a code."""
    return np.int64(0) if code & CODE == PAWN + COLOR_BIT else np.int64(code) & 7


@inline_leaf
def is_crossed(code, square):
    """Whether the pawn ``code`` on ``square`` has crossed the river."""
    return (square >= HALF) == (color_of(code) == 0)


@leaf
def worth(code, square):
    """Units of a piece on ``square``: R 4, N and C 2, A and B 1, crossed P 1, else 0."""
    kind = np.int64(code) & 7
    if kind == ROOK:
        return np.int64(4)
    if kind == KNIGHT or kind == CANNON:
        return np.int64(2)
    if kind == PAWN:
        return np.int64(is_crossed(code, square))
    return np.int64(kind == ADVISOR or kind == BISHOP)


@inline_leaf
def has_square(lo, hi, square):
    """Whether a set of two words holds ``square``."""
    return (hi >> np.uint64(square - HALF) if square >= HALF else lo >> np.uint64(square)) & U1 != U0


@inline_leaf
def shift(board, origin, to):
    """Move a piece on a work board and return what stood on ``to``, for :func:`unshift`."""
    code, taken = board[origin], board[to]
    board[to] = code
    board[origin] = 0
    if code & 7 == KING:
        board[SQUARES + color_of(code)] = to
    return taken


@inline_leaf
def unshift(board, origin, to, taken):
    """Undo :func:`shift`."""
    code = board[to]
    board[origin] = code
    board[to] = taken
    if code & 7 == KING:
        board[SQUARES + color_of(code)] = origin


@leaf
def line_attacked(board, king, enemy, skip, faces):
    """Whether a rook or cannon of the color bit ``enemy`` attacks ``king``, or the other king where it ``faces`` this one.

    Pieces with a bit of ``skip`` do not count.
    """
    for direction in range(4):
        square, step = king, RAY_STEP[direction]
        screens = 0
        for _ in range(RAY_LENGTH[direction, king]):
            square += step
            code = board[square]
            if code == 0:
                continue
            kind = code & 7
            if code & COLOR_BIT == enemy and code & skip == 0:
                if screens == 0 and (kind == ROOK or kind == KING and faces) or screens == 1 and kind == CANNON:
                    return True
            screens += 1
            if screens == 2:
                break
    return False


@leaf
def king_attacked(board, color, skip):
    """Whether the enemy attacks the king of ``color``, facing generals included; pieces with a bit of ``skip`` do not count."""
    king = np.int64(board[SQUARES + color])
    enemy = COLOR_BIT - COLOR_BIT * color
    if line_attacked(board, king, enemy, skip, True):
        return True
    for row in (KNIGHT, PAWN):
        wanted = row + enemy
        table = leaper_row(wanted)
        for n in range(ALL_LEAPERS):
            origin = np.int64(ARRIVALS[table, king, n, 0])
            if origin < 0:
                break
            code = board[origin]
            empty = np.int64(ARRIVALS[table, king, n, 1])
            if code & CODE == wanted and code & skip == 0 and (empty < 0 or board[empty] == 0):
                return True
    return False


@leaf
def list_line_attackers(board, target, color, lists, start):
    """Write the squares of the rooks and cannons of ``color`` that could take on ``target``; return the list's end."""
    end = start
    for direction in range(4):
        square, step = target, RAY_STEP[direction]
        screens = 0
        for _ in range(RAY_LENGTH[direction, target]):
            square += step
            code = board[square]
            if code == 0:
                continue
            kind = code & 7
            if color_of(code) == color and (screens == 0 and kind == ROOK or screens == 1 and kind == CANNON):
                lists[end] = square
                end += 1
            screens += 1
            if screens == 2:
                break
    return end


@leaf
def list_attackers(board, target, color, lists, start):
    """Write the squares of the pieces of ``color`` whose way of moving lets them take on ``target``; return the list's end.

    The cheap ones come first, the king last.
    """
    end = start
    for n in range(5):
        kind = (PAWN, ADVISOR, BISHOP, KNIGHT, KING)[n]
        if kind == KING:
            end = list_line_attackers(board, target, color, lists, end)
        wanted = kind + COLOR_BIT * color
        table = leaper_row(wanted)
        for m in range(ALL_LEAPERS):
            origin = np.int64(ARRIVALS[table, target, m, 0])
            if origin < 0:
                break
            empty = np.int64(ARRIVALS[table, target, m, 1])
            if board[origin] & CODE == wanted and (empty < 0 or board[empty] == 0):
                lists[end] = origin
                end += 1
    return end


@leaf
def list_line_moves(board, origin, lists, start, shut_lo, shut_hi):
    """Append the moves of the rook or cannon on ``origin``; no quiet one ends in the set ``shut``. Returns the list's end."""
    end = start
    code = board[origin]
    for direction in range(4):
        square, step = origin, RAY_STEP[direction]
        screens = 0
        for _ in range(RAY_LENGTH[direction, origin]):
            square += step
            other = board[square]
            if other == 0:
                if screens == 0 and not has_square(shut_lo, shut_hi, square):
                    lists[end] = origin << 7 | square
                    end += 1
                continue
            if screens == 1 or code & 7 == ROOK:
                if color_of(other) != color_of(code):
                    lists[end] = origin << 7 | square
                    end += 1
                break
            screens = 1
    return end


@leaf
def list_moves(board, color, lists, start):
    """Write all moves of ``color`` by the ways of moving alone, ``origin << 7 | to`` each; return the list's end."""
    end = start
    for origin in range(SQUARES):
        code = board[origin]
        if code == 0 or color_of(code) != color:
            continue
        kind = code & 7
        if kind == ROOK or kind == CANNON:
            end = list_line_moves(board, origin, lists, end, U0, U0)
            continue
        table = leaper_row(code)
        for n in range(ALL_LEAPERS):
            square = np.int64(LEAPS[table, origin, n, 0])
            if square < 0:
                break
            empty = np.int64(LEAPS[table, origin, n, 1])
            if empty >= 0 and board[empty] != 0:
                continue
            if board[square] == 0 or color_of(board[square]) != color:
                lists[end] = origin << 7 | square
                end += 1
    return end


@leaf
def load_board(states, ply, board, lists):
    """Write row ``ply`` of the stack as a marked work board, the ``P`` of the definitions: checkers are excused."""
    for square in range(SQUARES):
        board[square] = states[ply]["board"][square]
    for color in range(2):
        board[SQUARES + color] = states[ply]["king"][color]
    for color in range(2):
        end = list_attackers(board, np.int64(board[SQUARES + color]), 1 - color, lists, np.int64(0))
        for n in range(end):
            board[lists[n]] |= EXCUSED
