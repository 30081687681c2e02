"""Lines of all sliders at once: eight directions in the eight lanes of one vector.

Each function fills from a set of pieces over empty cells by Kogge-Stone steps (1, 2, 4 cells), every lane in its own direction,
so that no loop over pieces and no branch is left. LLVM turns the vectors into what the machine has: one 512-bit register, two of
256 bits, four of 128 bits or plain words. Lanes in order: north, south, east, west, north-east, south-west, north-west,
south-east; the first four are the rook's, the last four the bishop's, and two neighbours make one line.

Without compilation (``NUMBA_DISABLE_JIT=1``) the same functions walk cell by cell in Python.
"""

from __future__ import annotations

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from engine.core.jit import JIT_DISABLED

DIRECTIONS = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1), (-1, 1), (1, -1))  #: (files, ranks) of each lane
LANES = 8
_FULL = (1 << 64) - 1


def _arrival_mask(files: int, ranks: int) -> int:
    """The cells that one step in this direction can end on."""
    cells = ((file, rank) for file in range(8) for rank in range(8))
    return sum(1 << (8 * rank + file) for file, rank in cells if 0 <= file - files < 8 and 0 <= rank - ranks < 8)


ARRIVALS = tuple(_arrival_mask(files, ranks) for files, ranks in DIRECTIONS)
ROTATIONS = tuple((8 * ranks + files) % 64 for files, ranks in DIRECTIONS)
KNIGHT_DIRECTIONS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
KNIGHT_ARRIVALS = tuple(_arrival_mask(files, ranks) for files, ranks in KNIGHT_DIRECTIONS)
KNIGHT_ROTATIONS = tuple((8 * ranks + files) % 64 for files, ranks in KNIGHT_DIRECTIONS)


# --- plain Python -------------------------------------------------------------------------------------------------------


def _walk(pieces: int, empty: int, lane: int) -> int:
    """The cells that ``pieces`` attack in the direction of ``lane``, one step at a time."""
    attacked, wave = 0, pieces
    while wave:
        wave = (wave << ROTATIONS[lane] | wave >> (64 - ROTATIONS[lane])) & _FULL & ARRIVALS[lane]
        attacked |= wave
        wave &= empty
    return attacked


def slider_span_slow(orthogonal, diagonal, empty):
    """:func:`slider_span` in plain Python."""
    sets = [int(orthogonal)] * 4 + [int(diagonal)] * 4
    return np.uint64(np.bitwise_or.reduce([np.uint64(_walk(sets[lane], int(empty), lane)) for lane in range(LANES)]))


