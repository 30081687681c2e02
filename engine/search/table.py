"""The transposition table: shared by all threads without locks, kept between moves.

Buckets of four entries fill one cache line of 64 bytes. The bucket of a position is ``low 32 bits of key * buckets >> 32``. An
entry is two words:

=====  ======  =============================================================================================================
word   bits    meaning
=====  ======  =============================================================================================================
0      0-31    ``contract.fold`` of the best move, 0 if none
0      32-63   the high 32 bits of the key
1      0-15    score, win distances counted from the node (``score.to_table``)
1      16-31   static evaluation without corrections, ``score.NONE`` if unknown
1      32-39   depth
1      40-41   bound: 1 upper, 2 lower, 3 exact; never 0 in a used entry
1      42      the node was on a principal variation
1      43-47   age: the search that wrote it, modulo 32
1      48-63   check: a digest of all other bits of both words and of the low 16 bits of the key
=====  ======  =============================================================================================================

Two threads may write the two words of one entry at once. The digest of such a mixture is wrong, so a reader takes it for another
position; no lock is needed. A score is only ever used for the position whose 64 key bits it was stored under (up to the 16 bits
of the digest), and a move only after the rules have found it legal.
"""

from __future__ import annotations

import numpy as np
from numba import types

from engine.core.jit import inline_leaf, kernel, leaf
from engine.core.raw import load_u64, prefetch, store_u64
from engine.core.score import NONE

BOUND_NONE, UPPER, LOWER, EXACT = 0, 1, 2, 3
BUCKET, BUCKET_BYTES = 4, 64
AGES = 32
MAX_DEPTH = 255

_LOW32 = np.uint64(0xFFFFFFFF)
_DATA = np.uint64((1 << 48) - 1)
_LOW16 = np.uint64(0xFFFF)
_U16, _U32, _U40, _U42, _U43, _U48 = (np.uint64(n) for n in (16, 32, 40, 42, 43, 48))
_C0, _C1 = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD6E8FEB86659FD93)


