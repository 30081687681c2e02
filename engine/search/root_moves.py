"""The root's list of moves inside a search kernel: where a node takes its next move from, and what is noted of a root move."""

from __future__ import annotations

import numpy as np

from engine.core.jit import inline_leaf, leaf
from engine.core.raw import load_i64, store_i64
from engine.core.score import INFINITE
from engine.search import table
from engine.search.context import CURRENT_MOVE, CURRENT_NUMBER, PV_WIDTH, call_next, frame_of, root_move_of, shape_of
from engine.search.order import picker_at


@inline_leaf
def next_choice(ctx, address, ply, top, index):
    """``(move, shape)`` that a node tries next: of the root's list at ply 0, else of the picker at ``top``; move 0 at the end.

    index : the place in the root's list, ``ctx["line"]`` for the first move; of no meaning below the root.
    """
    if ply == 0:
        if index >= ctx["root_count"]:
            return np.int64(0), np.int64(0)
        move = root_move_of(ctx, index)["move"]
        store_i64(ctx["own_line"], CURRENT_MOVE, move)
        store_i64(ctx["own_line"], CURRENT_NUMBER, index + 1)
        return move, shape_of(ctx, ctx["root_row"], move)
    move = call_next(ctx["next_move"], (address, ply, top))
    return move, picker_at(top)["shape"]


@leaf
def note_root_move(ctx, index, score, alpha, beta, first, nodes):
    """Write what the search of root move ``index`` found; moves that do not raise alpha sink to the end."""
    root = root_move_of(ctx, index)
    root["nodes"] += nodes
    if not first and score <= alpha:
        root["score"] = -INFINITE
        return
    root["score"], root["depth"], root["seldepth"] = score, ctx["depth"], ctx["seldepth"]
    root["bound"] = table.LOWER if score >= beta else table.UPPER if score <= alpha else 0
    line = ctx["root_pv"] + 8 * PV_WIDTH * root["pv"]
    length = frame_of(ctx, 1)["pv_length"]
    store_i64(line, 0, root["move"])
    for place in range(length):
        store_i64(line, place + 1, load_i64(ctx["pv"] + 8 * PV_WIDTH, place))
    root["pv_length"] = length + 1
