"""Expectimax for more than two seats: every seat takes what is best for itself, a node of chance is the mean over its outcomes.

The value of a node is the score of each seat (kernel ``evaluate_seats``), which must be linear in the chance of winning. Nothing
can be cut off soundly, so it looks a few turns ahead.
"""

from __future__ import annotations

import numpy as np

from engine.core.contract import FLAG_CHANCE
from engine.core.jit import kernel
from engine.core.raw import load_i64, store_i64
from engine.core.score import INFINITE
from engine.expectimax.chance import MOST_OUTCOMES, MOST_SEATS, list_outcomes, scores_at, vector_of
from engine.search.context import SEARCH, context_at, frame_of, header_of
from engine.search.node import LAST_PLY, adjudicate, allow_stop, count_node, keep_pv, play
from engine.search.order import MODE_SEARCH, start_picker
from engine.search.root_moves import next_choice, note_root_move

_DEEPEST = LAST_PLY - 8


@kernel(SEARCH)
def expectimax_seats(address, ply, alpha, beta, depth, cut_node, top):
    """Write the scores of the node at ``ply`` to ``vector_of(ctx, ply)``; the score of the header's player.

    Arguments as in ``search``; the window is not used below the root.
    """
    ctx = context_at(address)
    row = ctx["root_row"] + ply
    header = header_of(ctx, row)
    frame = frame_of(ctx, ply)
    own, child = vector_of(ctx, ply), vector_of(ctx, ply + 1)
    seat = np.int64(header["player"])
    is_root = ply == 0
    frame["pv_length"] = 0
    if count_node(ctx, ply):
        return np.int64(0)
    if (not is_root and adjudicate(ctx, row) != 0) or ply >= _DEEPEST or depth <= 0:
        scores_at(ctx, row, own)
        return load_i64(own, seat)
    if header["flags"] & FLAG_CHANCE != 0:
        found = list_outcomes(ctx, row, top)
        weights, beyond = top + 8 * MOST_OUTCOMES, top + 16 * MOST_OUTCOMES
        whole = np.int64(0)
        for place in range(MOST_SEATS):
            store_i64(own, place, np.int64(0))
        for index in range(found):
            weight = load_i64(weights, index)
            whole += weight
            play(ctx, ply, row, load_i64(top, index), np.int64(0))
            expectimax_seats(address, ply + 1, alpha, beta, depth, cut_node, beyond)
            if ctx["stopped"] != 0:
                return np.int64(0)
            for place in range(MOST_SEATS):
                store_i64(own, place, load_i64(own, place) + weight * load_i64(child, place))
        for place in range(MOST_SEATS):
            store_i64(own, place, load_i64(own, place) // max(whole, np.int64(1)))
        frame["pv_length"] = 0
        return load_i64(own, seat)
    best = np.int64(-INFINITE)
    count = np.int64(0)
    root_index = ctx["line"] - 1
    picker = start_picker(top, np.int64(MODE_SEARCH), np.int64(0))
    while True:
        root_index += 1
        move, shape = next_choice(ctx, address, ply, top, root_index)
        if move == 0:
            break
        count += 1
        nodes_before = ctx["nodes"]
        play(ctx, ply, row, move, shape)
        expectimax_seats(address, ply + 1, alpha, beta, depth - 1, cut_node, picker["top"])
        if ctx["stopped"] != 0:
            return np.int64(0)
        score = load_i64(child, seat)
        if is_root:
            reference = best if count > 1 else alpha
            note_root_move(ctx, root_index, score, reference, np.int64(INFINITE), count == 1, ctx["nodes"] - nodes_before)
            allow_stop(ctx)
        if score > best:
            best = score
            for place in range(MOST_SEATS):
                store_i64(own, place, load_i64(child, place))
            keep_pv(ctx, ply, move)
    if count == 0:
        scores_at(ctx, row, own)
        return load_i64(own, seat)
    return best