class Table:
    """The memory of one table. ``words`` is uint64, its first entry on a cache line."""

    def __init__(self, megabytes: int) -> None:
        """Raises MemoryError if the memory is not there."""
        self.megabytes = megabytes
        self.clusters = max(1, megabytes * (1 << 20) // BUCKET_BYTES)
        raw = np.zeros(self.clusters * BUCKET_BYTES // 8 + 8, dtype=np.uint64)
        shift = -raw.ctypes.data % BUCKET_BYTES // 8
        self.words = raw[shift : shift + self.clusters * BUCKET_BYTES // 8]
        self.age = 0

    @property
    def address(self) -> int:
        """Where the first bucket is."""
        return int(self.words.ctypes.data)

    def clear(self) -> None:
        """Empty the table."""
        self.words.fill(0)
        self.age = 0

    def next_search(self) -> None:
        """Make all entries a search older."""
        self.age = (self.age + 1) % AGES

    def hashfull(self) -> int:
        """Entries of the current search per mille, from the first 4000 entries."""
        data = self.words[1:8000:2]
        ages = (data >> _U43) & np.uint64(AGES - 1)
        return int(np.count_nonzero((data != 0) & (ages == np.uint64(self.age))) * 1000 // data.size)


# --- entry fields: ``data`` is word 1 of an entry -------------------------------------------------------------------------


@inline_leaf
def entry_score(data):
    """The stored score."""
    return np.int64(np.int16(data & _LOW16))


@inline_leaf
def entry_eval(data):
    """The stored static evaluation, NONE if unknown."""
    return np.int64(np.int16((data >> _U16) & _LOW16))


@inline_leaf
def entry_depth(data):
    """The stored depth."""
    return np.int64((data >> _U32) & np.uint64(255))


@inline_leaf
def entry_bound(data):
    """UPPER, LOWER or EXACT."""
    return np.int64((data >> _U40) & np.uint64(3))


@inline_leaf
def entry_pv(data):
    """1 if the node was on a principal variation."""
    return np.int64((data >> _U42) & np.uint64(1))


@inline_leaf
def settles(bound, score, alpha, beta):
    """Whether an entry's score and bound say all that a search with the window (alpha, beta) would; BOUND_NONE never does."""
    return bound == EXACT or (bound == LOWER and score >= beta) or (bound == UPPER and score <= alpha)


@inline_leaf
def bound_of(score, alpha, beta, wide):
    """What ``score`` is after a search with the window (alpha, beta); ``wide`` : whether it could be exact."""
    return np.int64(LOWER if score >= beta else EXACT if wide and score > alpha else UPPER)


@inline_leaf
def _check(key, word, data):
    return ((((word * _C0) ^ (data & _DATA)) * _C1) >> _U48) ^ (key & _LOW16)


@inline_leaf
def bucket_of(table, clusters, key):
    """The address of the bucket of ``key``."""
    return table + np.int64(((key & _LOW32) * np.uint64(clusters)) >> _U32) * BUCKET_BYTES


@inline_leaf
def prefetch_bucket(table, clusters, key):
    """Ask for the bucket of ``key`` early."""
    prefetch(bucket_of(table, clusters, key))


@inline_leaf
def pack_data(score, static_eval, depth, bound, pv, age):
    """Word 1 of an entry without its check."""
    low = (np.uint64(score) & _LOW16) | ((np.uint64(static_eval) & _LOW16) << _U16) | (np.uint64(depth) << _U32)
    return low | (np.uint64(bound) << _U40) | (np.uint64(pv) << _U42) | (np.uint64(age) << _U43)


# --- probe and store ----------------------------------------------------------------------------------------------------


@inline_leaf
def probe(table, clusters, key):
    """``(fold, data)`` of the position's entry, ``(0, 0)`` if there is none; fold int64, data uint64."""
    bucket = bucket_of(table, clusters, key)
    tag = key >> _U32
    for slot in range(BUCKET):
        word = load_u64(bucket, 2 * slot)
        if word >> _U32 == tag:
            data = load_u64(bucket, 2 * slot + 1)
            if data >> _U48 == _check(key, word, data) and data != np.uint64(0):
                return np.int64(word & _LOW32), data
    return np.int64(0), np.uint64(0)


@leaf
def store(table, clusters, age, key, fold, score, static_eval, depth, bound, pv):
    """Write what a search of the position found. An older, shallower or poorer entry makes room; a move is not forgotten."""
    bucket = bucket_of(table, clusters, key)
    tag = key >> _U32
    place, worst = np.int64(0), np.int64(1 << 30)
    for slot in range(BUCKET):
        word = load_u64(bucket, 2 * slot)
        data = load_u64(bucket, 2 * slot + 1)
        if word >> _U32 == tag and data >> _U48 == _check(key, word, data):
            if fold == 0:
                fold = np.int64(word & _LOW32)
            same_age = np.int64((data >> _U43) & np.uint64(AGES - 1)) == age
            if bound != EXACT and same_age and depth + 2 * pv + 4 <= entry_depth(data):
                return
            place = slot
            break
        if data == np.uint64(0):
            quality = np.int64(-(1 << 20))
        else:
            old = (age - np.int64((data >> _U43) & np.uint64(AGES - 1))) & (AGES - 1)
            quality = entry_depth(data) + 2 * entry_pv(data) - 8 * old
        if quality < worst:
            place, worst = slot, quality
    word = (tag << _U32) | np.uint64(fold)
    data = pack_data(score, static_eval, depth, bound, pv, age)
    store_u64(bucket, 2 * place, word)
    store_u64(bucket, 2 * place + 1, data | (_check(key, word, data) << _U48))


_PROBE = types.FunctionType(types.void(types.int64, types.int64, types.uint64, types.Array(types.int64, 1, "C")))


@kernel(_PROBE)
def probe_key(table, clusters, key, out):
    """Write fold, score (counted from the node), bound and depth of the entry of ``key`` into ``out`` (int64[4]); bound 0: none.

    Between searches only: nothing is locked.
    """
    fold, data = probe(table, clusters, key)
    out[0], out[1], out[2], out[3] = fold, entry_score(data), entry_bound(data), entry_depth(data)


assert -NONE >= -(1 << 15) and NONE < 1 << 15
