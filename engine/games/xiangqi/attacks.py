"""Attack sets of xiangqi pieces on two-word sets, and what the king of the player to move forbids its own pieces.

Lines. The inner squares of a rank (7 bits) or file (8 bits) index a table whose entries hold three bit lines, counted from the
piece's square outwards in both directions: what a rook reaches (the squares up to and including the first occupied one; an edge
counts as occupied), the second occupied squares (what a cannon may capture) and the third ones. Meeting them with the sets of
real pieces drops the edges that are empty.

Windows. ``window(lo, hi, square)`` shifts a set so that the bit of ``square`` lands on bit 19; every square that a horse can
reach or that can block it then lies in the low 39 bits.
"""

from __future__ import annotations

import numpy as np

from engine.core.jit import inline_leaf
from engine.games.xiangqi.state import ADVISOR, CANNON, FILES, HALF, KING, KNIGHT, PAWN, RANKS, RED, ROOK, SQUARES

U0, U1, U2, U31 = (np.uint64(n) for n in (0, 1, 2, 31))
U5, U8, U9, U10, U20, U26, U32, U33, U36, U60, U63 = (np.uint64(n) for n in (5, 8, 9, 10, 20, 26, 32, 33, 36, 60, 63))
CENTER = np.uint64(19)  #: the bit of the middle square of a window
ALL = np.uint64((1 << HALF) - 1)
RANK_LINE, FILE_LINE = np.uint64(511), np.uint64(1023)

_FILE = sum(1 << (9 * i) for i in range(5))
FILE_A, FILE_I = np.uint64(_FILE), np.uint64(_FILE << 8)
_INNER_LO, _INNER_HI = np.uint64(_FILE - 1), np.uint64(_FILE - (1 << 36))
_GATHER = np.uint64(sum(1 << (32 - 8 * i) for i in range(5)))
_SPREAD = np.uint64(sum(1 << (8 * i) for i in range(5)))


# --- tables -------------------------------------------------------------------------------------------------------------


def _build_lines(length: int) -> np.ndarray:
    """uint32[length << inner]: entry ``[place << inner | occupied]`` holds the rook, second and third lines, 10 bits each."""
    inner = length - 2
    table = np.zeros(length << inner, dtype=np.uint32)
    for place in range(length):
        for occupied in range(1 << inner):
            full = occupied << 1 | 1 | 1 << (length - 1)
            lines = [0, 0, 0]
            for step in (-1, 1):
                seen, cell = 0, place + step
                while 0 <= cell < length and seen < 3:
                    if seen == 0:
                        lines[0] |= 1 << cell
                    if full >> cell & 1:
                        if seen:
                            lines[seen] |= 1 << cell
                        seen += 1
                    cell += step
            table[place << inner | occupied] = lines[0] | lines[1] << 10 | lines[2] << 20
    table.flags.writeable = False
    return table


