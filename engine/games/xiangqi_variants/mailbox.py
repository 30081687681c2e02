"""A plain mailbox for the adjudication of repetitions in the variants; xiangqi's ``mailbox`` says what it is for.

A *work board* is ``int8[BOARD_SIZE]``: piece codes on cells 0..97, then

=========  =================================================================================================================
98, 99     the cells of Red's and of Black's king
100        the variant
101 ..     half-points, chains, flying, both centres, returns: the rules that options switch
106 ..     the returns of Red and of Black, three points each, -1 for none
=========  =================================================================================================================
The bit ``CROSSED`` of a code marks a pawn that counts as crossed wherever it stands.
"""

from __future__ import annotations

import numpy as np

from engine.core.jit import inline_leaf, leaf
from engine.games.adapt import adapted
from engine.games.xiangqi import mailbox as xiangqi_mailbox
from engine.games.xiangqi.attacks import U0, U1
from engine.games.xiangqi.mailbox import (
    ALL_LEAPERS,
    ARRIVALS,
    CODE,
    EXCUSED,
    LEAPS,
    color_of,
    has_square,
    line_attacked,
    list_line_attackers,
    list_line_moves,
)
from engine.games.xiangqi.state import ADVISOR, BISHOP, CANNON, COLOR_BIT, FILES, HALF, KING, KNIGHT, PAWN, ROOK
from engine.games.xiangqi_variants.attacks import chain_set, facing_counts, slide_set
from engine.games.xiangqi_variants.geometry import BANNED, CENTRES, CORNERS, ELEPHANTS, HALVES_AT, OPPOSITE, ORIGINS, STEPS
from engine.games.xiangqi_variants.returns import NONE, followed_screen, is_usable, lone_screen
from engine.games.xiangqi_variants.state import CELLS, PAOWEI, POINTS, SHENGSHI

VARIANT, HALF_POINTS, CHAINS, FLYING, BOTH_CENTRES, RETURNS, RIGHTS = range(CELLS + 2, CELLS + 9)
CROSSED = 32
BOARD_SIZE = RIGHTS + 6
#: No list of moves of one position is longer: a cell has at most 24 pieces of a side that could move to it by xiangqi's ways, 8
#: elephants more; chains of horses as for ``moves.MAX_MOVES``.
SPAN = 32 * CELLS + 2048


@inline_leaf
def is_crossed(code, point):
    """Whether the pawn ``code`` on ``point`` counts as crossed."""
    return code & CROSSED != 0 or (point >= HALF) == (color_of(code) == 0)


@leaf
def halves_of(board):
    """The byte of occupied half-points."""
    halves = np.int64(0)
    if board[VARIANT] == SHENGSHI:
        for half in range(8):
            halves |= np.int64(board[POINTS + half] != 0) << half
    return halves


@leaf
def sets_of(board):
    """The occupied points as a set."""
    lo, hi = U0, U0
    for point in range(HALF):
        if board[point] != 0:
            lo |= U1 << np.uint64(point)
        if board[point + HALF] != 0:
            hi |= U1 << np.uint64(point)
    return lo, hi


@leaf
def elephant_passes(board, color, origin, n):
    """Whether the ``n``-th elephant move from ``origin`` has its way free."""
    variant = np.int64(board[VARIANT])
    second = np.int64(ELEPHANTS[variant, color, origin, n, 2])
    return board[ELEPHANTS[variant, color, origin, n, 1]] == 0 and (second < 0 or board[second] == 0)


