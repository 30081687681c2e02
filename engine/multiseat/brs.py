"""Best-reply search: after each move of the root's team only one opponent moves, the one whose move hurts most.

The root's team (side 0) maximises its score, all others together (side 1) choose one move among those of every opponent; who does
not move passes. So the tree has two sides in turn and the root's team looks as far ahead as in a game of two. The game must know
the null move. Rows of passes count as plies of the stack, not of depth, and variations end where somebody passes.

Schadd, Winands: *Best-Reply Search for Multiplayer Games*, IEEE TCIAIG 3(1), 2011.
"""

from __future__ import annotations

import numpy as np

from engine.core.contract import FLAG_IN_CHECK, move_is_noisy
from engine.core.jit import kernel, leaf
from engine.core.raw import store_i64
from engine.core.score import INFINITE, NONE, WIN_BOUND, from_table, mate_in, mated_in
from engine.search import table
from engine.search.context import (
    PV_WIDTH,
    SEARCH,
    call_qsearch,
    context_at,
    frame_of,
    header_of,
    params_at,
    team_of,
)
from engine.search.history import bonus_of, learn_quiet, learn_refutation
from engine.search.node import (
    LAST_PLY,
    adjudicate,
    count_node,
    evaluate,
    is_settled,
    keep_pv,
    may_store,
    no_moves,
    play,
    remember,
    table_move,
    verdict,
)
from engine.search.order import MODE_SEARCH, start_picker
from engine.search.root_moves import next_choice, note_root_move

MOST_PASSES = 8  #: no more seats than this pass in a row
_DEEPEST = LAST_PLY - 2 * MOST_PASSES
_FUTILE_DEPTH, _FUTILE_SLOPE = 3, 120
_LATE, _VERY_LATE = 4, 14


@leaf
def pass_to_root(ctx, ply):
    """From the row of ``ply``, in which an opponent has moved: let the other opponents pass; the ply where somebody may move."""
    first = header_of(ctx, ctx["root_row"] + ply)["player"]
    for passes in range(MOST_PASSES):
        row = ctx["root_row"] + ply
        header = header_of(ctx, row)
        if team_of(ctx, header) == 0 or (passes > 0 and header["player"] == first):  # the root's team may be out of the game
            break
        play(ctx, ply, row, np.int64(0), np.int64(0))
        frame_of(ctx, ply)["static_eval"] = NONE
        ply += 1
    return ply


@leaf
def _keep_line(ctx, ply, mover_ply, child_ply, move):
    """The variation of ``ply``: ``move`` and what follows, up to the first pass."""
    if mover_ply != ply:
        frame_of(ctx, ply)["pv_length"] = 0
    elif child_ply == ply + 1:
        keep_pv(ctx, ply, move)
    else:
        store_i64(ctx["pv"] + 8 * PV_WIDTH * ply, 0, move)
        frame_of(ctx, ply)["pv_length"] = 1


