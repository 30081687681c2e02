"""``evaluate`` by a network: accumulators kept row by row, brought up to date only where an evaluation is asked for.

A row's accumulators come from those of the nearest row before it that has them, by the inputs in which the two rows differ. If
more than one ply lies between, or no row near by has any, the row just before is done first: its other children will ask for it.
A view is added up afresh where there is nothing to start from and where the frame of reference has changed. Integers add up to
the same on every way, so the result is that of ``format.reference_evaluate``, clamped and passed to the game's ``ending``.
"""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.jit import inline_leaf, kernel, leaf
from engine.core.raw import array_address, caller, load_i32, load_i64, load_u64, record_at, store_i64, store_u64
from engine.core.score import EVAL_LIMIT
from engine.network.format import QA, QB
from engine.network.layout import ACTIVE_WORD, LINE, LIST_WORDS, MAX_ACTIVE, NET, SLOT_HEAD, SLOTS, TAG_WORD
from engine.network.vectors import combiner, product

FARTHEST = 6  #: plies back that are worth looking at: beyond, adding up afresh costs as much
TAG = np.uint64(0x6163_6375_6D75_6C31)  #: so that an empty slot is nobody's

_net_at, _header_at = record_at(NET), record_at(np.dtype(contract.HEADER))
_call_features, _call_changes = caller(contract.FEATURES), caller(contract.FEATURE_CHANGES)
_call_ending = caller(contract.ENDING)
_copy, _add, _add_four, _subtract = combiner(0, 0), combiner(1, 0), combiner(4, 0), combiner(0, 1)
_move, _capture, _double = combiner(1, 1), combiner(1, 2), combiner(2, 2)
_squared_product, _clipped_product = product(QA, True), product(QA, False)


@inline_leaf
def _slot_of(net, slots, row):
    """Address of the slot of ``row``."""
    return slots + (row & (SLOTS - 1)) * net["slot"]


@inline_leaf
def _is_done(net, slots, memory, row):
    """Whether the slot of ``row`` holds its accumulators."""
    tag = load_u64(memory + row * net["stride"], np.int64(0)) ^ TAG
    return load_u64(_slot_of(net, slots, row), np.int64(TAG_WORD)) == tag


@leaf
def _rebuild(net, first, bias, memory, size, row, view, inputs, target):
    """Add up the accumulator ``target`` of ``row`` from nothing; returns the number of active inputs."""
    n = _call_features(net["features"], (memory, size, row, view, inputs, np.int64(LIST_WORDS)))
    width, blocks = net["row"], net["blocks"]
    _copy(target, bias, (), blocks)
    at = np.int64(0)
    while at + 4 <= n:
        a, b = first + load_i64(inputs, at) * width, first + load_i64(inputs, at + 1) * width
        c, d = first + load_i64(inputs, at + 2) * width, first + load_i64(inputs, at + 3) * width
        _add_four(target, target, (a, b, c, d), blocks)
        at += 4
    while at < n:
        _add(target, target, (first + load_i64(inputs, at) * width,), blocks)
        at += 1
    return n


@leaf
def _apply(net, first, inputs, n, source, target):
    """``target = source`` and the ``n`` changes in ``inputs``; returns by how many the active inputs have grown."""
    width, blocks = net["row"], net["blocks"]
    come, end = np.int64(0), n  # those that appear move to the front
    while come < end:
        index = load_i64(inputs, come)
        if index >= 0:
            come += 1
        else:
            end -= 1
            store_i64(inputs, come, load_i64(inputs, end))
            store_i64(inputs, end, index)
    gone = n - come
    if n == 0:
        _copy(target, source, (), blocks)
        return n
    plus, minus = first + load_i64(inputs, 0) * width, first + ~load_i64(inputs, n - 1) * width
    if come == 1 and gone == 1:
        _move(target, source, (plus, minus), blocks)
    elif come == 1 and gone == 2:
        _capture(target, source, (plus, minus, first + ~load_i64(inputs, 1) * width), blocks)
    elif come == 2 and gone == 2:
        more, less = first + load_i64(inputs, 1) * width, first + ~load_i64(inputs, 2) * width
        _double(target, source, (plus, more, minus, less), blocks)
    else:
        for at in range(n):
            index = load_i64(inputs, at)
            if index >= 0:
                _add(target, source, (first + index * width,), blocks)
            else:
                _subtract(target, source, (first + ~index * width,), blocks)
            source = target
    return come - gone


@leaf
def _update(net, first, bias, memory, size, slots, inputs, before, row):
    """Fill the slot of ``row`` from that of ``before``, or from nothing if that is -1."""
    slot, width = _slot_of(net, slots, row), net["row"]
    for view in range(2):
        target = slot + SLOT_HEAD + view * width
        n = np.int64(-1)
        if before >= 0:
            n = _call_changes(net["feature_changes"], (memory, size, before, row, view, inputs, np.int64(LIST_WORDS)))
        if n >= 0:
            old = _slot_of(net, slots, before)
            active = _apply(net, first, inputs, n, old + SLOT_HEAD + view * width, target)
            active += load_i64(old, ACTIVE_WORD + view)
        else:
            active = _rebuild(net, first, bias, memory, size, row, view, inputs, target)
        store_i64(slot, ACTIVE_WORD + view, active)
    store_u64(slot, np.int64(TAG_WORD), load_u64(memory + row * net["stride"], np.int64(0)) ^ TAG)


@leaf
def _bring_up(net, first, bias, memory, size, slots, inputs, row):
    """Fill the slot of ``row`` by the shortest way."""
    last = max(row - FARTHEST, np.int64(0))
    before = row - 1
    while before >= last and not _is_done(net, slots, memory, before):
        before -= 1
    if before < last:
        before = np.int64(-1)
    if before < row - 1:
        # The row's siblings will ask for the row before it too.
        _update(net, first, bias, memory, size, slots, inputs, before, row - 1)
        before = row - 1
    _update(net, first, bias, memory, size, slots, inputs, before, row)


@inline_leaf
def _limited(value):
    return min(max(value, np.int64(1 - EVAL_LIMIT)), np.int64(EVAL_LIMIT - 1))


@kernel(contract.EVALUATE)
def evaluate_network(memory, ply, weights, scratch):
    """The network's score of row ``ply``, see ``contract.EVALUATE``; ``layout`` says what the arrays hold."""
    base = array_address(weights)
    net = _net_at(base)
    inputs = (array_address(scratch) + LINE - 1) & -LINE
    slots = inputs + 8 * LIST_WORDS
    stack, size = array_address(memory), np.int64(memory.size)
    if not _is_done(net, slots, stack, ply):
        _bring_up(net, base + net["first"], base + net["first_bias"], stack, size, slots, inputs, ply)
    slot, width = _slot_of(net, slots, ply), net["row"]
    player = np.int64(_header_at(stack + ply * net["stride"])["player"])
    active = min(max(load_i64(slot, ACTIVE_WORD + player), np.int64(0)), np.int64(MAX_ACTIVE))
    bucket = load_i32(base + net["buckets"], active)
    own, other = slot + SLOT_HEAD + player * width, slot + SLOT_HEAD + (1 - player) * width
    out = base + net["out"] + 2 * bucket * width
    if net["squared"] != 0:
        total = _squared_product(own, out, other, out + width, net["blocks"]) // QA
    else:
        total = _clipped_product(own, out, other, out + width, net["blocks"])
    score = _limited((total + load_i32(base + net["out_bias"], bucket)) * net["scale"] // (QA * QB))
    return _limited(_call_ending(net["ending"], (stack, size, ply, score)))