def _build_horse() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Window tables: HORSE[free legs] (south, east, west, north) the targets, EDGE[square] the bits that are on the board, and
    LEG_OF[bit] the bit of the leg of a horse on ``bit`` that attacks the middle square."""
    horse = np.zeros(16, dtype=np.uint64)
    for legs in range(16):
        for leg, targets in enumerate(((0, 2), (12, 30), (8, 26), (36, 38))):
            if legs >> leg & 1:
                horse[legs] |= np.uint64(sum(1 << t for t in targets))
    edge = np.zeros(SQUARES, dtype=np.uint64)
    for square in range(SQUARES):
        for bit in range(39):
            offset = bit - 19
            rank_step = (offset + 4 + 18) // 9 - 2
            file_step = offset - 9 * rank_step
            rank, file = square // FILES + rank_step, square % FILES + file_step
            if abs(file_step) <= 2 and 0 <= rank < RANKS and 0 <= file < FILES:
                edge[square] |= np.uint64(1 << bit)
    leg_of = np.zeros(40, dtype=np.uint64)
    for bit, leg in ((0, 9), (2, 11), (8, 9), (12, 11), (26, 27), (30, 29), (36, 27), (38, 29)):
        leg_of[bit] = leg
    for table in (horse, edge, leg_of):
        table.flags.writeable = False
    return horse, edge, leg_of


def _set_of(squares) -> int:
    return sum(1 << s for s in squares)


RANK_LINES = _build_lines(FILES)
FILE_LINES = _build_lines(RANKS)
HORSE, EDGE, LEG_OF = _build_horse()
HORSE_RING = np.uint64(int(HORSE[15]))
_LEGS = np.uint64(1 << 10 | 1 << 18 | 1 << 20 | 1 << 28)
_LEGS_MAGIC = np.uint64(0x4120800000000)  # brings the four leg bits to 60 (south), 61 (east), 62 (west), 63 (north)

#: Points of advisors by color, of bishops and of the palace by color, as bits of the side's own word.
ADVISOR_POINTS = np.array([_set_of((3, 5, 13, 21, 23)), _set_of((21, 23, 31, 39, 41))], dtype=np.uint64)
BISHOP_POINTS = np.uint64(_set_of((18, 2, 38, 22, 6, 42, 26)))
PALACE = np.array([_set_of(9 * r + f for r in ranks for f in (3, 4, 5)) for ranks in ((0, 1, 2), (2, 3, 4))], dtype=np.uint64)
for _points in (ADVISOR_POINTS, PALACE):
    _points.flags.writeable = False

#: Word and bit of each square: ``set[WORD_OF[s]] >> BIT_OF[s] & 1``; file and rank.
WORD_OF = np.array([s // HALF for s in range(SQUARES)], dtype=np.int64)
BIT_OF = np.array([s % HALF for s in range(SQUARES)], dtype=np.uint64)
FILE_OF = np.array([s % FILES for s in range(SQUARES)], dtype=np.uint64)
RANK_OF = np.array([s // FILES for s in range(SQUARES)], dtype=np.uint64)
WORD_OF.flags.writeable = BIT_OF.flags.writeable = FILE_OF.flags.writeable = RANK_OF.flags.writeable = False


# --- sets ---------------------------------------------------------------------------------------------------------------


@inline_leaf
def low_bit(square):
    """Word 0 of the set that holds only ``square`` (int64)."""
    return U1 << np.uint64(square) if square < HALF else U0


@inline_leaf
def high_bit(square):
    """Word 1 of the set that holds only ``square`` (int64)."""
    return U1 << np.uint64(square - HALF) if square >= HALF else U0


@inline_leaf
def gather(word, file):
    """The five bits of ``file`` (uint64) in one word of a set, as bits 0-4."""
    return ((((word >> file) & FILE_A) * _GATHER) >> U32) & U31


@inline_leaf
def gather_file(lo, hi, file):
    """The ten bits of ``file`` in a set, rank 0 lowest."""
    return gather(lo, file) | (gather(hi, file) << U5)


@inline_leaf
def spread(five, file):
    """The inverse of :func:`gather`."""
    return ((five * _SPREAD) & FILE_A) << file


@inline_leaf
def rank_entry(word, file, shift):
    """The rank lines seen from ``file`` on the rank that starts at bit ``shift`` (0, 9, .. 36) of an occupancy word."""
    return np.uint64(RANK_LINES[(file << np.uint64(7)) | ((word >> (shift + U1)) & np.uint64(127))])


@inline_leaf
def file_entry(lo, hi, file, rank):
    """The file lines seen from ``rank`` on ``file`` under the occupancy ``lo, hi``.

    One multiplication gathers all eight inner squares: with the edge ranks masked out no two partial products meet.
    """
    inner = ((lo >> file) & _INNER_LO) | (((hi >> file) & _INNER_HI) << U5)
    return np.uint64(FILE_LINES[(rank << np.uint64(8)) | (((inner * _GATHER) >> U33) & np.uint64(255))])


@inline_leaf
def window(lo, hi, square):
    """The set shifted so that ``square`` (int64) is on bit 19; bits off the board are undefined, see EDGE."""
    if square < HALF:
        s = np.uint64(square)
        return ((lo << CENTER) >> s) | ((hi << (U63 - s)) << U1)
    s = np.uint64(square - HALF)
    return ((hi << CENTER) >> s) | ((lo >> U26) >> s)


@inline_leaf
def unwindow(bits, square):
    """The set ``(lo, hi)`` whose :func:`window` is ``bits`` (on the board only)."""
    s = np.uint64(square) if square < HALF else np.uint64(square - HALF)
    near = bits >> (CENTER - s) if s < CENTER else (bits << (s - CENTER)) & ALL
    if square < HALF:
        return near, (bits >> U1) >> (U63 - s)
    return ((bits << U26) << s) & ALL, near


@inline_leaf
def horse_targets(occupied, square):
    """The window of the squares that a horse on ``square`` reaches; ``occupied`` is the window of the occupancy."""
    return HORSE[((~occupied & _LEGS) * _LEGS_MAGIC) >> U60] & EDGE[square]


# --- pieces -------------------------------------------------------------------------------------------------------------


@inline_leaf
def slider_lines(lo, hi, square):
    """``(file entry, rank entry)`` of ``square`` under the occupancy ``lo, hi``."""
    file = FILE_OF[square]
    word = lo if square < HALF else hi
    return file_entry(lo, hi, file, RANK_OF[square]), rank_entry(word, file, BIT_OF[square] - file)


@inline_leaf
def line_set(file_line, rank_line, square):
    """The set ``(lo, hi)`` of a file line and a rank line through ``square``."""
    file = FILE_OF[square]
    lo, hi = spread(file_line & U31, file), spread((file_line >> U5) & U31, file)
    row = (rank_line & RANK_LINE) << (BIT_OF[square] - file)
    if square < HALF:
        return lo | row, hi
    return lo, hi | row


@inline_leaf
def rook_set(lo, hi, square):
    """The squares up to and including the first occupied one in each direction."""
    by_file, by_rank = slider_lines(lo, hi, square)
    return line_set(by_file, by_rank, square)


@inline_leaf
def cannon_set(lo, hi, square):
    """The empty squares that a cannon reaches and the occupied ones behind exactly one screen."""
    by_file, by_rank = slider_lines(lo, hi, square)
    quiet_lo, quiet_hi = line_set(by_file, by_rank, square)
    taken_lo, taken_hi = line_set(by_file >> U10, by_rank >> U10, square)
    return (quiet_lo & ~lo) | (taken_lo & lo), (quiet_hi & ~hi) | (taken_hi & hi)


@inline_leaf
def horse_set(lo, hi, square):
    """The squares that a horse on ``square`` reaches."""
    return unwindow(horse_targets(window(lo, hi, square), square), square)


@inline_leaf
def sides(word):
    """The squares beside those of one word of a set."""
    return ((word & ~FILE_A) >> U1) | ((word & ~FILE_I) << U1)


@inline_leaf
def pawn_set(lo, hi, color):
    """The squares that pawns of ``color`` on the set ``lo, hi`` reach."""
    if color == RED:
        return (lo << U9) & ALL, ((hi << U9) & ALL) | (lo >> U36) | sides(hi)
    return (lo >> U9) | ((hi << U36) & ALL) | sides(lo), hi >> U9


@inline_leaf
def advisor_word(word, color):
    """The points that advisors on ``word``, the side's own half, reach."""
    return ((word << U8) | (word << U10) | (word >> U8) | (word >> U10)) & ADVISOR_POINTS[color]


