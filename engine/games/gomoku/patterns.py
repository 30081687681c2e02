"""What a stone would make on one line, for every surrounding: the tables behind threats, forbidden moves and the evaluation.

A *window* is a point with the five points on either side of it on one line. Each half is one of ``HALVES`` strings of up to five
points (empty, own, enemy) that may end at the edge, numbered by ``offset of its length + sum(point * 3**distance)``.
``shapes(mode, colour)`` says for each pair of halves what a stone of that colour on the point in between makes:

=========  =============================================================================================================
NOTHING    no five is possible here any more
OVER       a row that is too long to win
ONE, OPEN_ONE, TWO, OPEN_TWO, WIDE_TWO   the next stone can make the shape with one stone more (WIDE: in three ways or more)
THREE      the next stone can make a four
OPEN_THREE the next stone can make a straight four or another four with two fives, in one way; WIDE_THREE: in more
FOUR       one point would make five
TWIN_FOUR  two points would make five, with different fours (``X_XXX_X``)
STRAIGHT   a row of four with a five at either end
FIVE       the game is won
=========  =============================================================================================================

Five points each way are enough: rows of five and more through the point, and whether they are longer, lie inside.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from engine.games.gomoku.rules import BLACK, CARO, CARO_EXACT, FREESTYLE, RENJU, STANDARD, WHITE

REACH = 5
(NOTHING, OVER, ONE, OPEN_ONE, TWO, OPEN_TWO, WIDE_TWO, THREE, OPEN_THREE, WIDE_THREE, FOUR, TWIN_FOUR, STRAIGHT, FIVE) = range(
    14
)
WIDE = 3  #: ways that make an open two wide

EMPTY, OWN, ENEMY, EDGE = 0, 1, 2, 3
_OFFSETS = [(3**length - 1) // 2 for length in range(REACH + 2)]
HALVES = _OFFSETS[-1]  #: 364


# --- halves -------------------------------------------------------------------------------------------------------------


@cache
def _digits() -> np.ndarray:
    """int8[HALVES, REACH]: the points of each half, the nearest first."""
    found = np.full((HALVES, REACH), EDGE, dtype=np.int8)
    for length in range(REACH + 1):
        for number in range(3**length):
            for place in range(length):
                found[_OFFSETS[length] + number, place] = number // 3**place % 3
    return found


def half_number(points: tuple[int, ...]) -> int:
    """The number of the half with these points, the nearest first; EDGE only at the end."""
    length = points.index(EDGE) if EDGE in points else REACH
    return _OFFSETS[length] + sum(point * 3**place for place, point in enumerate(points[:length]))


def _filled() -> np.ndarray:
    """int64[HALVES, REACH]: the half with an own stone on each point; -1 where the point is not empty."""
    digits = _digits()
    grown = np.arange(HALVES)[:, None] + 3 ** np.arange(REACH)
    return np.where(digits == EMPTY, grown, -1)


def _swapped() -> np.ndarray:
    """int64[HALVES]: the half with own and enemy stones exchanged."""
    exchange = np.array([EMPTY, ENEMY, OWN, EDGE])
    return np.array([half_number(tuple(exchange[row].tolist())) for row in _digits()])


def half_of_bits() -> tuple[np.ndarray, np.ndarray]:
    """int32[1024] twice: the half left (times HALVES) and right of a point by ``black bits | white bits << 5``.

    Both bits are set beyond the edge. Left of the point bit 4 is the nearest point, right of it bit 0. The sum of one of each is
    the index of a pair.
    """
    right = np.zeros(1024, dtype=np.int32)
    left = np.zeros(1024, dtype=np.int32)
    for bits in range(1024):
        points = [(bits >> place & 1) | (bits >> place + 5 & 1) << 1 for place in range(REACH)]
        right[bits], left[bits] = _lenient(points), _lenient(points[::-1])
    return left * HALVES, right


def _lenient(points: list[int]) -> int:
    """:func:`half_number` of points behind which everything after an EDGE is EDGE."""
    length = points.index(EDGE) if EDGE in points else REACH
    return half_number((*points[:length], *[EDGE] * (REACH - length)))


# --- shapes -------------------------------------------------------------------------------------------------------------


def _fives(mode: int, colour: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """bool[HALVES, HALVES] thrice: whether the stone wins, whether its row is too long, whether it is a row of four."""
    digits = _digits()
    own = np.cumprod(digits == OWN, axis=1).sum(axis=1)
    behind = np.array([digits[half, run] if run < REACH else EMPTY for half, run in enumerate(own)])
    length = own[:, None] + own[None, :] + 1
    shut = (behind[:, None] == ENEMY) & (behind[None, :] == ENEMY)
    if mode in (CARO, CARO_EXACT):
        wins = (length == 5) & ~shut
        if mode == CARO:
            wins |= length > 5
    elif mode == STANDARD or (mode == RENJU and colour == BLACK):
        wins = length == 5
    else:
        assert mode in (FREESTYLE, RENJU)
        wins = length >= 5
    return wins, (length > 5) & ~wins, length == 4


def _ways(target: np.ndarray) -> np.ndarray:
    """int[HALVES, HALVES]: how many further own stones lead to a window of the set ``target``."""
    filled = _filled()
    count = np.zeros((HALVES, HALVES), dtype=np.int64)
    for place in range(REACH):
        index = filled[:, place]
        count += np.where(index[:, None] >= 0, target[index, :], False)
        count += np.where(index[None, :] >= 0, target[:, index], False)
    return count


def _safe(wins: np.ndarray, fives: np.ndarray) -> np.ndarray:
    """bool[HALVES, HALVES]: whether no enemy stone on a point that makes five takes all fives away."""
    filled = _filled()
    safe = np.ones((HALVES, HALVES), dtype=bool)
    for place in range(REACH):
        own = filled[:, place]
        enemy = own + 3**place
        safe &= ~np.where(own[:, None] >= 0, wins[own, :] & (fives[np.minimum(enemy, HALVES - 1), :] == 0), False)
        safe &= ~np.where(own[None, :] >= 0, wins[:, own] & (fives[:, np.minimum(enemy, HALVES - 1)] == 0), False)
    return safe


@cache
def shapes(mode: int, colour: int) -> np.ndarray:
    """uint8[HALVES, HALVES]: the shape by the halves left and right of the stone."""
    wins, over, rows_of_four = _fives(mode, colour)
    fives = _ways(wins)
    filled = _filled()
    run = np.cumprod(_digits() == OWN, axis=1).sum(axis=1)
    # A row of four is straight where the empty point behind either end wins.
    behind = np.array([filled[half, own] if own < REACH else -1 for half, own in enumerate(run)])
    left = np.where(behind[:, None] >= 0, wins[behind, :], False)
    right = np.where(behind[None, :] >= 0, wins[:, behind], False)
    straight = rows_of_four & left & right
    final = wins | over
    four = (fives > 0) & ~final
    if mode in (CARO, CARO_EXACT):
        # A block may shut the other five as well, and then the four is an ordinary one.
        safe = _safe(wins, fives)
        fives, straight = np.where(safe, fives, np.minimum(fives, 1)), straight & safe
    table = np.full((HALVES, HALVES), NOTHING, dtype=np.uint8)
    strong = straight & ~final
    if not (mode == RENJU and colour == BLACK):
        strong |= (fives > 1) & ~final
    below = ~final & ~four
    threes = _ways(strong)
    open_three = below & (threes > 0)
    three = below & ~open_three & (_ways(four) > 0)
    below &= ~open_three & ~three
    twos = _ways(open_three)
    open_two = below & (twos > 0)
    two = below & ~open_two & (_ways(three) > 0)
    below &= ~open_two & ~two
    open_one = below & (_ways(open_two) > 0)
    one = below & ~open_one & (_ways(two) > 0)
    for where, shape in (
        (one, ONE), (open_one, OPEN_ONE), (two, TWO), (open_two, OPEN_TWO), (open_two & (twos >= WIDE), WIDE_TWO),
        (three, THREE), (open_three, OPEN_THREE), (open_three & (threes > 1), WIDE_THREE), (four, FOUR),
        (four & (fives > 1), TWIN_FOUR), (four & straight, STRAIGHT), (over, OVER), (wins, FIVE),
    ):  # fmt: skip
        table[where] = shape
    table.flags.writeable = False
    return table


@cache
def shape_pairs(mode: int) -> np.ndarray:
    """uint8[HALVES * HALVES]: the shape of Black in the low, that of White in the high four bits; halves as Black sees them."""
    swap = _swapped()
    pairs = shapes(mode, BLACK) | shapes(mode, WHITE)[swap][:, swap] << 4
    pairs = np.ascontiguousarray(pairs.reshape(-1))
    pairs.flags.writeable = False
    return pairs


def _felt(mode: int) -> list[np.ndarray]:
    """By distance less one, bool[2, 3**(distance - 1)]: whether a black, a white stone can change a pair at that distance.

    By the points in between, the one beside the pair's point first: no further window must change for any of its other points.
    """
    digits, pairs = _digits(), shape_pairs(mode).reshape(HALVES, HALVES)
    found = []
    for place in range(REACH):
        free = np.flatnonzero(digits[:, place] == EMPTY)
        between = digits[free, :place] @ 3 ** np.arange(place)
        felt = np.zeros((2, 3**place), dtype=bool)
        for colour in (OWN, ENEMY):
            differs = (pairs[free] != pairs[free + colour * 3**place]).any(axis=1)
            felt[colour - OWN, between[differs]] = True
        found.append(felt)
    return found


def felt_of_bits(mode: int) -> np.ndarray:
    """uint8[2, 2, 1024]: the empty points beside a new stone, as bits, whose pair it can change.

    By colour, side (left, right) and the bits of :func:`half_of_bits`. Nothing is felt behind stones of both colours, for one,
    and under the freestyle rule nothing at five points' distance.
    """
    felt = _felt(mode)
    table = np.zeros((2, 2, 1024), dtype=np.uint8)
    for bits in range(1024):
        points = [(bits >> place & 1) | (bits >> place + REACH & 1) << 1 for place in range(REACH)]
        for side, places in enumerate((points[::-1], points)):
            for distance in range(1, REACH + 1):
                if places[distance - 1] == EDGE:
                    break
                between = sum(point * 3**place for place, point in enumerate(places[: distance - 1][::-1]))
                if places[distance - 1] == EMPTY:
                    bit = REACH - distance if side == 0 else distance - 1
                    table[:, side, bits] |= felt[distance - 1][:, between].astype(np.uint8) << bit
    return table


# --- classes ------------------------------------------------------------------------------------------------------------

#: What a point is worth to a colour: its best shapes on the four lines together. From C_FOUR to C_OPEN the stone makes a four,
#: C_OPEN is a four that cannot be parried by one stone. C_RISKY may be a double-three (and may make a four as well), C_FORBIDDEN
#: is an overline or a double-four: only Black in renju has these two.
CLASSES = 16
(C_NOTHING, C_WEAK, C_TWO, C_TWOS, C_THREE, C_THREE_TWO, C_OPEN_THREE, C_OPEN_THREE_PLUS, C_THREES, C_FOUR, C_FOUR_PLUS,
 C_FOUR_THREE, C_OPEN, C_FIVE, C_RISKY, C_FORBIDDEN) = range(CLASSES)  # fmt: skip


@cache
def classes(restricted: bool) -> np.ndarray:
    """uint8[65536]: the class by the four shapes, four bits each; ``restricted``: Black in renju."""
    number = np.arange(1 << 16)
    lines = np.stack([number >> shift & 15 for shift in (0, 4, 8, 12)])

    def count(*wanted: int) -> np.ndarray:
        return np.isin(lines, wanted).sum(axis=0)

    fours = count(FOUR, STRAIGHT) + 2 * count(TWIN_FOUR)
    open_threes, threes, twos = count(OPEN_THREE, WIDE_THREE), count(THREE), count(OPEN_TWO, WIDE_TWO)
    table = np.full(1 << 16, C_NOTHING, dtype=np.uint8)
    for where, name in (
        (count(ONE, OPEN_ONE, TWO) > 0, C_WEAK),
        (twos == 1, C_TWO),
        (twos > 1, C_TWOS),
        (threes > 0, C_THREE),
        ((threes > 1) | ((threes > 0) & (twos > 0)), C_THREE_TWO),
        (open_threes == 1, C_OPEN_THREE),
        ((open_threes == 1) & (threes + twos > 0), C_OPEN_THREE_PLUS),
        (open_threes > 1, C_RISKY if restricted else C_THREES),
        ((fours > 0) & ((open_threes < 2) | (not restricted)), C_FOUR),
        ((fours > 0) & ((open_threes < 2) | (not restricted)) & (threes + twos > 0), C_FOUR_PLUS),
        ((fours > 0) & ((open_threes == 1) | ((open_threes > 1) & (not restricted))), C_FOUR_THREE),
        ((count(STRAIGHT) > 0) & ((open_threes < 2) | (not restricted)), C_OPEN),
        (fours > 1, C_FORBIDDEN if restricted else C_OPEN),
        ((count(OVER) > 0) & restricted, C_FORBIDDEN),
        (count(FIVE) > 0, C_FIVE),
    ):
        table[where] = name
    table.flags.writeable = False
    return table