@leaf
def king_attacked(board, color, skip):
    """Whether the enemy attacks the king of ``color``; pieces with a bit of ``skip`` do not count."""
    king, facing = np.int64(board[CELLS + color]), np.int64(board[CELLS + 1 - color])
    enemy = COLOR_BIT - COLOR_BIT * color
    variant = np.int64(board[VARIANT])
    faces = facing_counts(board[FLYING], board[BOTH_CENTRES], king == CENTRES[color], facing == CENTRES[1 - color])
    if line_attacked(board, king, enemy, skip, faces):
        return True
    for n in range(ALL_LEAPERS):
        origin = np.int64(ARRIVALS[KNIGHT, king, n, 0])
        if origin < 0:
            break
        code = board[origin]
        if code & CODE == KNIGHT + enemy and code & skip == 0 and board[ARRIVALS[KNIGHT, king, n, 1]] == 0:
            return True
    for n in range(4):
        origin = np.int64(ORIGINS[variant, PAWN + enemy, king, n])
        if origin < 0:
            break
        if board[origin] & CODE == PAWN + enemy and board[origin] & skip == 0:
            return True
    if variant == PAOWEI:
        for n in range(8):
            origin = np.int64(ELEPHANTS[variant, 1 - color, king, n, 0])
            if origin < 0:
                break
            code = board[origin]
            if code & CODE == BISHOP + enemy and code & skip == 0 and elephant_passes(board, 1 - color, king, n):
                return True
    return False


@leaf
def list_attackers(board, target, color, lists, start):
    """Write the cells of the pieces of ``color`` whose way of moving lets them take on ``target``; return the list's end.

    The cheap ones come first, the king last.
    """
    end = start
    own = COLOR_BIT * color
    variant = np.int64(board[VARIANT])
    for m in range(5):
        kind = (PAWN, ADVISOR, BISHOP, KNIGHT, KING)[m]
        if kind == KING:
            end = list_line_attackers(board, target, color, lists, end)
        for n in range(8):
            if kind == KNIGHT:
                origin = np.int64(ARRIVALS[KNIGHT, target, n, 0])
            elif kind == BISHOP:
                origin = np.int64(ELEPHANTS[variant, color, target, n, 0])
            elif n < 4:
                origin = np.int64(ORIGINS[variant, kind + own, target, n])
            else:
                break
            if origin < 0:
                break
            if board[origin] & CODE != kind + own:
                continue
            if kind == KNIGHT and board[ARRIVALS[KNIGHT, target, n, 1]] != 0:
                continue
            if kind == BISHOP and not elephant_passes(board, color, target, n):
                continue
            lists[end] = origin
            end += 1
    return end


@leaf
def add_set(origin, lo, hi, lists, end):
    """Append moves from ``origin`` to the points of a set; return the list's end."""
    for point in range(POINTS):
        if has_square(lo, hi, point):
            lists[end] = origin << 7 | point
            end += 1
    return end


@leaf
def corners_free(board, half, but):
    """Whether the corners of a half-point are empty, the point ``but`` aside."""
    for n in range(4):
        corner = np.int64(CORNERS[half, n])
        if corner != but and board[corner] != 0:
            return False
    return True


@leaf
def is_banned(halves, point):
    """Whether ``point`` is a corner of one of the half-points of a byte."""
    return has_square(BANNED[halves, 0], BANNED[halves, 1], point)


@leaf
def list_advisor_halves(board, origin, halves, lists, start):
    """Append the moves of the advisor on ``origin`` from or to half-points."""
    end = start
    if origin >= POINTS:
        half = origin - POINTS
        others = halves & ~(np.int64(1) << half)
        for n in range(4):
            corner = np.int64(CORNERS[half, n])
            if not is_banned(others, corner):
                lists[end] = origin << 7 | corner
                end += 1
        across = np.int64(OPPOSITE[half])
        if board[POINTS + across] == 0 and corners_free(board, across, np.int64(NONE)):
            lists[end] = origin << 7 | (POINTS + across)
            end += 1
    elif board[HALF_POINTS] != 0:
        for n in range(4):
            half = np.int64(HALVES_AT[origin, n])
            if half < 0:
                break
            if board[POINTS + half] == 0 and corners_free(board, half, origin):
                lists[end] = origin << 7 | (POINTS + half)
                end += 1
    return end