@inline_leaf
def bishop_word(word, empty):
    """The points that bishops on ``word`` reach; ``empty`` is the empty part of the same half."""
    north = (((word << U8) & empty) << U8) | (((word << U10) & empty) << U10)
    south = (((word >> U8) & empty) >> U8) | (((word >> U10) & empty) >> U10)
    return (north | south) & BISHOP_POINTS


@inline_leaf
def king_word(word, color):
    """The points of the palace next to ``word``, the king."""
    return ((word << U9) | (word >> U9) | (word << U1) | (word >> U1)) & PALACE[color]


@inline_leaf
def piece_set(kind, square, color, lo, hi):
    """The squares that a piece attacks or may enter under the occupancy ``lo, hi``, own pieces included."""
    if kind == ROOK:
        return rook_set(lo, hi, square)
    if kind == CANNON:
        return cannon_set(lo, hi, square)
    if kind == KNIGHT:
        return horse_set(lo, hi, square)
    if kind == PAWN:
        return pawn_set(low_bit(square), high_bit(square), color)
    word = U1 << BIT_OF[square]
    home = lo if color == RED else hi
    if kind == KING:
        reach = king_word(word, color)
    elif kind == ADVISOR:
        reach = advisor_word(word, color)
    else:
        reach = bishop_word(word, ~home)
    if color == RED:
        return reach, U0
    return U0, reach
