"""Max^n: every seat takes the move that is best for itself; the value of a node is the score of each seat.

There is no sound cutoff but that of a certain win, so it looks least far ahead; nobody is thought to gang up on the root. Quiet
ends: below depth 0 every seat may stop or go on with a capture that loses nothing.

Luckhardt, Irani: *An Algorithmic Solution of N-Person Games*, AAAI 1986.
"""

from __future__ import annotations

import numpy as np

from engine.core.contract import winners_of
from engine.core.jit import kernel, leaf
from engine.core.raw import load_i64, store_i64
from engine.core.score import EVAL_LIMIT, INFINITE, mate_in
from engine.multiseat.seats import MOST_SEATS, SEATS, TEAMS, scores_at, vector_of
from engine.search.context import (
    SEARCH,
    call_result,
    context_at,
    frame_of,
    header_of,
    params_at,
)
from engine.search.node import LAST_PLY, adjudicate, count_node, keep_pv, play
from engine.search.order import MODE_QUIESCENCE, MODE_SEARCH, start_picker, wins_exchange
from engine.search.root_moves import next_choice, note_root_move

_QUIET_PLIES = 6  #: captures are followed so far below depth 0
_LOST = -EVAL_LIMIT // 2  #: a seat that has lost has no better score


@leaf
def end_scores(ctx, row, ply, code, out):
    """The scores of a finished game: winners as by ``mate_in``, in a draw 0 for all, losers as the game ranks them."""
    winners = winners_of(code)
    scratch = ctx["scratch"]
    scores_at(ctx, row, out)
    winner_teams = np.int64(0)
    for seat in range(MOST_SEATS):
        if (winners >> seat) & 1:
            winner_teams |= np.int64(1) << load_i64(scratch, TEAMS + seat)
    for seat in range(load_i64(scratch, SEATS)):
        if winners == 0:
            store_i64(out, seat, np.int64(0))
        elif (winner_teams >> load_i64(scratch, TEAMS + seat)) & 1:
            store_i64(out, seat, mate_in(ply))
        else:
            store_i64(out, seat, min(load_i64(out, seat), np.int64(_LOST)))


@kernel(SEARCH)
def maxn(address, ply, alpha, beta, depth, cut_node, top):
    """Write the scores of the node at ``ply`` to ``vector_of(ctx, ply)``; the score of the player who acts there.

    Arguments as in ``search``; the window is not used below the root.
    """
    ctx = context_at(address)
    row = ctx["root_row"] + ply
    header = header_of(ctx, row)
    frame = frame_of(ctx, ply)
    own = vector_of(ctx, ply)
    seat = np.int64(header["player"])
    is_root = ply == 0
    frame["pv_length"] = 0
    if count_node(ctx, ply):
        return np.int64(0)
    if not is_root:
        code = adjudicate(ctx, row)
        if code != 0:
            end_scores(ctx, row, ply, code, own)
            return load_i64(own, seat)
        if ply >= LAST_PLY or depth <= -_QUIET_PLIES or (depth <= 0 and params_at(ctx["params"])["use_quiescence"] == 0):
            scores_at(ctx, row, own)
            return load_i64(own, seat)
    best = np.int64(-INFINITE)
    if depth <= 0:
        scores_at(ctx, row, own)
        best = load_i64(own, seat)
    count = np.int64(0)
    root_index = ctx["line"] - 1
    picker = start_picker(top, np.int64(MODE_SEARCH if depth > 0 else MODE_QUIESCENCE), np.int64(0))
    while True:
        root_index += 1
        move, shape = next_choice(ctx, address, ply, top, root_index)
        if move == 0:
            break
        count += 1
        if depth <= 0 and not wins_exchange(ctx, row, move, shape, np.int64(0)):
            continue
        nodes_before = ctx["nodes"]
        play(ctx, ply, row, move, shape)
        maxn(address, ply + 1, alpha, beta, depth - 1, cut_node, picker["top"])
        if ctx["stopped"] != 0:
            return np.int64(0)
        child = vector_of(ctx, ply + 1)
        score = load_i64(child, seat)
        if is_root:
            note_root_move(ctx, root_index, score, best if count > 1 else alpha, np.int64(INFINITE), count == 1,
                           ctx["nodes"] - nodes_before)  # fmt: skip
        if score > best:
            best = score
            for place in range(MOST_SEATS):
                store_i64(own, place, load_i64(child, place))
            keep_pv(ctx, ply, move)
            if score >= mate_in(ply + 1):
                break
    if count == 0 and depth > 0:
        end_scores(ctx, row, ply, call_result(ctx["result"], (ctx["memory"], ctx["memory_bytes"], row)), own)
        return load_i64(own, seat)
    return best
