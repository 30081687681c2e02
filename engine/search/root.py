"""The root: iterative deepening with aspiration windows over several lines, as one resumable compiled loop.

``advance`` works until an event that its caller wants to hear of; all that it needs to go on stands in the context. So a driver
that reports lines calls it once a window, and one that only wants the move calls it once.
"""

from __future__ import annotations

import numpy as np
from numba import types

from engine.core.contract import NOISY_BIT, fold, move_victim
from engine.core.jit import kernel, leaf
from engine.core.raw import load_i64, store_i64
from engine.core.score import INFINITE, MAX_PLY, WIN_BOUND
from engine.search import table
from engine.search.context import (
    PV_WIDTH,
    ROOT_MOVE_BYTES,
    call_gen,
    call_search,
    context_at,
    header_of,
    params_at,
    root_move_of,
    shape_of,
    value_of,
)
from engine.search.node import poll

#: Events, a bit set. ITERATION: all lines of a depth are complete; FAILED: a window failed high or low; FINISHED: the last depth
#: is complete; STOPPED: the stop cell or the node limit ended the search.
ITERATION, FAILED, FINISHED, STOPPED = 1, 2, 4, 8
DEEPEST = MAX_PLY - 12  #: the last iteration

NEW_DEPTH, _NEW_LINE, _WINDOW = 0, 1, 2  #: what ``advance`` does next
_ROOT_WORDS = ROOT_MOVE_BYTES // 8


@leaf
def _sort(ctx, first, end):
    """Bring root moves ``first`` .. ``end - 1`` into descending order of score, equal ones in their order."""
    moves = ctx["root_moves"]
    for index in range(first + 1, end):
        score = root_move_of(ctx, index)["score"]
        place = index
        while place > first and root_move_of(ctx, place - 1)["score"] < score:
            place -= 1
        for word in range(_ROOT_WORDS):
            kept = load_i64(moves, index * _ROOT_WORDS + word)
            for back in range(index, place, -1):
                store_i64(moves, back * _ROOT_WORDS + word, load_i64(moves, (back - 1) * _ROOT_WORDS + word))
            store_i64(moves, place * _ROOT_WORDS + word, kept)


_BEGIN = types.FunctionType(types.int64(types.int64))


@kernel(_BEGIN)
def begin(address):
    """Fill ``root_moves`` with all legal moves of the root, the table move first, then noisy ones by victim; return how many."""
    ctx = context_at(address)
    row = ctx["root_row"]
    arena = ctx["arena"]
    count = call_gen(ctx["gen_moves"], (ctx["memory"], ctx["memory_bytes"], row, arena, ctx["max_moves"]))
    fold_bits, _ = table.probe(ctx["table"], ctx["clusters"], header_of(ctx, row)["key"])
    for index in range(count):
        root = root_move_of(ctx, index)
        move = load_i64(arena, index)
        shape = shape_of(ctx, row, move)
        score = value_of(ctx, move_victim(shape))
        if shape & NOISY_BIT != 0:
            score += 400
        if fold(move) == fold_bits:
            score += INFINITE
        root["move"], root["score"], root["previous"], root["mean"] = move, score, -INFINITE, -INFINITE
        root["nodes"], root["seldepth"], root["bound"], root["depth"] = 0, 0, 0, 0
        root["pv"], root["pv_length"] = index, 1
        store_i64(ctx["root_pv"] + 8 * PV_WIDTH * index, 0, move)
    _sort(ctx, np.int64(0), count)
    for index in range(count):
        root_move_of(ctx, index)["score"] = -INFINITE
    ctx["root_count"] = count
    ctx["depth"], ctx["line"], ctx["phase"] = 0, 0, NEW_DEPTH
    ctx["null_ply"] = 0
    ctx["nodes"], ctx["seldepth"], ctx["stopped"], ctx["may_stop"], ctx["poll_at"] = 0, 0, 0, 0, 0
    return count


_ADVANCE = types.FunctionType(types.int64(types.int64, types.int64))


@kernel(_ADVANCE)
def advance(address, wanted):
    """Search on until an event of the set ``wanted``, the end of the last depth or a stop; return that event."""
    ctx = context_at(address)
    params = params_at(ctx["params"])
    while True:
        if ctx["phase"] == NEW_DEPTH:
            if ctx["depth"] >= ctx["max_depth"]:
                return np.int64(FINISHED)
            ctx["depth"] += 1
            ctx["line"] = 0
            for index in range(ctx["root_count"]):
                root = root_move_of(ctx, index)
                root["previous"] = root["score"]
            ctx["phase"] = _NEW_LINE
        if ctx["phase"] == _NEW_LINE:
            mean = root_move_of(ctx, ctx["line"])["mean"]
            ctx["seldepth"], ctx["fails"] = 0, 0
            ctx["alpha"], ctx["beta"] = -INFINITE, INFINITE
            ctx["delta"] = params["aspiration_delta"] + abs(mean) // 100
            if params["aspiration_depth"] != 0 and ctx["depth"] >= params["aspiration_depth"] and abs(mean) < WIN_BOUND:
                ctx["alpha"], ctx["beta"] = mean - ctx["delta"], mean + ctx["delta"]
            ctx["phase"] = _WINDOW
        depth = max(ctx["depth"] - ctx["fails"], 1)
        score = call_search(ctx["search"], (address, np.int64(0), ctx["alpha"], ctx["beta"], depth, np.int64(0), ctx["arena"]))
        _sort(ctx, ctx["line"], ctx["root_count"])
        if ctx["stopped"] != 0:
            return np.int64(STOPPED)
        event = np.int64(FAILED)
        if score <= ctx["alpha"]:
            ctx["beta"] = (ctx["alpha"] + ctx["beta"]) // 2
            ctx["alpha"] = max(score - ctx["delta"], -INFINITE)
            ctx["fails"] = 0
        elif score >= ctx["beta"]:
            ctx["beta"] = min(score + ctx["delta"], INFINITE)
            ctx["fails"] = min(ctx["fails"] + 1, 3)
        else:
            root = root_move_of(ctx, ctx["line"])
            root["mean"] = score if root["mean"] == -INFINITE else (score * 2 + root["mean"]) // 3
            ctx["line"] += 1
            _sort(ctx, np.int64(0), ctx["line"])
            ctx["phase"] = _NEW_LINE
            event = np.int64(0)
            if ctx["line"] >= ctx["lines"]:
                ctx["phase"] = NEW_DEPTH
                event = np.int64(ITERATION)
                ctx["may_stop"] = 1
                poll(ctx)
                if ctx["stopped"] != 0:
                    return np.int64(STOPPED)
        ctx["delta"] += ctx["delta"] // 2
        if abs(score) >= WIN_BOUND:
            ctx["delta"] = INFINITE
        if event & wanted:
            return event
