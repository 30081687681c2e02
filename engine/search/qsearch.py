"""Quiescence: noisy moves only (every move in check), until the static evaluation can be trusted."""

from __future__ import annotations

import numpy as np

from engine.core.contract import FLAG_IN_CHECK, NOISY_BIT, move_is_noisy, move_victim
from engine.core.jit import kernel
from engine.core.score import INFINITE, NONE, WIN_BOUND, from_table, mated_in
from engine.search import table
from engine.search.context import QUIESCENCE, call_next, context_at, frame_of, header_of, params_at, shape_of, team_of, value_of
from engine.search.history import corrected
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
from engine.search.order import MODE_EVASIONS, MODE_QUIESCENCE, start_picker, wins_exchange


@kernel(QUIESCENCE)
def qsearch(address, ply, alpha, beta, top):
    """The score of the node at ``ply`` once the noisy moves are played out, fail-soft; a bound outside (alpha, beta).

    address : of the ``CONTEXT``. top : end of the used arena. Score from the view of the player who acts there. After a stop
    the value is meaningless.
    """
    ctx = context_at(address)
    params = params_at(ctx["params"])
    frame = frame_of(ctx, ply)
    row = ctx["root_row"] + ply
    header = header_of(ctx, row)
    is_pv = beta - alpha > 1
    frame["pv_length"] = 0
    if count_node(ctx, ply):
        return np.int64(0)
    code = adjudicate(ctx, row)
    if code != 0:
        return verdict(ctx, row, ply, code, False)
    if ply >= LAST_PLY or params["use_quiescence"] == 0:
        return evaluate(ctx, row)

    key = header["key"]
    fold_bits, data = table.probe(ctx["table"], ctx["clusters"], key)
    bound = table.entry_bound(data)
    table_score = from_table(table.entry_score(data), ply)
    was_pv = is_pv or table.entry_pv(data) != 0
    if not is_pv and is_settled(ctx, header, data, table_score, alpha, beta, np.int64(0)):
        return table_score

    in_check = header["flags"] & FLAG_IN_CHECK != 0
    old_alpha = alpha
    team = team_of(ctx, header)
    frame["team"] = team
    raw_eval = np.int64(NONE)
    if in_check:
        best = mated_in(ply)
        base = np.int64(-INFINITE)
    else:
        if bound != 0:
            raw_eval = table.entry_eval(data)
        if raw_eval == NONE:
            raw_eval = evaluate(ctx, row)
        best = corrected(ctx, ply, header, team, raw_eval)
        base = best + params["delta"]
        if bound != 0 and params["use_table"] != 0:
            if (bound & table.LOWER != 0 and table_score > best) or (bound & table.UPPER != 0 and table_score < best):
                best = table_score
        if best >= beta:
            if bound == 0:
                remember(ctx, ply, key, np.int64(0), best, raw_eval, np.int64(0), np.int64(table.LOWER), np.int64(was_pv))
            return best
        alpha = max(alpha, best)

    mode = np.int64(MODE_EVASIONS if in_check else MODE_QUIESCENCE)
    move = table_move(ctx, row, fold_bits, top)
    if move != 0 and not in_check and not move_is_noisy(shape_of(ctx, row, move)):
        move = np.int64(0)
    picker = start_picker(top, mode, move)
    best_move = np.int64(0)
    count = np.int64(0)
    while True:
        move = call_next(ctx["next_move"], (address, ply, top))
        if move == 0:
            break
        count += 1
        shape = picker["shape"]
        if best > -WIN_BOUND:
            if not in_check and shape & NOISY_BIT == 0 and params["delta"] != 0:
                reach = base + value_of(ctx, move_victim(shape))
                if reach <= alpha:
                    best = max(best, reach)
                    continue
            picker["skip_quiets"] = 1
            if params["quiescence_see"] != 0 and not wins_exchange(ctx, row, move, shape, np.int64(0)):
                continue
        play(ctx, ply, row, move, shape)
        if team_of(ctx, header_of(ctx, row + 1)) != team:
            score = -qsearch(address, ply + 1, -beta, -alpha, picker["top"])
        else:
            score = qsearch(address, ply + 1, alpha, beta, picker["top"])
        if ctx["stopped"] != 0:
            return np.int64(0)
        if score > best:
            best = score
            if score > alpha:
                best_move = move
                if is_pv:
                    keep_pv(ctx, ply, move)
                if score >= beta:
                    break
                alpha = score
    if in_check and count == 0:
        return no_moves(ctx, row, ply)
    if may_store(best):
        bound = table.bound_of(best, old_alpha, beta, is_pv)
        remember(ctx, ply, key, best_move, best, raw_eval, np.int64(0), bound, np.int64(was_pv))
    return best