@kernel(SEARCH)
def best_reply(address, ply, alpha, beta, depth, cut_node, top):
    """The score of the node at ``ply`` from the view of the side that acts there, fail-soft; arguments as in ``search``."""
    ctx = context_at(address)
    row = ctx["root_row"] + ply
    header = header_of(ctx, row)
    if depth <= 0:
        return call_qsearch(ctx["qsearch"], (address, ply, alpha, beta, top))
    frame = frame_of(ctx, ply)
    is_root = ply == 0
    is_pv = beta - alpha > 1
    frame["pv_length"] = 0

    # 1. Stop, ends of the game, win distance pruning.
    if count_node(ctx, ply):
        return np.int64(0)
    if not is_root:
        code = adjudicate(ctx, row)
        if code != 0:
            return verdict(ctx, row, ply, code, False)
        if ply >= _DEEPEST:
            return evaluate(ctx, row)
        alpha = max(alpha, mated_in(ply))
        beta = min(beta, mate_in(ply + 1))
        if alpha >= beta:
            return alpha

    # 2. Transposition table; it is emptied whenever another team is at the root.
    params = params_at(ctx["params"])
    key = header["key"]
    side = team_of(ctx, header)
    frame["team"] = side
    fold_bits, data = table.probe(ctx["table"], ctx["clusters"], key)
    bound = table.entry_bound(data)
    table_score = from_table(table.entry_score(data), ply)
    if not is_pv and is_settled(ctx, header, data, table_score, alpha, beta, depth):
        return table_score

    # 3. Far above beta the other side will not come back in a few plies.
    in_check = header["flags"] & FLAG_IN_CHECK != 0
    raw_eval = np.int64(NONE)
    if not is_pv and not in_check and depth <= min(_FUTILE_DEPTH, params["futile_depth"]) and beta > -WIN_BOUND:
        raw_eval = table.entry_eval(data) if bound != 0 else np.int64(NONE)
        if raw_eval == NONE:
            raw_eval = evaluate(ctx, row)
        if raw_eval - _FUTILE_SLOPE * depth >= beta and raw_eval < WIN_BOUND:
            return raw_eval
    frame["static_eval"] = raw_eval

    # 4. Moves of the seat to act, then, where opponents act, of each opponent after it once those before it have passed.
    best, best_move = np.int64(-INFINITE), np.int64(0)
    old_alpha = alpha
    count = np.int64(0)
    root_index = ctx["line"] - 1
    mover_ply = ply
    first_move = table_move(ctx, row, fold_bits, top)
    picker = start_picker(top, np.int64(MODE_SEARCH), first_move)
    while True:
        root_index += 1
        move, shape = next_choice(ctx, address, mover_ply, top, root_index)
        if move == 0:
            mover_row = ctx["root_row"] + mover_ply
            if side == 0 or mover_ply - ply >= MOST_PASSES:
                break
            play(ctx, mover_ply, mover_row, np.int64(0), np.int64(0))
            mover_ply += 1
            mover = header_of(ctx, mover_row + 1)
            if team_of(ctx, mover) == 0 or mover["player"] == header["player"]:
                break
            frame_of(ctx, mover_ply)["static_eval"] = NONE
            picker = start_picker(top, np.int64(MODE_SEARCH), table_move(ctx, mover_row + 1, fold_bits, top))
            continue
        count += 1
        quiet = not move_is_noisy(shape)
        nodes_before = ctx["nodes"]
        play(ctx, mover_ply, ctx["root_row"] + mover_ply, move, shape)
        child_ply = mover_ply + 1
        if side == 1 and adjudicate(ctx, ctx["root_row"] + child_ply) == 0:
            child_ply = pass_to_root(ctx, child_ply)
        child = header_of(ctx, ctx["root_row"] + child_ply)
        sign = np.int64(-1 if team_of(ctx, child) != side else 1)
        low, high = (-beta, -alpha) if sign < 0 else (alpha, beta)
        null_low = -alpha - 1 if sign < 0 else alpha

        # 5. Late move reduction, null window, full window.
        new_depth = depth - 1
        reduction = np.int64(0)
        if params["lmr_depth"] != 0 and depth >= 3 and quiet and not in_check and count > _LATE:
            if child["flags"] & FLAG_IN_CHECK == 0:
                reduction = np.int64(1) + np.int64(count > _VERY_LATE and depth >= 4) - np.int64(is_pv and count <= _VERY_LATE)
        if count == 1 or (not is_pv and reduction == 0):
            score = sign * best_reply(address, child_ply, low, high, new_depth, cut_node, picker["top"])
        else:
            score = sign * best_reply(address, child_ply, null_low, null_low + 1, new_depth - reduction, cut_node, picker["top"])
            if score > alpha and (reduction > 0 or is_pv) and ctx["stopped"] == 0:
                score = sign * best_reply(address, child_ply, low, high, new_depth, cut_node, picker["top"])
        if ctx["stopped"] != 0:
            return np.int64(0)

        # 6. What it found.
        if is_root:
            note_root_move(ctx, root_index, score, alpha, beta, count == 1, ctx["nodes"] - nodes_before)
        if score > best:
            best = score
            if score > alpha:
                best_move = move
                if is_pv:
                    _keep_line(ctx, ply, mover_ply, child_ply, move)
                if score >= beta:
                    if quiet:
                        learn_refutation(ctx, mover_ply, move)
                        learn_quiet(ctx, mover_ply, shape, bonus_of(params, depth))
                    break
                alpha = score
    if count == 0:
        return no_moves(ctx, row, ply)
    bound = table.bound_of(best, old_alpha, beta, is_pv)
    if may_store(best) and (not is_root or ctx["line"] == 0):
        remember(ctx, ply, key, best_move, best, raw_eval, depth, bound, np.int64(is_pv))
    return best