def king_rays_slow(king, own, orthogonal, diagonal, empty):
    """:func:`king_rays` in plain Python."""
    checkers, evasion, pins = 0, 0, [0, 0, 0, 0]
    for lane in range(LANES):
        sliders = int(orthogonal) if lane < 4 else int(diagonal)
        ray = _walk(int(king), int(empty), lane)
        if ray & sliders:
            checkers |= ray & sliders
            evasion |= ray
        shield = ray & int(own)
        if _walk(shield, int(empty), lane) & sliders:
            pins[lane // 2] |= shield
    return tuple(np.uint64(word) for word in (checkers, evasion, *pins))


def slider_count_slow(file, rank, diagonal, antidiagonal, empty, targets):
    """:func:`slider_count` in plain Python."""
    sets = [int(s) for s in (file, file, rank, rank, diagonal, diagonal, antidiagonal, antidiagonal)]
    return np.int64(sum((_walk(sets[lane], int(empty), lane) & int(targets)).bit_count() for lane in range(LANES)))


def knight_count_slow(knights, targets):
    """:func:`knight_count` in plain Python."""
    count, word = 0, int(knights)
    for rotation, arrival in zip(KNIGHT_ROTATIONS, KNIGHT_ARRIVALS, strict=True):
        count += ((word << rotation | word >> (64 - rotation)) & arrival & int(targets)).bit_count()
    return np.int64(count)


# --- vectors ------------------------------------------------------------------------------------------------------------

_WORD = ir.IntType(64)
_VECTOR = ir.VectorType(_WORD, LANES)


def _constant(words) -> ir.Constant:
    return ir.Constant(_VECTOR, list(words))


def _call(builder, name: str, result: ir.Type, arguments: list):
    """A call of the LLVM intrinsic ``name``."""
    module = builder.module
    kind = ir.FunctionType(result, [argument.type for argument in arguments])
    return builder.call(module.globals.get(name) or ir.Function(module, kind, name), arguments)


def _lanes(builder, words: list):
    """The vector of eight words."""
    vector = ir.Constant(_VECTOR, ir.Undefined)
    for lane, word in enumerate(words):
        vector = builder.insert_element(vector, word, ir.Constant(ir.IntType(32), lane))
    return vector


def _rotate(builder, vector, amounts):
    """Every lane rotated left by its own constant amount."""
    return _call(builder, "llvm.fshl.v8i64", _VECTOR, [vector, vector, _constant(a % 64 for a in amounts)])


def _attacks(builder, pieces, empty):
    """The cells that ``pieces`` attack, each lane in its direction; both arguments vectors."""
    path = builder.and_(empty, _constant(ARRIVALS))
    filled = pieces
    for step in (1, 2, 4):
        moved = _rotate(builder, filled, [step * r for r in ROTATIONS])
        filled = builder.or_(filled, builder.and_(path, moved))
        if step < 4:
            path = builder.and_(path, _rotate(builder, path, [step * r for r in ROTATIONS]))
    return builder.and_(_rotate(builder, filled, ROTATIONS), _constant(ARRIVALS))


def _union(builder, vector):
    """The lanes joined into one word."""
    return _call(builder, "llvm.vector.reduce.or.v8i64", _WORD, [vector])


def _population(builder, vector):
    """The number of bits in all lanes."""
    counts = _call(builder, "llvm.ctpop.v8i64", _VECTOR, [vector])
    return _call(builder, "llvm.vector.reduce.add.v8i64", _WORD, [counts])


def _where_hit(builder, vector, hits):
    """The lanes of ``vector`` where the lane of ``hits`` is not zero, elsewhere 0."""
    zero = _constant([0] * LANES)
    return builder.select(builder.icmp_unsigned("!=", hits, zero), vector, zero)


def _line_union(builder, vector, line):
    """Lanes ``2 * line`` and ``2 * line + 1`` joined into one word."""
    first, second = (builder.extract_element(vector, ir.Constant(ir.IntType(32), 2 * line + n)) for n in (0, 1))
    return builder.or_(first, second)


def _emitted(result, count, body):
    """What an intrinsic returns: its signature, ``count`` uint64 arguments, and the code that ``body(builder, words)`` emits."""

    def codegen(context, builder, signature, words):
        values = body(builder, words)
        return context.make_tuple(builder, signature.return_type, values) if isinstance(values, list) else values

    return result(*[types.uint64] * count), codegen


def _slider_span_body(builder, words):
    orthogonal, diagonal, empty = words
    pieces = _lanes(builder, [orthogonal] * 4 + [diagonal] * 4)
    return _union(builder, _attacks(builder, pieces, _lanes(builder, [empty] * LANES)))


def _king_rays_body(builder, words):
    king, own, orthogonal, diagonal, empty = words
    path = _lanes(builder, [empty] * LANES)
    sliders = _lanes(builder, [orthogonal] * 4 + [diagonal] * 4)
    rays = _attacks(builder, _lanes(builder, [king] * LANES), path)
    checkers = builder.and_(rays, sliders)
    shields = builder.and_(rays, _lanes(builder, [own] * LANES))
    behind = builder.and_(_attacks(builder, shields, path), sliders)
    pinned = _where_hit(builder, shields, behind)
    evasion = _union(builder, _where_hit(builder, rays, checkers))
    return [_union(builder, checkers), evasion, *(_line_union(builder, pinned, line) for line in range(4))]


def _slider_count_body(builder, words):
    file, rank, diagonal, antidiagonal, empty, targets = words
    pieces = _lanes(builder, [file, file, rank, rank, diagonal, diagonal, antidiagonal, antidiagonal])
    attacked = _attacks(builder, pieces, _lanes(builder, [empty] * LANES))
    return _population(builder, builder.and_(attacked, _lanes(builder, [targets] * LANES)))


def _knight_count_body(builder, words):
    knights, targets = words
    moved = _rotate(builder, _lanes(builder, [knights] * LANES), KNIGHT_ROTATIONS)
    reached = builder.and_(moved, _constant(KNIGHT_ARRIVALS))
    return _population(builder, builder.and_(reached, _lanes(builder, [targets] * LANES)))


# --- the functions ------------------------------------------------------------------------------------------------------

if JIT_DISABLED:
    slider_span, king_rays = slider_span_slow, king_rays_slow
    slider_count, knight_count = slider_count_slow, knight_count_slow
else:

    @intrinsic
    def slider_span(typingctx, orthogonal, diagonal, empty):
        """All cells that the sliders attack, a uint64; arguments uint64."""
        return _emitted(types.uint64, 3, _slider_span_body)

    @intrinsic
    def king_rays(typingctx, king, own, orthogonal, diagonal, empty):
        """``(checkers, evasion, file, rank, diagonal, antidiagonal)``, all uint64 as the arguments are.

        The enemy sliders (``orthogonal``, ``diagonal``) that attack the one cell of ``king``; the cells from the king to them,
        theirs included; the pieces of ``own`` that are pinned on the king's file, rank, diagonal (a1-h8) and antidiagonal.
        """
        return _emitted(types.UniTuple(types.uint64, 6), 5, _king_rays_body)

    @intrinsic
    def slider_count(typingctx, file, rank, diagonal, antidiagonal, empty, targets):
        """How many moves to ``targets`` the pieces have that may slide on files, ranks, diagonals, antidiagonals (int64).

        One set of pieces for each kind of line; a free queen is in all four.
        """
        return _emitted(types.int64, 6, _slider_count_body)

    @intrinsic
    def knight_count(typingctx, knights, targets):
        """How many moves to ``targets`` the knights have (int64)."""
        return _emitted(types.int64, 2, _knight_count_body)
