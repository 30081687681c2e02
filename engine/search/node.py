"""What the main search and quiescence do alike at a node: poll, judge ends of the game, probe, evaluate, make a move."""

from __future__ import annotations

import numpy as np

from engine.core.contract import fold, winners_of
from engine.core.jit import inline_leaf, leaf
from engine.core.raw import load_i64, store_i64
from engine.core.score import DRAW, MATE, MAX_PLY, RULE_WIN, WIN_BOUND, to_table
from engine.search import table
from engine.search.context import (
    LINE_WORDS,
    NODES,
    POLL_INTERVAL,
    PV_WIDTH,
    STOP_CELL,
    call_adjudicate,
    call_evaluate,
    call_legal,
    call_make,
    call_result,
    call_unfold,
    frame_of,
    header_of,
    params_at,
    slot_of,
    team_of,
)
from engine.search.order import find_folded

LAST_PLY = MAX_PLY - 2  #: nodes here are evaluated at once


@leaf
def poll(ctx):
    """Publish the node count, look at the stop cell and the node limit, set the count of the next poll."""
    nodes = ctx["nodes"]
    store_i64(ctx["own_line"], NODES, nodes)
    following = nodes + POLL_INTERVAL
    if ctx["may_stop"] != 0:
        if load_i64(ctx["control"], STOP_CELL) != 0:
            ctx["stopped"] = 1
        if ctx["node_limit"] > 0:
            total = np.int64(0)
            for thread in range(ctx["threads"]):
                total += load_i64(ctx["control"], LINE_WORDS * (1 + thread) + NODES)
            if total >= ctx["node_limit"]:
                ctx["stopped"] = 1
                store_i64(ctx["control"], STOP_CELL, 1)
            following = min(following, nodes + ctx["node_limit"] - total)
    ctx["poll_at"] = following


@inline_leaf
def count_node(ctx, ply):
    """Count a node; True if the search is over and everything must return at once."""
    ctx["nodes"] += 1
    if ply > ctx["seldepth"]:
        ctx["seldepth"] = ply
    if ctx["nodes"] >= ctx["poll_at"]:
        poll(ctx)
    return ctx["stopped"] != 0


@inline_leaf
def allow_stop(ctx):
    """From now on the search may end: there is a move to play, though the first iteration goes on."""
    if ctx["may_stop"] == 0:
        ctx["may_stop"] = 1
        poll(ctx)


@leaf
def verdict(ctx, row, ply, code, certain):
    """The score of result ``code`` for the player to act in ``row``; a win by a cycle that is not yet played out scores less."""
    winners = winners_of(code)
    if winners == 0:
        return np.int64(DRAW)
    seat = np.int64(0)
    while (winners >> seat) & 1 == 0:
        seat += 1
    top = np.int64(MATE)
    if not certain and call_result(ctx["result"], (ctx["memory"], ctx["memory_bytes"], row)) != code:
        top = np.int64(RULE_WIN)
    if load_i64(ctx["teams"], seat) == team_of(ctx, header_of(ctx, row)):
        return top - ply
    return ply - top


@inline_leaf
def adjudicate(ctx, row):
    """The contract's ``adjudicate`` of a node."""
    ctx["count_adjudicate"] += 1
    return call_adjudicate(ctx["adjudicate"], (ctx["memory"], ctx["memory_bytes"], row, ctx["root_row"]))


@leaf
def no_moves(ctx, row, ply):
    """The score of a node without legal moves."""
    return verdict(ctx, row, ply, call_result(ctx["result"], (ctx["memory"], ctx["memory_bytes"], row)), True)


@inline_leaf
def evaluate(ctx, row):
    """The game's static evaluation."""
    weights = (ctx["weights"], ctx["weights_size"], ctx["scratch"], ctx["scratch_size"])
    ctx["count_evaluate"] += 1
    return call_evaluate(ctx["evaluate"], (ctx["memory"], ctx["memory_bytes"], row, *weights))


@inline_leaf
def is_settled(ctx, header, data, score, alpha, beta, depth):
    """Whether the table's entry ``data`` with ``score`` (counted from the root) answers a null window search of ``depth``."""
    return (
        table.settles(table.entry_bound(data), score, alpha, beta)
        and params_at(ctx["params"])["use_table"] != 0
        and table.entry_depth(data) >= depth
        and header["reversible"] < ctx["reversible_guard"]
    )


@inline_leaf
def table_move(ctx, row, fold_bits, top):
    """The legal move that a table entry stands for, 0 if there is none."""
    if fold_bits == 0:
        return np.int64(0)
    ctx["count_legal"] += 1
    if ctx["unfolds"] != 0:
        return call_unfold(ctx["unfold"], (ctx["memory"], ctx["memory_bytes"], row, fold_bits))
    if ctx["packed"] == 0:
        return find_folded(ctx, row, fold_bits, top)
    if call_legal(ctx["is_legal"], (ctx["memory"], ctx["memory_bytes"], row, fold_bits)) != 0:
        return fold_bits
    return np.int64(0)


@inline_leaf
def play(ctx, ply, row, move, shape):
    """Make ``move`` (0 passes; its ``shape`` is 0 too), note it in the frame and ask for the child's table bucket."""
    frame = frame_of(ctx, ply)
    ctx["count_make"] += 1
    call_make(ctx["make_move"], (ctx["memory"], ctx["memory_bytes"], row, move))
    table.prefetch_bucket(ctx["table"], ctx["clusters"], header_of(ctx, row + 1)["key"])
    slot = slot_of(ctx, shape)
    frame["move"], frame["shape"], frame["slot"] = move, shape, slot
    frame_of(ctx, ply + 1)["extensions"] = frame["extensions"]
    frame["line"] = ctx["continuation"] + 2 * slot * ctx["slots"]


@inline_leaf
def may_store(score):
    """Whether the table may keep a score: a win by a cycle of this very path means nothing on another one."""
    return abs(score) < WIN_BOUND or abs(score) > RULE_WIN


@inline_leaf
def remember(ctx, ply, key, move, score, raw_eval, depth, bound, was_pv):
    """Store what a search of the node at ``ply`` found: ``move`` 0 if none, ``score`` from the root, ``was_pv`` 0 or 1."""
    table.store(
        ctx["table"], ctx["clusters"], ctx["age"], key, fold(move), to_table(score, ply), raw_eval, depth, bound, was_pv
    )  # fmt: skip


@inline_leaf
def keep_pv(ctx, ply, move):
    """The variation of ``ply`` becomes ``move`` and then that of the child."""
    frame, child = frame_of(ctx, ply), frame_of(ctx, ply + 1)
    line = ctx["pv"] + 8 * PV_WIDTH * ply
    store_i64(line, 0, move)
    length = child["pv_length"]
    for index in range(length):
        store_i64(line, index + 1, load_i64(line + 8 * PV_WIDTH, index))
    frame["pv_length"] = length + 1
