"""What the adjudication of repetitions asks about one position: attackers, admissible captures, exchanges, threats, mates.

This code runs only when a position has come back, so it works on a plain mailbox and is written for a short compilation. A
*work board* is ``int8[92]``: the piece codes of ``state.py`` on squares 0..89, then the squares of Red's and of Black's king.
The bit ``EXCUSED`` of a code marks a piece that attacked the enemy king in the position ``P`` that is being judged (``excuse``
in the rule text): it travels with the piece, so an exchange that is tried on the board needs no other bookkeeping. All functions
leave the board as they found it.

``lists`` is ``int16``, a stack of move and square lists: a function writes from index ``start`` on and calls others with the end
of what it has written. ``memo`` is ``uint64[power of two]``, zeros at first: answers to questions already asked (:func:`recall`).

Source: sections 6.2 and 6.3 of the rule text.
"""

from __future__ import annotations

import numpy as np

from engine.core.jit import inline_leaf, leaf
from engine.core.keys import mix64
from engine.games.xiangqi.state import (
    ADVISOR,
    BISHOP,
    CANNON,
    COLOR_BIT,
    FILES,
    KING,
    KNIGHT,
    PAWN,
    PIECE_KEYS,
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
def is_crossed(color, square):
    """Whether a pawn of ``color`` on ``square`` has crossed the river."""
    return (square >= 45) == (color == 0)


@leaf
def worth(code, square):
    """Units of a piece on ``square``: R 4, N and C 2, A and B 1, crossed P 1, else 0."""
    kind = np.int64(code) & 7
    if kind == ROOK:
        return np.int64(4)
    if kind == KNIGHT or kind == CANNON:
        return np.int64(2)
    if kind == PAWN:
        return np.int64(is_crossed(color_of(code), square))
    return np.int64(kind == ADVISOR or kind == BISHOP)


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
def king_attacked(board, color, skip):
    """Whether the enemy attacks the king of ``color``, facing generals included; pieces with a bit of ``skip`` do not count."""
    king = np.int64(board[SQUARES + color])
    enemy = COLOR_BIT - COLOR_BIT * color
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
                if screens == 0 and (kind == ROOK or kind == KING) or screens == 1 and kind == CANNON:
                    return True
            screens += 1
            if screens == 2:
                break
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
def list_attackers(board, target, color, lists, start):
    """Write the squares of the pieces of ``color`` whose way of moving lets them take on ``target``; return the list's end.

    The cheap ones come first, the king last.
    """
    end = start
    for n in range(5):
        kind = (PAWN, ADVISOR, BISHOP, KNIGHT, KING)[n]
        if kind == KING:
            for direction in range(4):
                square, step = target, RAY_STEP[direction]
                screens = 0
                for _ in range(RAY_LENGTH[direction, target]):
                    square += step
                    code = board[square]
                    if code == 0:
                        continue
                    slider = code & 7
                    if color_of(code) == color and (screens == 0 and slider == ROOK or screens == 1 and slider == CANNON):
                        lists[end] = square
                        end += 1
                    screens += 1
                    if screens == 2:
                        break
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
def list_moves(board, color, lists, start):
    """Write all moves of ``color`` by the ways of moving alone, ``origin << 7 | to`` each; return the list's end."""
    end = start
    for origin in range(SQUARES):
        code = board[origin]
        if code == 0 or color_of(code) != color:
            continue
        kind = code & 7
        if kind == ROOK or kind == CANNON:
            for direction in range(4):
                square, step = origin, RAY_STEP[direction]
                screens = 0
                for _ in range(RAY_LENGTH[direction, origin]):
                    square += step
                    other = board[square]
                    if other == 0:
                        if screens == 0:
                            lists[end] = origin << 7 | square
                            end += 1
                        continue
                    if screens == 1 or kind == ROOK:
                        if color_of(other) != color:
                            lists[end] = origin << 7 | square
                            end += 1
                        break
                    screens = 1
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


# --- memory of answers --------------------------------------------------------------------------------------------------


@inline_leaf
def moved_key(key, code, origin, to, taken):
    """The key of a board after a move: ``key`` without ``taken`` and with the piece on its new square."""
    key ^= PIECE_KEYS[code & CODE, origin] ^ PIECE_KEYS[code & CODE, to]
    if taken != 0:
        key ^= PIECE_KEYS[taken & CODE, to]
    return key


@inline_leaf
def question(key, color, number, detail):
    """The key of a question about a board: who asks, a number and one more detail, each small."""
    return mix64(key ^ np.uint64(color | number << 1 | detail << 8)) | np.uint64(2)


@inline_leaf
def recall(memo, asked):
    """The remembered answer 0 or 1 to ``asked``, -1 if none."""
    kept = memo[np.int64(asked >> np.uint64(2)) & (memo.size - 1)]
    if kept | np.uint64(1) == asked | np.uint64(1):
        return np.int64(kept & np.uint64(1))
    return np.int64(-1)


@inline_leaf
def remember(memo, asked, answer):
    """Keep the ``answer`` 0 or 1 to ``asked``; an older one in its place is lost."""
    memo[np.int64(asked >> np.uint64(2)) & (memo.size - 1)] = (asked & ~np.uint64(1)) | np.uint64(answer)


# --- mates --------------------------------------------------------------------------------------------------------------


@leaf
def forces_mate(board, color, depth, key, lists, start, memo, budget):
    """Whether ``color``, to move, mates by checks alone in at most ``depth`` (>= 1) own moves. The enemy is not in check yet.

    ``budget[0]`` counts the positions with a depth above 1 down; when it runs out the answer is False.
    """
    asked = question(key, color, depth, np.int64(100))
    if depth > 1:
        budget[0] -= 1
        if budget[0] < 0:
            return False
        known = recall(memo, asked)
        if known >= 0:
            return known == 1
    other = 1 - color
    king = np.int64(board[SQUARES + other])
    mates = False
    end = list_moves(board, color, lists, start)
    for n in range(start, end):
        origin, to = np.int64(lists[n]) >> 7, np.int64(lists[n]) & 127
        if NEAR[king, origin] == 0 and NEAR[king, to] == 0:
            continue
        code = board[origin]
        taken = shift(board, origin, to)
        if king_attacked(board, other, NO_EXCUSE) and not king_attacked(board, color, NO_EXCUSE):
            after = moved_key(key, code, origin, to, taken)
            mates = True
            replies = list_moves(board, other, lists, end)
            for m in range(end, replies):
                reply_origin, reply_to = np.int64(lists[m]) >> 7, np.int64(lists[m]) & 127
                reply_code = board[reply_origin]
                reply_taken = shift(board, reply_origin, reply_to)
                if not king_attacked(board, other, NO_EXCUSE):
                    mates = False
                    if depth > 1:
                        reply_key = moved_key(after, reply_code, reply_origin, reply_to, reply_taken)
                        mates = forces_mate(board, color, depth - 1, reply_key, lists, replies, memo, budget)
                unshift(board, reply_origin, reply_to, reply_taken)
                if not mates:
                    break
        unshift(board, origin, to, taken)
        if mates:
            break
    if depth > 1 and budget[0] >= 0:
        remember(memo, asked, np.int64(mates))
    return mates


# --- exchanges ----------------------------------------------------------------------------------------------------------


@leaf
def is_admissible(board, origin, to):
    """Whether the capture leaves the mover's king unattacked, excused pieces apart; a king that takes has no excuse."""
    code = board[origin]
    skip = NO_EXCUSE if code & 7 == KING else np.int64(EXCUSED)
    taken = shift(board, origin, to)
    safe = not king_attacked(board, color_of(code), skip)
    unshift(board, origin, to, taken)
    return safe


@leaf
def has_root(board, square, lists, start):
    """Whether the enemy of the piece on ``square`` can take it admissibly."""
    end = list_attackers(board, square, 1 - color_of(board[square]), lists, start)
    for n in range(start, end):
        if is_admissible(board, np.int64(lists[n]), square):
            return True
    return False


@leaf
def gains(board, square, least, key, lists, start, memo):
    """Whether the enemy of the piece on ``square`` wins at least ``least`` (>= 1) units by captures there: ``gain >= least``.

    With whole units ``value - gain(other) >= least`` says that the other side does not gain ``value - least + 1``.
    """
    value = worth(board[square], square)
    if value < least:
        return False
    color = 1 - color_of(board[square])
    asked = question(key, color, least, square)
    known = recall(memo, asked)
    if known >= 0:
        return known == 1
    answer = False
    end = list_attackers(board, square, color, lists, start)
    for n in range(start, end):
        origin = np.int64(lists[n])
        if is_admissible(board, origin, square):
            code = board[origin]
            taken = shift(board, origin, square)
            after = moved_key(key, code, origin, square, taken)
            answer = not gains(board, square, value - least + 1, after, lists, end, memo)
            unshift(board, origin, square, taken)
            if answer:
                break
    remember(memo, asked, np.int64(answer))
    return answer


# --- threats ------------------------------------------------------------------------------------------------------------


@leaf
def is_profitable(board, origin, to, asian, key, lists, start, memo):
    """Conditions 2 to 5 of a real threat of the capture in the marked board ``P``; ``asian``: 1 for those of ``AsianRule``.

    The caller sees to condition 1, the kinds of the two pieces.
    """
    if not is_admissible(board, origin, to):
        return False
    code = board[origin]
    attacker, victim = code & 7, board[to] & 7
    if attacker == victim:
        end = list_attackers(board, origin, 1 - color_of(code), lists, start)
        for n in range(start, end):
            if lists[n] == to and is_admissible(board, to, origin):
                return False
    value = worth(board[to], to)
    taken = shift(board, origin, to)
    if attacker == PAWN and asian == 0:
        real = True
    elif victim != PAWN and asian == 0:
        real = not gains(board, to, value, moved_key(key, code, origin, to, taken), lists, start, memo)
    else:
        minor = attacker == ADVISOR or attacker == BISHOP
        major = victim == ROOK or victim == KNIGHT or victim == CANNON
        real = minor and major or victim == ROOK and (attacker == KNIGHT or attacker == CANNON)
        if asian == 0 or not real:
            real = not has_root(board, to, lists, start)
    unshift(board, origin, to, taken)
    return real


@leaf
def allows_mate(board, origin, to, asian, key, lists, start, memo, budget):
    """Whether condition 6 fails: the capture lets the enemy checkmate with its next move."""
    color = color_of(board[origin])
    if asian == 1 or king_attacked(board, color, NO_EXCUSE):
        return False
    taken = shift(board, origin, to)
    mates = forces_mate(board, 1 - color, np.int64(1), key, lists, start, memo, budget)
    unshift(board, origin, to, taken)
    return mates


@inline_leaf
def counts(board, origin, to, pawns):
    """Condition 1; ``pawns``: 1 if attacks by pawns count."""
    kind, victim = board[origin] & 7, board[to] & 7
    if kind == KING or kind == PAWN and pawns == 0 or victim == KING:
        return False
    return victim != PAWN or is_crossed(color_of(board[to]), to)


@leaf
def is_threatened(board, square, pawns, asian, key, lists, start, memo, budget):
    """Whether the other side really threatens the piece on ``square`` in the marked board ``P``."""
    end = list_attackers(board, square, 1 - color_of(board[square]), lists, start)
    for n in range(start, end):
        origin = np.int64(lists[n])
        if counts(board, origin, square, pawns) and is_profitable(board, origin, square, asian, key, lists, end, memo):
            if not allows_mate(board, origin, square, asian, key, lists, end, memo, budget):
                return True
    return False
