"""Values of positions as bytes: five values in one, runs of equal ones shorter still.

Values are packed five to a *group* and 512 groups to a *block*. A block is a string of codes, one byte each:

==========  ====================================================================================
0 .. 242    one group: v0 + 3 * v1 + 9 * v2 + 27 * v3 + 81 * v4
243 .. 254  RUNS[(code - 243) % 4] groups, all their values (code - 243) // 4
==========  ====================================================================================

A reader finds an entry by its block's offset and at most 512 steps. Holes and positions with captures, which nobody looks up,
take the value that makes runs longer.
"""

from __future__ import annotations

import numpy as np
from numba import types

from engine.core.jit import inline_leaf, kernel, leaf
from engine.core.raw import load_i32, loader

#: A byte in memory: the value of the player to act, HOLE where two pieces share a square, UNKNOWN while it is not settled.
DRAW, WIN, LOSS, HOLE, UNKNOWN = range(5)
VALUE = 7  #: the bits of the value
CAPTURE = 8  #: bit: the player to act has a capture

GROUP = 5
BLOCK_GROUPS = 512
BLOCK = GROUP * BLOCK_GROUPS  #: entries
RUNS = (4, 16, 64, 256)
_FIRST_RUN = 3**GROUP
_UNIFORM = (_FIRST_RUN - 1) // 2  #: code of a group of five ones

load_u8 = loader(types.uint8)


def _lengths() -> np.ndarray:
    """``int64[256]``: groups that a code stands for."""
    lengths = np.ones(256, dtype=np.int64)
    for code in range(_FIRST_RUN, _FIRST_RUN + 3 * len(RUNS)):
        lengths[code] = RUNS[(code - _FIRST_RUN) % len(RUNS)]
    lengths.flags.writeable = False
    return lengths


LENGTHS = _lengths()
POWERS = np.array([3**i for i in range(GROUP)], dtype=np.int64)
POWERS.flags.writeable = False


def blocks_of(entries: int) -> int:
    """How many blocks hold so many entries."""
    return -(-entries // BLOCK)


def most_bytes(entries: int) -> int:
    """No table of so many entries needs more codes."""
    return -(-entries // GROUP)


# --- one entry ----------------------------------------------------------------------------------------------------------


@inline_leaf
def _digit(code, place):
    """The value at ``place`` (0..4) of the groups that ``code`` stands for."""
    if code >= _FIRST_RUN:
        return (code - _FIRST_RUN) >> 2
    return code // POWERS[place] % 3


@leaf
def read_entry(offsets, codes, index):
    """The value of an entry; ``offsets`` and ``codes`` are addresses of uint32 and of bytes."""
    block = index // BLOCK
    place = index - block * BLOCK
    left = place // GROUP
    at = load_i32(offsets, block) & 0xFFFFFFFF
    while True:
        code = load_u8(codes, at)
        length = LENGTHS[code]
        if left < length:
            return _digit(code, place % GROUP)
        left -= length
        at += 1


# --- whole tables -------------------------------------------------------------------------------------------------------

_BYTES, _OFFSETS = types.Array(types.uint8, 1, "C"), types.Array(types.uint32, 1, "C")
_PACK = types.FunctionType(types.int64(_BYTES, _OFFSETS, _BYTES))


@inline_leaf
def _flush(codes, at, run, value):
    """Write a run of ``run`` groups of ``value``."""
    for kind in range(3, -1, -1):
        length = np.int64(1) << (2 * kind + 2)
        while run >= length:
            codes[at] = np.uint8(_FIRST_RUN + 4 * value + kind)
            at += 1
            run -= length
    for _ in range(run):
        codes[at] = np.uint8(value * _UNIFORM)
        at += 1
    return at


@kernel(_PACK)
def pack(values, offsets, codes):
    """Pack ``values`` (bytes of ``solve``) into ``codes``, the blocks' offsets and the end into ``offsets``; bytes used."""
    at = np.int64(0)
    entries = len(values)
    last = np.int64(0)
    for block in range(len(offsets) - 1):
        offsets[block] = np.uint32(at)
        first = block * BLOCK
        end = min(first + BLOCK, entries)
        for index in range(first, end):
            value = np.int64(values[index])
            if value & CAPTURE == 0 and value & VALUE != HOLE:
                last = value & VALUE
                break
        run, run_value = np.int64(0), last
        for group in range(first, end, GROUP):
            code, uniform = np.int64(0), True
            for place in range(GROUP):
                value = np.int64(values[group + place]) if group + place < entries else np.int64(HOLE)
                if value & CAPTURE == 0 and value & VALUE != HOLE:
                    value &= VALUE
                    if place > 0 and value != last:
                        uniform = False
                    last = value
                elif place == 0:
                    # Nothing is known of the first place: it goes with the next one that counts, if any does.
                    for later in range(1, GROUP):
                        other = np.int64(values[group + later]) if group + later < entries else np.int64(HOLE)
                        if other & CAPTURE == 0 and other & VALUE != HOLE:
                            last = other & VALUE
                            break
                code += last * POWERS[place]
            if uniform and (run == 0 or run_value == last):
                run, run_value = run + 1, last
                continue
            at = _flush(codes, at, run, run_value)
            run = np.int64(0)
            if uniform:
                run, run_value = np.int64(1), last
            else:
                codes[at] = np.uint8(code)
                at += 1
        at = _flush(codes, at, run, run_value)
    offsets[len(offsets) - 1] = np.uint32(at)
    return at


_UNPACK = types.FunctionType(types.int64(_BYTES, _BYTES))


@kernel(_UNPACK)
def unpack_codes(codes, values):
    """Write the values of all entries in order; how many groups ``codes`` stand for."""
    groups, entries = np.int64(0), len(values)
    for code in codes:
        number = np.int64(code)
        for _ in range(LENGTHS[number]):
            first = groups * GROUP
            for place in range(min(np.int64(GROUP), entries - first)):
                values[first + place] = np.uint8(_digit(number, place))
            groups += 1
    return groups