@leaf
def list_moves(board, color, lists, start):
    """Write all moves of ``color`` by the ways of moving alone, ``origin << 7 | to`` each; return the list's end."""
    end = start
    variant, halves = np.int64(board[VARIANT]), halves_of(board)
    right = RIGHTS + 3 * color
    cannon, home = np.int64(board[right]), np.int64(board[right + 1])
    if is_usable(board, color, halves, cannon, home, np.int64(board[right + 2])):
        lists[end] = cannon << 7 | home
        end += 1
    for origin in range(CELLS):
        code = np.int64(board[origin]) & CODE
        if code == 0 or color_of(code) != color:
            continue
        kind = code & 7
        if kind == ROOK or kind == CANNON:
            end = list_line_moves(board, origin, lists, end, BANNED[halves, 0], BANNED[halves, 1])
            continue
        if kind == ADVISOR and variant == SHENGSHI:
            end = list_advisor_halves(board, origin, halves, lists, end)
            if origin >= POINTS:
                continue
        for n in range(8):
            if kind == KNIGHT:
                point = np.int64(LEAPS[KNIGHT, origin, n, 0])
            elif kind == BISHOP:
                point = np.int64(ELEPHANTS[variant, color, origin, n, 0])
            elif n < 4:
                point = np.int64(STEPS[variant, code, origin, n])
            else:
                break
            if point < 0:
                break
            if kind == KNIGHT and board[LEAPS[KNIGHT, origin, n, 1]] != 0:
                continue
            if kind == BISHOP and not elephant_passes(board, color, origin, n):
                continue
            if is_banned(halves, point) or board[point] != 0 and color_of(board[point]) == color:
                continue
            lists[end] = origin << 7 | point
            end += 1
        if variant == SHENGSHI and (kind == KNIGHT and board[CHAINS] != 0 or kind == PAWN):
            lo, hi = sets_of(board)
            if kind == KNIGHT:
                lo, hi = chain_set(origin, lo, hi, BANNED[halves, 0], BANNED[halves, 1])
            else:
                lo, hi = slide_set(color, origin, lo, hi)
            end = add_set(origin, lo, hi, lists, end)
    return end


@leaf
def turn_rights(board, color, origin, to, taken):
    """What the move of ``color`` from ``origin`` to ``to``, already on the board, makes of both returns."""
    code = np.int64(board[to]) & CODE
    theirs, ours = RIGHTS + 3 * (1 - color), RIGHTS + 3 * color
    if board[theirs] >= 0:
        board[theirs + 2] = followed_screen(np.int64(board[VARIANT]), np.int64(board[theirs + 2]), origin, to)
    board[ours] = NONE
    if taken != 0 and code & 7 == CANNON and board[RETURNS] != 0:
        board[ours], board[ours + 1], board[ours + 2] = to, origin, lone_screen(board, origin, to)


@leaf
def mark_facing(board, color, king):
    """Mark the enemy king if it attacks the king of ``color`` on ``king`` by facing it."""
    facing = np.int64(board[CELLS + 1 - color])
    if facing % FILES != king % FILES:
        return
    if not facing_counts(board[FLYING], board[BOTH_CENTRES], king == CENTRES[color], facing == CENTRES[1 - color]):
        return
    for point in range(min(king, facing) + FILES, max(king, facing), FILES):
        if board[point] != 0:
            return
    board[facing] |= EXCUSED


@leaf
def load_board(states, ply, board, lists):
    """Write row ``ply`` of the stack as a marked work board, the ``P`` of the definitions: checkers are excused."""
    state = states[ply]
    variant, player = np.int64(state["variant"]), np.int64(state["player"])
    for cell in range(CELLS):
        code = state["board"][cell]
        board[cell] = code | CROSSED if variant == PAOWEI and code & 7 == PAWN else code
    for color in range(2):
        board[CELLS + color] = state["king"][color]
        for n in range(3):
            board[RIGHTS + 3 * color + n] = state["right"][n + (0 if color == player else 3)]
    board[VARIANT], board[HALF_POINTS], board[CHAINS] = variant, state["half_points"], state["horse_chain"]
    board[FLYING], board[BOTH_CENTRES], board[RETURNS] = state["flying"], state["both_centres"], state["cannon_return"]
    for color in range(2):
        king = np.int64(board[CELLS + color])
        end = list_attackers(board, king, 1 - color, lists, np.int64(0))
        for n in range(end):
            board[lists[n]] |= EXCUSED
        mark_facing(board, color, king)


_SHARED = adapted(xiangqi_mailbox, __name__, ("shift", "unshift", "worth"), {"SQUARES": CELLS, "is_crossed": is_crossed})
shift, unshift, worth = _SHARED["shift"], _SHARED["unshift"], _SHARED["worth"]
