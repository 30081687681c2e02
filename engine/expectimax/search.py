"""Expectimax for two teams: alpha-beta with transposition table in nodes where somebody acts, Star1 in nodes of chance.

A chance node is the mean of its outcomes by their weights; equal outcomes come once (a flip has one for each kind of piece).
Star1 (Ballard 1983) searches each outcome with the window that could still bring the mean inside (alpha, beta), taking every
outcome that has not been searched to lie within bounds. True bounds are far apart and would cut nothing. So values are cut off
at ``SPREAD`` around the static evaluation of the chance node: one event rarely changes more, and what it changes beyond is won
or lost anyway. Certain wins are kept only if every outcome is one.

Flips are many and alike. Below the root they are searched one by one only from depth ``FLIP_DEPTH`` on, ``FLIP_LESS`` plies less
deep; nearer to the leaves all of them together count as a move that changes nothing, worth the static evaluation.

References: Ballard, *The \\*-minimax search procedure for trees containing chance nodes*, AI 21, 1983; Hauk, Buro, Schaeffer,
*\\*-Minimax performance in backgammon*, CG 2004.
"""

from __future__ import annotations

import numpy as np

from engine.core.contract import FLAG_CHANCE, FLAG_IN_CHECK, fold, move_is_noisy, move_origin, move_to
from engine.core.jit import kernel
from engine.core.raw import load_i64, store_i64
from engine.core.score import INFINITE, NONE, WIN_BOUND, from_table, mate_in, mated_in, to_table
from engine.expectimax.chance import CERTAIN, MOST_OUTCOMES, REVEALS, list_outcomes, tail_word
from engine.search import table
from engine.search.alphabeta import _note_root_move as note_root_move
from engine.search.context import (
    CURRENT_MOVE,
    CURRENT_NUMBER,
    SEARCH,
    call_next,
    call_qsearch,
    context_at,
    frame_of,
    header_of,
    params_at,
    root_move_of,
    shape_of,
    team_of,
)
from engine.search.history import learn_quiet, learn_refutation
from engine.search.node import LAST_PLY, adjudicate, count_node, evaluate, keep_pv, may_store, no_moves, play, table_move, verdict
from engine.search.order import MODE_SEARCH, start_picker

