"""Attack sets of single pieces on the 8x8 board.

Leapers come from tables. Lines use "hyperbola quintessence" (Gerd Isenberg): with the piece ``s`` and the blockers ``o`` of one
line, ``o - 2s`` changes exactly the bits from the piece up to the next blocker, and the same on the mirrored board serves the
other direction. A byte swap mirrors files and diagonals; ranks, which it does not mirror, have a table of 512 bytes. No big
tables, no special instructions.
"""

from __future__ import annotations

import numpy as np

from engine.core.bits import U1, byte_swap
from engine.core.jit import inline_leaf

FILE_A, FILE_H = np.uint64(0x0101010101010101), np.uint64(0x8080808080808080)
NOT_FILE_A, NOT_FILE_H = ~FILE_A, ~FILE_H
NOT_FILES_AB, NOT_FILES_GH = ~(FILE_A | FILE_A << U1), ~(FILE_H | FILE_H >> U1)
RANK_1, RANK_8 = np.uint64(0xFF), np.uint64(0xFF << 56)
DARK_CELLS = np.uint64(0xAA55AA55AA55AA55)


# --- tables -------------------------------------------------------------------------------------------------------------


def _frozen(table: np.ndarray) -> np.ndarray:
    table.flags.writeable = False
    return table


def _build_steps(*steps: tuple[int, int]) -> np.ndarray:
    """``uint64[64]``: the cells one (file, rank) step of ``steps`` away."""
    table = np.zeros(64, dtype=np.uint64)
    for cell in range(64):
        for files, ranks in steps:
            file, rank = cell % 8 + files, cell // 8 + ranks
            if 0 <= file < 8 and 0 <= rank < 8:
                table[cell] |= np.uint64(1 << (8 * rank + file))
    return _frozen(table)


def _build_line(files: int, ranks: int) -> np.ndarray:
    """``uint64[64]``: the cells of the whole line through a cell, without the cell itself."""
    return _build_steps(*((files * n, ranks * n) for n in range(-7, 8) if n))


def _build_rank_attacks() -> np.ndarray:
    """``uint8[512]``, index ``file * 64 + inner`` with the occupied cells b..g: the attacked cells of the rank."""
    table = np.zeros(512, dtype=np.uint8)
    for file in range(8):
        for inner in range(64):
            occupied, attacked = inner << 1, 0
            for step in (-1, 1):
                n = file + step
                while 0 <= n < 8:
                    attacked |= 1 << n
                    if occupied >> n & 1:
                        break
                    n += step
            table[file * 64 + inner] = attacked
    return _frozen(table)


KNIGHT_STEPS = _build_steps((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
KING_STEPS = _build_steps((1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1))
#: ``uint64[128]``, index ``colour * 64 + cell``: what a pawn of that colour attacks.
PAWN_STEPS = _frozen(np.concatenate([_build_steps((-1, 1), (1, 1)), _build_steps((-1, -1), (1, -1))]))
FILE_LINES, RANK_LINES = _build_line(0, 1), _build_line(1, 0)
DIAGONAL_LINES, ANTIDIAGONAL_LINES = _build_line(1, 1), _build_line(1, -1)
#: All cells that a queen on an empty board reaches.
QUEEN_LINES = _frozen(FILE_LINES | RANK_LINES | DIAGONAL_LINES | ANTIDIAGONAL_LINES)
RANK_ATTACKS = _build_rank_attacks()


# --- sliders ------------------------------------------------------------------------------------------------------------


@inline_leaf
def _line_attacks(piece, mirrored_piece, occupied, line):
    blockers = occupied & line
    up = blockers - piece
    down = byte_swap(byte_swap(blockers) - mirrored_piece)
    return (up ^ down) & line


@inline_leaf
def rook_attacks(cell, occupied):
    """The cells that a rook on ``cell`` (int64) attacks; ``occupied`` uint64."""
    piece = U1 << np.uint64(cell)
    mirrored = byte_swap(piece)
    base = np.uint64(cell & 56)
    inner = np.int64((occupied >> (base + U1)) & np.uint64(63))
    rank = np.uint64(RANK_ATTACKS[((cell & 7) << 6) | inner]) << base
    return rank | _line_attacks(piece, mirrored, occupied, FILE_LINES[cell])


@inline_leaf
def bishop_attacks(cell, occupied):
    """The cells that a bishop on ``cell`` (int64) attacks; ``occupied`` uint64."""
    piece = U1 << np.uint64(cell)
    mirrored = byte_swap(piece)
    first = _line_attacks(piece, mirrored, occupied, DIAGONAL_LINES[cell])
    return first | _line_attacks(piece, mirrored, occupied, ANTIDIAGONAL_LINES[cell])


@inline_leaf
def attackers_of(cell, colour, occupied, pawns, knights, diagonal, orthogonal, kings, attackers):
    """The pieces of the set ``attackers``, all of ``colour``, that attack ``cell`` when ``occupied`` cells block lines."""
    found = (PAWN_STEPS[((1 - colour) << 6) | cell] & pawns) | (KNIGHT_STEPS[cell] & knights) | (KING_STEPS[cell] & kings)
    found |= bishop_attacks(cell, occupied) & diagonal
    found |= rook_attacks(cell, occupied) & orthogonal
    return found & attackers


# --- sets ---------------------------------------------------------------------------------------------------------------


@inline_leaf
def rotate(word, amount):
    """``word`` rotated left by ``amount`` (uint64, 0..63)."""
    return (word << amount) | (word >> ((np.uint64(64) - amount) & np.uint64(63)))


@inline_leaf
def knight_span(knights):
    """The cells that at least one of ``knights`` attacks."""
    one = ((knights << U1) & NOT_FILE_A) | ((knights >> U1) & NOT_FILE_H)
    two = ((knights << np.uint64(2)) & NOT_FILES_AB) | ((knights >> np.uint64(2)) & NOT_FILES_GH)
    return (one << np.uint64(16)) | (one >> np.uint64(16)) | (two << np.uint64(8)) | (two >> np.uint64(8))


@inline_leaf
def pawn_span(pawns, up):
    """The cells that at least one of ``pawns`` attacks; ``up`` is the rotation of one step forward: 8 White, 56 Black."""
    forward = rotate(pawns, up)
    return ((forward << U1) & NOT_FILE_A) | ((forward >> U1) & NOT_FILE_H)


@inline_leaf
def row_span(first, second):
    """All cells from ``first`` to ``second``, both included (int64 cells of one rank)."""
    low, high = min(first, second), max(first, second)
    return ((U1 << np.uint64(high)) - (U1 << np.uint64(low))) | (U1 << np.uint64(high))
