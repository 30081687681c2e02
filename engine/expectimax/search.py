"""Expectimax for two teams: alpha-beta with transposition table where somebody acts, the mean (``mean.py``) where chance does.

Flips are many and alike. Below the root they are searched one by one only from depth ``FLIP_DEPTH`` on, ``FLIP_LESS`` plies less
deep; nearer to the leaves all of them together count as a move that changes nothing, worth the static evaluation.
"""

from __future__ import annotations

import numpy as np

from engine.core.contract import FLAG_CHANCE, FLAG_IN_CHECK, move_is_noisy, move_origin, move_to
from engine.core.jit import kernel
from engine.core.score import INFINITE, NONE, WIN_BOUND, from_table, mate_in, mated_in
from engine.expectimax.chance import REVEALS, tail_word
from engine.expectimax.mean import BELOW_CHANCE, DEEPEST, FIRST_MOVE, mean_of
from engine.search import table
from engine.search.context import (
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
    adjudicate,
    allow_stop,
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

FLIP_DEPTH, FLIP_LESS, ROOT_FLIP_LESS = 99, 3, 1
_FUTILE_DEPTH, _FUTILE_SLOPE = 4, 110
_LATE, _VERY_LATE = 3, 10


@kernel(SEARCH)
def expectimax(address, ply, alpha, beta, depth, cut_node, top):
    """The score of the node at ``ply`` from the view of the side that acts there, fail-soft; arguments as in ``search``.

    In a chance node it is the view of the header's player.
    """
    ctx = context_at(address)
    row = ctx["root_row"] + ply
    header = header_of(ctx, row)
    side = team_of(ctx, header)
    frame = frame_of(ctx, ply)
    frame["pv_length"] = 0
    if header["flags"] & FLAG_CHANCE != 0:
        return mean_of(ctx, address, ply, alpha, beta, depth, top)
    if depth <= 0:
        return call_qsearch(ctx["qsearch"], (address, ply, alpha, beta, top))
    is_root = ply == 0
    wide = beta - alpha > 1
    is_pv = wide and cut_node < BELOW_CHANCE
    first_only = cut_node == FIRST_MOVE

    # 1. Stop, ends of the game, win distance pruning.
    if count_node(ctx, ply):
        return np.int64(0)
    if not is_root:
        code = adjudicate(ctx, row)
        if code != 0:
            return verdict(ctx, row, ply, code, False)
        if ply >= DEEPEST:
            return evaluate(ctx, row)
        alpha = max(alpha, mated_in(ply))
        beta = min(beta, mate_in(ply + 1))
        if alpha >= beta:
            return alpha

    # 2. Transposition table.
    params = params_at(ctx["params"])
    frame["team"] = side
    key = header["key"]
    fold_bits, data = table.probe(ctx["table"], ctx["clusters"], key)
    bound = table.entry_bound(data)
    table_score = from_table(table.entry_score(data), ply)
    if not is_pv and not is_root and is_settled(ctx, header, data, table_score, alpha, beta, depth):
        return table_score

    # 3. Far above beta the other side will not come back in a few plies.
    in_check = header["flags"] & FLAG_IN_CHECK != 0
    reveals = tail_word(ctx, REVEALS) != 0
    raw_eval = table.entry_eval(data) if bound != 0 else np.int64(NONE)
    if raw_eval == NONE and reveals:
        raw_eval = evaluate(ctx, row)
    frame["static_eval"] = raw_eval
    if (
        not is_pv
        and not in_check
        and reveals
        and depth <= min(_FUTILE_DEPTH, params["futile_depth"])
        and raw_eval - _FUTILE_SLOPE * depth >= beta
        and abs(beta) < WIN_BOUND
    ):
        return raw_eval
    grandchild = frame_of(ctx, ply + 2)
    grandchild["killer1"], grandchild["killer2"] = 0, 0

    # 4. Moves; flips near the leaves are one move that changes nothing.
    best, best_move = np.int64(-INFINITE), np.int64(0)
    old_alpha = alpha
    count = np.int64(0)
    flips = False
    root_index = ctx["line"] - 1
    picker = start_picker(top, np.int64(MODE_SEARCH), table_move(ctx, row, fold_bits, top))
    while True:
        if first_only and count > 0:
            break
        root_index += 1
        move, shape = next_choice(ctx, address, ply, top, root_index)
        if move == 0:
            break
        is_flip = reveals and move_origin(shape) == move_to(shape)
        if is_flip and not is_root and depth < FLIP_DEPTH:
            if not flips:
                flips = True
                count += 1
                best = max(best, raw_eval)
                if best >= beta:
                    break
                alpha = max(alpha, best)
            continue
        count += 1
        quiet = not move_is_noisy(shape)
        nodes_before = ctx["nodes"]
        play(ctx, ply, row, move, shape)
        child = header_of(ctx, row + 1)
        sign = np.int64(-1 if team_of(ctx, child) != side else 1)
        low, high = (-beta, -alpha) if sign < 0 else (alpha, beta)
        null_low = -alpha - 1 if sign < 0 else alpha

        # 5. Late move reduction, null window, full window.
        new_depth = depth - 1
        reduction = np.int64(0)
        if is_flip:
            new_depth -= ROOT_FLIP_LESS if is_root else FLIP_LESS
        elif params["lmr_depth"] != 0 and reveals and depth >= 3 and quiet and not in_check and count > _LATE:
            reduction = np.int64(1) + np.int64(count > _VERY_LATE and depth >= 5) - np.int64(is_pv and count <= _VERY_LATE)
        below = np.int64(BELOW_CHANCE if cut_node >= BELOW_CHANCE else 0)
        if count == 1 or (not wide and reduction == 0):
            score = sign * expectimax(address, ply + 1, low, high, new_depth, below, picker["top"])
        else:
            score = sign * expectimax(address, ply + 1, null_low, null_low + 1, new_depth - reduction, below, picker["top"])
            if score > alpha and (reduction > 0 or (wide and score < beta)) and ctx["stopped"] == 0:
                score = sign * expectimax(address, ply + 1, low, high, new_depth, below, picker["top"])
        if ctx["stopped"] != 0:
            return np.int64(0)

        # 6. What it found.
        if is_root:
            note_root_move(ctx, root_index, score, alpha, beta, count == 1, ctx["nodes"] - nodes_before)
            allow_stop(ctx)
        if score > best:
            best = score
            if score > alpha:
                best_move = move
                if is_pv:
                    keep_pv(ctx, ply, move)
                if score >= beta:
                    if quiet and not is_flip:
                        learn_refutation(ctx, ply, move)
                        learn_quiet(ctx, ply, shape, bonus_of(params, depth))
                    break
                alpha = score
    if count == 0:
        return no_moves(ctx, row, ply)
    bound = table.bound_of(best, old_alpha, beta, wide)
    if first_only:
        if best <= old_alpha:  # other moves may be better, so nothing is known
            return best
        bound = np.int64(table.LOWER)
    if may_store(best) and (not is_root or ctx["line"] == 0):
        remember(ctx, ply, key, best_move, best, raw_eval, depth, bound, np.int64(is_pv))
    return best