SPREAD = 1500
FLIP_DEPTH, FLIP_LESS, ROOT_FLIP_LESS = 99, 3, 1
_DEEPEST = LAST_PLY - 8
_FUTILE_DEPTH, _FUTILE_SLOPE = 4, 110
_LATE, _VERY_LATE = 3, 10
#: ``cut_node`` below a chance node: windows are wide, yet no variation is wanted.
BELOW_CHANCE = 2


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
    key = header["key"]

    # Chance: the mean of all outcomes, Star1.
    if header["flags"] & FLAG_CHANCE != 0:
        if count_node(ctx, ply):
            return np.int64(0)
        centre = evaluate(ctx, row)
        if ply >= _DEEPEST or (depth <= 0 and tail_word(ctx, REVEALS) == 0):
            return centre
        _, data = table.probe(ctx["table"], ctx["clusters"], key)
        bound = table.entry_bound(data)
        if bound != 0 and table.entry_depth(data) >= max(depth, 0):
            score = from_table(table.entry_score(data), ply)
            if bound == table.EXACT or (bound == table.LOWER and score >= beta) or (bound == table.UPPER and score <= alpha):
                return score
        low, high = np.int64(-CERTAIN), np.int64(CERTAIN)
        if tail_word(ctx, REVEALS) != 0:
            low, high = centre - SPREAD, centre + SPREAD
        frame["static_eval"], frame["team"] = centre, side
        found = list_outcomes(ctx, row, top)
        weights, beyond = top + 8 * MOST_OUTCOMES, top + 16 * MOST_OUTCOMES
        left = np.int64(0)
        for index in range(found):
            left += load_i64(weights, index)
        whole = max(left, np.int64(1))
        total, worst, best = np.int64(0), np.int64(INFINITE), np.int64(-INFINITE)
        bound = np.int64(table.EXACT)
        for index in range(found):
            weight = load_i64(weights, index)
            left -= weight
            under = (alpha * whole - total - high * left) // weight
            over = -((total + low * left - beta * whole) // weight)
            play(ctx, ply, row, load_i64(top, index), np.int64(0))
            child = header_of(ctx, row + 1)
            sign = np.int64(-1 if team_of(ctx, child) != side else 1)
            first, last = max(under, low - 1), min(over, high + 1)
            if first >= last:
                last = first + 1
            if child["flags"] & FLAG_CHANCE == 0 and depth <= 0:
                if sign < 0:
                    score = -call_qsearch(ctx["qsearch"], (address, ply + 1, -last, -first, beyond))
                else:
                    score = call_qsearch(ctx["qsearch"], (address, ply + 1, first, last, beyond))
            elif sign < 0:
                score = -expectimax(address, ply + 1, -last, -first, depth, np.int64(BELOW_CHANCE), beyond)
            else:
                score = expectimax(address, ply + 1, first, last, depth, np.int64(BELOW_CHANCE), beyond)
            if ctx["stopped"] != 0:
                return np.int64(0)
            worst, best = min(worst, score), max(best, score)
            score = min(max(score, low), high)
            total += weight * score
            if left > 0 and score <= under:
                bound = np.int64(table.UPPER)
                total += high * left
                break
            if left > 0 and score >= over:
                bound = np.int64(table.LOWER)
                total += low * left
                break
        mean = total // whole
        if bound == table.EXACT and worst >= WIN_BOUND:
            mean = worst
        elif bound == table.EXACT and best <= -WIN_BOUND:
            mean = best
        frame["pv_length"] = 0
        if may_store(mean):
            table.store(
                ctx["table"], ctx["clusters"], ctx["age"], key, np.int64(0), to_table(mean, ply), np.int64(NONE), max(depth, 0),
                bound, np.int64(0),
            )  # fmt: skip
        return mean

    if depth <= 0:
        return call_qsearch(ctx["qsearch"], (address, ply, alpha, beta, top))
    is_root = ply == 0
    wide = beta - alpha > 1
    is_pv = wide and cut_node != BELOW_CHANCE

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

    # 2. Transposition table.
    params = params_at(ctx["params"])
    frame["team"] = side
    fold_bits, data = table.probe(ctx["table"], ctx["clusters"], key)
    bound = table.entry_bound(data)
    table_score = from_table(table.entry_score(data), ply)
    if (
        bound != 0
        and not is_pv
        and not is_root
        and params["use_table"] != 0
        and table.entry_depth(data) >= depth
        and header["reversible"] < ctx["reversible_guard"]
        and (
            bound == table.EXACT
            or (bound == table.LOWER and table_score >= beta)
            or (bound == table.UPPER and table_score <= alpha)
        )
    ):
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
        if is_root:
            root_index += 1
            if root_index >= ctx["root_count"]:
                break
            move = root_move_of(ctx, root_index)["move"]
            shape = shape_of(ctx, row, move)
        else:
            move = call_next(ctx["next_move"], (address, ply, top))
            if move == 0:
                break
            shape = picker["shape"]
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
        if is_root:
            store_i64(ctx["own_line"], CURRENT_MOVE, move)
            store_i64(ctx["own_line"], CURRENT_NUMBER, root_index + 1)
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
        below = cut_node if cut_node == BELOW_CHANCE else np.int64(0)
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
        if score > best:
            best = score
            if score > alpha:
                best_move = move
                if is_pv:
                    keep_pv(ctx, ply, move)
                if score >= beta:
                    if quiet and not is_flip:
                        learn_refutation(ctx, ply, move)
                        bonus = params["history_bonus"] * depth - params["history_offset"]
                        learn_quiet(ctx, ply, shape, np.int64(min(bonus, params["history_limit"])))
                    break
                alpha = score
    if count == 0:
        return no_moves(ctx, row, ply)
    bound = np.int64(table.LOWER if best >= beta else table.EXACT if best > old_alpha and wide else table.UPPER)
    if may_store(best) and (not is_root or ctx["line"] == 0):
        table.store(
            ctx["table"], ctx["clusters"], ctx["age"], key, fold(best_move), to_table(best, ply), raw_eval, depth, bound,
            np.int64(is_pv),
        )  # fmt: skip
    return best
